// y[r, c] = exp(x[r, c] − m) / Σ exp(x[r, …] − m), where m is the greatest number of the row. A program has a row in one
// block, and masks what is past its end.
//
//   tri-run examples/softmax.mlir                                     1,000 rows of 781 random f32
//   tri-run examples/softmax.mlir columns=5000 -D BLOCK=8192 -D T=bf16

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

func.func @softmax(%x: !tri.ptr<!T> {tri.arg = "randn(rows, columns)", tri.divisibility = 16 : i32},
                   %y: !tri.ptr<!T> {tri.arg = "empty(rows, columns)", tri.divisibility = 16 : i32},
                   %rows: i32 {tri.arg = "1000"},
                   %columns: i32 {tri.arg = "781"}) attributes {tri.kernel, tri.grid = "rows"} {
  %at, %in = func.call @row_of_program(%columns) : (i32) -> (!index, !mask)
  %px    = tri.addptr %x, %at : !tri.ptr<!T>, !index
  %py    = tri.addptr %y, %at : !tri.ptr<!T>, !index
  %xt    = tri.load %px where %in : !ts
  %xf    = tri.fp_cast %xt : !ts -> !fs
  %least = arith.constant dense<0xFF800000> : !fs
  %xs    = arith.select %in, %xf, %least : !mask, !fs
  %max   = tri.reduce max %xs axis 0 : !fs
  %m     = tri.splat %max : !fs
  %d     = arith.subf %xs, %m : !fs
  %e     = math.exp %d : !fs
  %sum   = tri.reduce add %e axis 0 : !fs
  %s     = tri.splat %sum : !fs
  %q     = arith.divf %e, %s : !fs
  %yt    = tri.fp_cast %q : !fs -> !ts
  tri.store %yt to %py where %in : !ts
  return
}
