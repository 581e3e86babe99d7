func.func @k(%x: !tri.ptr<f32>, %y: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<64xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<64xi32>
  %py = tri.addptr %y, %i : !tri.ptr<f32>, tensor<64xi32>
  %v0 = tri.load %px : tensor<64xf32>
  %v1 = arith.mulf %v0, %v0 fastmath<contract> : tensor<64xf32>
  %v2 = arith.addf %v1, %v0 fastmath<contract> : tensor<64xf32>
  %v3 = arith.mulf %v2, %v0 fastmath<fast> : tensor<64xf32>
  %v4 = arith.subf %v0, %v3 fastmath<fast> : tensor<64xf32>
  tri.store %v4 to %py : tensor<64xf32>
  return
}
