func.func @k(%x: !tri.ptr<f32>, %y: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {
  %lo = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %i = tri.range : tensor<4096xi32>
  %z = arith.constant dense<0.0> : tensor<4096xf32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<4096xi32>
  %acc, %p = scf.for %j = %lo to %n step %one iter_args(%a = %z, %q = %px) -> (tensor<4096xf32>, tensor<4096x!tri.ptr<f32>>) : i32 {
    %v = tri.load %q : tensor<4096xf32>
    %b = arith.addf %a, %v : tensor<4096xf32>
    %w = tri.addptr %q, %one : tensor<4096x!tri.ptr<f32>>, i32
    scf.yield %z, %w : tensor<4096xf32>, tensor<4096x!tri.ptr<f32>>
  }
  %py = tri.addptr %y, %i : !tri.ptr<f32>, tensor<4096xi32>
  tri.store %acc to %py : tensor<4096xf32>
  tri.store %acc to %py : tensor<4096xf32>
  return
}
