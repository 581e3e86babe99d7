func.func @k(%x: !tri.ptr<f32>, %y: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {
  %i = tri.range from 5 : tensor<256xi32>
  %s = tri.splat %n : tensor<256xi32>
  %in = arith.cmpi slt, %i, %s : tensor<256xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<256xi32>
  %py = tri.addptr %y, %i : !tri.ptr<f32>, tensor<256xi32>
  %one = arith.constant dense<1.0> : tensor<256xf32>
  %v = tri.load %px where %in else %one cache cg evict first : tensor<256xf32>
  %w = tri.load %px where %in volatile : tensor<256xf32>
  %c = arith.cmpf ogt, %v, %w : tensor<256xf32>
  %r = arith.select %c, %v, %w : tensor<256xi1>, tensor<256xf32>
  tri.store %r to %py where %in cache wb evict last : tensor<256xf32>
  return
}
