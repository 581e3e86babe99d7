// Which dialects, with which interfaces, and which upstream passes.
#include "Bridge/bridge.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Transforms/Passes.h"
#include "tri-c/Dialect.h"

using namespace mlir;

void tri_register_dialects(MlirDialectRegistry wrapped)
{
  DialectRegistry &r = *unwrap(wrapped);
  r.insert<arith::ArithDialect, cf::ControlFlowDialect, func::FuncDialect, math::MathDialect, scf::SCFDialect,
           ub::UBDialect>();
  r.insert<gpu::GPUDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>();
  func::registerInlinerExtension(r);
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
}
