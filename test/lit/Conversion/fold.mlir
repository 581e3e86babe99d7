// RUN: tri-opt %s --split-input-file --tri-allocate-shared --tri-insert-barriers --tri-to-gpu | FileCheck %s
// Which instructions reductions, scans and maps become.

// A tree of the eight registers, five shuffles, one word of each warp, one barrier; the words are read as a vector.
// CHECK-LABEL: gpu.func @sum(
// CHECK: %[[A0:.*]] = arith.addf
// CHECK: %[[A1:.*]] = arith.addf
// CHECK: %[[A2:.*]] = arith.addf
// CHECK: %[[A3:.*]] = arith.addf
// CHECK: %[[B0:.*]] = arith.addf %[[A0]], %[[A2]] : f32
// CHECK: %[[B1:.*]] = arith.addf %[[A1]], %[[A3]] : f32
// CHECK: arith.addf %[[B0]], %[[B1]] : f32
// CHECK-COUNT-5: shfl.sync.bfly
// CHECK-NOT: shfl
// CHECK: "@$2 st.shared.b32 [$0+0], $1;
// CHECK-NOT: st.shared
// CHECK: gpu.barrier
// CHECK: ld.shared.v4.b32
// CHECK-NOT: ld.shared
// CHECK-COUNT-3: arith.addf
// CHECK-NOT: {{gpu.barrier|arith.addf|shfl}}
// CHECK: gpu.return
#l = #tri.layout<register = [[1], [2], [512]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], cta = []>
func.func @sum(%x: !tri.ptr<f32> {tri.divisibility = 16 : i32}, %y: !tri.ptr<f32> {tri.noalias})
    attributes {tri.kernel, tri.num_warps = 4 : i32} {
  %i = tri.range : tensor<1024xi32, #l>
  %p = tri.addptr %x, %i : !tri.ptr<f32>, tensor<1024xi32, #l>
  %v = tri.load %p : tensor<1024xf32, #l>
  %s = tri.reduce add %v axis 0 : tensor<1024xf32, #l>
  tri.store %s to %y : f32
  return
}

// -----

// One warp: no shared memory; of integers all lanes at once.
// CHECK-LABEL: gpu.func @redux(
// CHECK-COUNT-3: arith.maxsi
// CHECK-NOT: {{shfl|shared|gpu.barrier|arith.maxsi}}
// CHECK: redux.sync.max.s32 $0, $1, 0xffffffff;
// CHECK-NOT: {{shfl|shared|gpu.barrier|arith.maxsi}}
// CHECK: gpu.return
#l = #tri.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [], cta = []>
func.func @redux(%x: !tri.ptr<i32> {tri.divisibility = 16 : i32}, %y: !tri.ptr<i32> {tri.noalias})
    attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %i = tri.range : tensor<128xi32, #l>
  %p = tri.addptr %x, %i : !tri.ptr<i32>, tensor<128xi32, #l>
  %v = tri.load %p : tensor<128xi32, #l>
  %s = tri.reduce max %v axis 0 : tensor<128xi32, #l>
  tri.store %s to %y : i32
  return
}

// -----

// Bytes, too, as words.
// CHECK-LABEL: gpu.func @redux_narrow(
// CHECK: arith.extsi
// CHECK: redux.sync.min.s32
// CHECK: arith.trunci
// CHECK: gpu.return
#l = #tri.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [], cta = []>
func.func @redux_narrow(%x: !tri.ptr<i8> {tri.divisibility = 16 : i32}, %y: !tri.ptr<i8> {tri.noalias})
    attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %i = tri.range : tensor<128xi32, #l>
  %p = tri.addptr %x, %i : !tri.ptr<i8>, tensor<128xi32, #l>
  %v = tri.load %p : tensor<128xi8, #l>
  %s = tri.reduce min %v axis 0 : tensor<128xi8, #l>
  tri.store %s to %y : i8
  return
}

// -----

// Not of 64 bits: two shuffles a step.
// CHECK-LABEL: gpu.func @no_redux_wide(
// CHECK-NOT: redux
// CHECK-COUNT-10: shfl.sync.bfly
// CHECK-NOT: shfl
// CHECK: gpu.return
#l = #tri.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [], cta = []>
func.func @no_redux_wide(%x: !tri.ptr<i64> {tri.divisibility = 16 : i32}, %y: !tri.ptr<i64> {tri.noalias})
    attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %i = tri.range : tensor<128xi32, #l>
  %p = tri.addptr %x, %i : !tri.ptr<i64>, tensor<128xi32, #l>
  %v = tri.load %p : tensor<128xi64, #l>
  %s = tri.reduce min %v axis 0 : tensor<128xi64, #l>
  tri.store %s to %y : i64
  return
}

// -----

// Greatest of f16, two registers at a time down to the last step.
// CHECK-LABEL: gpu.func @pairs(
// CHECK: arith.maxnumf {{.*}} : vector<2xf16>
// CHECK: arith.maxnumf {{.*}} : f16
// CHECK-COUNT-5: shfl.sync.bfly
// CHECK-NOT: {{shfl|shared}}
// CHECK: gpu.return
#l = #tri.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [], cta = []>
func.func @pairs(%x: !tri.ptr<f16> {tri.divisibility = 16 : i32}, %y: !tri.ptr<f16> {tri.noalias})
    attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %i = tri.range : tensor<128xi32, #l>
  %p = tri.addptr %x, %i : !tri.ptr<f16>, tensor<128xi32, #l>
  %v = tri.load %p : tensor<128xf16, #l>
  %s = tri.reduce max %v axis 0 : tensor<128xf16, #l>
  tri.store %s to %y : f16
  return
}

// -----

// A sum of f16 is one of f32 that is rounded at its end.
// CHECK-LABEL: gpu.func @wide_sum(
// CHECK-COUNT-4: arith.extf
// CHECK-NOT: arith.truncf
// CHECK-COUNT-8: arith.addf {{.*}} : f32
// CHECK-NOT: arith.addf
// CHECK: arith.truncf
// CHECK: gpu.return
#l = #tri.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [], cta = []>
func.func @wide_sum(%x: !tri.ptr<f16> {tri.divisibility = 16 : i32}, %y: !tri.ptr<f16> {tri.noalias})
    attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %i = tri.range : tensor<128xi32, #l>
  %p = tri.addptr %x, %i : !tri.ptr<f16>, tensor<128xi32, #l>
  %v = tri.load %p : tensor<128xf16, #l>
  %s = tri.reduce add %v axis 0 : tensor<128xf16, #l>
  tri.store %s to %y : f16
  return
}

// -----

// In the order of the index: the lowest lane bit takes over the register that steps highest, so that its step and the
// four others are one shuffle of each operand.
// CHECK-LABEL: gpu.func @first_of_equals(
// CHECK-COUNT-6: arith.cmpi slt
// CHECK-COUNT-10: shfl.sync.bfly
// CHECK-NOT: shfl
// CHECK-COUNT-2: st.shared.b32
// CHECK-NOT: st.shared
// CHECK: gpu.barrier
// CHECK-COUNT-4: ld.shared.v4.b32
// CHECK-COUNT-7: arith.cmpi slt
// CHECK-NOT: {{gpu.barrier|shfl|arith.cmpi slt}}
// CHECK: gpu.return
#l = #tri.layout<register = [[1], [2], [512]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], cta = []>
func.func @first_of_equals(%x: !tri.ptr<i32> {tri.divisibility = 16 : i32}, %y: !tri.ptr<i32> {tri.noalias})
    attributes {tri.kernel, tri.num_warps = 4 : i32} {
  %i = tri.range : tensor<1024xi32, #l>
  %p = tri.addptr %x, %i : !tri.ptr<i32>, tensor<1024xi32, #l>
  %v = tri.load %p : tensor<1024xi32, #l>
  %m, %at = tri.reduce %v, %i axis 0 : tensor<1024xi32, #l>, tensor<1024xi32, #l> by (%a, %ia), (%b, %ib) {
    %less = arith.cmpi slt, %a, %b : i32
    %q = arith.select %less, %b, %a : i32
    %r = arith.select %less, %ib, %ia : i32
    tri.yield %q, %r : i32, i32
  }
  tri.store %at to %y : i32
  return
}

// -----

// Two runs of four, six shuffles of each one's total: five and one to the next lane. The last lane tells the warps'
// totals to the others; what comes before a run is known before its elements are touched, each once.
// CHECK-LABEL: gpu.func @scan(
// CHECK-COUNT-12: shfl.sync.idx
// CHECK-NOT: shfl
// CHECK-COUNT-2: st.shared.b32
// CHECK: gpu.barrier
// CHECK-COUNT-2: ld.shared.v4.b32
// CHECK-COUNT-3: arith.cmpi ugt
// CHECK: arith.select
// CHECK: %[[B0:.*]] = arith.addi
// CHECK: arith.select
// CHECK: arith.addi
// CHECK: %[[B1:.*]] = arith.addi
// CHECK-COUNT-4: arith.addi %[[B0]],
// CHECK-COUNT-4: arith.addi %[[B1]],
// CHECK-NOT: {{gpu.barrier|shfl}}
// CHECK: gpu.return
#l = #tri.layout<register = [[1], [2], [512]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], cta = []>
func.func @scan(%x: !tri.ptr<i32> {tri.divisibility = 16 : i32}, %y: !tri.ptr<i32> {tri.noalias})
    attributes {tri.kernel, tri.num_warps = 4 : i32} {
  %i = tri.range : tensor<1024xi32, #l>
  %p = tri.addptr %x, %i : !tri.ptr<i32>, tensor<1024xi32, #l>
  %v = tri.load %p : tensor<1024xi32, #l>
  %s = tri.scan add %v axis 0 : tensor<1024xi32, #l>
  %q = tri.addptr %y, %i : !tri.ptr<i32>, tensor<1024xi32, #l>
  tri.store %s to %q : tensor<1024xi32, #l>
  return
}

// -----

// A block smaller than the threads: copies take part in nothing.
// CHECK-LABEL: gpu.func @copies(
// CHECK: shfl.sync.bfly.b32 $0, $1, 4,
// CHECK: shfl.sync.bfly.b32 $0, $1, 16,
// CHECK-NOT: {{shfl|shared|gpu.barrier}}
// CHECK: gpu.return
#l = #tri.layout<register = [], lane = [[0], [0], [1], [0], [2]], warp = [[0], [0]], cta = []>
func.func @copies(%x: !tri.ptr<f32> {tri.divisibility = 16 : i32}, %y: !tri.ptr<f32> {tri.noalias})
    attributes {tri.kernel, tri.num_warps = 4 : i32} {
  %i = tri.range : tensor<4xi32, #l>
  %p = tri.addptr %x, %i : !tri.ptr<f32>, tensor<4xi32, #l>
  %v = tri.load %p : tensor<4xf32, #l>
  %s = tri.reduce add %v axis 0 : tensor<4xf32, #l>
  tri.store %s to %y : f32
  return
}

// -----

// The region of a map, for each register.
// CHECK-LABEL: gpu.func @each(
// CHECK-COUNT-4: scf.if
// CHECK-NOT: scf.if
// CHECK: gpu.return
#l = #tri.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [], cta = []>
func.func @each(%x: !tri.ptr<i32> {tri.divisibility = 16 : i32}, %y: !tri.ptr<i32> {tri.noalias})
    attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %i = tri.range : tensor<128xi32, #l>
  %p = tri.addptr %x, %i : !tri.ptr<i32>, tensor<128xi32, #l>
  %v = tri.load %p : tensor<128xi32, #l>
  %c = arith.constant 3 : i32
  %w = tri.map %v : tensor<128xi32, #l> by (%e) {
    %less = arith.cmpi slt, %e, %c : i32
    %r = scf.if %less -> i32 {
      %t = arith.muli %e, %e : i32
      scf.yield %t : i32
    } else {
      scf.yield %c : i32
    }
    tri.yield %r : i32
  }
  %q = tri.addptr %y, %i : !tri.ptr<i32>, tensor<128xi32, #l>
  tri.store %w to %q : tensor<128xi32, #l>
  return
}
