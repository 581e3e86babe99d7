func.func private @twice(%v: tensor<64xf32>) -> tensor<64xf32> {
  %r = arith.addf %v, %v : tensor<64xf32>
  return %r : tensor<64xf32>
}
func.func @k(%x: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<64xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<64xi32>
  %v = tri.load %px : tensor<64xf32>
  %r = func.call @twice(%v) : (tensor<64xf32>) -> tensor<64xf32>
  tri.store %r to %px : tensor<64xf32>
  return
}
