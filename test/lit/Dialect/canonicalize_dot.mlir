// RUN: tri-opt %s --canonicalize | FileCheck %s
// RUN: tri-opt %s --canonicalize --canonicalize | FileCheck %s
// Factors that are zero, and sums that a dot takes for its accumulator.

// CHECK-LABEL: @zero_factor
// CHECK-SAME: %[[A:.*]]: tensor<2x2xi8>, %[[C:.*]]: tensor<2x2xi32>
// CHECK-NEXT: return %[[C]], %[[C]]
func.func @zero_factor(%a: tensor<2x2xi8>, %c: tensor<2x2xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>) {
  %z = arith.constant dense<0> : tensor<2x2xi8>
  %0 = tri.dot %a unsigned, %z, %c : tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi32>
  %1 = tri.dot %z, %a, %c : tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi32>
  return %0, %1 : tensor<2x2xi32>, tensor<2x2xi32>
}

// 0 times NaN is NaN, 0 times infinity too, and -0 + 0 is 0: floats stay. So does a factor that is zero in part.
// CHECK-LABEL: @zero_factor_stays
// CHECK-COUNT-4: tri.dot
// CHECK: return
func.func @zero_factor_stays(%a: tensor<2x2xf32>, %c: tensor<2x2xf32>, %i: tensor<2x2xi8>, %j: tensor<2x2xi32>)
    -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xi32>) {
  %z = arith.constant dense<0.0> : tensor<2x2xf32>
  %one = arith.constant dense<1.0> : tensor<2x2xf32>
  %minus = arith.constant dense<-0.0> : tensor<2x2xf32>
  %some = arith.constant dense<[[0, 0], [0, 1]]> : tensor<2x2xi8>
  %0 = tri.dot %a, %z, %c : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
  %1 = tri.dot %z, %a, %c precision tf32 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
  %2 = tri.dot %z, %one, %minus : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
  %3 = tri.dot %i, %some, %j : tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi32>
  return %0, %1, %2, %3 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xi32>
}

// The sum may stand on either side, and may have been computed after the dot.
// CHECK-LABEL: @sum_is_accumulator
// CHECK-SAME: %[[A:.*]]: tensor<2x3xi8>, %[[B:.*]]: tensor<3x2xi8>, %[[C:.*]]: tensor<2x2xi32>
// CHECK-NEXT: %[[D:.*]] = tri.dot %[[A]], %[[B]] unsigned, %[[C]] : tensor<2x3xi8>
// CHECK-NEXT: %[[M:.*]] = arith.muli %[[C]], %[[C]]
// CHECK-NEXT: %[[E:.*]] = tri.dot %[[A]], %[[B]], %[[M]] : tensor<2x3xi8>
// CHECK-NEXT: return %[[D]], %[[E]]
func.func @sum_is_accumulator(%a: tensor<2x3xi8>, %b: tensor<3x2xi8>, %c: tensor<2x2xi32>)
    -> (tensor<2x2xi32>, tensor<2x2xi32>) {
  %z = arith.constant dense<0> : tensor<2x2xi32>
  %0 = tri.dot %a, %b unsigned, %z : tensor<2x3xi8>, tensor<3x2xi8>, tensor<2x2xi32>
  %1 = arith.addi %0, %c overflow<nsw> : tensor<2x2xi32>
  %2 = tri.dot %a, %b, %z : tensor<2x3xi8>, tensor<3x2xi8>, tensor<2x2xi32>
  %3 = arith.muli %c, %c : tensor<2x2xi32>
  %4 = arith.addi %3, %2 : tensor<2x2xi32>
  return %1, %4 : tensor<2x2xi32>, tensor<2x2xi32>
}

// Not where the accumulator is there already, the dot has another use, the sum is in a loop, or is of floats: that
// one rounds twice.
// CHECK-LABEL: @sum_stays
// CHECK: tri.dot
// CHECK: arith.addi
// CHECK: tri.dot
// CHECK: arith.addi
// CHECK: tri.dot
// CHECK: scf.for
// CHECK-NOT: tri.dot
// CHECK: arith.addi
// CHECK: tri.dot
// CHECK: arith.addf
// CHECK: tri.dot
// CHECK: arith.subi
func.func @sum_stays(%a: tensor<2x2xi8>, %c: tensor<2x2xi32>, %x: tensor<2x2xf32>, %n: index)
    -> (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xf32>, tensor<2x2xi32>) {
  %z = arith.constant dense<0> : tensor<2x2xi32>
  %f = arith.constant dense<0.0> : tensor<2x2xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tri.dot %a, %a, %c : tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi32>
  %1 = arith.addi %0, %c : tensor<2x2xi32>
  %2 = tri.dot %a, %a, %z : tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi32>
  %3 = arith.addi %2, %c : tensor<2x2xi32>
  %4 = tri.dot %a, %a unsigned, %z : tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi32>
  %5 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> (tensor<2x2xi32>) {
    %t = arith.addi %s, %4 : tensor<2x2xi32>
    scf.yield %t : tensor<2x2xi32>
  }
  %6 = tri.dot %x, %x, %f : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
  %7 = arith.addf %6, %x fastmath<contract> : tensor<2x2xf32>
  %8 = tri.dot %a unsigned, %a, %z : tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi32>
  %9 = arith.subi %8, %c : tensor<2x2xi32>
  return %1, %2, %3, %5, %7, %9
      : tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xf32>, tensor<2x2xi32>
}
