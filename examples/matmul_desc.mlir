// C = A · B, and LeakyReLU of it where LEAKY_RELU is set, through descriptors: what lies outside of a matrix is zero in
// a load and left alone by a store, so that there are no masks. Rows, of lda, ldb and ldc elements, take a multiple of
// 16 bytes.
//
//   tri-run examples/matmul_desc.mlir                                         200 x 100 times 100 x 170
//   tri-run examples/matmul_desc.mlir m=512 n=512 k=512 -D T=bf16 -D LEAKY_RELU=true

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
!a    = tensor<64x32x!T>       // tri: tensor<${BM}x${BK}x!T>
!b    = tensor<32x64x!T>       // tri: tensor<${BK}x${BN}x!T>
!c    = tensor<64x64x!C>       // tri: tensor<${BM}x${BN}x!C>
!acc  = tensor<64x64xf32>      // tri: tensor<${BM}x${BN}xf32>
!mask = tensor<64x64xi1>       // tri: tensor<${BM}x${BN}xi1>
!da   = !tri.desc<64x32x!T>    // tri: !tri.desc<${BM}x${BK}x!T>
!db   = !tri.desc<32x64x!T>    // tri: !tri.desc<${BK}x${BN}x!T>
!dc   = !tri.desc<64x64x!C>    // tri: !tri.desc<${BM}x${BN}x!C>

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

func.func @matmul_desc(%a: !tri.ptr<!T> {tri.arg = "randn(m, lda)", tri.divisibility = 16 : i32},
                       %b: !tri.ptr<!T> {tri.arg = "randn(k, ldb)", tri.divisibility = 16 : i32},
                       %c: !tri.ptr<!C> {tri.arg = "empty(m, ldc)", tri.divisibility = 16 : i32},
                       %m: i32 {tri.arg = "200"}, %n: i32 {tri.arg = "170"}, %k: i32 {tri.arg = "100"},
                       %lda: i32 {tri.arg = "cdiv(k, 16) * 16"},
                       %ldb: i32 {tri.arg = "cdiv(n, 16) * 16"},
                       %ldc: i32 {tri.arg = "cdiv(n, 16) * 16"})
    attributes {tri.kernel, tri.grid = "cdiv(m, BM) * cdiv(n, BN)", tri.flops = "2 * m * n * k"} {
  %c0    = arith.constant 0 : i32
  %bk    = arith.constant #BK
  %zero  = arith.constant dense<0.0> : !acc
  %da    = tri.make_desc %a shape [%m, %k] strides [%lda] : i32 -> !da
  %db    = tri.make_desc %b shape [%k, %n] strides [%ldb] : i32 -> !db
  %dc    = tri.make_desc %c shape [%m, %n] strides [%ldc] : i32 -> !dc
  %i, %j = func.call @tile_of_program(%m, %n) : (i32, i32) -> (i32, i32)
  %sum   = scf.for %done = %c0 to %k step %bk iter_args(%acc = %zero) -> (!acc) : i32 {
    %at   = tri.desc_load %da[%i, %done] : !da
    %bt   = tri.desc_load %db[%done, %j] : !db
    %next = tri.dot %at, %bt, %acc : !a, !b, !acc
    scf.yield %next : !acc
  }
  %y     = func.call @activation(%sum) : (!acc) -> !acc
  %ct    = tri.fp_cast %y : !acc -> !c
  tri.desc_store %ct to %dc[%i, %j] : !dc
  return
}
