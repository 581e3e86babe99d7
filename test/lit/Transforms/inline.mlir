// RUN: tri-opt %s --inline | FileCheck %s
// Helpers are inlined by the upstream inliner, in and under every op of ours.

// CHECK-LABEL: @descriptor_kernel
// CHECK-NOT: call
// CHECK: %[[D:.*]] = tri.make_desc
// CHECK: tri.desc_reduce add %{{.*}} to %[[D]]
// CHECK: return
func.func private @describe(%p: !tri.ptr<f32>, %n: i32) -> !tri.desc<4xf32> {
  %d = tri.make_desc %p shape [%n] : i32 -> !tri.desc<4xf32>
  return %d : !tri.desc<4xf32>
}
func.func private @accumulate(%v: tensor<4xf32>, %d: !tri.desc<4xf32>, %i: i32) {
  tri.desc_reduce add %v to %d[%i] : !tri.desc<4xf32>
  return
}
func.func @descriptor_kernel(%p: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {
  %d = call @describe(%p, %n) : (!tri.ptr<f32>, i32) -> !tri.desc<4xf32>
  %v = arith.constant dense<1.0> : tensor<4xf32>
  call @accumulate(%v, %d, %n) : (tensor<4xf32>, !tri.desc<4xf32>, i32) -> ()
  return
}

// CHECK-LABEL: @kernel
// CHECK-NOT: call
// CHECK: tri.load
// CHECK: scf.if
// CHECK: tri.store
// CHECK: return
func.func private @double(%p: !tri.ptr<f32>, %i: i32) -> f32 {
  %0 = tri.addptr %p, %i : !tri.ptr<f32>, i32
  %1 = tri.load %0 : f32
  %2 = arith.addf %1, %1 : f32
  return %2 : f32
}
func.func private @put(%v: f32, %p: !tri.ptr<f32>) {
  tri.store %v to %p : f32
  return
}
func.func @kernel(%p: !tri.ptr<f32>, %c: i1) attributes {tri.kernel} {
  %pid = tri.program_id x
  %v = call @double(%p, %pid) : (!tri.ptr<f32>, i32) -> f32
  scf.if %c {
    func.call @put(%v, %p) : (f32, !tri.ptr<f32>) -> ()
  }
  return
}
