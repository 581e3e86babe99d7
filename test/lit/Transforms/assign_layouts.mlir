// RUN: tri-opt %s --split-input-file --tri-assign-layouts | FileCheck %s
// RUN: tri-opt %s --split-input-file --tri-assign-layouts --tri-assign-layouts=num-warps=2 | FileCheck %s
// RUN: tri-opt %s --split-input-file --tri-assign-layouts --canonicalize --cse | tri-opt --split-input-file | FileCheck %s --check-prefix=VALID

// VALID-LABEL: @aligned

// An aligned pointer: four neighbours of 4 bytes in a thread, then lanes, then warps, then the rest.
// CHECK-DAG: #[[L:.*]] = #tri.layout<register = {{\[}}[1], [2], [512]], lane = {{\[}}[4], [8], [16], [32], [64]], warp = {{\[}}[128], [256]], cta = []>
// CHECK-LABEL: @aligned
// CHECK-SAME: tri.num_warps = 4
// CHECK: tri.range : tensor<1024xi32, #[[L]]>
// CHECK: tri.load %{{.*}} : tensor<1024xf32, #[[L]]>
// CHECK: tri.store %{{.*}} : tensor<1024xf32, #[[L]]>
func.func @aligned(%p: !tri.ptr<f32> {tri.divisibility = 16 : i32}) attributes {tri.kernel} {
  %i = tri.range : tensor<1024xi32>
  %q = tri.addptr %p, %i : !tri.ptr<f32>, tensor<1024xi32>
  %v = tri.load %q : tensor<1024xf32>
  tri.store %v to %q : tensor<1024xf32>
  return
}

// -----

// Eight neighbours of 2 bytes; the kernel says how many warps.
// CHECK-DAG: #[[L:.*]] = #tri.layout<register = {{\[}}[1], [2], [4]], lane = {{\[}}[8], [16], [32], [64], [128]], warp = {{\[}}[256], [512], [1024]], cta = []>
// CHECK-LABEL: @half
// CHECK: tri.load %{{.*}} : tensor<2048xf16, #[[L]]>
func.func @half(%p: !tri.ptr<f16> {tri.divisibility = 16 : i32}) attributes {tri.kernel, tri.num_warps = 8 : i32} {
  %i = tri.range : tensor<2048xi32>
  %q = tri.addptr %p, %i : !tri.ptr<f16>, tensor<2048xi32>
  %v = tri.load %q : tensor<2048xf16>
  tri.store %v to %q : tensor<2048xf16>
  return
}

// -----

// Nothing known of the pointer: one element at a time, coalesced over lanes.
// CHECK-DAG: #[[L:.*]] = #tri.layout<register = {{\[}}[128], [256], [512]], lane = {{\[}}[1], [2], [4], [8], [16]], warp = {{\[}}[32], [64]], cta = []>
// CHECK-LABEL: @unaligned
// CHECK: tri.load %{{.*}} : tensor<1024xf32, #[[L]]>
func.func @unaligned(%p: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<1024xi32>
  %q = tri.addptr %p, %i : !tri.ptr<f32>, tensor<1024xi32>
  %v = tri.load %q : tensor<1024xf32>
  tri.store %v to %q : tensor<1024xf32>
  return
}

// -----

// Fewer elements than threads: the rest hold copies, and no vectors are made of what would leave threads idle.
// CHECK-DAG: #[[L:.*]] = #tri.layout<register = [], lane = {{\[}}[1], [2], [4], [8], [16]], warp = {{\[}}[32], [0]], cta = []>
// CHECK-LABEL: @few
// CHECK: tri.load %{{.*}} : tensor<64xf32, #[[L]]>
func.func @few(%p: !tri.ptr<f32> {tri.divisibility = 16 : i32}) attributes {tri.kernel} {
  %i = tri.range : tensor<64xi32>
  %q = tri.addptr %p, %i : !tri.ptr<f32>, tensor<64xi32>
  %v = tri.load %q : tensor<64xf32>
  tri.store %v to %q : tensor<64xf32>
  return
}

// -----

// A tile that is contiguous down its columns: vectors and lanes run along axis 0.
// CHECK-DAG: #[[L:.*]] = #tri.layout<register = {{\[}}[1, 0], [2, 0], [0, 8], [0, 16]], lane = {{\[}}[4, 0], [8, 0],
// CHECK-LABEL: @column_major
// CHECK: tri.load %{{.*}} : tensor<16x32xf32, #[[L]]>
func.func @column_major(%p: !tri.ptr<f32> {tri.divisibility = 16 : i32}) attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %r = tri.range : tensor<16xi32>
  %c = tri.range : tensor<32xi32>
  %re = tri.expand_dims %r axis 1 : tensor<16xi32>
  %ce = tri.expand_dims %c axis 0 : tensor<32xi32>
  %w = arith.constant dense<16> : tensor<1x32xi32>
  %col = arith.muli %ce, %w : tensor<1x32xi32>
  %rb = tri.broadcast %re : tensor<16x1xi32> -> tensor<16x32xi32>
  %cb = tri.broadcast %col : tensor<1x32xi32> -> tensor<16x32xi32>
  %o = arith.addi %rb, %cb : tensor<16x32xi32>
  %q = tri.addptr %p, %o : !tri.ptr<f32>, tensor<16x32xi32>
  %v = tri.load %q : tensor<16x32xf32>
  tri.store %v to %q : tensor<16x32xf32>
  return
}

// -----

// One range, wanted along rows and along columns: made once for each.
// CHECK-LABEL: @cheap_values_are_made_per_use
// CHECK-COUNT-2: tri.range : tensor<32xi32, #{{.*}}>
// CHECK-NOT: tri.range
// CHECK-NOT: tri.convert_layout
func.func @cheap_values_are_made_per_use(%p: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<32xi32>
  %re = tri.expand_dims %i axis 1 : tensor<32xi32>
  %ce = tri.expand_dims %i axis 0 : tensor<32xi32>
  %w = arith.constant dense<32> : tensor<32x1xi32>
  %row = arith.muli %re, %w : tensor<32x1xi32>
  %rb = tri.broadcast %row : tensor<32x1xi32> -> tensor<32x32xi32>
  %cb = tri.broadcast %ce : tensor<1x32xi32> -> tensor<32x32xi32>
  %o = arith.addi %rb, %cb : tensor<32x32xi32>
  %q = tri.addptr %p, %o : !tri.ptr<f32>, tensor<32x32xi32>
  %v = tri.load %q : tensor<32x32xf32>
  tri.store %v to %q : tensor<32x32xf32>
  return
}

// -----

// A loaded row that is broadcast over a tile: its home follows from the tile's, no conversion.
// CHECK-DAG: #[[T:.*]] = #tri.layout<register = {{\[}}[0, 1], [0, 2], [0, 4], [16, 0]], lane = {{.*}}
// CHECK-LABEL: @row_of_a_tile
// CHECK: tri.load %{{.*}} : tensor<64xf16, #{{.*}}>
// CHECK: tri.broadcast %{{.*}} -> tensor<32x64xf16, #[[T]]>
// CHECK: tri.store %{{.*}} : tensor<32x64xf16, #[[T]]>
// CHECK-NOT: tri.convert_layout
func.func @row_of_a_tile(%p: !tri.ptr<f16> {tri.divisibility = 16 : i32}, %q: !tri.ptr<f16> {tri.divisibility = 16 : i32})
    attributes {tri.kernel} {
  %r = tri.range : tensor<32xi32>
  %c = tri.range : tensor<64xi32>
  %pc = tri.addptr %p, %c : !tri.ptr<f16>, tensor<64xi32>
  %row = tri.load %pc : tensor<64xf16>
  %rowe = tri.expand_dims %row axis 0 : tensor<64xf16>
  %tile = tri.broadcast %rowe : tensor<1x64xf16> -> tensor<32x64xf16>
  %re = tri.expand_dims %r axis 1 : tensor<32xi32>
  %ce = tri.expand_dims %c axis 0 : tensor<64xi32>
  %w = arith.constant dense<64> : tensor<32x1xi32>
  %ro = arith.muli %re, %w : tensor<32x1xi32>
  %rb = tri.broadcast %ro : tensor<32x1xi32> -> tensor<32x64xi32>
  %cb = tri.broadcast %ce : tensor<1x64xi32> -> tensor<32x64xi32>
  %o = arith.addi %rb, %cb : tensor<32x64xi32>
  %qo = tri.addptr %q, %o : !tri.ptr<f16>, tensor<32x64xi32>
  tri.store %tile to %qo : tensor<32x64xf16>
  return
}

// -----

// What a loop carries, and what a branch gives, has the layout of what it is stored with.
// CHECK-DAG: #[[L:.*]] = #tri.layout<register = {{\[}}[1], [2]], lane
// CHECK-LABEL: @control_flow
// CHECK: arith.constant dense<0.000000e+00> : tensor<512xf32, #[[L]]>
// CHECK: scf.for {{.*}} -> (tensor<512xf32, #[[L]]>)
// CHECK: scf.if {{.*}} -> (tensor<512xf32, #[[L]]>)
// CHECK: tri.splat %{{.*}} : tensor<512xf32, #[[L]]>
// CHECK: scf.while {{.*}} : (tensor<512xf32, #[[L]]>, i32) -> (tensor<512xf32, #[[L]]>, i32)
// CHECK-NOT: tri.convert_layout
func.func @control_flow(%p: !tri.ptr<f32> {tri.divisibility = 16 : i32}, %n: i32, %s: f32) attributes {tri.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = tri.range : tensor<512xi32>
  %q = tri.addptr %p, %i : !tri.ptr<f32>, tensor<512xi32>
  %zero = arith.constant dense<0.0> : tensor<512xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<512xf32>) : i32 {
    %v = tri.load %q : tensor<512xf32>
    %t = arith.addf %acc, %v : tensor<512xf32>
    scf.yield %t : tensor<512xf32>
  }
  %b = arith.cmpi eq, %n, %c0 : i32
  %r = scf.if %b -> (tensor<512xf32>) {
    %u = tri.splat %s : tensor<512xf32>
    scf.yield %u : tensor<512xf32>
  } else {
    scf.yield %sum : tensor<512xf32>
  }
  %w:2 = scf.while (%x = %r, %k = %c0) : (tensor<512xf32>, i32) -> (tensor<512xf32>, i32) {
    %more = arith.cmpi slt, %k, %n : i32
    scf.condition(%more) %x, %k : tensor<512xf32>, i32
  } do {
  ^bb0(%x: tensor<512xf32>, %k: i32):
    %y = arith.addf %x, %x : tensor<512xf32>
    %next = arith.addi %k, %c1 : i32
    scf.yield %y, %next : tensor<512xf32>, i32
  }
  tri.store %w#0 to %q : tensor<512xf32>
  return
}

// -----

// What is no kernel is left alone.
// CHECK-LABEL: @helper
// CHECK: tri.range : tensor<8xi32>{{$}}
func.func @helper() -> tensor<8xi32> {
  %i = tri.range : tensor<8xi32>
  return %i : tensor<8xi32>
}
