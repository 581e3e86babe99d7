// RUN: tri-opt %s --tri-insert-barriers | FileCheck %s
// Accesses through descriptors meet others where their bases may.

// CHECK-LABEL: @store_then_load
// CHECK: tri.desc_store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tri.desc_load
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tri.desc_reduce
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tri.desc_reduce
func.func @store_then_load(%x: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {
  %b = arith.constant dense<1.0> : tensor<4xf32>
  %d = tri.make_desc %x shape [%n] : i32 -> !tri.desc<4xf32>
  tri.desc_store %b to %d[%n] : !tri.desc<4xf32>
  %v = tri.desc_load %d[%n] : !tri.desc<4xf32>
  tri.desc_reduce add %v to %d[%n] : !tri.desc<4xf32>
  tri.desc_reduce add %b to %d[%n] : !tri.desc<4xf32>
  return
}

// Rows, and a pointer of another argument that may be the same.
// CHECK-LABEL: @rows
// CHECK: tri.desc_scatter
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tri.desc_gather
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tri.store
func.func @rows(%x: !tri.ptr<f32>, %y: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {
  %b = arith.constant dense<1.0> : tensor<2x4xf32>
  %r = tri.range : tensor<2xi32>
  %f = arith.constant 1.0 : f32
  %d = tri.make_desc %x shape [%n, %n] strides [%n] : i32 -> !tri.desc<1x4xf32>
  tri.desc_scatter %b to %d[%r, %n] : tensor<2xi32>, !tri.desc<1x4xf32>
  %v = tri.desc_gather %d[%r, %n] : tensor<2xi32>, !tri.desc<1x4xf32>
  tri.store %f to %y : f32
  return
}

// Loads do not meet, nor do accesses of memory that is apart.
// CHECK-LABEL: @apart
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @apart(%x: !tri.ptr<f32>, %y: !tri.ptr<f32> {tri.noalias}, %n: i32) attributes {tri.kernel} {
  %d = tri.make_desc %x shape [%n] : i32 -> !tri.desc<4xf32>
  %e = tri.make_desc %y shape [%n] : i32 -> !tri.desc<4xf32>
  %v = tri.desc_load %d[%n] : !tri.desc<4xf32>
  %w = tri.desc_load %d[%n] : !tri.desc<4xf32>
  tri.desc_store %v to %e[%n] : !tri.desc<4xf32>
  return
}
