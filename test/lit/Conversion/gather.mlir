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
