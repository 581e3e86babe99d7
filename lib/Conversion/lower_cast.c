/* Ops of one element of tri's own: casts, clamp, mulhi; and assume, which computes nothing. Each becomes ops
 * of arith on scalars, per register; what the target lacks of those is tri-expand-scalars' concern.
 *
 *   tri.fp_cast %x saturate : f64 to f8E4M3FN     ->   minimumf, maximumf with 448; truncf
 *   tri.fp_cast %x : f16 to bf16                  ->   extf to f32, which is exact; truncf
 *   tri.mulhi signed %a, %b : i16                 ->   extsi to i32, muli, shrui by 16, trunci
 *   tri.clamp %x, %low, %high                     ->   minnumf(maxnumf(x, low), high)
 *
 * Rounding happens once: only the last conversion may be to a narrower format. */
#include "Conversion/lower.h"

#include "tri-c/Ops.h"

/* One element of op's result from those of its operands. */
typedef MlirValue OfElements(Lowering *l, MlirOperation op, const MlirValue *operands);

static bool per_register(Lowering *l, MlirOperation op, OfElements *lowered)
{
  Parts p = new_parts(l, register_count(type_of(result(op))));
  MlirValue *operands = arena_array(l->arena, MlirValue, operand_count(op));
  for (uint32_t r = 0; r < p.n; r++) {
    for (intptr_t i = 0; i < operand_count(op); i++)
      operands[i] = part(l, operand(op, i), r);
    p.at[r] = lowered(l, op, operands);
  }
  set_parts(l, result(op), p);
  return true;
}

/* ---- pointers ---- */

static MlirValue cast_pointer(Lowering *l, MlirOperation op, const MlirValue *operands)
{
  MlirType to = part_type(type_of(result(op)));
  switch (tri_op_kind(op)) {
  case TRI_OP_PTR_TO_INT:
    return build(at(l, op), "llvm.ptrtoint", to, VALS(operands[0]));
  case TRI_OP_INT_TO_PTR:
    return build(at(l, op), "llvm.inttoptr", to, VALS(operands[0]));
  default:
    return operands[0];
  }
}

/* ptr_to_int, int_to_ptr, and bitcast, whose result is the same pointer. */
bool lower_pointer_cast(Lowering *l, MlirOperation op) { return per_register(l, op, cast_pointer); }

/* ---- mulhi ---- */

enum { MULTIPLIED_BITS = 32 }; /* narrower integers are widened to these */

static MlirValue high_of_narrow(Lowering *l, MlirOperation op, const MlirValue *operands, int bits)
{
  Builder b = at(l, op);
  bool is_signed = tri_mulhi_signedness(op) == TRI_SIGNEDNESS_SIGNED;
  MlirType wide = int_type(l, MULTIPLIED_BITS), t = type_of(operands[0]);
  const char *extend = is_signed ? "arith.extsi" : "arith.extui";
  MlirValue product =
      build(b, "arith.muli", wide,
            VALS(build(b, extend, wide, VALS(operands[0])), build(b, extend, wide, VALS(operands[1]))));
  MlirValue high = build(b, "arith.shrui", wide, VALS(product, int_const(l, b, wide, bits)));
  return build(b, "arith.trunci", t, VALS(high));
}

static MlirValue high_of_product(Lowering *l, MlirOperation op, const MlirValue *operands)
{
  MlirType t = type_of(operands[0]), both[2] = {t, t};
  int bits = (int)mlirIntegerTypeGetWidth(t);
  if (bits < MULTIPLIED_BITS)
    return high_of_narrow(l, op, operands, bits);
  bool is_signed = tri_mulhi_signedness(op) == TRI_SIGNEDNESS_SIGNED;
  MlirOperation product = build_op(at(l, op), is_signed ? "arith.mulsi_extended" : "arith.mului_extended",
                                   both, 2, VALS(operands[0], operands[1]), (Attrs){0, NULL});
  return result_at(product, 1);
}

bool lower_mulhi(Lowering *l, MlirOperation op) { return per_register(l, op, high_of_product); }

/* ---- clamp ---- */

static MlirValue clamped(Lowering *l, MlirOperation op, const MlirValue *operands)
{
  Builder b = at(l, op);
  bool nan = tri_clamp_propagate_nan(op);
  MlirType t = type_of(operands[0]);
  MlirValue raised = build(b, nan ? "arith.maximumf" : "arith.maxnumf", t, VALS(operands[0], operands[1]));
  return build(b, nan ? "arith.minimumf" : "arith.minnumf", t, VALS(raised, operands[2]));
}

bool lower_clamp(Lowering *l, MlirOperation op) { return per_register(l, op, clamped); }

/* ---- fp_cast ---- */

static unsigned width_of(MlirType t) { return mlirFloatTypeGetWidth(t); }

static MlirValue limited(Builder b, MlirValue v, double limit)
{
  MlirType t = type_of(v);
  MlirContext c = mlirTypeGetContext(t);
  MlirAttribute high = mlirFloatAttrDoubleGet(c, t, limit), low = mlirFloatAttrDoubleGet(c, t, -limit);
  v = build(b, "arith.minimumf", t,
            VALS(v, build_with(b, "arith.constant", t, NO_VALS, ATTRS({"value", high}))));
  return build(b, "arith.maximumf", t,
               VALS(v, build_with(b, "arith.constant", t, NO_VALS, ATTRS({"value", low}))));
}

/* The largest finite numbers of f8E4M3FN and f8E5M2. */
static double largest_f8(MlirType t) { return tri_type_kind(t) == TRI_F8E4M3FN ? 448 : 57344; }

static MlirValue narrowed(MlirOperation op, Builder b, MlirValue v, MlirType to)
{
  enum { TOWARD_ZERO = 3 }; /* arith::RoundingMode */
  bool cut = tri_fp_cast_rounding(op) == TRI_FP_ROUNDING_RTZ;
  MlirAttribute mode = cut ? i32_attr(context_of(op), TOWARD_ZERO) : (MlirAttribute){NULL};
  return build_with(b, "arith.truncf", to, VALS(v), ATTRS({"roundingmode", mode}));
}

static MlirValue cast_float(Lowering *l, MlirOperation op, const MlirValue *operands)
{
  Builder b = at(l, op);
  MlirValue v = operands[0];
  MlirType to = part_type(type_of(result(op))), from = type_of(v), f32 = mlirF32TypeGet(l->context);
  bool saturate = tri_fp_cast_saturate(op);
  if (mlirTypeEqual(from, to) && !saturate)
    return v;
  if (width_of(from) < width_of(to))
    return build(b, "arith.extf", to, VALS(v));
  if (width_of(from) < width_of(f32))
    v = build(b, "arith.extf", f32, VALS(v));
  if (saturate)
    v = limited(b, v, largest_f8(to));
  return narrowed(op, b, v, to);
}

bool lower_fp_cast(Lowering *l, MlirOperation op) { return per_register(l, op, cast_float); }

/* ---- assume ---- */

/* What it promises, the analyses have used. */
bool lower_assume(Lowering *l, MlirOperation op)
{
  (void)l;
  (void)op;
  return true;
}
