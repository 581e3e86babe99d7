// RUN: tri-opt %s --split-input-file --tri-allocate-shared | FileCheck %s
// RUN: tri-opt %s --split-input-file --tri-allocate-shared --tri-allocate-shared | FileCheck %s
// RUN: tri-opt %s --split-input-file --tri-allocate-shared --tri-insert-barriers | FileCheck %s --check-prefix=BARRIER

// Nothing that needs shared memory, no attribute; what another run left goes.
// CHECK-LABEL: @none
// CHECK-NOT: tri.shared
// CHECK: return
func.func @none(%p: !tri.ptr<i32>) attributes {tri.kernel, tri.shared = 64 : i32} {
  %0 = tri.load %p : i32
  tri.store %0 to %p : i32
  return
}

// -----

// Neighbours lie apart; the third is where the first was, whose readers have met the second's barrier: no barrier between.
// CHECK-LABEL: @three
// CHECK-SAME: tri.shared = 256
// CHECK: tri.load %{{.*}} volatile {tri.scratch = 0 : i32}
// CHECK: tri.load %{{.*}} volatile {tri.scratch = 128 : i32}
// CHECK: tri.load %{{.*}} volatile {tri.scratch = 0 : i32}
// BARRIER-LABEL: @three
// BARRIER-NOT: gpu.barrier
// BARRIER: return
func.func @three(%p: !tri.ptr<i32>) attributes {tri.kernel} {
  %0 = tri.load %p volatile : i32
  %1 = tri.load %p volatile : i32
  %2 = tri.load %p volatile : i32
  return
}

// -----

// A loop of one follows itself in its own place: its threads meet before each turn.
// CHECK-LABEL: @loop_of_one
// CHECK-SAME: tri.shared = 128
// BARRIER-LABEL: @loop_of_one
// BARRIER: scf.for
// BARRIER-NEXT: gpu.barrier
// BARRIER-NEXT: tri.load
// BARRIER-NOT: gpu.barrier
// BARRIER: return
func.func @loop_of_one(%p: !tri.ptr<i32>, %n: i32) attributes {tri.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = tri.load %p volatile : i32
  }
  return
}

// -----

// Three in a loop: the last and the first are neighbours too, so there are three places and no barrier.
// CHECK-LABEL: @loop_of_three
// CHECK-SAME: tri.shared = 384
// BARRIER-LABEL: @loop_of_three
// BARRIER-NOT: gpu.barrier
// BARRIER: return
func.func @loop_of_three(%p: !tri.ptr<i32>, %n: i32) attributes {tri.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = tri.load %p volatile : i32
    %1 = tri.load %p volatile : i32
    %2 = tri.load %p volatile : i32
  }
  return
}

// -----

// What follows a branch is a neighbour of what is in it and, as the branch may not be taken, of what is before it.
// CHECK-LABEL: @branch
// CHECK-SAME: tri.shared = 384
// CHECK: tri.load %{{.*}} volatile {tri.scratch = 0 : i32}
// CHECK: tri.load %{{.*}} volatile {tri.scratch = 128 : i32}
// CHECK: tri.load %{{.*}} volatile {tri.scratch = 256 : i32}
// BARRIER-LABEL: @branch
// BARRIER-NOT: gpu.barrier
// BARRIER: return
func.func @branch(%p: !tri.ptr<i32>, %c: i1) attributes {tri.kernel} {
  %0 = tri.load %p volatile : i32
  scf.if %c {
    %1 = tri.load %p volatile : i32
  }
  %2 = tri.load %p volatile : i32
  return
}

// -----

// The barrier inside an op with scratch also orders global memory: none is put before the store.
// BARRIER-LABEL: @orders_memory
// BARRIER: tri.load
// BARRIER-NEXT: tri.load %{{.*}} volatile
// BARRIER-NEXT: tri.store
// BARRIER: return
func.func @orders_memory(%p: !tri.ptr<i32>, %q: !tri.ptr<i32> {tri.noalias}) attributes {tri.kernel} {
  %i = arith.constant dense<1> : tensor<128xi32, #tri.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], cta = []>>
  %pp = tri.addptr %p, %i : !tri.ptr<i32>, tensor<128xi32, #tri.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], cta = []>>
  %0 = tri.load %pp : tensor<128xi32, #tri.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], cta = []>>
  %1 = tri.load %q volatile : i32
  tri.store %1 to %p : i32
  return
}
