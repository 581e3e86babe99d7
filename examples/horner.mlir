// y[i] = c[0] + c[1]·x[i] + … + c[degree]·x[i]^degree by Horner's rule, doubled where `twice` is set: a loop that carries
// a block, scalar loads, and a branch that every program takes or not as a whole.
//
//   tri-run examples/horner.mlir
//   tri-run examples/horner.mlir degree=0 twice=1

#BLOCK = 512 : i32        // tri-param {64, 128, 256, 512, 1024}
!T     = f32              // tri-param {f16, bf16, f32, f64}
!index = tensor<512xi32>  // tri: tensor<${BLOCK}xi32>
!ts    = tensor<512x!T>   // tri: tensor<${BLOCK}x!T>

func.func @horner(%x: !tri.ptr<!T> {tri.arg = "uniform(n, -1, 1)", tri.divisibility = 16 : i32},
                  %c: !tri.ptr<!T> {tri.arg = "rand(degree + 1)"},
                  %y: !tri.ptr<!T> {tri.arg = "empty(n)", tri.divisibility = 16 : i32},
                  %n: i32 {tri.arg = "10000"},
                  %degree: i32 {tri.arg = "7"},
                  %twice: i32 {tri.arg = "0"}) attributes {tri.kernel, tri.grid = "cdiv(n, BLOCK)"} {
  %c0    = arith.constant 0 : i32
  %c1    = arith.constant 1 : i32
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
  %ptop  = tri.addptr %c, %degree : !tri.ptr<!T>, i32
  %top   = tri.load %ptop : !T
  %top_s = tri.splat %top : !ts
  %sum   = scf.for %k = %c0 to %degree step %c1 iter_args(%acc = %top_s) -> (!ts) : i32 {
    %back  = arith.subi %degree, %k : i32
    %power = arith.subi %back, %c1 : i32
    %pc    = tri.addptr %c, %power : !tri.ptr<!T>, i32
    %ck    = tri.load %pc : !T
    %cks   = tri.splat %ck : !ts
    %prod  = arith.mulf %acc, %xs : !ts
    %next  = arith.addf %prod, %cks : !ts
    scf.yield %next : !ts
  }
  %double = arith.cmpi ne, %twice, %c0 : i32
  %result = scf.if %double -> (!ts) {
    %both = arith.addf %sum, %sum : !ts
    scf.yield %both : !ts
  } else {
    scf.yield %sum : !ts
  }
  %py = tri.addptr %y, %i : !tri.ptr<!T>, !index
  tri.store %result to %py where %in : !ts
  return
}
