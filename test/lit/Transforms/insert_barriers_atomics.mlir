// RUN: tri-opt %s --tri-insert-barriers | FileCheck %s
// RUN: tri-opt %s --tri-insert-barriers --tri-insert-barriers | FileCheck %s
// Accesses whose threads are not known.

#l = #tri.layout<register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], cta = []>

// A load after a load or store of the same pointers would not wait.
// CHECK-LABEL: @near_miss
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @near_miss(%x: !tri.ptr<i32>) attributes {tri.kernel} {
  %i = tri.range : tensor<256xi32, #l>
  %p = tri.addptr %x, %i : !tri.ptr<i32>, tensor<256xi32, #l>
  tri.store %i to %p : tensor<256xi32, #l>
  %0 = tri.load %p : tensor<256xi32, #l>
  return
}

// Elements of an atomic may be at one address in several threads: the next access waits, whatever its pointers.
// CHECK-LABEL: @atomics
// CHECK: tri.atomic_rmw
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tri.atomic_cas
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tri.load
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @atomics(%x: !tri.ptr<i32>, %y: !tri.ptr<i32> {tri.noalias}) attributes {tri.kernel} {
  %i = tri.range : tensor<256xi32, #l>
  %p = tri.addptr %x, %i : !tri.ptr<i32>, tensor<256xi32, #l>
  %0 = tri.atomic_rmw add %i at %p : tensor<256xi32, #l>
  %1 = tri.atomic_cas %i, %i at %p : tensor<256xi32, #l>
  %2 = tri.load %p : tensor<256xi32, #l>
  %3 = tri.load %y : i32
  return
}

// Foreign code may touch anything, unless it is pure.
// CHECK-LABEL: @foreign_code
// CHECK: tri.load
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tri.inline_ptx
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tri.extern_call "f"
// CHECK-NEXT: tri.extern_call "g"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tri.load
func.func @foreign_code(%x: !tri.ptr<f32> {tri.noalias}) attributes {tri.kernel} {
  %0 = tri.load %x : f32
  tri.inline_ptx "membar.gl;"() constraints "" : () -> ()
  %1 = tri.extern_call "f"(%0) from "lib" : (f32) -> f32
  %2 = tri.extern_call "g"(%0) from "lib" pure : (f32) -> f32
  %3 = tri.load %x : f32
  return
}
