func.func @k(%x: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<8xi32>
  %t = arith.constant dense<[3, 1, 4, 1, 5, 9, 2, 6]> : tensor<8xi32>
  %f = arith.constant dense<[true, false, true, true, false, false, true, false]> : tensor<8xi1>
  %g = arith.constant dense<[0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5]> : tensor<8xf32>
  %px = tri.addptr %x, %t : !tri.ptr<f32>, tensor<8xi32>
  tri.store %g to %px where %f : tensor<8xf32>
  return
}
