func.func @k(%x: !tri.ptr<i8>, %y: !tri.ptr<i32>) attributes {tri.kernel} {
  %i = tri.range : tensor<16xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i8>, tensor<16xi32>
  %in = arith.constant dense<[true, false, true, true, true, true, false, true, true, true, true, true, true, true, false, true]> : tensor<16xi1>
  %v = tri.load %px where %in : tensor<16xi8>
  %h = tri.histogram %v where %in : tensor<16xi8> -> tensor<7xi32>
  %all = tri.histogram %i : tensor<16xi32> -> tensor<7xi32>
  %sum = arith.addi %h, %all : tensor<7xi32>
  %at = arith.constant dense<[6, 0, 3, 3, 5]> : tensor<5xi64>
  %g = tri.gather %sum at %at axis 0 : tensor<7xi32>, tensor<5xi64>
  %w = tri.reshape %v : tensor<16xi8> -> tensor<4x4xi8>
  %r = arith.constant dense<[[3, 0], [1, 1], [2, 0], [0, 3]]> : tensor<4x2xi16>
  %e = tri.gather %w at %r axis 1 : tensor<4x4xi8>, tensor<4x2xi16>
  %f = arith.extsi %e : tensor<4x2xi8> to tensor<4x2xi32>
  %s = tri.reduce add %f axis 1 : tensor<4x2xi32>
  %j = tri.range : tensor<5xi32>
  %k = tri.range : tensor<4xi32>
  %py = tri.addptr %y, %j : !tri.ptr<i32>, tensor<5xi32>
  tri.store %g to %py : tensor<5xi32>
  %pz = tri.addptr %y, %k : !tri.ptr<i32>, tensor<4xi32>
  tri.store %s to %pz : tensor<4xi32>
  return
}
