func.func @k(%x: !tri.ptr<i32>) attributes {tri.kernel} {
  %i = tri.range : tensor<64xi32>
  %lo, %hi = arith.mulsi_extended %i, %i : tensor<64xi32>
  %s, %o = arith.addui_extended %lo, %hi : tensor<64xi32>, tensor<64xi1>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<64xi32>
  tri.store %s to %px where %o : tensor<64xi32>
  return
}
