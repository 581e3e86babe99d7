/* ptr_to_int, int_to_ptr, bitcast, fp_cast: verifiers, folders and canonicalisation. */
#include "Dialect/constants.h"
#include "Dialect/hooks.h"
#include "Dialect/types.h"
#include "tri-c/Ops.h"

static MlirAttribute encoding_of(MlirType t)
{
  return mlirTypeIsARankedTensor(t) ? mlirRankedTensorTypeGetEncoding(t) : (MlirAttribute){NULL};
}

/* Both have one shape, and one layout where there are layouts. */
static bool same_place(MlirType a, MlirType b)
{
  return shape_equal(shape_of_type(a), shape_of_type(b)) && same(encoding_of(a), encoding_of(b));
}

/* ---- pointers and integers ---- */

/* Of a pointer made from an integer: that integer. */
Folded tri_ptr_to_int_fold(MlirOperation op, const MlirAttribute *constants)
{
  (void)constants;
  MlirOperation made = def_named(tri_ptr_to_int_src(op), "tri.int_to_ptr");
  return is_null(made) ? not_folded : folded_to(tri_int_to_ptr_src(made));
}

static unsigned space_of(MlirType t) { return tri_ptr_address_space(tri_type_element(t)); }

/* Of the address of a pointer: that pointer, its pointee changed. */
bool tri_int_to_ptr_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  MlirOperation made = def_named(tri_int_to_ptr_src(op), "tri.ptr_to_int");
  MlirType to = type_of(tri_int_to_ptr_result(op));
  if (is_null(made) || space_of(type_of(tri_ptr_to_int_src(made))) != space_of(to))
    return false;
  Builder b = before(rw, op);
  return replace(b, op, tri_bitcast_build(rw, b.loc, to, tri_ptr_to_int_src(made)));
}

/* ---- bitcast ---- */

bool tri_bitcast_verify(MlirOperation op)
{
  MlirType from = type_of(tri_bitcast_src(op)), to = type_of(tri_bitcast_result(op));
  return require(op, same_place(from, to), "changes the shape") && /* bitcast_c1 */
         require(op, space_of(from) == space_of(to),               /* bitcast_c2 */
                 "goes from address space %u to %u; a pointer stays where it points", space_of(from),
                 space_of(to));
}

/* To the same type: the source. */
Folded tri_bitcast_fold(MlirOperation op, const MlirAttribute *constants)
{
  (void)constants;
  MlirValue src = tri_bitcast_src(op);
  return same(type_of(src), type_of(tri_bitcast_result(op))) ? folded_to(src) : not_folded;
}

/* Of a bitcast: one bitcast. */
bool tri_bitcast_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  MlirOperation inner = def_named(tri_bitcast_src(op), "tri.bitcast");
  Builder b = before(rw, op);
  return !is_null(inner) &&
         replace(b, op,
                 tri_bitcast_build(rw, b.loc, type_of(tri_bitcast_result(op)), tri_bitcast_src(inner)));
}

/* ---- fp_cast ---- */

static int bytes_of(MlirType t) { return tri_type_bytes(tri_type_kind(tri_type_element(t))); }

bool tri_fp_cast_verify(MlirOperation op)
{
  MlirType from = type_of(tri_fp_cast_src(op)), to = type_of(tri_fp_cast_result(op));
  return require(op, same_place(from, to), "changes the shape") &&   /* fp_cast_c1 */
         require(op, !tri_fp_cast_saturate(op) || bytes_of(to) == 1, /* fp_cast_c2 */
                 "saturates a result that is not of f8E4M3FN or f8E5M2");
}

/* To the same type: the source, unless an infinity in it saturates. */
Folded tri_fp_cast_fold(MlirOperation op, const MlirAttribute *constants)
{
  (void)constants;
  MlirValue src = tri_fp_cast_src(op);
  bool as_it_was = same(type_of(src), type_of(tri_fp_cast_result(op))) && !tri_fp_cast_saturate(op);
  return as_it_was ? folded_to(src) : not_folded;
}

/* Of a float that was made wider, which is exact: the cast of what it was. */
bool tri_fp_cast_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  MlirOperation inner = def(tri_fp_cast_src(op));
  if (is_null(inner) || (tri_op_kind(inner) != TRI_OP_FP_CAST && !is_op(inner, "arith.extf")))
    return false;
  MlirValue narrow = operand(inner, 0);
  if (bytes_of(type_of(narrow)) >= bytes_of(type_of(tri_fp_cast_src(op))))
    return false;
  Builder b = before(rw, op);
  return replace(b, op,
                 tri_fp_cast_build(rw, b.loc, type_of(tri_fp_cast_result(op)), narrow,
                                   tri_fp_cast_rounding(op), tri_fp_cast_saturate(op)));
}
