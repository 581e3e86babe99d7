func.func @k(%x: !tri.ptr<i32>) attributes {tri.kernel} {
  %lo = arith.constant 0 : index
  %hi = arith.constant 3 : index
  %one = arith.constant 0 : index
  %i = tri.range : tensor<32xi32>
  %z = arith.constant dense<0> : tensor<32xi32>
  %r = scf.for %j = %lo to %hi step %one iter_args(%a = %z) -> (tensor<32xi32>) {
    %s = scf.for %k = %lo to %j step %one iter_args(%b = %a) -> (tensor<32xi32>) {
      %k32 = arith.index_cast %k : index to i32
      %even = arith.trunci %k32 : i32 to i1
      %t = scf.if %even -> (tensor<32xi32>) {
        %c = arith.maxui %b, %i : tensor<32xi32>
        scf.yield %c : tensor<32xi32>
      } else {
        scf.yield %b : tensor<32xi32>
      }
      scf.yield %t : tensor<32xi32>
    }
    scf.yield %s : tensor<32xi32>
  }
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<32xi32>
  tri.store %r to %px : tensor<32xi32>
  return
}
