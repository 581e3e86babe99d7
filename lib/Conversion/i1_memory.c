#include "Conversion/gpu_to_llvm.h"

#include "mlir-c/Dialect/LLVM.h"

static bool is_i1(MlirType t) { return mlirTypeIsAInteger(t) && mlirIntegerTypeGetWidth(t) == 1; }

static MlirType i8_of(MlirOperation op) { return mlirIntegerTypeGet(context_of(op), 8); }

static bool lower_load(Builder b, MlirOperation op)
{
  MlirType i8 = i8_of(op);
  MlirValue byte =
      build_with(b, "llvm.load", i8, VALS(operand(op, 0)),
                 ATTRS({"alignment", attr_of(op, "alignment")}, {"volatile_", attr_of(op, "volatile_")}));
  MlirValue zero = build_with(b, "llvm.mlir.constant", i8, NO_VALS, ATTRS({"value", int_attr(i8, 0)}));
  return replace(b, op,
                 build_with(b, "llvm.icmp", type_of(result(op)), VALS(byte, zero),
                            ATTRS({"predicate", i64_attr(context_of(op), 1 /* ne, LLVMOpsInterfaces */)})));
}

static bool lower_store(Builder b, MlirOperation op)
{
  MlirValue byte = build(b, "llvm.zext", i8_of(op), VALS(operand(op, 0)));
  build_op(b, "llvm.store", NULL, 0, VALS(byte, operand(op, 1)),
           ATTRS({"alignment", attr_of(op, "alignment")}, {"volatile_", attr_of(op, "volatile_")}));
  return erase(b, op);
}

bool lower_i1_memory(Builder b, MlirOperation op)
{
  if (is_op(op, "llvm.load") && is_i1(type_of(result(op))))
    return lower_load(b, op);
  if (is_op(op, "llvm.store") && is_i1(type_of(operand(op, 0))))
    return lower_store(b, op);
  return false;
}
