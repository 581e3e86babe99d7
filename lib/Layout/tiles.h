/* Tiles: the layouts that hardware and memory ask for.
 *
 * Each is a few steps of tri_layout_times: a bit of a register, lane or warp steps along an axis. The order
 * of the steps is the layout; the accumulator of mma.m16n8 is, from the PTX ISA's figure ("Matrix fragments
 * for mma.m16n8k16", row = groupID + 8·(i / 2), column = 2·threadID_in_group + i % 2):
 *
 *   register along columns 1 bit, lane along columns 2, lane along rows 3, register along rows 1
 *
 * then warps, then what is left of the block over registers. Where the threads reach beyond the block they
 * hold copies. All results are canonical and onto, and their extent is the one asked for. */
#ifndef TRI_LAYOUT_TILES_H
#define TRI_LAYOUT_TILES_H

#include "Layout/layout.h"

/* Blocked: per thread, lanes and warps a box of the block each, all logarithms per axis; order[0] is the
 * fastest axis in each of the three. The sum of lanes is 5, that of warps the logarithm of their number.
 *
 *   16 x 64 of f16, rows in memory, 4 warps: per thread {0, 3}, lanes {2, 3}, warps {2, 0}, order {1, 0}:
 *   8 elements = 16 bytes a thread, a row of 64 in 8 lanes, 4 rows a warp */
typedef struct {
  int per_thread[TRI_LAYOUT_RANK], lanes[TRI_LAYOUT_RANK], warps[TRI_LAYOUT_RANK], order[TRI_LAYOUT_RANK];
} TriBlocked;
TriLayout tri_layout_blocked(TriExtent e, TriBlocked b);

/* Blocked for memory whose fastest axis is order[0]: `vector` bits of it per thread, then lanes, then 2^warps
 * warps along order[0], order[1], …, each axis up to its extent; the rest over registers. post:
 * tri_layout_contiguous(order[0]) >= 2^min(vector, extent) */
static inline TriLayout tri_layout_coalesced(TriExtent e, int vector, int warps, const int *order);
/* The same with warps along warp_order[0], warp_order[1], … */
TriLayout tri_layout_coalesced_by(TriExtent e, int vector, int warps, const int *order,
                                  const int *warp_order);

static inline TriLayout tri_layout_coalesced(TriExtent e, int vector, int warps, const int *order)
{
  return tri_layout_coalesced_by(e, vector, warps, order, order);
}

/* How a matrix instruction and its warps tile a dot of rank 2; all logarithms.
 *   mma.sync m16n8:  n = 3, any warps
 *   wgmma m64nN:     n = log2 N, warps_m >= 2: four warps, a warpgroup, are the 64 rows
 * The warp number counts along rows first, then along columns. */
typedef struct {
  int n;                /* columns of the instruction: 3 … 8 */
  int warps_m, warps_n; /* warps along rows and columns of the result */
} TriMma;

/* The accumulator and result, M x N, of 32-bit (or of f16: the same elements, two to a register). */
TriLayout tri_layout_accumulator(TriExtent e, TriMma mma);

/* Operand A, M x K, or B, K x N, in registers, of elements of 8, 16 or 32 bits (tf32); k of the instruction
 * is 256 bits. Warps that differ along the other operand's axis hold copies. */
typedef enum { TRI_OPERAND_A, TRI_OPERAND_B } TriOperand;
TriLayout tri_layout_operand(TriExtent e, TriMma mma, TriOperand which, int element_bits);

#endif
