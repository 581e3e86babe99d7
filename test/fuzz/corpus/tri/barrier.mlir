func.func @k(%x: !tri.ptr<i32>) attributes {tri.kernel} {
  %i = tri.range : tensor<128xi32>
  %c = arith.constant dense<127> : tensor<128xi32>
  %j = arith.subi %c, %i : tensor<128xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<128xi32>
  %pj = tri.addptr %x, %j : !tri.ptr<i32>, tensor<128xi32>
  tri.store %i to %px : tensor<128xi32>
  %v = tri.load %pj : tensor<128xi32>
  tri.store %v to %px : tensor<128xi32>
  return
}
