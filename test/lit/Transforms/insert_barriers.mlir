// RUN: tri-opt %s --tri-assign-layouts --tri-allocate-shared --tri-insert-barriers --mlir-print-local-scope | FileCheck %s
// RUN: tri-opt %s --tri-assign-layouts --tri-allocate-shared --tri-insert-barriers --tri-insert-barriers --mlir-print-local-scope | FileCheck %s

// A store may hit what another thread still has to load through an alias.
// CHECK-LABEL: @load_then_store
// CHECK: tri.load
// CHECK-NEXT: tri.load
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tri.store
// CHECK-NOT: gpu.barrier
func.func @load_then_store(%x: !tri.ptr<f32>, %y: !tri.ptr<f32>, %z: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<256xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<256xi32>
  %py = tri.addptr %y, %i : !tri.ptr<f32>, tensor<256xi32>
  %pz = tri.addptr %z, %i : !tri.ptr<f32>, tensor<256xi32>
  %a = tri.load %px : tensor<256xf32>
  %b = tri.load %py : tensor<256xf32>
  tri.store %a to %pz : tensor<256xf32>
  return
}

// CHECK-LABEL: @noalias
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @noalias(%x: !tri.ptr<f32>, %z: !tri.ptr<f32> {tri.noalias}) attributes {tri.kernel} {
  %i = tri.range : tensor<256xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<256xi32>
  %pz = tri.addptr %z, %i : !tri.ptr<f32>, tensor<256xi32>
  %a = tri.load %px : tensor<256xf32>
  tri.store %a to %pz : tensor<256xf32>
  return
}

// The same pointers in the same layout: each element stays with its thread.
// CHECK-LABEL: @same_pointers
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @same_pointers(%x: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<256xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<256xi32>
  %a = tri.load %px : tensor<256xf32>
  tri.store %a to %px : tensor<256xf32>
  %b = tri.load %px : tensor<256xf32>
  tri.store %b to %px : tensor<256xf32>
  return
}

// 16 elements in 128 threads: only the first of the copies stores, all load.
// CHECK-LABEL: @same_pointers_with_copies
// CHECK: tri.load
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tri.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tri.load
func.func @same_pointers_with_copies(%x: !tri.ptr<f32>, %y: !tri.ptr<f32> {tri.noalias}) attributes {tri.kernel} {
  %i = tri.range : tensor<16xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<16xi32>
  %py = tri.addptr %y, %i : !tri.ptr<f32>, tensor<16xi32>
  %a = tri.load %px : tensor<16xf32>
  tri.store %a to %px : tensor<16xf32>
  %b = tri.load %px : tensor<16xf32>
  tri.store %b to %py : tensor<16xf32>
  return
}

// A scalar is stored by one thread and loaded by all.
// CHECK-LABEL: @scalar
// CHECK: tri.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tri.load
func.func @scalar(%x: !tri.ptr<i32>, %v: i32) attributes {tri.kernel} {
  tri.store %v to %x : i32
  %0 = tri.load %x : i32
  return
}

// Two loads never need one.
// CHECK-LABEL: @loads
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @loads(%x: !tri.ptr<i32>) attributes {tri.kernel} {
  %0 = tri.load %x volatile : i32
  %1 = tri.load %x volatile : i32
  return
}

// The pointers are the same in one turn of the loop, but not from one turn to the next.
// CHECK-LABEL: @loop
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK-NEXT: tri.load
// CHECK-NOT: gpu.barrier
// CHECK: tri.store
func.func @loop(%x: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = tri.range : tensor<256xi32>
  scf.for %k = %c0 to %n step %c1 : i32 {
    %p = tri.addptr %x, %k : !tri.ptr<f32>, i32
    %q = tri.addptr %p, %i : !tri.ptr<f32>, tensor<256xi32>
    %a = tri.load %q : tensor<256xf32>
    tri.store %a to %q : tensor<256xf32>
  }
  return
}

// What is touched in either arm counts after the branch.
// CHECK-LABEL: @branch
// CHECK: scf.if
// CHECK: tri.store
// CHECK: }
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tri.load
func.func @branch(%x: !tri.ptr<i32>, %y: !tri.ptr<i32>, %c: i1, %v: i32) attributes {tri.kernel} {
  scf.if %c {
    tri.store %v to %x : i32
  }
  %0 = tri.load %y : i32
  return
}

// What a branch leaves behind its own barrier is all that is left where every way has one.
// CHECK-LABEL: @every_way_has_one
// CHECK: tri.store
// CHECK: scf.if
// CHECK: gpu.barrier
// CHECK: else
// CHECK: gpu.barrier
// CHECK: }
// CHECK-NEXT: tri.load
func.func @every_way_has_one(%x: !tri.ptr<i32>, %c: i1, %v: i32) attributes {tri.kernel} {
  tri.store %v to %x : i32
  scf.if %c {
    gpu.barrier
  } else {
    gpu.barrier
  }
  %0 = tri.load %x : i32
  return
}

// What a turn of scf.while stores, the condition of the next one loads; and behind the condition the loop ends.
// CHECK-LABEL: @while
// CHECK: scf.while
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tri.load
// CHECK: } do {
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tri.store
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: tri.load
func.func @while(%x: !tri.ptr<i32>, %v: i32) attributes {tri.kernel} {
  scf.while : () -> () {
    %0 = tri.load %x : i32
    %1 = arith.cmpi sgt, %0, %v : i32
    scf.condition(%1)
  } do {
    tri.store %v to %x : i32
    scf.yield
  }
  %2 = tri.load %x : i32
  return
}
