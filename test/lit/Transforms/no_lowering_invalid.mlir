// RUN: tri-opt %s --split-input-file --tri-assign-layouts --verify-diagnostics
// Ops of blocks that have no lowering are an error that says so; tri-to-gpu says the same.

func.func @dot(%p: !tri.ptr<f32>) attributes {tri.kernel} {
  %d = arith.constant dense<1.0> : tensor<16x16xf32>
  // expected-error @+1 {{is not compiled yet}}
  %r = tri.dot %d, %d, %d : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  return
}

// -----

func.func @make_desc(%p: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {
  // expected-error @+1 {{is not compiled yet}}
  %d = tri.make_desc %p shape [%n] : i32 -> !tri.desc<64xf32>
  return
}

// -----

func.func @descriptor() attributes {tri.kernel} {
  // expected-error @+1 {{has a value of type '!tri.desc<64xf32>'; a kernel computes with}}
  %d = ub.poison : !tri.desc<64xf32>
  return
}

// -----

// In a block that nothing leads to, so that no other op is met before.
func.func @desc_load() attributes {tri.kernel} {
  return
^unreached(%d: !tri.desc<1x64xf32>, %i: i32, %r: tensor<1xi32>, %b: tensor<1x64xf32>):
  // expected-error @+1 {{is not compiled yet}}
  %v = tri.desc_load %d[%i, %i] : !tri.desc<1x64xf32>
  return
}

// -----

func.func @desc_store() attributes {tri.kernel} {
  return
^unreached(%d: !tri.desc<1x64xf32>, %i: i32, %r: tensor<1xi32>, %b: tensor<1x64xf32>):
  // expected-error @+1 {{is not compiled yet}}
  tri.desc_store %b to %d[%i, %i] : !tri.desc<1x64xf32>
  return
}

// -----

func.func @desc_reduce() attributes {tri.kernel} {
  return
^unreached(%d: !tri.desc<1x64xf32>, %i: i32, %r: tensor<1xi32>, %b: tensor<1x64xf32>):
  // expected-error @+1 {{is not compiled yet}}
  tri.desc_reduce add %b to %d[%i, %i] : !tri.desc<1x64xf32>
  return
}

// -----

func.func @desc_gather() attributes {tri.kernel} {
  return
^unreached(%d: !tri.desc<1x64xf32>, %i: i32, %r: tensor<1xi32>, %b: tensor<1x64xf32>):
  // expected-error @+1 {{is not compiled yet}}
  %v = tri.desc_gather %d[%r, %i] : tensor<1xi32>, !tri.desc<1x64xf32>
  return
}

// -----

func.func @desc_scatter() attributes {tri.kernel} {
  return
^unreached(%d: !tri.desc<1x64xf32>, %i: i32, %r: tensor<1xi32>, %b: tensor<1x64xf32>):
  // expected-error @+1 {{is not compiled yet}}
  tri.desc_scatter %b to %d[%r, %i] : tensor<1xi32>, !tri.desc<1x64xf32>
  return
}

// -----

func.func @extern_call(%p: !tri.ptr<f32>) attributes {tri.kernel} {
  %x = arith.constant dense<1.0> : tensor<64xf32>
  // expected-error @+1 {{calls '__nv_j0f' of 'libdevice', which is not compiled yet; use ops of arith and math, or}}
  %r = tri.extern_call "__nv_j0f"(%x) from "libdevice" pure : (tensor<64xf32>) -> tensor<64xf32>
  return
}

// -----

func.func @extern_call_types(%p: !tri.ptr<f32>) attributes {tri.kernel} {
  %x = arith.constant dense<1.0> : tensor<64xf64>
  // expected-error @+1 {{calls __nv_powf with other types; it is (f32, f32) -> f32}}
  %r = tri.extern_call "__nv_powf"(%x, %x) from "libdevice" pure : (tensor<64xf64>, tensor<64xf64>) -> tensor<64xf64>
  return
}

// -----

func.func @extern_call_library(%p: !tri.ptr<f32>) attributes {tri.kernel} {
  %x = arith.constant dense<1.0> : tensor<64xf32>
  // expected-error @+1 {{calls '__nv_expf' of 'mine', which is not compiled yet}}
  %r = tri.extern_call "__nv_expf"(%x) from "mine" pure : (tensor<64xf32>) -> tensor<64xf32>
  return
}

// -----

func.func @inline_ptx(%p: !tri.ptr<f32>) attributes {tri.kernel} {
  // expected-error @+1 {{is not compiled yet}}
  tri.inline_ptx "nanosleep.u32 100;"() constraints "" : () -> ()
  return
}

// -----

func.func @dot_scaled(%p: !tri.ptr<f32>) attributes {tri.kernel} {
  %a = arith.constant dense<1.0> : tensor<32x32xf16>
  %c = arith.constant dense<1.0> : tensor<32x32xf32>
  // expected-error @+1 {{is not compiled yet}}
  %r = tri.dot_scaled %a, %a, %c : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32>
  return
}
