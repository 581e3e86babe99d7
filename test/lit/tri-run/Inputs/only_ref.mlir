// A kernel with an op that compiled code does not have, in a helper. When tri.dot is compiled, take another op here.
func.func private @count(%a: tensor<2x16xf32>, %b: tensor<16x2xf32>, %c: tensor<2x2xf32>) -> tensor<4xi32> {
  %d = tri.dot %a, %b, %c : tensor<2x16xf32>, tensor<16x2xf32>, tensor<2x2xf32>
  %r = tri.reshape %d : tensor<2x2xf32> -> tensor<4xf32>
  %i = arith.fptosi %r : tensor<4xf32> to tensor<4xi32>
  return %i : tensor<4xi32>
}
func.func @only_ref(%x: !tri.ptr<i32> {tri.arg = "randint(64, 0, 4)"}, %h: !tri.ptr<i32> {tri.arg = "empty(4)"})
    attributes {tri.kernel, tri.grid = "1"} {
  %i  = tri.range : tensor<64xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<64xi32>
  %xs = tri.load %px : tensor<64xi32>
  %q  = arith.constant dense<0.25> : tensor<2x16xf32>
  %r  = arith.constant dense<0.25> : tensor<16x2xf32>
  %z  = arith.constant dense<0.0> : tensor<2x2xf32>
  %hs = func.call @count(%q, %r, %z) : (tensor<2x16xf32>, tensor<16x2xf32>, tensor<2x2xf32>) -> tensor<4xi32>
  %b  = tri.range : tensor<4xi32>
  %ph = tri.addptr %h, %b : !tri.ptr<i32>, tensor<4xi32>
  tri.store %hs to %ph : tensor<4xi32>
  return
}
