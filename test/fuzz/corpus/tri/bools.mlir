func.func @k(%x: !tri.ptr<i1>) attributes {tri.kernel} {
  %i = tri.range : tensor<32xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i1>, tensor<32xi32>
  %v = tri.load %px : tensor<32xi1>
  %t = arith.constant dense<true> : tensor<32xi1>
  %w = arith.xori %v, %t : tensor<32xi1>
  tri.store %w to %px where %v : tensor<32xi1>
  return
}
