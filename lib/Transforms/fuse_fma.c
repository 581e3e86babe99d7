/* tri-fuse-fma: a product that is added becomes one fused multiply-add, where both ops allow it.
 *
 *   %p = arith.mulf %x, %y fastmath<contract> : f32          %r = math.fma %x, %y, %z : f32
 *   %r = arith.addf %p, %z fastmath<contract> : f32     ->
 *
 * `contract` on both ops is the author's permission; without it nothing is fused (docs/semantics.md). It is
 * consumed here, so that fusion is visible in the IR and never decided by LLVM. The product must have no
 * other use. */
#include "Support/ir.h"
#include "Transforms/passes.h"
#include "mlir-c/Dialect/Math.h"

#include <string.h>

static bool may_contract(MlirOperation op)
{
  MlirAttribute flags = attr_of(op, "fastmath");
  if (is_null(flags))
    return false;
  Arena a = {0};
  bool contract = strstr(attr_text(&a, flags), "<contract>") != NULL;
  arena_free(&a);
  return contract;
}

/* The product that v is, where it may be fused into its only user. */
static MlirOperation fusable_product(MlirValue v)
{
  MlirOperation mul = def_named(v, "arith.mulf");
  return !is_null(mul) && has_one_use(v) && may_contract(mul) ? mul : (MlirOperation){NULL};
}

static bool fuse(Builder b, MlirOperation add, MlirOperation mul, MlirValue z)
{
  MlirType t = type_of(result(add));
  replace(b, add, build(b, "math.fma", t, VALS(operand(mul, 0), operand(mul, 1), z)));
  return erase(b, mul);
}

/* x*y + z, in either order. */
static bool fuse_add(Builder b, MlirOperation add)
{
  for (int side = 0; side < 2; side++) {
    MlirOperation mul = fusable_product(operand(add, side));
    if (!is_null(mul))
      return fuse(b, add, mul, operand(add, 1 - side));
  }
  return false;
}

static MlirValue negate(Builder b, MlirValue v) { return build(b, "arith.negf", type_of(v), VALS(v)); }

/* x*y - z is x*y + (-z); z - x*y is (-x)*y + z: negation is exact. */
static bool fuse_sub(Builder b, MlirOperation sub)
{
  MlirOperation left = fusable_product(operand(sub, 0)), right = fusable_product(operand(sub, 1));
  if (!is_null(left))
    return fuse(b, sub, left, negate(b, operand(sub, 1)));
  if (is_null(right))
    return false;
  MlirValue x = negate(b, operand(right, 0));
  replace(b, sub, build(b, "math.fma", type_of(result(sub)), VALS(x, operand(right, 1), operand(sub, 0))));
  return erase(b, right);
}

static void visit(MlirOperation op, void *rw)
{
  bool add = is_op(op, "arith.addf");
  if ((!add && !is_op(op, "arith.subf")) || !may_contract(op))
    return;
  Builder b = before(*(MlirRewriterBase *)rw, op);
  if (add)
    fuse_add(b, op);
  else
    fuse_sub(b, op);
}

static bool run(MlirOperation op, const PassValue *options)
{
  (void)options;
  MlirRewriterBase rw = mlirIRRewriterCreateFromOp(op);
  walk(op, visit, &rw);
  mlirIRRewriterDestroy(rw);
  return true;
}

const PassDesc fuse_fma_pass = {
    .name = "tri-fuse-fma",
    .help = "Fuse a product and a sum that both carry fastmath<contract> into math.fma",
    .run = run,
    .dialects = {mlirGetDialectHandle__math__},
};
