// at[r] = the first place of the greatest number of row r; a NaN is greater than every number. A program goes along a row,
// a block at a time: each element of the block keeps the best that it has seen, and in the end they are compared.
//
//   tri-run examples/argmax.mlir                                      1,000 rows of 5,000 random f32
//   tri-run examples/argmax.mlir columns=7 -D BLOCK=128 -D T=f16 'x=zeros(rows, columns)'

#BLOCK = 1024 : i32        // tri-param {32, 64, 128, 256, 512, 1024, 2048, 4096, 8192}
!T     = f32               // tri-param {f16, bf16, f32}
!index = tensor<1024xi32>  // tri: tensor<${BLOCK}xi32>
!mask  = tensor<1024xi1>   // tri: tensor<${BLOCK}xi1>
!ts    = tensor<1024x!T>   // tri: tensor<${BLOCK}x!T>
!fs    = tensor<1024xf32>  // tri: tensor<${BLOCK}xf32>

func.func @argmax(%x: !tri.ptr<!T> {tri.arg = "randn(rows, columns)", tri.divisibility = 16 : i32},
                  %at: !tri.ptr<i32> {tri.arg = "empty(rows)", tri.divisibility = 16 : i32},
                  %rows: i32 {tri.arg = "1000"},
                  %columns: i32 {tri.arg = "5000"}) attributes {tri.kernel, tri.grid = "rows"} {
  %c0    = arith.constant 0 : i32
  %size  = arith.constant #BLOCK
  %least = arith.constant dense<0xFF800000> : !fs
  %row   = tri.program_id x
  %start = arith.muli %row, %columns : i32
  %px    = tri.addptr %x, %start : !tri.ptr<!T>, i32
  %lane  = tri.range : !index
  %end   = tri.splat %columns : !index
  %best, %place = scf.for %done = %c0 to %columns step %size
      iter_args(%a = %least, %ia = %lane) -> (!fs, !index) : i32 {
    %first = tri.splat %done : !index
    %ib    = arith.addi %first, %lane : !index
    %in    = arith.cmpi slt, %ib, %end : !index
    %pxs   = tri.addptr %px, %ib : !tri.ptr<!T>, !index
    %xt    = tri.load %pxs where %in : !ts
    %xf    = tri.fp_cast %xt : !ts -> !fs
    %b     = arith.select %in, %xf, %least : !mask, !fs
    %above = arith.cmpf ugt, %b, %a : !fs
    %isnum = arith.cmpf ord, %a, %a : !fs
    %take  = arith.andi %above, %isnum : !mask
    %v     = arith.select %take, %b, %a : !mask, !fs
    %i     = arith.select %take, %ib, %ia : !mask, !index
    scf.yield %v, %i : !fs, !index
  }
  %top, %where = tri.reduce %best, %place axis 0 : !fs, !index by (%a, %ia), (%b, %ib) {
    %above = arith.cmpf ugt, %b, %a : f32
    %isnum = arith.cmpf ord, %a, %a : f32
    %more  = arith.andi %above, %isnum : i1
    %below = arith.cmpf ugt, %a, %b : f32
    %num_b = arith.cmpf ord, %b, %b : f32
    %less  = arith.andi %below, %num_b : i1
    %same  = arith.cmpi eq, %more, %less : i1
    %early = arith.cmpi slt, %ib, %ia : i32
    %tie   = arith.andi %same, %early : i1
    %take  = arith.ori %more, %tie : i1
    %v     = arith.select %take, %b, %a : f32
    %i     = arith.select %take, %ib, %ia : i32
    tri.yield %v, %i : f32, i32
  }
  %pat   = tri.addptr %at, %row : !tri.ptr<i32>, i32
  tri.store %where to %pat : i32
  return
}
