// out[i] = table[index[i] * stride]: loads through a block of indices that is itself loaded.
//
//   tri-run examples/strided_gather.mlir
//   tri-run examples/strided_gather.mlir n=7 stride=1 table=arange(5) index=randint(n,0,5)

#BLOCK = 256 : i32        // tri-param {64, 128, 256, 512}
!T     = f32              // tri-param {i8, i16, i32, i64, f16, bf16, f32, f64}
!index = tensor<256xi32>  // tri: tensor<${BLOCK}xi32>
!wide  = tensor<256xi64>  // tri: tensor<${BLOCK}xi64>
!ts    = tensor<256x!T>   // tri: tensor<${BLOCK}x!T>

func.func @strided_gather(%table: !tri.ptr<!T> {tri.arg = "randint(1000 * stride, -100, 100)"},
                          %index: !tri.ptr<i32> {tri.arg = "randint(n, 0, 1000)"},
                          %out: !tri.ptr<!T> {tri.arg = "empty(n)"},
                          %n: i32 {tri.arg = "5000"},
                          %stride: i64 {tri.arg = "3"}) attributes {tri.kernel, tri.grid = "cdiv(n, BLOCK)"} {
  %pid    = tri.program_id x
  %size   = arith.constant #BLOCK
  %start  = arith.muli %pid, %size : i32
  %first  = tri.splat %start : !index
  %lane   = tri.range : !index
  %i      = arith.addi %first, %lane : !index
  %end    = tri.splat %n : !index
  %in     = arith.cmpi slt, %i, %end : !index
  %pindex = tri.addptr %index, %i : !tri.ptr<i32>, !index
  %row    = tri.load %pindex where %in : !index
  %row64  = arith.extsi %row : !index to !wide
  %step   = tri.splat %stride : !wide
  %offset = arith.muli %row64, %step : !wide
  %ptable = tri.addptr %table, %offset : !tri.ptr<!T>, !wide
  %value  = tri.load %ptable where %in : !ts
  %pout   = tri.addptr %out, %i : !tri.ptr<!T>, !index
  tri.store %value to %pout where %in : !ts
  return
}
