func.func @k(%x: !tri.ptr<f8E4M3FN>, %y: !tri.ptr<f8E5M2>) attributes {tri.kernel} {
  %i = tri.range : tensor<64xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f8E4M3FN>, tensor<64xi32>
  %py = tri.addptr %y, %i : !tri.ptr<f8E5M2>, tensor<64xi32>
  %a = tri.load %px : tensor<64xf8E4M3FN>
  %b = arith.extf %a : tensor<64xf8E4M3FN> to tensor<64xf32>
  %c = arith.addf %b, %b : tensor<64xf32>
  %d = arith.truncf %c : tensor<64xf32> to tensor<64xf8E5M2>
  tri.store %d to %py : tensor<64xf8E5M2>
  return
}
