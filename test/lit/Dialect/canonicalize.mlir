// RUN: tri-opt %s --canonicalize | FileCheck %s
// RUN: tri-opt %s --canonicalize --canonicalize | FileCheck %s

// CHECK-LABEL: @range_of_one
// CHECK: arith.constant dense<7> : tensor<1xi32>
func.func @range_of_one() -> tensor<1xi32> {
  %0 = tri.range from 7 : tensor<1xi32>
  return %0 : tensor<1xi32>
}

// CHECK-LABEL: @range_of_two
// CHECK: tri.range from 7
func.func @range_of_two() -> tensor<2xi32> {
  %0 = tri.range from 7 : tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CHECK-LABEL: @splat_of_constant
// CHECK: arith.constant dense<1.500000e+00> : tensor<4xf16>
// CHECK: arith.constant dense<true> : tensor<2x2xi1>
// CHECK-NOT: tri.splat
func.func @splat_of_constant() -> (tensor<4xf16>, tensor<2x2xi1>) {
  %f = arith.constant 1.5 : f16
  %i = arith.constant true
  %0 = tri.splat %f : tensor<4xf16>
  %1 = tri.splat %i : tensor<2x2xi1>
  return %0, %1 : tensor<4xf16>, tensor<2x2xi1>
}

// CHECK-LABEL: @splat_of_argument
// CHECK: tri.splat
func.func @splat_of_argument(%s: f32) -> tensor<4xf32> {
  %0 = tri.splat %s : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @shape_of_uniform_constant
// CHECK: arith.constant dense<3> : tensor<4x8xi64>
// CHECK-NOT: tri.
func.func @shape_of_uniform_constant() -> tensor<4x8xi64> {
  %c = arith.constant dense<3> : tensor<4xi64>
  %0 = tri.expand_dims %c axis 1 : tensor<4xi64>
  %1 = tri.broadcast %0 : tensor<4x1xi64> -> tensor<4x8xi64>
  return %1 : tensor<4x8xi64>
}

// CHECK-LABEL: @shape_of_varied_constant
// CHECK: tri.expand_dims
// CHECK: tri.broadcast
func.func @shape_of_varied_constant() -> tensor<2x8xi64> {
  %c = arith.constant dense<[3, 4]> : tensor<2xi64>
  %0 = tri.expand_dims %c axis 1 : tensor<2xi64>
  %1 = tri.broadcast %0 : tensor<2x1xi64> -> tensor<2x8xi64>
  return %1 : tensor<2x8xi64>
}

// CHECK-LABEL: @broadcast_to_itself
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK-NEXT: return %[[X]]
func.func @broadcast_to_itself(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tri.broadcast %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @addptr_by_zero
// CHECK-SAME: %[[P:.*]]: !tri.ptr<f32>, %[[B:.*]]: tensor
// CHECK-NEXT: return %[[P]], %[[B]], %[[B]]
func.func @addptr_by_zero(%p: !tri.ptr<f32>, %b: tensor<4x!tri.ptr<f32>>)
    -> (!tri.ptr<f32>, tensor<4x!tri.ptr<f32>>, tensor<4x!tri.ptr<f32>>) {
  %c = arith.constant 0 : i32
  %z = arith.constant dense<0> : tensor<4xi64>
  %0 = tri.addptr %p, %c : !tri.ptr<f32>, i32
  %1 = tri.addptr %b, %z : tensor<4x!tri.ptr<f32>>, tensor<4xi64>
  %2 = tri.addptr %b, %c : tensor<4x!tri.ptr<f32>>, i32
  return %0, %1, %2 : !tri.ptr<f32>, tensor<4x!tri.ptr<f32>>, tensor<4x!tri.ptr<f32>>
}

// A scalar base that becomes a block is a change of shape, and one is not zero.
// CHECK-LABEL: @addptr_stays
// CHECK-COUNT-2: tri.addptr
func.func @addptr_stays(%p: !tri.ptr<f32>) -> (tensor<4x!tri.ptr<f32>>, !tri.ptr<f32>) {
  %z = arith.constant dense<0> : tensor<4xi64>
  %one = arith.constant 1 : i32
  %0 = tri.addptr %p, %z : !tri.ptr<f32>, tensor<4xi64>
  %1 = tri.addptr %p, %one : !tri.ptr<f32>, i32
  return %0, %1 : tensor<4x!tri.ptr<f32>>, !tri.ptr<f32>
}

// CHECK-LABEL: @load_mask_all
// CHECK-SAME: %[[P:.*]]: tensor<4x!tri.ptr<f32>>
// CHECK: tri.load %[[P]] cache cg evict last volatile : tensor<4xf32>
// CHECK: tri.load %{{.*}} : f64
func.func @load_mask_all(%p: tensor<4x!tri.ptr<f32>>, %o: tensor<4xf32>, %q: !tri.ptr<f64>) -> (tensor<4xf32>, f64) {
  %m = arith.constant dense<true> : tensor<4xi1>
  %t = arith.constant true
  %0 = tri.load %p where %m else %o cache cg evict last volatile : tensor<4xf32>
  %1 = tri.load %q where %t : f64
  return %0, %1 : tensor<4xf32>, f64
}

// CHECK-LABEL: @load_mask_none
// CHECK-SAME: %[[O:[a-z0-9]*]]: tensor<4xf32>
// CHECK-DAG: %[[Z:.*]] = arith.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-DAG: %[[I:.*]] = arith.constant 0 : i8
// CHECK: return %[[O]], %[[Z]], %[[I]]
func.func @load_mask_none(%o: tensor<4xf32>, %p: tensor<4x!tri.ptr<f32>>, %q: !tri.ptr<i8>)
    -> (tensor<4xf32>, tensor<4xf32>, i8) {
  %m = arith.constant dense<false> : tensor<4xi1>
  %f = arith.constant false
  %0 = tri.load %p where %m else %o : tensor<4xf32>
  %1 = tri.load %p where %m : tensor<4xf32>
  %2 = tri.load %q where %f : i8
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, i8
}

// There is no constant pointer, and a mask that varies stays.
// CHECK-LABEL: @load_mask_stays
// CHECK-COUNT-2: tri.load %{{.*}} where
func.func @load_mask_stays(%p: !tri.ptr<!tri.ptr<f32>>, %q: tensor<2x!tri.ptr<f32>>) -> (!tri.ptr<f32>, tensor<2xf32>) {
  %f = arith.constant false
  %m = arith.constant dense<[true, false]> : tensor<2xi1>
  %0 = tri.load %p where %f : !tri.ptr<f32>
  %1 = tri.load %q where %m : tensor<2xf32>
  return %0, %1 : !tri.ptr<f32>, tensor<2xf32>
}

// CHECK-LABEL: @store_masks
// CHECK-SAME: %[[V:.*]]: tensor<4xf32>, %[[P:.*]]: tensor<4x!tri.ptr<f32>>
// CHECK-NEXT: tri.store %[[V]] to %[[P]] cache cs volatile : tensor<4xf32>
// CHECK-NEXT: return
func.func @store_masks(%v: tensor<4xf32>, %p: tensor<4x!tri.ptr<f32>>) {
  %all = arith.constant dense<true> : tensor<4xi1>
  %none = arith.constant dense<false> : tensor<4xi1>
  tri.store %v to %p where %all cache cs volatile : tensor<4xf32>
  tri.store %v to %p where %none : tensor<4xf32>
  return
}

// A load that nobody uses goes; a volatile one and a store stay. Equal loads with no write between are one.
// CHECK-LABEL: @effects
// CHECK-NEXT: tri.load %{{.*}} volatile
// CHECK-NEXT: tri.store
// CHECK-NEXT: return
func.func @effects(%p: !tri.ptr<f32>, %v: f32) {
  %0 = tri.load %p : f32
  %1 = tri.load %p volatile : f32
  tri.store %v to %p : f32
  return
}

#a = #tri.layout<register = [[32]], lane = [[1],[2],[4],[8],[16]], warp = [], cta = []>
#b = #tri.layout<register = [[1]], lane = [[2],[4],[8],[16],[32]], warp = [], cta = []>

// CHECK-LABEL: @convert_layout_there_and_back
// CHECK-SAME: %[[X:.*]]: tensor<64xf32, #{{.*}}>
// CHECK-NEXT: return %[[X]], %[[X]]
func.func @convert_layout_there_and_back(%x: tensor<64xf32, #a>) -> (tensor<64xf32, #a>, tensor<64xf32, #a>) {
  %0 = tri.convert_layout %x : tensor<64xf32, #a> -> tensor<64xf32, #a>
  %1 = tri.convert_layout %x : tensor<64xf32, #a> -> tensor<64xf32, #b>
  %2 = tri.convert_layout %1 : tensor<64xf32, #b> -> tensor<64xf32, #a>
  return %0, %2 : tensor<64xf32, #a>, tensor<64xf32, #a>
}

// CHECK-LABEL: @convert_layout_stays
// CHECK-NEXT: tri.convert_layout
func.func @convert_layout_stays(%x: tensor<64xf32, #a>) -> tensor<64xf32, #b> {
  %1 = tri.convert_layout %x : tensor<64xf32, #a> -> tensor<64xf32, #b>
  return %1 : tensor<64xf32, #b>
}
