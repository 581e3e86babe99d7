// RUN: tri-opt %s --tri-gpu-to-llvm --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: llvm.func @calls(
  gpu.func @calls(%p: !llvm.ptr<1>) kernel attributes {tri.launch = {}} {
    // A callee without a place: the caller's.
    // CHECK: llvm.mlir.constant(1 : i32) : i32 loc("k.mlir":9:8)
    %a = llvm.mlir.constant(1 : i32) : i32 loc(callsite(unknown at "k.mlir":9:8))
    // CHECK: llvm.mlir.constant(2 : i32) : i32 loc(callsite("k.mlir":3:5 at "k.mlir":9:8))
    %b = llvm.mlir.constant(2 : i32) : i32 loc(callsite(callsite(unknown at "k.mlir":3:5) at "k.mlir":9:8))
    // CHECK: llvm.mlir.constant(3 : i32) : i32 loc(callsite("k.mlir":4:1 at "k.mlir":9:8))
    %c = llvm.mlir.constant(3 : i32) : i32 loc(callsite("c"("k.mlir":4:1 to 5:2) at fused["k.mlir":9:8, unknown]))
    // CHECK: llvm.mlir.constant(4 : i32) : i32 loc("k.mlir":3:5)
    %d = llvm.mlir.constant(4 : i32) : i32 loc(callsite("k.mlir":3:5 at unknown))
    // CHECK: llvm.mlir.constant(5 : i32) : i32 loc(unknown)
    %e = llvm.mlir.constant(5 : i32) : i32 loc(callsite(unknown at unknown))
    // No call site, so as it was.
    // CHECK: llvm.mlir.constant(6 : i32) : i32 loc("f"("k.mlir":4:1))
    %f = llvm.mlir.constant(6 : i32) : i32 loc("f"("k.mlir":4:1))
    gpu.return
  }
}
