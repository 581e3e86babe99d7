// RUN: tri-opt %s --canonicalize | FileCheck %s
// RUN: tri-opt %s --canonicalize --canonicalize | FileCheck %s
// What becomes of shape ops on splats, of chains of shape ops, and of chains of casts.

// CHECK-LABEL: @shapes_of_splat
// CHECK-SAME: %[[S:.*]]: f32
// CHECK-DAG: %[[A:.*]] = tri.splat %[[S]] : tensor<4x8xf32>
// CHECK-DAG: %[[B:.*]] = tri.splat %[[S]] : tensor<2x2xf32>
// CHECK-DAG: %[[C:.*]] = tri.splat %[[S]] : tensor<3x2xf32>
// CHECK-NOT: tri.
// CHECK: return %[[A]], %[[B]], %[[C]]
func.func @shapes_of_splat(%s: f32) -> (tensor<4x8xf32>, tensor<2x2xf32>, tensor<3x2xf32>) {
  %0 = tri.splat %s : tensor<4xf32>
  %1 = tri.expand_dims %0 axis 1 : tensor<4xf32>
  %2 = tri.broadcast %1 : tensor<4x1xf32> -> tensor<4x8xf32>
  %3 = tri.reshape %0 : tensor<4xf32> -> tensor<2x2xf32>
  %4 = tri.splat %s : tensor<2x3xf32>
  %5 = tri.transpose %4 order [1, 0] : tensor<2x3xf32>
  return %2, %3, %5 : tensor<4x8xf32>, tensor<2x2xf32>, tensor<3x2xf32>
}

// CHECK-LABEL: @shapes_of_block
// CHECK: tri.expand_dims
// CHECK: tri.broadcast
// CHECK: tri.reshape
// CHECK: tri.transpose
func.func @shapes_of_block(%x: tensor<4xf32>, %y: tensor<2x3xf32>)
    -> (tensor<4x8xf32>, tensor<2x2xf32>, tensor<3x2xf32>) {
  %1 = tri.expand_dims %x axis 1 : tensor<4xf32>
  %2 = tri.broadcast %1 : tensor<4x1xf32> -> tensor<4x8xf32>
  %3 = tri.reshape %x : tensor<4xf32> -> tensor<2x2xf32>
  %5 = tri.transpose %y order [1, 0] : tensor<2x3xf32>
  return %2, %3, %5 : tensor<4x8xf32>, tensor<2x2xf32>, tensor<3x2xf32>
}

// CHECK-LABEL: @broadcast_of_broadcast
// CHECK-SAME: %[[X:.*]]: tensor<1x1xf32>
// CHECK-NEXT: %[[R:.*]] = tri.broadcast %[[X]] : tensor<1x1xf32> -> tensor<4x8xf32>
// CHECK-NEXT: return %[[R]]
func.func @broadcast_of_broadcast(%x: tensor<1x1xf32>) -> tensor<4x8xf32> {
  %0 = tri.broadcast %x : tensor<1x1xf32> -> tensor<4x1xf32>
  %1 = tri.broadcast %0 : tensor<4x1xf32> -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// CHECK-LABEL: @reshape_of_constant
// CHECK-DAG: arith.constant dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi32>
// CHECK-DAG: arith.constant dense<7> : tensor<2x2xi32>
// CHECK-NOT: tri.
func.func @reshape_of_constant() -> (tensor<2x2xi32>, tensor<2x2xi32>) {
  %c = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %d = arith.constant dense<7> : tensor<4xi32>
  %0 = tri.reshape %c : tensor<4xi32> -> tensor<2x2xi32>
  %1 = tri.reshape %d reorder : tensor<4xi32> -> tensor<2x2xi32>
  return %0, %1 : tensor<2x2xi32>, tensor<2x2xi32>
}

// CHECK-LABEL: @reshape_there_and_back
// CHECK-SAME: %[[X:.*]]: tensor<4x2xf32>
// CHECK-NEXT: return %[[X]], %[[X]]
func.func @reshape_there_and_back(%x: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %0 = tri.reshape %x : tensor<4x2xf32> -> tensor<8xf32>
  %1 = tri.reshape %0 : tensor<8xf32> -> tensor<4x2xf32>
  %2 = tri.reshape %0 reorder : tensor<8xf32> -> tensor<4x2xf32>
  return %1, %2 : tensor<4x2xf32>, tensor<4x2xf32>
}

// One that may reorder makes the whole chain one that may.
// CHECK-LABEL: @reshape_chain
// CHECK-SAME: %[[X:.*]]: tensor<4x2xf32>
// CHECK-DAG: tri.reshape %[[X]] : tensor<4x2xf32> -> tensor<2x4xf32>
// CHECK-DAG: tri.reshape %[[X]] reorder : tensor<4x2xf32> -> tensor<2x2x2xf32>
// CHECK-DAG: tri.reshape %[[X]] reorder : tensor<4x2xf32> -> tensor<8x1xf32>
// CHECK-DAG: tri.reshape %[[X]] : tensor<4x2xf32> -> tensor<1x8xf32>
// CHECK-NOT: tri.
func.func @reshape_chain(%x: tensor<4x2xf32>)
    -> (tensor<2x4xf32>, tensor<2x2x2xf32>, tensor<8x1xf32>, tensor<1x8xf32>) {
  %0 = tri.reshape %x : tensor<4x2xf32> -> tensor<8xf32>
  %1 = tri.reshape %0 : tensor<8xf32> -> tensor<2x4xf32>
  %2 = tri.reshape %0 reorder : tensor<8xf32> -> tensor<2x2x2xf32>
  %3 = tri.reshape %x reorder : tensor<4x2xf32> -> tensor<8xf32>
  %4 = tri.reshape %3 : tensor<8xf32> -> tensor<8x1xf32>
  %5 = tri.expand_dims %x axis 0 : tensor<4x2xf32>
  %6 = tri.reshape %5 : tensor<1x4x2xf32> -> tensor<1x8xf32>
  return %1, %2, %4, %6 : tensor<2x4xf32>, tensor<2x2x2xf32>, tensor<8x1xf32>, tensor<1x8xf32>
}

// A transpose between two reshapes keeps them apart.
// CHECK-LABEL: @reshape_stays
// CHECK: tri.reshape
// CHECK: tri.transpose
// CHECK: tri.reshape
func.func @reshape_stays(%x: tensor<4x2xf32>) -> tensor<8xf32> {
  %0 = tri.reshape %x : tensor<4x2xf32> -> tensor<2x4xf32>
  %1 = tri.transpose %0 order [1, 0] : tensor<2x4xf32>
  %2 = tri.reshape %1 : tensor<4x2xf32> -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// CHECK-LABEL: @transpose_there_and_back
// CHECK-SAME: %[[X:.*]]: tensor<2x3x4xf32>
// CHECK-NEXT: return %[[X]], %[[X]]
func.func @transpose_there_and_back(%x: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
  %0 = tri.transpose %x order [0, 1, 2] : tensor<2x3x4xf32>
  %1 = tri.transpose %x order [1, 2, 0] : tensor<2x3x4xf32>
  %2 = tri.transpose %1 order [2, 0, 1] : tensor<3x4x2xf32>
  return %0, %2 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
}

// The same order twice is no way back where it turns three axes; nor are equal types enough.
// CHECK-LABEL: @transpose_twice
// CHECK-SAME: %[[X:.*]]: tensor<2x3x4xf32>, %[[Y:.*]]: tensor<3x3xf32>
// CHECK-DAG: tri.transpose %[[X]] order [2, 0, 1] : tensor<2x3x4xf32>
// CHECK-DAG: tri.transpose %[[Y]] order [1, 0] : tensor<3x3xf32>
func.func @transpose_twice(%x: tensor<2x3x4xf32>, %y: tensor<3x3xf32>) -> (tensor<4x2x3xf32>, tensor<3x3xf32>) {
  %0 = tri.transpose %x order [1, 2, 0] : tensor<2x3x4xf32>
  %1 = tri.transpose %0 order [1, 2, 0] : tensor<3x4x2xf32>
  %2 = tri.transpose %y order [1, 0] : tensor<3x3xf32>
  return %1, %2 : tensor<4x2x3xf32>, tensor<3x3xf32>
}

// CHECK-LABEL: @transpose_of_constant
// CHECK-DAG: arith.constant dense<7> : tensor<3x2xi32>
// CHECK-DAG: %[[V:.*]] = arith.constant dense<{{.*}}> : tensor<1x2xi32>
// CHECK: tri.transpose %[[V]]
func.func @transpose_of_constant() -> (tensor<3x2xi32>, tensor<2x1xi32>) {
  %c = arith.constant dense<7> : tensor<2x3xi32>
  %d = arith.constant dense<[[7, 8]]> : tensor<1x2xi32>
  %0 = tri.transpose %c order [1, 0] : tensor<2x3xi32>
  %1 = tri.transpose %d order [1, 0] : tensor<1x2xi32>
  return %0, %1 : tensor<3x2xi32>, tensor<2x1xi32>
}

// CHECK-LABEL: @join_and_split
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>, %[[Y:.*]]: tensor<3xf32>, %[[Z:.*]]: tensor<3x2xf32>
// CHECK-NEXT: return %[[X]], %[[Y]], %[[Z]]
func.func @join_and_split(%x: tensor<3xf32>, %y: tensor<3xf32>, %z: tensor<3x2xf32>)
    -> (tensor<3xf32>, tensor<3xf32>, tensor<3x2xf32>) {
  %0 = tri.join %x, %y : tensor<3xf32>
  %1, %2 = tri.split %0 : tensor<3x2xf32>
  %3, %4 = tri.split %z : tensor<3x2xf32>
  %5 = tri.join %3, %4 : tensor<3xf32>
  return %1, %2, %5 : tensor<3xf32>, tensor<3xf32>, tensor<3x2xf32>
}

// Halves that change places, or come from two blocks, are joined.
// CHECK-LABEL: @join_stays
// CHECK: %[[A:.*]], %[[B:.*]] = tri.split
// CHECK: %[[C:.*]], %[[D:.*]] = tri.split
// CHECK: tri.join %[[B]], %[[A]]
// CHECK: tri.join %[[A]], %[[D]]
func.func @join_stays(%z: tensor<3x2xf32>, %y: tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  %0, %1 = tri.split %z : tensor<3x2xf32>
  %2, %3 = tri.split %y : tensor<3x2xf32>
  %4 = tri.join %1, %0 : tensor<3xf32>
  %5 = tri.join %0, %3 : tensor<3xf32>
  return %4, %5 : tensor<3x2xf32>, tensor<3x2xf32>
}

// CHECK-LABEL: @pointer_casts
// CHECK-SAME: %[[P:.*]]: !tri.ptr<f32>, %[[I:.*]]: i64
// CHECK-NEXT: %[[W:.*]] = tri.bitcast %[[P]] : !tri.ptr<f32> -> !tri.ptr<i8>
// CHECK-NEXT: %[[V:.*]] = tri.bitcast %[[P]] : !tri.ptr<f32> -> !tri.ptr<i8>
// CHECK-NEXT: return %[[P]], %[[P]], %[[W]], %[[V]], %[[I]]
func.func @pointer_casts(%p: !tri.ptr<f32>, %i: i64)
    -> (!tri.ptr<f32>, !tri.ptr<f32>, !tri.ptr<i8>, !tri.ptr<i8>, i64) {
  %0 = tri.bitcast %p : !tri.ptr<f32> -> !tri.ptr<i32>
  %1 = tri.bitcast %0 : !tri.ptr<i32> -> !tri.ptr<f32>
  %2 = tri.ptr_to_int %p : !tri.ptr<f32>
  %3 = tri.int_to_ptr %2 : !tri.ptr<f32>
  %4 = tri.int_to_ptr %2 : !tri.ptr<i8>
  %5 = tri.bitcast %0 : !tri.ptr<i32> -> !tri.ptr<i8>
  %6 = tri.int_to_ptr %i : !tri.ptr<i8>
  %7 = tri.ptr_to_int %6 : !tri.ptr<i8>
  return %1, %3, %4, %5, %7 : !tri.ptr<f32>, !tri.ptr<f32>, !tri.ptr<i8>, !tri.ptr<i8>, i64
}

// CHECK-LABEL: @pointer_casts_stay
// CHECK: tri.ptr_to_int
// CHECK: tri.int_to_ptr
// CHECK: tri.bitcast
func.func @pointer_casts_stay(%p: !tri.ptr<f32, 3>, %q: !tri.ptr<f32>) -> (!tri.ptr<f32>, !tri.ptr<i32>) {
  %0 = tri.ptr_to_int %p : !tri.ptr<f32, 3>
  %1 = tri.int_to_ptr %0 : !tri.ptr<f32>
  %2 = tri.bitcast %q : !tri.ptr<f32> -> !tri.ptr<i32>
  return %1, %2 : !tri.ptr<f32>, !tri.ptr<i32>
}

// CHECK-LABEL: @fp_cast_of_wider
// CHECK-SAME: %[[H:.*]]: f16, %[[B:.*]]: f8E5M2
// CHECK-DAG: %[[X:.*]] = tri.fp_cast %[[H]] rounding rtz saturate : f16 -> f8E4M3FN
// CHECK-DAG: %[[Y:.*]] = tri.fp_cast %[[H]] : f16 -> f64
// CHECK: return %[[H]], %[[X]], %[[Y]], %[[B]]
func.func @fp_cast_of_wider(%h: f16, %b: f8E5M2) -> (f16, f8E4M3FN, f64, f8E5M2) {
  %0 = tri.fp_cast %h : f16 -> f16
  %1 = tri.fp_cast %h : f16 -> f32
  %2 = tri.fp_cast %1 rounding rtz saturate : f32 -> f8E4M3FN
  %3 = arith.extf %h : f16 to f32
  %4 = tri.fp_cast %3 : f32 -> f64
  %5 = tri.fp_cast %b : f8E5M2 -> bf16
  %6 = tri.fp_cast %5 : bf16 -> f8E5M2
  return %0, %2, %4, %6 : f16, f8E4M3FN, f64, f8E5M2
}

// Each of these rounds, or saturates what was infinite.
// CHECK-LABEL: @fp_cast_stays
// CHECK-COUNT-5: tri.fp_cast
func.func @fp_cast_stays(%x: f32, %h: f16, %b: f8E5M2) -> (f8E5M2, f16, f8E5M2) {
  %0 = tri.fp_cast %x : f32 -> f16
  %1 = tri.fp_cast %0 : f16 -> f8E5M2
  %2 = tri.fp_cast %h : f16 -> bf16
  %3 = tri.fp_cast %2 : bf16 -> f16
  %4 = tri.fp_cast %b saturate : f8E5M2 -> f8E5M2
  return %1, %3, %4 : f8E5M2, f16, f8E5M2
}
