// y[r, c] = (x[r, c] − mean) / √(variance + eps) · weight[c] + bias[c], with the mean and the variance of row r. A program
// has a row in one block, and masks what is past its end.
//
//   tri-run examples/layer_norm.mlir                                  1,000 rows of 781 random f32
//   tri-run examples/layer_norm.mlir columns=5000 -D BLOCK=8192 -D T=f16

#BLOCK = 1024 : i32        // tri-param {32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536}
!T     = f32               // tri-param {f16, bf16, f32}
!index = tensor<1024xi32>  // tri: tensor<${BLOCK}xi32>
!mask  = tensor<1024xi1>   // tri: tensor<${BLOCK}xi1>
!ts    = tensor<1024x!T>   // tri: tensor<${BLOCK}x!T>
!fs    = tensor<1024xf32>  // tri: tensor<${BLOCK}xf32>
// tri-config: BLOCK=1024 num_warps=4
// tri-config: BLOCK=4096 num_warps=8
// tri-config: BLOCK=8192 num_warps=16
// tri-config: BLOCK=32768 num_warps=16

// Which elements of a block the program's row has.
func.func private @columns_of_row(%columns: i32) -> (!index, !mask) {
  %c     = tri.range : !index
  %end   = tri.splat %columns : !index
  %in    = arith.cmpi slt, %c, %end : !index
  %size  = arith.constant #BLOCK
  %fits  = arith.cmpi sle, %columns, %size : i32
  tri.assert %fits, "a row is longer than BLOCK" : i1
  return %c, %in : !index, !mask
}

// The first element of the program's row.
func.func private @row_of_program(%p: !tri.ptr<!T>, %columns: i32) -> !tri.ptr<!T> {
  %row   = tri.program_id x
  %r     = arith.extsi %row : i32 to i64
  %width = arith.extsi %columns : i32 to i64
  %start = arith.muli %r, %width : i64
  %first = tri.addptr %p, %start : !tri.ptr<!T>, i64
  return %first : !tri.ptr<!T>
}

// The mean of the row's numbers.
func.func private @mean_of_row(%x: !fs, %in: !mask, %columns: i32) -> f32 {
  %zero = arith.constant dense<0.0> : !fs
  %xs   = arith.select %in, %x, %zero : !mask, !fs
  %sum  = tri.reduce add %xs axis 0 : !fs
  %n    = arith.sitofp %columns : i32 to f32
  %mean = arith.divf %sum, %n : f32
  return %mean : f32
}

func.func @layer_norm(%x: !tri.ptr<!T> {tri.arg = "randn(rows, columns)", tri.divisibility = 16 : i32},
                      %weight: !tri.ptr<!T> {tri.arg = "rand(columns)", tri.divisibility = 16 : i32},
                      %bias: !tri.ptr<!T> {tri.arg = "randn(columns)", tri.divisibility = 16 : i32},
                      %y: !tri.ptr<!T> {tri.arg = "empty(rows, columns)", tri.divisibility = 16 : i32},
                      %rows: i32 {tri.arg = "1000"},
                      %columns: i32 {tri.arg = "781"},
                      %eps: f32 {tri.arg = "1e-5"}) attributes {tri.kernel, tri.grid = "rows"} {
  %c, %in = func.call @columns_of_row(%columns) : (i32) -> (!index, !mask)
  %xr    = func.call @row_of_program(%x, %columns) : (!tri.ptr<!T>, i32) -> !tri.ptr<!T>
  %yr    = func.call @row_of_program(%y, %columns) : (!tri.ptr<!T>, i32) -> !tri.ptr<!T>
  %px    = tri.addptr %xr, %c : !tri.ptr<!T>, !index
  %pw    = tri.addptr %weight, %c : !tri.ptr<!T>, !index
  %pb    = tri.addptr %bias, %c : !tri.ptr<!T>, !index
  %py    = tri.addptr %yr, %c : !tri.ptr<!T>, !index
  %xt    = tri.load %px where %in : !ts
  %wt    = tri.load %pw where %in : !ts
  %bt    = tri.load %pb where %in : !ts
  %xs    = tri.fp_cast %xt : !ts -> !fs
  %w     = tri.fp_cast %wt : !ts -> !fs
  %b     = tri.fp_cast %bt : !ts -> !fs
  %mean  = func.call @mean_of_row(%xs, %in, %columns) : (!fs, !mask, i32) -> f32
  %means = tri.splat %mean : !fs
  %d     = arith.subf %xs, %means : !fs
  %d2    = arith.mulf %d, %d : !fs
  %var   = func.call @mean_of_row(%d2, %in, %columns) : (!fs, !mask, i32) -> f32
  %ve    = arith.addf %var, %eps : f32
  %dev   = math.sqrt %ve : f32
  %one   = arith.constant 1.0 : f32
  %inv   = arith.divf %one, %dev : f32
  %invs  = tri.splat %inv : !fs
  %unit  = arith.mulf %d, %invs : !fs
  %wide  = arith.mulf %unit, %w : !fs
  %ys    = arith.addf %wide, %b : !fs
  %yt    = tri.fp_cast %ys : !fs -> !ts
  tri.store %yt to %py where %in : !ts
  return
}
