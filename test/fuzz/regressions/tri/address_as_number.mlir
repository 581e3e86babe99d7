func.func @k(%x: !tri.ptr<f32>, %p: !tri.ptr<i64>) attributes {tri.kernel} {
  %c1 = arith.constant 1 : i32
  %a = tri.load %x : f32
  %at = tri.addptr %x, %c1 : !tri.ptr<f32>, i32
  %b = tri.load %at : f32
  %j = tri.join %a, %b : f32
  %l, %r = tri.split %j : tensor<2xf32>
  tri.store %l to %at : f32
  %q = tri.join %x, %at : !tri.ptr<f32>
  %n = tri.ptr_to_int %q : tensor<2x!tri.ptr<f32>>
  %m = tri.int_to_ptr %n : tensor<2x!tri.ptr<f32>>
  %w = tri.bitcast %m : tensor<2x!tri.ptr<f32>> -> tensor<2x!tri.ptr<i32>>
  %bits = tri.load %w : tensor<2xi32>
  %z = tri.ptr_to_int %p : !tri.ptr<i64>
  tri.store %z to %p : i64
  return
}
