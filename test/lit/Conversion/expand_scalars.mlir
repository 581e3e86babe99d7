// RUN: tri-opt %s --tri-expand-scalars=arch=sm_90a | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: tri-opt %s --tri-expand-scalars=arch=sm_80 | FileCheck %s --check-prefixes=CHECK,SM80

// What LLVM lowers rightly stays; flags go.
// CHECK-LABEL: @stays
// CHECK-NEXT: %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: %[[Q:.*]] = arith.addf %[[P]], %{{.*}} : f32
// CHECK-NEXT: math.fma
// CHECK-NEXT: arith.divf
// CHECK-NEXT: math.exp2 %{{.*}} : f32
// CHECK-NEXT: math.absf %{{.*}} : vector<2xf16>
// CHECK-NEXT: return
func.func @stays(%x: f32, %y: f32, %v: vector<2xf16>) -> (f32, vector<2xf16>) {
  %p = arith.mulf %x, %y fastmath<contract> : f32
  %q = arith.addf %p, %y fastmath<fast> : f32
  %r = math.fma %q, %x, %y : f32
  %s = arith.divf %r, %x : f32
  %t = math.exp2 %s : f32
  %a = math.absf %v : vector<2xf16>
  return %t, %a : f32, vector<2xf16>
}

// CHECK-LABEL: @remf
// CHECK-NOT: arith.remf
// CHECK: scf.while
// CHECK: arith.remui
func.func @remf(%x: f32, %y: f32) -> f32 {
  %r = arith.remf %x, %y : f32
  return %r : f32
}

// f16 goes through f32; the fmod of two f16 is exact there.
// CHECK-LABEL: @remf_f16
// CHECK-DAG: arith.extf %{{.*}} : f16 to f32
// CHECK-DAG: arith.extf %{{.*}} : f16 to f32
// CHECK-NOT: arith.remf
// CHECK: arith.remui %{{.*}} : i32
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @remf_f16(%x: f16, %y: f16) -> f16 {
  %r = arith.remf %x, %y : f16
  return %r : f16
}

// CHECK-LABEL: @rsqrt
// CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"
// CHECK-NEXT: arith.extf
// CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"
// CHECK-NEXT: arith.truncf %{{.*}} : f32 to bf16
// CHECK-NEXT: return
func.func @rsqrt(%x: f32, %h: bf16) -> (f32, bf16) {
  %r = math.rsqrt %x : f32
  %s = math.rsqrt %h : bf16
  return %r, %s : f32, bf16
}

// ex2.approx.ftz.bf16 would flush subnormals.
// CHECK-LABEL: @exp2_bf16
// CHECK-NEXT: arith.extf
// CHECK-NEXT: math.exp2 %{{.*}} : f32
// CHECK-NEXT: arith.truncf
// CHECK-NEXT: return
func.func @exp2_bf16(%x: bf16) -> bf16 {
  %r = math.exp2 %x : bf16
  return %r : bf16
}

// An expansion is expanded in turn: tanh uses exp, exp a power of two made by a shift.
// CHECK-LABEL: @tanh
// CHECK-NOT: math.tanh
// CHECK-NOT: math.exp %
// CHECK: arith.shli
// CHECK: return
func.func @tanh(%x: f32) -> f32 {
  %r = math.tanh %x : f32
  return %r : f32
}

// CHECK-LABEL: @round_down_to_zero
// CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.f2bf16.rz"
// CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.d2f.rz"
// CHECK-NEXT: arith.truncf %{{.*}} : f32 to f16{{$}}
// CHECK-NEXT: return
func.func @round_down_to_zero(%x: f32, %y: f64) -> (bf16, f32, f16) {
  %r = arith.truncf %x toward_zero : f32 to bf16
  %s = arith.truncf %y toward_zero : f64 to f32
  %t = arith.truncf %x to_nearest_even : f32 to f16
  return %r, %s, %t : bf16, f32, f16
}

// Without the instruction LLVM would round to f32 first.
// CHECK-LABEL: @int_to_bf16
// SM90-NEXT: arith.sitofp %{{.*}} : i32 to bf16
// SM80: llvm.call_intrinsic "llvm.nvvm.i2f.rz"
// SM80-NOT: arith.sitofp
// SM80: return
func.func @int_to_bf16(%x: i32) -> bf16 {
  %r = arith.sitofp %x : i32 to bf16
  return %r : bf16
}

// CHECK-LABEL: @fp8
// SM90: llvm.call_intrinsic "llvm.nvvm.e4m3x2.to.f16x2.rn"
// SM90: llvm.call_intrinsic "llvm.nvvm.ff.to.e5m2x2.rn"
// SM80-NOT: llvm.call_intrinsic
// SM80: return
func.func @fp8(%x: f8E4M3FN) -> f8E5M2 {
  %f = arith.extf %x : f8E4M3FN to f32
  %r = arith.truncf %f : f32 to f8E5M2
  return %r : f8E5M2
}

// CHECK-LABEL: @classes
// CHECK-NOT: math.isinf
// CHECK-NOT: math.isnormal
// CHECK: math.isnan
// CHECK-NEXT: return
func.func @classes(%x: f16) -> (i1, i1, i1) {
  %a = math.isinf %x : f16
  %b = math.isnormal %x : f16
  %c = math.isnan %x : f16
  return %a, %b, %c : i1, i1, i1
}

// Inlined ops carry the place of the op that they stand for.
// CHECK-LABEL: @in_a_loop
// CHECK: scf.for
// CHECK: scf.while
func.func @in_a_loop(%x: i32, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 : i32 {
    %p = math.ipowi %s, %i : i32
    scf.yield %p : i32
  }
  return %r : i32
}
