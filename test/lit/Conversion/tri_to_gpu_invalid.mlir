// RUN: tri-opt %s --split-input-file --tri-to-gpu --verify-diagnostics

func.func @no_layout() attributes {tri.kernel} {
  // expected-error @+1 {{makes a block without a layout; run tri-assign-layouts first}}
  %i = tri.range : tensor<4xi32>
  return
}

// -----

#l = #tri.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], cta = []>
func.func @other_warps() attributes {tri.kernel, tri.num_warps = 8 : i32} {
  // expected-error @+1 {{makes a block over 4 warps in a kernel of 8}}
  %i = tri.range : tensor<128xi32, #l>
  return
}

// -----

func.func @unstructured(%c: i1) attributes {tri.kernel} {
  // expected-error @-1 {{is a kernel of several blocks; write branches and loops with scf}}
  cf.cond_br %c, ^a, ^b
^a:
  return
^b:
  return
}

// -----

func.func @unknown_op(%x: i32) attributes {tri.kernel} {
  // expected-error @+1 {{is not compiled yet}}
  %0 = scf.execute_region -> i32 {
    scf.yield %x : i32
  }
  return
}

// -----

func.func @fast_math(%p: !tri.ptr<f32>) attributes {tri.kernel} {
  %x = tri.load %p : f32
  // expected-error @+1 {{carries #arith.fastmath<reassoc>; only 'contract' is accepted}}
  %y = arith.addf %x, %x fastmath<reassoc> : f32
  tri.store %y to %p : f32
  return
}

// -----

#l = #tri.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], cta = []>
func.func @scratch_between_lines(%x: !tri.ptr<i32>) attributes {tri.kernel, tri.shared = 256 : i32} {
  %i = tri.range : tensor<128xi32, #l>
  // expected-error @+1 {{has its 16 bytes of shared memory at 4 of 256 (tri.scratch, tri.shared); expected a multiple of 128 from which on they fit; run tri-allocate-shared again}}
  %s = tri.reduce add %i axis 0 {tri.scratch = 4 : i32} : tensor<128xi32, #l>
  tri.store %s to %x : i32
  return
}

// -----

#l = #tri.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], cta = []>
func.func @scratch_past_the_end(%x: !tri.ptr<i32>) attributes {tri.kernel, tri.shared = 256 : i32} {
  %i = tri.range : tensor<128xi32, #l>
  // expected-error @+1 {{has its 16 bytes of shared memory at 256 of 256}}
  %s = tri.reduce add %i axis 0 {tri.scratch = 256 : i32} : tensor<128xi32, #l>
  tri.store %s to %x : i32
  return
}
