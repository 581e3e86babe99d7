func.func @k(%x: !tri.ptr<bf16>, %y: !tri.ptr<bf16>) attributes {tri.kernel} {
  %i = tri.range : tensor<128xi32>
  %px = tri.addptr %x, %i : !tri.ptr<bf16>, tensor<128xi32>
  %py = tri.addptr %y, %i : !tri.ptr<bf16>, tensor<128xi32>
  %v0 = tri.load %px : tensor<128xbf16>
  %v1 = arith.addf %v0, %v0 : tensor<128xbf16>
  %v2 = arith.subf %v1, %v0 : tensor<128xbf16>
  %v3 = arith.mulf %v2, %v0 : tensor<128xbf16>
  %v4 = arith.divf %v3, %v0 : tensor<128xbf16>
  %v5 = math.fma %v4, %v0, %v0 : tensor<128xbf16>
  %v6 = math.trunc %v5 : tensor<128xbf16>
  %v7 = math.round %v6 : tensor<128xbf16>
  %v8 = math.roundeven %v7 : tensor<128xbf16>
  tri.store %v8 to %py : tensor<128xbf16>
  return
}
