/* Fold: how a reduction or a scan goes over the threads; a function of the layout, and of which order it must
 * keep.
 *
 * Reduce. Slots that hold elements of one result differ by a sum of `steps`, one per bit of the axis, and of
 * copies. A step combines each slot x with x ^ diff; after it both stand for the two. In registers that is a
 * tree, in lanes a butterfly of shuffles, and what is left, over warps, is written to shared memory and read
 * by all. With 4 warps and 1024 elements:
 *
 *   register = [[1], [2], [512]]   lane = [[4], [8], [16], [32], [64]]   warp = [[128], [256]]
 *
 *   any order     registers 4, 2, 1; lanes; then 4 values from shared memory
 *   index order   registers 1, 2; lane bit 0 with register bit 2; lanes; then 8 values
 *
 * In index order the bits of the axis go from the lowest up, and of x and x ^ diff the one where the bit is
 * set stands on the right. A lane step that comes before a register of higher bits combines only one half of
 * these per lane, and the lane's bit is from then on that register's: half the shuffles.
 *
 * Scan. The axis is cut into segments of bits that lie in registers, lanes or warps; each in turn is scanned
 * over the totals of what is below.
 *
 * Invariant: steps in a warp come first; a step of registers has no lanes in it. */
#ifndef TRI_LAYOUT_FOLD_H
#define TRI_LAYOUT_FOLD_H

#include "Layout/layout.h"

/* ---- shared memory ---- */

/* Values in shared memory: each slot with no bit of `copies` writes its value to place(slot); the low `bits`
 * of a place are an index, the others a group. Each slot reads all of its group, in shares. */
typedef struct {
  F2 place;
  uint32_t copies;
  int bits;
} TriFoldExchange;

/* Which indices of its group a thread reads: 2^bits in a row; index bit bits + i is its lane's bit lane[i],
 * which has no part in the group. */
typedef struct {
  int bits, lanes, lane[5];
} TriFoldShare;

/* The place of the first that a slot reads. */
F2 tri_fold_reading(const TriFoldExchange *x, TriLayout l, TriFoldShare share);

/* From places to offsets, for values of 2^element bytes, swizzled: those who read, tri_fold_vector(…) bits of
 * the index in a row, have no bank conflicts; those who write single values have few.
 * post: one to one; the bits of such a vector stay where they are in the place */
F2 tri_fold_offsets(const TriFoldExchange *x, TriLayout l, TriFoldShare share, int element);
int tri_fold_vector(TriFoldShare share, int element);

/* ---- reduce ---- */

typedef struct {
  uint32_t diff;  /* a slot, packed */
  uint32_t right; /* slots with an odd number of these bits stand on the right; 0: any order will do */
  uint32_t half;  /* a bit of registers that is taken over by the lane; 0: none */
} TriFoldStep;

typedef struct {
  TriLayout layout; /* canonical */
  F2 result;        /* slot -> element of the result */
  int n;            /* steps */
  TriFoldStep step[F2_MAX];
  TriFoldExchange exchange; /* after the steps; bits = 0: none */
} TriReducePlan;

TriReducePlan tri_reduce_plan(TriLayout l, int axis, bool any_order);

/* ---- scan ---- */

/* Bits first … first + bits - 1 of the axis lie in `slot` bits of d, ascending. */
typedef struct {
  TriSlotDim dim;
  int first, bits;
} TriScanSegment;

typedef struct {
  TriLayout layout; /* canonical */
  int axis;
  int slot[F2_MAX]; /* of each bit of the axis: the slot bit that alone steps through it */
  int n;
  TriScanSegment segment[F2_MAX];
} TriScanPlan;

/* post: true iff each bit of the axis is stepped through by one slot bit, which steps through nothing else */
bool tri_scan_plan(TriLayout l, int axis, TriScanPlan *p);
/* A layout of the same block with a plan. */
TriLayout tri_scan_layout(TriLayout l, int axis);
/* The totals of segment s, of warps: index is the place in the segment. */
TriFoldExchange tri_scan_exchange(const TriScanPlan *p, int s);

#endif
