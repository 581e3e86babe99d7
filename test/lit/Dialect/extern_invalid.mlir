// RUN: tri-opt %s --split-input-file --verify-diagnostics

func.func @extern_call_c1(%a: tensor<4xf32>, %b: tensor<2xf32>) {
  // expected-error @+1 {{'tri.extern_call' op has operands and results of several shapes; it goes element by element}}
  %0 = tri.extern_call "f"(%a, %b) from "lib" : (tensor<4xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @extern_call_c1_result(%a: tensor<4xf32>) {
  // expected-error @+1 {{has operands and results of several shapes}}
  %0 = tri.extern_call "f"(%a) from "lib" : (tensor<4xf32>) -> f32
  return
}

// -----

func.func @extern_call_c2(%p: tensor<4x!tri.ptr<f32>>) {
  // expected-error @+1 {{'tri.extern_call' op has an operand or result of type 'tensor<4x!tri.ptr<f32>>'; expected a number or a block of numbers}}
  %0 = tri.extern_call "f"(%p) from "lib" : (tensor<4x!tri.ptr<f32>>) -> tensor<4xf32>
  return
}

// -----

func.func @extern_call_c3(%x: f32) {
  // expected-error @+1 {{'tri.extern_call' op calls what is no name; expected letters, digits, _ and $, no digit first}}
  %0 = tri.extern_call "2f"(%x) from "lib" : (f32) -> f32
  return
}

// -----

func.func @extern_call_c3_empty(%x: f32) {
  // expected-error @+1 {{calls what is no name}}
  %0 = tri.extern_call ""(%x) from "lib" : (f32) -> f32
  return
}

// -----

func.func @extern_call_c3_library(%x: f32) {
  // expected-error @+1 {{'tri.extern_call' op names no library}}
  %0 = tri.extern_call "f"(%x) from "" : (f32) -> f32
  return
}

// -----

func.func @inline_ptx_c1(%x: f32, %y: tensor<4xf32>) {
  // expected-error @+1 {{'tri.inline_ptx' op has operands and results of several shapes; it goes element by element}}
  %0 = tri.inline_ptx "add.f32 $0, $1, $2;"(%x, %y) constraints "=f,f,f" : (f32, tensor<4xf32>) -> f32
  return
}

// -----

func.func @inline_ptx_c2(%p: !tri.ptr<f32>) {
  // expected-error @+1 {{'tri.inline_ptx' op has an operand or result of type '!tri.ptr<f32>'}}
  tri.inline_ptx "prefetch.global.L2 [$0];"(%p) constraints "l" : (!tri.ptr<f32>) -> ()
  return
}

// -----

func.func @inline_ptx_c3(%x: i8) {
  // expected-error @+1 {{'tri.inline_ptx' op takes 3 elements at a time; expected 1, 2, 4 or 8}}
  %0 = tri.inline_ptx "not.b32 $0, $1;"(%x) constraints "=r,r" pack 3 : (i8) -> i8
  return
}

// -----

func.func @inline_ptx_c4(%x: f32) {
  // expected-error @+1 {{'tri.inline_ptx' op has constraints for 1 results and 2 arguments; its values take 1 and 1 registers}}
  %0 = tri.inline_ptx "add.f32 $0, $1, $2;"(%x) constraints "=f,f,f" : (f32) -> f32
  return
}

// -----

func.func @inline_ptx_c4_order(%x: f32) {
  // expected-error @+1 {{has constraints that are not results with '=', arguments, and clobbers, in this order and separated by commas}}
  %0 = tri.inline_ptx "add.f32 $1, $0, $0;"(%x) constraints "f,=f" : (f32) -> f32
  return
}

// -----

func.func @inline_ptx_c4_empty_item(%x: f32) {
  // expected-error @+1 {{has constraints that are not results with '=', arguments, and clobbers}}
  %0 = tri.inline_ptx "add.f32 $0, $1, $1;"(%x) constraints "=f,,f" : (f32) -> f32
  return
}

// -----

func.func @inline_ptx_c4_after_clobber(%x: f32) {
  // expected-error @+1 {{has constraints that are not results with '=', arguments, and clobbers}}
  %0 = tri.inline_ptx "add.f32 $0, $1, $1;"(%x) constraints "=f,~{memory},f" : (f32) -> f32
  return
}

// -----

// Eight halves are four registers, eight bytes two, eight words eight.
func.func @inline_ptx_c4_pack(%x: tensor<8xf16>, %y: tensor<8xi8>, %z: tensor<8xf32>) {
  // expected-error @+1 {{has constraints for 1 results and 1 arguments; its values take 2 and 12 registers}}
  %0 = tri.inline_ptx ""(%x, %z) constraints "=r,r" pack 8 : (tensor<8xf16>, tensor<8xf32>) -> tensor<8xi8>
  return
}

// -----

func.func @inline_ptx_c4_near_miss(%x: tensor<8xf16>, %y: tensor<8xi8>) {
  %0, %1 = tri.inline_ptx "mov.b32 $0, $2; mov.b32 $1, $3;"(%y, %y) constraints "=r,=&r,r,r,~{memory},~{cc}" pack 4
      : (tensor<8xi8>, tensor<8xi8>) -> (tensor<8xi8>, tensor<8xi8>)
  %2 = tri.inline_ptx "neg.f16 $0, $1;"(%x) constraints "=h,h" : (tensor<8xf16>) -> tensor<8xf16>
  tri.inline_ptx "nanosleep.u32 100;"() constraints "" : () -> ()
  return
}
