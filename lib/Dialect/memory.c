/* addptr, load, store: verifiers, inference, folders and canonicalisation. */
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

/* Whether a constant is an integer, or a block of integers, that is zero everywhere. */
static bool is_zero(MlirAttribute constant)
{
  if (!is_null(constant) && mlirAttributeIsADenseElements(constant) && mlirDenseElementsAttrIsSplat(constant))
    constant = mlirDenseElementsAttrGetSplatValue(constant);
  return int_of(constant, 1) == 0;
}

/* p + 0 is p, where that is no change of shape. */
Folded tri_addptr_fold(MlirOperation op, const MlirAttribute *constants)
{
  MlirValue base = tri_addptr_base(op);
  if (is_zero(constants[1]) && same(type_of(base), type_of(tri_addptr_result(op))))
    return (Folded){.value = base};
  return (Folded){.attr = {NULL}};
}

/* ---- masks ---- */

typedef enum { MASK_VARIES, MASK_ALL, MASK_NONE } MaskIs;

static MaskIs mask_is(MlirValue mask)
{
  MlirOperation constant = def_named(mask, "arith.constant");
  if (is_null(constant))
    return MASK_VARIES;
  MlirAttribute value = attr_of(constant, "value");
  if (mlirAttributeIsADenseElements(value)) {
    if (!mlirDenseElementsAttrIsSplat(value))
      return MASK_VARIES;
    return mlirDenseElementsAttrGetBoolSplatValue(value) ? MASK_ALL : MASK_NONE;
  }
  return int_of(value, 0) ? MASK_ALL : MASK_NONE;
}

/* ptr points to what has value's type, element by element. */
static bool points_to(MlirOperation op, MlirValue ptr, MlirValue value)
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

/* A constant of the type whose elements are all zero; null for pointers, of which there are no constants. */
static MlirValue zero(Builder b, MlirType t)
{
  MlirType element = tri_type_element(t);
  MlirAttribute z = tri_type_is_int(element)     ? int_attr(element, 0)
                    : tri_type_is_float(element) ? mlirFloatAttrDoubleGet(mlirTypeGetContext(t), element, 0.0)
                                                 : (MlirAttribute){NULL};
  if (is_null(z))
    return (MlirValue){NULL};
  if (!same(element, t))
    z = mlirDenseElementsAttrSplatGet(t, z);
  return build_with(b, "arith.constant", t, NO_VALS, ATTRS({"value", z}));
}

static MlirAttribute cache_of(MlirOperation op) { return attr_of(op, "cache"); }
static MlirAttribute evict_of(MlirOperation op) { return attr_of(op, "evict"); }

/* A mask that is all true goes, and `else` with it; a load that is masked off everywhere is its `else`, or
 * zero. */
bool tri_load_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  Builder b = before(rw, op);
  MlirValue other = tri_load_other(op), ptr = tri_load_ptr(op);
  MlirType t = type_of(tri_load_result(op));
  const MlirValue absent = {NULL};
  switch (is_null(tri_load_mask(op)) ? MASK_VARIES : mask_is(tri_load_mask(op))) {
  case MASK_VARIES:
    return false;
  case MASK_ALL:
    return replace(b, op,
                   tri_load_build(rw, b.loc, t, ptr, absent, absent, cache_of(op), evict_of(op),
                                  tri_load_is_volatile(op)));
  case MASK_NONE: {
    MlirValue with = is_null(other) ? zero(b, t) : other;
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
  switch (is_null(tri_store_mask(op)) ? MASK_VARIES : mask_is(tri_store_mask(op))) {
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
