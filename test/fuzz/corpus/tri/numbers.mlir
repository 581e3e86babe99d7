func.func @k(%x: !tri.ptr<f32>, %y: !tri.ptr<f8E4M3FN>, %z: !tri.ptr<i32>, %n: i32) attributes {tri.kernel} {
  %i = tri.range : tensor<8xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<8xi32>
  %py = tri.addptr %y, %i : !tri.ptr<f8E4M3FN>, tensor<8xi32>
  %pz = tri.addptr %z, %i : !tri.ptr<i32>, tensor<8xi32>
  %v = tri.load %px : tensor<8xf32>
  %low = arith.constant dense<-1.5> : tensor<8xf32>
  %high = arith.constant dense<[0.0, 1.0, -0.0, 2.0, 0x7F800000, 0x7FC00000, -2.0, 3.0]> : tensor<8xf32>
  %a = tri.clamp %v, %low, %high : tensor<8xf32>
  %b = tri.clamp %a, %low, %v propagate_nan : tensor<8xf32>
  %c = tri.fp_cast %b rounding rtz : tensor<8xf32> -> tensor<8xf16>
  %d = tri.fp_cast %c saturate : tensor<8xf16> -> tensor<8xf8E4M3FN>
  tri.store %d to %py : tensor<8xf8E4M3FN>
  %e = tri.fp_cast %d : tensor<8xf8E4M3FN> -> tensor<8xf8E5M2>
  %f = tri.fp_cast %e : tensor<8xf8E5M2> -> tensor<8xbf16>
  %g = tri.fp_cast %f rounding rtz saturate : tensor<8xbf16> -> tensor<8xf8E5M2>
  %h = tri.fp_cast %g : tensor<8xf8E5M2> -> tensor<8xf32>
  tri.store %h to %px : tensor<8xf32>
  %ns = tri.splat %n : tensor<8xi32>
  %u = tri.mulhi unsigned %i, %ns : tensor<8xi32>
  %s = tri.mulhi signed %u, %i : tensor<8xi32>
  tri.store %s to %pz : tensor<8xi32>
  return
}
