func.func @k(%x: !tri.ptr<f64>, %y: !tri.ptr<f64>) attributes {tri.kernel} {
  %i = tri.range : tensor<128xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f64>, tensor<128xi32>
  %py = tri.addptr %y, %i : !tri.ptr<f64>, tensor<128xi32>
  %v0 = tri.load %px : tensor<128xf64>
  %v1 = math.exp %v0 : tensor<128xf64>
  %v2 = math.log %v1 : tensor<128xf64>
  %v3 = math.sin %v2 : tensor<128xf64>
  %v4 = math.powf %v3, %v0 : tensor<128xf64>
  %v5 = math.powf %v4, %v0 : tensor<128xf64>
  tri.store %v5 to %py : tensor<128xf64>
  return
}
