func.func @k(%x: !tri.ptr<i16>, %y: !tri.ptr<i16>) attributes {tri.kernel} {
  %i = tri.range : tensor<8xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i16>, tensor<8xi32>
  %py = tri.addptr %y, %i : !tri.ptr<i16>, tensor<8xi32>
  %v0 = tri.load %px : tensor<8xi16>
  %v1 = arith.divsi %v0, %v0 : tensor<8xi16>
  %v2 = arith.divui %v1, %v0 : tensor<8xi16>
  %v3 = arith.remsi %v2, %v0 : tensor<8xi16>
  %v4 = arith.remui %v3, %v0 : tensor<8xi16>
  %v5 = arith.ceildivsi %v4, %v0 : tensor<8xi16>
  %v6 = arith.ceildivui %v5, %v0 : tensor<8xi16>
  %v7 = arith.floordivsi %v6, %v0 : tensor<8xi16>
  tri.store %v7 to %py : tensor<8xi16>
  return
}
