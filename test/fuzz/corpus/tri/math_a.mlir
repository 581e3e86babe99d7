func.func @k(%x: !tri.ptr<f32>, %y: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<128xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<128xi32>
  %py = tri.addptr %y, %i : !tri.ptr<f32>, tensor<128xi32>
  %v0 = tri.load %px : tensor<128xf32>
  %v1 = math.exp %v0 : tensor<128xf32>
  %v2 = math.exp2 %v1 : tensor<128xf32>
  %v3 = math.log %v2 : tensor<128xf32>
  %v4 = math.log2 %v3 : tensor<128xf32>
  %v5 = math.log10 %v4 : tensor<128xf32>
  %v6 = math.sin %v5 : tensor<128xf32>
  %v7 = math.cos %v6 : tensor<128xf32>
  %v8 = math.tanh %v7 : tensor<128xf32>
  %v9 = math.erf %v8 : tensor<128xf32>
  %v10 = math.rsqrt %v9 : tensor<128xf32>
  %v11 = math.sqrt %v10 : tensor<128xf32>
  tri.store %v11 to %py : tensor<128xf32>
  return
}
