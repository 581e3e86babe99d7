// Tables of one-byte elements in constant memory.
func.func @k(%x: !tri.ptr<f8E5M2>, %y: !tri.ptr<f8E4M3FN>, %z: !tri.ptr<i8>) attributes {tri.kernel} {
  %i = tri.range : tensor<4xi32>
  %a = arith.constant dense<[0.5, -1.0, 2.0, 0.0]> : tensor<4xf8E5M2>
  %b = arith.constant dense<[0.5, -1.0, 448.0, 0.0]> : tensor<4xf8E4M3FN>
  %c = arith.constant dense<[1, -2, 3, -128]> : tensor<4xi8>
  %m = arith.constant dense<[true, false, true, true]> : tensor<4xi1>
  %px = tri.addptr %x, %i : !tri.ptr<f8E5M2>, tensor<4xi32>
  %py = tri.addptr %y, %i : !tri.ptr<f8E4M3FN>, tensor<4xi32>
  %pz = tri.addptr %z, %i : !tri.ptr<i8>, tensor<4xi32>
  tri.store %a to %px where %m : tensor<4xf8E5M2>
  tri.store %b to %py where %m : tensor<4xf8E4M3FN>
  tri.store %c to %pz : tensor<4xi8>
  return
}
