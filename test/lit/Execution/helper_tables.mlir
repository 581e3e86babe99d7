// RUN: tri-run %s --target sim --check ref
// A helper's constants become tables, its volatile loads a mailbox: variables of the module, wherever the op was inlined.
// A true i1 is -1 as a signed number.

!b = tensor<4xi32>
!f = tensor<4xf32>

func.func private @constants(%a: !tri.ptr<i32>) -> (!b, i32) {
  %c = arith.constant dense<[1, 2, 3, 5]> : !b
  %v = tri.load %a volatile : i32
  return %c, %v : !b, i32
}

func.func @k(%a: !tri.ptr<i32> {tri.arg = "ones(4)"}, %b: !tri.ptr<f32> {tri.arg = "zeros(8)"}, %s: i1 {tri.arg = "1"})
    attributes {tri.kernel, tri.grid = "1"} {
  %t:2 = func.call @constants(%a) : (!tri.ptr<i32>) -> (!b, i32)
  %r = tri.range : !b
  %two = arith.constant dense<2> : !b
  %odd = arith.cmpi sgt, %t#0, %two : !b
  %f = arith.sitofp %odd : tensor<4xi1> to !f
  %flag = arith.trunci %t#1 : i32 to i1
  %g = arith.sitofp %flag : i1 to f32
  %gs = tri.splat %g : !f
  %fg = arith.addf %f, %gs : !f
  %wide = arith.extsi %s : i1 to i64
  %h = arith.sitofp %wide : i64 to f32
  %k = arith.sitofp %s : i1 to f32
  %u = arith.uitofp %s : i1 to f32
  %hk = arith.addf %h, %k : f32
  %hku = arith.subf %hk, %u : f32
  %hs = tri.splat %hku : !f
  %sum = arith.addf %fg, %hs : !f
  %p = tri.addptr %b, %r : !tri.ptr<f32>, !b
  tri.store %sum to %p : !f
  return
}
