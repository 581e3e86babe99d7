// RUN: tri-opt %s --canonicalize | FileCheck %s
// RUN: tri-opt %s --canonicalize --canonicalize | FileCheck %s
// Chains of addptr, what is masked off, and conditions that are known.

// CHECK-LABEL: @addptr_constants
// CHECK-SAME: %[[P:.*]]: !tri.ptr<f32>, %[[B:.*]]: tensor<4x!tri.ptr<f32>>
// CHECK-DAG: %[[C7:.*]] = arith.constant 7 : i64
// CHECK-DAG: %[[C2:.*]] = arith.constant dense<2> : tensor<4xi32>
// CHECK-DAG: tri.addptr %[[P]], %[[C7]] : !tri.ptr<f32>, i64
// CHECK-DAG: tri.addptr %[[B]], %[[C2]] : tensor<4x!tri.ptr<f32>>, tensor<4xi32>
// CHECK-DAG: tri.addptr %[[P]], %[[C2]] : !tri.ptr<f32>, tensor<4xi32>
// CHECK-NOT: tri.addptr
func.func @addptr_constants(%p: !tri.ptr<f32>, %b: tensor<4x!tri.ptr<f32>>)
    -> (!tri.ptr<f32>, tensor<4x!tri.ptr<f32>>, tensor<4x!tri.ptr<f32>>) {
  %c3 = arith.constant 3 : i8
  %c4 = arith.constant 4 : i64
  %m1 = arith.constant -1 : i32
  %d3 = arith.constant dense<3> : tensor<4xi8>
  %0 = tri.addptr %p, %c3 : !tri.ptr<f32>, i8
  %1 = tri.addptr %0, %c4 : !tri.ptr<f32>, i64
  %2 = tri.addptr %b, %d3 : tensor<4x!tri.ptr<f32>>, tensor<4xi8>
  %3 = tri.addptr %2, %m1 : tensor<4x!tri.ptr<f32>>, i32
  %4 = tri.addptr %p, %m1 : !tri.ptr<f32>, i32
  %5 = tri.addptr %4, %d3 : !tri.ptr<f32>, tensor<4xi8>
  return %1, %3, %5 : !tri.ptr<f32>, tensor<4x!tri.ptr<f32>>, tensor<4x!tri.ptr<f32>>
}

// A sum that would wrap in the offsets' type, one that varies, and one that is not known stay as they are:
// the offsets are extended before they are added.
// CHECK-LABEL: @addptr_chains_stay
// CHECK-COUNT-9: tri.addptr
func.func @addptr_chains_stay(%p: !tri.ptr<f32>, %i: i32, %j: i64)
    -> (!tri.ptr<f32>, tensor<2x!tri.ptr<f32>>, !tri.ptr<f32>, !tri.ptr<f32>, !tri.ptr<f32>) {
  %top = arith.constant 2147483647 : i32
  %one = arith.constant 1 : i32
  %d = arith.constant dense<[1, 2]> : tensor<2xi32>
  %0 = tri.addptr %p, %top : !tri.ptr<f32>, i32
  %1 = tri.addptr %0, %one : !tri.ptr<f32>, i32
  %2 = tri.addptr %p, %d : !tri.ptr<f32>, tensor<2xi32>
  %3 = tri.addptr %2, %one : tensor<2x!tri.ptr<f32>>, i32
  %4 = tri.addptr %p, %i : !tri.ptr<f32>, i32
  %5 = tri.addptr %4, %i : !tri.ptr<f32>, i32
  %6 = tri.addptr %4, %one : !tri.ptr<f32>, i32
  %7 = tri.addptr %p, %j : !tri.ptr<f32>, i64
  %8 = tri.addptr %7, %j : !tri.ptr<f32>, i64
  return %1, %3, %5, %6, %8
      : !tri.ptr<f32>, tensor<2x!tri.ptr<f32>>, !tri.ptr<f32>, !tri.ptr<f32>, !tri.ptr<f32>
}

// CHECK-LABEL: @addptr_of_splat
// CHECK-SAME: %[[P:.*]]: !tri.ptr<f32>, %[[I:.*]]: tensor<4xi32>, %[[J:.*]]: i32
// CHECK-NEXT: %[[A:.*]] = tri.addptr %[[P]], %[[I]] : !tri.ptr<f32>, tensor<4xi32>
// CHECK-NEXT: %[[M:.*]] = tri.addptr %[[P]], %[[J]] : !tri.ptr<f32>, i32
// CHECK-NEXT: %[[B:.*]] = tri.splat %[[M]] : tensor<4x!tri.ptr<f32>>
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @addptr_of_splat(%p: !tri.ptr<f32>, %i: tensor<4xi32>, %j: i32)
    -> (tensor<4x!tri.ptr<f32>>, tensor<4x!tri.ptr<f32>>) {
  %0 = tri.splat %p : tensor<4x!tri.ptr<f32>>
  %1 = tri.addptr %0, %i : tensor<4x!tri.ptr<f32>>, tensor<4xi32>
  %2 = tri.addptr %0, %j : tensor<4x!tri.ptr<f32>>, i32
  return %1, %2 : tensor<4x!tri.ptr<f32>>, tensor<4x!tri.ptr<f32>>
}

// CHECK-LABEL: @load_takes_selected
// CHECK-SAME: %[[P:.*]]: tensor<4x!tri.ptr<f32>>, %[[M:.*]]: tensor<4xi1>, %[[O:.*]]: tensor<4xf32>, %[[N:.*]]: tensor<4xf32>
// CHECK-NEXT: %[[A:.*]] = tri.load %[[P]] where %[[M]] else %[[O]] cache cg : tensor<4xf32>
// CHECK-NEXT: %[[B:.*]] = tri.load %[[P]] where %[[M]] else %[[N]] : tensor<4xf32>
// CHECK-NEXT: %[[C:.*]] = tri.load %[[P]] where %[[M]] else %[[O]] : tensor<4xf32>
// CHECK-NEXT: return %[[A]], %[[B]], %[[C]]
func.func @load_takes_selected(%p: tensor<4x!tri.ptr<f32>>, %m: tensor<4xi1>, %o: tensor<4xf32>, %n: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = tri.load %p where %m cache cg : tensor<4xf32>
  %1 = arith.select %m, %0, %o : tensor<4xi1>, tensor<4xf32>
  %2 = tri.load %p where %m else %o : tensor<4xf32>
  %3 = arith.select %m, %2, %n : tensor<4xi1>, tensor<4xf32>
  %4 = tri.load %p where %m else %o : tensor<4xf32>
  %5 = arith.select %m, %4, %o : tensor<4xi1>, tensor<4xf32>
  return %1, %3, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Another mask, the other side, another use of the load, a value that is not there yet.
// CHECK-LABEL: @load_selected_stays
// CHECK-COUNT-4: arith.select
func.func @load_selected_stays(%p: tensor<4x!tri.ptr<f32>>, %m: tensor<4xi1>, %k: tensor<4xi1>, %o: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = tri.load %p where %m : tensor<4xf32>
  %1 = arith.select %k, %0, %o : tensor<4xi1>, tensor<4xf32>
  %2 = tri.load %p where %m volatile : tensor<4xf32>
  %3 = arith.select %m, %o, %2 : tensor<4xi1>, tensor<4xf32>
  %4 = tri.load %p where %m cache cs : tensor<4xf32>
  %5 = arith.select %m, %4, %o : tensor<4xi1>, tensor<4xf32>
  %6 = tri.load %p where %m cache cv : tensor<4xf32>
  %later = arith.addf %4, %o : tensor<4xf32>
  %7 = arith.select %m, %6, %later : tensor<4xi1>, tensor<4xf32>
  return %1, %3, %4, %5, %7 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @load_else_zero
// CHECK-NOT: else
func.func @load_else_zero(%p: tensor<4x!tri.ptr<f32>>, %m: tensor<4xi1>, %q: !tri.ptr<i8>, %c: i1)
    -> (tensor<4xf32>, i8) {
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %i = arith.constant 0 : i8
  %0 = tri.load %p where %m else %z : tensor<4xf32>
  %1 = tri.load %q where %c else %i : i8
  return %0, %1 : tensor<4xf32>, i8
}

// CHECK-LABEL: @load_else_not_zero
// CHECK: else
// CHECK: else
func.func @load_else_not_zero(%p: tensor<4x!tri.ptr<f32>>, %m: tensor<4xi1>, %q: !tri.ptr<i8>, %c: i1)
    -> (tensor<4xf32>, i8) {
  %z = arith.constant dense<-0.0> : tensor<4xf32>
  %i = arith.constant 1 : i8
  %0 = tri.load %p where %m else %z : tensor<4xf32>
  %1 = tri.load %q where %c else %i : i8
  return %0, %1 : tensor<4xf32>, i8
}

// CHECK-LABEL: @histogram_masks
// CHECK-SAME: %[[X:.*]]: tensor<4xi8>, %[[M:.*]]: tensor<4xi1>
// CHECK-DAG: %[[Z:.*]] = arith.constant dense<0> : tensor<8xi32>
// CHECK-DAG: %[[A:.*]] = tri.histogram %[[X]] : tensor<4xi8> -> tensor<8xi32>
// CHECK-DAG: %[[B:.*]] = tri.histogram %[[X]] where %[[M]] : tensor<4xi8> -> tensor<8xi32>
// CHECK: return %[[A]], %[[Z]], %[[B]]
func.func @histogram_masks(%x: tensor<4xi8>, %m: tensor<4xi1>) -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) {
  %all = arith.constant dense<true> : tensor<4xi1>
  %none = arith.constant dense<false> : tensor<4xi1>
  %0 = tri.histogram %x where %all : tensor<4xi8> -> tensor<8xi32>
  %1 = tri.histogram %x where %none : tensor<4xi8> -> tensor<8xi32>
  %2 = tri.histogram %x where %m : tensor<4xi8> -> tensor<8xi32>
  return %0, %1, %2 : tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
}

// CHECK-LABEL: @conditions
// CHECK-NOT: "holds"
// CHECK: tri.assume
// CHECK-NEXT: tri.assert {{.*}}, "varies"
// CHECK-NEXT: tri.assert {{.*}}, "fails"
// CHECK-NEXT: tri.assume %{{.*}}
// CHECK-NEXT: tri.print "nothing is made of it"
// CHECK-NEXT: return
func.func @conditions(%c: i1, %x: f32) {
  %true = arith.constant true
  %false = arith.constant false
  %all = arith.constant dense<true> : tensor<4xi1>
  %some = arith.constant dense<[true, false]> : tensor<2xi1>
  tri.assume %true
  tri.assert %all, "holds" : tensor<4xi1>
  tri.assume %false
  tri.assert %some, "varies" : tensor<2xi1>
  tri.assert %false, "fails" : i1
  tri.assume %c
  tri.print "nothing is made of it", %x : f32
  return
}
