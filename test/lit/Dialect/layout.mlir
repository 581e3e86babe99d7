// RUN: tri-opt %s | FileCheck %s
// RUN: tri-opt %s | tri-opt | FileCheck %s
// RUN: tri-opt %s --emit-bytecode | tri-opt | FileCheck %s

// CHECK: #[[V:.*]] = #tri.layout<register = {{\[}}[1], [2]], lane = {{\[}}[4], [8], [16], [32], [64]], warp = {{\[}}[128], [256]], cta = []>
#v = #tri.layout<register = [[1],[2]], lane = [[4],[8],[16],[32],[64]], warp = [[128],[256]], cta = []>
// A block of 16 elements over 32 lanes: the high lane bit is a copy.
#w = #tri.layout<register = [[128], [256]], lane = [[1],[2],[4],[8],[16]], warp = [[32],[64]], cta = []>
#copies = #tri.layout<register = [], lane = [[1], [2], [4], [8], [0]], warp = [], cta = []>

// CHECK-LABEL: @f
// CHECK-SAME: tensor<512xf32, #[[V]]>
func.func @f(%x: tensor<512xf32, #v>, %y: tensor<16xi8, #copies>, %p: tensor<512x!tri.ptr<f32>, #v>) {
  // CHECK: tri.load %{{.*}} : tensor<512xf32, #[[V]]>
  %0 = tri.load %p : tensor<512xf32, #v>
  // CHECK: arith.addf %{{.*}} : tensor<512xf32, #[[V]]>
  %1 = arith.addf %0, %x : tensor<512xf32, #v>
  %2 = tri.range : tensor<16xi32, #copies>
  return
}

// CHECK-LABEL: @convert
// CHECK: tri.convert_layout %{{.*}} : tensor<512xf32, #[[V]]> -> tensor<512xf32, #{{.*}}>
func.func @convert(%x: tensor<512xf32, #v>) -> tensor<512xf32, #w> {
  %0 = tri.convert_layout %x : tensor<512xf32, #v> -> tensor<512xf32, #w>
  return %0 : tensor<512xf32, #w>
}

#lanes = #tri.layout<register = [], lane = [[1, 0], [2, 0], [0, 1], [0, 2], [0, 4]], warp = [], cta = []>
#pairs = #tri.layout<register = [[0, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [], cta = []>

// What shape ops make of a layout is where the same elements are.
// CHECK-LABEL: @rearrange
func.func @rearrange(%x: tensor<4x8xf32, #lanes>, %y: tensor<32x2xf32, #pairs>) {
  // CHECK: %[[T:.*]] = tri.transpose %{{.*}} order [1, 0] : tensor<4x8xf32, #{{.*}}>
  %0 = tri.transpose %x order [1, 0] : tensor<4x8xf32, #lanes>
  // CHECK: arith.negf %[[T]] : tensor<8x4xf32, #{{.*}}>
  %1 = arith.negf %0 : tensor<8x4xf32, #tri.layout<register = [], lane = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], warp = [], cta = []>>
  // CHECK: %[[J:.*]] = tri.join
  %2 = tri.join %x, %x : tensor<4x8xf32, #lanes>
  // CHECK: arith.negf %[[J]] : tensor<4x8x2xf32, #{{.*}}>
  %3 = arith.negf %2 : tensor<4x8x2xf32, #tri.layout<register = [[0, 0, 1]], lane = [[1, 0, 0], [2, 0, 0], [0, 1, 0], [0, 2, 0], [0, 4, 0]], warp = [], cta = []>>
  // CHECK: %[[L:.*]], %[[R:.*]] = tri.split
  %4, %5 = tri.split %y : tensor<32x2xf32, #pairs>
  // CHECK: %[[C:.*]] = tri.cat %[[L]], %[[R]] axis 0
  %6 = tri.cat %4, %5 axis 0 : tensor<32xf32, #tri.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [], cta = []>>, tensor<32xf32, #tri.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [], cta = []>>
  // CHECK: arith.negf %[[C]] : tensor<64xf32, #{{.*}}>
  %7 = arith.negf %6 : tensor<64xf32, #tri.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = [], cta = []>>
  return
}

// What a descriptor copies may have a layout; then it is written.
// CHECK-LABEL: @descriptors
func.func @descriptors(%d: !tri.desc<4x8xf32>, %row: !tri.desc<1x8xf32>, %r: tensor<4xi32>, %i: i32) {
  // CHECK: %[[X:.*]] = tri.desc_load %{{.*}}[%{{.*}}, %{{.*}}] : !tri.desc<4x8xf32> as tensor<4x8xf32, #{{.*}}>
  %0 = tri.desc_load %d[%i, %i] : !tri.desc<4x8xf32> as tensor<4x8xf32, #lanes>
  // CHECK: tri.desc_store %[[X]] to %{{.*}}[%{{.*}}, %{{.*}}] : !tri.desc<4x8xf32> as tensor<4x8xf32, #{{.*}}>
  tri.desc_store %0 to %d[%i, %i] : !tri.desc<4x8xf32> as tensor<4x8xf32, #lanes>
  // CHECK: tri.desc_reduce add %[[X]] to %{{.*}} : !tri.desc<4x8xf32> as tensor<4x8xf32, #{{.*}}>
  tri.desc_reduce add %0 to %d[%i, %i] : !tri.desc<4x8xf32> as tensor<4x8xf32, #lanes>
  // CHECK: %[[Y:.*]] = tri.desc_gather %{{.*}} : tensor<4xi32>, !tri.desc<1x8xf32> as tensor<4x8xf32, #{{.*}}>
  %1 = tri.desc_gather %row[%r, %i] : tensor<4xi32>, !tri.desc<1x8xf32> as tensor<4x8xf32, #lanes>
  // CHECK: tri.desc_scatter %[[Y]] to %{{.*}} : tensor<4xi32>, !tri.desc<1x8xf32> as tensor<4x8xf32, #{{.*}}>
  tri.desc_scatter %1 to %row[%r, %i] : tensor<4xi32>, !tri.desc<1x8xf32> as tensor<4x8xf32, #lanes>
  return
}
