func.func @k(%x: !tri.ptr<f64>, %y: !tri.ptr<f64>) attributes {tri.kernel} {
  %i = tri.range : tensor<32xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f64>, tensor<32xi32>
  %py = tri.addptr %y, %i : !tri.ptr<f64>, tensor<32xi32>
  %v0 = tri.load %px : tensor<32xf64>
  %v1 = arith.addf %v0, %v0 : tensor<32xf64>
  %v2 = arith.subf %v1, %v0 : tensor<32xf64>
  %v3 = arith.mulf %v2, %v0 : tensor<32xf64>
  %v4 = arith.divf %v3, %v0 : tensor<32xf64>
  %v5 = arith.remf %v4, %v0 : tensor<32xf64>
  %v6 = math.sqrt %v5 : tensor<32xf64>
  tri.store %v6 to %py : tensor<32xf64>
  return
}
