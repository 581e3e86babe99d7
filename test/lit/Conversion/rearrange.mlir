// RUN: tri-opt %s --split-input-file --tri-allocate-shared --tri-insert-barriers --tri-to-gpu | FileCheck %s
// In its natural layout a rearranged block is the same registers.

#line = #tri.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [], cta = []>
#tile = #tri.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [1, 0], [2, 0], [4, 0], [8, 0]], warp = [], cta = []>
#turned = #tri.layout<register = [[1, 0], [2, 0]], lane = [[4, 0], [0, 1], [0, 2], [0, 4], [0, 8]], warp = [], cta = []>

// CHECK-LABEL: gpu.func @names
// CHECK: ld.global.v4.b32
// CHECK-NOT: shfl
// CHECK-NOT: shared
// CHECK: st.global
func.func @names(%x: !tri.ptr<f32> {tri.divisibility = 16 : i32}, %y: !tri.ptr<f32>) attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %i = tri.range : tensor<128xi32, #line>
  %p = tri.addptr %x, %i : !tri.ptr<f32>, tensor<128xi32, #line>
  %a = tri.load %p : tensor<128xf32, #line>
  %b = tri.reshape %a : tensor<128xf32, #line> -> tensor<16x8xf32, #tile>
  %c = tri.transpose %b order [1, 0] : tensor<16x8xf32, #tile>
  %at = tri.reshape %i : tensor<128xi32, #line> -> tensor<16x8xi32, #tile>
  %ct = tri.transpose %at order [1, 0] : tensor<16x8xi32, #tile>
  %q = tri.addptr %y, %ct : !tri.ptr<f32>, tensor<8x16xi32, #turned>
  tri.store %c to %q : tensor<8x16xf32, #turned>
  return
}

// -----

#line = #tri.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [], cta = []>
#other = #tri.layout<register = [[32], [64]], lane = [[1], [2], [4], [8], [16]], warp = [], cta = []>

// In any order the registers stay where they are; in order they move.
// CHECK-LABEL: gpu.func @reordered
// CHECK-NOT: shfl
// CHECK-LABEL: gpu.func @ordered
// CHECK: shfl
func.func @reordered(%x: !tri.ptr<i32>) attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %i = tri.range : tensor<128xi32, #line>
  %a = tri.reshape %i reorder : tensor<128xi32, #line> -> tensor<128xi32, #other>
  %p = tri.addptr %x, %a : !tri.ptr<i32>, tensor<128xi32, #other>
  tri.store %a to %p : tensor<128xi32, #other>
  return
}

func.func @ordered(%x: !tri.ptr<i32>) attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %i = tri.range : tensor<128xi32, #line>
  %a = tri.reshape %i : tensor<128xi32, #line> -> tensor<128xi32, #other>
  %p = tri.addptr %x, %a : !tri.ptr<i32>, tensor<128xi32, #other>
  tri.store %a to %p : tensor<128xi32, #other>
  return
}
