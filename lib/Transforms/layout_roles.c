/* How ops take blocks, and how layouts go through the ops that change a shape: see layout_plan.h. */
#include "Transforms/layout_plan.h"

#include "tri-c/Ops.h"

bool is_block(MlirValue v) { return !is_null(v) && mlirTypeIsARankedTensor(type_of(v)); }

static bool is_arithmetic(MlirOperation op)
{
  MlirStringRef name = name_of(op);
  return str_begins(name, "arith.") || str_begins(name, "math.");
}

/* Where a result's layout comes from. */
typedef enum { OWN, SAME, FOLLOWS } Result;

/* The ops of the dialect: how operands are taken, what that says of the results, and whether results of
 * nothing but cheap values are cheap. */
static const struct {
  LayoutRole role;
  Result result;
  bool repeats;
} roles[TRI_OP_COUNT] = {
    [TRI_OP_RANGE] = {LAYOUT_SAME, SAME, true},       [TRI_OP_SPLAT] = {LAYOUT_SAME, SAME, true},
    [TRI_OP_ADDPTR] = {LAYOUT_SAME, SAME, true},      [TRI_OP_FP_CAST] = {LAYOUT_SAME, SAME, true},
    [TRI_OP_BITCAST] = {LAYOUT_SAME, SAME, true},     [TRI_OP_PTR_TO_INT] = {LAYOUT_SAME, SAME, true},
    [TRI_OP_INT_TO_PTR] = {LAYOUT_SAME, SAME, true},  [TRI_OP_MULHI] = {LAYOUT_SAME, SAME, true},
    [TRI_OP_CLAMP] = {LAYOUT_SAME, SAME, true},       [TRI_OP_SCAN] = {LAYOUT_SAME, SAME, false},
    [TRI_OP_MAP] = {LAYOUT_SAME, SAME, false},        [TRI_OP_EXTERN_CALL] = {LAYOUT_SAME, SAME, false},
    [TRI_OP_GATHER] = {LAYOUT_SAME, SAME, false},     [TRI_OP_ATOMIC_RMW] = {LAYOUT_SAME, SAME, false},
    [TRI_OP_ATOMIC_CAS] = {LAYOUT_SAME, SAME, false}, [TRI_OP_LOAD] = {LAYOUT_SAME, FOLLOWS, false},
    [TRI_OP_STORE] = {LAYOUT_SAME, OWN, false},       [TRI_OP_REDUCE] = {LAYOUT_SAME, FOLLOWS, false},
    [TRI_OP_HISTOGRAM] = {LAYOUT_SAME, OWN, false},   [TRI_OP_EXPAND_DIMS] = {LAYOUT_LINKED, OWN, true},
    [TRI_OP_BROADCAST] = {LAYOUT_LINKED, OWN, true},  [TRI_OP_RESHAPE] = {LAYOUT_LINKED, OWN, true},
    [TRI_OP_TRANSPOSE] = {LAYOUT_LINKED, OWN, true},  [TRI_OP_JOIN] = {LAYOUT_LINKED, OWN, true},
    [TRI_OP_SPLIT] = {LAYOUT_LINKED, OWN, true},      [TRI_OP_CAT] = {LAYOUT_LINKED, OWN, true},
    [TRI_OP_PRINT] = {LAYOUT_FREE, OWN, false},       [TRI_OP_ASSERT] = {LAYOUT_FREE, OWN, false},
};

static bool is_gather_source(MlirOperation op, intptr_t i)
{
  return tri_op_kind(op) == TRI_OP_GATHER && same(operand(op, i), tri_gather_src(op)) &&
         !same(operand(op, i), tri_gather_index(op));
}

/* A block of two elements is taken apart into scalars: any layout will do. */
static bool gives_scalars(MlirOperation op)
{
  return tri_op_kind(op) == TRI_OP_SPLIT && !is_block(result(op));
}

LayoutRole layout_role(MlirOperation op, intptr_t i)
{
  TriOpKind kind = tri_op_kind(op);
  if (kind == TRI_OP_NONE)
    return is_arithmetic(op) ? LAYOUT_SAME : LAYOUT_FREE;
  if (kind == TRI_OP_STORE && same(operand(op, i), tri_store_value(op)))
    return LAYOUT_LINKED;
  return is_gather_source(op, i) || gives_scalars(op) ? LAYOUT_FREE : roles[kind].role;
}

bool has_same_results(MlirOperation op)
{
  TriOpKind kind = tri_op_kind(op);
  return kind == TRI_OP_NONE ? is_arithmetic(op) : roles[kind].result == SAME;
}

bool has_following_results(MlirOperation op) { return roles[tri_op_kind(op)].result == FOLLOWS; }

bool may_repeat(MlirOperation op)
{
  TriOpKind kind = tri_op_kind(op);
  if (kind == TRI_OP_RESHAPE && tri_reshape_reorder(op))
    return false;
  if (kind != TRI_OP_NONE)
    return roles[kind].repeats;
  return is_arithmetic(op) || is_op(op, "ub.poison");
}

bool puts_together(MlirOperation op)
{
  TriOpKind kind = tri_op_kind(op);
  return (kind == TRI_OP_JOIN || kind == TRI_OP_CAT) && is_block(operand(op, 0));
}

/* ---- links ---- */

TriExtent extent_of_shape(Shape s)
{
  TriExtent e = {0};
  tri_extent_of(s.rank, s.dim, &e);
  return e;
}

static TriExtent extent_of(MlirType t) { return extent_of_shape(shape_of_type(t)); }

static TriLayout squashed(MlirOperation op, TriLayout l)
{
  Shape from = shape_of_type(type_of(operand(op, 0))), to = shape_of_type(type_of(result(op)));
  for (int i = 0; i < from.rank; i++)
    if (from.dim[i] != to.dim[i])
      l = tri_layout_squash(l, i);
  return l;
}

static TriLayout grown(MlirOperation op, TriLayout l)
{
  Shape from = shape_of_type(type_of(operand(op, 0))), to = shape_of_type(type_of(result(op)));
  for (int i = 0; i < from.rank; i++)
    if (from.dim[i] != to.dim[i])
      l = tri_layout_broadcast(l, i, extent_of(type_of(result(op))).bits[i]);
  return l;
}

static TriLayout transposed(MlirOperation op, TriLayout l, bool back)
{
  int order[TRI_LAYOUT_RANK], inverse[TRI_LAYOUT_RANK];
  MlirAttribute attr = attr_of(op, "order");
  for (int i = 0; i < (int)l.rank; i++) {
    order[i] = mlirDenseI32ArrayGetElement(attr, i);
    inverse[order[i]] = i;
  }
  return tri_layout_transpose(l, back ? inverse : order);
}

TriLayout layout_of_operand(MlirOperation op, intptr_t i, TriLayout l)
{
  switch (tri_op_kind(op)) {
  case TRI_OP_EXPAND_DIMS:
    return tri_layout_drop(l, tri_expand_dims_axis(op));
  case TRI_OP_BROADCAST:
    return squashed(op, l);
  case TRI_OP_TRANSPOSE:
    return transposed(op, l, true);
  case TRI_OP_RESHAPE:
    return tri_layout_reshape(l, extent_of(type_of(operand(op, i))));
  case TRI_OP_JOIN:
    return tri_layout_drop(l, (int)l.rank - 1);
  case TRI_OP_SPLIT:
    return tri_layout_join(l);
  case TRI_OP_CAT:
    return tri_layout_halve(l, tri_cat_axis(op));
  default:
    return l;
  }
}

TriLayout layout_of_result(MlirOperation op, TriLayout l)
{
  TriLayout half;
  int bit;
  switch (tri_op_kind(op)) {
  case TRI_OP_EXPAND_DIMS:
    return tri_layout_expand_dims(l, tri_expand_dims_axis(op));
  case TRI_OP_BROADCAST:
    return grown(op, l);
  case TRI_OP_TRANSPOSE:
    return transposed(op, l, false);
  case TRI_OP_RESHAPE:
    return tri_layout_reshape(l, extent_of(type_of(result(op))));
  case TRI_OP_JOIN:
    return tri_layout_join(l);
  case TRI_OP_SPLIT:
    return tri_layout_split(l, &half, &bit) ? half : tri_layout_drop(l, (int)l.rank - 1);
  case TRI_OP_CAT:
    return tri_layout_concat(l, tri_cat_axis(op));
  case TRI_OP_REDUCE:
    return tri_layout_drop(l, tri_reduce_axis(op));
  default:
    return l;
  }
}
