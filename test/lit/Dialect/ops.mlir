// RUN: tri-opt %s | FileCheck %s
// RUN: tri-opt %s | tri-opt | FileCheck %s
// RUN: tri-opt %s --mlir-print-op-generic | tri-opt | FileCheck %s
// RUN: tri-opt %s --emit-bytecode | tri-opt | FileCheck %s
// Every op in every spelling goes through the printer and the parser unchanged.

// CHECK-LABEL: @program
func.func @program() {
  // CHECK: tri.program_id x{{$}}
  // CHECK: tri.program_id y{{$}}
  // CHECK: tri.num_programs z{{$}}
  %0 = tri.program_id x
  %1 = tri.program_id y
  %2 = tri.num_programs z
  return
}

// CHECK-LABEL: @shape
func.func @shape(%s: f32, %p: !tri.ptr<f16>, %i: i1) {
  // CHECK: tri.range : tensor<4xi32>
  %0 = tri.range : tensor<4xi32>
  // CHECK: tri.range from -6 : tensor<5xi64>
  %1 = tri.range from -6 : tensor<5xi64>
  // CHECK: tri.range from 127 : tensor<1xi8>
  %2 = tri.range from 127 : tensor<1xi8>
  // CHECK: tri.splat %{{.*}} : tensor<4x8xf32>
  %3 = tri.splat %s : tensor<4x8xf32>
  // CHECK: tri.splat %{{.*}} : tensor<3x!tri.ptr<f16>>
  %4 = tri.splat %p : tensor<3x!tri.ptr<f16>>
  // CHECK: tri.splat %{{.*}} : tensor<1xi1>
  %5 = tri.splat %i : tensor<1xi1>
  // CHECK: %[[C:.*]] = tri.expand_dims %{{.*}} axis 1 : tensor<4xi32>
  %6 = tri.expand_dims %0 axis 1 : tensor<4xi32>
  // CHECK: tri.broadcast %[[C]] : tensor<4x1xi32> -> tensor<4x8xi32>
  %7 = tri.broadcast %6 : tensor<4x1xi32> -> tensor<4x8xi32>
  return
}

// CHECK-LABEL: @rearrange
func.func @rearrange(%x: tensor<2x3xf32>, %y: tensor<2x5xf32>, %s: !tri.ptr<f32>, %l: tensor<2xi1>) {
  // CHECK: tri.reshape %{{.*}} : tensor<2x3xf32> -> tensor<6xf32>
  %0 = tri.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
  // CHECK: tri.reshape %{{.*}} reorder {note = 1 : i32} : tensor<2x3xf32> -> tensor<3x1x2xf32>
  %1 = tri.reshape %x reorder {note = 1 : i32} : tensor<2x3xf32> -> tensor<3x1x2xf32>
  // CHECK: tri.transpose %{{.*}} order [2, 0, 1] : tensor<3x1x2xf32>
  %2 = tri.transpose %1 order [2, 0, 1] : tensor<3x1x2xf32>
  // CHECK: tri.reshape %{{.*}} : tensor<2x3x1xf32> -> tensor<2x3xf32>
  %3 = tri.reshape %2 : tensor<2x3x1xf32> -> tensor<2x3xf32>
  // CHECK: %[[J:.*]] = tri.join %{{.*}}, %{{.*}} : tensor<2x3xf32>
  %4 = tri.join %x, %3 : tensor<2x3xf32>
  // CHECK: %[[L:.*]], %[[R:.*]] = tri.split %[[J]] : tensor<2x3x2xf32>
  %5, %6 = tri.split %4 : tensor<2x3x2xf32>
  // CHECK: tri.cat %[[L]], %{{.*}} axis 1 : tensor<2x3xf32>, tensor<2x5xf32>
  %7 = tri.cat %5, %y axis 1 : tensor<2x3xf32>, tensor<2x5xf32>
  // CHECK: tri.join %{{.*}}, %{{.*}} : !tri.ptr<f32>
  %8 = tri.join %s, %s : !tri.ptr<f32>
  // CHECK: tri.split %{{.*}} : tensor<2x!tri.ptr<f32>>
  %9, %10 = tri.split %8 : tensor<2x!tri.ptr<f32>>
  // CHECK: tri.addptr
  %c = arith.constant 1 : i32
  %11 = tri.addptr %10, %c : !tri.ptr<f32>, i32
  // CHECK: tri.split %{{.*}} : tensor<2xi1>
  %12, %13 = tri.split %l : tensor<2xi1>
  return
}

// CHECK-LABEL: @casts
func.func @casts(%p: !tri.ptr<f32>, %b: tensor<4x!tri.ptr<i8, 3>>, %x: tensor<4xf32>, %h: f16) {
  // CHECK: %[[I:.*]] = tri.ptr_to_int %{{.*}} : !tri.ptr<f32>
  %0 = tri.ptr_to_int %p : !tri.ptr<f32>
  // CHECK: tri.int_to_ptr %[[I]] : !tri.ptr<!tri.ptr<i1>>
  %1 = tri.int_to_ptr %0 : !tri.ptr<!tri.ptr<i1>>
  // CHECK: %[[J:.*]] = tri.ptr_to_int %{{.*}} : tensor<4x!tri.ptr<i8, 3>>
  %2 = tri.ptr_to_int %b : tensor<4x!tri.ptr<i8, 3>>
  // CHECK: tri.int_to_ptr %[[J]] : tensor<4x!tri.ptr<f64>>
  %3 = tri.int_to_ptr %2 : tensor<4x!tri.ptr<f64>>
  // CHECK: tri.bitcast %{{.*}} : tensor<4x!tri.ptr<i8, 3>> -> tensor<4x!tri.ptr<bf16, 3>>
  %4 = tri.bitcast %b : tensor<4x!tri.ptr<i8, 3>> -> tensor<4x!tri.ptr<bf16, 3>>
  // CHECK: tri.fp_cast %{{.*}} : tensor<4xf32> -> tensor<4xf16>
  %5 = tri.fp_cast %x rounding rtne : tensor<4xf32> -> tensor<4xf16>
  // CHECK: tri.fp_cast %{{.*}} rounding rtz saturate : f16 -> f8E5M2
  %6 = tri.fp_cast %h rounding rtz saturate : f16 -> f8E5M2
  // CHECK: tri.fp_cast %{{.*}} saturate : tensor<4xf32> -> tensor<4xf8E4M3FN>
  %7 = tri.fp_cast %x saturate : tensor<4xf32> -> tensor<4xf8E4M3FN>
  return
}

// CHECK-LABEL: @arithmetic
func.func @arithmetic(%i: i32, %j: tensor<3xi64>, %x: tensor<3xbf16>, %d: f64) {
  // CHECK: tri.mulhi signed %{{.*}}, %{{.*}} : i32
  %0 = tri.mulhi signed %i, %i : i32
  // CHECK: tri.mulhi unsigned %{{.*}}, %{{.*}} : tensor<3xi64>
  %1 = tri.mulhi unsigned %j, %j : tensor<3xi64>
  // CHECK: tri.clamp %{{.*}}, %{{.*}}, %{{.*}} : tensor<3xbf16>
  %2 = tri.clamp %x, %x, %x : tensor<3xbf16>
  // CHECK: tri.clamp %{{.*}}, %{{.*}}, %{{.*}} propagate_nan : f64
  %3 = tri.clamp %d, %d, %d propagate_nan : f64
  return
}

// CHECK-LABEL: @picks
func.func @picks(%x: tensor<2x3x!tri.ptr<f32>>, %i: tensor<2x7xi8>, %v: tensor<5x5xi8>, %m: tensor<5x5xi1>) {
  // CHECK: %[[G:.*]] = tri.gather %{{.*}} at %{{.*}} axis 1 : tensor<2x3x!tri.ptr<f32>>, tensor<2x7xi8>
  %0 = tri.gather %x at %i axis 1 : tensor<2x3x!tri.ptr<f32>>, tensor<2x7xi8>
  // CHECK: tri.load %[[G]] : tensor<2x7xf32>
  %1 = tri.load %0 : tensor<2x7xf32>
  // CHECK: tri.histogram %{{.*}} : tensor<5x5xi8> -> tensor<10xi32>
  %2 = tri.histogram %v : tensor<5x5xi8> -> tensor<10xi32>
  // CHECK: tri.histogram %{{.*}} where %{{.*}} : tensor<5x5xi8> -> tensor<10xi32>
  %3 = tri.histogram %v where %m : tensor<5x5xi8> -> tensor<10xi32>
  return
}

// CHECK-LABEL: @dot
func.func @dot(%h: tensor<2x3xf16>, %k: tensor<3x5xf16>, %s: tensor<2x5xf32>, %f: tensor<7x4x4xf32>, %i: tensor<4x4xi8>,
               %n: tensor<4x4xi32>) {
  // CHECK: tri.dot %{{.*}}, %{{.*}}, %{{.*}} : tensor<2x3xf16>, tensor<3x5xf16>, tensor<2x5xf32>
  %0 = tri.dot %h, %k, %s precision ieee : tensor<2x3xf16>, tensor<3x5xf16>, tensor<2x5xf32>
  // CHECK: tri.dot %{{.*}}, %{{.*}}, %{{.*}} precision tf32x3 {note} : tensor<7x4x4xf32>, tensor<7x4x4xf32>, tensor<7x4x4xf32>
  %1 = tri.dot %f, %f, %f precision tf32x3 {note} : tensor<7x4x4xf32>, tensor<7x4x4xf32>, tensor<7x4x4xf32>
  // CHECK: tri.dot %{{.*}} unsigned, %{{.*}}, %{{.*}} : tensor<4x4xi8>
  %2 = tri.dot %i unsigned, %i, %n : tensor<4x4xi8>, tensor<4x4xi8>, tensor<4x4xi32>
  // CHECK: tri.dot %{{.*}}, %{{.*}} unsigned, %{{.*}} : tensor<4x4xi8>
  %3 = tri.dot %i, %i unsigned, %n : tensor<4x4xi8>, tensor<4x4xi8>, tensor<4x4xi32>
  return
}

// CHECK-LABEL: @dot_scaled
func.func @dot_scaled(%a: tensor<4x32xi8>, %s: tensor<4x2xi8>, %b: tensor<64x4xf8E4M3FN>, %h: tensor<64x4xbf16>,
                      %c: tensor<4x4xf32>) {
  // CHECK: tri.dot_scaled %{{.*}} scale %{{.*}}, %{{.*}} scale %{{.*}}, %{{.*}} {note} : tensor<4x32xi8> scale tensor<4x2xi8>, tensor<64x4xf8E4M3FN> scale tensor<4x2xi8>, tensor<4x4xf32>
  %0 = tri.dot_scaled %a scale %s, %b scale %s, %c {note}
      : tensor<4x32xi8> scale tensor<4x2xi8>, tensor<64x4xf8E4M3FN> scale tensor<4x2xi8>, tensor<4x4xf32>
  // CHECK: tri.dot_scaled %{{.*}}, %{{.*}} scale %{{.*}}, %{{.*}} : tensor<4x32xi8>, tensor<64x4xf8E4M3FN> scale tensor<4x2xi8>, tensor<4x4xf32>
  %1 = tri.dot_scaled %a, %b scale %s, %c : tensor<4x32xi8>, tensor<64x4xf8E4M3FN> scale tensor<4x2xi8>, tensor<4x4xf32>
  // CHECK: tri.dot_scaled %{{.*}} scale %{{.*}}, %{{.*}}, %{{.*}} : tensor<4x32xi8> scale tensor<4x2xi8>, tensor<64x4xbf16>, tensor<4x4xf32>
  %2 = tri.dot_scaled %a scale %s, %h, %c : tensor<4x32xi8> scale tensor<4x2xi8>, tensor<64x4xbf16>, tensor<4x4xf32>
  return
}

// CHECK-LABEL: @debug
func.func @debug(%c: i1, %m: tensor<4xi1>, %x: tensor<4xf32>) {
  // CHECK: tri.assume %{{.*}}
  tri.assume %c
  // CHECK: tri.assert %{{.*}}, "a \22quoted\22 message" : i1
  tri.assert %c, "a \22quoted\22 message" : i1
  // CHECK: tri.assert %{{.*}}, "" {note} : tensor<4xi1>
  tri.assert %m, "" {note} : tensor<4xi1>
  // CHECK: tri.print "here"{{$}}
  // CHECK-NEXT: = tri.num_programs x
  tri.print "here"
  %n = tri.num_programs x
  // CHECK: tri.print "x = ", %{{.*}}, %{{.*}} : tensor<4xf32>, i1
  tri.print "x = ", %x, %c : tensor<4xf32>, i1
  // CHECK: tri.print "bits " hex, %{{.*}} : tensor<4xf32>
  tri.print "bits " hex, %x : tensor<4xf32>
  return
}

// CHECK-LABEL: @addptr
func.func @addptr(%p: !tri.ptr<f32>, %pp: tensor<4x!tri.ptr<f32>>, %i: i64, %ii: tensor<4xi8>) {
  // CHECK: tri.addptr %{{.*}}, %{{.*}} : !tri.ptr<f32>, i64
  %0 = tri.addptr %p, %i : !tri.ptr<f32>, i64
  // CHECK: %[[B:.*]] = tri.addptr %{{.*}}, %{{.*}} : !tri.ptr<f32>, tensor<4xi8>
  %1 = tri.addptr %p, %ii : !tri.ptr<f32>, tensor<4xi8>
  // CHECK: %[[C:.*]] = tri.addptr %[[B]], %{{.*}} : tensor<4x!tri.ptr<f32>>, tensor<4xi8>
  %2 = tri.addptr %1, %ii : tensor<4x!tri.ptr<f32>>, tensor<4xi8>
  // CHECK: tri.addptr %[[C]], %{{.*}} : tensor<4x!tri.ptr<f32>>, i64
  %3 = tri.addptr %2, %i : tensor<4x!tri.ptr<f32>>, i64
  return
}

// CHECK-LABEL: @load
func.func @load(%p: !tri.ptr<f32>, %b: tensor<4x2x!tri.ptr<bf16>>, %m: tensor<4x2xi1>, %o: tensor<4x2xbf16>,
                %q: !tri.ptr<!tri.ptr<i8>>, %s: !tri.ptr<i32, 3>, %t: tensor<8x!tri.ptr<f8E5M2, 3>>) {
  // CHECK: tri.load %{{.*}} : f32
  %0 = tri.load %p : f32
  // CHECK: tri.load %{{.*}} : tensor<4x2xbf16>
  %1 = tri.load %b : tensor<4x2xbf16>
  // CHECK: tri.load %{{.*}} where %{{.*}} : tensor<4x2xbf16>
  %2 = tri.load %b where %m : tensor<4x2xbf16>
  // CHECK: tri.load %{{.*}} where %{{.*}} else %{{.*}} cache cg evict last volatile : tensor<4x2xbf16>
  %3 = tri.load %b where %m else %o volatile evict last cache cg : tensor<4x2xbf16>
  // CHECK: tri.load %{{.*}} : !tri.ptr<i8>
  %4 = tri.load %q : !tri.ptr<i8>
  // CHECK: tri.load %{{.*}} : i32 from !tri.ptr<i32, 3>
  %5 = tri.load %s : i32 from !tri.ptr<i32, 3>
  // CHECK: tri.load %{{.*}} : tensor<8xf8E5M2> from tensor<8x!tri.ptr<f8E5M2, 3>>
  %6 = tri.load %t : tensor<8xf8E5M2> from tensor<8x!tri.ptr<f8E5M2, 3>>
  // CHECK: tri.load %{{.*}} evict first {note = 1 : i32} : f32
  %7 = tri.load %p evict first {note = 1 : i32} : f32
  return
}

// CHECK-LABEL: @store
func.func @store(%v: tensor<4xi1>, %p: tensor<4x!tri.ptr<i1>>, %m: tensor<4xi1>, %s: f64, %q: !tri.ptr<f64>,
                 %r: !tri.ptr<f64, 3>) {
  // CHECK: tri.store %{{.*}} to %{{.*}} : tensor<4xi1>
  tri.store %v to %p : tensor<4xi1>
  // CHECK: tri.store %{{.*}} to %{{.*}} where %{{.*}} cache wt evict first volatile : tensor<4xi1>
  tri.store %v to %p where %m cache wt evict first volatile : tensor<4xi1>
  // CHECK: tri.store %{{.*}} to %{{.*}} : f64{{$}}
  tri.store %s to %q : f64
  // CHECK: tri.store %{{.*}} to %{{.*}} : f64 in !tri.ptr<f64, 3>
  tri.store %s to %r : f64 in !tri.ptr<f64, 3>
  return
}

// CHECK-LABEL: @descriptors
// CHECK-SAME: %{{.*}}: !tri.desc<1x2x3x4x16xi8>, %{{.*}}: !tri.desc<2xf64>
func.func @descriptors(%rank5: !tri.desc<1x2x3x4x16xi8>, %f64: !tri.desc<2xf64>, %x: !tri.ptr<f16>, %y: !tri.ptr<f32>,
                       %n: i32, %m: i64, %v: tensor<4x8xf16>, %r: tensor<3xi32>, %h: tensor<3xi16>)
    -> !tri.desc<4x8xf16> {
  // CHECK: %[[D:.*]] = tri.make_desc %{{.*}} shape [%[[N:.*]], %[[N]]] strides [%[[N]]] : i32 -> !tri.desc<4x8xf16>
  %d = tri.make_desc %x shape [%n, %n] strides [%n] : i32 -> !tri.desc<4x8xf16>
  // CHECK: %[[E:.*]] = tri.make_desc %{{.*}} shape [%{{.*}}] pad nan : i64 -> !tri.desc<4xf32>
  %e = tri.make_desc %y shape [%m] pad nan : i64 -> !tri.desc<4xf32>
  // CHECK: %[[ROW:.*]] = tri.make_desc %{{.*}} strides [%{{.*}}] {note = 1 : i32} : i32 -> !tri.desc<1x8xf16>
  %row = tri.make_desc %x shape [%n, %n] strides [%n] pad zero {note = 1 : i32} : i32 -> !tri.desc<1x8xf16>
  // CHECK: %[[A:.*]] = tri.desc_load %[[D]][%[[N]], %[[N]]] : !tri.desc<4x8xf16>{{$}}
  %a = tri.desc_load %d[%n, %n] : !tri.desc<4x8xf16>
  // CHECK: tri.desc_load %[[E]][%{{.*}}] : !tri.desc<4xf32>
  %b = tri.desc_load %e[%n] : !tri.desc<4xf32>
  // CHECK: tri.desc_load %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] : !tri.desc<1x2x3x4x16xi8>
  %c = tri.desc_load %rank5[%n, %n, %n, %n, %n] : !tri.desc<1x2x3x4x16xi8>
  // CHECK: tri.desc_store %[[A]] to %[[D]][%[[N]], %[[N]]] : !tri.desc<4x8xf16>{{$}}
  tri.desc_store %a to %d[%n, %n] : !tri.desc<4x8xf16> as tensor<4x8xf16>
  // CHECK: tri.desc_reduce add %{{.*}} to %[[D]][%{{.*}}, %{{.*}}] : !tri.desc<4x8xf16>
  tri.desc_reduce add %v to %d[%n, %n] : !tri.desc<4x8xf16>
  // CHECK: tri.desc_reduce max
  tri.desc_reduce max %v to %d[%n, %n] : !tri.desc<4x8xf16>
  // CHECK: %[[G:.*]] = tri.desc_gather %[[ROW]][%{{.*}}, %{{.*}}] : tensor<3xi32>, !tri.desc<1x8xf16>{{$}}
  %g = tri.desc_gather %row[%r, %n] : tensor<3xi32>, !tri.desc<1x8xf16>
  // CHECK: tri.desc_gather %[[ROW]][%{{.*}}, %{{.*}}] : tensor<3xi16>, !tri.desc<1x8xf16>
  %i = tri.desc_gather %row[%h, %n] : tensor<3xi16>, !tri.desc<1x8xf16>
  // CHECK: tri.desc_scatter %[[G]] to %[[ROW]][%{{.*}}, %{{.*}}] : tensor<3xi32>, !tri.desc<1x8xf16>
  tri.desc_scatter %g to %row[%r, %n] : tensor<3xi32>, !tri.desc<1x8xf16>
  // CHECK: return %[[D]] : !tri.desc<4x8xf16>
  return %d : !tri.desc<4x8xf16>
}

// CHECK-LABEL: @reductions
func.func @reductions(%d: !tri.desc<4xi32>, %v: tensor<4xi32>, %i: i32) {
  // CHECK: tri.desc_reduce add
  tri.desc_reduce add %v to %d[%i] : !tri.desc<4xi32>
  // CHECK: tri.desc_reduce min
  tri.desc_reduce min %v to %d[%i] : !tri.desc<4xi32>
  // CHECK: tri.desc_reduce max
  tri.desc_reduce max %v to %d[%i] : !tri.desc<4xi32>
  // CHECK: tri.desc_reduce umin
  tri.desc_reduce umin %v to %d[%i] : !tri.desc<4xi32>
  // CHECK: tri.desc_reduce umax
  tri.desc_reduce umax %v to %d[%i] : !tri.desc<4xi32>
  // CHECK: tri.desc_reduce and
  tri.desc_reduce and %v to %d[%i] : !tri.desc<4xi32>
  // CHECK: tri.desc_reduce or
  tri.desc_reduce or %v to %d[%i] : !tri.desc<4xi32>
  // CHECK: tri.desc_reduce xor
  tri.desc_reduce xor %v to %d[%i] : !tri.desc<4xi32>
  return
}

// CHECK-LABEL: @atomics
func.func @atomics(%i: i32, %p: !tri.ptr<i32>, %f: tensor<4x2xf16>, %ps: tensor<4x2x!tri.ptr<f16>>, %m: tensor<4x2xi1>,
                   %s: !tri.ptr<i32, 3>) {
  // CHECK: tri.atomic_rmw add %{{.*}} at %{{.*}} : i32{{$}}
  %0 = tri.atomic_rmw add %i at %p semantics acq_rel scope gpu : i32
  // CHECK: tri.atomic_rmw fadd %{{.*}} at %{{.*}} where %{{.*}} semantics relaxed scope cta {note} : tensor<4x2xf16>
  %1 = tri.atomic_rmw fadd %f at %ps where %m semantics relaxed scope cta {note} : tensor<4x2xf16>
  // CHECK: tri.atomic_rmw umin %{{.*}} at %{{.*}} semantics release scope sys : i32 in !tri.ptr<i32, 3>
  %2 = tri.atomic_rmw umin %i at %s semantics release scope sys : i32 in !tri.ptr<i32, 3>
  // CHECK: tri.atomic_rmw and
  %3 = tri.atomic_rmw and %i at %p : i32
  // CHECK: tri.atomic_rmw exch
  %4 = tri.atomic_rmw exch %i at %p : i32
  // CHECK: tri.atomic_cas %{{.*}}, %{{.*}} at %{{.*}} : i32{{$}}
  %5 = tri.atomic_cas %i, %i at %p : i32
  // CHECK: tri.atomic_cas %{{.*}}, %{{.*}} at %{{.*}} where %{{.*}} semantics acquire scope cta : tensor<4x2xf16>
  %6 = tri.atomic_cas %f, %f at %ps where %m semantics acquire scope cta : tensor<4x2xf16>
  return
}

// CHECK-LABEL: @foreign_code
func.func @foreign_code(%x: f32, %b: tensor<8xi8>) {
  // CHECK: tri.extern_call "__nv_fmaf"(%{{.*}}, %{{.*}}, %{{.*}}) from "libdevice" pure : (f32, f32, f32) -> f32
  %0 = tri.extern_call "__nv_fmaf"(%x, %x, %x) from "libdevice" pure : (f32, f32, f32) -> f32
  // CHECK: tri.extern_call "seed"() from "mine" {note} : () -> i64
  %1 = tri.extern_call "seed"() from "mine" {note} : () -> i64
  // CHECK: tri.inline_ptx "and.b32 $0, $1, $2;"(%{{.*}}, %{{.*}}) constraints "=r,r,r" pack 4 pure : (tensor<8xi8>, tensor<8xi8>) -> tensor<8xi8>
  %2 = tri.inline_ptx "and.b32 $0, $1, $2;"(%b, %b) constraints "=r,r,r" pack 4 pure : (tensor<8xi8>, tensor<8xi8>) -> tensor<8xi8>
  // CHECK: tri.inline_ptx "nanosleep.u32 100;"() constraints "" : () -> ()
  tri.inline_ptx "nanosleep.u32 100;"() constraints "" pack 1 : () -> ()
  // CHECK: %{{.*}}:2 = tri.inline_ptx "sin.approx.f32 $0, $2;\0Acos.approx.f32 $1, $2;"(%{{.*}}) constraints "=f,=f,f" pure : (f32) -> (f32, f32)
  %3, %4 = tri.inline_ptx "sin.approx.f32 $0, $2;\0Acos.approx.f32 $1, $2;"(%x) constraints "=f,=f,f" pure : (f32) -> (f32, f32)
  return
}

// CHECK: func.func @kernel(%{{.*}}: !tri.ptr<f32> {tri.arg = "randn(n)", tri.divisibility = 16 : i32, tri.noalias},
// CHECK-SAME: %{{.*}}: i32 {tri.arg = "98432", tri.divisibility = 4 : i64, tri.name = "count"})
// CHECK-SAME: tri.grid = "cdiv(n, 4), 2"
// CHECK-SAME: tri.kernel
func.func @kernel(%x: !tri.ptr<f32> {tri.arg = "randn(n)", tri.divisibility = 16 : i32, tri.noalias},
                  %n: i32 {tri.arg = "98432", tri.name = "count", tri.divisibility = 4})
    attributes {tri.kernel, tri.grid = "cdiv(n, 4), 2", tri.num_warps = 8 : i32, tri.num_stages = 3 : i32,
                tri.num_ctas = 2 : i32, tri.max_registers = 128 : i32} {
  return
}
