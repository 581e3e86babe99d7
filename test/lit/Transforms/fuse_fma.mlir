// RUN: tri-opt %s --tri-fuse-fma | FileCheck %s
// RUN: tri-opt %s --tri-fuse-fma --tri-fuse-fma | FileCheck %s

// CHECK-LABEL: @add
// CHECK-SAME: %[[X:.*]]: f32, %[[Y:.*]]: f32, %[[Z:.*]]: f32
// CHECK-NEXT: %[[R:.*]] = math.fma %[[X]], %[[Y]], %[[Z]] : f32
// CHECK-NEXT: return %[[R]]
func.func @add(%x: f32, %y: f32, %z: f32) -> f32 {
  %p = arith.mulf %x, %y fastmath<contract> : f32
  %r = arith.addf %p, %z fastmath<contract> : f32
  return %r : f32
}

// CHECK-LABEL: @add_other_side
// CHECK: math.fma %{{.*}} : tensor<8xf16>
// CHECK-NEXT: return
func.func @add_other_side(%x: tensor<8xf16>, %z: tensor<8xf16>) -> tensor<8xf16> {
  %p = arith.mulf %x, %x fastmath<contract> : tensor<8xf16>
  %r = arith.addf %z, %p fastmath<contract> : tensor<8xf16>
  return %r : tensor<8xf16>
}

// CHECK-LABEL: @sub
// CHECK-SAME: %[[X:.*]]: f64, %[[Y:.*]]: f64, %[[Z:.*]]: f64
// CHECK-NEXT: %[[N:.*]] = arith.negf %[[Z]]
// CHECK-NEXT: math.fma %[[X]], %[[Y]], %[[N]] : f64
func.func @sub(%x: f64, %y: f64, %z: f64) -> f64 {
  %p = arith.mulf %x, %y fastmath<contract> : f64
  %r = arith.subf %p, %z fastmath<contract> : f64
  return %r : f64
}

// CHECK-LABEL: @sub_from
// CHECK-SAME: %[[X:.*]]: f64, %[[Y:.*]]: f64, %[[Z:.*]]: f64
// CHECK-NEXT: %[[N:.*]] = arith.negf %[[X]]
// CHECK-NEXT: math.fma %[[N]], %[[Y]], %[[Z]] : f64
func.func @sub_from(%x: f64, %y: f64, %z: f64) -> f64 {
  %p = arith.mulf %x, %y fastmath<contract> : f64
  %r = arith.subf %z, %p fastmath<contract> : f64
  return %r : f64
}

// A product with a second user must stay.
// CHECK-LABEL: @no_fuse_two_uses
// CHECK: %[[P:.*]] = arith.mulf
// CHECK-NEXT: %[[R:.*]] = arith.addf %[[P]]
// CHECK-NEXT: return %[[R]], %[[P]]
func.func @no_fuse_two_uses(%x: f32, %z: f32) -> (f32, f32) {
  %p = arith.mulf %x, %x fastmath<contract> : f32
  %r = arith.addf %p, %z fastmath<contract> : f32
  return %r, %p : f32, f32
}

// So must a square of itself that is added to itself: two uses by one op.
// CHECK-LABEL: @no_fuse_both_sides
// CHECK-NOT: math.fma
func.func @no_fuse_both_sides(%x: f32) -> f32 {
  %p = arith.mulf %x, %x fastmath<contract> : f32
  %r = arith.addf %p, %p fastmath<contract> : f32
  return %r : f32
}

// Permission on one of the two is none.
// CHECK-LABEL: @no_fuse_without_contract
// CHECK-NOT: math.fma
func.func @no_fuse_without_contract(%x: f32, %z: f32) -> (f32, f32) {
  %p = arith.mulf %x, %x : f32
  %r = arith.addf %p, %z fastmath<contract> : f32
  %q = arith.mulf %x, %x fastmath<contract> : f32
  %s = arith.addf %q, %z : f32
  return %r, %s : f32, f32
}

// CHECK-LABEL: @in_a_loop
// CHECK: scf.for
// CHECK-NEXT: math.fma
func.func @in_a_loop(%x: f32, %n: i32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 : i32 {
    %p = arith.mulf %x, %s fastmath<contract> : f32
    %t = arith.addf %p, %s fastmath<contract> : f32
    scf.yield %t : f32
  }
  return %r : f32
}
