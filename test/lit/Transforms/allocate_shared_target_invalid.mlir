// RUN: tri-opt %s --split-input-file --tri-allocate-shared=arch=sm_10 --verify-diagnostics

// expected-error @+1 {{is to be compiled for 'sm_10', which is no target}}
func.func @no_target(%p: !tri.ptr<i32>) attributes {tri.kernel} {
  return
}
