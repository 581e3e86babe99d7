// C = A · B where A is blocks of BM x BK among zeros, kept one after the other: those of A's i-th row of blocks are
// blocks[p] for starts[i] <= p < starts[i + 1], and stand in column columns[p] of blocks.
//
//   tri-run examples/block_sparse_matmul.mlir                                 100 x 150 times 150 x 90
//   tri-run examples/block_sparse_matmul.mlir -D BM=16 -D BK=16

#BM = 32 : i32                 // tri-param {16, 32, 64, 128}
#BN = 32 : i32                 // tri-param {16, 32, 64, 128}
#BK = 32 : i32                 // tri-param {16, 32, 64, 128}
!T  = f16                      // tri-param {f16, bf16, f32, f8E4M3FN, f8E5M2}
!C  = f32                      // tri-param {f16, bf16, f32}
// tri-config: BM=64 BN=64 BK=64 num_warps=4 num_stages=3
// tri-config: BM=128 BN=128 BK=32 num_warps=8 num_stages=3
!m    = tensor<32xi32>         // tri: tensor<${BM}xi32>
!n    = tensor<32xi32>         // tri: tensor<${BN}xi32>
!k    = tensor<32xi32>         // tri: tensor<${BK}xi32>
!m1   = tensor<32x1xi32>       // tri: tensor<${BM}x1xi32>
!n1   = tensor<1x32xi32>       // tri: tensor<1x${BN}xi32>
!k0   = tensor<1x32xi32>       // tri: tensor<1x${BK}xi32>
!k1   = tensor<32x1xi32>       // tri: tensor<${BK}x1xi32>
!mk   = tensor<32x32xi32>      // tri: tensor<${BM}x${BK}xi32>
!kn   = tensor<32x32xi32>      // tri: tensor<${BK}x${BN}xi32>
!mn   = tensor<32x32xi32>      // tri: tensor<${BM}x${BN}xi32>
!mask = tensor<32x32xi1>       // tri: tensor<${BM}x${BN}xi1>
!pa   = tensor<32x32x!tri.ptr<!T>> // tri: tensor<${BM}x${BK}x!tri.ptr<!T>>
!pb   = tensor<32x32x!tri.ptr<!T>> // tri: tensor<${BK}x${BN}x!tri.ptr<!T>>
!a    = tensor<32x32x!T>       // tri: tensor<${BM}x${BK}x!T>
!b    = tensor<32x32x!T>       // tri: tensor<${BK}x${BN}x!T>
!c    = tensor<32x32x!C>       // tri: tensor<${BM}x${BN}x!C>
!acc  = tensor<32x32xf32>      // tri: tensor<${BM}x${BN}xf32>

// Of B's columns from j and the first rows: offsets, and k.
func.func private @tile_of_b(%j: i32, %n: i32, %ldb: i32) -> (!kn, !kn) {
  %first   = tri.splat %j : !n
  %range   = tri.range : !n
  %column  = arith.addi %first, %range : !n
  %columns = tri.splat %n : !n
  %wrap    = arith.remsi %column, %columns : !n
  %k       = tri.range : !k
  %k1      = tri.expand_dims %k axis 1 : !k
  %wrap0   = tri.expand_dims %wrap axis 0 : !n
  %ks      = tri.broadcast %k1 : !k1 -> !kn
  %wraps   = tri.broadcast %wrap0 : !n1 -> !kn
  %ld      = tri.splat %ldb : !kn
  %start   = arith.muli %ks, %ld : !kn
  %offset  = arith.addi %start, %wraps : !kn
  return %offset, %ks : !kn, !kn
}

// Of C's rows from i and columns from j: offsets, and which of them C has.
func.func private @tile_of_c(%i: i32, %j: i32, %m: i32, %n: i32, %ldc: i32) -> (!mn, !mask) {
  %top     = tri.splat %i : !m
  %down    = tri.range : !m
  %row     = arith.addi %top, %down : !m
  %left    = tri.splat %j : !n
  %right   = tri.range : !n
  %column  = arith.addi %left, %right : !n
  %row1    = tri.expand_dims %row axis 1 : !m
  %column0 = tri.expand_dims %column axis 0 : !n
  %rows    = tri.broadcast %row1 : !m1 -> !mn
  %columns = tri.broadcast %column0 : !n1 -> !mn
  %ld      = tri.splat %ldc : !mn
  %start   = arith.muli %rows, %ld : !mn
  %offset  = arith.addi %start, %columns : !mn
  %bottom  = tri.splat %m : !mn
  %end     = tri.splat %n : !mn
  %above   = arith.cmpi slt, %rows, %bottom : !mn
  %before  = arith.cmpi slt, %columns, %end : !mn
  %in      = arith.andi %above, %before : !mask
  return %offset, %in : !mn, !mask
}

// Offsets of a block of A, which has no gaps.
func.func private @tile_of_block() -> !mk {
  %width  = arith.constant #BK
  %i      = tri.range : !m
  %k      = tri.range : !k
  %ld     = tri.splat %width : !m
  %start  = arith.muli %i, %ld : !m
  %start1 = tri.expand_dims %start axis 1 : !m
  %k0     = tri.expand_dims %k axis 0 : !k
  %starts = tri.broadcast %start1 : !m1 -> !mk
  %ks     = tri.broadcast %k0 : !k0 -> !mk
  %offset = arith.addi %starts, %ks : !mk
  return %offset : !mk
}

func.func @block_sparse_matmul(%blocks: !tri.ptr<!T> {tri.arg = "randn(3 * cdiv(m, BM), BM, BK)"},
                               %starts: !tri.ptr<i32> {tri.arg = "arange(cdiv(m, BM) + 1, 0, 3)"},
                               %columns: !tri.ptr<i32> {tri.arg = "randint(3 * cdiv(m, BM), 0, cdiv(k, BK))"},
                               %b: !tri.ptr<!T> {tri.arg = "randn(k, n)"},
                               %c: !tri.ptr<!C> {tri.arg = "empty(m, n)"},
                               %m: i32 {tri.arg = "100"}, %n: i32 {tri.arg = "90"}, %k: i32 {tri.arg = "150"})
    attributes {tri.kernel, tri.grid = "cdiv(m, BM), cdiv(n, BN)"} {
  %c1      = arith.constant 1 : i32
  %bm      = arith.constant #BM
  %bn      = arith.constant #BN
  %bk      = arith.constant #BK
  %zero    = arith.constant dense<0.0> : !acc
  %row     = tri.program_id x
  %column  = tri.program_id y
  %pstart  = tri.addptr %starts, %row : !tri.ptr<i32>, i32
  %pend    = tri.addptr %pstart, %c1 : !tri.ptr<i32>, i32
  %start   = tri.load %pstart : i32
  %end     = tri.load %pend : i32
  %i       = arith.muli %row, %bm : i32
  %j       = arith.muli %column, %bn : i32
  %oa      = func.call @tile_of_block() : () -> !mk
  %ob, %kb = func.call @tile_of_b(%j, %n, %n) : (i32, i32, i32) -> (!kn, !kn)
  %pa      = tri.addptr %blocks, %oa : !tri.ptr<!T>, !mk
  %pb      = tri.addptr %b, %ob : !tri.ptr<!T>, !kn
  %size    = arith.muli %bm, %bk : i32
  %sum     = scf.for %at = %start to %end step %c1 iter_args(%acc = %zero) -> (!acc) : i32 {
    %pcol  = tri.addptr %columns, %at : !tri.ptr<i32>, i32
    %col   = tri.load %pcol : i32
    %above = arith.muli %col, %bk : i32
    %left  = arith.subi %k, %above : i32
    %endb  = tri.splat %left : !kn
    %inb   = arith.cmpi slt, %kb, %endb : !kn
    %skip  = arith.muli %at, %size : i32
    %below = arith.muli %above, %n : i32
    %p     = tri.addptr %pa, %skip : !pa, i32
    %q     = tri.addptr %pb, %below : !pb, i32
    %block = tri.load %p : !a
    %bt    = tri.load %q where %inb : !b
    %next  = tri.dot %block, %bt, %acc : !a, !b, !acc
    scf.yield %next : !acc
  }
  %oc, %in = func.call @tile_of_c(%i, %j, %m, %n, %n) : (i32, i32, i32, i32, i32) -> (!mn, !mask)
  %pc      = tri.addptr %c, %oc : !tri.ptr<!C>, !mn
  %ct      = tri.fp_cast %sum : !acc -> !c
  tri.store %ct to %pc where %in : !c
  return
}
