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
