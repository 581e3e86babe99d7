// RUN: tri-opt %s --split-input-file --verify-diagnostics

func.func @reshape_c1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{goes from 6 elements to 7}}
  %0 = tri.reshape %x : tensor<2x3xf32> -> tensor<7xf32>
  return
}

// -----

func.func @reshape_c1_type(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{keeps the element type; numbers are cast by arith.bitcast}}
  %0 = tri.reshape %x : tensor<2x3xf32> -> tensor<6xi32>
  return
}

// -----

func.func @transpose_c1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tri.transpose' op has an order that does not name each of the 2 axes of its block once}}
  %0 = tri.transpose %x order [1, 1] : tensor<2x3xf32>
  return
}

// -----

func.func @transpose_c1_short(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{does not name each of the 2 axes}}
  %0 = tri.transpose %x order [0] : tensor<2x3xf32>
  return
}

// -----

func.func @transpose_c1_range(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{does not name each of the 2 axes}}
  %0 = tri.transpose %x order [0, 2] : tensor<2x3xf32>
  return
}

// -----

func.func @transpose_c1_negative(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{does not name each of the 2 axes}}
  %0 = tri.transpose %x order [0, -1] : tensor<2x3xf32>
  return
}

// -----

func.func @transpose_near_miss(%x: tensor<2x3xf32>) {
  %0 = tri.transpose %x order [0, 1] : tensor<2x3xf32>
  return
}

// -----

func.func @transpose_result(%x: tensor<2x3xf32>) {
  // expected-error @+2 {{'tri.transpose' op failed to infer returned types}}
  // expected-error @+1 {{op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  %0 = "tri.transpose"(%x) {order = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @join_c1(%x: f32, %y: f16) {
  // expected-error @+1 {{failed to verify that all of {lhs, rhs} have same type}}
  %0 = "tri.join"(%x, %y) : (f32, f16) -> tensor<2xf32>
  return
}

// -----

func.func @join_rank(%x: tensor<1x1x1x1x1x1x1x1xf32>) {
  // expected-error @+1 {{'tri.join' op makes a block of rank 9; at most 8 are allowed}}
  %0 = tri.join %x, %x : tensor<1x1x1x1x1x1x1x1xf32>
  return
}

// -----

func.func @split_c1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{takes the last axis apart, which has extent 3; expected 2}}
  %0, %1 = tri.split %x : tensor<2x3xf32>
  return
}

// -----

func.func @split_rank(%x: tensor<1x1x1x1x1x1x1x1x2xf32>) {
  // expected-error @+1 {{'tri.split' 'src' must be block of numbers or pointers (rank 1 to 8, static extents, up to 2^20 elements), but got 'tensor<1x1x1x1x1x1x1x1x2xf32>'}}
  %0, %1 = tri.split %x : tensor<1x1x1x1x1x1x1x1x2xf32>
  return
}

// -----

func.func @split_dynamic(%x: tensor<?x2xf32>) {
  // expected-error @+1 {{'tri.split' 'src' must be block of numbers or pointers (rank 1 to 8, static extents, up to 2^20 elements), but got 'tensor<?x2xf32>'}}
  %0, %1 = tri.split %x : tensor<?x2xf32>
  return
}

// -----

func.func @transpose_unranked(%x: tensor<*xf32>) {
  // expected-error @+1 {{'tri.transpose' op expects a block}}
  %0 = tri.transpose %x order [0] : tensor<*xf32>
  return
}

// -----

func.func @reshape_rank(%x: tensor<1x1x1x1x1x1x1x1x2xf32>) {
  // expected-error @+1 {{operand #0 must be block of numbers or pointers}}
  %0 = tri.reshape %x : tensor<1x1x1x1x1x1x1x1x2xf32> -> tensor<2xf32>
  return
}

// -----

func.func @split_results(%x: tensor<3x2xf32>) {
  // expected-error @+1 {{rhs has the type of src without its last axis}}
  %0, %1 = "tri.split"(%x) : (tensor<3x2xf32>) -> (tensor<3xf32>, tensor<2xf32>)
  return
}

// -----

func.func @cat_c1(%x: tensor<2x3xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{'tri.cat' op puts blocks together that differ in more than their extent along axis 1}}
  %0 = tri.cat %x, %y axis 1 : tensor<2x3xf32>, tensor<4x4xf32>
  return
}

// -----

func.func @cat_c1_rank(%x: tensor<2xf32>, %y: tensor<2x2xf32>) {
  // expected-error @+1 {{differ in more than their extent along axis 0}}
  %0 = tri.cat %x, %y axis 0 : tensor<2xf32>, tensor<2x2xf32>
  return
}

// -----

func.func @cat_c1_type(%x: tensor<2xf32>, %y: tensor<2xi32>) {
  // expected-error @+1 {{differ in more than their extent along axis 0}}
  %0 = tri.cat %x, %y axis 0 : tensor<2xf32>, tensor<2xi32>
  return
}

// -----

func.func @cat_c2(%x: tensor<2xf32>) {
  // expected-error @+1 {{'tri.cat' op puts blocks of rank 1 together along axis 1; expected 0 to 0}}
  %0 = tri.cat %x, %x axis 1 : tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @cat_c2_negative(%x: tensor<2xf32>) {
  // expected-error @+1 {{expected 0 to 0}}
  %0 = tri.cat %x, %x axis -1 : tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @cat_too_large(%x: tensor<1048576xi8>) {
  // expected-error @+1 {{result #0 must be block of numbers or pointers}}
  %0 = tri.cat %x, %x axis 0 : tensor<1048576xi8>, tensor<1048576xi8>
  return
}
