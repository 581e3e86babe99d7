func.func @k(%x: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<128xi32>
  %a = arith.extsi %i : tensor<128xi32> to tensor<128xi64>
  %b = arith.sitofp %a : tensor<128xi64> to tensor<128xf32>
  %c = arith.truncf %b : tensor<128xf32> to tensor<128xf16>
  %d = arith.extf %c : tensor<128xf16> to tensor<128xf64>
  %e = arith.fptosi %d : tensor<128xf64> to tensor<128xi8>
  %f = arith.extui %e : tensor<128xi8> to tensor<128xi32>
  %g = arith.bitcast %f : tensor<128xi32> to tensor<128xf32>
  %h = arith.truncf %g toward_zero : tensor<128xf32> to tensor<128xbf16>
  %l = arith.extf %h : tensor<128xbf16> to tensor<128xf32>
  %m = arith.trunci %i : tensor<128xi32> to tensor<128xi16>
  %o = arith.uitofp %m : tensor<128xi16> to tensor<128xf32>
  %q = arith.fptoui %o : tensor<128xf32> to tensor<128xi64>
  %s = arith.addf %l, %o : tensor<128xf32>
  %p = tri.addptr %x, %q : !tri.ptr<f32>, tensor<128xi64>
  tri.store %s to %p : tensor<128xf32>
  return
}
