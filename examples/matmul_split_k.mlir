// C += A · B, where SPLIT programs share a tile of C: each multiplies every SPLIT-th block of k, and atomics add what
// they find. For products of few tiles and much k. The order of the sums, and so their last bits, vary.
//
//   tri-run examples/matmul_split_k.mlir                                      50 x 500 times 500 x 40, in 4 parts
//   tri-run examples/matmul_split_k.mlir k=4000 -D SPLIT=16 -D T=bf16

#BM    = 64 : i32              // tri-param {16, 32, 64, 128}
#BN    = 64 : i32              // tri-param {16, 32, 64, 128}
#BK    = 32 : i32              // tri-param {16, 32, 64, 128}
#SPLIT = 4 : i32               // tri-param {1, 2, 4, 8, 16, 32}
!T     = f16                   // tri-param {f16, bf16, f32, f8E4M3FN, f8E5M2}
// tri-config: BM=64 BN=64 BK=64 SPLIT=8 num_warps=4 num_stages=4
// tri-config: BM=128 BN=128 BK=64 SPLIT=4 num_warps=8 num_stages=3
!m    = tensor<64xi32>         // tri: tensor<${BM}xi32>
!n    = tensor<64xi32>         // tri: tensor<${BN}xi32>
!k    = tensor<32xi32>         // tri: tensor<${BK}xi32>
!m1   = tensor<64x1xi32>       // tri: tensor<${BM}x1xi32>
!n1   = tensor<1x64xi32>       // tri: tensor<1x${BN}xi32>
!k0   = tensor<1x32xi32>       // tri: tensor<1x${BK}xi32>
!k1   = tensor<32x1xi32>       // tri: tensor<${BK}x1xi32>
!mk   = tensor<64x32xi32>      // tri: tensor<${BM}x${BK}xi32>
!kn   = tensor<32x64xi32>      // tri: tensor<${BK}x${BN}xi32>
!mn   = tensor<64x64xi32>      // tri: tensor<${BM}x${BN}xi32>
!mask = tensor<64x64xi1>       // tri: tensor<${BM}x${BN}xi1>
!pa   = tensor<64x32x!tri.ptr<!T>> // tri: tensor<${BM}x${BK}x!tri.ptr<!T>>
!pb   = tensor<32x64x!tri.ptr<!T>> // tri: tensor<${BK}x${BN}x!tri.ptr<!T>>
!a    = tensor<64x32x!T>       // tri: tensor<${BM}x${BK}x!T>
!b    = tensor<32x64x!T>       // tri: tensor<${BK}x${BN}x!T>
!c    = tensor<64x64xf32>      // tri: tensor<${BM}x${BN}xf32>

// Of A's rows from i and the first columns: offsets, and k.
func.func private @tile_of_a(%i: i32, %m: i32, %lda: i32) -> (!mk, !mk) {
  %first  = tri.splat %i : !m
  %range  = tri.range : !m
  %row    = arith.addi %first, %range : !m
  %rows   = tri.splat %m : !m
  %wrap   = arith.remsi %row, %rows : !m
  %ld     = tri.splat %lda : !m
  %start  = arith.muli %wrap, %ld : !m
  %k      = tri.range : !k
  %start1 = tri.expand_dims %start axis 1 : !m
  %k0     = tri.expand_dims %k axis 0 : !k
  %starts = tri.broadcast %start1 : !m1 -> !mk
  %ks     = tri.broadcast %k0 : !k0 -> !mk
  %offset = arith.addi %starts, %ks : !mk
  return %offset, %ks : !mk, !mk
}

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

func.func @matmul_split_k(%a: !tri.ptr<!T> {tri.arg = "randn(m, lda)", tri.divisibility = 16 : i32},
                          %b: !tri.ptr<!T> {tri.arg = "randn(k, ldb)", tri.divisibility = 16 : i32},
                          %c: !tri.ptr<f32> {tri.arg = "zeros(m, ldc)", tri.divisibility = 16 : i32},
                          %m: i32 {tri.arg = "50"}, %n: i32 {tri.arg = "40"}, %k: i32 {tri.arg = "500"},
                          %lda: i32 {tri.arg = "k"}, %ldb: i32 {tri.arg = "n"}, %ldc: i32 {tri.arg = "n"})
    attributes {tri.kernel, tri.grid = "cdiv(m, BM), cdiv(n, BN), SPLIT", tri.flops = "2 * m * n * k"} {
  %bm      = arith.constant #BM
  %bn      = arith.constant #BN
  %bk      = arith.constant #BK
  %zero    = arith.constant dense<0.0> : !c
  %row     = tri.program_id x
  %column  = tri.program_id y
  %part    = tri.program_id z
  %parts   = tri.num_programs z
  %i       = arith.muli %row, %bm : i32
  %j       = arith.muli %column, %bn : i32
  %first   = arith.muli %part, %bk : i32
  %step    = arith.muli %parts, %bk : i32
  %oa, %ka = func.call @tile_of_a(%i, %m, %lda) : (i32, i32, i32) -> (!mk, !mk)
  %ob, %kb = func.call @tile_of_b(%j, %n, %ldb) : (i32, i32, i32) -> (!kn, !kn)
  %pa      = tri.addptr %a, %oa : !tri.ptr<!T>, !mk
  %pb      = tri.addptr %b, %ob : !tri.ptr<!T>, !kn
  %sum     = scf.for %done = %first to %k step %step iter_args(%acc = %zero) -> (!c) : i32 {
    %left  = arith.subi %k, %done : i32
    %enda  = tri.splat %left : !mk
    %endb  = tri.splat %left : !kn
    %ina   = arith.cmpi slt, %ka, %enda : !mk
    %inb   = arith.cmpi slt, %kb, %endb : !kn
    %below = arith.muli %done, %ldb : i32
    %p     = tri.addptr %pa, %done : !pa, i32
    %q     = tri.addptr %pb, %below : !pb, i32
    %at    = tri.load %p where %ina : !a
    %bt    = tri.load %q where %inb : !b
    %next  = tri.dot %at, %bt, %acc : !a, !b, !c
    scf.yield %next : !c
  }
  %oc, %in = func.call @tile_of_c(%i, %j, %m, %n, %ldc) : (i32, i32, i32, i32, i32) -> (!mn, !mask)
  %pc      = tri.addptr %c, %oc : !tri.ptr<f32>, !mn
  %before  = tri.atomic_rmw fadd %sum at %pc where %in semantics relaxed : !c
  return
}
