func.func @f(%x: !tri.ptr<i32> {tri.arg = "arange(16)"}, %y: !tri.ptr<i32> {tri.arg = "zeros(16)"}, %s: i32 {tri.arg = "3"}) attributes {tri.kernel, tri.grid = "1"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c15 = arith.constant 15 : i32
  %i = tri.range : tensor<16xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<16xi32>
  %py = tri.addptr %y, %i : !tri.ptr<i32>, tensor<16xi32>
  %v = tri.load %px : tensor<16xi32>
  %k = tri.splat %s : tensor<16xi32>
  %r, %e, %same = tri.map %v, %k : tensor<16xi32>, tensor<16xi32> by (%a, %m) {
    %n = arith.andi %a, %c15 : i32
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%t = %m) -> i32 : i32 {
      %u = arith.muli %t, %s : i32
      %w = arith.addi %u, %j : i32
      scf.yield %w : i32
    }
    %odd = arith.trunci %sum : i32 to i1
    %o = scf.if %odd -> i32 {
      %d = arith.divsi %sum, %s : i32
      scf.yield %d : i32
    } else {
      scf.yield %n : i32
    }
    tri.yield %o, %odd, %n : i32, i1, i32
  }
  %f = tri.map %r, %e : tensor<16xi32>, tensor<16xi1> by (%a, %on) {
    %b = arith.xori %a, %s : i32
    %c = arith.select %on, %a, %b : i32
    tri.yield %c : i32
  }
  tri.store %f to %py where %e : tensor<16xi32>
  tri.store %same to %py : tensor<16xi32>
  return
}
