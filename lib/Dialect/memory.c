/* addptr, load, store: verifiers, inference, folders and canonicalisation. */
#include "Dialect/memory.h"

#include "Dialect/constants.h"
#include "Dialect/hooks.h"
#include "Dialect/types.h"
#include "Support/ir.h"
#include "tri-c/Ops.h"

/* ---- addptr ---- */

/* The parts are of the kinds that addptr takes; the parser infers before it verifies. */
static bool addptr_kinds_fit(MlirLocation loc, MlirType base, MlirType offset)
{
  Arena a = {0};
  bool ok =
      require_at(loc, tri_type_is_ptr_like(base),
                 "'tri.addptr' op moves a value of type '%s'; expected a pointer or block of pointers",
                 type_text(&a, base)) &&
      require_at(loc, tri_type_is_int_like(offset),
                 "'tri.addptr' op moves by a value of type '%s'; expected an integer or block of integers",
                 type_text(&a, offset));
  arena_free(&a);
  return ok;
}

MlirType tri_addptr_infer(Inference in)
{
  MlirType base = type_of(in.operands[0]), offset = type_of(in.operands[1]);
  if (!addptr_kinds_fit(in.loc, base, offset))
    return (MlirType){NULL};
  Shape b = shape_of_type(base), o = shape_of_type(offset);
  if (!require_at(in.loc, b.rank == 0 || o.rank == 0 || shape_equal(b, o), /* addptr_c1 */
                  "'tri.addptr' op moves a block of pointers by a block of offsets of another shape"))
    return (MlirType){NULL};
  return b.rank ? base : tri_type_with_element(offset, base);
}

/* p + 0 is p, where that is no change of shape. */
Folded tri_addptr_fold(MlirOperation op, const MlirAttribute *constants)
{
  MlirValue base = tri_addptr_base(op);
  if (is_zero(constants[1]) && same(type_of(base), type_of(tri_addptr_result(op))))
    return (Folded){.value = base};
  return (Folded){.attr = {NULL}};
}

/* The sum of two constant offsets in the wider of their types, in the shape of the one that is a block; null
 * where one of them is no integer that is equal everywhere, or where the sum does not fit. */
static MlirAttribute offset_sum(MlirAttribute a, MlirAttribute b)
{
  MlirAttribute x = splat_element(a), y = splat_element(b);
  MlirAttribute shaped = is_null(x) ? b : a;
  x = is_null(x) ? a : x;
  y = is_null(y) ? b : y;
  if (is_null(x) || is_null(y) || !mlirAttributeIsAInteger(x) || !mlirAttributeIsAInteger(y))
    return (MlirAttribute){NULL};
  MlirType s = mlirAttributeGetType(x), t = mlirAttributeGetType(y);
  MlirType wide = mlirIntegerTypeGetWidth(s) > mlirIntegerTypeGetWidth(t) ? s : t;
  int unused = 64 - (int)mlirIntegerTypeGetWidth(wide);
  int64_t sum;
  if (__builtin_add_overflow(mlirIntegerAttrGetValueInt(x), mlirIntegerAttrGetValueInt(y), &sum) ||
      sum < INT64_MIN >> unused || sum > INT64_MAX >> unused)
    return (MlirAttribute){NULL};
  MlirAttribute element = int_attr(wide, sum);
  return mlirAttributeIsADenseElements(shaped)
             ? mlirDenseElementsAttrSplatGet(tri_type_with_element(mlirAttributeGetType(shaped), wide),
                                             element)
             : element;
}

/* (p + a) + b is p + (a + b) where a and b are constants whose sum does not wrap. */
static bool merge_constant_offsets(MlirOperation op, MlirRewriterBase rw)
{
  MlirOperation inner = def_named(tri_addptr_base(op), "tri.addptr");
  if (is_null(inner))
    return false;
  MlirAttribute sum = offset_sum(constant_of(tri_addptr_offset(inner)), constant_of(tri_addptr_offset(op)));
  if (is_null(sum))
    return false;
  Builder b = before(rw, op);
  MlirValue offset =
      build_with(b, "arith.constant", mlirAttributeGetType(sum), NO_VALS, ATTRS({"value", sum}));
  MlirType to = type_of(tri_addptr_result(op));
  return replace(b, op, tri_addptr_build(rw, b.loc, to, tri_addptr_base(inner), offset));
}

/* A splat of a pointer that a block moves is the pointer; one that a scalar moves is moved and then splat. */
static bool move_scalar(MlirOperation op, MlirRewriterBase rw)
{
  MlirOperation splat = def_named(tri_addptr_base(op), "tri.splat");
  MlirValue offset = tri_addptr_offset(op);
  MlirType to = type_of(tri_addptr_result(op));
  if (is_null(splat))
    return false;
  Builder b = before(rw, op);
  MlirValue p = tri_splat_scalar(splat);
  if (mlirTypeIsARankedTensor(type_of(offset)))
    return replace(b, op, tri_addptr_build(rw, b.loc, to, p, offset));
  MlirValue moved = tri_addptr_build(rw, b.loc, type_of(p), p, offset);
  return replace(b, op, tri_splat_build(rw, b.loc, to, moved));
}

bool tri_addptr_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  return merge_constant_offsets(op, rw) || move_scalar(op, rw);
}

/* ---- load and store ---- */

bool points_to(MlirOperation op, MlirValue ptr, MlirValue value)
{
  MlirType p = type_of(ptr), v = type_of(value), pointee = tri_ptr_pointee(tri_type_element(p));
  Arena a = {0};
  bool ok = require(op, same(p, tri_type_with_element(v, tri_type_element(p))),
                    "has a pointer of type '%s' for a value of type '%s'; expected the same shape",
                    type_text(&a, p), type_text(&a, v)) &&
            require(op, same(pointee, tri_type_element(v)), "has a pointer to '%s' for a value of '%s'",
                    type_text(&a, pointee), type_text(&a, tri_type_element(v)));
  arena_free(&a);
  return ok;
}

/* The cache operator is one of the four from first on that this access may have. */
static bool cache_fits(MlirOperation op, bool fits, const char *allowed)
{
  return require(op, fits, "has a cache operator that does not go with it; expected one of %s", allowed);
}

/* ---- load ---- */

bool tri_load_verify(MlirOperation op)
{
  TriCache cache = tri_load_has_cache(op) ? tri_load_cache(op) : TRI_CACHE_CA;
  return points_to(op, tri_load_ptr(op), tri_load_result(op)) &&                 /* load_c1 */
         require(op, is_null(tri_load_other(op)) || !is_null(tri_load_mask(op)), /* load_c2 */
                 "says what masked-off elements are ('else') but has no mask ('where')") &&
         cache_fits(op, cache <= TRI_CACHE_CV, "ca, cg, cs, cv"); /* load_c3 */
}

static MlirAttribute cache_of(MlirOperation op) { return attr_of(op, "cache"); }
static MlirAttribute evict_of(MlirOperation op) { return attr_of(op, "evict"); }

static MlirValue rebuilt_load(MlirOperation op, Builder b, MlirValue mask, MlirValue other)
{
  return tri_load_build(b.rw, b.loc, type_of(tri_load_result(op)), tri_load_ptr(op), mask, other,
                        cache_of(op), evict_of(op), tri_load_is_volatile(op));
}

/* Whether v is there before op: in its block or in one around it. */
static bool is_before(MlirValue v, MlirOperation op)
{
  MlirOperation made = def(v);
  MlirBlock home = is_null(made) ? mlirBlockArgumentGetOwner(v) : mlirOperationGetBlock(made);
  while (!is_null(op) && !mlirBlockEqual(mlirOperationGetBlock(op), home))
    op = mlirOperationGetParentOperation(op);
  return !is_null(op) && (is_null(made) || mlirOperationIsBeforeInBlock(made, op));
}

/* The select that is the load's only use, with the load's mask for its condition and the load where it holds;
 * or null. */
static MlirOperation select_of_load(MlirOperation op)
{
  const MlirOperation no_op = {NULL};
  if (!has_one_use(tri_load_result(op)))
    return no_op;
  MlirOperation select = mlirOpOperandGetOwner(mlirValueGetFirstUse(tri_load_result(op)));
  return is_op(select, "arith.select") && mlirValueEqual(operand(select, 0), tri_load_mask(op)) &&
                 mlirValueEqual(operand(select, 1), tri_load_result(op))
             ? select
             : no_op;
}

/* What a select puts where the mask is off is the load's `else`. */
static bool take_selected(MlirOperation op, MlirRewriterBase rw)
{
  MlirOperation select = select_of_load(op);
  if (is_null(select) || !is_before(operand(select, 2), op))
    return false;
  MlirValue load = rebuilt_load(op, before(rw, op), tri_load_mask(op), operand(select, 2));
  replace(before(rw, select), select, load);
  return erase(before(rw, op), op);
}

/* Zero is what is masked off without saying so. */
static bool drop_zero(MlirOperation op, MlirRewriterBase rw)
{
  MlirValue other = tri_load_other(op);
  if (is_null(other) || !is_zero(constant_of(other)))
    return false;
  Builder b = before(rw, op);
  return replace(b, op, rebuilt_load(op, b, tri_load_mask(op), (MlirValue){NULL}));
}

/* A mask that is all true goes, and `else` with it; a load that is masked off everywhere is its `else`, or
 * zero. */
bool tri_load_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  Builder b = before(rw, op);
  MlirValue other = tri_load_other(op);
  const MlirValue absent = {NULL};
  switch (mask_is(tri_load_mask(op))) {
  case MASK_VARIES:
    return !is_null(tri_load_mask(op)) && (take_selected(op, rw) || drop_zero(op, rw));
  case MASK_ALL:
    return replace(b, op, rebuilt_load(op, b, absent, absent));
  case MASK_NONE: {
    MlirValue with = is_null(other) ? zero(b, type_of(tri_load_result(op))) : other;
    return !is_null(with) && replace(b, op, with);
  }
  }
  return false;
}

/* ---- store ---- */

bool tri_store_verify(MlirOperation op)
{
  TriCache cache = tri_store_has_cache(op) ? tri_store_cache(op) : TRI_CACHE_WB;
  bool fits =
      cache == TRI_CACHE_WB || cache == TRI_CACHE_CG || cache == TRI_CACHE_CS || cache == TRI_CACHE_WT;
  return points_to(op, tri_store_ptr(op), tri_store_value(op)) && /* store_c1 */
         cache_fits(op, fits, "wb, cg, cs, wt");                  /* store_c2 */
}

/* A mask that is all true goes; a store that is masked off everywhere goes. */
bool tri_store_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  Builder b = before(rw, op);
  switch (mask_is(tri_store_mask(op))) {
  case MASK_VARIES:
    return false;
  case MASK_ALL:
    tri_store_build(rw, b.loc, tri_store_value(op), tri_store_ptr(op), (MlirValue){NULL}, cache_of(op),
                    evict_of(op), tri_store_is_volatile(op));
    return erase(b, op);
  case MASK_NONE:
    return erase(b, op);
  }
  return false;
}
