#include "Analysis/rearrange.h"

#include "Dialect/layout_attr.h"
#include "Dialect/types.h"
#include "Support/ir.h"
#include "tri-c/Ops.h"

#include <string.h>

/* ---- the operand's layout, seen in the shape of the result ---- */

typedef TriLayout Seen(MlirOperation op, TriLayout from, TriLayout to);

static TriLayout as_it_is(MlirOperation op, TriLayout from, TriLayout to)
{
  (void)op;
  (void)to;
  return from;
}

static TriLayout expanded(MlirOperation op, TriLayout from, TriLayout to)
{
  (void)to;
  return tri_layout_expand_dims(from, tri_expand_dims_axis(op));
}

/* Whether slots hold the same element of the one block just where they do of the other. */
static bool have_same_copies(TriLayout a, TriLayout b)
{
  F2 x = f2_basis(f2_kernel(tri_layout_matrix(a))), y = f2_basis(f2_kernel(tri_layout_matrix(b)));
  return memcmp(a.in, b.in, sizeof a.in) == 0 && f2_equal(x, y);
}

/* In any order: as the registers are, where each element then still is one element. */
static TriLayout reshaped(MlirOperation op, TriLayout from, TriLayout to)
{
  return tri_reshape_reorder(op) && have_same_copies(from, to)
             ? to
             : tri_layout_reshape(from, tri_layout_extent(to));
}

static TriLayout transposed(MlirOperation op, TriLayout from, TriLayout to)
{
  int order[TRI_LAYOUT_RANK] = {0};
  MlirAttribute axes = tri_transpose_order(op);
  (void)to;
  for (int i = 0; i < (int)from.rank; i++)
    order[i] = mlirDenseI32ArrayGetElement(axes, i);
  return tri_layout_transpose(from, order);
}

static TriLayout joined(MlirOperation op, TriLayout from, TriLayout to)
{
  (void)op;
  (void)to;
  return tri_layout_join(from);
}

static TriLayout concatenated(MlirOperation op, TriLayout from, TriLayout to)
{
  (void)to;
  return tri_layout_concat(from, tri_cat_axis(op));
}

static Seen *const seen[TRI_OP_COUNT] = {
    [TRI_OP_CONVERT_LAYOUT] = as_it_is, [TRI_OP_EXPAND_DIMS] = expanded, [TRI_OP_BROADCAST] = as_it_is,
    [TRI_OP_RESHAPE] = reshaped,        [TRI_OP_TRANSPOSE] = transposed, [TRI_OP_JOIN] = joined,
    [TRI_OP_CAT] = concatenated,
};

/* ---- scalars ---- */

/* Of a scalar beside a block of layout `other`: every thread holds it. */
static TriLayout layout_of_scalar(TriLayout other)
{
  TriLayout l = tri_layout_unit(0);
  for (int d = TRI_LANE; d < TRI_SLOT_DIMS; d++)
    l = tri_layout_replicate(l, (TriSlotDim)d, other.in[d]);
  return l;
}

static bool layout_beside(MlirType t, TriLayout other, TriLayout *l)
{
  if (mlirTypeIsARankedTensor(t))
    return layout_of_type(t, l);
  *l = layout_of_scalar(other);
  return true;
}

bool rearrangement_of(MlirOperation op, Rearrangement *r)
{
  TriOpKind kind = tri_op_kind(op);
  TriLayout half;
  if (kind == TRI_OP_SPLIT) {
    if (!layout_of_type(type_of(tri_split_src(op)), &r->from) ||
        !layout_beside(type_of(tri_split_lhs(op)), r->from, &half))
      return false;
    r->to = tri_layout_join(half);
    return true;
  }
  if (!seen[kind] || !layout_of_type(type_of(result(op)), &r->to) ||
      !layout_beside(type_of(operand(op, 0)), r->to, &r->from))
    return false;
  if (kind == TRI_OP_BROADCAST)
    r->to = tri_layout_before_broadcast(r->to, tri_layout_extent(r->from));
  r->from = seen[kind](op, r->from, r->to);
  return true;
}
