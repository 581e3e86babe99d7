// What fp8 converts to and from, besides f16 and f32.
func.func @k(%x: !tri.ptr<i64>, %d: !tri.ptr<f64>, %y: !tri.ptr<f8E4M3FN>, %z: !tri.ptr<f8E5M2>, %w: !tri.ptr<bf16>)
    attributes {tri.kernel} {
  %i = tri.range : tensor<256xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i64>, tensor<256xi32>
  %pd = tri.addptr %d, %i : !tri.ptr<f64>, tensor<256xi32>
  %py = tri.addptr %y, %i : !tri.ptr<f8E4M3FN>, tensor<256xi32>
  %pz = tri.addptr %z, %i : !tri.ptr<f8E5M2>, tensor<256xi32>
  %pw = tri.addptr %w, %i : !tri.ptr<bf16>, tensor<256xi32>
  %a = tri.load %px : tensor<256xi64>
  %b = tri.load %pd : tensor<256xf64>
  %f = arith.sitofp %a : tensor<256xi64> to tensor<256xf8E5M2>
  %s = arith.trunci %a : tensor<256xi64> to tensor<256xi8>
  %u = arith.uitofp %s : tensor<256xi8> to tensor<256xf8E4M3FN>
  %g = arith.truncf %b : tensor<256xf64> to tensor<256xf8E4M3FN>
  %h = arith.truncf %b : tensor<256xf64> to tensor<256xf8E5M2>
  %k = arith.extf %u : tensor<256xf8E4M3FN> to tensor<256xbf16>
  tri.store %f to %pz : tensor<256xf8E5M2>
  tri.store %u to %py : tensor<256xf8E4M3FN>
  tri.store %k to %pw : tensor<256xbf16>
  %t = arith.constant dense<512> : tensor<256xi32>
  %qy = tri.addptr %py, %t : tensor<256x!tri.ptr<f8E4M3FN>>, tensor<256xi32>
  %qz = tri.addptr %pz, %t : tensor<256x!tri.ptr<f8E5M2>>, tensor<256xi32>
  tri.store %g to %qy : tensor<256xf8E4M3FN>
  tri.store %h to %qz : tensor<256xf8E5M2>
  return
}
