// RUN: tri-opt %s --split-input-file --verify-diagnostics

func.func @gather_c1(%x: tensor<2x3xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'tri.gather' op has an index that is not of rank 2 and of i8, i16, i32 or i64}}
  %0 = tri.gather %x at %i axis 1 : tensor<2x3xf32>, tensor<4xi32>
  return
}

// -----

func.func @gather_c1_i1(%x: tensor<3xf32>, %i: tensor<4xi1>) {
  // expected-error @+1 {{has an index that is not of rank 1 and of i8, i16, i32 or i64}}
  %0 = tri.gather %x at %i axis 0 : tensor<3xf32>, tensor<4xi1>
  return
}

// -----

func.func @gather_c2(%x: tensor<3xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'tri.gather' op picks along axis 1 of a block of rank 1; expected 0 to 0}}
  %0 = tri.gather %x at %i axis 1 : tensor<3xf32>, tensor<4xi32>
  return
}

// -----

func.func @gather_c2_negative(%x: tensor<3xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{picks along axis -1}}
  %0 = tri.gather %x at %i axis -1 : tensor<3xf32>, tensor<4xi32>
  return
}

// -----

func.func @gather_c3(%x: tensor<2x3xf32>, %i: tensor<3x4xi32>) {
  // expected-error @+1 {{'tri.gather' op has an index of extent 3 on axis 0, where its block has 2}}
  %0 = tri.gather %x at %i axis 1 : tensor<2x3xf32>, tensor<3x4xi32>
  return
}

// -----

func.func @gather_c3_near_miss(%x: tensor<2x3xf32>, %i: tensor<2x9xi16>) {
  %0 = tri.gather %x at %i axis 1 : tensor<2x3xf32>, tensor<2x9xi16>
  return
}

// -----

func.func @histogram_c1(%x: tensor<4xi8>) {
  // expected-error @+1 {{counts into a block that is not of rank 1 and of i32}}
  %0 = tri.histogram %x : tensor<4xi8> -> tensor<8xi64>
  return
}

// -----

func.func @histogram_c1_rank(%x: tensor<4xi8>) {
  // expected-error @+1 {{counts into a block that is not of rank 1 and of i32}}
  %0 = tri.histogram %x : tensor<4xi8> -> tensor<8x1xi32>
  return
}

// -----

func.func @histogram_mask(%x: tensor<4xi8>, %m: tensor<2xi1>) {
  // expected-error @+1 {{mask is i1 with the shape of src}}
  %0 = "tri.histogram"(%x, %m) : (tensor<4xi8>, tensor<2xi1>) -> tensor<4xi32>
  return
}

// -----

func.func @assert_i8(%c: i8) {
  // expected-error @+1 {{must be i1 or block of i1, but got 'i8'}}
  tri.assert %c, "" : i8
  return
}
