// RUN: tri-opt %s --split-input-file --tri-assign-layouts --verify-diagnostics

func.func @no_power_of_two(%p: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<24xi32>
  %q = tri.addptr %p, %i : !tri.ptr<f32>, tensor<24xi32>
  // expected-error @+1 {{has a block with an extent that is no power of two; use the next power of two and a mask}}
  %v = tri.load %q : tensor<24xf32>
  tri.store %v to %q : tensor<24xf32>
  return
}

// -----

func.func @too_many_registers(%p: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<131072xi32>
  %q = tri.addptr %p, %i : !tri.ptr<f32>, tensor<131072xi32>
  // expected-error @+1 {{has a block that takes 1024 registers of each thread with 4 warps, of which 512 fit; use tri.num_warps = 8 or a smaller block}}
  %v = tri.load %q : tensor<131072xf32>
  tri.store %v to %q : tensor<131072xf32>
  return
}

// -----

func.func @just_fits(%p: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<65536xi32>
  %q = tri.addptr %p, %i : !tri.ptr<f32>, tensor<65536xi32>
  %v = tri.load %q : tensor<65536xf32>
  tri.store %v to %q : tensor<65536xf32>
  return
}

// -----

func.func private @helper(%x: i32) -> i32
func.func @call_left(%x: i32) attributes {tri.kernel} {
  // expected-error @+1 {{is left in a kernel; run the inliner first (recursion cannot be compiled)}}
  %0 = func.call @helper(%x) : (i32) -> i32
  return
}

// -----

func.func @no_number_of_warps(%p: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<1048576xi32>
  %q = tri.addptr %p, %i : !tri.ptr<f32>, tensor<1048576xi32>
  // expected-error @+1 {{takes 8192 registers of each thread with 4 warps, of which 512 fit; use a smaller block}}
  %v = tri.load %q : tensor<1048576xf32>
  tri.store %v to %q : tensor<1048576xf32>
  return
}
