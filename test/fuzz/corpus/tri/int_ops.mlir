func.func @k(%x: !tri.ptr<i32>, %y: !tri.ptr<i32>) attributes {tri.kernel} {
  %i = tri.range : tensor<64xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<64xi32>
  %py = tri.addptr %y, %i : !tri.ptr<i32>, tensor<64xi32>
  %v0 = tri.load %px : tensor<64xi32>
  %v1 = arith.addi %v0, %v0 : tensor<64xi32>
  %v2 = arith.subi %v1, %v0 : tensor<64xi32>
  %v3 = arith.muli %v2, %v0 : tensor<64xi32>
  %v4 = arith.andi %v3, %v0 : tensor<64xi32>
  %v5 = arith.ori %v4, %v0 : tensor<64xi32>
  %v6 = arith.xori %v5, %v0 : tensor<64xi32>
  %v7 = arith.maxsi %v6, %v0 : tensor<64xi32>
  %v8 = arith.minsi %v7, %v0 : tensor<64xi32>
  %v9 = arith.maxui %v8, %v0 : tensor<64xi32>
  %v10 = arith.minui %v9, %v0 : tensor<64xi32>
  tri.store %v10 to %py : tensor<64xi32>
  return
}
