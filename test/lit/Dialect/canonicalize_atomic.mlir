// RUN: tri-opt %s --canonicalize --cse | FileCheck %s
// RUN: tri-opt %s --canonicalize --cse --canonicalize --cse | FileCheck %s
// Masks that are known; and what memory effects keep.

// CHECK-LABEL: @masks_known
// CHECK-SAME: %[[V:.*]]: tensor<4xi32>, %[[P:.*]]: tensor<4x!tri.ptr<i32>>
// CHECK-DAG: %[[Z:.*]] = arith.constant dense<0> : tensor<4xi32>
// CHECK-DAG: %[[A:.*]] = tri.atomic_rmw umax %[[V]] at %[[P]] semantics relaxed scope sys : tensor<4xi32>
// CHECK-DAG: %[[B:.*]] = tri.atomic_cas %[[A]], %[[V]] at %[[P]] scope cta : tensor<4xi32>
// CHECK-NEXT: return %[[A]], %[[Z]], %[[B]], %[[Z]]
func.func @masks_known(%v: tensor<4xi32>, %p: tensor<4x!tri.ptr<i32>>)
    -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %on = arith.constant dense<true> : tensor<4xi1>
  %off = arith.constant dense<false> : tensor<4xi1>
  %0 = tri.atomic_rmw umax %v at %p where %on semantics relaxed scope sys : tensor<4xi32>
  %1 = tri.atomic_rmw add %v at %p where %off : tensor<4xi32>
  %2 = tri.atomic_cas %0, %v at %p where %on scope cta : tensor<4xi32>
  %3 = tri.atomic_cas %0, %v at %p where %off : tensor<4xi32>
  return %0, %1, %2, %3 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// CHECK-LABEL: @masks_not_known
// CHECK: tri.atomic_rmw add %{{.*}} at %{{.*}} where
// CHECK: tri.atomic_cas %{{.*}}, %{{.*}} at %{{.*}} where
// CHECK: tri.atomic_rmw xor %{{.*}} at %{{.*}} where
func.func @masks_not_known(%v: tensor<2xi32>, %p: tensor<2x!tri.ptr<i32>>, %m: tensor<2xi1>) {
  %some = arith.constant dense<[true, false]> : tensor<2xi1>
  %0 = tri.atomic_rmw add %v at %p where %some : tensor<2xi32>
  %1 = tri.atomic_cas %v, %v at %p where %some : tensor<2xi32>
  %2 = tri.atomic_rmw xor %v at %p where %m : tensor<2xi32>
  return
}

// Equal atomics are two steps, and stay where nobody uses what they give; a load is not merged over one.
// CHECK-LABEL: @effects
// CHECK-COUNT-2: tri.atomic_rmw add
// CHECK: tri.load
// CHECK: tri.atomic_rmw or
// CHECK: tri.load
// CHECK-COUNT-2: tri.atomic_cas
// CHECK: return
func.func @effects(%v: i32, %p: !tri.ptr<i32>, %q: !tri.ptr<i32>) -> (i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %0 = tri.atomic_rmw add %v at %p : i32
  %1 = tri.atomic_rmw add %v at %p : i32
  %2 = tri.load %q : i32
  %3 = tri.atomic_rmw or %zero at %p semantics relaxed : i32
  %4 = tri.load %q : i32
  %5 = tri.atomic_cas %v, %v at %p : i32
  %6 = tri.atomic_cas %v, %v at %p : i32
  return %1, %2, %4 : i32, i32, i32
}

// What is pure is merged and left out; what is not, is neither.
// CHECK-LABEL: @foreign_code
// CHECK-SAME: %[[X:.*]]: f32
// CHECK-NEXT: %[[A:.*]] = tri.extern_call "__nv_expf"(%[[X]]) from "libdevice" pure
// CHECK-NEXT: %[[B:.*]] = tri.inline_ptx "ex2.approx.f32 $0, $1;"(%[[X]]) constraints "=f,f" pure
// CHECK-NEXT: %[[C:.*]] = tri.extern_call "f"(%[[X]]) from "lib" : (f32) -> f32
// CHECK-NEXT: %[[D:.*]] = tri.extern_call "f"(%[[X]]) from "lib" : (f32) -> f32
// CHECK-NEXT: tri.extern_call "f"(%[[X]]) from "lib" : (f32) -> f32
// CHECK-NEXT: %[[E:.*]] = tri.inline_ptx "mov.u32 $0, %clock;"() constraints "=r" : () -> i32
// CHECK-NEXT: %[[F:.*]] = tri.inline_ptx "mov.u32 $0, %clock;"() constraints "=r" : () -> i32
// CHECK-NEXT: return %[[A]], %[[A]], %[[B]], %[[B]], %[[C]], %[[D]], %[[E]], %[[F]]
func.func @foreign_code(%x: f32) -> (f32, f32, f32, f32, f32, f32, i32, i32) {
  %0 = tri.extern_call "__nv_expf"(%x) from "libdevice" pure : (f32) -> f32
  %1 = tri.extern_call "__nv_expf"(%x) from "libdevice" pure : (f32) -> f32
  %2 = tri.inline_ptx "ex2.approx.f32 $0, $1;"(%x) constraints "=f,f" pure : (f32) -> f32
  %3 = tri.inline_ptx "ex2.approx.f32 $0, $1;"(%x) constraints "=f,f" pure : (f32) -> f32
  %4 = tri.extern_call "__nv_sinf"(%x) from "libdevice" pure : (f32) -> f32
  %5 = tri.extern_call "f"(%x) from "lib" : (f32) -> f32
  %6 = tri.extern_call "f"(%x) from "lib" : (f32) -> f32
  %7 = tri.extern_call "f"(%x) from "lib" : (f32) -> f32
  %8 = tri.inline_ptx "mov.u32 $0, %clock;"() constraints "=r" : () -> i32
  %9 = tri.inline_ptx "mov.u32 $0, %clock;"() constraints "=r" : () -> i32
  return %0, %1, %2, %3, %5, %6, %8, %9 : f32, f32, f32, f32, f32, f32, i32, i32
}
