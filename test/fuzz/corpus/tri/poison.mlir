func.func @k(%x: !tri.ptr<i32>) attributes {tri.kernel} {
  %i = tri.range : tensor<32xi32>
  %u = ub.poison : tensor<32xi32>
  %c = arith.cmpi slt, %i, %u : tensor<32xi32>
  %v = arith.select %c, %i, %u : tensor<32xi1>, tensor<32xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<32xi32>
  tri.store %v to %px : tensor<32xi32>
  return
}
