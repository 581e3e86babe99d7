// RUN: tri-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{a pointer points to i1, i8, i16, i32, i64, f8E4M3FN, f8E5M2, f16, bf16, f32, f64 or a pointer}}
func.func @ptr_c1(%p: !tri.ptr<i4>) {
  return
}

// -----

// expected-error @+1 {{a pointer points to i1}}
func.func @ptr_c1_block(%p: !tri.ptr<tensor<4xf32>>) {
  return
}

// -----

// expected-error @+1 {{the address space of a pointer is 1 (global) or 3 (shared)}}
func.func @ptr_c2(%p: !tri.ptr<f32, 5>) {
  return
}

// -----

func.func @addptr_c1(%p: tensor<4x!tri.ptr<f32>>, %i: tensor<8xi32>) {
  // expected-error @+1 {{moves a block of pointers by a block of offsets of another shape}}
  %0 = tri.addptr %p, %i : tensor<4x!tri.ptr<f32>>, tensor<8xi32>
  return
}

// -----

func.func @addptr_index(%p: !tri.ptr<f32>, %i: index) {
  // expected-error @+1 {{moves by a value of type 'index'; expected an integer or block of integers}}
  %0 = tri.addptr %p, %i : !tri.ptr<f32>, index
  return
}

// -----

func.func @load_c1(%p: tensor<4x!tri.ptr<f32>>) {
  // expected-error @+1 {{has a pointer to 'f32' for a value of 'f16'}}
  %0 = "tri.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<4x!tri.ptr<f32>>) -> tensor<4xf16>
  return
}

// -----

func.func @load_c1_shape(%p: tensor<4x!tri.ptr<f32>>) {
  // expected-error @+1 {{has a pointer of type 'tensor<4x!tri.ptr<f32>>' for a value of type 'tensor<8xf32>'; expected the same shape}}
  %0 = tri.load %p : tensor<8xf32> from tensor<4x!tri.ptr<f32>>
  return
}

// -----

func.func @load_c2(%p: !tri.ptr<f32>, %o: f32) {
  // expected-error @+1 {{says what masked-off elements are ('else') but has no mask ('where')}}
  %0 = tri.load %p else %o : f32
  return
}

// -----

func.func @load_c3(%p: !tri.ptr<f32>) {
  // expected-error @+1 {{has a cache operator that does not go with it; expected one of ca, cg, cs, cv}}
  %0 = tri.load %p cache wb : f32
  return
}

// -----

func.func @load_mask(%p: tensor<4x!tri.ptr<f32>>, %m: tensor<8xi1>) {
  // expected-error @+1 {{mask is i1 with the shape of result}}
  %0 = "tri.load"(%p, %m) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<4x!tri.ptr<f32>>, tensor<8xi1>) -> tensor<4xf32>
  return
}

// -----

func.func @load_other(%p: !tri.ptr<f32>, %m: i1, %o: f64) {
  // expected-error @+1 {{other has the type of result}}
  %0 = "tri.load"(%p, %m, %o) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (!tri.ptr<f32>, i1, f64) -> f32
  return
}

// -----

func.func @load_no_memory_type(%p: !tri.ptr<f32>) {
  // expected-error @+1 {{'index' cannot be in memory; expected a number, a pointer or a block of these}}
  %0 = tri.load %p : index
  return
}

// -----

func.func @store_c1(%v: f32, %p: !tri.ptr<f64>) {
  // expected-error @+1 {{has a pointer to 'f64' for a value of 'f32'}}
  tri.store %v to %p : f32 in !tri.ptr<f64>
  return
}

// -----

func.func @store_c2(%v: f32, %p: !tri.ptr<f32>) {
  // expected-error @+1 {{has a cache operator that does not go with it; expected one of wb, cg, cs, wt}}
  tri.store %v to %p cache ca : f32
  return
}
