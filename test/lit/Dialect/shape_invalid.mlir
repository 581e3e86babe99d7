// RUN: tri-opt %s --split-input-file --verify-diagnostics

func.func @range_c1() {
  // expected-error @+1 {{makes a block of rank 1 of i8, i16, i32 or i64; for more axes use tri.expand_dims}}
  %0 = tri.range : tensor<4x4xi32>
  return
}

// -----

func.func @range_c1_i1() {
  // expected-error @+1 {{makes a block of rank 1 of i8, i16, i32 or i64}}
  %0 = tri.range : tensor<2xi1>
  return
}

// -----

func.func @range_c2() {
  // expected-error @+1 {{counts from 100 over 29 elements, past the range of i8}}
  %0 = tri.range from 100 : tensor<29xi8>
  return
}

// -----

func.func @range_c2_near_miss() {
  %0 = tri.range from 100 : tensor<28xi8>
  %1 = tri.range from -128 : tensor<256xi8>
  %2 = tri.range from 9223372036854775807 : tensor<1xi64>
  return
}

// -----

func.func @range_c2_low() {
  // expected-error @+1 {{counts from -129 over 2 elements, past the range of i8}}
  %0 = tri.range from -129 : tensor<2xi8>
  return
}

// -----

func.func @range_c2_wrap() {
  // expected-error @+1 {{counts from 9223372036854775807 over 2 elements, past the range of i64}}
  %0 = tri.range from 9223372036854775807 : tensor<2xi64>
  return
}

// -----

func.func @block_of_index() {
  // expected-error @+1 {{must be block of integers (rank 1 to 8, static extents, up to 2^20 elements), but got 'tensor<4xindex>'}}
  %0 = tri.range : tensor<4xindex>
  return
}

// -----

func.func @block_dynamic(%s: f32) {
  // expected-error @+1 {{'tri.splat' 'result' must be block of numbers or pointers (rank 1 to 8, static extents, up to 2^20 elements), but got 'tensor<?xf32>'}}
  %0 = tri.splat %s : tensor<?xf32>
  return
}

// -----

func.func @block_rank_0(%s: f32) {
  // expected-error @+1 {{'tri.splat' 'result' must be block of numbers or pointers (rank 1 to 8, static extents, up to 2^20 elements), but got 'tensor<f32>'}}
  %0 = tri.splat %s : tensor<f32>
  return
}

// -----

func.func @block_rank_9(%s: f32) {
  // expected-error @+1 {{'result' must be block of numbers or pointers (rank 1 to 8, static extents, up to 2^20 elements)}}
  %0 = tri.splat %s : tensor<1x1x1x1x1x1x1x1x1xf32>
  return
}

// -----

func.func @block_too_large(%s: f32) {
  // expected-error @+1 {{'result' must be block of numbers or pointers (rank 1 to 8, static extents, up to 2^20 elements)}}
  %0 = tri.splat %s : tensor<1024x1025xf32>
  return
}

// -----

func.func @block_of_i4(%s: i4) {
  // expected-error @+1 {{'result' must be block of numbers or pointers (rank 1 to 8, static extents, up to 2^20 elements), but got 'tensor<2xi4>'}}
  %0 = tri.splat %s : tensor<2xi4>
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @splat_c1(%s: f32) {
  // expected-error @+1 {{use of value '%s' expects different type than prior uses: 'i32' vs 'f32'}}
  %0 = tri.splat %s : tensor<4xi32>
  return
}

// -----

func.func @splat_c1_generic(%s: f32) {
  // expected-error @+1 {{scalar has the element type of result}}
  %0 = "tri.splat"(%s) : (f32) -> tensor<4xi32>
  return
}

// -----

func.func @expand_dims_c1(%r: tensor<2xi32>) {
  // expected-error @+1 {{'tri.expand_dims' op inserts axis 2 into a block of rank 1; expected 0 to 1}}
  %0 = tri.expand_dims %r axis 2 : tensor<2xi32>
  return
}

// -----

func.func @expand_dims_c1_negative(%r: tensor<2xi32>) {
  // expected-error @+1 {{'tri.expand_dims' op inserts axis -1 into a block of rank 1; expected 0 to 1}}
  %0 = tri.expand_dims %r axis -1 : tensor<2xi32>
  return
}

// -----

func.func @expand_dims_rank(%r: tensor<1x1x1x1x1x1x1x1xi32>) {
  // expected-error @+1 {{'tri.expand_dims' op makes a block of rank 9; at most 8 are allowed}}
  %0 = tri.expand_dims %r axis 0 : tensor<1x1x1x1x1x1x1x1xi32>
  return
}

// -----

func.func @broadcast_c1(%r: tensor<2xi32>) {
  // expected-error @+1 {{goes from rank 1 to rank 2; add axes with tri.expand_dims first}}
  %0 = tri.broadcast %r : tensor<2xi32> -> tensor<2x2xi32>
  return
}

// -----

func.func @broadcast_c1_type(%r: tensor<1xi32>) {
  // expected-error @+1 {{keeps the element type}}
  %0 = tri.broadcast %r : tensor<1xi32> -> tensor<2xi64>
  return
}

// -----

func.func @broadcast_c2(%r: tensor<1x2xi32>) {
  // expected-error @+1 {{repeats axis 1 from extent 2 to 4; only extent 1 is repeated}}
  %0 = tri.broadcast %r : tensor<1x2xi32> -> tensor<4x4xi32>
  return
}

// -----

func.func @broadcast_c2_near_miss(%r: tensor<1x2xi32>) {
  %0 = tri.broadcast %r : tensor<1x2xi32> -> tensor<4x2xi32>
  return
}
