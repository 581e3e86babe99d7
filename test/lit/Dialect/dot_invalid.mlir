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

// -----

func.func @dot_scaled_c1(%a: tensor<4xf8E5M2>, %b: tensor<4x4xf8E5M2>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{'tri.dot_scaled' op multiplies blocks of rank 1 and 2 into rank 2}}
  %0 = tri.dot_scaled %a, %b, %c : tensor<4xf8E5M2>, tensor<4x4xf8E5M2>, tensor<4x4xf32>
  return
}

// -----

func.func @dot_scaled_c2(%a: tensor<4x4xi8>, %b: tensor<4x4xf8E5M2>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{'tri.dot_scaled' op contracts extent 8 of its left with 4 of its right matrix}}
  %0 = tri.dot_scaled %a, %b, %c : tensor<4x4xi8>, tensor<4x4xf8E5M2>, tensor<4x4xf32>
  return
}

// -----

func.func @dot_scaled_c2_packed(%a: tensor<4x8xf16>, %b: tensor<4x5xi8>, %c: tensor<4x10xf32>) {
  // expected-error @+1 {{'tri.dot_scaled' op adds to a matrix of 4 x 10; expected 4 x 5}}
  %0 = tri.dot_scaled %a, %b, %c : tensor<4x8xf16>, tensor<4x5xi8>, tensor<4x10xf32>
  return
}

// -----

func.func @dot_scaled_c3(%a: tensor<4x4xf32>, %b: tensor<4x4xf8E5M2>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{'tri.dot_scaled' op has a factor of 'f32'; expected i8 (two of e2m1), f8E4M3FN, f8E5M2, f16 or bf16}}
  %0 = tri.dot_scaled %a, %b, %c : tensor<4x4xf32>, tensor<4x4xf8E5M2>, tensor<4x4xf32>
  return
}

// -----

func.func @dot_scaled_c3_acc(%a: tensor<4x4xf8E5M2>, %c: tensor<4x4xf16>) {
  // expected-error @+1 {{'tri.dot_scaled' op adds to a matrix that is not of f32}}
  %0 = tri.dot_scaled %a, %a, %c : tensor<4x4xf8E5M2>, tensor<4x4xf8E5M2>, tensor<4x4xf16>
  return
}

// -----

func.func @dot_scaled_c4(%a: tensor<4x33xf8E5M2>, %s: tensor<4x1xi8>, %b: tensor<33x4xf8E5M2>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{'tri.dot_scaled' op has a scale that is not of i8, 4 x 2: one for each 32 elements of a row of its left, or column of its right factor}}
  %0 = tri.dot_scaled %a scale %s, %b, %c : tensor<4x33xf8E5M2> scale tensor<4x1xi8>, tensor<33x4xf8E5M2>, tensor<4x4xf32>
  return
}

// -----

func.func @dot_scaled_c4_right(%a: tensor<4x64xf8E5M2>, %b: tensor<64x3xf8E5M2>, %s: tensor<2x3xi8>, %c: tensor<4x3xf32>) {
  // expected-error @+1 {{has a scale that is not of i8, 3 x 2}}
  %0 = tri.dot_scaled %a, %b scale %s, %c : tensor<4x64xf8E5M2>, tensor<64x3xf8E5M2> scale tensor<2x3xi8>, tensor<4x3xf32>
  return
}

// -----

func.func @dot_scaled_c4_type(%a: tensor<4x4xf8E5M2>, %s: tensor<4x1xi16>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{has a scale that is not of i8, 4 x 1}}
  %0 = tri.dot_scaled %a scale %s, %a, %c : tensor<4x4xf8E5M2> scale tensor<4x1xi16>, tensor<4x4xf8E5M2>, tensor<4x4xf32>
  return
}

// -----

func.func @dot_scaled_c5(%a: tensor<4x4xf16>, %s: tensor<4x1xi8>, %b: tensor<4x4xf8E5M2>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{'tri.dot_scaled' op scales a factor of f16 or bf16; only narrower ones have scales}}
  %0 = tri.dot_scaled %a scale %s, %b, %c : tensor<4x4xf16> scale tensor<4x1xi8>, tensor<4x4xf8E5M2>, tensor<4x4xf32>
  return
}

// -----

func.func @dot_scaled_c6(%a: tensor<4x4xf16>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{failed to verify that all of {acc, result} have same type}}
  %0 = "tri.dot_scaled"(%a, %a, %c) {operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>} : (tensor<4x4xf16>, tensor<4x4xf16>, tensor<4x4xf32>) -> tensor<4x4xf16>
  return
}

// -----

func.func @dot_scaled_near_miss(%a: tensor<7x4x17xi8>, %s: tensor<7x4x2xi8>, %b: tensor<7x17x1xi8>, %t: tensor<7x1x2xi8>,
                                %c: tensor<7x4x1xf32>) {
  %0 = tri.dot_scaled %a scale %s, %b scale %t, %c
      : tensor<7x4x17xi8> scale tensor<7x4x2xi8>, tensor<7x17x1xi8> scale tensor<7x1x2xi8>, tensor<7x4x1xf32>
  return
}
