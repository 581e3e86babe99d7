// Which dialects, with which interfaces, and which upstream passes.
#include "Bridge/bridge.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Transforms/Passes.h"
#include "tri-c/Dialect.h"

using namespace mlir;

// What convert-to-llvm asks the dialects of a lowered kernel for, and what the translation to LLVM IR does.
static void registerLowering(DialectRegistry &r)
{
  registerConvertToLLVMDependentDialectLoading(r);
  arith::registerConvertArithToLLVMInterface(r);
  cf::registerConvertControlFlowToLLVMInterface(r);
  registerConvertMathToLLVMInterface(r);
  registerConvertNVVMToLLVMInterface(r);
  ub::registerConvertUBToLLVMInterface(r);
  vector::registerConvertVectorToLLVMInterface(r);
  registerBuiltinDialectTranslation(r);
  registerGPUDialectTranslation(r);
  registerLLVMDialectTranslation(r);
  registerNVVMDialectTranslation(r);
}

void tri_register_dialects(MlirDialectRegistry wrapped)
{
  DialectRegistry &r = *unwrap(wrapped);
  r.insert<arith::ArithDialect, cf::ControlFlowDialect, func::FuncDialect, math::MathDialect, scf::SCFDialect,
           ub::UBDialect>();
  r.insert<gpu::GPUDialect, LLVM::LLVMDialect, NVVM::NVVMDialect, vector::VectorDialect>();
  func::registerInlinerExtension(r);
  registerLowering(r);
  mlirDialectHandleInsertDialect(mlirGetDialectHandle__tri__(), wrapped);
}

void bridge_register_upstream_passes()
{
  registerCanonicalizerPass();
  registerCSEPass();
  registerInlinerPass();
  registerSymbolDCEPass();
  registerLoopInvariantCodeMotionPass();
  registerSCCPPass();
  registerMem2RegPass();
  registerStripDebugInfoPass();
  registerSCFToControlFlowPass();
  registerConvertToLLVMPass();
  registerReconcileUnrealizedCastsPass();
  LLVM::registerDIScopeForLLVMFuncOpPass();
}
