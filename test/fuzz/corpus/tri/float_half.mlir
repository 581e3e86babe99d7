func.func @k(%x: !tri.ptr<f16>, %y: !tri.ptr<f16>) attributes {tri.kernel} {
  %i = tri.range : tensor<512xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f16>, tensor<512xi32>
  %py = tri.addptr %y, %i : !tri.ptr<f16>, tensor<512xi32>
  %v0 = tri.load %px : tensor<512xf16>
  %v1 = arith.addf %v0, %v0 : tensor<512xf16>
  %v2 = arith.subf %v1, %v0 : tensor<512xf16>
  %v3 = arith.mulf %v2, %v0 : tensor<512xf16>
  %v4 = arith.divf %v3, %v0 : tensor<512xf16>
  %v5 = arith.maximumf %v4, %v0 : tensor<512xf16>
  %v6 = arith.minimumf %v5, %v0 : tensor<512xf16>
  %v7 = arith.maxnumf %v6, %v0 : tensor<512xf16>
  %v8 = arith.minnumf %v7, %v0 : tensor<512xf16>
  %v9 = math.sqrt %v8 : tensor<512xf16>
  %v10 = math.floor %v9 : tensor<512xf16>
  %v11 = math.ceil %v10 : tensor<512xf16>
  tri.store %v11 to %py : tensor<512xf16>
  return
}
