/* range, splat, expand_dims, broadcast: verifiers, inference, folders and canonicalisation. */
#include "Dialect/constants.h"
#include "Dialect/hooks.h"
#include "Dialect/layout_attr.h"
#include "Dialect/types.h"
#include "Support/ir.h"
#include "tri-c/Ops.h"

/* ---- range ---- */

bool tri_range_verify(MlirOperation op)
{
  MlirType t = type_of(tri_range_result(op)), element = tri_type_element(t);
  Shape s = shape_of_type(t);
  TriType kind = tri_type_kind(element);
  if (!require(op, s.rank == 1 && kind != TRI_I1, /* range_c1 */
               "makes a block of rank 1 of i8, i16, i32 or i64; for more axes use tri.expand_dims"))
    return false;
  int64_t start = tri_range_start(op), last, top = INT64_MAX >> (64 - 8 * tri_type_bytes(kind));
  bool fits = !__builtin_add_overflow(start, s.dim[0] - 1, &last) && start >= -top - 1 && last <= top;
  return require(op, fits, /* range_c2 */
                 "counts from %lld over %lld elements, past the range of %s", (long long)start,
                 (long long)s.dim[0], tri_type_name(kind));
}

/* A range of one element is a constant. */
Folded tri_range_fold(MlirOperation op, const MlirAttribute *constants)
{
  (void)constants;
  MlirType t = type_of(tri_range_result(op));
  if (shape_count(shape_of_type(t)) != 1)
    return not_folded;
  return folded_splat(t, int_attr(tri_type_element(t), tri_range_start(op)));
}

/* ---- splat ---- */

/* A splat of a constant is a constant. */
Folded tri_splat_fold(MlirOperation op, const MlirAttribute *constants)
{
  MlirAttribute scalar = constants[0];
  if (is_null(scalar) || !(mlirAttributeIsAInteger(scalar) || mlirAttributeIsAFloat(scalar)))
    return not_folded;
  return folded_splat(type_of(tri_splat_result(op)), scalar);
}

/* ---- expand_dims ---- */

MlirType tri_expand_dims_infer(Inference in)
{
  MlirType t = type_of(in.operands[0]);
  Shape s = shape_of_type(t), r = {.rank = s.rank + 1};
  int64_t axis = int_of(mlirDictionaryAttrGetElementByName(in.attrs, str("axis")), -1);
  if (!require_at(in.loc, tri_type_is_block(t), "'tri.expand_dims' op expects a block") ||
      !require_at(in.loc, axis >= 0 && axis <= s.rank, /* expand_dims_c1 */
                  "'tri.expand_dims' op inserts axis %lld into a block of rank %d; expected 0 to %d",
                  (long long)axis, s.rank, s.rank) ||
      !require_at(in.loc, r.rank <= TRI_MAX_RANK,
                  "'tri.expand_dims' op makes a block of rank %d; at most %d are allowed", r.rank,
                  TRI_MAX_RANK))
    return (MlirType){NULL};
  for (int i = 0; i < r.rank; i++)
    r.dim[i] = i == axis ? 1 : s.dim[i - (i > axis)];
  TriLayout layout;
  MlirAttribute encoding = mlirRankedTensorTypeGetEncoding(t);
  if (layout_of_type(t, &layout))
    encoding = layout_attr(in.context, tri_layout_expand_dims(layout, (int)axis));
  return block_type(r, tri_type_element(t), encoding);
}

/* Of a constant whose elements are equal: the same constant in the new shape. */
Folded tri_expand_dims_fold(MlirOperation op, const MlirAttribute *constants)
{
  return folded_splat(type_of(tri_expand_dims_result(op)), splat_element(constants[0]));
}

/* Of a splat: a splat. */
bool tri_expand_dims_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  MlirOperation splat = def_named(tri_expand_dims_src(op), "tri.splat");
  Builder b = before(rw, op);
  return !is_null(splat) &&
         replace(b, op,
                 tri_splat_build(rw, b.loc, type_of(tri_expand_dims_result(op)), tri_splat_scalar(splat)));
}

/* ---- broadcast ---- */

bool tri_broadcast_verify(MlirOperation op)
{
  MlirType from = type_of(tri_broadcast_src(op)), to = type_of(tri_broadcast_result(op));
  Shape s = shape_of_type(from), r = shape_of_type(to);
  if (!require(op, s.rank == r.rank, /* broadcast_c1 */
               "goes from rank %d to rank %d; add axes with tri.expand_dims first", s.rank, r.rank) ||
      !require(op, same(tri_type_element(from), tri_type_element(to)), /* broadcast_c1 */
               "keeps the element type"))
    return false;
  for (int i = 0; i < s.rank; i++)
    if (!require(op, s.dim[i] == r.dim[i] || s.dim[i] == 1, /* broadcast_c2 */
                 "repeats axis %d from extent %lld to %lld; only extent 1 is repeated", i,
                 (long long)s.dim[i], (long long)r.dim[i]))
      return false;
  return true;
}

/* To the same type: the source. Of a constant whose elements are equal: that constant, larger. */
Folded tri_broadcast_fold(MlirOperation op, const MlirAttribute *constants)
{
  MlirValue src = tri_broadcast_src(op), r = tri_broadcast_result(op);
  if (same(type_of(src), type_of(r)))
    return folded_to(src);
  return folded_splat(type_of(r), splat_element(constants[0]));
}

/* Of a splat: a splat. Of a broadcast: one broadcast. */
bool tri_broadcast_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  MlirOperation inner = def(tri_broadcast_src(op));
  MlirType to = type_of(tri_broadcast_result(op));
  Builder b = before(rw, op);
  switch (is_null(inner) ? TRI_OP_NONE : tri_op_kind(inner)) {
  case TRI_OP_SPLAT:
    return replace(b, op, tri_splat_build(rw, b.loc, to, tri_splat_scalar(inner)));
  case TRI_OP_BROADCAST:
    return replace(b, op, tri_broadcast_build(rw, b.loc, to, tri_broadcast_src(inner)));
  default:
    return false;
  }
}
