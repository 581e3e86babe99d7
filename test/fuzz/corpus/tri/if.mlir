func.func @k(%x: !tri.ptr<f32>, %y: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {
  %z = arith.constant 0 : i32
  %c = arith.cmpi sgt, %n, %z : i32
  %i = tri.range : tensor<128xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<128xi32>
  %v = scf.if %c -> (tensor<128xf32>) {
    %a = tri.load %px : tensor<128xf32>
    scf.yield %a : tensor<128xf32>
  } else {
    %b = arith.constant dense<2.0> : tensor<128xf32>
    scf.yield %b : tensor<128xf32>
  }
  scf.if %c {
    %py = tri.addptr %y, %i : !tri.ptr<f32>, tensor<128xi32>
    tri.store %v to %py : tensor<128xf32>
  }
  return
}
