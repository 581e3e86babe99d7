// RUN: tri-opt %s --tri-expand-scalars=arch=sm_90a --split-input-file --verify-diagnostics
// RUN: not tri-opt %s --tri-expand-scalars=arch=sm_91 --split-input-file 2>&1 | FileCheck %s
// CHECK: is to be compiled for 'sm_91', which is no target; targets are sm_80, sm_89, sm_90a, sm_100a, sm_120

func.func @no_lowering(%x: f64) -> f64 {
  // expected-error @+1 {{'math.exp' op has no lowering for 'f64' on sm_90a}}
  %r = math.exp %x : f64
  return %r : f64
}

// -----

func.func @no_lowering_of_vectors(%x: vector<2xf32>) -> vector<2xf32> {
  // expected-error @+1 {{'math.exp' op has no lowering for 'vector<2xf32>' on sm_90a}}
  %r = math.exp %x : vector<2xf32>
  return %r : vector<2xf32>
}

// -----

func.func @rounding(%x: f32) -> f16 {
  // expected-error @+1 {{'arith.truncf' op has a rounding mode that sm_90a lacks for 'f32' to 'f16'; there are to_nearest_even and toward_zero}}
  %r = arith.truncf %x upward : f32 to f16
  return %r : f16
}

// -----

func.func @arithmetic_of_fp8(%x: f8E5M2) -> f8E5M2 {
  // expected-error @+1 {{'arith.addf' op has no lowering for 'f8E5M2' on sm_90a; convert to f16 or wider first}}
  %0 = arith.addf %x, %x : f8E5M2
  return %0 : f8E5M2
}
