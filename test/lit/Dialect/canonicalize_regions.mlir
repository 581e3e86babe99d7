// RUN: tri-opt %s --canonicalize | FileCheck %s
// RUN: tri-opt %s --canonicalize --canonicalize | FileCheck %s
// What becomes of reduce, scan and map where there is nothing to combine, and of what nothing uses.

// ---- reduce ----

// CHECK-LABEL: @reduce_of_extent_1
// CHECK-SAME: %[[X:.*]]: tensor<4x1x2xf32>, %[[I:.*]]: tensor<4x1x2xi32>
// CHECK-DAG: %[[A:.*]] = tri.reshape %[[X]] : tensor<4x1x2xf32> -> tensor<4x2xf32>
// CHECK-DAG: %[[B:.*]] = tri.reshape %[[I]] : tensor<4x1x2xi32> -> tensor<4x2xi32>
// CHECK-NOT: tri.
// CHECK: return %[[A]], %[[B]]
func.func @reduce_of_extent_1(%x: tensor<4x1x2xf32>, %i: tensor<4x1x2xi32>) -> (tensor<4x2xf32>, tensor<4x2xi32>) {
  %0, %1 = tri.reduce %x, %i axis 1 : tensor<4x1x2xf32>, tensor<4x1x2xi32> by (%a, %ia), (%b, %ib) {
    %less = arith.cmpf olt, %a, %b : f32
    %m = arith.select %less, %b, %a : f32
    %k = arith.select %less, %ib, %ia : i32
    tri.yield %m, %k : f32, i32
  }
  return %0, %1 : tensor<4x2xf32>, tensor<4x2xi32>
}

// Near misses: another axis; a scalar taken out of a block; a block with a layout.
#l = #tri.layout<register = [], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [], cta = []>
#k = #tri.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [], cta = []>
// CHECK-LABEL: @reduce_of_extent_1_near_miss
// CHECK: tri.reduce add
// CHECK: tri.reduce add
// CHECK: tri.reduce add
func.func @reduce_of_extent_1_near_miss(%x: tensor<4x1xf32>, %y: tensor<1xf32>, %z: tensor<1x32xf32, #l>)
    -> (tensor<1xf32>, f32, tensor<32xf32, #k>) {
  %0 = tri.reduce add %x axis 0 : tensor<4x1xf32>
  %1 = tri.reduce add %y axis 0 : tensor<1xf32>
  %2 = tri.reduce add %z axis 0 : tensor<1x32xf32, #l>
  return %0, %1, %2 : tensor<1xf32>, f32, tensor<32xf32, #k>
}

// CHECK-LABEL: @reduce_of_splat
// CHECK-SAME: %[[F:.*]]: f32, %[[I:.*]]: i32
// CHECK-DAG: %[[A:.*]] = tri.splat %[[F]] : tensor<4xf32>
// CHECK-DAG: %[[C:.*]] = arith.constant dense<3> : tensor<4xi8>
// CHECK-NOT: tri.
// CHECK: return %[[A]], %[[I]], %[[C]], %[[F]]
func.func @reduce_of_splat(%f: f32, %i: i32) -> (tensor<4xf32>, i32, tensor<4xi8>, f32) {
  %x = tri.splat %f : tensor<4x8xf32>
  %y = tri.splat %i : tensor<8xi32>
  %z = arith.constant dense<3> : tensor<4x8xi8>
  %one = tri.splat %f : tensor<1xf32>
  %0 = tri.reduce maximum %x axis 1 : tensor<4x8xf32>
  %1 = tri.reduce and %y axis 0 : tensor<8xi32>
  %2 = tri.reduce umin %z axis 1 : tensor<4x8xi8>
  %3 = tri.reduce add %one axis 0 : tensor<1xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, i32, tensor<4xi8>, f32
}

// 5 · 100 = 500 = −12 and 100⁵ = 0 modulo 256; three times true is true.
// CHECK-LABEL: @reduce_of_constant
// CHECK-DAG: %[[A:.*]] = arith.constant dense<-12> : tensor<4xi8>
// CHECK-DAG: %[[B:.*]] = arith.constant 0 : i8
// CHECK-DAG: %[[C:.*]] = arith.constant true
// CHECK-DAG: %[[D:.*]] = arith.constant dense<0> : tensor<4xi8>
// CHECK-DAG: %[[E:.*]] = arith.constant 19683 : i64
// CHECK: return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]]
func.func @reduce_of_constant() -> (tensor<4xi8>, i8, i1, tensor<4xi8>, i64) {
  %x = arith.constant dense<100> : tensor<4x5xi8>
  %y = arith.constant dense<100> : tensor<5xi8>
  %m = arith.constant dense<true> : tensor<3xi1>
  %z = arith.constant dense<7> : tensor<4x6xi8>
  %t = arith.constant dense<3> : tensor<9xi64>
  %0 = tri.reduce add %x axis 1 : tensor<4x5xi8>
  %1 = tri.reduce mul %y axis 0 : tensor<5xi8>
  %2 = tri.reduce add %m axis 0 : tensor<3xi1>
  %3 = tri.reduce xor %z axis 1 : tensor<4x6xi8>
  %4 = tri.reduce mul %t axis 0 : tensor<9xi64>
  return %0, %1, %2, %3, %4 : tensor<4xi8>, i8, i1, tensor<4xi8>, i64
}

// Near misses: sums of floats, of what is not constant, of different constants, and those that may overflow.
// CHECK-LABEL: @reduce_of_equal_near_miss
// CHECK: tri.reduce add %{{.*}} : tensor<8xf32>
// CHECK: tri.reduce add %{{.*}} : tensor<8xi32>
// CHECK: tri.reduce max %{{.*}} : tensor<2xi32>
// CHECK: arith.addi {{.*}} overflow<nsw>
// CHECK: arith.subi
func.func @reduce_of_equal_near_miss(%i: i32) -> (f32, i32, i32, i32, i32) {
  %x = arith.constant dense<1.0> : tensor<8xf32>
  %y = tri.splat %i : tensor<8xi32>
  %z = arith.constant dense<[1, 2]> : tensor<2xi32>
  %t = arith.constant dense<0x7fffffff> : tensor<2xi32>
  %0 = tri.reduce add %x axis 0 : tensor<8xf32>
  %1 = tri.reduce add %y axis 0 : tensor<8xi32>
  %2 = tri.reduce max %z axis 0 : tensor<2xi32>
  %3 = tri.reduce %t axis 0 : tensor<2xi32> by (%a), (%b) {
    %s = arith.addi %a, %b overflow<nsw> : i32
    tri.yield %s : i32
  }
  %4 = tri.reduce %t axis 0 : tensor<2xi32> by (%a), (%b) {
    %s = arith.subi %a, %b : i32
    tri.yield %s : i32
  }
  return %0, %1, %2, %3, %4 : f32, i32, i32, i32, i32
}

// CHECK-LABEL: @reduce_drops_results
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>, %[[Y:.*]]: tensor<4x8xi32>, %[[Z:.*]]: tensor<4x8xi8>
// CHECK-NEXT: %[[R:.*]] = tri.reduce add %[[Y]] axis 1 {note} : tensor<4x8xi32>
// CHECK-NEXT: return %[[R]]
func.func @reduce_drops_results(%x: tensor<4x8xf32>, %y: tensor<4x8xi32>, %z: tensor<4x8xi8>) -> tensor<4xi32> {
  %0, %1, %2 = tri.reduce %x, %y, %z axis 1 {note} : tensor<4x8xf32>, tensor<4x8xi32>, tensor<4x8xi8>
      by (%a, %b, %c), (%d, %e, %f) {
    %n = arith.negf %a : f32
    %s = arith.addf %n, %d : f32
    %t = arith.addi %b, %e : i32
    %positive = arith.cmpf ogt, %s, %a : f32
    %u = scf.if %positive -> i8 {
      scf.yield %f : i8
    } else {
      scf.yield %c : i8
    }
    tri.yield %s, %t, %u : f32, i32, i8
  }
  return %1 : tensor<4xi32>
}

// The greatest values need no positions, the positions need the values; the sums are in nobody's way.
// CHECK-LABEL: @reduce_keeps_what_is_needed
// CHECK-SAME: %[[X:.*]]: tensor<8xf32>, %[[I:.*]]: tensor<8xi32>
// CHECK: tri.reduce max %[[X]]
// CHECK: %[[R:.*]]:2 = tri.reduce %[[X]], %[[I]] axis 0 : tensor<8xf32>, tensor<8xi32> by
// CHECK-NOT: addf
// CHECK: return %{{.*}}, %[[R]]#1
func.func @reduce_keeps_what_is_needed(%x: tensor<8xf32>, %i: tensor<8xi32>) -> (f32, i32) {
  %0, %1 = tri.reduce %x, %i axis 0 : tensor<8xf32>, tensor<8xi32> by (%a, %ia), (%b, %ib) {
    %m = arith.maxnumf %a, %b : f32
    %less = arith.cmpf olt, %a, %b : f32
    %k = arith.select %less, %ib, %ia : i32
    tri.yield %m, %k : f32, i32
  }
  %2, %3, %4 = tri.reduce %x, %x, %i axis 0 : tensor<8xf32>, tensor<8xf32>, tensor<8xi32> by (%a, %c, %ia), (%b, %d, %ib) {
    %m = arith.maxnumf %a, %b : f32
    %s = arith.addf %c, %d : f32
    %less = arith.cmpf olt, %a, %b : f32
    %k = arith.select %less, %ib, %ia : i32
    tri.yield %m, %s, %k : f32, f32, i32
  }
  return %0, %4 : f32, i32
}

// An op whose results have no use goes; what it may fault at would not be seen.
// CHECK-LABEL: @dead
// CHECK-NEXT: return
func.func @dead(%x: tensor<8xf32>) {
  %0 = tri.reduce add %x axis 0 : tensor<8xf32>
  %1 = tri.scan add %x axis 0 : tensor<8xf32>
  %2 = tri.map %x : tensor<8xf32> by (%a) {
    %n = arith.negf %a : f32
    tri.yield %n : f32
  }
  return
}

// Constants of a region move out of it.
// CHECK-LABEL: @constants_leave
// CHECK: %[[C:.*]] = arith.constant 3 : i32
// CHECK-NEXT: tri.reduce
// CHECK-NEXT: arith.andi %{{.*}}, %[[C]]
func.func @constants_leave(%x: tensor<8xi32>) -> i32 {
  %0 = tri.reduce %x axis 0 : tensor<8xi32> by (%a), (%b) {
    %c = arith.constant 3 : i32
    %t = arith.andi %a, %c : i32
    %s = arith.xori %t, %b : i32
    tri.yield %s : i32
  }
  return %0 : i32
}

// ---- scan ----

// CHECK-LABEL: @scan_of_nothing
// CHECK-SAME: %[[X:.*]]: tensor<4x1xf32>, %[[I:.*]]: i32
// CHECK: %[[S:.*]] = tri.splat %[[I]] : tensor<8xi32>
// CHECK-NEXT: return %[[X]], %[[S]]
func.func @scan_of_nothing(%x: tensor<4x1xf32>, %i: i32) -> (tensor<4x1xf32>, tensor<8xi32>) {
  %y = tri.splat %i : tensor<8xi32>
  %0 = tri.scan add %x axis 1 : tensor<4x1xf32>
  %1 = tri.scan max %y axis 0 reverse : tensor<8xi32>
  return %0, %1 : tensor<4x1xf32>, tensor<8xi32>
}

// CHECK-LABEL: @scan_near_miss
// CHECK: tri.scan add %{{.*}} axis 0 : tensor<4x1xf32>
// CHECK: tri.scan add %{{.*}} axis 0 : tensor<8xi32>
// CHECK: tri.scan max %{{.*}} axis 0 : tensor<4x1xf32>
func.func @scan_near_miss(%x: tensor<4x1xf32>, %i: i32) -> (tensor<4x1xf32>, tensor<8xi32>, tensor<4x1xf32>) {
  %y = tri.splat %i : tensor<8xi32>
  %0 = tri.scan add %x axis 0 : tensor<4x1xf32>
  %1 = tri.scan add %y axis 0 : tensor<8xi32>
  %2 = tri.scan max %x axis 0 : tensor<4x1xf32>
  return %0, %1, %2 : tensor<4x1xf32>, tensor<8xi32>, tensor<4x1xf32>
}

// CHECK-LABEL: @scan_drops_results
// CHECK-SAME: %[[X:.*]]: tensor<8xf32>, %[[I:.*]]: tensor<8xi32>
// CHECK-NEXT: %[[R:.*]] = tri.scan add %[[I]] axis 0 reverse : tensor<8xi32>
// CHECK-NEXT: return %[[R]]
func.func @scan_drops_results(%x: tensor<8xf32>, %i: tensor<8xi32>) -> tensor<8xi32> {
  %0, %1 = tri.scan %x, %i axis 0 reverse : tensor<8xf32>, tensor<8xi32> by (%a, %ia), (%b, %ib) {
    %s = arith.addf %a, %b : f32
    %t = arith.addi %ia, %ib : i32
    tri.yield %s, %t : f32, i32
  }
  return %1 : tensor<8xi32>
}

// ---- map ----

// CHECK-LABEL: @map_of_nothing
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi32>, %[[C:.*]]: i64
// CHECK-NEXT: %[[S:.*]] = tri.splat %[[C]] : tensor<4xi64>
// CHECK-NEXT: return %[[I]], %[[X]], %[[I]], %[[S]]
func.func @map_of_nothing(%x: tensor<4xf32>, %i: tensor<4xi32>, %c: i64)
    -> (tensor<4xi32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi64>) {
  %0, %1, %2, %3 = tri.map %x, %i : tensor<4xf32>, tensor<4xi32> by (%a, %b) {
    tri.yield %b, %a, %b, %c : i32, f32, i32, i64
  }
  return %0, %1, %2, %3 : tensor<4xi32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi64>
}

// CHECK-LABEL: @map_of_elementwise
// CHECK-SAME: %[[X:.*]]: tensor<4x2xf32>, %[[P:.*]]: tensor<4x2x!tri.ptr<i8>>, %[[S:.*]]: f32, %[[N:.*]]: i32
// CHECK-DAG: %[[SS:.*]] = tri.splat %[[S]] : tensor<4x2xf32>
// CHECK-DAG: %[[Y:.*]] = arith.mulf %[[SS]], %[[X]] fastmath<contract> : tensor<4x2xf32>
// CHECK-DAG: %[[L:.*]] = arith.cmpf olt, %[[Y]], %[[X]] : tensor<4x2xf32>
// CHECK-DAG: %[[NS:.*]] = tri.splat %[[N]] : tensor<4x2xi32>
// CHECK-DAG: %[[Q:.*]] = tri.addptr %[[P]], %[[NS]] : tensor<4x2x!tri.ptr<i8>>, tensor<4x2xi32>
// CHECK-DAG: %[[R:.*]] = arith.select %[[L]], %[[Q]], %[[P]] : tensor<4x2xi1>, tensor<4x2x!tri.ptr<i8>>
// CHECK-NOT: tri.map
// CHECK: return %[[Y]], %[[R]]
func.func @map_of_elementwise(%x: tensor<4x2xf32>, %p: tensor<4x2x!tri.ptr<i8>>, %s: f32, %n: i32)
    -> (tensor<4x2xf32>, tensor<4x2x!tri.ptr<i8>>) {
  %0, %1 = tri.map %x, %p : tensor<4x2xf32>, tensor<4x2x!tri.ptr<i8>> by (%a, %q) {
    %y = arith.mulf %s, %a fastmath<contract> : f32
    %less = arith.cmpf olt, %y, %a : f32
    %moved = tri.addptr %q, %n : !tri.ptr<i8>, i32
    %r = arith.select %less, %moved, %q : !tri.ptr<i8>
    tri.yield %y, %r : f32, !tri.ptr<i8>
  }
  return %0, %1 : tensor<4x2xf32>, tensor<4x2x!tri.ptr<i8>>
}

// Near misses: control flow; index, of which there are no blocks. What is an argument still goes past, and what
// only it needs is left out.
// CHECK-LABEL: @map_near_miss
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi32>
// CHECK-NEXT: %[[Y:.*]] = tri.map %[[X]] : tensor<4xf32> by (%[[A:.*]]) {
// CHECK: scf.if
// CHECK: tri.yield %{{.*}} : f32
// CHECK: %[[Z:.*]] = tri.map %[[I]] : tensor<4xi32> by
// CHECK: arith.index_cast
// CHECK: return %[[Y]], %[[I]], %[[Z]]
func.func @map_near_miss(%x: tensor<4xf32>, %i: tensor<4xi32>, %s: f32) -> (tensor<4xf32>, tensor<4xi32>, tensor<4xi64>) {
  %0, %1 = tri.map %x, %i : tensor<4xf32>, tensor<4xi32> by (%a, %b) {
    %less = arith.cmpf olt, %a, %s : f32
    %r = scf.if %less -> f32 {
      %l = math.log %a : f32
      scf.yield %l : f32
    } else {
      scf.yield %s : f32
    }
    tri.yield %r, %b : f32, i32
  }
  %2 = tri.map %i : tensor<4xi32> by (%a) {
    %k = arith.index_cast %a : i32 to index
    %w = arith.index_castui %k : index to i64
    tri.yield %w : i64
  }
  return %0, %1, %2 : tensor<4xf32>, tensor<4xi32>, tensor<4xi64>
}

// Of equal elements: once. Where only one operand is such, its scalar is used.
// CHECK-LABEL: @map_of_splats
// CHECK-SAME: %[[S:.*]]: f32, %[[I:.*]]: tensor<4xi32>
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2.0
// CHECK: %[[V:.*]] = scf.if %{{.*}} -> (f32) {
// CHECK: math.log %[[S]]
// CHECK: scf.yield %[[TWO]]
// CHECK: %[[A:.*]] = tri.splat %[[V]] : tensor<4xf32>
// CHECK: %[[B:.*]] = tri.map %[[I]] : tensor<4xi32> by (%[[J:.*]]) {
// CHECK: scf.if
// CHECK: scf.yield %[[S]]
// CHECK: return %[[A]], %[[B]]
func.func @map_of_splats(%s: f32, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %x = tri.splat %s : tensor<4xf32>
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %zero = arith.constant 0 : i32
  %0 = tri.map %x, %two : tensor<4xf32>, tensor<4xf32> by (%a, %b) {
    %less = arith.cmpf olt, %a, %b : f32
    %r = scf.if %less -> f32 {
      %l = math.log %a : f32
      scf.yield %l : f32
    } else {
      scf.yield %b : f32
    }
    tri.yield %r : f32
  }
  %1 = tri.map %x, %i : tensor<4xf32>, tensor<4xi32> by (%a, %b) {
    %less = arith.cmpi slt, %b, %zero : i32
    %r = scf.if %less -> f32 {
      %l = arith.sitofp %b : i32 to f32
      %m = math.log %l : f32
      scf.yield %m : f32
    } else {
      scf.yield %a : f32
    }
    tri.yield %r : f32
  }
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @map_drops_results
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi32>
// CHECK-NEXT: %[[R:.*]] = tri.map %[[I]] : tensor<4xi32> by (%[[B:.*]]) {
// CHECK-NEXT: scf.for
// CHECK-NOT: negf
// CHECK: return %[[R]]
func.func @map_drops_results(%x: tensor<4xf32>, %i: tensor<4xi32>, %n: i32, %c: i32) -> tensor<4xi32> {
  %0, %1, %2 = tri.map %x, %i : tensor<4xf32>, tensor<4xi32> by (%a, %b) {
    %m = arith.negf %a : f32
    %s = scf.for %k = %n to %b step %c iter_args(%t = %b) -> i32 : i32 {
      %u = arith.xori %t, %k : i32
      scf.yield %u : i32
    }
    tri.yield %m, %s, %a : f32, i32, f32
  }
  return %1 : tensor<4xi32>
}
