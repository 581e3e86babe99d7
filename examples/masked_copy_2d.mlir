// dst[r, c] = src[r, c] for a rows x columns corner of two matrices with their own row strides, a tile per program.
//
//   tri-run examples/masked_copy_2d.mlir
//   tri-run examples/masked_copy_2d.mlir rows=33 columns=65 src_stride=67 dst_stride=71

#ROWS  = 16 : i32         // tri-param {1, 8, 16, 32}
#COLS  = 64 : i32         // tri-param {16, 32, 64, 128}
!T     = f32              // tri-param {i8, i16, i32, i64, f16, bf16, f32, f64}
!rows  = tensor<16xi32>   // tri: tensor<${ROWS}xi32>
!cols  = tensor<64xi32>   // tri: tensor<${COLS}xi32>
!col   = tensor<16x1xi32> // tri: tensor<${ROWS}x1xi32>
!row   = tensor<1x64xi32> // tri: tensor<1x${COLS}xi32>
!cm    = tensor<16x1xi1>  // tri: tensor<${ROWS}x1xi1>
!rm    = tensor<1x64xi1>  // tri: tensor<1x${COLS}xi1>
!tile  = tensor<16x64xi32> // tri: tensor<${ROWS}x${COLS}xi32>
!mask  = tensor<16x64xi1> // tri: tensor<${ROWS}x${COLS}xi1>
!ts    = tensor<16x64x!T> // tri: tensor<${ROWS}x${COLS}x!T>

func.func @masked_copy_2d(%src: !tri.ptr<!T> {tri.arg = "randint(rows, src_stride, -100, 100)"},
                          %dst: !tri.ptr<!T> {tri.arg = "zeros(rows, dst_stride)"},
                          %rows: i32 {tri.arg = "123"},
                          %columns: i32 {tri.arg = "457"},
                          %src_stride: i32 {tri.arg = "461"},
                          %dst_stride: i32 {tri.arg = "463"})
    attributes {tri.kernel, tri.grid = "cdiv(columns, COLS), cdiv(rows, ROWS)"} {
  %px     = tri.program_id x
  %py     = tri.program_id y
  %height = arith.constant #ROWS
  %width  = arith.constant #COLS
  %top    = arith.muli %py, %height : i32
  %left   = arith.muli %px, %width : i32
  %r0     = tri.splat %top : !rows
  %rr     = tri.range : !rows
  %r1     = arith.addi %r0, %rr : !rows
  %c0     = tri.splat %left : !cols
  %cc     = tri.range : !cols
  %c1     = arith.addi %c0, %cc : !cols
  %r      = tri.expand_dims %r1 axis 1 : !rows
  %c      = tri.expand_dims %c1 axis 0 : !cols
  %rend   = tri.splat %rows : !col
  %cend   = tri.splat %columns : !row
  %rin    = arith.cmpi slt, %r, %rend : !col
  %cin    = arith.cmpi slt, %c, %cend : !row
  %rmask  = tri.broadcast %rin : !cm -> !mask
  %cmask  = tri.broadcast %cin : !rm -> !mask
  %in     = arith.andi %rmask, %cmask : !mask
  %ctile  = tri.broadcast %c : !row -> !tile
  %sstep  = tri.splat %src_stride : !col
  %srow   = arith.muli %r, %sstep : !col
  %stile  = tri.broadcast %srow : !col -> !tile
  %soff   = arith.addi %stile, %ctile : !tile
  %psrc   = tri.addptr %src, %soff : !tri.ptr<!T>, !tile
  %value  = tri.load %psrc where %in : !ts
  %dstep  = tri.splat %dst_stride : !col
  %drow   = arith.muli %r, %dstep : !col
  %dtile  = tri.broadcast %drow : !col -> !tile
  %doff   = arith.addi %dtile, %ctile : !tile
  %pdst   = tri.addptr %dst, %doff : !tri.ptr<!T>, !tile
  tri.store %value to %pdst where %in : !ts
  return
}
