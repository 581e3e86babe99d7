// RUN: tri-opt %s --split-input-file --tri-assign-layouts --tri-allocate-shared --tri-to-gpu | FileCheck %s

// One address per thread, and offsets; nothing else is computed of the others.
// CHECK-LABEL: gpu.func @offsets
// CHECK-COUNT-1: llvm.getelementptr
// CHECK-NOT: llvm.getelementptr
// CHECK: ld.global.v4.b32 {$0, $1, $2, $3}, [$4]; // tri:1
// CHECK: ld.global.v4.b32 {$0, $1, $2, $3}, [$4+2048]; // tri:1
// CHECK: ld.global.v4.b32 {$0, $1, $2, $3}, [$4+4096]; // tri:1
// CHECK: ld.global.v4.b32 {$0, $1, $2, $3}, [$4+6144]; // tri:1
// CHECK: st.global.v4.b32 [$0+6144], {$1, $2, $3, $4}; // tri:2
func.func @offsets(%x: !tri.ptr<f32> {tri.divisibility = 16 : i32}) attributes {tri.kernel} {
  %i = tri.range : tensor<2048xi32>
  %p = tri.addptr %x, %i : !tri.ptr<f32>, tensor<2048xi32>
  %v = tri.load %p : tensor<2048xf32>
  %w = arith.addf %v, %v : tensor<2048xf32>
  tri.store %w to %p : tensor<2048xf32>
  return
}

// -----

// Downwards: the offset is negative, and the addresses of a vector are those of its elements.
// CHECK-LABEL: gpu.func @downwards
// CHECK: ld.global.b32 $0, [$1]; // tri:1
// CHECK: ld.global.b32 $0, [$1+-512]; // tri:1
func.func @downwards(%x: !tri.ptr<f32>, %y: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<256xi32>
  %c = arith.constant dense<1000> : tensor<256xi32>
  %j = arith.subi %c, %i : tensor<256xi32>
  %p = tri.addptr %x, %j : !tri.ptr<f32>, tensor<256xi32>
  %q = tri.addptr %y, %i : !tri.ptr<f32>, tensor<256xi32>
  %v = tri.load %p : tensor<256xf32>
  tri.store %v to %q : tensor<256xf32>
  return
}

// -----

// Where element 0 is undefined and masked off, element 1 is not reckoned from it: each has an address.
// CHECK-LABEL: gpu.func @undefined_neighbour
// CHECK-COUNT-4: llvm.getelementptr
// CHECK-NOT: [$1{{[-+]}}
// CHECK: gpu.return
func.func @undefined_neighbour(%x: !tri.ptr<i32>, %n: i32) attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %i = tri.range : tensor<128xi32>
  %one = arith.constant dense<1> : tensor<128xi32>
  %zero = arith.constant dense<0> : tensor<128xi32>
  %in = arith.cmpi sgt, %i, %zero : tensor<128xi32>
  %j = arith.subi %i, %one overflow<nuw> : tensor<128xi32>
  %k = arith.extui %j : tensor<128xi32> to tensor<128xi64>
  %p = tri.addptr %x, %k : !tri.ptr<i32>, tensor<128xi64>
  tri.store %i to %p where %in : tensor<128xi32>
  return
}

// -----

// Parts of an index are constants away from each other, those of a loaded index are not.
// CHECK-LABEL: gpu.func @loaded
// CHECK-COUNT-2: llvm.getelementptr %{{.*}} -> !llvm.ptr<1>, i32
// CHECK: gpu.return
func.func @loaded(%x: !tri.ptr<i32>, %y: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<128xi32>
  %p = tri.addptr %x, %i : !tri.ptr<i32>, tensor<128xi32>
  %j = tri.load %p : tensor<128xi32>
  %q = tri.addptr %y, %j : !tri.ptr<f32>, tensor<128xi32>
  %z = arith.constant dense<0.0> : tensor<128xf32>
  tri.store %z to %q : tensor<128xf32>
  return
}
