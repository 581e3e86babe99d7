func.func @k(%x: !tri.ptr<i64>, %y: !tri.ptr<i64>) attributes {tri.kernel} {
  %i = tri.range : tensor<2xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i64>, tensor<2xi32>
  %py = tri.addptr %y, %i : !tri.ptr<i64>, tensor<2xi32>
  %v0 = tri.load %px : tensor<2xi64>
  %v1 = arith.addi %v0, %v0 overflow<nsw> : tensor<2xi64>
  %v2 = arith.muli %v1, %v0 overflow<nsw, nuw> : tensor<2xi64>
  %v3 = arith.shli %v2, %v0 overflow<nuw> : tensor<2xi64>
  tri.store %v3 to %py : tensor<2xi64>
  return
}
