// RUN: tri-opt %s --tri-gpu-to-llvm --split-input-file --verify-diagnostics

gpu.module @kernels {
  // expected-error @+1 {{is no kernel; helpers are inlined before this pass}}
  gpu.func @helper() {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @+1 {{has workgroup or private memory of gpu; tri's shared memory is one symbol}}
  gpu.func @workgroup() workgroup(%m: memref<4xf32, 3>) kernel {
    gpu.return
  }
}
