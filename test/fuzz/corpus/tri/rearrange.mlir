func.func @k(%x: !tri.ptr<i32>, %y: !tri.ptr<i32>) attributes {tri.kernel} {
  %i = tri.range from 2 : tensor<6xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<6xi32>
  %v = tri.load %px : tensor<6xi32>
  %a = tri.reshape %v : tensor<6xi32> -> tensor<2x3xi32>
  %b = tri.transpose %a order [1, 0] : tensor<2x3xi32>
  %c = tri.join %b, %b : tensor<3x2xi32>
  %d = tri.transpose %c order [2, 0, 1] : tensor<3x2x2xi32>
  %e = tri.reshape %d reorder : tensor<2x3x2xi32> -> tensor<6x2xi32>
  %l, %r = tri.split %e : tensor<6x2xi32>
  %f = tri.cat %l, %v axis 0 : tensor<6xi32>, tensor<6xi32>
  %g = tri.expand_dims %f axis 0 : tensor<12xi32>
  %h = tri.broadcast %g : tensor<1x12xi32> -> tensor<3x12xi32>
  %s = tri.reshape %h : tensor<3x12xi32> -> tensor<2x18xi32>
  %pair = tri.transpose %s order [1, 0] : tensor<2x18xi32>
  %p0, %p1 = tri.split %pair : tensor<18x2xi32>
  %t = tri.reshape %p0 : tensor<18xi32> -> tensor<3x6xi32>
  %j = tri.range : tensor<18xi32>
  %k = tri.reshape %j : tensor<18xi32> -> tensor<3x6xi32>
  %py = tri.addptr %y, %k : !tri.ptr<i32>, tensor<3x6xi32>
  tri.store %t to %py : tensor<3x6xi32>
  return
}
