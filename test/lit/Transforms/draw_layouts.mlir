// RUN: tri-opt %s --tri-assign-layouts=num-warps=1 --tri-draw-layouts="rows=2 columns=4" 2>&1 | FileCheck %s
// Once per layout: the tile's offsets, pointers and loaded value share one.

// CHECK: draw_layouts.mlir:[[@LINE+10]]:{{.*}}: remark: 4x1 elements, 4 registers x 32 lanes x 1 warps x 1 CTAs
// CHECK: T0:0*32
// CHECK: draw_layouts.mlir:[[@LINE+10]]:{{.*}}: remark: 4x32 elements, 4 registers x 32 lanes x 1 warps x 1 CTAs
// CHECK-NEXT: 0 1 2 3
// CHECK-NEXT: 0 T0:0 T1:0 T2:0 T3:0 ...
// CHECK-NEXT: 1 T0:1 T1:1 T2:1 T3:1 ...
// CHECK-NOT: remark: 4x32 elements
func.func @tile(%p: !tri.ptr<i32>) attributes {tri.kernel} {
  %r = tri.range : tensor<4xi32>
  %c = tri.range : tensor<32xi32>
  %re = tri.expand_dims %r axis 1 : tensor<4xi32>
  %ce = tri.expand_dims %c axis 0 : tensor<32xi32>
  %rb = tri.broadcast %re : tensor<4x1xi32> -> tensor<4x32xi32>
  %cb = tri.broadcast %ce : tensor<1x32xi32> -> tensor<4x32xi32>
  %w = arith.constant dense<32> : tensor<4x32xi32>
  %row = arith.muli %rb, %w : tensor<4x32xi32>
  %o = arith.addi %row, %cb : tensor<4x32xi32>
  %q = tri.addptr %p, %o : !tri.ptr<i32>, tensor<4x32xi32>
  %v = tri.load %q : tensor<4x32xi32>
  tri.store %v to %q : tensor<4x32xi32>
  return
}
