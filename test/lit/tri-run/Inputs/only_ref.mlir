// A kernel with an op that compiled code does not have, in a helper. When tri.histogram is compiled, take another op here.
func.func private @count(%x: tensor<64xi32>) -> tensor<4xi32> {
  %h = tri.histogram %x : tensor<64xi32> -> tensor<4xi32>
  return %h : tensor<4xi32>
}
func.func @only_ref(%x: !tri.ptr<i32> {tri.arg = "randint(64, 0, 4)"}, %h: !tri.ptr<i32> {tri.arg = "empty(4)"})
    attributes {tri.kernel, tri.grid = "1"} {
  %i  = tri.range : tensor<64xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<64xi32>
  %xs = tri.load %px : tensor<64xi32>
  %hs = func.call @count(%xs) : (tensor<64xi32>) -> tensor<4xi32>
  %b  = tri.range : tensor<4xi32>
  %ph = tri.addptr %h, %b : !tri.ptr<i32>, tensor<4xi32>
  tri.store %hs to %ph : tensor<4xi32>
  return
}
