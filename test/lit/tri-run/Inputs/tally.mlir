// tally: how often each of four remainders occurs among n numbers; the largest.
func.func @tally(%x: !tri.ptr<i32> {tri.arg = "arange(n)"}, %count: !tri.ptr<i32> {tri.arg = "zeros(4)"},
                 %largest: !tri.ptr<i32> {tri.arg = "zeros(1)"}, %n: i32 {tri.arg = "100"})
    attributes {tri.kernel, tri.grid = "cdiv(n, 16)"} {
  %pid = tri.program_id x
  %c16 = arith.constant 16 : i32
  %c3 = arith.constant dense<3> : tensor<16xi32>
  %ones = arith.constant dense<1> : tensor<16xi32>
  %start = arith.muli %pid, %c16 : i32
  %starts = tri.splat %start : tensor<16xi32>
  %k = tri.range : tensor<16xi32>
  %i = arith.addi %starts, %k : tensor<16xi32>
  %ns = tri.splat %n : tensor<16xi32>
  %in = arith.cmpi slt, %i, %ns : tensor<16xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<16xi32>
  %v = tri.load %px where %in : tensor<16xi32>
  %r = arith.andi %v, %c3 : tensor<16xi32>
  %pc = tri.addptr %count, %r : !tri.ptr<i32>, tensor<16xi32>
  %old = tri.atomic_rmw add %ones at %pc where %in semantics relaxed : tensor<16xi32>
  %pl = tri.splat %largest : tensor<16x!tri.ptr<i32>>
  %was = tri.atomic_rmw max %v at %pl where %in semantics relaxed : tensor<16xi32>
  return
}
