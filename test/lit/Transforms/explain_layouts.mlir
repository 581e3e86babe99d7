// RUN: tri-opt %s --tri-assign-layouts=explain 2>&1 >/dev/null | FileCheck %s

// The tile has whole rows in a warp: both layouts cost memory the same, and only one needs shared memory for the maxima,
// which stay where the reduction leaves them.
// CHECK: explain_layouts.mlir:[[#@LINE+16]]:8: remark: blocks of 16x256 from here on have #tri.layout<register = {{\[\[}}0, 1], [0, 2], [0, 128], [4, 0], [8, 0]], lane = {{.*}}, warp = {{\[\[}}1, 0], [2, 0]], cta = []>, cost
// CHECK: note: tri.reduce pays
// CHECK: note: tri.load pays 130
// CHECK: note: another layout, #tri.layout<{{.*}} warp = {{\[\[}}0, 128], [1, 0]], cta = []>, would cost
// CHECK: remark: blocks of 16 from here on have #tri.layout<register = {{\[\[}}4], [8]], lane = {{.*}}, warp = {{\[\[}}1], [2]], cta = []>
func.func @rows(%x: !tri.ptr<f32> {tri.divisibility = 16 : i32}, %y: !tri.ptr<f32> {tri.divisibility = 16 : i32}) attributes {tri.kernel} {
  %r = tri.range : tensor<16xi32>
  %c = tri.range : tensor<256xi32>
  %w = arith.constant dense<256> : tensor<16xi32>
  %from = arith.muli %r, %w : tensor<16xi32>
  %start = tri.addptr %x, %from : !tri.ptr<f32>, tensor<16xi32>
  %at = tri.expand_dims %start axis 1 : tensor<16x!tri.ptr<f32>>
  %base = tri.broadcast %at : tensor<16x1x!tri.ptr<f32>> -> tensor<16x256x!tri.ptr<f32>>
  %c1 = tri.expand_dims %c axis 0 : tensor<256xi32>
  %cs = tri.broadcast %c1 : tensor<1x256xi32> -> tensor<16x256xi32>
  %p = tri.addptr %base, %cs : tensor<16x256x!tri.ptr<f32>>, tensor<16x256xi32>
  %v = tri.load %p : tensor<16x256xf32>
  %m = tri.reduce max %v axis 1 : tensor<16x256xf32>
  %q = tri.addptr %y, %r : !tri.ptr<f32>, tensor<16xi32>
  tri.store %m to %q : tensor<16xf32>
  return
}
