func.func @print_types() attributes {tri.kernel, tri.grid = "2"} {
  %i = tri.range : tensor<2048xi32>
  %f = arith.sitofp %i : tensor<2048xi32> to tensor<2048xf32>
  %one = arith.constant dense<1> : tensor<2048xi32>
  %bit = arith.andi %i, %one : tensor<2048xi32>
  %odd = arith.cmpi eq, %bit, %one : tensor<2048xi32>
  %byte = arith.trunci %i : tensor<2048xi32> to tensor<2048xi8>
  %long = arith.extsi %i : tensor<2048xi32> to tensor<2048xi64>
  tri.print "i32 = ", %i : tensor<2048xi32>
  tri.print "i1, i8 = ", %odd, %byte : tensor<2048xi1>, tensor<2048xi8>
  tri.print "i64 = " hex, %long : tensor<2048xi64>
  %r = tri.range : tensor<4xi32>
  %c = tri.expand_dims %r axis 0 : tensor<4xi32>
  %cs = tri.broadcast %c : tensor<1x4xi32> -> tensor<8x4xi32>
  %r8 = tri.range : tensor<8xi32>
  %e8 = tri.expand_dims %r8 axis 1 : tensor<8xi32>
  %rs = tri.broadcast %e8 : tensor<8x1xi32> -> tensor<8x4xi32>
  %four = arith.constant dense<4> : tensor<8x4xi32>
  %row = arith.muli %rs, %four : tensor<8x4xi32>
  %at = arith.addi %row, %cs : tensor<8x4xi32>
  %at3 = tri.expand_dims %at axis 0 : tensor<8x4xi32>
  %h = arith.sitofp %at3 : tensor<1x8x4xi32> to tensor<1x8x4xf16>
  %d = arith.sitofp %at3 : tensor<1x8x4xi32> to tensor<1x8x4xf64>
  tri.print "f16 = ", %h : tensor<1x8x4xf16>
  tri.print "f64 = " hex, %d : tensor<1x8x4xf64>
  %b = arith.truncf %f : tensor<2048xf32> to tensor<2048xbf16>
  tri.print "bf16 = ", %b : tensor<2048xbf16>
  %n0 = arith.constant 0 : i32
  %n1 = arith.constant 1 : i32
  %n3 = arith.constant 3 : i32
  %half = arith.constant -0.5 : f64
  %none = arith.constant true
  scf.for %k = %n0 to %n3 step %n1 : i32 {
    %first = arith.cmpi eq, %k, %n1 : i32
    scf.if %first {
      tri.print "in a branch"
      tri.print "scalars ", %k, %half, %none : i32, f64, i1
    }
    tri.print "k = ", %k, %r : i32, tensor<4xi32>
  }
  %positive = arith.cmpi sge, %i, %one : tensor<2048xi32>
  %zero = arith.cmpi eq, %bit, %bit : tensor<2048xi32>
  %holds = arith.ori %positive, %zero : tensor<2048xi1>
  tri.assert %holds, "it is never false" : tensor<2048xi1>
  return
}
