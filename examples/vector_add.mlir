// z = x + y over n elements, a block of them per program.
//
//   tri-run examples/vector_add.mlir                                  98,432 random f32
//   tri-run examples/vector_add.mlir n=1000000 -D F=f16               another length and type
//   tri-run examples/vector_add.mlir --kernel vector_add_int -D I=i64

#BLOCK = 1024 : i32        // tri-param {128, 256, 512, 1024, 2048}
!F     = f32               // tri-param {f16, bf16, f32, f64}
!I     = i32               // tri-param {i8, i16, i32, i64}
!index = tensor<1024xi32>  // tri: tensor<${BLOCK}xi32>
!fs    = tensor<1024x!F>   // tri: tensor<${BLOCK}x!F>
!is    = tensor<1024x!I>   // tri: tensor<${BLOCK}x!I>

func.func @vector_add(%x: !tri.ptr<!F> {tri.arg = "randn(n)",  tri.divisibility = 16 : i32},
                      %y: !tri.ptr<!F> {tri.arg = "randn(n)",  tri.divisibility = 16 : i32},
                      %z: !tri.ptr<!F> {tri.arg = "empty(n)", tri.divisibility = 16 : i32},
                      %n: i32 {tri.arg = "98432"}) attributes {tri.kernel, tri.grid = "cdiv(n, BLOCK)"} {
  %pid   = tri.program_id x
  %size  = arith.constant #BLOCK
  %start = arith.muli %pid, %size : i32
  %first = tri.splat %start : !index
  %lane  = tri.range : !index
  %i     = arith.addi %first, %lane : !index
  %end   = tri.splat %n : !index
  %in    = arith.cmpi slt, %i, %end : !index
  %px    = tri.addptr %x, %i : !tri.ptr<!F>, !index
  %py    = tri.addptr %y, %i : !tri.ptr<!F>, !index
  %pz    = tri.addptr %z, %i : !tri.ptr<!F>, !index
  %a     = tri.load %px where %in : !fs
  %b     = tri.load %py where %in : !fs
  %sum   = arith.addf %a, %b : !fs
  tri.store %sum to %pz where %in : !fs
  return
}

// The same for integers, modulo 2^bits.
func.func @vector_add_int(%x: !tri.ptr<!I> {tri.arg = "randint(n, -100, 100)",  tri.divisibility = 16 : i32},
                          %y: !tri.ptr<!I> {tri.arg = "randint(n, -100, 100)",  tri.divisibility = 16 : i32},
                          %z: !tri.ptr<!I> {tri.arg = "empty(n)", tri.divisibility = 16 : i32},
                          %n: i32 {tri.arg = "98432"}) attributes {tri.kernel, tri.grid = "cdiv(n, BLOCK)"} {
  %pid   = tri.program_id x
  %size  = arith.constant #BLOCK
  %start = arith.muli %pid, %size : i32
  %first = tri.splat %start : !index
  %lane  = tri.range : !index
  %i     = arith.addi %first, %lane : !index
  %end   = tri.splat %n : !index
  %in    = arith.cmpi slt, %i, %end : !index
  %px    = tri.addptr %x, %i : !tri.ptr<!I>, !index
  %py    = tri.addptr %y, %i : !tri.ptr<!I>, !index
  %pz    = tri.addptr %z, %i : !tri.ptr<!I>, !index
  %a     = tri.load %px where %in : !is
  %b     = tri.load %py where %in : !is
  %sum   = arith.addi %a, %b : !is
  tri.store %sum to %pz where %in : !is
  return
}
