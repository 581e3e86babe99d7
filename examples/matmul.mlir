// C = A · B for matrices in rows of lda, ldb and ldc elements, and LeakyReLU of it where LEAKY_RELU is set. A program
// computes a tile of C. Rows of A and columns of B past the end wrap to the first ones, so that the loop masks k alone.
// Offsets have 32 bits: a matrix lies in fewer than 2^31 elements.
//
//   tri-run examples/matmul.mlir                                              200 x 100 times 100 x 170
//   tri-run examples/matmul.mlir m=512 n=512 k=512 -D T=bf16 -D LEAKY_RELU=true
//   tri-run examples/matmul.mlir --kernel matmul_i8 --config 2

#BM         = 64 : i32         // tri-param {16, 32, 64, 128, 256}
#BN         = 64 : i32         // tri-param {16, 32, 64, 128, 256}
#BK         = 32 : i32         // tri-param {16, 32, 64, 128}
#GROUP      = 8 : i32          // tri-param {1, 2, 4, 8, 16}
#LEAKY_RELU = false            // tri-param
!T          = f16              // tri-param {f16, bf16, f32, f8E4M3FN, f8E5M2}
!C          = f32              // tri-param {f16, bf16, f32}
// tri-config: BM=128 BN=256 BK=64 num_warps=8 num_stages=3
// tri-config: BM=128 BN=128 BK=128 num_warps=8 num_stages=3
// tri-config: BM=64 BN=128 BK=32 num_warps=4 num_stages=4
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
!pa8  = tensor<64x32x!tri.ptr<i8>> // tri: tensor<${BM}x${BK}x!tri.ptr<i8>>
!pb8  = tensor<32x64x!tri.ptr<i8>> // tri: tensor<${BK}x${BN}x!tri.ptr<i8>>
!a    = tensor<64x32x!T>       // tri: tensor<${BM}x${BK}x!T>
!b    = tensor<32x64x!T>       // tri: tensor<${BK}x${BN}x!T>
!c    = tensor<64x64x!C>       // tri: tensor<${BM}x${BN}x!C>
!acc  = tensor<64x64xf32>      // tri: tensor<${BM}x${BN}xf32>
!a8   = tensor<64x32xi8>       // tri: tensor<${BM}x${BK}xi8>
!b8   = tensor<32x64xi8>       // tri: tensor<${BK}x${BN}xi8>

// The first row and column of the program's tile. Programs go down GROUP rows of tiles, then to the next column, so
// that those that run at the same time share rows of A and columns of B in the cache.
func.func private @tile_of_program(%m: i32, %n: i32) -> (i32, i32) {
  %bm     = arith.constant #BM
  %bn     = arith.constant #BN
  %group  = arith.constant #GROUP
  %pid    = tri.program_id x
  %height = arith.ceildivsi %m, %bm : i32
  %width  = arith.ceildivsi %n, %bn : i32
  %size   = arith.muli %group, %width : i32
  %above  = arith.divsi %pid, %size : i32
  %within = arith.remsi %pid, %size : i32
  %top    = arith.muli %above, %group : i32
  %left   = arith.subi %height, %top : i32
  %rows   = arith.minsi %left, %group : i32
  %down   = arith.remsi %within, %rows : i32
  %column = arith.divsi %within, %rows : i32
  %row    = arith.addi %top, %down : i32
  %i      = arith.muli %row, %bm : i32
  %j      = arith.muli %column, %bn : i32
  return %i, %j : i32, i32
}

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

func.func private @activation(%x: !acc) -> !acc {
  %is_on    = arith.constant #LEAKY_RELU
  %zero     = arith.constant dense<0.0> : !acc
  %slope    = arith.constant dense<0.01> : !acc
  %positive = arith.cmpf ogt, %x, %zero : !acc
  %scaled   = arith.mulf %x, %slope : !acc
  %leaky    = arith.select %positive, %x, %scaled : !mask, !acc
  %y        = arith.select %is_on, %leaky, %x : !acc
  return %y : !acc
}

func.func @matmul(%a: !tri.ptr<!T> {tri.arg = "randn(m, lda)", tri.divisibility = 16 : i32},
                  %b: !tri.ptr<!T> {tri.arg = "randn(k, ldb)", tri.divisibility = 16 : i32},
                  %c: !tri.ptr<!C> {tri.arg = "empty(m, ldc)", tri.divisibility = 16 : i32},
                  %m: i32 {tri.arg = "200"}, %n: i32 {tri.arg = "170"}, %k: i32 {tri.arg = "100"},
                  %lda: i32 {tri.arg = "k"}, %ldb: i32 {tri.arg = "n"}, %ldc: i32 {tri.arg = "n"})
    attributes {tri.kernel, tri.grid = "cdiv(m, BM) * cdiv(n, BN)", tri.flops = "2 * m * n * k"} {
  %c0      = arith.constant 0 : i32
  %bk      = arith.constant #BK
  %zero    = arith.constant dense<0.0> : !acc
  %i, %j   = func.call @tile_of_program(%m, %n) : (i32, i32) -> (i32, i32)
  %oa, %ka = func.call @tile_of_a(%i, %m, %lda) : (i32, i32, i32) -> (!mk, !mk)
  %ob, %kb = func.call @tile_of_b(%j, %n, %ldb) : (i32, i32, i32) -> (!kn, !kn)
  %pa      = tri.addptr %a, %oa : !tri.ptr<!T>, !mk
  %pb      = tri.addptr %b, %ob : !tri.ptr<!T>, !kn
  %sum     = scf.for %done = %c0 to %k step %bk iter_args(%acc = %zero) -> (!acc) : i32 {
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
    %next  = tri.dot %at, %bt, %acc : !a, !b, !acc
    scf.yield %next : !acc
  }
  %y       = func.call @activation(%sum) : (!acc) -> !acc
  %ct      = tri.fp_cast %y : !acc -> !c
  %oc, %in = func.call @tile_of_c(%i, %j, %m, %n, %ldc) : (i32, i32, i32, i32, i32) -> (!mn, !mask)
  %pc      = tri.addptr %c, %oc : !tri.ptr<!C>, !mn
  tri.store %ct to %pc where %in : !c
  return
}

// The same for integers of 8 bits, summed in 32.
func.func @matmul_i8(%a: !tri.ptr<i8> {tri.arg = "randint(m, lda, -128, 128)", tri.divisibility = 16 : i32},
                     %b: !tri.ptr<i8> {tri.arg = "randint(k, ldb, -128, 128)", tri.divisibility = 16 : i32},
                     %c: !tri.ptr<i32> {tri.arg = "empty(m, ldc)", tri.divisibility = 16 : i32},
                     %m: i32 {tri.arg = "200"}, %n: i32 {tri.arg = "170"}, %k: i32 {tri.arg = "100"},
                     %lda: i32 {tri.arg = "k"}, %ldb: i32 {tri.arg = "n"}, %ldc: i32 {tri.arg = "n"})
    attributes {tri.kernel, tri.grid = "cdiv(m, BM) * cdiv(n, BN)", tri.flops = "2 * m * n * k"} {
  %c0      = arith.constant 0 : i32
  %bk      = arith.constant #BK
  %zero    = arith.constant dense<0> : !mn
  %i, %j   = func.call @tile_of_program(%m, %n) : (i32, i32) -> (i32, i32)
  %oa, %ka = func.call @tile_of_a(%i, %m, %lda) : (i32, i32, i32) -> (!mk, !mk)
  %ob, %kb = func.call @tile_of_b(%j, %n, %ldb) : (i32, i32, i32) -> (!kn, !kn)
  %pa      = tri.addptr %a, %oa : !tri.ptr<i8>, !mk
  %pb      = tri.addptr %b, %ob : !tri.ptr<i8>, !kn
  %sum     = scf.for %done = %c0 to %k step %bk iter_args(%acc = %zero) -> (!mn) : i32 {
    %left  = arith.subi %k, %done : i32
    %enda  = tri.splat %left : !mk
    %endb  = tri.splat %left : !kn
    %ina   = arith.cmpi slt, %ka, %enda : !mk
    %inb   = arith.cmpi slt, %kb, %endb : !kn
    %below = arith.muli %done, %ldb : i32
    %p     = tri.addptr %pa, %done : !pa8, i32
    %q     = tri.addptr %pb, %below : !pb8, i32
    %at    = tri.load %p where %ina : !a8
    %bt    = tri.load %q where %inb : !b8
    %next  = tri.dot %at, %bt, %acc : !a8, !b8, !mn
    scf.yield %next : !mn
  }
  %oc, %in = func.call @tile_of_c(%i, %j, %m, %n, %ldc) : (i32, i32, i32, i32, i32) -> (!mn, !mask)
  %pc      = tri.addptr %c, %oc : !tri.ptr<i32>, !mn
  tri.store %sum to %pc where %in : !mn
  return
}
