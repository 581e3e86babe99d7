#include "Target/compiler.h"

#include <string.h>

static void mark(LLVMValueRef instruction, LLVMAttributeRef convergent)
{
  if (LLVMIsACallInst(instruction) && LLVMIsAInlineAsm(LLVMGetCalledValue(instruction)))
    LLVMAddCallSiteAttribute(instruction, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, convergent);
}

void mark_assembly_convergent(LLVMModuleRef m)
{
  static const char name[] = "convergent";
  LLVMAttributeRef convergent = LLVMCreateEnumAttribute(
      LLVMGetModuleContext(m), LLVMGetEnumAttributeKindForName(name, strlen(name)), 0);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        mark(i, convergent);
}
