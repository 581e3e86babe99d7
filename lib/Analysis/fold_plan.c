#include "Analysis/fold_plan.h"

#include "Analysis/scratch.h"
#include "Dialect/layout_attr.h"
#include "Dialect/region.h"
#include "Dialect/types.h"
#include "Support/ir.h"
#include "tri-c/Ops.h"

/* ---- ops ---- */

bool fold_commutes(MlirOperation op)
{
  for (intptr_t k = 0; k < operand_count(op); k++)
    if (!tri_combiner_is_known(tri_combiner_of(op, k)))
      return false;
  return true;
}

static bool rounds_often(MlirOperation combiner, TriType t)
{
  return (t == TRI_F16 || t == TRI_BF16) && (is_op(combiner, "arith.addf") || is_op(combiner, "arith.mulf"));
}

MlirType fold_type(MlirOperation op, intptr_t k)
{
  MlirType t = tri_type_element(type_of(operand(op, k)));
  bool wide = fold_commutes(op) && rounds_often(tri_combiner_of(op, k), tri_type_kind(t));
  return wide ? mlirF32TypeGet(context_of(op)) : t;
}

/* ---- bytes ---- */

enum { WIDEST_ACCESS = 16 };

int64_t fold_offset(MlirOperation op, intptr_t k, int places)
{
  int64_t bytes = 0;
  for (intptr_t i = 0; i < k; i++) {
    bytes += (int64_t)tri_type_bytes(tri_type_kind(fold_type(op, i))) << places;
    bytes = (bytes + WIDEST_ACCESS - 1) / WIDEST_ACCESS * WIDEST_ACCESS;
  }
  return bytes;
}

int64_t reduce_scratch_bytes(MlirOperation op)
{
  TriLayout l;
  if (!layout_of_type(type_of(operand(op, 0)), &l))
    return 0;
  TriReducePlan p = tri_reduce_plan(l, tri_reduce_axis(op), fold_commutes(op));
  return p.exchange.bits ? fold_offset(op, operand_count(op), p.exchange.place.m) : 0;
}

int64_t scan_exchange_start(MlirOperation op, const TriScanPlan *p, int s)
{
  int64_t bytes = 0;
  for (int i = 0; i < s; i++)
    if (p->segment[i].dim == TRI_WARP)
      bytes += fold_offset(op, operand_count(op), tri_scan_exchange(p, i).place.m);
  return bytes;
}

static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/* For the moves to the layout in which it is scanned, and back. */
static int64_t bytes_of_moves(MlirOperation op, TriLayout home, TriLayout layout)
{
  int64_t bytes = 0;
  for (intptr_t k = 0; k < operand_count(op); k++) {
    MlirType t = type_of(operand(op, k));
    bytes = most(bytes, scratch_of_move(t, home, layout).bytes);
    bytes = most(bytes, scratch_of_move(t, layout, home).bytes);
  }
  return bytes;
}

int64_t scan_scratch_bytes(MlirOperation op)
{
  TriLayout home;
  TriScanPlan p;
  if (!layout_of_type(type_of(operand(op, 0)), &home))
    return 0;
  TriLayout layout = tri_scan_layout(home, tri_scan_axis(op));
  tri_scan_plan(layout, tri_scan_axis(op), &p);
  return most(scan_exchange_start(op, &p, p.n), bytes_of_moves(op, home, layout));
}
