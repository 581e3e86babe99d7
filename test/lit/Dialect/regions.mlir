// RUN: tri-opt %s | FileCheck %s
// RUN: tri-opt %s | tri-opt | FileCheck %s
// RUN: tri-opt %s --mlir-print-op-generic | tri-opt | FileCheck %s
// Round trips of reduce, scan and map, and which regions a word stands for.

// CHECK-LABEL: @words
func.func @words(%i: tensor<4x8xi8>, %f: tensor<4x8xbf16>, %m: tensor<8xi1>) {
  // CHECK: tri.reduce add %{{.*}} axis 1 : tensor<4x8xi8>
  %0 = tri.reduce add %i axis 1 : tensor<4x8xi8>
  // CHECK: tri.reduce mul %{{.*}} axis 0 : tensor<4x8xbf16>
  %1 = tri.reduce mul %f axis 0 : tensor<4x8xbf16>
  // CHECK: tri.reduce min %{{.*}} axis 1 {note} : tensor<4x8xi8>
  %2 = tri.reduce min %i axis 1 {note} : tensor<4x8xi8>
  // CHECK: tri.reduce umax %{{.*}} axis 1 : tensor<4x8xi8>
  %3 = tri.reduce umax %i axis 1 : tensor<4x8xi8>
  // CHECK: tri.reduce max %{{.*}} axis 1 : tensor<4x8xbf16>
  %4 = tri.reduce max %f axis 1 : tensor<4x8xbf16>
  // CHECK: tri.scan maximum %{{.*}} axis 1 reverse : tensor<4x8xbf16>
  %5 = tri.scan maximum %f axis 1 reverse : tensor<4x8xbf16>
  // CHECK: tri.scan minimum %{{.*}} axis 0 {note} : tensor<4x8xbf16>
  %6 = tri.scan minimum %f axis 0 {note} : tensor<4x8xbf16>
  // CHECK: %[[ANY:.*]] = tri.reduce or %{{.*}} axis 0 : tensor<8xi1>
  %7 = tri.reduce or %m axis 0 : tensor<8xi1>
  // CHECK: arith.select %[[ANY]]
  %8 = arith.select %7, %m, %m : tensor<8xi1>
  // CHECK: tri.reduce and
  %9 = tri.reduce and %m axis 0 : tensor<8xi1>
  // CHECK: tri.scan xor
  %10 = tri.scan xor %m axis 0 : tensor<8xi1>
  // CHECK: tri.scan umin
  %11 = tri.scan umin %i axis 0 : tensor<4x8xi8>
  return
}

// A region that is one of these is written as its word.
// CHECK-LABEL: @word_of_region
// CHECK-NEXT: tri.reduce add %{{.*}} axis 0 : tensor<4xf32>
// CHECK-NEXT: return
func.func @word_of_region(%x: tensor<4xf32>) {
  %0 = tri.reduce %x axis 0 : tensor<4xf32> by (%a), (%b) {
    %s = arith.addf %a, %b : f32
    tri.yield %s : f32
  }
  return
}

// Near misses: flags, the other order of the arguments, another op beside it, attributes.
// CHECK-LABEL: @no_word
// CHECK: tri.reduce %{{.*}} axis 0 : tensor<4xf32> by (%[[A:.*]]), (%[[B:.*]]) {
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[A]], %[[B]] fastmath<contract> : f32
// CHECK-NEXT: tri.yield %[[S]] : f32
// CHECK-NEXT: }
// CHECK: by (%[[A:.*]]), (%[[B:.*]]) {
// CHECK-NEXT: arith.addi %[[B]], %[[A]] : i32
// CHECK: by (%[[A:.*]]), (%[[B:.*]]) {
// CHECK-NEXT: arith.addi %[[A]], %[[B]] overflow<nsw> : i32
// CHECK: by (%[[A:.*]]), (%[[B:.*]]) {
// CHECK-NEXT: arith.addi %[[A]], %[[B]] {note} : i32
// CHECK: tri.yield %{{.*}} : i32 {note}
// CHECK: by (%[[A:.*]]), (%[[B:.*]]) {
// CHECK-NEXT: arith.subi
// CHECK-NEXT: arith.addi %[[A]], %[[B]] : i32
// CHECK: by (%[[A:.*]]), (%[[B:.*]]) {
// CHECK-NEXT: arith.subi
// CHECK-NEXT: tri.yield
func.func @no_word(%x: tensor<4xf32>, %i: tensor<4xi32>) {
  %0 = tri.reduce %x axis 0 : tensor<4xf32> by (%a), (%b) {
    %s = arith.addf %a, %b fastmath<contract> : f32
    tri.yield %s : f32
  }
  %1 = tri.reduce %i axis 0 : tensor<4xi32> by (%a), (%b) {
    %s = arith.addi %b, %a : i32
    tri.yield %s : i32
  }
  %2 = tri.reduce %i axis 0 : tensor<4xi32> by (%a), (%b) {
    %s = arith.addi %a, %b overflow<nsw> : i32
    tri.yield %s : i32
  }
  %3 = tri.scan %i axis 0 : tensor<4xi32> by (%a), (%b) {
    %s = arith.addi %a, %b {note} : i32
    tri.yield %s : i32
  }
  %4 = tri.scan %i axis 0 : tensor<4xi32> by (%a), (%b) {
    %s = arith.addi %a, %b : i32
    tri.yield %s : i32 {note}
  }
  %5 = tri.scan %i axis 0 : tensor<4xi32> by (%a), (%b) {
    %d = arith.subi %a, %b : i32
    %s = arith.addi %a, %b : i32
    tri.yield %s : i32
  }
  %6 = tri.scan %i axis 0 : tensor<4xi32> by (%a), (%b) {
    %d = arith.subi %a, %b : i32
    tri.yield %d : i32
  }
  return
}

// CHECK-LABEL: @several_operands
// CHECK: %[[R:.*]]:2 = tri.reduce %[[X:.*]], %[[I:.*]] axis 0 {note} : tensor<4x2xf32>, tensor<4x2xi32> by (%[[A:.*]], %[[AI:.*]]), (%[[B:.*]], %[[BI:.*]]) {
// CHECK-NEXT: arith.cmpf olt, %[[A]], %[[B]] : f32
// CHECK: tri.yield %{{.*}}, %{{.*}} : f32, i32
// CHECK-NEXT: }
// CHECK: tri.scan %[[R]]#0, %[[R]]#1 axis 0 reverse : tensor<2xf32>, tensor<2xi32> by (%{{.*}}, %{{.*}}), (%[[B:.*]], %[[J:.*]]) {
// CHECK-NEXT: tri.yield %[[B]], %[[J]] : f32, i32
func.func @several_operands(%x: tensor<4x2xf32>, %i: tensor<4x2xi32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %v, %p = tri.reduce %x, %i axis 0 {note} : tensor<4x2xf32>, tensor<4x2xi32> by (%a, %ia), (%b, %ib) {
    %less = arith.cmpf olt, %a, %b : f32
    %m = arith.select %less, %b, %a : f32
    %k = arith.select %less, %ib, %ia : i32
    tri.yield %m, %k : f32, i32
  }
  %s, %t = tri.scan %v, %p axis 0 reverse : tensor<2xf32>, tensor<2xi32> by (%a, %ia), (%b, %ib) {
    tri.yield %b, %ib : f32, i32
  }
  return %s, %t : tensor<2xf32>, tensor<2xi32>
}

// CHECK-LABEL: @map
// CHECK-SAME: %[[X:.*]]: tensor<4x2xf32>, %[[P:.*]]: tensor<4x2x!tri.ptr<i8>>, %[[S:.*]]: f32
// CHECK: %[[R:.*]]:2 = tri.map %[[X]], %[[P]] {note} : tensor<4x2xf32>, tensor<4x2x!tri.ptr<i8>> by (%[[A:.*]], %[[Q:.*]]) {
// CHECK-NEXT: %[[L:.*]] = arith.cmpf olt, %[[A]], %[[S]] : f32
// CHECK-NEXT: scf.if %[[L]] -> (f32) {
// CHECK: tri.yield %{{.*}}, %[[Q]] : f32, !tri.ptr<i8>
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @map(%x: tensor<4x2xf32>, %p: tensor<4x2x!tri.ptr<i8>>, %s: f32)
    -> (tensor<4x2xf32>, tensor<4x2x!tri.ptr<i8>>) {
  %y, %q = tri.map %x, %p {note} : tensor<4x2xf32>, tensor<4x2x!tri.ptr<i8>> by (%a, %b) {
    %low = arith.cmpf olt, %a, %s : f32
    %r = scf.if %low -> f32 {
      %n = arith.negf %a : f32
      scf.yield %n : f32
    } else {
      scf.yield %s : f32
    }
    tri.yield %r, %b : f32, !tri.ptr<i8>
  }
  return %y, %q : tensor<4x2xf32>, tensor<4x2x!tri.ptr<i8>>
}

// The layout of a reduction's result is its operand's without the axis.
#square = #tri.layout<register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], cta = []>
#row = #tri.layout<register = [], lane = [[0], [0], [1], [2], [4]], warp = [], cta = []>
// CHECK-LABEL: @layouts
// CHECK: %[[R:.*]] = tri.reduce add
// CHECK: tri.scan max
// CHECK: return %[[R]]
func.func @layouts(%x: tensor<8x8xf32, #square>) -> tensor<8xf32, #row> {
  %0 = tri.reduce add %x axis 1 : tensor<8x8xf32, #square>
  %1 = tri.scan max %x axis 1 : tensor<8x8xf32, #square>
  return %0 : tensor<8xf32, #row>
}
