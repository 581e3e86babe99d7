// RUN: tri-opt %s --split-input-file --verify-diagnostics

func.func @atomic_rmw_c1(%v: tensor<4xi32>, %p: tensor<2x!tri.ptr<i32>>) {
  // expected-error @+1 {{'tri.atomic_rmw' op has a pointer of type 'tensor<2x!tri.ptr<i32>>' for a value of type 'tensor<4xi32>'; expected the same shape}}
  %0 = tri.atomic_rmw add %v at %p : tensor<4xi32> in tensor<2x!tri.ptr<i32>>
  return
}

// -----

func.func @atomic_rmw_c1_pointee(%v: i32, %p: !tri.ptr<f32>) {
  // expected-error @+1 {{'tri.atomic_rmw' op has a pointer to 'f32' for a value of 'i32'}}
  %0 = tri.atomic_rmw add %v at %p : i32 in !tri.ptr<f32>
  return
}

// -----

func.func @atomic_rmw_c2(%v: f32, %p: !tri.ptr<f32>) {
  // expected-error @+1 {{'tri.atomic_rmw' op is not done on elements of 'f32'; expected one of i32, i64}}
  %0 = tri.atomic_rmw add %v at %p : f32
  return
}

// -----

func.func @atomic_rmw_c2_fadd(%v: tensor<4xi64>, %p: tensor<4x!tri.ptr<i64>>) {
  // expected-error @+1 {{is not done on elements of 'i64'; expected one of f16, bf16, f32, f64}}
  %0 = tri.atomic_rmw fadd %v at %p : tensor<4xi64>
  return
}

// -----

func.func @atomic_rmw_c2_max(%v: f16, %p: !tri.ptr<f16>) {
  // expected-error @+1 {{is not done on elements of 'f16'; expected one of i32, i64, f32, f64}}
  %0 = tri.atomic_rmw max %v at %p : f16
  return
}

// -----

func.func @atomic_rmw_c2_umax(%v: f32, %p: !tri.ptr<f32>) {
  // expected-error @+1 {{is not done on elements of 'f32'; expected one of i32, i64}}
  %0 = tri.atomic_rmw umax %v at %p : f32
  return
}

// -----

func.func @atomic_rmw_c2_exch(%v: i16, %p: !tri.ptr<i16>) {
  // expected-error @+1 {{is not done on elements of 'i16'; expected one of i32, i64, f32, f64}}
  %0 = tri.atomic_rmw exch %v at %p : i16
  return
}

// -----

func.func @atomic_rmw_c2_pointer(%v: !tri.ptr<f32>, %p: !tri.ptr<!tri.ptr<f32>>) {
  // expected-error @+1 {{is not done on elements of '!tri.ptr<f32>'}}
  %0 = tri.atomic_rmw exch %v at %p : !tri.ptr<f32>
  return
}

// -----

func.func @atomic_rmw_c3(%v: i32, %p: !tri.ptr<i32>) {
  // expected-error @+1 {{failed to verify that all of {value, result} have same type}}
  %0 = "tri.atomic_rmw"(%v, %p) {kind = 0 : i32} : (i32, !tri.ptr<i32>) -> i64
  return
}

// -----

func.func @atomic_rmw_mask(%v: tensor<4xi32>, %p: tensor<4x!tri.ptr<i32>>, %m: tensor<2xi1>) {
  // expected-error @+1 {{mask is i1 with the shape of value}}
  %0 = "tri.atomic_rmw"(%v, %p, %m) {kind = 0 : i32} : (tensor<4xi32>, tensor<4x!tri.ptr<i32>>, tensor<2xi1>) -> tensor<4xi32>
  return
}

// -----

func.func @atomic_cas_c1(%v: i32, %p: !tri.ptr<i64>) {
  // expected-error @+1 {{'tri.atomic_cas' op has a pointer to 'i64' for a value of 'i32'}}
  %0 = tri.atomic_cas %v, %v at %p : i32 in !tri.ptr<i64>
  return
}

// -----

func.func @atomic_cas_c2(%v: i8, %p: !tri.ptr<i8>) {
  // expected-error @+1 {{'tri.atomic_cas' op is not done on elements of 'i8'; expected one of i16, i32, i64, f16, bf16, f32, f64}}
  %0 = tri.atomic_cas %v, %v at %p : i8
  return
}

// -----

func.func @atomic_cas_c3(%v: i32, %w: i64, %p: !tri.ptr<i32>) {
  // expected-error @+1 {{failed to verify that all of {expected, value, result} have same type}}
  %0 = "tri.atomic_cas"(%w, %v, %p) : (i64, i32, !tri.ptr<i32>) -> i32
  return
}
