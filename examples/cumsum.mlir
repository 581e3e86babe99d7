// y[r, c] = x[r, 0] + … + x[r, c]: the running sum of each row. A program goes along a row, a block at a time, and carries
// the sum of what it has passed.
//
//   tri-run examples/cumsum.mlir                                      100 rows of 5,000 random f32
//   tri-run examples/cumsum.mlir --kernel cumsum_int columns=20 -D BLOCK=8 -D I=i64

#BLOCK = 1024 : i32        // tri-param {8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192}
!T     = f32               // tri-param {f16, bf16, f32}
!I     = i32               // tri-param {i8, i16, i32, i64}
!index = tensor<1024xi32>  // tri: tensor<${BLOCK}xi32>
!ts    = tensor<1024x!T>   // tri: tensor<${BLOCK}x!T>
!fs    = tensor<1024xf32>  // tri: tensor<${BLOCK}xf32>
!is    = tensor<1024x!I>   // tri: tensor<${BLOCK}x!I>

// Summed in f32.
func.func @cumsum(%x: !tri.ptr<!T> {tri.arg = "randn(rows, columns)", tri.divisibility = 16 : i32},
                  %y: !tri.ptr<!T> {tri.arg = "empty(rows, columns)", tri.divisibility = 16 : i32},
                  %rows: i32 {tri.arg = "100"},
                  %columns: i32 {tri.arg = "5000"}) attributes {tri.kernel, tri.grid = "rows"} {
  %c0    = arith.constant 0 : i32
  %size  = arith.constant #BLOCK
  %zero  = arith.constant 0.0 : f32
  %row   = tri.program_id x
  %start = arith.muli %row, %columns : i32
  %px    = tri.addptr %x, %start : !tri.ptr<!T>, i32
  %py    = tri.addptr %y, %start : !tri.ptr<!T>, i32
  %lane  = tri.range : !index
  %end   = tri.splat %columns : !index
  %total = scf.for %done = %c0 to %columns step %size iter_args(%before = %zero) -> (f32) : i32 {
    %first = tri.splat %done : !index
    %c     = arith.addi %first, %lane : !index
    %in    = arith.cmpi slt, %c, %end : !index
    %pxs   = tri.addptr %px, %c : !tri.ptr<!T>, !index
    %pys   = tri.addptr %py, %c : !tri.ptr<!T>, !index
    %xt    = tri.load %pxs where %in : !ts
    %xs    = tri.fp_cast %xt : !ts -> !fs
    %run   = tri.scan add %xs axis 0 : !fs
    %sum   = tri.reduce add %xs axis 0 : !fs
    %base  = tri.splat %before : !fs
    %ys    = arith.addf %base, %run : !fs
    %yt    = tri.fp_cast %ys : !fs -> !ts
    tri.store %yt to %pys where %in : !ts
    %next  = arith.addf %before, %sum : f32
    scf.yield %next : f32
  }
  return
}

// The same for integers, modulo 2^bits.
func.func @cumsum_int(%x: !tri.ptr<!I> {tri.arg = "randint(rows, columns, -100, 100)", tri.divisibility = 16 : i32},
                      %y: !tri.ptr<!I> {tri.arg = "empty(rows, columns)", tri.divisibility = 16 : i32},
                      %rows: i32 {tri.arg = "100"},
                      %columns: i32 {tri.arg = "5000"}) attributes {tri.kernel, tri.grid = "rows"} {
  %c0    = arith.constant 0 : i32
  %size  = arith.constant #BLOCK
  %zero  = arith.constant 0 : !I
  %row   = tri.program_id x
  %start = arith.muli %row, %columns : i32
  %px    = tri.addptr %x, %start : !tri.ptr<!I>, i32
  %py    = tri.addptr %y, %start : !tri.ptr<!I>, i32
  %lane  = tri.range : !index
  %end   = tri.splat %columns : !index
  %total = scf.for %done = %c0 to %columns step %size iter_args(%before = %zero) -> (!I) : i32 {
    %first = tri.splat %done : !index
    %c     = arith.addi %first, %lane : !index
    %in    = arith.cmpi slt, %c, %end : !index
    %pxs   = tri.addptr %px, %c : !tri.ptr<!I>, !index
    %pys   = tri.addptr %py, %c : !tri.ptr<!I>, !index
    %xs    = tri.load %pxs where %in : !is
    %run   = tri.scan add %xs axis 0 : !is
    %sum   = tri.reduce add %xs axis 0 : !is
    %base  = tri.splat %before : !is
    %ys    = arith.addi %base, %run : !is
    tri.store %ys to %pys where %in : !is
    %next  = arith.addi %before, %sum : !I
    scf.yield %next : !I
  }
  return
}
