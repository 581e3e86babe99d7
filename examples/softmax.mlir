// y[r, c] = exp(x[r, c] − m) / Σ exp(x[r, …] − m), where m is the greatest number of row r. A program has ROWS whole rows in
// a block, and masks what is past their ends and past the last row.
//
//   tri-run examples/softmax.mlir                                     1,000 rows of 781 random f32
//   tri-run examples/softmax.mlir columns=5000 -D BLOCK=8192 -D T=bf16
//
// The difference x − m is rounded, and e to its power off by as much: by 5 units in the last place at −9. But where m lies
// between −16 and 64 nothing has to be subtracted: the quotient is the same, and nothing on the way over- or underflows that
// the result does not. Elsewhere what the rounding left out is known exactly, and makes up for it: e^(d + l) = e^d·(1 + l).

#BLOCK = 1024 : i32         // tri-param {32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536}
#ROWS  = 1 : i32            // tri-param {1, 2, 4, 8, 16, 32}
!T     = f32                // tri-param {f16, bf16, f32}
!far   = tensor<1xi64>      // tri: tensor<${ROWS}xi64>
!b     = tensor<1xi1>       // tri: tensor<${ROWS}xi1>
!r     = tensor<1xi32>      // tri: tensor<${ROWS}xi32>
!c     = tensor<1024xi32>   // tri: tensor<${BLOCK}xi32>
!r1    = tensor<1x1xi32>    // tri: tensor<${ROWS}x1xi32>
!c1    = tensor<1x1024xi32> // tri: tensor<1x${BLOCK}xi32>
!rc    = tensor<1x1024xi32> // tri: tensor<${ROWS}x${BLOCK}xi32>
!mask  = tensor<1x1024xi1>  // tri: tensor<${ROWS}x${BLOCK}xi1>
!ptr   = tensor<1x!tri.ptr<!T>>      // tri: tensor<${ROWS}x!tri.ptr<!T>>
!ptr1  = tensor<1x1x!tri.ptr<!T>>    // tri: tensor<${ROWS}x1x!tri.ptr<!T>>
!ptrs  = tensor<1x1024x!tri.ptr<!T>> // tri: tensor<${ROWS}x${BLOCK}x!tri.ptr<!T>>
!ts    = tensor<1x1024x!T>  // tri: tensor<${ROWS}x${BLOCK}x!T>
!fs    = tensor<1x1024xf32> // tri: tensor<${ROWS}x${BLOCK}xf32>
!f     = tensor<1xf32>      // tri: tensor<${ROWS}xf32>
!f1    = tensor<1x1xf32>    // tri: tensor<${ROWS}x1xf32>
// tri-config: BLOCK=1024 num_warps=4
// tri-config: BLOCK=256 ROWS=4 num_warps=4
// tri-config: BLOCK=2048 num_warps=2
// tri-config: BLOCK=4096 num_warps=4
// tri-config: BLOCK=8192 num_warps=4
// tri-config: BLOCK=16384 num_warps=8
// tri-config: BLOCK=32768 num_warps=32

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

// Whether every row's greatest number lies between −16 and 64.
func.func private @are_near(%m: !f) -> i1 {
  %low   = arith.constant dense<-16.0> : !f
  %high  = arith.constant dense<64.0> : !f
  %above = arith.cmpf oge, %m, %low : !f
  %below = arith.cmpf ole, %m, %high : !f
  %near  = arith.andi %above, %below : !b
  %all   = tri.reduce and %near axis 0 : !b
  return %all : i1
}

// e^(x − m), with what the rounding of x − m leaves out (Knuth's two-sum; of what is not finite something below 1).
func.func private @exp_of_difference(%x: !fs, %m: !fs) -> !fs {
  %d     = arith.subf %x, %m : !fs
  %back  = arith.subf %d, %x : !fs
  %whole = arith.subf %d, %back : !fs
  %of_x  = arith.subf %x, %whole : !fs
  %of_m  = arith.addf %m, %back : !fs
  %left  = arith.subf %of_x, %of_m : !fs
  %one   = arith.constant dense<1.0> : !fs
  %l     = arith.minnumf %left, %one : !fs
  %ed    = math.exp %d : !fs
  %e     = math.fma %ed, %l, %ed : !fs
  return %e : !fs
}

// a / b by b's reciprocal, and the rest that is left of a (Markstein): a division for each row, not for each element.
func.func private @quotient(%a: !fs, %b: !fs, %inverse: !fs) -> !fs {
  %q0    = arith.mulf %a, %inverse : !fs
  %minus = arith.negf %q0 : !fs
  %rest  = math.fma %minus, %b, %a : !fs
  %q     = math.fma %rest, %inverse, %q0 : !fs
  return %q : !fs
}

func.func @softmax(%x: !tri.ptr<!T> {tri.arg = "randn(rows, columns)", tri.divisibility = 16 : i32},
                   %y: !tri.ptr<!T> {tri.arg = "empty(rows, columns)", tri.divisibility = 16 : i32},
                   %rows: i32 {tri.arg = "1000"},
                   %columns: i32 {tri.arg = "781"})
    attributes {tri.kernel, tri.grid = "cdiv(rows, ROWS)"} {
  %row, %in = func.call @rows_of_program(%rows, %columns) : (i32, i32) -> (!r, !mask)
  %px    = func.call @elements(%x, %row, %columns) : (!tri.ptr<!T>, !r, i32) -> !ptrs
  %py    = func.call @elements(%y, %row, %columns) : (!tri.ptr<!T>, !r, i32) -> !ptrs
  %xt    = tri.load %px where %in : !ts
  %xf    = tri.fp_cast %xt : !ts -> !fs
  %least = arith.constant dense<0xFF800000> : !fs
  %xs    = arith.select %in, %xf, %least : !mask, !fs
  %max   = tri.reduce max %xs axis 1 : !fs
  %near  = func.call @are_near(%max) : (!f) -> i1
  %e     = scf.if %near -> (!fs) {
    %ex  = math.exp %xs : !fs
    scf.yield %ex : !fs
  } else {
    %m   = func.call @along_rows(%max) : (!f) -> !fs
    %ed  = func.call @exp_of_difference(%xs, %m) : (!fs, !fs) -> !fs
    scf.yield %ed : !fs
  }
  %sum   = tri.reduce add %e axis 1 : !fs
  %one   = arith.constant dense<1.0> : !f
  %inv   = arith.divf %one, %sum : !f
  %s     = func.call @along_rows(%inv) : (!f) -> !fs
  %sums  = func.call @along_rows(%sum) : (!f) -> !fs
  %q     = func.call @quotient(%e, %sums, %s) : (!fs, !fs, !fs) -> !fs
  %yt    = tri.fp_cast %q : !fs -> !ts
  tri.store %yt to %py where %in : !ts
  return
}
