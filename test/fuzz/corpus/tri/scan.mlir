func.func @f(%x: !tri.ptr<i32> {tri.arg = "arange(32)"}, %y: !tri.ptr<i32> {tri.arg = "zeros(32)"}, %n: i32 {tri.arg = "29"}) attributes {tri.kernel, tri.grid = "1"} {
  %i = tri.range : tensor<32xi32>
  %ns = tri.splat %n : tensor<32xi32>
  %in = arith.cmpi slt, %i, %ns : tensor<32xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<32xi32>
  %py = tri.addptr %y, %i : !tri.ptr<i32>, tensor<32xi32>
  %v = tri.load %px where %in : tensor<32xi32>
  %s = tri.scan add %v axis 0 : tensor<32xi32>
  %t = tri.reshape %s : tensor<32xi32> -> tensor<4x8xi32>
  %p, %h = tri.scan %t, %t axis 1 reverse : tensor<4x8xi32>, tensor<4x8xi32> by (%a0, %b0), (%a1, %b1) {
    %a2 = arith.muli %a0, %a1 : i32
    %c = arith.muli %a1, %b0 : i32
    %b2 = arith.addi %c, %b1 overflow<nsw> : i32
    tri.yield %a2, %b1 : i32, i32
  }
  %u = tri.scan max %h axis 0 : tensor<4x8xi32>
  %r = tri.reshape %u : tensor<4x8xi32> -> tensor<32xi32>
  tri.store %r to %py where %in : tensor<32xi32>
  return
}
