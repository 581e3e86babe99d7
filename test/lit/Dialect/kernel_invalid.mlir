// RUN: tri-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{is no function; only a func.func can be a kernel}}
module attributes {tri.kernel} {
}

// -----

// expected-error @+1 {{has 'tri.num_warps' but is no kernel; add 'tri.kernel'}}
func.func @kernel_c1() attributes {tri.num_warps = 4 : i32} {
  return
}

// -----

// expected-error @+1 {{has an attribute 'tri.numwarps' that tri does not know; here stand tri.kernel, tri.grid, tri.bytes}}
func.func @kernel_unknown() attributes {tri.kernel, tri.numwarps = 4 : i32} {
  return
}

// -----

// expected-error @+1 {{expects 'tri.num_warps' to be a power of two from 1 to 32}}
func.func @kernel_c2_warps() attributes {tri.kernel, tri.num_warps = 3 : i32} {
  return
}

// -----

// expected-error @+1 {{expects 'tri.num_warps' to be a power of two from 1 to 32}}
func.func @kernel_c2_warps_large() attributes {tri.kernel, tri.num_warps = 64 : i32} {
  return
}

// -----

// expected-error @+1 {{expects 'tri.max_registers' to be an integer from 16 to 255}}
func.func @kernel_c2_registers() attributes {tri.kernel, tri.max_registers = "many"} {
  return
}

// -----

// expected-error @+1 {{expects 'tri.grid' to be a string}}
func.func @kernel_c2_grid() attributes {tri.kernel, tri.grid = 4 : i32} {
  return
}

// -----

// expected-error @+1 {{expects 'tri.kernel' without a value}}
func.func @kernel_c2_unit() attributes {tri.kernel = 1 : i32} {
  return
}

// -----

// expected-error @+1 {{is a kernel without a body}}
func.func private @kernel_c3() attributes {tri.kernel}

// -----

// expected-error @+1 {{is a kernel and gives a result; a kernel gives its results through pointers}}
func.func @kernel_c4(%x: i32) -> i32 attributes {tri.kernel} {
  return %x : i32
}

// -----

// expected-error @+1 {{is a kernel and takes argument 1 of type 'tensor<4xf32>'; a kernel takes numbers and pointers}}
func.func @kernel_c5(%x: i32, %y: tensor<4xf32>) attributes {tri.kernel} {
  return
}

// -----

// expected-error @+1 {{is a kernel and takes argument 1 of type '!tri.desc<8xf16>'; a kernel takes numbers and pointers, and makes descriptors of them with tri.make_desc}}
func.func @kernel_c5_descriptor(%x: i32, %d: !tri.desc<8xf16>) attributes {tri.kernel} {
  return
}

// -----

// expected-error @+1 {{is a kernel and takes argument 0 of type 'index'}}
func.func @kernel_c5_index(%x: index) attributes {tri.kernel} {
  return
}

// -----

// expected-error @+1 {{expects 'tri.divisibility' to be a power of two from 1 to}}
func.func @kernel_arg_c1(%x: i32 {tri.divisibility = 12 : i32}) attributes {tri.kernel} {
  return
}

// -----

// expected-error @+1 {{has 'tri.divisibility' on argument 0, which is no pointer or integer}}
func.func @kernel_arg_c2(%x: f32 {tri.divisibility = 16 : i32}) attributes {tri.kernel} {
  return
}

// -----

// expected-error @+1 {{has 'tri.noalias' on argument 0, which is no pointer}}
func.func @kernel_arg_c2_noalias(%x: i32 {tri.noalias}) attributes {tri.kernel} {
  return
}

// -----

// expected-error @+1 {{has an attribute 'tri.fill' that tri does not know; here stand tri.name, tri.arg, tri.divisibility, tri.noalias}}
func.func @kernel_arg_unknown(%x: i32 {tri.fill = "1"}) attributes {tri.kernel} {
  return
}

// -----

module {
  // expected-error @+1 {{has 'tri.arg' on an argument but is no func.func}}
  llvm.func @kernel_arg_c3(%x: i32 {tri.arg = "1"})
}

// -----

module {
  // expected-error @+1 {{expects 'tri.launch' to be a dictionary on a gpu.func or llvm.func}}
  func.func @launch_c1() attributes {tri.launch = {}} {
    return
  }
}

// -----

// A near miss of kernel_c6.
func.func @k$_1() attributes {tri.kernel} {
  return
}
// expected-error @+1 {{is a kernel whose name PTX cannot spell; use letters, digits, _ and $, no digit or 'tri_' first}}
func.func @"kernel_c6 "() attributes {tri.kernel} {
  return
}

// -----

// expected-error @+1 {{is a kernel whose name PTX cannot spell}}
func.func @tri_kernel_c6() attributes {tri.kernel} {
  return
}

// -----

// expected-error @+1 {{is a kernel whose name PTX cannot spell}}
func.func @kernel_c6.b() attributes {tri.kernel} {
  return
}

// -----

func.func @scratch_c1(%p: !tri.ptr<f32>) {
  // expected-error @+1 {{expects 'tri.scratch' to be an integer from 0 on an op of tri}}
  %0 = tri.load %p volatile {tri.scratch = -1 : i32} : f32
  return
}

// -----

func.func @scratch_c1_other_op() {
  // expected-error @+1 {{expects 'tri.scratch' to be an integer from 0 on an op of tri}}
  %0 = arith.constant {tri.scratch = 0 : i32} 1 : i32
  return
}
