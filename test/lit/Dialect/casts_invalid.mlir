// RUN: tri-opt %s --split-input-file --verify-diagnostics

// expected-note @+1 {{prior use here}}
func.func @int_to_ptr_c1(%i: i32) {
  // expected-error @+1 {{use of value '%i' expects different type than prior uses: 'i64' vs 'i32'}}
  %0 = tri.int_to_ptr %i : !tri.ptr<f32>
  return
}

// -----

func.func @ptr_to_int_c1(%p: !tri.ptr<f32>) {
  // expected-error @+1 {{result is i64 with the shape of src}}
  %0 = "tri.ptr_to_int"(%p) : (!tri.ptr<f32>) -> i32
  return
}

// -----

func.func @bitcast_c1(%p: tensor<4x!tri.ptr<f32>>) {
  // expected-error @+1 {{changes the shape}}
  %0 = tri.bitcast %p : tensor<4x!tri.ptr<f32>> -> tensor<8x!tri.ptr<i16>>
  return
}

// -----

func.func @bitcast_c2(%p: !tri.ptr<f32>) {
  // expected-error @+1 {{goes from address space 1 to 3; a pointer stays where it points}}
  %0 = tri.bitcast %p : !tri.ptr<f32> -> !tri.ptr<f32, 3>
  return
}

// -----

func.func @bitcast_number(%x: f32) {
  // expected-error @+1 {{must be pointer or block of pointers, but got 'f32'}}
  %0 = tri.bitcast %x : f32 -> i32
  return
}

// -----

func.func @fp_cast_c1(%x: tensor<4xf32>) {
  // expected-error @+1 {{changes the shape}}
  %0 = tri.fp_cast %x : tensor<4xf32> -> tensor<2xf16>
  return
}

// -----

func.func @fp_cast_c2(%x: f32) {
  // expected-error @+1 {{saturates a result that is not of f8E4M3FN or f8E5M2}}
  %0 = tri.fp_cast %x saturate : f32 -> f16
  return
}

// -----

func.func @fp_cast_int(%x: f32) {
  // expected-error @+1 {{must be f8E4M3FN, f8E5M2, f16, bf16, f32, f64 or block of these, but got 'i8'}}
  %0 = tri.fp_cast %x : f32 -> i8
  return
}

// -----

func.func @mulhi_c1(%x: i32, %y: i64) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %0 = "tri.mulhi"(%x, %y) {signedness = 0 : i32} : (i32, i64) -> i32
  return
}

// -----

func.func @mulhi_float(%x: f32) {
  // expected-error @+1 {{must be integer or block of integers, but got 'f32'}}
  %0 = tri.mulhi signed %x, %x : f32
  return
}

// -----

func.func @clamp_c1(%x: f32, %y: f16) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %0 = "tri.clamp"(%x, %x, %y) : (f32, f32, f16) -> f32
  return
}

// -----

func.func @clamp_f8(%x: f8E5M2) {
  // expected-error @+1 {{must be f16, bf16, f32, f64 or block of these, but got 'f8E5M2'}}
  %0 = tri.clamp %x, %x, %x : f8E5M2
  return
}
