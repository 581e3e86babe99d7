func.func @k(%x: !tri.ptr<i8> {tri.divisibility = 16 : i32, tri.noalias, tri.arg = "zeros(n)", tri.name = "data"}, %n: i32 {tri.divisibility = 8 : i32, tri.arg = "2048"}) attributes {tri.kernel, tri.grid = "cdiv(n, 2048), 1", tri.num_warps = 8 : i32, tri.num_stages = 2 : i32, tri.num_ctas = 1 : i32, tri.max_registers = 64 : i32} {
  %i = tri.range : tensor<2048xi64>
  %px = tri.addptr %x, %i : !tri.ptr<i8>, tensor<2048xi64>
  %v = tri.load %px : tensor<2048xi8>
  tri.store %v to %px : tensor<2048xi8>
  return
}
