// RUN: tri-opt %s --tri-assign-layouts --tri-allocate-shared --tri-insert-barriers --tri-to-gpu | FileCheck %s

// Owners write the block, a barrier, each thread reads what its index says. What is not known to be in range is checked.
// CHECK-LABEL: gpu.func @loaded
// CHECK: "@$0 trap;
// CHECK: st.shared
// CHECK: gpu.barrier
// CHECK: ld.shared
func.func @loaded(%x: !tri.ptr<f32>, %at: !tri.ptr<i32>, %y: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<128xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<128xi32>
  %pa = tri.addptr %at, %i : !tri.ptr<i32>, tensor<128xi32>
  %py = tri.addptr %y, %i : !tri.ptr<f32>, tensor<128xi32>
  %a = tri.load %px : tensor<128xf32>
  %index = tri.load %pa : tensor<128xi32>
  %v = tri.gather %a at %index axis 0 : tensor<128xf32>, tensor<128xi32>
  tri.store %v to %py : tensor<128xf32>
  return
}

// CHECK-LABEL: gpu.func @masked
// CHECK-NOT: trap
// CHECK: ld.shared
func.func @masked(%x: !tri.ptr<f32>, %at: !tri.ptr<i32>, %y: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<128xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<128xi32>
  %pa = tri.addptr %at, %i : !tri.ptr<i32>, tensor<128xi32>
  %py = tri.addptr %y, %i : !tri.ptr<f32>, tensor<128xi32>
  %a = tri.load %px : tensor<128xf32>
  %loaded = tri.load %pa : tensor<128xi32>
  %c127 = arith.constant dense<127> : tensor<128xi32>
  %index = arith.andi %loaded, %c127 : tensor<128xi32>
  %v = tri.gather %a at %index axis 0 : tensor<128xf32>, tensor<128xi32>
  tri.store %v to %py : tensor<128xf32>
  return
}

// Zeros, a barrier, counts, a barrier, the bins.
// CHECK-LABEL: gpu.func @histogram
// CHECK: st.shared.b32
// CHECK: gpu.barrier
// CHECK: red.relaxed.cta.shared.add.u32
// CHECK: gpu.barrier
// CHECK: ld.shared.b32
func.func @histogram(%x: !tri.ptr<i32>, %y: !tri.ptr<i32>) attributes {tri.kernel} {
  %i = tri.range : tensor<128xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<128xi32>
  %a = tri.load %px : tensor<128xi32>
  %h = tri.histogram %a : tensor<128xi32> -> tensor<128xi32>
  %py = tri.addptr %y, %i : !tri.ptr<i32>, tensor<128xi32>
  tri.store %h to %py : tensor<128xi32>
  return
}

// Among the lanes of a warp by a shuffle; with a block of two registers by two, one of which is taken.
// CHECK-LABEL: gpu.func @lanes
// CHECK: shfl.sync.idx.b32
// CHECK-NOT: shfl
// CHECK-NOT: shared
// CHECK-LABEL: gpu.func @two_registers
// CHECK-COUNT-2: shfl.sync.idx.b32
// CHECK: arith.select
// CHECK-NOT: shared
func.func @lanes(%x: !tri.ptr<f32>, %y: !tri.ptr<f32>) attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %i = tri.range : tensor<32xi32>
  %c1 = arith.constant dense<1> : tensor<32xi32>
  %index = arith.xori %i, %c1 : tensor<32xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<32xi32>
  %py = tri.addptr %y, %i : !tri.ptr<f32>, tensor<32xi32>
  %a = tri.load %px : tensor<32xf32>
  %v = tri.gather %a at %index axis 0 : tensor<32xf32>, tensor<32xi32>
  tri.store %v to %py : tensor<32xf32>
  return
}

func.func @two_registers(%x: !tri.ptr<f32>, %at: !tri.ptr<i8>, %y: !tri.ptr<f32>)
    attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %i = tri.range : tensor<64xi32>
  %j = tri.range : tensor<32xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<64xi32>
  %pa = tri.addptr %at, %j : !tri.ptr<i8>, tensor<32xi32>
  %py = tri.addptr %y, %j : !tri.ptr<f32>, tensor<32xi32>
  %a = tri.load %px : tensor<64xf32>
  %index = tri.load %pa : tensor<32xi8>
  %v = tri.gather %a at %index axis 0 : tensor<64xf32>, tensor<32xi8>
  tri.store %v to %py : tensor<32xf32>
  return
}
