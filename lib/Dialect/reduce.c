/* reduce, scan: canonicalisation. */
#include "Dialect/constants.h"
#include "Dialect/hooks.h"
#include "Dialect/prune.h"
#include "Dialect/region.h"
#include "Dialect/types.h"
#include "tri-c/Ops.h"

static int64_t extent_along(MlirOperation op, int32_t axis)
{
  return shape_of_type(type_of(operand(op, 0))).dim[axis];
}

/* The op, if it is all that the region is, on the single operand; else null. */
static MlirOperation only_combiner(MlirOperation op)
{
  return operand_count(op) == 1 ? tri_combiner_of(op, 0) : (MlirOperation){NULL};
}

/* nsw and nuw: too large a sum is undefined. */
static bool has_flags(MlirOperation combiner)
{
  MlirAttribute flags = attr_of(combiner, "overflowFlags");
  return !is_null(flags) && !mlirAttributeEqual(flags, mlirAttributeParseGet(context_of(combiner),
                                                                             str("#arith.overflow<none>")));
}

/* ---- of equal elements ---- */

static uint64_t power(uint64_t x, int64_t n)
{
  uint64_t r = 1;
  for (; n; n >>= 1, x *= x)
    if (n & 1)
      r *= x;
  return r;
}

/* v combined n times with itself by add, mul or xor of integers; false for other ops. */
static bool combine_equal(MlirOperation combiner, uint64_t v, int64_t n, uint64_t *r)
{
  if (has_flags(combiner))
    return false;
  *r = is_op(combiner, "arith.addi")   ? v * (uint64_t)n
       : is_op(combiner, "arith.muli") ? power(v, n)
       : n % 2                         ? v
                                       : 0;
  return is_op(combiner, "arith.addi") || is_op(combiner, "arith.muli") || is_op(combiner, "arith.xori");
}

/* The integer of w bits as its sign-extended value, as attributes of signless integers are made. */
static int64_t sign_extended(uint64_t v, unsigned w) { return (int64_t)(v << (64 - w)) >> (64 - w); }

static MlirValue constant(Builder b, MlirType t, MlirAttribute element)
{
  MlirAttribute value = tri_type_is_block(t) ? mlirDenseElementsAttrSplatGet(t, element) : element;
  return build_with(b, "arith.constant", t, NO_VALS, ATTRS({"value", value}));
}

/* Integers that are all the same constant, added, multiplied or xored. */
static bool reduce_constant(MlirOperation op, MlirRewriterBase rw, MlirOperation combiner)
{
  MlirAttribute element = splat_element(constant_of(operand(op, 0)));
  uint64_t r;
  if (is_null(combiner) || is_null(element) || !mlirAttributeIsAInteger(element) ||
      !combine_equal(combiner, (uint64_t)int_of(element, 0), extent_along(op, tri_reduce_axis(op)), &r))
    return false;
  Builder b = before(rw, op);
  MlirType t = mlirAttributeGetType(element);
  int64_t value = sign_extended(r, (unsigned)mlirIntegerTypeGetWidth(t));
  return replace(b, op, constant(b, type_of(result(op)), int_attr(t, value)));
}

/* One of equal elements, which a minimum, maximum, and, or give back, or which is the only one along the
 * axis. */
static bool reduce_uniform(MlirOperation op, MlirRewriterBase rw, MlirOperation combiner)
{
  bool gives_it = operand_count(op) == 1 && (extent_along(op, tri_reduce_axis(op)) == 1 ||
                                             (!is_null(combiner) && tri_combiner_is_idempotent(combiner)));
  Builder b = before(rw, op);
  MlirValue scalar = gives_it ? uniform_scalar(b, operand(op, 0)) : (MlirValue){NULL};
  return !is_null(scalar) && replace(b, op, splat_to(b, type_of(result(op)), scalar));
}

/* ---- reduce ---- */

/* The axis of extent 1 goes, and with it the op; not where a scalar would have to be taken out of a block. */
static bool reduce_nothing(MlirOperation op, MlirRewriterBase rw)
{
  MlirType t = type_of(operand(op, 0));
  if (extent_along(op, tri_reduce_axis(op)) != 1 || shape_of_type(t).rank == 1 ||
      !is_null(mlirRankedTensorTypeGetEncoding(t)))
    return false;
  Arena a = {0};
  Builder b = before(rw, op);
  intptr_t n = operand_count(op);
  MlirValue *made = arena_array(&a, MlirValue, n);
  for (intptr_t k = 0; k < n; k++)
    made[k] = tri_reshape_build(rw, b.loc, type_of(result_at(op, k)), operand(op, k), false);
  mlirRewriterBaseReplaceOpWithValues(rw, op, n, made);
  arena_free(&a);
  return true;
}

bool tri_reduce_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  MlirOperation combiner = only_combiner(op);
  return reduce_nothing(op, rw) || reduce_uniform(op, rw, combiner) || reduce_constant(op, rw, combiner) ||
         prune(op, rw, true);
}

/* ---- scan ---- */

/* Along an axis of extent 1, or of equal elements that combine to themselves: the operands. */
static bool scan_nothing(MlirOperation op, MlirRewriterBase rw)
{
  MlirOperation combiner = only_combiner(op);
  bool same_again = !is_null(combiner) && tri_combiner_is_idempotent(combiner) && is_uniform(operand(op, 0));
  if (extent_along(op, tri_scan_axis(op)) != 1 && !same_again)
    return false;
  Arena a = {0};
  intptr_t n = operand_count(op);
  MlirValue *operands = arena_array(&a, MlirValue, n);
  for (intptr_t k = 0; k < n; k++)
    operands[k] = operand(op, k);
  mlirRewriterBaseReplaceOpWithValues(rw, op, n, operands);
  arena_free(&a);
  return true;
}

bool tri_scan_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  return scan_nothing(op, rw) || prune(op, rw, true);
}
