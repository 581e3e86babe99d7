// RUN: tri-opt %s --split-input-file --cse | FileCheck %s --check-prefixes=CHECK,CSE
// RUN: tri-opt %s --split-input-file --loop-invariant-code-motion | FileCheck %s --check-prefixes=CHECK,LICM
// RUN: tri-opt %s --split-input-file --canonicalize | FileCheck %s --check-prefixes=CHECK,DEAD
// What passes may do with the ops of descriptors: making one is pure, loads read, stores write, reductions do both.

// Two equal descriptors are one, and two equal loads with nothing but reads between them.
// CSE-LABEL: @equal
// CSE-COUNT-1: tri.make_desc
// CSE-COUNT-1: tri.desc_load
// CSE-COUNT-1: tri.desc_gather
// CSE-NOT: = tri.
// CSE: return
func.func @equal(%p: !tri.ptr<f16>, %n: i32, %row: !tri.desc<1x8xf16>, %r: tensor<4xi32>)
    -> (tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf16>) {
  %d = tri.make_desc %p shape [%n, %n] strides [%n] : i32 -> !tri.desc<4x8xf16>
  %e = tri.make_desc %p shape [%n, %n] strides [%n] : i32 -> !tri.desc<4x8xf16>
  %0 = tri.desc_load %d[%n, %n] : !tri.desc<4x8xf16>
  %1 = tri.desc_gather %row[%r, %n] : tensor<4xi32>, !tri.desc<1x8xf16>
  %2 = tri.desc_load %e[%n, %n] : !tri.desc<4x8xf16>
  %3 = tri.desc_gather %row[%r, %n] : tensor<4xi32>, !tri.desc<1x8xf16>
  return %0, %1, %2, %3 : tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf16>
}

// -----

// A write may change what is read next, through another descriptor too.
// CHECK-LABEL: @written_between
// CHECK: tri.desc_load
// CHECK: tri.desc_store
// CHECK: tri.desc_load
// CHECK: tri.desc_reduce
// CHECK: tri.desc_load
// CHECK: tri.desc_scatter
// CHECK: tri.desc_load
// CHECK: return
func.func @written_between(%d: !tri.desc<4x8xf16>, %e: !tri.desc<4x8xf16>, %row: !tri.desc<1x8xf16>, %r: tensor<4xi32>, %n: i32)
    -> (tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf16>) {
  %0 = tri.desc_load %d[%n, %n] : !tri.desc<4x8xf16>
  tri.desc_store %0 to %e[%n, %n] : !tri.desc<4x8xf16>
  %1 = tri.desc_load %d[%n, %n] : !tri.desc<4x8xf16>
  tri.desc_reduce add %1 to %e[%n, %n] : !tri.desc<4x8xf16>
  %2 = tri.desc_load %d[%n, %n] : !tri.desc<4x8xf16>
  tri.desc_scatter %2 to %row[%r, %n] : tensor<4xi32>, !tri.desc<1x8xf16>
  %3 = tri.desc_load %d[%n, %n] : !tri.desc<4x8xf16>
  return %0, %1, %2, %3 : tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf16>
}

// -----

// A descriptor leaves the loop, an access stays in it.
// CHECK-LABEL: @loop
// LICM: tri.make_desc
// LICM: scf.for
// LICM: tri.desc_load
// LICM: tri.desc_reduce
// DEAD: scf.for
// DEAD: tri.make_desc
// DEAD: tri.desc_load
// CHECK: return
func.func @loop(%p: !tri.ptr<f16>, %n: i32, %y: !tri.desc<4x8xf16>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %d = tri.make_desc %p shape [%n, %n] strides [%n] : i32 -> !tri.desc<4x8xf16>
    %v = tri.desc_load %d[%c0, %c0] : !tri.desc<4x8xf16>
    tri.desc_reduce add %v to %y[%c0, %c0] : !tri.desc<4x8xf16>
  }
  return
}

// -----

// What is read and not used goes.
// CHECK-LABEL: @dead
// DEAD-NOT: = tri.
// CHECK: return
func.func @dead(%p: !tri.ptr<f16>, %n: i32, %row: !tri.desc<1x8xf16>, %r: tensor<4xi32>) {
  %d = tri.make_desc %p shape [%n, %n] strides [%n] : i32 -> !tri.desc<4x8xf16>
  %0 = tri.desc_load %d[%n, %n] : !tri.desc<4x8xf16>
  %1 = tri.desc_gather %row[%r, %n] : tensor<4xi32>, !tri.desc<1x8xf16>
  return
}
