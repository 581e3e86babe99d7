/* gather, histogram: verifiers, inference and canonicalisation. */
#include "Dialect/constants.h"
#include "Dialect/hooks.h"
#include "Dialect/types.h"
#include "tri-c/Ops.h"

/* ---- gather ---- */

MlirType tri_gather_infer(Inference in)
{
  const MlirType no_type = {NULL};
  MlirType src = type_of(in.operands[0]), index = type_of(in.operands[1]);
  if (!require_at(in.loc, tri_type_is_block(src) && tri_type_is_int_block(index),
                  "'tri.gather' op expects a block and a block of integers"))
    return no_type;
  Shape s = shape_of_type(src), i = shape_of_type(index);
  int64_t axis = int_of(mlirDictionaryAttrGetElementByName(in.attrs, str("axis")), -1);
  if (!require_at(in.loc,
                  s.rank == i.rank && tri_type_kind(tri_type_element(index)) != TRI_I1, /* gather_c1 */
                  "'tri.gather' op has an index that is not of rank %d and of i8, i16, i32 or i64", s.rank) ||
      !require_at(in.loc, axis >= 0 && axis < s.rank, /* gather_c2 */
                  "'tri.gather' op picks along axis %lld of a block of rank %d; expected 0 to %d",
                  (long long)axis, s.rank, s.rank - 1))
    return no_type;
  for (int k = 0; k < s.rank; k++)
    if (!require_at(in.loc, k == axis || s.dim[k] == i.dim[k], /* gather_c3 */
                    "'tri.gather' op has an index of extent %lld on axis %d, where its block has %lld",
                    (long long)i.dim[k], k, (long long)s.dim[k]))
      return no_type;
  return tri_type_with_element(index, tri_type_element(src));
}

/* ---- histogram ---- */

bool tri_histogram_verify(MlirOperation op)
{
  MlirType t = type_of(tri_histogram_result(op));
  return require(op, shape_of_type(t).rank == 1 && tri_type_kind(tri_type_element(t)) == TRI_I32,
                 "counts into a block that is not of rank 1 and of i32"); /* histogram_c1 */
}

bool tri_histogram_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  return simplify_mask(op, rw, tri_histogram_mask(op));
}
