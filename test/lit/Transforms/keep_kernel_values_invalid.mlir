// RUN: tri-opt %s --tri-keep-kernel --verify-diagnostics
// A value that no kernel may have is refused also where nobody uses it, and in helpers.

func.func private @helper(%x: i32) -> i32 {
  // expected-error @+1 {{has a value of type 'vector<4xi32>'; a kernel computes with numbers, pointers and blocks of these}}
  %dead = arith.constant dense<1> : vector<4xi32>
  return %x : i32
}

func.func @k(%n: i32) attributes {tri.kernel} {
  %m = func.call @helper(%n) : (i32) -> i32
  return
}
