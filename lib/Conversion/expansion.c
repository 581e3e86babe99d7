#include "Conversion/expansion.h"
#include "Support/ir.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdio.h>
#include <string.h>

static const Expansion expansions[] = {
#include "expansions.inc"
};
enum { COUNT = sizeof expansions / sizeof *expansions };

/* The type's name in keys; NULL for a type that no expansion is written for. */
static const char *scalar_name(MlirType t)
{
  static const char *const integers[65] = {[1] = "i1", [8] = "i8", [16] = "i16", [32] = "i32", [64] = "i64"};
  if (mlirTypeIsAInteger(t)) {
    unsigned width = mlirIntegerTypeGetWidth(t);
    return width <= 64 ? integers[width] : NULL;
  }
  return mlirTypeIsAF32(t)            ? "f32"
         : mlirTypeIsAF16(t)          ? "f16"
         : mlirTypeIsABF16(t)         ? "bf16"
         : mlirTypeIsAF64(t)          ? "f64"
         : mlirTypeIsAFloat8E4M3FN(t) ? "f8E4M3FN"
         : mlirTypeIsAFloat8E5M2(t)   ? "f8E5M2"
                                      : NULL;
}

/* "toward_zero" for #arith<roundingmode toward_zero>, "" where the op has none. */
static const char *rounding_name(MlirOperation op)
{
  static const char *const names[] = {"to_nearest_even", "downward", "upward", "toward_zero",
                                      "to_nearest_away"};
  int64_t mode = int_of(attr_of(op, "roundingmode"), -1);
  return mode >= 0 && mode < 5 ? names[mode] : "";
}

bool expansion_key(MlirOperation op, char *key, size_t bytes)
{
  if (operand_count(op) < 1 || result_count(op) < 1)
    return false;
  if (is_op(op, "tri.extern_call")) {
    MlirStringRef symbol = text_of(attr_of(op, "symbol"));
    int length = snprintf(key, bytes, "%.*s", (int)symbol.length, symbol.data);
    return length > 0 && (size_t)length < bytes;
  }
  const char *from = scalar_name(type_of(operand(op, 0))), *to = scalar_name(type_of(result(op)));
  if (!from || !to)
    return false;
  const char *mode = rounding_name(op);
  MlirStringRef name = name_of(op);
  int n = snprintf(key, bytes, "%.*s.%s%s%s%s%s", (int)name.length, name.data, from,
                   strcmp(from, to) ? "." : "", strcmp(from, to) ? to : "", *mode ? "." : "", mode);
  return n > 0 && (size_t)n < bytes;
}

static bool holds(const Expansion *e, const Target *t)
{
  return e->capability == CAPABILITY_COUNT || target_can(t, e->capability) == e->wanted;
}

/* The first row whose key is not less. */
static size_t lower_bound(const char *key)
{
  size_t low = 0, high = COUNT;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (strcmp(expansions[middle].key, key) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

const Expansion *expansion_find(const char *key, const Target *t)
{
  for (size_t i = lower_bound(key); i < COUNT && strcmp(expansions[i].key, key) == 0; i++)
    if (holds(&expansions[i], t))
      return &expansions[i];
  return NULL;
}
