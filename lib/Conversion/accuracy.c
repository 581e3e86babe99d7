#include "Conversion/accuracy.h"
#include "Analysis/externs.h"
#include "Dialect/types.h"
#include "Support/ir.h"
#include "tri-c/Ops.h"

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

static bool is_fold(MlirOperation op)
{
  TriOpKind kind = tri_op_kind(op);
  return kind == TRI_OP_REDUCE || kind == TRI_OP_SCAN;
}

/* The levels of a tree that combines n elements: the logarithm of n, rounded up. */
static int levels(int64_t n)
{
  int l = 0;
  while ((INT64_C(1) << l) < n)
    l++;
  return l;
}

typedef struct {
  MlirOperation fold;
  Accuracy all;
  bool multiplies;
} Region;

/* Each rounding is half an ulp. */
static void add_accuracy(MlirOperation op, void *data)
{
  Region *r = data;
  if (same(op, r->fold))
    return;
  static const char *const factors[] = {"arith.mulf", "arith.divf", "math.fma", NULL};
  Accuracy a = op_accuracy(op);
  r->multiplies |= is_one_of(op, factors);
  if (a.exactness == TRI_EXACT && a.rounds)
    a.exactness = TRI_ORDERED, a.ulp = 0.5;
  if (a.exactness > r->all.exactness)
    r->all.exactness = a.exactness;
  if (a.exactness != TRI_EXACT && r->all.type == TRI_NONE)
    r->all.type = a.type;
  r->all.ulp += a.ulp;
  r->all.cancels |= a.cancels;
}

/* The bounds of docs/semantics.md, in times an op of the region rounds for one result: ⌈log₂ n⌉ + 2 in a sum
 * of n terms. Errors of factors add in any grouping, so n in a product; and there ref is no better in f64. */
static double roundings(const Region *r, int64_t n)
{
  if (!r->multiplies)
    return levels(n) + 2;
  return (double)(n < 2 ? 2 : n) * (r->all.type == TRI_F64 ? 2 : 1);
}

static Accuracy fold_accuracy(MlirOperation op)
{
  Region r = {.fold = op};
  walk(op, add_accuracy, &r);
  int32_t axis = tri_op_kind(op) == TRI_OP_REDUCE ? tri_reduce_axis(op) : tri_scan_axis(op);
  r.all.ulp *= roundings(&r, mlirShapedTypeGetDimSize(type_of(operand(op, 0)), axis));
  r.all.cancels = r.all.cancels && r.all.exactness != TRI_EXACT;
  return r.all;
}

bool op_is_in_fold(MlirOperation op)
{
  for (op = mlirOperationGetParentOperation(op); !is_null(op); op = mlirOperationGetParentOperation(op))
    if (is_fold(op))
      return true;
  return false;
}

/* Sums of floats that several elements or programs add to one place are rounded in an order that is not
 * defined. How many of other programs there are is not known here: as in loops whose rounds are not. */
static Accuracy contended_accuracy(MlirOperation op)
{
  enum { OTHERS = 64 };
  MlirType t = type_of(result(op));
  int64_t n = mlirTypeIsARankedTensor(t) ? shape_count(shape_of_type(t)) : 1;
  return (Accuracy){
      .exactness = TRI_APPROXIMATE, .ulp = (double)(n + OTHERS), .type = result_type(op), .cancels = true};
}

static Accuracy extern_accuracy(MlirOperation op)
{
  const ExternFunction *f = extern_function_of(op);
  return (Accuracy){
      .exactness = f ? f->exactness : TRI_EXACT, .ulp = f ? f->ulp : 0, .type = result_type(op)};
}

Accuracy op_accuracy(MlirOperation op)
{
  if (is_fold(op))
    return fold_accuracy(op);
  if (tri_op_kind(op) == TRI_OP_ATOMIC_RMW && tri_atomic_rmw_kind(op) == TRI_ATOMIC_KIND_FADD)
    return contended_accuracy(op);
  if (tri_op_kind(op) == TRI_OP_EXTERN_CALL)
    return extern_accuracy(op);
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
