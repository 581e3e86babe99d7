// RUN: tri-opt %s --split-input-file --verify-diagnostics

#l = #tri.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [], cta = []>
// expected-error @+1 {{64}}
func.func @layout_c1(%x: tensor<64xf32, #l>) {
  return
}

// -----

#l = #tri.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [], cta = []>
// expected-error @+1 {{the block has rank 2}}
func.func @layout_c1_rank(%x: tensor<4x8xf32, #l>) {
  return
}

// -----

#l = #tri.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [], cta = []>
// expected-error @+1 {{power of two}}
func.func @layout_c2(%x: tensor<24xf32, #l>) {
  return
}

// -----

#l = #tri.layout<register = [], lane = [[1], [2]], warp = [], cta = []>
// expected-error @+1 {{lane}}
func.func @layout_c3(%x: tensor<4xf32, #l>) {
  return
}

// -----

#l = #tri.layout<register = [[0]], lane = [[1], [2], [4], [8], [16]], warp = [], cta = []>
// expected-error @+1 {{register}}
func.func @layout_c3_register(%x: tensor<32xf32, #l>) {
  return
}

// -----

// expected-error @+1 {{vector}}
#l = #tri.layout<register = [], lane = [[1], [2, 0]], warp = [], cta = []>

// -----

func.func @convert_layout_c1(%x: tensor<64xf32>) {
  // expected-error @+1 {{changes more than the layout}}
  %0 = tri.convert_layout %x : tensor<64xf32> -> tensor<64xf16>
  return
}
