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
// tri-config: BLOCK=8192 num_warps=8
// tri-config: BLOCK=32768 num_warps=16

// Where the elements of the program's row are, and which of them it has.
func.func private @row_of_program(%columns: i32) -> (!index, !mask) {
  %row   = tri.program_id x
  %start = arith.muli %row, %columns : i32
  %first = tri.splat %start : !index
  %c     = tri.range : !index
  %at    = arith.addi %first, %c : !index
  %end   = tri.splat %columns : !index
  %in    = arith.cmpi slt, %c, %end : !index
  %size  = arith.constant #BLOCK
  %fits  = arith.cmpi sle, %columns, %size : i32
  tri.assert %fits, "a row is longer than BLOCK" : i1
  return %at, %in : !index, !mask
}

// The mean of the row's numbers, in every element of a block.
func.func private @mean_of_row(%x: !fs, %in: !mask, %columns: i32) -> !fs {
  %zero = arith.constant dense<0.0> : !fs
  %xs   = arith.select %in, %x, %zero : !mask, !fs
  %sum  = tri.reduce add %xs axis 0 : !fs
  %n    = arith.sitofp %columns : i32 to f32
  %mean = arith.divf %sum, %n : f32
  %ms   = tri.splat %mean : !fs
  return %ms : !fs
}

func.func @layer_norm(%x: !tri.ptr<!T> {tri.arg = "randn(rows, columns)", tri.divisibility = 16 : i32},
                      %weight: !tri.ptr<!T> {tri.arg = "rand(columns)", tri.divisibility = 16 : i32},
                      %bias: !tri.ptr<!T> {tri.arg = "randn(columns)", tri.divisibility = 16 : i32},
                      %y: !tri.ptr<!T> {tri.arg = "empty(rows, columns)", tri.divisibility = 16 : i32},
                      %rows: i32 {tri.arg = "1000"},
                      %columns: i32 {tri.arg = "781"},
                      %eps: f32 {tri.arg = "1e-5"}) attributes {tri.kernel, tri.grid = "rows"} {
  %at, %in = func.call @row_of_program(%columns) : (i32) -> (!index, !mask)
  %c     = tri.range : !index
  %px    = tri.addptr %x, %at : !tri.ptr<!T>, !index
  %pw    = tri.addptr %weight, %c : !tri.ptr<!T>, !index
  %pb    = tri.addptr %bias, %c : !tri.ptr<!T>, !index
  %py    = tri.addptr %y, %at : !tri.ptr<!T>, !index
  %xt    = tri.load %px where %in : !ts
  %wt    = tri.load %pw where %in : !ts
  %bt    = tri.load %pb where %in : !ts
  %xs    = tri.fp_cast %xt : !ts -> !fs
  %w     = tri.fp_cast %wt : !ts -> !fs
  %b     = tri.fp_cast %bt : !ts -> !fs
  %mean  = func.call @mean_of_row(%xs, %in, %columns) : (!fs, !mask, i32) -> !fs
  %d     = arith.subf %xs, %mean : !fs
  %d2    = arith.mulf %d, %d : !fs
  %var   = func.call @mean_of_row(%d2, %in, %columns) : (!fs, !mask, i32) -> !fs
  %e     = tri.splat %eps : !fs
  %ve    = arith.addf %var, %e : !fs
  %dev   = math.sqrt %ve : !fs
  %unit  = arith.divf %d, %dev : !fs
  %wide  = arith.mulf %unit, %w : !fs
  %ys    = arith.addf %wide, %b : !fs
  %yt    = tri.fp_cast %ys : !fs -> !ts
  tri.store %yt to %py where %in : !ts
  return
}
