// RUN: split-file %s %t
// RUN: not tri-test-emit %t/fatal.mlir 2>&1 | FileCheck %s --check-prefix=FATAL
// RUN: not tri-test-emit %t/libcall.mlir 2>&1 | FileCheck %s --check-prefix=LIBCALL
// RUN: not tri-test-emit %t/argument.mlir 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not tri-test-emit %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE

// What LLVM cannot do is an error with LLVM's words, and not the end of the process: its fatal errors,
// FATAL: fatal.mlir:1:1: error: 'gpu.module' op does not become PTX for sm_90a: LLVM says: Cannot select: {{.*}} fsin
//--- fatal.mlir
gpu.module @kernels {
  gpu.func @k(%x: f64, %p: !llvm.ptr<1>) kernel {
    %r = llvm.intr.sin(%x) : (f64) -> f64
    llvm.store %r, %p : f64, !llvm.ptr<1>
    gpu.return
  }
}

// and its diagnostics.
// LIBCALL: libcall.mlir:1:1: error: 'gpu.module' op does not become PTX for sm_90a: LLVM says: {{.*}}no libcall available for fexp
//--- libcall.mlir
gpu.module @kernels {
  gpu.func @k(%x: f64, %p: !llvm.ptr<1>) kernel {
    %r = llvm.intr.exp(%x) : (f64) -> f64
    llvm.store %r, %p : f64, !llvm.ptr<1>
    gpu.return
  }
}

// ARGUMENT: argument.mlir:2:3: error: 'llvm.func' op takes argument 0 of a type that a launch cannot pass
//--- argument.mlir
gpu.module @kernels {
  gpu.func @k(%x: vector<2xf32>) kernel {
    gpu.return
  }
}

// NONE: none.mlir:1:1: error: 'builtin.module' op has no gpu.module to make PTX of
//--- none.mlir
func.func private @f()
