/* Layout: who holds which element of a block.
 *
 * A block tensor is spread over registers of lanes of warps of CTAs. A place is a slot (register, lane, warp,
 * cta), an element is its coordinates; a layout is the linear map over F2 from the bits of the slot to the
 * bits of the element. The accumulator of mma.m16n8, 16 rows by 8 columns in 2 x 2 registers and 32 lanes, is
 *
 *   register = [[0, 1], [8, 0]]
 *   lane     = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]
 *
 * read: register bit 0 steps one column, register bit 1 eight rows, lane bit 0 two columns, and so on; and
 * steps combine by xor. Lane 13 = 01101 is at [0, 2] ^ [1, 0] ^ [2, 0] = row 3, column 2; its registers 0, 1,
 * 2, 3 hold (3, 2), (3, 3), (11, 2), (11, 3).
 *
 * Elements are numbered row-major, the last axis fastest, so with 8 columns (3, 2) is 3·8 + 2 = 26: the low
 * three bits of an element are its column. reshape therefore changes no bit.
 *
 * A zero column is replication: the lanes or warps that differ in that bit hold the same elements. A layout
 * may also be wider than its block on purpose (a reduced axis), so the map is onto but seldom one to one.
 * Asked the other way, "who has element y", it answers with the smallest slot: cta 0 before others, then the
 * lowest warp, lane, register.
 *
 * Directions: from slots to elements, because each slot has exactly one element while an element may have
 * many slots; and all a compiler needs from the other direction is one owner.
 *
 * Extents are powers of two and written as their logarithms ("bits"). Layouts are small values without
 * pointers or padding; unused fields are zero, so equal layouts have equal bytes. */
#ifndef TRI_LAYOUT_LAYOUT_H
#define TRI_LAYOUT_LAYOUT_H

#include "Layout/f2.h"

enum { TRI_LAYOUT_RANK = 8 }; /* the most axes of a block */

typedef enum { TRI_REGISTER, TRI_LANE, TRI_WARP, TRI_CTA, TRI_SLOT_DIMS } TriSlotDim;

/* "register", "lane", "warp", "cta". */
const char *tri_slot_dim_name(TriSlotDim d);

/* A slot; (TriSlot){{register, lane, warp, cta}}. */
typedef struct {
  uint32_t at[TRI_SLOT_DIMS];
} TriSlot;

/* The logarithms of a block's extents; (TriExtent){2, {4, 3}} is 16 x 8. */
typedef struct {
  int rank;
  int bits[TRI_LAYOUT_RANK];
} TriExtent;

typedef struct {
  uint8_t in[TRI_SLOT_DIMS];    /* bits of each part of the slot */
  uint8_t out[TRI_LAYOUT_RANK]; /* bits of each extent, axis 0 first */
  uint32_t rank;
  uint32_t col[F2_MAX]; /* the element of each slot bit: register bits first, then lane, warp, cta */
} TriLayout;

/* ---- parts --------------------------------------------------------------------------------------- */

/* Bits of slots, of elements. */
int tri_layout_in_bits(TriLayout l);
int tri_layout_out_bits(TriLayout l);

TriExtent tri_layout_extent(TriLayout l);

/* Where the axis begins among the bits of an element. */
int tri_layout_axis_shift(TriLayout l, int axis);

/* post: true iff each of `rank` extents is a power of two and rank and extents fit; then *e holds the
 * logarithms */
bool tri_extent_of(int rank, const int64_t *shape, TriExtent *e);

/* The logarithm of the number of elements. */
int tri_extent_bits(TriExtent e);

/* The columns of one part of the slot, from the place of its lowest bit on. */
int tri_layout_first(TriLayout l, TriSlotDim d);
F2 tri_layout_part(TriLayout l, TriSlotDim d);

/* The whole map.
 * post: f2_apply(&m, tri_layout_pack(l, s)) == tri_layout_element(l, s) */
F2 tri_layout_matrix(TriLayout l);

/* The layout with this matrix.
 * pre: the bits of in sum to f.n, those of e to f.m. */
TriLayout tri_layout_of(F2 f, const int in[TRI_SLOT_DIMS], TriExtent e);

/* Slots as integers, the register in the low bits.
 * post: unpack(pack(s)) == s */
uint32_t tri_layout_pack(TriLayout l, TriSlot s);
TriSlot tri_layout_unpack(TriLayout l, uint32_t x);

/* ---- building ------------------------------------------------------------------------------------ */

/* One element, one slot. */
TriLayout tri_layout_unit(int rank);

/* `bits` more bits of d, which step through new high bits of the axis: the block grows 2^bits times along
 * it.
 * post: slots with those bits 0 keep their elements; with them equal to k the element lies k·(old extent)
 * further */
TriLayout tri_layout_times(TriLayout l, TriSlotDim d, int axis, int bits);

/* `bits` more bits of d that hold copies.
 * post: element(s) does not depend on them */
TriLayout tri_layout_replicate(TriLayout l, TriSlotDim d, int bits);

/* `bits` more bits of d along the axes order[0], order[1], … of e in turn, each up to its extent in e; what
 * finds no room replicates, or for registers is left out. order has e.rank entries. */
TriLayout tri_layout_fill(TriLayout l, TriSlotDim d, int bits, TriExtent e, const int *order);

/* The tile l made to cover e: cut where e is smaller (what pointed beyond becomes a copy), repeated over
 * registers, fastest along order[0], where it is larger.
 * post: extent(r) == e; onto if l is; canonical registers */
TriLayout tri_layout_fit(TriLayout l, TriExtent e, const int *order);

/* ---- comparing ----------------------------------------------------------------------------------- */

/* post: true iff all bytes are equal */
bool tri_layout_equal(TriLayout a, TriLayout b);

/* Without registers that hold what lower registers of the same thread hold.
 * post: each thread holds the same set of elements, each once; idempotent */
TriLayout tri_layout_canonical(TriLayout l);

/* Canonical, and the registers named in order of their elements: the register columns are the reduced
 * basis.
 * post: each thread holds the same set; two layouts for which every thread holds the same sets become
 * equal; 2^k consecutive elements of a thread, if it has them, sit in 2^k consecutive registers;
 * idempotent */
TriLayout tri_layout_sort_registers(TriLayout l);

/* ---- asking -------------------------------------------------------------------------------------- */

static inline uint32_t tri_layout_size(TriLayout l, TriSlotDim d) { return 1u << l.in[d]; }

/* The element in a slot, as a row-major number. */
uint32_t tri_layout_element(TriLayout l, TriSlot s);

/* A coordinate of an element. */
uint32_t tri_layout_coordinate(TriLayout l, uint32_t element, int axis);

/* post: true iff some slot holds it; *s is then the smallest (cta, warp, lane, register, in this order of
 * weight) */
bool tri_layout_owner(TriLayout l, uint32_t element, TriSlot *s);

/* Per part of the slot, the bits that only make copies.
 * post: the slots with none of them set hold each element that is held exactly once, and each is its owner */
TriSlot tri_layout_copies(TriLayout l);

/* How many elements in a row along the axis, aligned to their number, each thread holds: how wide its vectors
 * may be. */
uint32_t tri_layout_contiguous(TriLayout l, int axis);

/* 32-byte sectors that a warp touches at once where the axis is contiguous in memory, aligned, and other axes
 * are far apart; elements of 2^element bytes, moved in vectors of `vector` elements (at most
 * tri_layout_contiguous). */
uint32_t tri_layout_sectors(TriLayout l, int axis, int element, uint32_t vector);

/* ---- shape operations: the layout of the result from that of the operand ------------------------- */

/* A new axis of extent 1 before `axis`.
 * post: same elements */
TriLayout tri_layout_expand_dims(TriLayout l, int axis);

/* The axis, of extent 1, grows to 2^bits: each thread repeats its elements over new registers.
 * post: register r + R·k holds, at coordinate k, what register r held (R registers before) */
TriLayout tri_layout_broadcast(TriLayout l, int axis, int bits);

/* Backwards: which elements of the operand a block of layout l is made of, where the operand's extent is e,
 * that is 1 along the axes that grow. post: same slots; coordinates along the other axes stay */
TriLayout tri_layout_before_broadcast(TriLayout l, TriExtent e);

/* Axis i of the result is axis order[i].
 * post: coordinate(r, element(r, s), i) == coordinate(l, element(l, s), order[i]) */
TriLayout tri_layout_transpose(TriLayout l, const int *order);

/* Row-major.
 * pre: as many elements.
 * post: same elements */
TriLayout tri_layout_reshape(TriLayout l, TriExtent e);

/* The axis shrinks to extent 1 and stays: the operand of a broadcast.
 * post: other coordinates stay; canonical */
TriLayout tri_layout_squash(TriLayout l, int axis);

/* The axis disappears: the result of a reduction, known to all threads that took part.
 * post: as squash */
TriLayout tri_layout_drop(TriLayout l, int axis);

/* Two blocks of layout l become one with a new last axis of extent 2.
 * post: register 2r + k holds, at coordinate k, what register r of operand k held */
TriLayout tri_layout_join(TriLayout l);

/* The inverse: the last axis, of extent 2, is taken apart.
 * post: true iff each thread holds both halves, side by side in registers that differ in bit *bit; then
 * *half is the layout of each result, where register r of half k is register (r with k inserted as bit
 * *bit) */
bool tri_layout_split(TriLayout l, TriLayout *half, int *bit);

/* Two blocks of layout l one after the other along the axis.
 * post: register r + R·k holds what register r of operand k held, k·extent further along the axis */
TriLayout tri_layout_concat(TriLayout l, int axis);

/* One of two halves along the axis, held wherever l holds either.
 * pre: the axis has an extent of 2 or more.
 * post: the coordinate along the axis loses its highest bit, others stay; canonical. Of tri_layout_concat(l,
 * axis) it is canonical(l) */
TriLayout tri_layout_halve(TriLayout l, int axis);

/* The block of one CTA, of layout l, becomes a part of 2^bits along the axis: CTAs own consecutive parts. */
static inline TriLayout tri_layout_split_over_ctas(TriLayout l, int axis, int bits)
{
  return tri_layout_times(l, TRI_CTA, axis, bits);
}

#endif
