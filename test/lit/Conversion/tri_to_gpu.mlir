// RUN: tri-opt %s --split-input-file --tri-assign-layouts --tri-allocate-shared --tri-to-gpu | FileCheck %s

// The launch is described, the kernel is one thread's, a vector of four is one instruction under one predicate.
// CHECK-LABEL: gpu.module @copy_gpu
// CHECK: gpu.func @copy(%[[X:.*]]: !llvm.ptr<1>, %[[Y:.*]]: !llvm.ptr<1>, %[[N:.*]]: i32) kernel
// CHECK-SAME: known_block_size = array<i32: 128, 1, 1>
// CHECK-SAME: tri.launch = {args = [{access = "r", divisibility = 16 : i64, name = "src", pointee = "f32", type = "ptr"}
// CHECK-SAME: {divisibility = 16 : i64, name = "arg2", type = "i32"}]
// CHECK-SAME: locations = ["", "{{.*}}tri_to_gpu.mlir:[[@LINE+12]]:{{[0-9]+}}", "{{.*}}tri_to_gpu.mlir:[[@LINE+14]]:3"]
// CHECK-SAME: max_registers = 0 : i32, num_ctas = 1 : i32, shared = 0 : i64
// CHECK: %[[M:.*]] = arith.cmpi slt
// CHECK: llvm.inline_asm has_side_effects "@$5 ld.global.cg.v4.b32 {$0, $1, $2, $3}, [$4]; // tri:1", "=f,=f,=f,=f,l,b,0,1,2,3"
// CHECK: llvm.inline_asm has_side_effects "@$5 st.global.L1::evict_first.v4.b32 [$0], {$1, $2, $3, $4}; // tri:2", "l,f,f,f,f,b"
// CHECK: gpu.return
func.func @copy(%x: !tri.ptr<f32> {tri.divisibility = 16 : i32, tri.name = "src"},
                %y: !tri.ptr<f32> {tri.divisibility = 16 : i32}, %n: i32 {tri.divisibility = 16 : i32}) attributes {tri.kernel} {
  %i = tri.range : tensor<512xi32>
  %e = tri.splat %n : tensor<512xi32>
  %m = arith.cmpi slt, %i, %e : tensor<512xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<512xi32>
  %v = tri.load %px where %m cache cg : tensor<512xf32>
  %py = tri.addptr %y, %i : !tri.ptr<f32>, tensor<512xi32>
  tri.store %v to %py where %m evict first : tensor<512xf32>
  return
}

// -----

// Where the mask may differ within a vector: one wide instruction for all, narrow ones for some. Of a mask that is a
// prefix the last bit says whether all are set, and no instruction is for it alone.
// CHECK-LABEL: gpu.func @split_mask
// CHECK-COUNT-3: arith.andi {{.*}} : i1
// CHECK-NOT: arith.andi {{.*}} : i1
// CHECK: "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4]; // tri:1\0A\09@$6 ld.global.b32 $0, [$4]; // tri:1\0A
// CHECK-SAME: @$7 ld.global.b32 $1, [$4+4]; // tri:1\0A\09@$8 ld.global.b32 $2, [$4+8]; // tri:1"
// CHECK-NOT: ld.global
func.func @split_mask(%x: !tri.ptr<f32> {tri.divisibility = 16 : i32}, %n: i32) attributes {tri.kernel} {
  %i = tri.range : tensor<512xi32>
  %e = tri.splat %n : tensor<512xi32>
  %m = arith.cmpi slt, %i, %e : tensor<512xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<512xi32>
  %v = tri.load %px where %m : tensor<512xf32>
  return
}

// -----

// Any mask: all bits are asked. Two accesses under it share the answer.
// CHECK-LABEL: gpu.func @any_mask
// CHECK-COUNT-11: arith.andi {{.*}} : i1
// CHECK-NOT: arith.andi {{.*}} : i1
// CHECK: gpu.return
func.func @any_mask(%x: !tri.ptr<f32> {tri.divisibility = 16 : i32}, %n: i32) attributes {tri.kernel} {
  %i = tri.range : tensor<512xi32>
  %e = tri.splat %n : tensor<512xi32>
  %l = arith.cmpi slt, %i, %e : tensor<512xi32>
  %g = arith.cmpi ne, %i, %e : tensor<512xi32>
  %m = arith.andi %l, %g : tensor<512xi1>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<512xi32>
  %v = tri.load %px where %m : tensor<512xf32>
  tri.store %v to %px where %m : tensor<512xf32>
  return
}

// -----

// Two halves add in one packed instruction; bytes and booleans travel in words.
// CHECK-LABEL: gpu.func @types
// CHECK: ld.global.v4.b32
// CHECK: arith.addf %{{.*}} : vector<2xf16>
// CHECK: ld.global.v2.b64 {$0, $1}, [$2]; // tri:3", "=d,=d,l"
// CHECK: ld.global.b32 $0, [$1]; // tri:4", "=r,l"
// CHECK: ld.global.b16 $0, [$1]; // tri:5", "=h,l"
// CHECK: ld.global.b8 $0, [$1]; // tri:6", "=h,l"
// CHECK: arith.cmpi ne
// CHECK: arith.extui
// CHECK: ld.shared.b32 $0, [$1]; // tri:8", "=f,r"
func.func @types(%h: !tri.ptr<f16> {tri.divisibility = 16 : i32}, %d: !tri.ptr<f64> {tri.divisibility = 16 : i32},
                 %b: !tri.ptr<i8> {tri.divisibility = 4 : i32}, %c: !tri.ptr<i8> {tri.divisibility = 2 : i32},
                 %i1: !tri.ptr<i1>, %s: !tri.ptr<f32, 3>) attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %i = tri.range : tensor<256xi32>
  %ph = tri.addptr %h, %i : !tri.ptr<f16>, tensor<256xi32>
  %vh = tri.load %ph : tensor<256xf16>
  %sum = arith.addf %vh, %vh : tensor<256xf16>
  tri.store %sum to %ph : tensor<256xf16>
  %pd = tri.addptr %d, %i : !tri.ptr<f64>, tensor<256xi32>
  %vd = tri.load %pd : tensor<256xf64>
  %pb = tri.addptr %b, %i : !tri.ptr<i8>, tensor<256xi32>
  %vb = tri.load %pb : tensor<256xi8>
  %pc = tri.addptr %c, %i : !tri.ptr<i8>, tensor<256xi32>
  %vc = tri.load %pc : tensor<256xi8>
  %vi = tri.load %i1 : i1
  tri.store %vi to %i1 : i1
  %vs = tri.load %s : f32 from !tri.ptr<f32, 3>
  return
}

// -----

// A scalar store is done by thread 0; a volatile scalar load is done by it and told to the others.
// CHECK-LABEL: gpu.module @scalars_gpu
// CHECK: llvm.mlir.global external @tri_shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
// CHECK: %[[FIRST:.*]] = arith.cmpi eq
// CHECK: ld.global.b32 $0, [$1]; // tri:1", "=r,l"
// CHECK: "@$2 st.global.b32 [$0], $1; // tri:2", "l,r,b" %{{.*}}, %{{.*}}, %[[FIRST]]
// CHECK: "@$2 ld.volatile.global.b32 $0, [$1]; // tri:3"
// CHECK: "@$2 st.shared.b32 [$0+0], $1; // tri:3"
// CHECK: gpu.barrier
// CHECK: "ld.shared.b32 $0, [$1+0]; // tri:3"
func.func @scalars(%p: !tri.ptr<i32>) attributes {tri.kernel} {
  %0 = tri.load %p : i32
  tri.store %0 to %p : i32
  %1 = tri.load %p volatile : i32
  return
}

// -----

// Copies leave stores to the first who holds the element.
// CHECK-LABEL: gpu.func @copies
// CHECK: %[[BITS:.*]] = arith.andi %{{.*}}, %c112_i32
// CHECK: %[[OWNS:.*]] = arith.cmpi eq, %[[BITS]]
// CHECK: st.global.b32 [$0], $1; // tri:1", "l,r,b" %{{.*}}, %{{.*}}, %[[OWNS]]
func.func @copies(%p: !tri.ptr<i32>) attributes {tri.kernel} {
  %i = tri.range : tensor<16xi32>
  %q = tri.addptr %p, %i : !tri.ptr<i32>, tensor<16xi32>
  tri.store %i to %q : tensor<16xi32>
  return
}

// -----

// A constant whose elements differ is a table.
// CHECK-LABEL: gpu.module @table_gpu
// CHECK: llvm.mlir.global internal constant @tri_constant_0(dense<[3, 1, 4, 1]> : tensor<4xi32>) {addr_space = 4 : i32}
// CHECK: llvm.load %{{.*}} : !llvm.ptr<4> -> i32
func.func @table(%p: !tri.ptr<i32>) attributes {tri.kernel} {
  %i = tri.range : tensor<4xi32>
  %q = tri.addptr %p, %i : !tri.ptr<i32>, tensor<4xi32>
  %c = arith.constant dense<[3, 1, 4, 1]> : tensor<4xi32>
  tri.store %c to %q : tensor<4xi32>
  return
}

// -----

// A loop carries a block as its parts.
// CHECK-LABEL: gpu.func @loop
// CHECK: scf.for {{.*}} -> (f32, f32, f32, f32)
// CHECK: scf.yield %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : f32, f32, f32, f32
func.func @loop(%p: !tri.ptr<f32> {tri.divisibility = 16 : i32}, %n: i32) attributes {tri.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = tri.range : tensor<512xi32>
  %q = tri.addptr %p, %i : !tri.ptr<f32>, tensor<512xi32>
  %zero = arith.constant dense<0.0> : tensor<512xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<512xf32>) : i32 {
    %t = arith.addf %acc, %acc : tensor<512xf32>
    scf.yield %t : tensor<512xf32>
  }
  tri.store %sum to %q : tensor<512xf32>
  return
}
