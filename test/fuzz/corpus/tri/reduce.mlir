func.func @f(%x: !tri.ptr<f32> {tri.arg = "randn(105)"}, %y: !tri.ptr<f32> {tri.arg = "zeros(15)"}, %k: !tri.ptr<i32> {tri.arg = "zeros(15)"}) attributes {tri.kernel, tri.grid = "1"} {
  %i = tri.range : tensor<105xi32>
  %j = tri.range : tensor<15xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<105xi32>
  %py = tri.addptr %y, %j : !tri.ptr<f32>, tensor<15xi32>
  %pk = tri.addptr %k, %j : !tri.ptr<i32>, tensor<15xi32>
  %l = tri.load %px : tensor<105xf32>
  %v = tri.reshape %l : tensor<105xf32> -> tensor<3x7x5xf32>
  %at = tri.reshape %i : tensor<105xi32> -> tensor<3x7x5xi32>
  %m, %a = tri.reduce %v, %at axis 1 : tensor<3x7x5xf32>, tensor<3x7x5xi32> by (%p, %ip), (%q, %iq) {
    %less = arith.cmpf olt, %p, %q : f32
    %g = arith.select %less, %q, %p : f32
    %ig = arith.select %less, %iq, %ip : i32
    tri.yield %g, %ig : f32, i32
  }
  %total = tri.reduce add %m axis 0 : tensor<3x5xf32>
  %top = tri.reduce maximum %total axis 0 : tensor<5xf32>
  %bits = tri.reduce xor %a axis 1 : tensor<3x5xi32>
  %one = tri.reduce umin %bits axis 0 : tensor<3xi32>
  tri.store %top to %y : f32
  tri.store %one to %k : i32
  return
}
