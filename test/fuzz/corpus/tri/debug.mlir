func.func @k(%x: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {
  %c16 = arith.constant 16 : i32
  %c0 = arith.constant 0 : i32
  %rest = arith.remui %n, %c16 : i32
  %none = arith.cmpi eq, %rest, %c0 : i32
  tri.assume %none
  %i = tri.range : tensor<2xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<2xi32>
  %v = tri.load %px : tensor<2xf32>
  tri.print "x, n = ", %v, %n : tensor<2xf32>, i32
  tri.print "bits" hex, %v : tensor<2xf32>
  tri.print "here"
  %is = arith.cmpf ord, %v, %v : tensor<2xf32>
  %y = arith.select %is, %v, %v : tensor<2xi1>, tensor<2xf32>
  tri.assert %is, "x is a number" : tensor<2xi1>
  cf.assert %none, "n is a multiple"
  tri.store %y to %px : tensor<2xf32>
  return
}
