/* Elementwise ops: the op itself, cloned per register with the element's type, but for integers that are
 * another register's plus a constant (lower_strides.h); or per pair of registers with a vector of two, where
 * the table says that type and op pack into one instruction (PTX ISA, Half Precision Floating Point
 * Instructions, .f16x2 and .bf16x2). One rule for all of arith and math. */
#include "Conversion/lower_strides.h"

/* ---- per register ---- */

static MlirOperation clone_with(Lowering *l, MlirOperation op, const MlirValue *operands)
{
  MlirOperation copy = mlirRewriterBaseClone(l->rw, op);
  for (intptr_t i = 0; i < operand_count(op); i++)
    mlirOperationSetOperand(copy, i, operands[i]);
  return copy;
}

static void lower_register(Lowering *l, MlirOperation op, uint32_t r, Parts *results)
{
  MlirValue *operands = arena_array(l->arena, MlirValue, operand_count(op));
  for (intptr_t i = 0; i < operand_count(op); i++)
    operands[i] = part(l, operand(op, i), r);
  MlirOperation copy = clone_with(l, op, operands);
  for (intptr_t i = 0; i < result_count(op); i++) {
    mlirValueSetType(result_at(copy, i), part_type(type_of(result_at(op, i))));
    results[i].at[r] = result_at(copy, i);
  }
}

/* ---- from another register ---- */

/* Of a mask only that it is the same: nothing can be added to a bit. */
static Strides strides_of_result(Lowering *l, MlirOperation op)
{
  MlirType t = part_type(type_of(result(op)));
  if (result_count(op) != 1 || !mlirTypeIsAInteger(t))
    return (Strides){0};
  Strides s = strides_of(l, result(op));
  for (int i = 0; i < F2_MAX && mlirIntegerTypeGetWidth(t) == 1; i++)
    s.known &= s.step[i] ? ~(1u << i) : ~0u;
  return s;
}

/* The element that is the one in register s.base plus a constant; computed before, as the base is less. */
static void lower_stride(Lowering *l, MlirOperation op, uint32_t r, Stride s, Parts *results)
{
  Builder b = at(l, op);
  MlirType t = part_type(type_of(result(op)));
  MlirValue base = results[0].at[s.base];
  results[0].at[r] = s.by ? build(b, "arith.addi", t, VALS(base, int_const(l, b, t, s.by))) : base;
}

/* ---- per pair ---- */

static const char *const packed_ops[] = {"arith.addf",     "arith.subf",     "arith.mulf",    "arith.negf",
                                         "arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf",
                                         "math.fma",       "math.absf"};

bool packs(MlirOperation op, MlirType element)
{
  TriType t = tri_type_kind(element);
  if (t != TRI_F16 && t != TRI_BF16)
    return false;
  for (size_t i = 0; i < sizeof packed_ops / sizeof *packed_ops; i++)
    if (is_op(op, packed_ops[i]))
      return true;
  return false;
}

MlirValue pair_of(Lowering *l, Builder b, MlirValue low, MlirValue high)
{
  MlirType i32 = int_type(l, 32), pair = mlirVectorTypeGet(1, (int64_t[]){2}, type_of(low));
  MlirValue v = build(b, "llvm.mlir.poison", pair, NO_VALS);
  v = build(b, "llvm.insertelement", pair, VALS(v, low, int_const(l, b, i32, 0)));
  return build(b, "llvm.insertelement", pair, VALS(v, high, int_const(l, b, i32, 1)));
}

MlirValue half_of(Lowering *l, Builder b, MlirValue pair, int k)
{
  return build(b, "llvm.extractelement", mlirShapedTypeGetElementType(type_of(pair)),
               VALS(pair, int_const(l, b, int_type(l, 32), k)));
}

static void lower_pair(Lowering *l, MlirOperation op, uint32_t r, Parts *results)
{
  Builder b = at(l, op);
  MlirValue *operands = arena_array(l->arena, MlirValue, operand_count(op));
  for (intptr_t i = 0; i < operand_count(op); i++)
    operands[i] = pair_of(l, b, part(l, operand(op, i), r), part(l, operand(op, i), r + 1));
  MlirOperation copy = clone_with(l, op, operands);
  mlirValueSetType(result(copy), type_of(operands[0]));
  for (int k = 0; k < 2; k++)
    results[0].at[r + (uint32_t)k] = half_of(l, b, result(copy), k);
}

bool lower_elementwise(Lowering *l, MlirOperation op)
{
  MlirType t = type_of(result(op));
  Strides strides = strides_of_result(l, op);
  uint32_t n = register_count(t), step = n >= 2 && packs(op, tri_type_element(t)) ? 2 : 1;
  Parts *results = arena_array(l->arena, Parts, result_count(op));
  for (intptr_t i = 0; i < result_count(op); i++)
    results[i] = new_parts(l, n);
  for (uint32_t r = 0; r < n; r += step)
    if (step == 2)
      lower_pair(l, op, r, results);
    else if (stride_at(&strides, r).base != r)
      lower_stride(l, op, r, stride_at(&strides, r), results);
    else
      lower_register(l, op, r, results);
  for (intptr_t i = 0; i < result_count(op); i++)
    set_parts(l, result_at(op, i), results[i]);
  return true;
}

/* An op without values, the same in every thread. */
bool lower_uniform(Lowering *l, MlirOperation op)
{
  mlirRewriterBaseClone(l->rw, op);
  return true;
}
