#v = #tri.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], cta = []>
#w = #tri.layout<register = [[128], [256]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], cta = []>
func.func @k(%p: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<512xi32, #v>
  %q = tri.addptr %p, %i : !tri.ptr<f32>, tensor<512xi32, #v>
  %a = tri.load %q : tensor<512xf32, #v>
  %b = tri.convert_layout %a : tensor<512xf32, #v> -> tensor<512xf32, #w>
  return
}
