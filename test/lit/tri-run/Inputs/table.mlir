// y[i] = 2·x[i] for the 4 rows of x and y whose addresses are in tables, and x[i] becomes 0: what is written lies behind
// pointers that were loaded.
func.func @table(%xs: !tri.ptr<!tri.ptr<i32>> {tri.arg = "pointers(x, 4, 8)"},
                 %ys: !tri.ptr<!tri.ptr<i32>> {tri.arg = "pointers(y, 4, 8)"},
                 %x: !tri.ptr<i32> {tri.arg = "arange(32)"}, %y: !tri.ptr<i32> {tri.arg = "empty(4, 8)"})
    attributes {tri.kernel, tri.grid = "4"} {
  %row = tri.program_id x
  %pxs = tri.addptr %xs, %row : !tri.ptr<!tri.ptr<i32>>, i32
  %pys = tri.addptr %ys, %row : !tri.ptr<!tri.ptr<i32>>, i32
  %x0  = tri.load %pxs : !tri.ptr<i32>
  %y0  = tri.load %pys : !tri.ptr<i32>
  %i   = tri.range : tensor<8xi32>
  %px  = tri.addptr %x0, %i : !tri.ptr<i32>, tensor<8xi32>
  %py  = tri.addptr %y0, %i : !tri.ptr<i32>, tensor<8xi32>
  %v   = tri.load %px : tensor<8xi32>
  %w   = arith.addi %v, %v : tensor<8xi32>
  %z   = arith.constant dense<0> : tensor<8xi32>
  tri.store %w to %py : tensor<8xi32>
  tri.store %z to %px : tensor<8xi32>
  return
}
