func.func @k(%x: !tri.ptr<f32>, %y: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {
  %r = tri.range : tensor<2xi32>
  %a = tri.expand_dims %r axis 0 : tensor<2xi32>
  %b = tri.expand_dims %a axis 0 : tensor<1x2xi32>
  %c = tri.expand_dims %b axis 0 : tensor<1x1x2xi32>
  %d = tri.expand_dims %c axis 0 : tensor<1x1x1x2xi32>
  %e = tri.expand_dims %d axis 0 : tensor<1x1x1x1x2xi32>
  %f = tri.expand_dims %e axis 0 : tensor<1x1x1x1x1x2xi32>
  %g = tri.expand_dims %f axis 7 : tensor<1x1x1x1x1x1x2xi32>
  %h = tri.broadcast %g : tensor<1x1x1x1x1x1x2x1xi32> -> tensor<2x2x1x2x2x1x2x2xi32>
  %px = tri.addptr %x, %h : !tri.ptr<f32>, tensor<2x2x1x2x2x1x2x2xi32>
  %v = tri.load %px : tensor<2x2x1x2x2x1x2x2xf32>
  tri.store %v to %px : tensor<2x2x1x2x2x1x2x2xf32>
  return
}
