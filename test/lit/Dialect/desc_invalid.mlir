// RUN: tri-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{a descriptor accesses a block of 1 to 5 axes, extents of at least 1 and at most 2^20 elements}}
func.func @desc_c1(%d: !tri.desc<1x1x1x1x1x16xi8>) {
  return
}

// -----

// expected-error @+1 {{a descriptor accesses a block of 1 to 5 axes}}
func.func @desc_c1_rank_0(%d: !tri.desc<f32>) {
  return
}

// -----

// expected-error @+1 {{a descriptor accesses a block of 1 to 5 axes, extents of at least 1}}
func.func @desc_c1_extent(%d: !tri.desc<0x16xi8>) {
  return
}

// -----

// expected-error @+1 {{at most 2^20 elements}}
func.func @desc_c1_count(%d: !tri.desc<65537x16xi8>) {
  return
}

// -----

// expected-error @+1 {{expected static shape}}
func.func @desc_c1_dynamic(%d: !tri.desc<?x16xi8>) {
  return
}

// -----

func.func @desc_c1_near_miss(%d: !tri.desc<1x1x1x1x16xi8>, %e: !tri.desc<65536x16xi8>, %f: !tri.desc<3x5x24xi16>) {
  return
}

// -----

// expected-error @+1 {{a descriptor is of i8, i16, i32, i64, f8E4M3FN, f8E5M2, f16, bf16, f32 or f64}}
func.func @desc_c2(%d: !tri.desc<16xi1>) {
  return
}

// -----

// expected-error @+1 {{a descriptor is of i8}}
func.func @desc_c2_pointer(%d: !tri.desc<16x!tri.ptr<f32>>) {
  return
}

// -----

// expected-error @+1 {{a descriptor is of i8}}
func.func @desc_c2_index(%d: !tri.desc<16xindex>) {
  return
}

// -----

// expected-error @+1 {{the last axis of a descriptor's block takes a multiple of 16 bytes}}
func.func @desc_c3(%d: !tri.desc<16x12xi8>) {
  return
}

// -----

// expected-error @+1 {{the last axis of a descriptor's block takes a multiple of 16 bytes}}
func.func @desc_c3_f64(%d: !tri.desc<16x1xf64>) {
  return
}

// -----

func.func @desc_c3_near_miss(%d: !tri.desc<1x2xf64>, %e: !tri.desc<3x8xbf16>, %f: !tri.desc<48xf8E5M2>) {
  return
}

// -----

// A descriptor lies in no memory and in no block of an op.
// expected-error @+1 {{a pointer points to}}
func.func @pointer_to_descriptor(%p: !tri.ptr<!tri.desc<16xi8>>) {
  return
}

// -----

func.func @block_of_descriptors(%c: tensor<4x!tri.desc<16xi8>>) {
  // expected-error @+1 {{'tri.expand_dims' op expects a block}}
  %0 = tri.expand_dims %c axis 0 : tensor<4x!tri.desc<16xi8>>
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @make_desc_c1(%p: !tri.ptr<f32>, %n: i32) {
  // expected-error @+1 {{expects different type than prior uses: '!tri.ptr<f16>' vs '!tri.ptr<f32>'}}
  %d = tri.make_desc %p shape [%n] : i32 -> !tri.desc<8xf16>
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @make_desc_c1_shared(%p: !tri.ptr<f32, 3>, %n: i32) {
  // expected-error @+1 {{expects different type than prior uses: '!tri.ptr<f32>' vs '!tri.ptr<f32, 3>'}}
  %d = tri.make_desc %p shape [%n] : i32 -> !tri.desc<4xf32>
  return
}

// -----

func.func @make_desc_c1_generic(%p: !tri.ptr<f32>, %n: i32) {
  // expected-error @+1 {{'tri.make_desc' op failed to verify that base points to the element type of result}}
  %d = "tri.make_desc"(%p, %n) {operandSegmentSizes = array<i32: 1, 1, 0>} : (!tri.ptr<f32>, i32) -> !tri.desc<8xf16>
  return
}

// -----

func.func @make_desc_c1_type(%p: !tri.ptr<f32>, %n: i32) {
  // expected-error @+1 {{'result' must be descriptor, but got '!tri.ptr<f32>'}}
  %d = tri.make_desc %p shape [%n] : i32 -> !tri.ptr<f32>
  return
}

// -----

func.func @make_desc_c2(%p: !tri.ptr<f16>, %n: i32) {
  // expected-error @+1 {{'tri.make_desc' op has 2 extents and 2 strides; expected 2 and 1, as the last axis has stride 1}}
  %d = tri.make_desc %p shape [%n, %n] strides [%n, %n] : i32 -> !tri.desc<4x8xf16>
  return
}

// -----

func.func @make_desc_c2_extents(%p: !tri.ptr<f16>, %n: i32) {
  // expected-error @+1 {{has 1 extents and 1 strides; expected 2 and 1}}
  %d = tri.make_desc %p shape [%n] strides [%n] : i32 -> !tri.desc<4x8xf16>
  return
}

// -----

func.func @make_desc_c2_none(%p: !tri.ptr<f16>) {
  // expected-error @+1 {{has 0 extents and 0 strides; expected 1 and 0}}
  %d = tri.make_desc %p shape [] : i32 -> !tri.desc<8xf16>
  return
}

// -----

func.func @make_desc_c3(%p: !tri.ptr<f16>, %n: i16) {
  // expected-error @+1 {{'tri.make_desc' op has extents and strides that are not all of i32 or all of i64}}
  %d = tri.make_desc %p shape [%n] : i16 -> !tri.desc<8xf16>
  return
}

// -----

func.func @make_desc_c3_mixed(%p: !tri.ptr<f16>, %n: i32, %s: i64) {
  // expected-error @+1 {{has extents and strides that are not all of i32 or all of i64}}
  %d = "tri.make_desc"(%p, %n, %n, %s) {operandSegmentSizes = array<i32: 1, 2, 1>}
      : (!tri.ptr<f16>, i32, i32, i64) -> !tri.desc<4x8xf16>
  return
}

// -----

func.func @make_desc_c4(%p: !tri.ptr<i32>, %n: i32) {
  // expected-error @+1 {{'tri.make_desc' op pads with NaN what is not of f16, bf16, f32 or f64}}
  %d = tri.make_desc %p shape [%n] pad nan : i32 -> !tri.desc<8xi32>
  return
}

// -----

func.func @make_desc_c4_f8(%p: !tri.ptr<f8E5M2>, %n: i32) {
  // expected-error @+1 {{pads with NaN what is not of f16}}
  %d = tri.make_desc %p shape [%n] pad nan : i32 -> !tri.desc<16xf8E5M2>
  return
}

// -----

func.func @make_desc_c4_near_miss(%p: !tri.ptr<i32>, %q: !tri.ptr<bf16>, %n: i64) {
  %d = tri.make_desc %p shape [%n] pad zero : i64 -> !tri.desc<8xi32>
  %e = tri.make_desc %q shape [%n] pad nan : i64 -> !tri.desc<8xbf16>
  return
}

// -----

func.func @desc_load_c1(%d: !tri.desc<4x8xf16>, %i: i32) {
  // expected-error @+1 {{'tri.desc_load' op has 1 offset into a tensor of 2 axes}}
  %v = tri.desc_load %d[%i] : !tri.desc<4x8xf16>
  return
}

// -----

func.func @desc_load_c1_none(%d: !tri.desc<8xf16>) {
  // expected-error @+1 {{has 0 offsets into a tensor of 1 axis}}
  %v = tri.desc_load %d[] : !tri.desc<8xf16>
  return
}

// -----

func.func @desc_load_c2(%d: !tri.desc<4x8xf16>, %i: i32) {
  // expected-error @+1 {{'tri.desc_load' op has a block of type 'tensor<8x8xf16>'; its descriptor accesses 'tensor<4x8xf16>'}}
  %v = tri.desc_load %d[%i, %i] : !tri.desc<4x8xf16> as tensor<8x8xf16>
  return
}

// -----

func.func @desc_load_c2_element(%d: !tri.desc<4x8xf16>, %i: i32) {
  // expected-error @+1 {{has a block of type 'tensor<4x8xbf16>'}}
  %v = tri.desc_load %d[%i, %i] : !tri.desc<4x8xf16> as tensor<4x8xbf16>
  return
}

// -----

func.func @desc_load_type(%d: !tri.ptr<f16>, %i: i32) {
  // expected-error @+1 {{expected a descriptor}}
  %v = tri.desc_load %d[%i] : !tri.ptr<f16>
  return
}

// -----

func.func @desc_load_offset_type(%d: !tri.desc<8xf16>, %i: i64) {
  // expected-error @+1 {{operand #1 must be variadic of 32-bit signless integer, but got 'i64'}}
  %v = "tri.desc_load"(%d, %i) : (!tri.desc<8xf16>, i64) -> tensor<8xf16>
  return
}

// -----

func.func @desc_store_c1(%d: !tri.desc<4x8xf16>, %v: tensor<4x8xf16>, %i: i32) {
  // expected-error @+1 {{'tri.desc_store' op has 3 offsets into a tensor of 2 axes}}
  tri.desc_store %v to %d[%i, %i, %i] : !tri.desc<4x8xf16>
  return
}

// -----

func.func @desc_store_c2(%d: !tri.desc<4x8xf16>, %v: tensor<4x8x1xf16>, %i: i32) {
  // expected-error @+1 {{'tri.desc_store' op has a block of type 'tensor<4x8x1xf16>'; its descriptor accesses 'tensor<4x8xf16>'}}
  tri.desc_store %v to %d[%i, %i] : !tri.desc<4x8xf16> as tensor<4x8x1xf16>
  return
}

// -----

func.func @desc_reduce_c1(%d: !tri.desc<4x8xf16>, %v: tensor<4x8xf16>, %i: i32) {
  // expected-error @+1 {{'tri.desc_reduce' op has 1 offset into a tensor of 2 axes}}
  tri.desc_reduce add %v to %d[%i] : !tri.desc<4x8xf16>
  return
}

// -----

func.func @desc_reduce_c2(%d: !tri.desc<4x8xf16>, %v: tensor<4x8xf32>, %i: i32) {
  // expected-error @+1 {{'tri.desc_reduce' op has a block of type 'tensor<4x8xf32>'; its descriptor accesses 'tensor<4x8xf16>'}}
  tri.desc_reduce add %v to %d[%i, %i] : !tri.desc<4x8xf16> as tensor<4x8xf32>
  return
}

// -----

func.func @desc_reduce_c3(%d: !tri.desc<4xf32>, %v: tensor<4xf32>, %i: i32) {
  // expected-error @+1 {{'tri.desc_reduce' op reduces with 'max' what is not of i32, i64, f16 or bf16}}
  tri.desc_reduce max %v to %d[%i] : !tri.desc<4xf32>
  return
}

// -----

func.func @desc_reduce_c3_add(%d: !tri.desc<4xf64>, %v: tensor<4xf64>, %i: i32) {
  // expected-error @+1 {{reduces with 'add' what is not of i32, i64, f16, bf16 or f32}}
  tri.desc_reduce add %v to %d[%i] : !tri.desc<4xf64>
  return
}

// -----

func.func @desc_reduce_c3_unsigned(%d: !tri.desc<8xf16>, %v: tensor<8xf16>, %i: i32) {
  // expected-error @+1 {{reduces with 'umin' what is not of i32 or i64}}
  tri.desc_reduce umin %v to %d[%i] : !tri.desc<8xf16>
  return
}

// -----

func.func @desc_reduce_c3_bits(%d: !tri.desc<8xi16>, %v: tensor<8xi16>, %i: i32) {
  // expected-error @+1 {{reduces with 'xor' what is not of i32 or i64}}
  tri.desc_reduce xor %v to %d[%i] : !tri.desc<8xi16>
  return
}

// -----

func.func @desc_reduce_c3_near_miss(%d: !tri.desc<8xbf16>, %v: tensor<8xbf16>, %e: !tri.desc<8xf32>, %w: tensor<8xf32>, %i: i32) {
  tri.desc_reduce min %v to %d[%i] : !tri.desc<8xbf16>
  tri.desc_reduce add %w to %e[%i] : !tri.desc<8xf32>
  return
}

// -----

func.func @desc_gather_c1(%d: !tri.desc<2x8xf16>, %r: tensor<4xi32>, %i: i32) {
  // expected-error @+1 {{'tri.desc_gather' op has a descriptor whose block is not one row of two axes; expected '1x…'}}
  %v = tri.desc_gather %d[%r, %i] : tensor<4xi32>, !tri.desc<2x8xf16>
  return
}

// -----

func.func @desc_gather_c1_rank(%d: !tri.desc<8xf16>, %r: tensor<4xi32>, %i: i32) {
  // expected-error @+1 {{has a descriptor whose block is not one row of two axes}}
  %v = tri.desc_gather %d[%r, %i] : tensor<4xi32>, !tri.desc<8xf16>
  return
}

// -----

func.func @desc_gather_c2(%d: !tri.desc<1x8xf16>, %r: tensor<4xi64>, %i: i32) {
  // expected-error @+1 {{'tri.desc_gather' op has rows that are not of rank 1 and of i16 or i32}}
  %v = tri.desc_gather %d[%r, %i] : tensor<4xi64>, !tri.desc<1x8xf16>
  return
}

// -----

func.func @desc_gather_c2_rank(%d: !tri.desc<1x8xf16>, %r: tensor<2x2xi32>, %i: i32) {
  // expected-error @+1 {{has rows that are not of rank 1 and of i16 or i32}}
  %v = tri.desc_gather %d[%r, %i] : tensor<2x2xi32>, !tri.desc<1x8xf16>
  return
}

// -----

func.func @desc_gather_c3(%d: !tri.desc<1x8xf16>, %r: tensor<4xi32>, %i: i32) {
  // expected-error @+1 {{'tri.desc_gather' op has a block of type 'tensor<5x8xf16>'; its descriptor accesses 'tensor<4x8xf16>'}}
  %v = tri.desc_gather %d[%r, %i] : tensor<4xi32>, !tri.desc<1x8xf16> as tensor<5x8xf16>
  return
}

// -----

func.func @desc_gather_types(%d: !tri.desc<1x8xf16>, %r: i32, %i: i32) {
  // expected-error @+1 {{expected a block of rows, then a descriptor}}
  %v = tri.desc_gather %d[%r, %i] : i32, !tri.desc<1x8xf16>
  return
}

// -----

func.func @desc_scatter_c1(%d: !tri.desc<1x1x8xf16>, %r: tensor<4xi32>, %v: tensor<4x8xf16>, %i: i32) {
  // expected-error @+1 {{'tri.desc_scatter' op has a descriptor whose block is not one row of two axes}}
  tri.desc_scatter %v to %d[%r, %i] : tensor<4xi32>, !tri.desc<1x1x8xf16>
  return
}

// -----

func.func @desc_scatter_c2(%d: !tri.desc<1x8xf16>, %r: tensor<4xi8>, %v: tensor<4x8xf16>, %i: i32) {
  // expected-error @+1 {{'tri.desc_scatter' op has rows that are not of rank 1 and of i16 or i32}}
  tri.desc_scatter %v to %d[%r, %i] : tensor<4xi8>, !tri.desc<1x8xf16>
  return
}

// -----

func.func @desc_scatter_c3(%d: !tri.desc<1x8xf16>, %r: tensor<4xi32>, %v: tensor<4x16xf16>, %i: i32) {
  // expected-error @+1 {{'tri.desc_scatter' op has a block of type 'tensor<4x16xf16>'; its descriptor accesses 'tensor<4x8xf16>'}}
  tri.desc_scatter %v to %d[%r, %i] : tensor<4xi32>, !tri.desc<1x8xf16> as tensor<4x16xf16>
  return
}
