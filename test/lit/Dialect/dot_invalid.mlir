// RUN: tri-opt %s --split-input-file --verify-diagnostics

func.func @dot_c1(%a: tensor<4xf32>, %b: tensor<4x2xf32>, %c: tensor<4x2xf32>) {
  // expected-error @+1 {{'tri.dot' op multiplies blocks of rank 1 and 2 into rank 2; expected 2, or 3 for batches, of all}}
  %0 = tri.dot %a, %b, %c : tensor<4xf32>, tensor<4x2xf32>, tensor<4x2xf32>
  return
}

// -----

func.func @dot_c1_rank4(%a: tensor<1x1x2x2xf32>) {
  // expected-error @+1 {{multiplies blocks of rank 4 and 4 into rank 4}}
  %0 = tri.dot %a, %a, %a : tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>
  return
}

// -----

func.func @dot_c2(%a: tensor<4x3xf32>, %b: tensor<4x2xf32>, %c: tensor<4x2xf32>) {
  // expected-error @+1 {{'tri.dot' op contracts extent 3 of its left with 4 of its right matrix}}
  %0 = tri.dot %a, %b, %c : tensor<4x3xf32>, tensor<4x2xf32>, tensor<4x2xf32>
  return
}

// -----

func.func @dot_c2_acc(%a: tensor<4x3xf32>, %b: tensor<3x2xf32>, %c: tensor<2x4xf32>) {
  // expected-error @+1 {{'tri.dot' op adds to a matrix of 2 x 4; expected 4 x 2}}
  %0 = tri.dot %a, %b, %c : tensor<4x3xf32>, tensor<3x2xf32>, tensor<2x4xf32>
  return
}

// -----

func.func @dot_c2_batch(%a: tensor<5x4x3xf32>, %b: tensor<1x3x2xf32>, %c: tensor<5x4x2xf32>) {
  // expected-error @+1 {{'tri.dot' op has batches of 5, 1 and 5 matrices; expected as many of each}}
  %0 = tri.dot %a, %b, %c : tensor<5x4x3xf32>, tensor<1x3x2xf32>, tensor<5x4x2xf32>
  return
}

// -----

func.func @dot_c3(%a: tensor<2x2xf16>, %b: tensor<2x2xbf16>, %c: tensor<2x2xf32>) {
  // expected-error @+1 {{'tri.dot' op multiplies 'f16' by 'bf16' into 'f32'; expected f16 into f16 or f32, bf16 or f32 into f32, f64 into f64, i8 into i32, f8E4M3FN and f8E5M2 into f16 or f32}}
  %0 = tri.dot %a, %b, %c : tensor<2x2xf16>, tensor<2x2xbf16>, tensor<2x2xf32>
  return
}

// -----

func.func @dot_c3_acc(%a: tensor<2x2xbf16>) {
  // expected-error @+1 {{multiplies 'bf16' by 'bf16' into 'bf16'}}
  %0 = tri.dot %a, %a, %a : tensor<2x2xbf16>, tensor<2x2xbf16>, tensor<2x2xbf16>
  return
}

// -----

func.func @dot_c3_wide_acc(%a: tensor<2x2xf32>, %c: tensor<2x2xf64>) {
  // expected-error @+1 {{multiplies 'f32' by 'f32' into 'f64'}}
  %0 = tri.dot %a, %a, %c : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf64>
  return
}

// -----

func.func @dot_c3_f8_by_f16(%a: tensor<2x2xf8E5M2>, %b: tensor<2x2xf16>) {
  // expected-error @+1 {{multiplies 'f8E5M2' by 'f16' into 'f16'}}
  %0 = tri.dot %a, %b, %b : tensor<2x2xf8E5M2>, tensor<2x2xf16>, tensor<2x2xf16>
  return
}

// -----

func.func @dot_c3_i32(%a: tensor<2x2xi32>) {
  // expected-error @+1 {{multiplies 'i32' by 'i32' into 'i32'}}
  %0 = tri.dot %a, %a, %a : tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>
  return
}

// -----

func.func @dot_c3_pointers(%a: tensor<2x2x!tri.ptr<f32>>) {
  // expected-error @+1 {{multiplies '!tri.ptr<f32>' by '!tri.ptr<f32>'}}
  %0 = tri.dot %a, %a, %a : tensor<2x2x!tri.ptr<f32>>, tensor<2x2x!tri.ptr<f32>>, tensor<2x2x!tri.ptr<f32>>
  return
}

// -----

func.func @dot_c4(%a: tensor<2x2xf16>) {
  // expected-error @+1 {{'tri.dot' op has a precision; only inputs of f32 have a choice of one}}
  %0 = tri.dot %a, %a, %a precision tf32 : tensor<2x2xf16>, tensor<2x2xf16>, tensor<2x2xf16>
  return
}

// -----

func.func @dot_c4_unsigned(%a: tensor<2x2xf16>) {
  // expected-error @+1 {{'tri.dot' op has an unsigned input; only inputs of i8 are signed or unsigned}}
  %0 = tri.dot %a, %a unsigned, %a : tensor<2x2xf16>, tensor<2x2xf16>, tensor<2x2xf16>
  return
}

// -----

func.func @dot_c5(%a: tensor<2x2xf16>) {
  // expected-error @+1 {{failed to verify that all of {acc, result} have same type}}
  %0 = "tri.dot"(%a, %a, %a) : (tensor<2x2xf16>, tensor<2x2xf16>, tensor<2x2xf16>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dot_near_miss(%a: tensor<7x4x3xf8E5M2>, %b: tensor<7x3x1xf8E4M3FN>, %c: tensor<7x4x1xf16>) {
  %0 = tri.dot %a, %b, %c : tensor<7x4x3xf8E5M2>, tensor<7x3x1xf8E4M3FN>, tensor<7x4x1xf16>
  return
}
