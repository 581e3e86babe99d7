#include "Conversion/prefix_mask.h"

#include "Support/ir.h"
#include "tri-c/Ops.h"

enum { SLT = 2, SLE = 3, SGT = 4, SGE = 5, MAX_DEPTH = 8 }; /* arith::CmpIPredicate */

static bool is_constant_along(const AxisAnalysis *a, MlirValue v, int along, int n)
{
  AxisInfo i = axis_info(a, v);
  return along < i.rank && i.constancy[along] >= n;
}

static bool rises_along(const AxisAnalysis *a, MlirValue v, int along, int n)
{
  AxisInfo i = axis_info(a, v);
  return along < i.rank && i.contiguity[along] >= n;
}

/* Rising elements below, or constant ones above. */
static bool is_bound(const AxisAnalysis *a, MlirOperation cmp, int along, int n)
{
  int64_t predicate = int_of(attr_of(cmp, "predicate"), -1);
  bool less = predicate == SLT || predicate == SLE, more = predicate == SGT || predicate == SGE;
  MlirValue low = operand(cmp, less ? 0 : 1), high = operand(cmp, less ? 1 : 0);
  return (less || more) && rises_along(a, low, along, n) && is_constant_along(a, high, along, n);
}

static bool is_prefix(const AxisAnalysis *a, MlirValue mask, int along, int n, int depth)
{
  MlirOperation op = def(mask);
  if (is_constant_along(a, mask, along, n))
    return true;
  if (is_null(op) || depth == MAX_DEPTH)
    return false;
  if (is_op(op, "arith.cmpi"))
    return is_bound(a, op, along, n);
  if (is_op(op, "arith.andi"))
    return is_prefix(a, operand(op, 0), along, n, depth + 1) &&
           is_prefix(a, operand(op, 1), along, n, depth + 1);
  if (tri_op_kind(op) == TRI_OP_BROADCAST)
    return is_prefix(a, operand(op, 0), along, n, depth + 1);
  if (tri_op_kind(op) == TRI_OP_EXPAND_DIMS && along != tri_expand_dims_axis(op))
    return is_prefix(a, operand(op, 0), along - (along > tri_expand_dims_axis(op)), n, depth + 1);
  return false;
}

bool is_prefix_mask(const AxisAnalysis *axis, MlirValue mask, int along, int n)
{
  return is_prefix(axis, mask, along, n, 0);
}
