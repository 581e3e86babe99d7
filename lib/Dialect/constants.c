#include "Dialect/constants.h"

#include "Dialect/types.h"
#include "tri-c/Ops.h"

#include <math.h>

MlirAttribute constant_of(MlirValue v)
{
  MlirOperation constant = def_named(v, "arith.constant");
  return is_null(constant) ? (MlirAttribute){NULL} : attr_of(constant, "value");
}

MlirAttribute splat_element(MlirAttribute constant)
{
  if (is_null(constant) || !mlirAttributeIsADenseElements(constant) ||
      !mlirDenseElementsAttrIsSplat(constant))
    return (MlirAttribute){NULL};
  return mlirDenseElementsAttrGetSplatValue(constant);
}

Folded folded_splat(MlirType block, MlirAttribute element)
{
  return is_null(element) ? not_folded : folded_attr(mlirDenseElementsAttrSplatGet(block, element));
}

bool is_zero(MlirAttribute constant)
{
  MlirAttribute element = splat_element(constant);
  if (is_null(element))
    element = constant;
  if (is_null(element) || !mlirAttributeIsAFloat(element))
    return int_of(element, 1) == 0;
  double value = mlirFloatAttrGetValueDouble(element);
  return fpclassify(value) == FP_ZERO && !signbit(value);
}

MlirValue zero(Builder b, MlirType t)
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

bool is_uniform(MlirValue block)
{
  return !is_null(def_named(block, "tri.splat")) || !is_null(splat_element(constant_of(block)));
}

MlirValue uniform_scalar(Builder b, MlirValue block)
{
  MlirOperation splat = def_named(block, "tri.splat");
  if (!is_null(splat))
    return tri_splat_scalar(splat);
  MlirAttribute element = splat_element(constant_of(block));
  if (is_null(element))
    return (MlirValue){NULL};
  return build_with(b, "arith.constant", mlirAttributeGetType(element), NO_VALS, ATTRS({"value", element}));
}

MlirValue splat_to(Builder b, MlirType t, MlirValue scalar)
{
  return tri_type_is_block(t) ? tri_splat_build(b.rw, b.loc, t, scalar) : scalar;
}

MaskIs mask_is(MlirValue mask)
{
  MlirAttribute value = constant_of(mask);
  if (is_null(value))
    return MASK_VARIES;
  if (mlirAttributeIsADenseElements(value)) {
    if (!mlirDenseElementsAttrIsSplat(value))
      return MASK_VARIES;
    return mlirDenseElementsAttrGetBoolSplatValue(value) ? MASK_ALL : MASK_NONE;
  }
  return int_of(value, 0) ? MASK_ALL : MASK_NONE;
}

static bool drop_last_operand(MlirOperation op, MlirRewriterBase rw)
{
  Arena a = {0};
  intptr_t n = operand_count(op) - 1;
  MlirValue *rest = arena_array(&a, MlirValue, n);
  for (intptr_t i = 0; i < n; i++)
    rest[i] = operand(op, i);
  mlirRewriterBaseStartOpModification(rw, op);
  mlirOperationSetOperands(op, n, rest);
  mlirRewriterBaseFinalizeOpModification(rw, op);
  arena_free(&a);
  return true;
}

bool simplify_mask(MlirOperation op, MlirRewriterBase rw, MlirValue mask)
{
  Builder b = before(rw, op);
  switch (mask_is(mask)) {
  case MASK_VARIES:
    return false;
  case MASK_ALL:
    return drop_last_operand(op, rw);
  case MASK_NONE:
    return replace(b, op, zero(b, type_of(result(op))));
  }
  return false;
}
