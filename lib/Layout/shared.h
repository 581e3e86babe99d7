/* Shared memory as linear maps: where each element of a block lies, and what an access costs.
 *
 * A shared layout maps the bits of an element to the bits of its offset, one to one; row-major is the
 * identity, a swizzle xors some bits into others. An access instruction of a warp is a linear thing, too:
 * each lane names an address (lane bits -> elements) and moves 2^v consecutive elements from there.
 *
 * The hardware: 32 banks of 4 bytes, so a wavefront moves one word of each bank, 128 bytes from anywhere. A
 * wide access runs in phases: 32 lanes of up to 4 bytes, 16 lanes of 8, 8 lanes of 16. Lanes of a phase
 * conflict when they want different words of one bank; the same word is free. Where all lanes share their
 * address with the neighbour, lane ^ 1, or all with lane ^ 2, two phases of a wide access become one.
 * (Measured on an H200: cycles per load equal these wavefronts for 3000 random linear patterns of 1 to 16
 * bytes.)
 *
 *   offset  =  [ segment | bank | byte of the word ]      5 bits of bank, 2 of byte
 *
 * Two addresses of a phase that differ by d conflict iff d changes the segment but not the bank. So an access
 * with phase space P (spanned by its lanes, its vector and the bytes of a word) has no conflicts iff P meets
 * the space of segment steps in 0 alone. For a writer and a reader with P and Q, both of 2^7 bytes, such a
 * space of segment steps always exists: the common complement of P and Q (f2.h). The offsets are then the
 * vector, the rest of a line, the segments; that is the swizzle. (Linear Layouts, arXiv 2505.23819,
 * section 5.4.)
 *
 *   32 x 32 of f32 written by rows (lane = column), read by columns (lane = row): P = {columns}, Q = {rows},
 *   P ∩ Q = 0, segment steps = column bit i ^ row bit i: element (r, c) lies at bank r ^ c. */
#ifndef TRI_LAYOUT_SHARED_H
#define TRI_LAYOUT_SHARED_H

#include "Layout/layout.h"

/* Where elements of 2^element bytes lie. */
typedef struct {
  int element;
  F2 offset; /* bits of the element's number -> bits of its offset, in elements; one to one */
} TriShared;

/* Row-major. */
TriShared tri_shared_row_major(TriExtent e, int element);

/* As TMA and wgmma want a block of rank 2: boxes of rows of 2^line bytes (line = 5, 6, 7 for 32B, 64B,
 * 128B swizzle, or 4 for none), box after box along the columns, 16-byte chunks within a row xored with
 * address bits 7, 8, 9 (PTX ISA, tensor swizzling modes).
 * pre: 2^element <= 2^line bytes */
TriShared tri_shared_boxes(TriExtent e, int element, int line);

/* An access of a warp. */
typedef struct {
  F2 vector; /* the elements at an address: their differences, as a basis in the order of offsets */
  F2 lanes;  /* five columns: how the lanes' addresses differ */
} TriSharedAccess;

/* By registers of a layout, with this vector (columns in the span of its registers). */
TriSharedAccess tri_access_registers(TriLayout l, F2 vector);

/* post: true iff ldmatrix (stmatrix) moves l's registers. Elements have 1 or 2 bytes, with .trans 2. A row of
 * 16 bytes is held by the low registers of the lanes that differ in lane bits 0 and 1, its eight rows by lane
 * bits 2, 3, 4; with .trans rows are columns. The lanes of the access name rows: bits 0, 1, 2 those of a
 * matrix, bits 3 and 4 the next registers, the .x2 and .x4 (PTX ISA, ldmatrix). */
bool tri_access_matrix(TriLayout l, int element, bool transposed, TriSharedAccess *a);

/* Wavefronts of one access instruction of one warp; 0 if the vector's elements are not consecutive, aligned
 * in memory. All registers and warps of a layout take the same number. */
uint32_t tri_shared_wavefronts(TriShared s, TriSharedAccess a);

/* The least there can be: one per phase. */
uint32_t tri_access_phases(TriSharedAccess a, int element);

/* Offsets without conflicts for both.
 * pre: one vector is the beginning of the other; neither is longer than 16 bytes.
 * post: offset is one to one; tri_shared_wavefronts of each access == tri_access_phases of it. Where one
 * phase space lies in the other, and both are spanned by units, offsets are a permutation of bits: nothing
 * is swizzled in vain */
TriShared tri_shared_without_conflicts(int element, TriSharedAccess writer, TriSharedAccess reader);

/* How a block goes from registers of one layout to those of another. */
typedef struct {
  TriShared shared;
  TriSharedAccess write, read;
  uint32_t instructions; /* of a thread: writes and reads */
  uint32_t wavefronts;   /* of a warp, for all of them */
} TriStaging;

/* Picks the vectors, at most 16 bytes: consecutive elements that both sides hold serve both; what only one
 * side holds serves that side, where it saves more wavefronts, then more instructions.
 * pre: layouts of one extent, canonical, onto.
 * post: no bank conflicts: wavefronts == sum of instructions · phases */
TriStaging tri_shared_staging(TriLayout writer, TriLayout reader, int element);

#endif
