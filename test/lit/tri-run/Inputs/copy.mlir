// y = x over n elements of any type.
#BLOCK = 16 : i32       // tri-param {16, 32}
!T     = f32            // tri-param {i1, i8, i16, i32, i64, f8E4M3FN, f8E5M2, f16, bf16, f32, f64}
!index = tensor<16xi32> // tri: tensor<${BLOCK}xi32>
!block = tensor<16x!T>  // tri: tensor<${BLOCK}x!T>

func.func @copy(%x: !tri.ptr<!T> {tri.arg = "special(n)"}, %y: !tri.ptr<!T> {tri.arg = "empty(n)"},
                %n: i32 {tri.arg = "100"}) attributes {tri.kernel, tri.grid = "cdiv(n, BLOCK)"} {
  %pid   = tri.program_id x
  %size  = arith.constant #BLOCK
  %start = arith.muli %pid, %size : i32
  %first = tri.splat %start : !index
  %lane  = tri.range : !index
  %i     = arith.addi %first, %lane : !index
  %end   = tri.splat %n : !index
  %in    = arith.cmpi slt, %i, %end : !index
  %px    = tri.addptr %x, %i : !tri.ptr<!T>, !index
  %py    = tri.addptr %y, %i : !tri.ptr<!T>, !index
  %a     = tri.load %px where %in : !block
  tri.store %a to %py where %in : !block
  return
}
