/* sitofp of i1: true is -1. LLVM 22 selects +1 for bf16 where the target has bf16 arithmetic, and makes such
 * conversions of its own from longer ones, so what is left after optimisation becomes a select. */
#include "Target/compiler.h"

static bool is_signed_bool(LLVMValueRef i)
{
  if (LLVMGetInstructionOpcode(i) != LLVMSIToFP)
    return false;
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(i, 0));
  return LLVMGetTypeKind(from) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(from) == 1;
}

static void replace(LLVMBuilderRef b, LLVMValueRef i)
{
  LLVMTypeRef t = LLVMTypeOf(i);
  LLVMPositionBuilderBefore(b, i);
  LLVMReplaceAllUsesWith(
      i, LLVMBuildSelect(b, LLVMGetOperand(i, 0), LLVMConstReal(t, -1.0), LLVMConstReal(t, 0.0), ""));
  LLVMInstructionEraseFromParent(i);
}

void spell_out_signed_bools(LLVMModuleRef m)
{
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (is_signed_bool(i))
          replace(b, i);
      }
  LLVMDisposeBuilder(b);
}
