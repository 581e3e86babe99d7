// y[i] = x[i] / (1 − p), or 0 with probability p: where a random number of [0, 1), which depends on seed and i alone, is less
// than p. It is 24 bits of word i mod 4 of Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy
// as 1, 2, 3", 2011) with counter ⌊i / 4⌋ and key seed.
//
//   tri-run examples/dropout.mlir                                     98,432 random f32, half of them kept
//   tri-run examples/dropout.mlir p=0.1 seed=42 n=20 'x=ones(n)' --print y

#BLOCK = 1024 : i32        // tri-param {128, 256, 512, 1024, 2048, 4096}
!T     = f32               // tri-param {f16, bf16, f32}
!index = tensor<1024xi32>  // tri: tensor<${BLOCK}xi32>
!mask  = tensor<1024xi1>   // tri: tensor<${BLOCK}xi1>
!ts    = tensor<1024x!T>   // tri: tensor<${BLOCK}x!T>
!fs    = tensor<1024xf32>  // tri: tensor<${BLOCK}xf32>
!words = tensor<256xi32>   // tri: tensor<${BLOCK / 4}xi32>
!pair  = tensor<256x2xi32> // tri: tensor<${BLOCK / 4}x2xi32>
!four  = tensor<256x2x2xi32> // tri: tensor<${BLOCK / 4}x2x2xi32>

// The four words of Philox 4x32-10 for each counter (c, 0, 0, 0) and the key (seed mod 2³², ⌊seed / 2³²⌋).
func.func private @philox(%c: !words, %seed: i64) -> (!words, !words, !words, !words) {
  %c0   = arith.constant 0 : i32
  %c1   = arith.constant 1 : i32
  %c10  = arith.constant 10 : i32
  %c32  = arith.constant 32 : i64
  %zero = arith.constant dense<0> : !words
  %m0   = arith.constant dense<0xD2511F53> : !words
  %m1   = arith.constant dense<0xCD9E8D57> : !words
  %w0   = arith.constant 0x9E3779B9 : i32
  %w1   = arith.constant 0xBB67AE85 : i32
  %low  = arith.trunci %seed : i64 to i32
  %up   = arith.shrui %seed, %c32 : i64
  %high = arith.trunci %up : i64 to i32
  %x:6  = scf.for %round = %c0 to %c10 step %c1
      iter_args(%a = %c, %b = %zero, %d = %zero, %e = %zero, %k0 = %low, %k1 = %high)
      -> (!words, !words, !words, !words, i32, i32) : i32 {
    %h0  = tri.mulhi unsigned %m0, %a : !words
    %h1  = tri.mulhi unsigned %m1, %d : !words
    %l0  = arith.muli %m0, %a : !words
    %l1  = arith.muli %m1, %d : !words
    %ks0 = tri.splat %k0 : !words
    %ks1 = tri.splat %k1 : !words
    %x0  = arith.xori %h1, %b : !words
    %x1  = arith.xori %h0, %e : !words
    %a1  = arith.xori %x0, %ks0 : !words
    %d1  = arith.xori %x1, %ks1 : !words
    %k2  = arith.addi %k0, %w0 : i32
    %k3  = arith.addi %k1, %w1 : i32
    scf.yield %a1, %l1, %d1, %l0, %k2, %k3 : !words, !words, !words, !words, i32, i32
  }
  return %x#0, %x#1, %x#2, %x#3 : !words, !words, !words, !words
}

// Numbers of [0, 1) in steps of 2^-24, one for each word of the counters from `first` on.
func.func private @uniform(%first: i32, %seed: i64) -> !fs {
  %bits = arith.constant dense<8> : !index
  %step = arith.constant dense<5.9604644775390625e-08> : !fs
  %q    = tri.splat %first : !words
  %r    = tri.range : !words
  %c    = arith.addi %q, %r : !words
  %w:4  = func.call @philox(%c, %seed) : (!words, i64) -> (!words, !words, !words, !words)
  %even = tri.join %w#0, %w#2 : !words
  %odd  = tri.join %w#1, %w#3 : !words
  %all  = tri.join %even, %odd : !pair
  %flat = tri.reshape %all : !four -> !index
  %u24  = arith.shrui %flat, %bits : !index
  %f    = arith.uitofp %u24 : !index to !fs
  %u    = arith.mulf %f, %step : !fs
  return %u : !fs
}

func.func @dropout(%x: !tri.ptr<!T> {tri.arg = "randn(n)", tri.divisibility = 16 : i32},
                   %y: !tri.ptr<!T> {tri.arg = "empty(n)", tri.divisibility = 16 : i32},
                   %n: i32 {tri.arg = "98432"},
                   %p: f32 {tri.arg = "0.5"},
                   %seed: i64 {tri.arg = "1234"}) attributes {tri.kernel, tri.grid = "cdiv(n, BLOCK)"} {
  %pid   = tri.program_id x
  %size  = arith.constant #BLOCK
  %c4    = arith.constant 4 : i32
  %one   = arith.constant 1.0 : f32
  %zero  = arith.constant dense<0.0> : !fs
  %start = arith.muli %pid, %size : i32
  %quart = arith.divsi %start, %c4 : i32
  %u     = func.call @uniform(%quart, %seed) : (i32, i64) -> !fs
  %ps    = tri.splat %p : !fs
  %keep  = arith.cmpf oge, %u, %ps : !fs
  %first = tri.splat %start : !index
  %lane  = tri.range : !index
  %i     = arith.addi %first, %lane : !index
  %end   = tri.splat %n : !index
  %in    = arith.cmpi slt, %i, %end : !index
  %px    = tri.addptr %x, %i : !tri.ptr<!T>, !index
  %py    = tri.addptr %y, %i : !tri.ptr<!T>, !index
  %xt    = tri.load %px where %in : !ts
  %xs    = tri.fp_cast %xt : !ts -> !fs
  %left  = arith.subf %one, %p : f32
  %lefts = tri.splat %left : !fs
  %large = arith.divf %xs, %lefts : !fs
  %ys    = arith.select %keep, %large, %zero : !mask, !fs
  %yt    = tri.fp_cast %ys : !fs -> !ts
  tri.store %yt to %py where %in : !ts
  return
}
