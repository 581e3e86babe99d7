// C[i] = A[i] · B[i] for a batch of matrices that lie anywhere: tables hold the address of each. The buffers into which
// they point are arguments so that whoever launches knows that memory; the kernel does not use them.
//
//   tri-run examples/batched_matmul.mlir                                      7 times 50 x 30 times 30 x 70
//   tri-run examples/batched_matmul.mlir 'bs=pointers(b, batch, 0)'           one B for all

#BM = 32 : i32                 // tri-param {16, 32, 64, 128}
#BN = 32 : i32                 // tri-param {16, 32, 64, 128}
#BK = 32 : i32                 // tri-param {16, 32, 64, 128}
!T  = f16                      // tri-param {f16, bf16, f32, f8E4M3FN, f8E5M2}
!C  = f32                      // tri-param {f16, bf16, f32}
// tri-config: BM=64 BN=64 BK=64 num_warps=4 num_stages=3
// tri-config: BM=128 BN=128 BK=32 num_warps=8 num_stages=3
!pT   = !tri.ptr<!T>
!pC   = !tri.ptr<!C>
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

func.func @batched_matmul(%as: !tri.ptr<!pT> {tri.arg = "pointers(a, batch, m * k)"},
                          %bs: !tri.ptr<!pT> {tri.arg = "pointers(b, batch, k * n)"},
                          %cs: !tri.ptr<!pC> {tri.arg = "pointers(c, batch, m * n)"},
                          %a: !pT {tri.arg = "randn(batch, m, k)"},
                          %b: !pT {tri.arg = "randn(batch, k, n)"},
                          %c: !pC {tri.arg = "empty(batch, m, n)"},
                          %batch: i32 {tri.arg = "7"},
                          %m: i32 {tri.arg = "50"}, %n: i32 {tri.arg = "70"}, %k: i32 {tri.arg = "30"})
    attributes {tri.kernel, tri.grid = "cdiv(m, BM), cdiv(n, BN), batch", tri.flops = "2 * batch * m * n * k"} {
  %c0      = arith.constant 0 : i32
  %bm      = arith.constant #BM
  %bn      = arith.constant #BN
  %bk      = arith.constant #BK
  %zero    = arith.constant dense<0.0> : !acc
  %row     = tri.program_id x
  %column  = tri.program_id y
  %which   = tri.program_id z
  %pas     = tri.addptr %as, %which : !tri.ptr<!pT>, i32
  %pbs     = tri.addptr %bs, %which : !tri.ptr<!pT>, i32
  %pcs     = tri.addptr %cs, %which : !tri.ptr<!pC>, i32
  %ai      = tri.load %pas : !pT
  %bi      = tri.load %pbs : !pT
  %ci      = tri.load %pcs : !pC
  %i       = arith.muli %row, %bm : i32
  %j       = arith.muli %column, %bn : i32
  %oa, %ka = func.call @tile_of_a(%i, %m, %k) : (i32, i32, i32) -> (!mk, !mk)
  %ob, %kb = func.call @tile_of_b(%j, %n, %n) : (i32, i32, i32) -> (!kn, !kn)
  %pa      = tri.addptr %ai, %oa : !pT, !mk
  %pb      = tri.addptr %bi, %ob : !pT, !kn
  %sum     = scf.for %done = %c0 to %k step %bk iter_args(%acc = %zero) -> (!acc) : i32 {
    %left  = arith.subi %k, %done : i32
    %enda  = tri.splat %left : !mk
    %endb  = tri.splat %left : !kn
    %ina   = arith.cmpi slt, %ka, %enda : !mk
    %inb   = arith.cmpi slt, %kb, %endb : !kn
    %below = arith.muli %done, %n : i32
    %p     = tri.addptr %pa, %done : !pa, i32
    %q     = tri.addptr %pb, %below : !pb, i32
    %at    = tri.load %p where %ina : !a
    %bt    = tri.load %q where %inb : !b
    %next  = tri.dot %at, %bt, %acc : !a, !b, !acc
    scf.yield %next : !acc
  }
  %oc, %in = func.call @tile_of_c(%i, %j, %m, %n, %n) : (i32, i32, i32, i32, i32) -> (!mn, !mask)
  %pc      = tri.addptr %ci, %oc : !pC, !mn
  %ct      = tri.fp_cast %sum : !acc -> !c
  tri.store %ct to %pc where %in : !c
  return
}
