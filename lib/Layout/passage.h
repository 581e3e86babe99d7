/* Passage: how a block changes its layout through shared memory.
 *
 *   write          barrier          read
 *   st.shared.v4   bar.sync         ldmatrix.x4        instructions on vectors, or on 8 x 8 matrices
 *
 * The place of an element is a linear map, with the swizzle that has no bank conflicts (shared.h). Then all a
 * side needs to know is linear, too: the address that a thread names in an instruction is an exclusive or of
 * columns, one per bit of the thread and of the instruction's number; and which registers go in which
 * instruction is a new naming of registers.
 *
 * The vector at an address may begin with another register in other threads (registers hold elements 0, 1 in
 * one lane and 1, 0 in the next): `order` says so, and is seldom anything.
 *
 * Where nothing leaves its warp each warp has a part of the bytes, one after the other, and a barrier of its
 * own. */
#ifndef TRI_LAYOUT_PASSAGE_H
#define TRI_LAYOUT_PASSAGE_H

#include "Layout/shared.h"
#include "Layout/shuffle.h"

/* st.shared, ld.shared; stmatrix, ldmatrix; the same with .trans. */
typedef enum { TRI_BY_REGISTERS, TRI_BY_MATRIX, TRI_BY_TRANSPOSED_MATRIX, TRI_WAYS } TriWay;

/* One direction. With more than one matrix an instruction takes all of the 2^vector elements of a thread in
 * words of 32 bits, matrix by matrix. */
typedef struct {
  TriWay way;
  int vector;        /* an instruction moves 2^vector elements of a thread */
  int matrices;      /* 2^matrices 8 x 8 matrices: .x1, .x2, .x4 */
  F2 name;           /* instruction << vector | place in it -> register */
  TriChoice order;   /* of these numbers, before a write and after a read */
  TriLayout address; /* of rank 1: (instruction, lane, warp) -> bytes from the start of the area */
  uint32_t instructions, wavefronts, selects; /* of a warp */
} TriSide;

typedef struct {
  bool in_warp;
  uint32_t bytes; /* of the CTA */
  TriSlot copies; /* threads with one of these bits leave the write to others */
  TriSide write, read;
} TriPassage;

/* The cheapest by cost of its two sides; for elements of 2^element bytes. `ways` has a bit for each way that
 * the write may go, 1 << TRI_BY_REGISTERS among them. pre: c->from and c->to are canonical, 32 lanes, one
 * CTA. post: no bank conflicts; every element is written by exactly one thread of those that share its area,
 * and read at the place where it was written */
TriPassage tri_passage_of(const TriConversion *c, int element, uint32_t ways);

/* In the unit of cost.h, with the barrier. */
uint32_t tri_passage_cost(const TriPassage *p);

#endif
