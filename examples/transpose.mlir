// y[c, r] = x[r, c] for a matrix of rows x columns, a tile per program.
//
//   tri-run examples/transpose.mlir                                   300 x 457 random f32
//   tri-run examples/transpose.mlir rows=33 columns=65 -D T=i8

#ROWS  = 32 : i32          // tri-param {16, 32, 64, 128}
#COLS  = 64 : i32          // tri-param {16, 32, 64, 128}
!T     = f32               // tri-param {i8, i16, i32, i64, f16, bf16, f32, f64}
!rows  = tensor<32xi32>    // tri: tensor<${ROWS}xi32>
!cols  = tensor<64xi32>    // tri: tensor<${COLS}xi32>
!tall  = tensor<32x1xi32>  // tri: tensor<${ROWS}x1xi32>
!wide  = tensor<1x64xi32>  // tri: tensor<1x${COLS}xi32>
!tile  = tensor<32x64xi32> // tri: tensor<${ROWS}x${COLS}xi32>
!tileT = tensor<64x32xi32> // tri: tensor<${COLS}x${ROWS}xi32>
!mask  = tensor<32x64xi1>  // tri: tensor<${ROWS}x${COLS}xi1>
!maskT = tensor<64x32xi1>  // tri: tensor<${COLS}x${ROWS}xi1>
!ts    = tensor<32x64x!T>  // tri: tensor<${ROWS}x${COLS}x!T>
!tsT   = tensor<64x32x!T>  // tri: tensor<${COLS}x${ROWS}x!T>

func.func @transpose(%x: !tri.ptr<!T> {tri.arg = "randint(rows, columns, -100, 100)", tri.divisibility = 16 : i32},
                     %y: !tri.ptr<!T> {tri.arg = "empty(columns, rows)", tri.divisibility = 16 : i32},
                     %rows: i32 {tri.arg = "300"},
                     %columns: i32 {tri.arg = "457"})
    attributes {tri.kernel, tri.grid = "cdiv(columns, COLS), cdiv(rows, ROWS)"} {
  %pidx  = tri.program_id x
  %pidy  = tri.program_id y
  %high  = arith.constant #ROWS
  %broad = arith.constant #COLS
  %top   = arith.muli %pidy, %high : i32
  %left  = arith.muli %pidx, %broad : i32
  %r0    = tri.splat %top : !rows
  %r1    = tri.range : !rows
  %r2    = arith.addi %r0, %r1 : !rows
  %c0    = tri.splat %left : !cols
  %c1    = tri.range : !cols
  %c2    = arith.addi %c0, %c1 : !cols
  %r3    = tri.expand_dims %r2 axis 1 : !rows
  %c3    = tri.expand_dims %c2 axis 0 : !cols
  %r     = tri.broadcast %r3 : !tall -> !tile
  %c     = tri.broadcast %c3 : !wide -> !tile
  %rend  = tri.splat %rows : !tile
  %cend  = tri.splat %columns : !tile
  %rin   = arith.cmpi slt, %r, %rend : !tile
  %cin   = arith.cmpi slt, %c, %cend : !tile
  %in    = arith.andi %rin, %cin : !mask
  %rx    = arith.muli %r, %cend : !tile
  %ox    = arith.addi %rx, %c : !tile
  %px    = tri.addptr %x, %ox : !tri.ptr<!T>, !tile
  %xs    = tri.load %px where %in : !ts
  %ys    = tri.transpose %xs order [1, 0] : !ts
  %cy    = arith.muli %c, %rend : !tile
  %oy    = arith.addi %cy, %r : !tile
  %oyT   = tri.transpose %oy order [1, 0] : !tile
  %inT   = tri.transpose %in order [1, 0] : !mask
  %py    = tri.addptr %y, %oyT : !tri.ptr<!T>, !tileT
  tri.store %ys to %py where %inT : !tsT
  return
}
