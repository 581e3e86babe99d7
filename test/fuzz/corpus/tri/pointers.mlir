func.func @k(%x: !tri.ptr<!tri.ptr<f32>>, %y: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<16xi32>
  %pp = tri.addptr %x, %i : !tri.ptr<!tri.ptr<f32>>, tensor<16xi32>
  %p = tri.load %pp : tensor<16x!tri.ptr<f32>>
  %v = tri.load %p : tensor<16xf32>
  %py = tri.addptr %y, %i : !tri.ptr<f32>, tensor<16xi32>
  tri.store %v to %py : tensor<16xf32>
  return
}
