func.func @k(%x: !tri.ptr<f32>, %y: !tri.ptr<i32>) attributes {tri.kernel} {
  %h = arith.constant dense<[[0.5, 1.5, 2.5], [3.5, 4.5, 5.5]]> : tensor<2x3xf16>
  %k = arith.constant dense<0.25> : tensor<3x2xf16>
  %c = arith.constant dense<1.0> : tensor<2x2xf32>
  %d = tri.dot %h, %k, %c : tensor<2x3xf16>, tensor<3x2xf16>, tensor<2x2xf32>
  %e = tri.dot %d, %d, %c precision tf32x3 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
  %f = tri.dot %e, %d, %c precision tf32 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
  %p = tri.splat %x : tensor<2x2x!tri.ptr<f32>>
  tri.store %f to %p : tensor<2x2xf32>
  %u = arith.constant dense<[[[1, 2], [3, -4]]]> : tensor<1x2x2xi8>
  %z = arith.constant dense<0> : tensor<1x2x2xi32>
  %n = tri.dot %u unsigned, %u, %z : tensor<1x2x2xi8>, tensor<1x2x2xi8>, tensor<1x2x2xi32>
  %m = arith.addi %n, %n : tensor<1x2x2xi32>
  %q = tri.splat %y : tensor<1x2x2x!tri.ptr<i32>>
  tri.store %m to %q : tensor<1x2x2xi32>
  %s = arith.constant dense<[[126], [129]]> : tensor<2x1xi8>
  %w = arith.constant dense<[[18, 52], [86, 120]]> : tensor<2x2xi8>
  %v = arith.constant dense<1.5> : tensor<4x2xf8E4M3FN>
  %o = tri.dot_scaled %w scale %s, %v scale %s, %c : tensor<2x2xi8> scale tensor<2x1xi8>, tensor<4x2xf8E4M3FN> scale tensor<2x1xi8>, tensor<2x2xf32>
  tri.store %o to %p : tensor<2x2xf32>
  return
}
