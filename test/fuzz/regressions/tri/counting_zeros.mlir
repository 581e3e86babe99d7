func.func @k(%x: !tri.ptr<i8>, %y: !tri.ptr<i8>) attributes {tri.kernel} {
  %i = tri.range : tensor<65536xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i8>, tensor<65536xi32>
  %py = tri.addptr %y, %i : !tri.ptr<i8>, tensor<65536xi32>
  %v0 = tri.load %px : tensor<65536xi8>
  %v1 = arith.shli %v0, %v0 : tensor<65536xi8>
  %v2 = arith.shrsi %v1, %v0 : tensor<65536xi8>
  %v3 = arith.shrui %v2, %v0 : tensor<65536xi8>
  %v4 = math.ctlz %v3 : tensor<65536xi8>
  %v5 = math.cttz %v4 : tensor<65536xi8>
  %v6 = math.ctpop %v5 : tensor<65536xi8>
  %v7 = math.absi %v6 : tensor<65536xi8>
  tri.store %v7 to %py : tensor<65536xi8>
  tri.store %v7 to %py : tensor<65536xi8>
  return
}
