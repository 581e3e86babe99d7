// REQUIRES: plugin
// RUN: %mlir-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(inline,any(tri-fuse-fma),tri-keep-kernel{name=b})' | FileCheck %s
// A stock mlir-opt loads the dialect and the passes, options included.

// CHECK-NOT: @a
// CHECK: @b
// CHECK-NEXT: tri.load
// CHECK-NEXT: math.fma
// CHECK-NEXT: tri.store
func.func private @square_add(%x: f32) -> f32 {
  %0 = arith.mulf %x, %x fastmath<contract> : f32
  %1 = arith.addf %0, %x fastmath<contract> : f32
  return %1 : f32
}
func.func @a() attributes {tri.kernel} {
  return
}
func.func @b(%p: !tri.ptr<f32>) attributes {tri.kernel} {
  %x = tri.load %p : f32
  %y = call @square_add(%x) : (f32) -> f32
  tri.store %y to %p : f32
  return
}
