#include "Layout/tiles.h"
#include <assert.h>

/* A step along every axis, order[0] first. */
static TriLayout times_box(TriLayout l, TriSlotDim d, const int *bits, const int *order)
{
  for (uint32_t k = 0; k < l.rank; k++)
    l = tri_layout_times(l, d, order[k], bits[order[k]]);
  return l;
}

TriLayout tri_layout_blocked(TriExtent e, TriBlocked b)
{
  TriLayout l = tri_layout_unit(e.rank);
  l = times_box(l, TRI_REGISTER, b.per_thread, b.order);
  l = times_box(l, TRI_LANE, b.lanes, b.order);
  l = times_box(l, TRI_WARP, b.warps, b.order);
  return tri_layout_fit(l, e, b.order);
}

TriLayout tri_layout_coalesced_by(TriExtent e, int vector, int warps, const int *order, const int *warp_order)
{
  TriLayout l = tri_layout_unit(e.rank);
  int room = e.rank ? e.bits[order[0]] : 0;
  l = tri_layout_fill(l, TRI_REGISTER, vector < room ? vector : room, e, order);
  l = tri_layout_fill(l, TRI_LANE, 5, e, order);
  l = tri_layout_fill(l, TRI_WARP, warps, e, warp_order);
  return tri_layout_fit(l, e, order);
}

enum { ROWS, COLUMNS };

/* PTX ISA, "Matrix fragments for mma.m16n8k8 … k32" and "wgmma … register fragment of D": the same in both.
 */
TriLayout tri_layout_accumulator(TriExtent e, TriMma mma)
{
  assert(e.rank == 2 && mma.n >= 3);
  TriLayout l = tri_layout_unit(2);
  l = tri_layout_times(l, TRI_REGISTER, COLUMNS, 1);
  l = tri_layout_times(l, TRI_LANE, COLUMNS, 2);
  l = tri_layout_times(l, TRI_LANE, ROWS, 3);
  l = tri_layout_times(l, TRI_REGISTER, ROWS, 1);
  l = tri_layout_times(l, TRI_REGISTER, COLUMNS, mma.n - 3);
  l = tri_layout_times(l, TRI_WARP, ROWS, mma.warps_m);
  l = tri_layout_times(l, TRI_WARP, COLUMNS, mma.warps_n);
  return tri_layout_fit(l, e, (const int[]){COLUMNS, ROWS});
}

/* Along k: the elements of one 32-bit register, four lanes, and the second half of k. A has 16 rows, B has 8
 * columns. */
TriLayout tri_layout_operand(TriExtent e, TriMma mma, TriOperand which, int element_bits)
{
  assert(e.rank == 2 && (element_bits == 8 || element_bits == 16 || element_bits == 32));
  bool a = which == TRI_OPERAND_A;
  int k = a ? COLUMNS : ROWS, other = a ? ROWS : COLUMNS,
      packed = __builtin_ctz(32u / (unsigned)element_bits);
  TriLayout l = tri_layout_unit(2);
  l = tri_layout_times(l, TRI_REGISTER, k, packed);
  l = tri_layout_times(l, TRI_LANE, k, 2);
  l = tri_layout_times(l, TRI_LANE, other, 3);
  l = tri_layout_times(l, TRI_REGISTER, other, a ? 1 : 0);
  l = tri_layout_times(l, TRI_REGISTER, k, 1);
  l = tri_layout_times(l, TRI_REGISTER, other, a ? 0 : mma.n - 3);
  l = a ? tri_layout_times(l, TRI_WARP, other, mma.warps_m) : tri_layout_replicate(l, TRI_WARP, mma.warps_m);
  l = a ? tri_layout_replicate(l, TRI_WARP, mma.warps_n) : tri_layout_times(l, TRI_WARP, other, mma.warps_n);
  return tri_layout_fit(l, e, (const int[]){k, other});
}
