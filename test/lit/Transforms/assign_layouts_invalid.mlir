// RUN: tri-opt %s --split-input-file --tri-assign-layouts --verify-diagnostics

func.func @no_power_of_two(%p: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<24xi32>
  %q = tri.addptr %p, %i : !tri.ptr<f32>, tensor<24xi32>
  // expected-error @+1 {{has a block with an extent that is no power of two; use the next power of two and a mask}}
  %v = tri.load %q : tensor<24xf32>
  tri.store %v to %q : tensor<24xf32>
  return
}

// -----

func.func @too_many_registers(%p: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<131072xi32>
  %q = tri.addptr %p, %i : !tri.ptr<f32>, tensor<131072xi32>
  // expected-error @+1 {{has a block that takes 1024 registers of each thread with 4 warps; a thread has 255, and past 512 of one block nothing is compiled; use tri.num_warps = 32 or a smaller block}}
  %v = tri.load %q : tensor<131072xf32>
  tri.store %v to %q : tensor<131072xf32>
  return
}

// -----

func.func @just_fits(%p: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<65536xi32>
  %q = tri.addptr %p, %i : !tri.ptr<f32>, tensor<65536xi32>
  %v = tri.load %q : tensor<65536xf32>
  tri.store %v to %q : tensor<65536xf32>
  return
}

// -----

func.func private @helper(%x: i32) -> i32
func.func @call_left(%x: i32) attributes {tri.kernel} {
  // expected-error @+1 {{is left in a kernel: it calls a function that has no body, or that calls itself}}
  %0 = func.call @helper(%x) : (i32) -> i32
  return
}

// -----

func.func @no_number_of_warps(%p: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<1048576xi32>
  %q = tri.addptr %p, %i : !tri.ptr<f32>, tensor<1048576xi32>
  // expected-error @+1 {{takes 8192 registers of each thread with 4 warps; a thread has 255, and past 512 of one block nothing is compiled; use a smaller block}}
  %v = tri.load %q : tensor<1048576xf32>
  tri.store %v to %q : tensor<1048576xf32>
  return
}

// -----

func.func @integer_of_seven_bits(%p: !tri.ptr<i32>, %n: i32) attributes {tri.kernel} {
  // expected-error @+1 {{has a value of type 'i7'; a kernel computes with numbers, pointers and blocks of these}}
  %t = arith.trunci %n : i32 to i7
  %w = arith.extui %t : i7 to i32
  tri.store %w to %p : i32
  return
}

// -----

func.func @nine_axes(%p: !tri.ptr<i32>, %n: i32) attributes {tri.kernel} {
  %z = arith.constant dense<1> : tensor<1x1x1x1x1x1x1x1x2xi32>
  // expected-error @-1 {{has a value of type 'tensor<1x1x1x1x1x1x1x1x2xi32>'}}
  %r = scf.for %i = %n to %n step %n iter_args(%a = %z) -> (tensor<1x1x1x1x1x1x1x1x2xi32>) : i32 {
    %b = arith.addi %a, %a : tensor<1x1x1x1x1x1x1x1x2xi32>
    scf.yield %b : tensor<1x1x1x1x1x1x1x1x2xi32>
  }
  return
}

// -----

func.func @blocks_of_index(%p: !tri.ptr<i32>, %n: i32) attributes {tri.kernel} {
  // expected-error @+1 {{has a value of type 'tensor<4xindex>'}}
  %z = arith.constant dense<1> : tensor<4xindex>
  return
}

// -----

func.func @vectors(%p: !tri.ptr<i32>, %n: i32) attributes {tri.kernel} {
  // expected-error @+1 {{has a value of type 'vector<4xi32>'}}
  %z = arith.constant dense<1> : vector<4xi32>
  return
}

// -----

func.func @unstructured(%c: i1, %p: !tri.ptr<i32>) attributes {tri.kernel} {
  // expected-error @-1 {{is a kernel of several blocks; write branches and loops with scf}}
  %i = tri.range : tensor<64xi32>
  %j = tri.range from 64 : tensor<64xi32>
  %q = tri.addptr %p, %i : !tri.ptr<i32>, tensor<64xi32>
  cf.cond_br %c, ^a, ^b(%i : tensor<64xi32>)
^a:
  cf.br ^b(%j : tensor<64xi32>)
^b(%x: tensor<64xi32>):
  tri.store %x to %q : tensor<64xi32>
  return
}

// -----

// expected-error @+1 {{has tri.num_ctas = 2; a program of several CTAs is not compiled yet: leave it out, or use the reference interpreter (--target ref)}}
func.func @cluster(%p: !tri.ptr<i32>, %v: i32) attributes {tri.kernel, tri.num_ctas = 2 : i32} {
  tri.store %v to %p : i32
  return
}
