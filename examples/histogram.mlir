// counts[b] = how many of the n elements of x, read as unsigned numbers, are b; those that have no bin are not counted. A
// program counts a block, and adds its counts to those in memory.
//
//   tri-run examples/histogram.mlir                                   100,000 random bytes
//   tri-run examples/histogram.mlir -D T=i32 -D BINS=16 'x=randint(n, 0, 20)'

#BLOCK = 1024 : i32        // tri-param {128, 256, 512, 1024, 2048, 4096}
#BINS  = 256 : i32         // tri-param {16, 32, 64, 128, 256, 512, 1024, 2048}
!T     = i8                // tri-param {i8, i16, i32}
!index = tensor<1024xi32>  // tri: tensor<${BLOCK}xi32>
!ts    = tensor<1024x!T>   // tri: tensor<${BLOCK}x!T>
!bins  = tensor<256xi32>   // tri: tensor<${BINS}xi32>

func.func @histogram(%x: !tri.ptr<!T> {tri.arg = "randint(n, 0, 100)", tri.divisibility = 16 : i32},
                     %counts: !tri.ptr<i32> {tri.arg = "zeros(BINS)", tri.divisibility = 16 : i32},
                     %n: i32 {tri.arg = "100000"}) attributes {tri.kernel, tri.grid = "cdiv(n, BLOCK)"} {
  %pid   = tri.program_id x
  %size  = arith.constant #BLOCK
  %start = arith.muli %pid, %size : i32
  %first = tri.splat %start : !index
  %lane  = tri.range : !index
  %i     = arith.addi %first, %lane : !index
  %end   = tri.splat %n : !index
  %in    = arith.cmpi slt, %i, %end : !index
  %px    = tri.addptr %x, %i : !tri.ptr<!T>, !index
  %xs    = tri.load %px where %in : !ts
  %hits  = tri.histogram %xs where %in : !ts -> !bins
  %bin   = tri.range : !bins
  %pc    = tri.addptr %counts, %bin : !tri.ptr<i32>, !bins
  %old   = tri.atomic_rmw add %hits at %pc semantics relaxed : !bins
  return
}
