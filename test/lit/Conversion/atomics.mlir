// RUN: tri-opt %s --split-input-file --tri-assign-layouts --tri-allocate-shared --tri-insert-barriers --tri-to-gpu | FileCheck %s
// RUN: tri-opt %s --split-input-file --tri-assign-layouts --tri-allocate-shared --tri-insert-barriers --tri-to-gpu="arch=sm_80" | FileCheck %s --check-prefix OLD

// Nobody wants the sums: vectors as wide as addresses are proven, fences around them.
// CHECK-LABEL: gpu.func @vectors
// CHECK: "fence.acq_rel.gpu;
// CHECK: "red.relaxed.gpu.global.add.v4.f32 [$0], {$1, $2, $3, $4};
// CHECK-NOT: atom.
// CHECK: "fence.acq_rel.gpu;
// OLD-LABEL: gpu.func @vectors
// OLD-COUNT-4: red.relaxed.gpu.global.add.f32
func.func @vectors(%x: !tri.ptr<f32> {tri.divisibility = 16 : i32}, %v: f32) attributes {tri.kernel} {
  %i = tri.range : tensor<512xi32>
  %p = tri.addptr %x, %i : !tri.ptr<f32>, tensor<512xi32>
  %s = tri.splat %v : tensor<512xf32>
  %r = tri.atomic_rmw fadd %s at %p : tensor<512xf32>
  return
}

// -----

// Halves go in pairs; a relaxed step has no fence.
// CHECK-LABEL: gpu.func @pairs
// CHECK-NOT: fence
// CHECK: "red.relaxed.gpu.global.add.noftz.v4.bf16x2 [$0], {$1, $2, $3, $4};
// OLD-LABEL: gpu.func @pairs
// OLD: fma.rn.bf16
// OLD: atom.relaxed.gpu.global.cas.b16
func.func @pairs(%x: !tri.ptr<bf16> {tri.divisibility = 16 : i32}, %v: bf16) attributes {tri.kernel} {
  %i = tri.range : tensor<1024xi32>
  %p = tri.addptr %x, %i : !tri.ptr<bf16>, tensor<1024xi32>
  %s = tri.splat %v : tensor<1024xbf16>
  %r = tri.atomic_rmw fadd %s at %p semantics relaxed : tensor<1024xbf16>
  return
}

// -----

// A scalar is thread 0's; one instruction has the order, the others learn the result through shared memory.
// CHECK-LABEL: gpu.func @scalar
// CHECK-NOT: fence
// CHECK: "@$3 atom.acquire.cta.global.exch.b32 $0, [$1], $2;
// CHECK: "@$2 st.shared.b32
// CHECK: gpu.barrier
// CHECK: "ld.shared.b32
func.func @scalar(%x: !tri.ptr<i32>, %y: !tri.ptr<i32>, %v: i32) attributes {tri.kernel} {
  %old = tri.atomic_rmw exch %v at %x semantics acquire scope cta : i32
  tri.store %old to %y : i32
  return
}

// -----

// Copies in the lanes of a warp learn it by a shuffle; where each thread owns what it holds, nothing is told.
// CHECK-LABEL: gpu.func @copies
// CHECK: atom.relaxed.gpu.global.add.u32
// CHECK: shfl.sync.idx.b32
// CHECK-NOT: shared
func.func @copies(%x: !tri.ptr<i32>, %y: !tri.ptr<i32>, %v: i32) attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %i = tri.range : tensor<8xi32>
  %p = tri.addptr %x, %i : !tri.ptr<i32>, tensor<8xi32>
  %s = tri.splat %v : tensor<8xi32>
  %r = tri.atomic_rmw add %s at %p semantics relaxed : tensor<8xi32>
  %q = tri.addptr %y, %i : !tri.ptr<i32>, tensor<8xi32>
  tri.store %r to %q : tensor<8xi32>
  return
}

// -----

// CHECK-LABEL: gpu.func @own
// CHECK: atom.relaxed.gpu.global.add.u32
// CHECK-NOT: shfl
// CHECK-NOT: shared
func.func @own(%x: !tri.ptr<i32>, %y: !tri.ptr<i32>, %v: i32) attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %i = tri.range : tensor<32xi32>
  %p = tri.addptr %x, %i : !tri.ptr<i32>, tensor<32xi32>
  %s = tri.splat %v : tensor<32xi32>
  %r = tri.atomic_rmw add %s at %p semantics relaxed : tensor<32xi32>
  %q = tri.addptr %y, %i : !tri.ptr<i32>, tensor<32xi32>
  tri.store %r to %q : tensor<32xi32>
  return
}

// -----

// Floats by the order of integers.
// CHECK-LABEL: gpu.func @maximum
// CHECK: "@$2 red.relaxed.gpu.global.max.s32 [$0], $1;{{.*}}@$3 red.relaxed.gpu.global.min.u32 [$0], $1;
func.func @maximum(%x: !tri.ptr<f32>, %v: f32) attributes {tri.kernel} {
  %i = tri.range : tensor<128xi32>
  %p = tri.addptr %x, %i : !tri.ptr<f32>, tensor<128xi32>
  %s = tri.splat %v : tensor<128xf32>
  %r = tri.atomic_rmw max %s at %p semantics relaxed : tensor<128xf32>
  return
}

// -----

// What releases is ordered with all that was written before, by any thread and through any pointer.
// CHECK-LABEL: gpu.func @release
// CHECK: st.global
// CHECK: gpu.barrier
// CHECK: red.release.gpu.global.add.u32
// CHECK-LABEL: gpu.func @relaxed
// CHECK: st.global
// CHECK-NOT: gpu.barrier
// CHECK: red.relaxed.gpu.global.add.u32
func.func @release(%x: !tri.ptr<i32> {tri.noalias}, %flag: !tri.ptr<i32> {tri.noalias}) attributes {tri.kernel} {
  %i = tri.range : tensor<128xi32>
  %p = tri.addptr %x, %i : !tri.ptr<i32>, tensor<128xi32>
  tri.store %i to %p : tensor<128xi32>
  %one = arith.constant 1 : i32
  %r = tri.atomic_rmw add %one at %flag semantics release : i32
  return
}

func.func @relaxed(%x: !tri.ptr<i32> {tri.noalias}, %flag: !tri.ptr<i32> {tri.noalias}) attributes {tri.kernel} {
  %i = tri.range : tensor<128xi32>
  %p = tri.addptr %x, %i : !tri.ptr<i32>, tensor<128xi32>
  tri.store %i to %p : tensor<128xi32>
  %one = arith.constant 1 : i32
  %r = tri.atomic_rmw add %one at %flag semantics relaxed : i32
  return
}
