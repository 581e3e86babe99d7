func.func @k(%x: !tri.ptr<f32>, %y: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {
  %r = tri.range : tensor<16xi32>
  %c = tri.range : tensor<32xi32>
  %re = tri.expand_dims %r axis 1 : tensor<16xi32>
  %ce = tri.expand_dims %c axis 0 : tensor<32xi32>
  %rb = tri.broadcast %re : tensor<16x1xi32> -> tensor<16x32xi32>
  %cb = tri.broadcast %ce : tensor<1x32xi32> -> tensor<16x32xi32>
  %s = tri.splat %n : tensor<16x32xi32>
  %m = arith.muli %rb, %s : tensor<16x32xi32>
  %o = arith.addi %m, %cb : tensor<16x32xi32>
  %px = tri.addptr %x, %o : !tri.ptr<f32>, tensor<16x32xi32>
  %py = tri.addptr %y, %o : !tri.ptr<f32>, tensor<16x32xi32>
  %v = tri.load %px : tensor<16x32xf32>
  tri.store %v to %py : tensor<16x32xf32>
  return
}
