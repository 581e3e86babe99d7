func.func @k(%x: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<2147483647xi32>
  %a = arith.extsi %i : tensor<2147483647xi32> to tensor<2147483647xi64>
  %b = arith.sitofp %a : tensor<2147483647xi64> to tensor<2147483647xf32>
  %c = arith.truncf %b : tensor<2147483647xf32> to tensor<2147483647xf16>
  %d = arith.extf %c : tensor<2147483647xf16> to tensor<2147483647xf64>
  %e = arith.fptosi %d : tensor<2147483647xf64> to tensor<2147483647xi8>
  %f = arith.extui %e : tensor<2147483647xi8> to tensor<2147483647xi32>
  %g = arith.bitcast %f : tensor<2147483647xi32> to tensor<2147483647xf32>
  %h = arith.truncf %g toward_zero : tensor<2147483647xf32> to tensor<2147483647xbf16>
  %l = arith.extf %h : tensor<2147483647xbf16> to tensor<2147483647xf32>
  %m = arith.trunci %i : tensor<2147483647xi32> to tensor<2147483647xi16>
  %o = arith.uitofp %m : tensor<2147483647xi16> to tensor<2147483647xf32>
  %q = arith.fptoui %o : tensor<2147483647xf32> to tensor<2147483647xi64>
  %s = arith.addf %l, %o : tensor<2147483647xf32>
  %p = tri.addptr %x, %q : !tri.ptr<f32>, tensor<2147483647xi64>
  tri.store %s to %p : tensor<2147483647xf32>
  return
}
