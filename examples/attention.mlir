// o = softmax(scale · q · kᵀ) · v, for each of `heads` matrices q and o of m rows, k and v of n rows, all of D columns;
// where CAUSAL is set, row i sees the keys up to i alone. A program takes BM rows of q past k and v once, BN rows at a
// time: it keeps the largest score so far, and scales what it has summed when there is a larger one (FlashAttention-2,
// Dao 2023). Scores are in powers of two: exp(x) is exp2(x · log2 e).
//
//   tri-run examples/attention.mlir                                           3 heads, 100 rows over 100 keys of 64
//   tri-run examples/attention.mlir m=1 n=1000 -D T=bf16                      a row over many keys
//   tri-run examples/attention.mlir -D CAUSAL=true -D D=128 scale=0.0884

#BM     = 64 : i32             // tri-param {16, 32, 64, 128}
#BN     = 32 : i32             // tri-param {16, 32, 64, 128}
#D      = 64 : i32             // tri-param {16, 32, 64, 128, 256}
#CAUSAL = false                // tri-param
!T      = f16                  // tri-param {f16, bf16, f32}
// tri-config: BM=128 BN=128 D=128 num_warps=8 num_stages=2
// tri-config: BM=128 BN=64 D=64 num_warps=4 num_stages=3
!m  = tensor<64xi32>           // tri: tensor<${BM}xi32>
!n  = tensor<32xi32>           // tri: tensor<${BN}xi32>
!m1 = tensor<64x1xi32>         // tri: tensor<${BM}x1xi32>
!n0 = tensor<1x32xi32>         // tri: tensor<1x${BN}xi32>
!mn = tensor<64x32xi32>        // tri: tensor<${BM}x${BN}xi32>
!in = tensor<64x32xi1>         // tri: tensor<${BM}x${BN}xi1>
!q  = tensor<64x64x!T>         // tri: tensor<${BM}x${D}x!T>
!k  = tensor<32x64x!T>         // tri: tensor<${BN}x${D}x!T>
!kt = tensor<64x32x!T>         // tri: tensor<${D}x${BN}x!T>
!p  = tensor<64x32x!T>         // tri: tensor<${BM}x${BN}x!T>
!s  = tensor<64x32xf32>        // tri: tensor<${BM}x${BN}xf32>
!r  = tensor<64xf32>           // tri: tensor<${BM}xf32>
!r1 = tensor<64x1xf32>         // tri: tensor<${BM}x1xf32>
!o  = tensor<64x64xf32>        // tri: tensor<${BM}x${D}xf32>
!dq = !tri.desc<64x64x!T>      // tri: !tri.desc<${BM}x${D}x!T>
!dk = !tri.desc<32x64x!T>      // tri: !tri.desc<${BN}x${D}x!T>

// How many keys each row from i sees, for each column of a block of scores.
func.func private @visible(%i: i32, %n: i32) -> !mn {
  %causal = arith.constant #CAUSAL
  %one    = arith.constant dense<1> : !m
  %first  = tri.splat %i : !m
  %range  = tri.range : !m
  %row    = arith.addi %first, %range : !m
  %upto   = arith.addi %row, %one : !m
  %all    = tri.splat %n : !m
  %least  = arith.minsi %upto, %all : !m
  %count  = arith.select %causal, %least, %all : !m
  %count1 = tri.expand_dims %count axis 1 : !m
  %counts = tri.broadcast %count1 : !m1 -> !mn
  return %counts : !mn
}

// The scores of a block whose first key is j: scaled, and -inf for keys that the row does not see.
func.func private @masked(%s: !s, %scale: f32, %j: i32, %visible: !mn) -> !s {
  %none   = arith.constant dense<0xFF800000> : !s
  %first  = tri.splat %j : !n
  %range  = tri.range : !n
  %key    = arith.addi %first, %range : !n
  %key0   = tri.expand_dims %key axis 0 : !n
  %keys   = tri.broadcast %key0 : !n0 -> !mn
  %in     = arith.cmpi slt, %keys, %visible : !mn
  %scales = tri.splat %scale : !s
  %scaled = arith.mulf %s, %scales : !s
  %masked = arith.select %in, %scaled, %none : !in, !s
  return %masked : !s
}

// A number per row, along the columns of scores and of the output.
func.func private @across_scores(%r: !r) -> !s {
  %r1 = tri.expand_dims %r axis 1 : !r
  %s  = tri.broadcast %r1 : !r1 -> !s
  return %s : !s
}
func.func private @across_output(%r: !r) -> !o {
  %r1 = tri.expand_dims %r axis 1 : !r
  %o  = tri.broadcast %r1 : !r1 -> !o
  return %o : !o
}

func.func @attention(%q: !tri.ptr<!T> {tri.arg = "randn(heads, m, D)", tri.divisibility = 16 : i32},
                     %k: !tri.ptr<!T> {tri.arg = "randn(heads, n, D)", tri.divisibility = 16 : i32},
                     %v: !tri.ptr<!T> {tri.arg = "randn(heads, n, D)", tri.divisibility = 16 : i32},
                     %o: !tri.ptr<!T> {tri.arg = "empty(heads, m, D)", tri.divisibility = 16 : i32},
                     %heads: i32 {tri.arg = "3"}, %m: i32 {tri.arg = "100"}, %n: i32 {tri.arg = "100"},
                     %scale: f32 {tri.arg = "0.125"})
    attributes {tri.kernel, tri.grid = "cdiv(m, BM), heads", tri.flops = "4 * heads * m * n * D"} {
  %c0     = arith.constant 0 : i32
  %bm     = arith.constant #BM
  %bn     = arith.constant #BN
  %d      = arith.constant #D
  %causal = arith.constant #CAUSAL
  %log2e  = arith.constant 1.44269504 : f32
  %none   = arith.constant dense<0xFF800000> : !r
  %zero   = arith.constant dense<0.0> : !r
  %zeros  = arith.constant dense<0.0> : !s
  %zeroo  = arith.constant dense<0.0> : !o
  %x      = tri.program_id x
  %head   = tri.program_id y
  %i      = arith.muli %x, %bm : i32
  %scale2 = arith.mulf %scale, %log2e : f32
  %qsize  = arith.muli %m, %d : i32
  %ksize  = arith.muli %n, %d : i32
  %qpast  = arith.muli %head, %qsize : i32
  %kpast  = arith.muli %head, %ksize : i32
  %qh     = tri.addptr %q, %qpast : !tri.ptr<!T>, i32
  %kh     = tri.addptr %k, %kpast : !tri.ptr<!T>, i32
  %vh     = tri.addptr %v, %kpast : !tri.ptr<!T>, i32
  %oh     = tri.addptr %o, %qpast : !tri.ptr<!T>, i32
  %dq     = tri.make_desc %qh shape [%m, %d] strides [%d] : i32 -> !dq
  %dk     = tri.make_desc %kh shape [%n, %d] strides [%d] : i32 -> !dk
  %dv     = tri.make_desc %vh shape [%n, %d] strides [%d] : i32 -> !dk
  %do     = tri.make_desc %oh shape [%m, %d] strides [%d] : i32 -> !dq
  %qt     = tri.desc_load %dq[%i, %c0] : !dq
  %seen   = func.call @visible(%i, %n) : (i32, i32) -> !mn
  %below  = arith.addi %i, %bm : i32
  %least  = arith.minsi %below, %n : i32
  %end    = arith.select %causal, %least, %n : i32
  %top, %sum, %out = scf.for %j = %c0 to %end step %bn
      iter_args(%max = %none, %l = %zero, %acc = %zeroo) -> (!r, !r, !o) : i32 {
    %kb   = tri.desc_load %dk[%j, %c0] : !dk
    %vb   = tri.desc_load %dv[%j, %c0] : !dk
    %kt   = tri.transpose %kb order [1, 0] : !k
    %qk   = tri.dot %qt, %kt, %zeros : !q, !kt, !s
    %s    = func.call @masked(%qk, %scale2, %j, %seen) : (!s, f32, i32, !mn) -> !s
    %here = tri.reduce max %s axis 1 : !s
    %max1 = arith.maxnumf %max, %here : !r
    %maxs = func.call @across_scores(%max1) : (!r) -> !s
    %less = arith.subf %s, %maxs : !s
    %p    = math.exp2 %less : !s
    %drop = arith.subf %max, %max1 : !r
    %keep = math.exp2 %drop : !r
    %more = tri.reduce add %p axis 1 : !s
    %kept = arith.mulf %l, %keep : !r
    %l1   = arith.addf %kept, %more : !r
    %kepo = func.call @across_output(%keep) : (!r) -> !o
    %acc1 = arith.mulf %acc, %kepo : !o
    %pt   = tri.fp_cast %p : !s -> !p
    %acc2 = tri.dot %pt, %vb, %acc1 : !p, !k, !o
    scf.yield %max1, %l1, %acc2 : !r, !r, !o
  }
  %sums = func.call @across_output(%sum) : (!r) -> !o
  %y    = arith.divf %out, %sums : !o
  %ot   = tri.fp_cast %y : !o -> !q
  tri.desc_store %ot to %do[%i, %c0] : !dq
  return
}
