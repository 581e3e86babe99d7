// y[i, …] = table[ids[i], …]: the rows of a table that a list names. A program copies a tile: ROWS of the n rows, COLS of
// their columns.
//
//   tri-run examples/embedding.mlir                                   1,000 rows of 300 f32 out of 5,000
//   tri-run examples/embedding.mlir n=5 width=7 'ids=arange(n, 4, -1)' -D T=i8

#ROWS  = 16 : i32          // tri-param {1, 4, 8, 16, 32, 64}
#COLS  = 128 : i32         // tri-param {32, 64, 128, 256, 512, 1024}
!T     = f32               // tri-param {i8, i16, i32, i64, f16, bf16, f32, f64}
!rows  = tensor<16xi32>    // tri: tensor<${ROWS}xi32>
!rows64 = tensor<16xi64>   // tri: tensor<${ROWS}xi64>
!rin   = tensor<16xi1>     // tri: tensor<${ROWS}xi1>
!tall  = tensor<16x1xi64>  // tri: tensor<${ROWS}x1xi64>
!tin   = tensor<16x1xi1>   // tri: tensor<${ROWS}x1xi1>
!cols  = tensor<128xi32>   // tri: tensor<${COLS}xi32>
!wide  = tensor<1x128xi32> // tri: tensor<1x${COLS}xi32>
!cin   = tensor<128xi1>    // tri: tensor<${COLS}xi1>
!win   = tensor<1x128xi1>  // tri: tensor<1x${COLS}xi1>
!ptall = tensor<16x1x!tri.ptr<!T>>   // tri: tensor<${ROWS}x1x!tri.ptr<!T>>
!ptile = tensor<16x128x!tri.ptr<!T>> // tri: tensor<${ROWS}x${COLS}x!tri.ptr<!T>>
!tile  = tensor<16x128xi32> // tri: tensor<${ROWS}x${COLS}xi32>
!mask  = tensor<16x128xi1> // tri: tensor<${ROWS}x${COLS}xi1>
!ts    = tensor<16x128x!T> // tri: tensor<${ROWS}x${COLS}x!T>

// Where rows of `width` elements begin.
func.func private @starts_of(%row: !rows, %width: i32) -> !tall {
  %row64 = arith.extsi %row : !rows to !rows64
  %w64   = arith.extsi %width : i32 to i64
  %w     = tri.splat %w64 : !rows64
  %start = arith.muli %row64, %w : !rows64
  %tall  = tri.expand_dims %start axis 1 : !rows64
  return %tall : !tall
}

func.func @embedding(%table: !tri.ptr<!T> {tri.arg = "randint(5000, width, -100, 100)", tri.divisibility = 16 : i32},
                     %ids: !tri.ptr<i32> {tri.arg = "randint(n, 0, 5000)", tri.divisibility = 16 : i32},
                     %y: !tri.ptr<!T> {tri.arg = "empty(n, width)", tri.divisibility = 16 : i32},
                     %n: i32 {tri.arg = "1000"},
                     %width: i32 {tri.arg = "300"})
    attributes {tri.kernel, tri.grid = "cdiv(width, COLS), cdiv(n, ROWS)"} {
  %pidx  = tri.program_id x
  %pidy  = tri.program_id y
  %high  = arith.constant #ROWS
  %broad = arith.constant #COLS
  %top   = arith.muli %pidy, %high : i32
  %left  = arith.muli %pidx, %broad : i32
  %i0    = tri.splat %top : !rows
  %i1    = tri.range : !rows
  %i     = arith.addi %i0, %i1 : !rows
  %end   = tri.splat %n : !rows
  %iin   = arith.cmpi slt, %i, %end : !rows
  %pid   = tri.addptr %ids, %i : !tri.ptr<i32>, !rows
  %id    = tri.load %pid where %iin : !rows
  %c0    = tri.splat %left : !cols
  %c1    = tri.range : !cols
  %c2    = arith.addi %c0, %c1 : !cols
  %right = tri.splat %width : !cols
  %cin   = arith.cmpi slt, %c2, %right : !cols
  %c3    = tri.expand_dims %c2 axis 0 : !cols
  %c     = tri.broadcast %c3 : !wide -> !tile
  %iin1  = tri.expand_dims %iin axis 1 : !rin
  %cin0  = tri.expand_dims %cin axis 0 : !cin
  %iins  = tri.broadcast %iin1 : !tin -> !mask
  %cins  = tri.broadcast %cin0 : !win -> !mask
  %in    = arith.andi %iins, %cins : !mask
  %from  = func.call @starts_of(%id, %width) : (!rows, i32) -> !tall
  %to    = func.call @starts_of(%i, %width) : (!rows, i32) -> !tall
  %pt1   = tri.addptr %table, %from : !tri.ptr<!T>, !tall
  %py1   = tri.addptr %y, %to : !tri.ptr<!T>, !tall
  %ptrow = tri.broadcast %pt1 : !ptall -> !ptile
  %pyrow = tri.broadcast %py1 : !ptall -> !ptile
  %pt    = tri.addptr %ptrow, %c : !ptile, !tile
  %py    = tri.addptr %pyrow, %c : !ptile, !tile
  %row   = tri.load %pt where %in : !ts
  tri.store %row to %py where %in : !ts
  return
}
