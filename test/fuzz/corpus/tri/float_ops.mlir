func.func @k(%x: !tri.ptr<f32>, %y: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<64xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<64xi32>
  %py = tri.addptr %y, %i : !tri.ptr<f32>, tensor<64xi32>
  %v0 = tri.load %px : tensor<64xf32>
  %v1 = arith.addf %v0, %v0 : tensor<64xf32>
  %v2 = arith.subf %v1, %v0 : tensor<64xf32>
  %v3 = arith.mulf %v2, %v0 : tensor<64xf32>
  %v4 = arith.divf %v3, %v0 : tensor<64xf32>
  %v5 = arith.remf %v4, %v0 : tensor<64xf32>
  %v6 = arith.maximumf %v5, %v0 : tensor<64xf32>
  %v7 = arith.minimumf %v6, %v0 : tensor<64xf32>
  %v8 = arith.maxnumf %v7, %v0 : tensor<64xf32>
  %v9 = arith.minnumf %v8, %v0 : tensor<64xf32>
  %v10 = arith.negf %v9 : tensor<64xf32>
  %v11 = math.absf %v10 : tensor<64xf32>
  %v12 = math.fma %v11, %v0, %v11 : tensor<64xf32>
  %v13 = math.copysign %v12, %v0 : tensor<64xf32>
  tri.store %v13 to %py : tensor<64xf32>
  return
}
