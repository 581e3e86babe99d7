func.func @k(%x: !tri.ptr<i32>, %n: i32) attributes {tri.kernel} {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %b = arith.constant dense<1> : tensor<32xi32>
  %r, %s = scf.while (%i = %z, %v = %b) : (i32, tensor<32xi32>) -> (i32, tensor<32xi32>) {
    %c = arith.cmpi slt, %i, %n : i32
    scf.condition(%c) %i, %v : i32, tensor<32xi32>
  } do {
  ^bb0(%i: i32, %v: tensor<32xi32>):
    %j = arith.addi %i, %one : i32
    %w = arith.addi %v, %v : tensor<32xi32>
    scf.yield %j, %w : i32, tensor<32xi32>
  }
  %i = tri.range : tensor<32xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<32xi32>
  tri.store %s to %px : tensor<32xi32>
  return
}
