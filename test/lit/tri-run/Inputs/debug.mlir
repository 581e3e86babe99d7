func.func @debug(%x: !tri.ptr<f32>, %limit: f32) attributes {tri.kernel, tri.grid = "2"} {
  %pid = tri.program_id x
  %i = tri.range : tensor<4xi32>
  %p = tri.addptr %x, %i : !tri.ptr<f32>, tensor<4xi32>
  %v = tri.load %p : tensor<4xf32>
  %top = tri.splat %limit : tensor<4xf32>
  %small = arith.cmpf olt, %v, %top : tensor<4xf32>
  tri.print "pid, v = ", %pid, %v : i32, tensor<4xf32>
  tri.assert %small, "v is small" : tensor<4xi1>
  return
}
