#include "Conversion/accuracy.h"
#include "Dialect/types.h"
#include "Support/ir.h"

#include <string.h>

enum { F16 = 1, BF16 = 2, F32 = 4, F64 = 8 };

static const struct {
  const char *op;
  unsigned types;
  TriExactness exactness;
  double ulp;
} rows[] = {
#define X(op, types, exactness, ulp) {op, types, TRI_##exactness, ulp},
#include "Conversion/accuracy.def"
#undef X
};

static unsigned type_bit(TriType t)
{
  return t == TRI_F16 ? F16 : t == TRI_BF16 ? BF16 : t == TRI_F32 ? F32 : t == TRI_F64 ? F64 : 0;
}

static TriType result_type(MlirOperation op)
{
  if (mlirOperationGetNumResults(op) != 1)
    return TRI_NONE;
  MlirType t = type_of(result(op));
  return tri_type_kind(mlirTypeIsAShaped(t) ? mlirShapedTypeGetElementType(t) : t);
}

static bool contracts(MlirOperation op)
{
  Arena a = {0};
  MlirAttribute flags = attr_of(op, "fastmath");
  bool yes = !is_null(flags) && strstr(attr_text(&a, flags), "contract");
  arena_free(&a);
  return yes;
}

static bool may_fuse(MlirOperation sum)
{
  for (intptr_t i = 0; contracts(sum) && i < mlirOperationGetNumOperands(sum); i++) {
    MlirOperation product = def_named(operand(sum, i), "arith.mulf");
    if (!is_null(product) && contracts(product))
      return true;
  }
  return false;
}

static bool is_one_of(MlirOperation op, const char *const *names)
{
  while (*names && !is_op(op, *names))
    names++;
  return *names;
}

Accuracy op_accuracy(MlirOperation op)
{
  static const char *const rounding[] = {"arith.addf", "arith.subf",  "arith.mulf",
                                         "arith.divf", "math.fma",    "arith.truncf",
                                         "math.sqrt",  "tri.fp_cast", NULL};
  Accuracy a = {.type = result_type(op), .rounds = is_one_of(op, rounding)};
  bool sum = is_op(op, "arith.addf") || is_op(op, "arith.subf");
  a.cancels = sum || is_op(op, "math.fma");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if ((rows[i].types & type_bit(a.type)) && is_op(op, rows[i].op)) {
      a.exactness = rows[i].exactness;
      a.ulp = rows[i].ulp;
    }
  if (sum && may_fuse(op)) {
    a.exactness = TRI_ORDERED;
    a.ulp = 1;
  }
  return a;
}
