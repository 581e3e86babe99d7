/* reshape, transpose, join, split, cat: verifiers, inference, folders and canonicalisation. */
#include "Dialect/constants.h"
#include "Dialect/hooks.h"
#include "Dialect/layout_attr.h"
#include "Dialect/types.h"
#include "tri-c/Ops.h"

static const MlirType no_type = {NULL};

static MlirAttribute inferred_attr(Inference in, const char *name)
{
  return is_null(in.attrs) ? in.attrs : mlirDictionaryAttrGetElementByName(in.attrs, str(name));
}

/* A splat of another shape in place of op, whose operand src is a splat. */
static bool replace_by_splat(MlirOperation op, MlirRewriterBase rw, MlirValue src)
{
  MlirOperation splat = def_named(src, "tri.splat");
  Builder b = before(rw, op);
  return !is_null(splat) &&
         replace(b, op, tri_splat_build(rw, b.loc, type_of(result(op)), tri_splat_scalar(splat)));
}

/* ---- reshape ---- */

bool tri_reshape_verify(MlirOperation op)
{
  MlirType from = type_of(tri_reshape_src(op)), to = type_of(tri_reshape_result(op));
  int64_t n = shape_count(shape_of_type(from)), m = shape_count(shape_of_type(to));
  return require(op, n == m, /* reshape_c1 */
                 "goes from %lld elements to %lld", (long long)n, (long long)m) &&
         require(op, same(tri_type_element(from), tri_type_element(to)), /* reshape_c1 */
                 "keeps the element type; numbers are cast by arith.bitcast");
}

/* To the same type: the source. Of a constant: the constant in the new shape. */
Folded tri_reshape_fold(MlirOperation op, const MlirAttribute *constants)
{
  MlirValue src = tri_reshape_src(op);
  MlirType to = type_of(tri_reshape_result(op));
  if (same(type_of(src), to))
    return folded_to(src);
  if (is_null(constants[0]) || !mlirAttributeIsADenseElements(constants[0]))
    return not_folded;
  return folded_attr(mlirDenseElementsAttrReshapeGet(constants[0], to));
}

/* Of a splat: a splat. Of a reshape or expand_dims: one reshape, in any order where one of them is. */
bool tri_reshape_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  MlirValue src = tri_reshape_src(op);
  MlirOperation inner = def(src);
  TriOpKind kind = is_null(inner) ? TRI_OP_NONE : tri_op_kind(inner);
  if (kind != TRI_OP_RESHAPE && kind != TRI_OP_EXPAND_DIMS)
    return replace_by_splat(op, rw, src);
  bool reorder = tri_reshape_reorder(op) || (kind == TRI_OP_RESHAPE && tri_reshape_reorder(inner));
  Builder b = before(rw, op);
  MlirType to = type_of(tri_reshape_result(op));
  return replace(b, op, tri_reshape_build(rw, b.loc, to, operand(inner, 0), reorder));
}

/* ---- transpose ---- */

/* The numbers in an attribute `order`; false where they are not the axes 0 … rank - 1, each once. */
static bool order_of(MlirAttribute attr, int rank, int order[TRI_MAX_RANK])
{
  unsigned seen = 0;
  if (is_null(attr) || mlirDenseArrayGetNumElements(attr) != rank)
    return false;
  for (int k = 0; k < rank; k++) {
    int32_t axis = mlirDenseI32ArrayGetElement(attr, k);
    if (axis < 0 || axis >= rank || (seen & (1u << axis)))
      return false;
    seen |= 1u << axis;
    order[k] = axis;
  }
  return true;
}

MlirType tri_transpose_infer(Inference in)
{
  MlirType t = type_of(in.operands[0]);
  int order[TRI_MAX_RANK];
  if (!require_at(in.loc, tri_type_is_block(t), "'tri.transpose' op expects a block"))
    return no_type;
  Shape s = shape_of_type(t), r = s;
  if (!require_at(in.loc, order_of(inferred_attr(in, "order"), s.rank, order), /* transpose_c1 */
                  "'tri.transpose' op has an order that does not name each of the %d axes of its block once",
                  s.rank))
    return no_type;
  for (int k = 0; k < r.rank; k++)
    r.dim[k] = s.dim[order[k]];
  TriLayout layout;
  MlirAttribute encoding = mlirRankedTensorTypeGetEncoding(t);
  if (layout_of_type(t, &layout))
    encoding = layout_attr(in.context, tri_layout_transpose(layout, order));
  return block_type(r, tri_type_element(t), encoding);
}

/* In the same order: the source. Of a constant whose elements are equal: that constant. */
Folded tri_transpose_fold(MlirOperation op, const MlirAttribute *constants)
{
  MlirAttribute order = tri_transpose_order(op);
  MlirType to = type_of(tri_transpose_result(op));
  bool in_order = true;
  for (intptr_t k = 0; k < mlirDenseArrayGetNumElements(order); k++)
    in_order = in_order && mlirDenseI32ArrayGetElement(order, k) == k;
  if (in_order && same(type_of(tri_transpose_src(op)), to))
    return folded_to(tri_transpose_src(op));
  return folded_splat(to, splat_element(constants[0]));
}

/* Of a splat: a splat. Of a transpose: one transpose. */
bool tri_transpose_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  MlirOperation inner = def_named(tri_transpose_src(op), "tri.transpose");
  if (is_null(inner))
    return replace_by_splat(op, rw, tri_transpose_src(op));
  MlirAttribute outer_order = tri_transpose_order(op), inner_order = tri_transpose_order(inner);
  int32_t order[TRI_MAX_RANK];
  intptr_t rank = mlirDenseArrayGetNumElements(outer_order);
  for (intptr_t k = 0; k < rank; k++)
    order[k] = mlirDenseI32ArrayGetElement(inner_order, mlirDenseI32ArrayGetElement(outer_order, k));
  Builder b = before(rw, op);
  MlirAttribute both = mlirDenseI32ArrayGet(context_of(op), rank, order);
  return replace(
      b, op,
      tri_transpose_build(rw, b.loc, type_of(tri_transpose_result(op)), tri_transpose_src(inner), both));
}

/* ---- join and split ---- */

MlirType tri_join_infer(Inference in)
{
  MlirType t = type_of(in.operands[0]);
  if (!require_at(in.loc, tri_type_is_value(t), "'tri.join' op expects numbers, pointers or blocks of these"))
    return no_type;
  Shape r = shape_of_type(t);
  if (!require_at(in.loc, r.rank < TRI_MAX_RANK,
                  "'tri.join' op makes a block of rank %d; at most %d are allowed", r.rank + 1, TRI_MAX_RANK))
    return no_type;
  r.dim[r.rank++] = 2;
  TriLayout layout;
  MlirAttribute encoding = {NULL};
  if (layout_of_type(t, &layout))
    encoding = layout_attr(in.context, tri_layout_join(layout));
  return block_type(r, tri_type_element(t), encoding);
}

/* Of the two halves of a block: that block. */
Folded tri_join_fold(MlirOperation op, const MlirAttribute *constants)
{
  (void)constants;
  MlirOperation split = def_named(tri_join_lhs(op), "tri.split");
  bool halves = !is_null(split) && mlirValueEqual(tri_join_lhs(op), tri_split_lhs(split)) &&
                mlirValueEqual(tri_join_rhs(op), tri_split_rhs(split)) &&
                same(type_of(tri_split_src(split)), type_of(tri_join_result(op)));
  return halves ? folded_to(tri_split_src(split)) : not_folded;
}

MlirType tri_type_split(MlirType t)
{
  if (!tri_type_is_block(t))
    return t;
  Shape s = shape_of_type(t);
  if (s.dim[s.rank - 1] != 2)
    return t;
  s.rank--;
  TriLayout layout, half;
  MlirAttribute encoding = {NULL};
  int bit;
  if (s.rank && layout_of_type(t, &layout) && tri_layout_split(layout, &half, &bit))
    encoding = layout_attr(mlirTypeGetContext(t), half);
  return s.rank ? block_type(s, tri_type_element(t), encoding) : tri_type_element(t);
}

bool tri_split_verify(MlirOperation op)
{
  Shape s = shape_of_type(type_of(tri_split_src(op)));
  return require(op, s.dim[s.rank - 1] == 2, /* split_c1 */
                 "takes the last axis apart, which has extent %lld; expected 2",
                 (long long)s.dim[s.rank - 1]);
}

/* Of two blocks that have been joined: these. */
bool tri_split_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  MlirOperation join = def_named(tri_split_src(op), "tri.join");
  if (is_null(join) || !same(type_of(tri_join_lhs(join)), type_of(tri_split_lhs(op))))
    return false;
  const MlirValue halves[] = {tri_join_lhs(join), tri_join_rhs(join)};
  mlirRewriterBaseReplaceOpWithValues(rw, op, 2, halves);
  return true;
}

/* ---- cat ---- */

static bool others_equal(Shape a, Shape b, int64_t axis)
{
  for (int k = 0; k < a.rank; k++)
    if (k != axis && a.dim[k] != b.dim[k])
      return false;
  return true;
}

MlirType tri_cat_infer(Inference in)
{
  MlirType l = type_of(in.operands[0]), r = type_of(in.operands[1]);
  if (!require_at(in.loc, tri_type_is_block(l) && tri_type_is_block(r), "'tri.cat' op expects two blocks"))
    return no_type;
  Shape a = shape_of_type(l), b = shape_of_type(r);
  int64_t axis = int_of(inferred_attr(in, "axis"), -1);
  if (!require_at(in.loc, axis >= 0 && axis < a.rank, /* cat_c2 */
                  "'tri.cat' op puts blocks of rank %d together along axis %lld; expected 0 to %d", a.rank,
                  (long long)axis, a.rank - 1) ||
      !require_at(in.loc,
                  a.rank == b.rank && others_equal(a, b, axis) && /* cat_c1 */
                      same(tri_type_element(l), tri_type_element(r)),
                  "'tri.cat' op puts blocks together that differ in more than their extent along axis %lld",
                  (long long)axis))
    return no_type;
  a.dim[axis] += b.dim[axis];
  TriLayout layout;
  MlirAttribute encoding = {NULL};
  if (same(l, r) && layout_of_type(l, &layout))
    encoding = layout_attr(in.context, tri_layout_concat(layout, (int)axis));
  return block_type(a, tri_type_element(l), encoding);
}
