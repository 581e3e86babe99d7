// RUN: tri-opt %s --tri-allocate-shared --tri-insert-barriers | FileCheck %s
// What stays within warps uses the part of each warp, so ops of this kind with as many bytes share a place, and no
// barrier of the CTA stands between them. One with other bytes, and one in which warps meet, are kept apart.

#p = #tri.layout<register = [[1], [2], [4], [8], [16]], lane = [[32], [64], [128], [256], [512]], warp = [[1024]], cta = []>
#q = #tri.layout<register = [[32], [64], [128], [256], [512]], lane = [[1], [2], [4], [8], [16]], warp = [[1024]], cta = []>
#r = #tri.layout<register = [[32], [64], [128], [256], [512]], lane = [[1], [2], [4], [8], [1024]], warp = [[16]], cta = []>

// CHECK-LABEL: @turns
// CHECK-SAME: tri.shared = 8192 : i32
// CHECK: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: tri.convert_layout {{.*}} {tri.scratch = 0 : i32}
// CHECK-NOT: gpu.barrier
// CHECK: tri.convert_layout {{.*}} {tri.scratch = 0 : i32}
// CHECK-NOT: gpu.barrier
// CHECK: scf.yield
func.func @turns(%f: f32, %n: i32) attributes {tri.kernel, tri.num_warps = 2 : i32} {
  %x = tri.splat %f : tensor<2048xf32, #p>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<2048xf32, #p> : i32 {
    %w = tri.convert_layout %a : tensor<2048xf32, #p> -> tensor<2048xf32, #q>
    %s = arith.addf %w, %w : tensor<2048xf32, #q>
    %t = tri.convert_layout %s : tensor<2048xf32, #q> -> tensor<2048xf32, #p>
    scf.yield %t : tensor<2048xf32, #p>
  }
  return
}

// CHECK-LABEL: @others
// CHECK: tri.convert_layout {{.*}} {tri.scratch = 0 : i32} : tensor<2048xf32
// CHECK: gpu.barrier
// CHECK: tri.convert_layout {{.*}} {tri.scratch = 0 : i32} : tensor<2048xf64
// CHECK: gpu.barrier
// CHECK: tri.convert_layout {{.*}} {tri.scratch = 0 : i32} : tensor<2048xf64
func.func @others(%f: f32, %d: f64) attributes {tri.kernel, tri.num_warps = 2 : i32} {
  %x = tri.splat %f : tensor<2048xf32, #p>
  %y = tri.splat %d : tensor<2048xf64, #p>
  %a = tri.convert_layout %x : tensor<2048xf32, #p> -> tensor<2048xf32, #q>
  %b = tri.convert_layout %y : tensor<2048xf64, #p> -> tensor<2048xf64, #q>
  %c = tri.convert_layout %y : tensor<2048xf64, #p> -> tensor<2048xf64, #r>
  return
}
