func.func @k(%x: !tri.ptr<f32>, %y: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {
  %r = tri.range : tensor<8xi32>
  %px = tri.addptr %x, %r : !tri.ptr<f32>, tensor<8xi32>
  %v = tri.load %px : tensor<8xf32>
  %e = tri.expand_dims %v axis 1 : tensor<8xf32>
  %b = tri.broadcast %e : tensor<8x1xf32> -> tensor<8x4xf32>
  %c = tri.range : tensor<4xi32>
  %ce = tri.expand_dims %c axis 0 : tensor<4xi32>
  %cb = tri.broadcast %ce : tensor<1x4xi32> -> tensor<8x4xi32>
  %py = tri.addptr %y, %cb : !tri.ptr<f32>, tensor<8x4xi32>
  tri.store %b to %py : tensor<8x4xf32>
  return
}
