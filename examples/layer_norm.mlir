// y[r, c] = (x[r, c] − mean) / √(variance + eps) · weight[c] + bias[c], with the mean and the variance of row r. A program
// has ROWS whole rows in a block, and masks what is past their ends and past the last row.
//
//   tri-run examples/layer_norm.mlir                                  1,000 rows of 781 random f32
//   tri-run examples/layer_norm.mlir columns=5000 -D BLOCK=8192 -D T=f16

#BLOCK = 1024 : i32         // tri-param {32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536}
#ROWS  = 1 : i32            // tri-param {1, 2, 4, 8, 16, 32}
!T     = f32                // tri-param {f16, bf16, f32}
!far   = tensor<1xi64>      // tri: tensor<${ROWS}xi64>
!r     = tensor<1xi32>      // tri: tensor<${ROWS}xi32>
!c     = tensor<1024xi32>   // tri: tensor<${BLOCK}xi32>
!in    = tensor<1024xi1>    // tri: tensor<${BLOCK}xi1>
!r1    = tensor<1x1xi32>    // tri: tensor<${ROWS}x1xi32>
!c1    = tensor<1x1024xi32> // tri: tensor<1x${BLOCK}xi32>
!rc    = tensor<1x1024xi32> // tri: tensor<${ROWS}x${BLOCK}xi32>
!mask  = tensor<1x1024xi1>  // tri: tensor<${ROWS}x${BLOCK}xi1>
!ptr   = tensor<1x!tri.ptr<!T>>      // tri: tensor<${ROWS}x!tri.ptr<!T>>
!ptr1  = tensor<1x1x!tri.ptr<!T>>    // tri: tensor<${ROWS}x1x!tri.ptr<!T>>
!ptrs  = tensor<1x1024x!tri.ptr<!T>> // tri: tensor<${ROWS}x${BLOCK}x!tri.ptr<!T>>
!ts    = tensor<1x1024x!T>  // tri: tensor<${ROWS}x${BLOCK}x!T>
!t     = tensor<1024x!T>    // tri: tensor<${BLOCK}x!T>
!fs    = tensor<1x1024xf32> // tri: tensor<${ROWS}x${BLOCK}xf32>
!fc    = tensor<1024xf32>   // tri: tensor<${BLOCK}xf32>
!fc1   = tensor<1x1024xf32> // tri: tensor<1x${BLOCK}xf32>
!f     = tensor<1xf32>      // tri: tensor<${ROWS}xf32>
!f1    = tensor<1x1xf32>    // tri: tensor<${ROWS}x1xf32>
// tri-config: BLOCK=1024 num_warps=4
// tri-config: BLOCK=4096 num_warps=8
// tri-config: BLOCK=8192 num_warps=8
// tri-config: BLOCK=32768 num_warps=16

// The numbers of the program's rows, and which of its elements they have.
func.func private @rows_of_program(%rows: i32, %columns: i32) -> (!r, !mask) {
  %pid   = tri.program_id x
  %n     = arith.constant #ROWS
  %start = arith.muli %pid, %n : i32
  %first = tri.splat %start : !r
  %i     = tri.range : !r
  %row   = arith.addi %first, %i : !r
  %row1  = tri.expand_dims %row axis 1 : !r
  %rowb  = tri.broadcast %row1 : !r1 -> !rc
  %col   = tri.range : !c
  %col1  = tri.expand_dims %col axis 0 : !c
  %colb  = tri.broadcast %col1 : !c1 -> !rc
  %last  = tri.splat %rows : !rc
  %end   = tri.splat %columns : !rc
  %in_r  = arith.cmpi slt, %rowb, %last : !rc
  %in_c  = arith.cmpi slt, %colb, %end : !rc
  %in    = arith.andi %in_r, %in_c : !mask
  %size  = arith.constant #BLOCK
  %fits  = arith.cmpi sle, %columns, %size : i32
  tri.assert %fits, "a row is longer than BLOCK" : i1
  return %row, %in : !r, !mask
}

// Pointers to the elements of these rows of a matrix.
func.func private @elements(%p: !tri.ptr<!T>, %row: !r, %columns: i32) -> !ptrs {
  %wide  = arith.extsi %columns : i32 to i64
  %width = tri.splat %wide : !far
  %r     = arith.extsi %row : !r to !far
  %from  = arith.muli %r, %width : !far
  %start = tri.addptr %p, %from : !tri.ptr<!T>, !far
  %at    = tri.expand_dims %start axis 1 : !ptr
  %base  = tri.broadcast %at : !ptr1 -> !ptrs
  %col   = tri.range : !c
  %col1  = tri.expand_dims %col axis 0 : !c
  %cols  = tri.broadcast %col1 : !c1 -> !rc
  %ptrs  = tri.addptr %base, %cols : !ptrs, !rc
  return %ptrs : !ptrs
}

// A number of each row, in every element of it.
func.func private @along_rows(%x: !f) -> !fs {
  %x1 = tri.expand_dims %x axis 1 : !f
  %xs = tri.broadcast %x1 : !f1 -> !fs
  return %xs : !fs
}

// A number of each column from memory, in every row.
func.func private @along_columns(%p: !tri.ptr<!T>, %columns: i32) -> !fs {
  %c   = tri.range : !c
  %end = tri.splat %columns : !c
  %in  = arith.cmpi slt, %c, %end : !c
  %ps  = tri.addptr %p, %c : !tri.ptr<!T>, !c
  %t   = tri.load %ps where %in : !t
  %x   = tri.fp_cast %t : !t -> !fc
  %x1  = tri.expand_dims %x axis 0 : !fc
  %xs  = tri.broadcast %x1 : !fc1 -> !fs
  return %xs : !fs
}

// The sums of rows, times one over their length.
func.func private @mean(%x: !fs, %share: f32) -> !f {
  %sum    = tri.reduce add %x axis 1 : !fs
  %shares = tri.splat %share : !f
  %mean   = arith.mulf %sum, %shares : !f
  return %mean : !f
}

func.func @layer_norm(%x: !tri.ptr<!T> {tri.arg = "randn(rows, columns)", tri.divisibility = 16 : i32},
                      %weight: !tri.ptr<!T> {tri.arg = "rand(columns)", tri.divisibility = 16 : i32, tri.noalias},
                      %bias: !tri.ptr<!T> {tri.arg = "randn(columns)", tri.divisibility = 16 : i32, tri.noalias},
                      %y: !tri.ptr<!T> {tri.arg = "empty(rows, columns)", tri.divisibility = 16 : i32},
                      %rows: i32 {tri.arg = "1000"},
                      %columns: i32 {tri.arg = "781"},
                      %eps: f32 {tri.arg = "1e-5"}) attributes {tri.kernel, tri.grid = "cdiv(rows, ROWS)"} {
  %row, %in = func.call @rows_of_program(%rows, %columns) : (i32, i32) -> (!r, !mask)
  %n     = arith.sitofp %columns : i32 to f32
  %one   = arith.constant 1.0 : f32
  %share = arith.divf %one, %n : f32
  %px    = func.call @elements(%x, %row, %columns) : (!tri.ptr<!T>, !r, i32) -> !ptrs
  %py    = func.call @elements(%y, %row, %columns) : (!tri.ptr<!T>, !r, i32) -> !ptrs
  %xt    = tri.load %px where %in : !ts
  %xs    = tri.fp_cast %xt : !ts -> !fs
  %mean  = func.call @mean(%xs, %share) : (!fs, f32) -> !f
  %means = func.call @along_rows(%mean) : (!f) -> !fs
  %zero  = arith.constant dense<0.0> : !fs
  %d0    = arith.subf %xs, %means : !fs
  %d     = arith.select %in, %d0, %zero : !mask, !fs
  %d2    = arith.mulf %d, %d : !fs
  %var   = func.call @mean(%d2, %share) : (!fs, f32) -> !f
  %least = tri.splat %eps : !f
  %ve    = arith.addf %var, %least : !f
  %inv   = math.rsqrt %ve : !f
  %invs  = func.call @along_rows(%inv) : (!f) -> !fs
  %unit  = arith.mulf %d, %invs : !fs
  %w     = func.call @along_columns(%weight, %columns) : (!tri.ptr<!T>, i32) -> !fs
  %b     = func.call @along_columns(%bias, %columns) : (!tri.ptr<!T>, i32) -> !fs
  %ys    = math.fma %unit, %w, %b : !fs
  %yt    = tri.fp_cast %ys : !fs -> !ts
  tri.store %yt to %py where %in : !ts
  return
}
