// RUN: tri-opt %s --canonicalize | FileCheck %s
// RUN: tri-opt %s --canonicalize --canonicalize | FileCheck %s
// Descriptors: sizes that are extended, accesses that are outside of the tensor, rows that are all one.

// CHECK-LABEL: @make_desc_narrow
// CHECK-SAME: %[[P:.*]]: !tri.ptr<f16>, %[[N:.*]]: i32, %[[LD:.*]]: i32
// CHECK: %[[M:.*]] = arith.constant 100 : i32
// CHECK: tri.make_desc %[[P]] shape [%[[M]], %[[N]]] strides [%[[LD]]] : i32 -> !tri.desc<4x8xf16>
func.func @make_desc_narrow(%p: !tri.ptr<f16>, %n: i32, %ld: i32) -> !tri.desc<4x8xf16> {
  %m = arith.constant 100 : i64
  %n64 = arith.extsi %n : i32 to i64
  %ld64 = arith.extsi %ld : i32 to i64
  %d = tri.make_desc %p shape [%m, %n64] strides [%ld64] : i64 -> !tri.desc<4x8xf16>
  return %d : !tri.desc<4x8xf16>
}

// The padding stays.
// CHECK-LABEL: @make_desc_narrow_pads
// CHECK: tri.make_desc %{{.*}} shape [%{{.*}}] pad nan : i32 -> !tri.desc<8xf16>
func.func @make_desc_narrow_pads(%p: !tri.ptr<f16>, %n: i32) -> !tri.desc<8xf16> {
  %n64 = arith.extsi %n : i32 to i64
  %d = tri.make_desc %p shape [%n64] pad nan : i64 -> !tri.desc<8xf16>
  return %d : !tri.desc<8xf16>
}

// Unsigned numbers, wider and narrower ones, and constants that do not fit stay.
// CHECK-LABEL: @make_desc_stays
// CHECK-COUNT-4: tri.make_desc {{.*}} : i64
func.func @make_desc_stays(%p: !tri.ptr<f16>, %n: i32, %h: i16, %w: i64)
    -> (!tri.desc<8xf16>, !tri.desc<8xf16>, !tri.desc<4x8xf16>, !tri.desc<8xf16>) {
  %u = arith.extui %n : i32 to i64
  %s = arith.extsi %n : i32 to i64
  %t = arith.extsi %h : i16 to i64
  %big = arith.constant 2147483648 : i64
  %0 = tri.make_desc %p shape [%u] : i64 -> !tri.desc<8xf16>
  %1 = tri.make_desc %p shape [%t] : i64 -> !tri.desc<8xf16>
  %2 = tri.make_desc %p shape [%s, %s] strides [%w] : i64 -> !tri.desc<4x8xf16>
  %3 = tri.make_desc %p shape [%big] : i64 -> !tri.desc<8xf16>
  return %0, %1, %2, %3 : !tri.desc<8xf16>, !tri.desc<8xf16>, !tri.desc<4x8xf16>, !tri.desc<8xf16>
}

// CHECK-LABEL: @load_outside
// CHECK-DAG: %[[Z:.*]] = arith.constant dense<0.000000e+00> : tensor<4x8xf16>
// CHECK-DAG: %[[NAN:.*]] = arith.constant dense<0x7E00> : tensor<4x8xf16>
// CHECK-NOT: tri.desc_load
// CHECK: return %[[Z]], %[[NAN]], %[[Z]]
func.func @load_outside(%p: !tri.ptr<f16>, %n: i32, %i: i32)
    -> (tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf16>) {
  %m4 = arith.constant -4 : i32
  %c0 = arith.constant 0 : i32
  %c100 = arith.constant 100 : i32
  %d = tri.make_desc %p shape [%n, %n] strides [%n] : i32 -> !tri.desc<4x8xf16>
  %e = tri.make_desc %p shape [%n, %c100] strides [%n] pad nan : i32 -> !tri.desc<4x8xf16>
  %f = tri.make_desc %p shape [%c0, %n] strides [%n] : i32 -> !tri.desc<4x8xf16>
  %0 = tri.desc_load %d[%m4, %i] : !tri.desc<4x8xf16>
  %1 = tri.desc_load %e[%i, %c100] : !tri.desc<4x8xf16>
  %2 = tri.desc_load %f[%i, %i] : !tri.desc<4x8xf16>
  return %0, %1, %2 : tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf16>
}

// One element may be inside; a descriptor from elsewhere has a padding that is not known; a negative extent is an
// error.
// CHECK-LABEL: @load_may_be_inside
// CHECK-COUNT-5: tri.desc_load
func.func @load_may_be_inside(%p: !tri.ptr<f16>, %n: i32, %i: i32, %any: !tri.desc<4x8xf16>)
    -> (tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf16>) {
  %m3 = arith.constant -3 : i32
  %m4 = arith.constant -4 : i32
  %c99 = arith.constant 99 : i32
  %c100 = arith.constant 100 : i32
  %d = tri.make_desc %p shape [%n, %c100] strides [%n] : i32 -> !tri.desc<4x8xf16>
  %e = tri.make_desc %p shape [%m3, %n] strides [%n] : i32 -> !tri.desc<4x8xf16>
  %0 = tri.desc_load %d[%m3, %i] : !tri.desc<4x8xf16>
  %1 = tri.desc_load %d[%i, %c99] : !tri.desc<4x8xf16>
  %2 = tri.desc_load %d[%c100, %i] : !tri.desc<4x8xf16>
  %3 = tri.desc_load %any[%m4, %i] : !tri.desc<4x8xf16>
  %4 = tri.desc_load %e[%i, %i] : !tri.desc<4x8xf16>
  return %0, %1, %2, %3, %4 : tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf16>
}

// CHECK-LABEL: @write_outside
// CHECK-NOT: tri.desc_
// CHECK: return
func.func @write_outside(%any: !tri.desc<4x8xi32>, %row: !tri.desc<1x8xi32>, %v: tensor<4x8xi32>, %i: i32, %r: tensor<4xi32>) {
  %m8 = arith.constant -8 : i32
  %m1 = arith.constant dense<-1> : tensor<4xi32>
  tri.desc_store %v to %any[%i, %m8] : !tri.desc<4x8xi32>
  tri.desc_reduce add %v to %any[%m8, %i] : !tri.desc<4x8xi32>
  tri.desc_scatter %v to %row[%m1, %i] : tensor<4xi32>, !tri.desc<1x8xi32>
  tri.desc_scatter %v to %row[%r, %m8] : tensor<4xi32>, !tri.desc<1x8xi32>
  return
}

// CHECK-LABEL: @write_may_be_inside
// CHECK: tri.desc_store
// CHECK: tri.desc_reduce
// CHECK-COUNT-3: tri.desc_scatter
func.func @write_may_be_inside(%any: !tri.desc<4x8xi32>, %row: !tri.desc<1x8xi32>, %v: tensor<4x8xi32>, %i: i32, %r: tensor<4xi32>) {
  %m7 = arith.constant -7 : i32
  %m3 = arith.constant -3 : i32
  %some = arith.constant dense<[-1, -1, 0, -1]> : tensor<4xi32>
  %zero = arith.constant dense<0> : tensor<4xi32>
  tri.desc_store %v to %any[%i, %m7] : !tri.desc<4x8xi32>
  tri.desc_reduce add %v to %any[%m3, %i] : !tri.desc<4x8xi32>
  tri.desc_scatter %v to %row[%some, %i] : tensor<4xi32>, !tri.desc<1x8xi32>
  tri.desc_scatter %v to %row[%zero, %i] : tensor<4xi32>, !tri.desc<1x8xi32>
  tri.desc_scatter %v to %row[%r, %m7] : tensor<4xi32>, !tri.desc<1x8xi32>
  return
}

// CHECK-LABEL: @gather_outside
// CHECK-DAG: %[[Z:.*]] = arith.constant dense<0> : tensor<4x8xi32>
// CHECK-NOT: tri.desc_gather
// CHECK: return %[[Z]], %[[Z]]
func.func @gather_outside(%p: !tri.ptr<i32>, %n: i32, %i: i32, %r: tensor<4xi32>) -> (tensor<4x8xi32>, tensor<4x8xi32>) {
  %c5 = arith.constant 5 : i32
  %fives = arith.constant dense<5> : tensor<4xi32>
  %d = tri.make_desc %p shape [%c5, %c5] strides [%n] : i32 -> !tri.desc<1x8xi32>
  %0 = tri.desc_gather %d[%fives, %i] : tensor<4xi32>, !tri.desc<1x8xi32>
  %1 = tri.desc_gather %d[%r, %c5] : tensor<4xi32>, !tri.desc<1x8xi32>
  return %0, %1 : tensor<4x8xi32>, tensor<4x8xi32>
}

// CHECK-LABEL: @gather_one_row
// CHECK-SAME: %[[D:.*]]: !tri.desc<1x8xi32>, %[[I:.*]]: i32, %[[S:.*]]: i16
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i32
// CHECK: %[[A:.*]] = tri.desc_load %[[D]][%[[I]], %[[I]]] : !tri.desc<1x8xi32>
// CHECK: %[[AB:.*]] = tri.broadcast %[[A]] : tensor<1x8xi32> -> tensor<4x8xi32>
// CHECK: %[[S32:.*]] = arith.extsi %[[S]] : i16 to i32
// CHECK: %[[B:.*]] = tri.desc_load %[[D]][%[[S32]], %[[I]]]
// CHECK: %[[C:.*]] = tri.desc_load %[[D]][%[[C4]], %[[I]]]
// CHECK: %[[CB:.*]] = tri.broadcast %[[C]] : tensor<1x8xi32> -> tensor<3x8xi32>
// CHECK: return %[[AB]], %[[B]], %[[CB]]
func.func @gather_one_row(%d: !tri.desc<1x8xi32>, %i: i32, %s: i16) -> (tensor<4x8xi32>, tensor<1x8xi32>, tensor<3x8xi32>) {
  %r = tri.splat %i : tensor<4xi32>
  %q = tri.splat %s : tensor<1xi16>
  %c = arith.constant dense<4> : tensor<3xi16>
  %0 = tri.desc_gather %d[%r, %i] : tensor<4xi32>, !tri.desc<1x8xi32>
  %1 = tri.desc_gather %d[%q, %i] : tensor<1xi16>, !tri.desc<1x8xi32>
  %2 = tri.desc_gather %d[%c, %i] : tensor<3xi16>, !tri.desc<1x8xi32>
  return %0, %1, %2 : tensor<4x8xi32>, tensor<1x8xi32>, tensor<3x8xi32>
}

// CHECK-LABEL: @gather_rows_stay
// CHECK-COUNT-2: tri.desc_gather
func.func @gather_rows_stay(%d: !tri.desc<1x8xi32>, %i: i32, %r: tensor<4xi32>) -> (tensor<4x8xi32>, tensor<2x8xi32>) {
  %c = arith.constant dense<[4, 5]> : tensor<2xi32>
  %0 = tri.desc_gather %d[%r, %i] : tensor<4xi32>, !tri.desc<1x8xi32>
  %1 = tri.desc_gather %d[%c, %i] : tensor<2xi32>, !tri.desc<1x8xi32>
  return %0, %1 : tensor<4x8xi32>, tensor<2x8xi32>
}
