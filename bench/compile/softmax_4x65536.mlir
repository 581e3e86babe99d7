// Softmax of four rows of 65536 f32 in a program of 32 warps: 256 elements in a thread, far more than it has registers.
!tile  = tensor<4x65536xi32>
!mask  = tensor<4x65536xi1>
!fs    = tensor<4x65536xf32>

func.func @softmax_4x65536(%x: !tri.ptr<f32> {tri.divisibility = 16 : i32},
                           %y: !tri.ptr<f32> {tri.divisibility = 16 : i32}, %rows: i32,
                           %columns: i32 {tri.divisibility = 16 : i32}) attributes {tri.kernel, tri.num_warps = 32 : i32} {
  %pid    = tri.program_id x
  %four   = arith.constant 4 : i32
  %start  = arith.muli %pid, %four : i32
  %first  = tri.splat %start : tensor<4xi32>
  %r      = tri.range : tensor<4xi32>
  %row    = arith.addi %first, %r : tensor<4xi32>
  %wide   = tri.splat %columns : tensor<4xi32>
  %from   = arith.muli %row, %wide : tensor<4xi32>
  %from1  = tri.expand_dims %from axis 1 : tensor<4xi32>
  %froms  = tri.broadcast %from1 : tensor<4x1xi32> -> !tile
  %c      = tri.range : tensor<65536xi32>
  %c1     = tri.expand_dims %c axis 0 : tensor<65536xi32>
  %cs     = tri.broadcast %c1 : tensor<1x65536xi32> -> !tile
  %at     = arith.addi %froms, %cs : !tile
  %end    = tri.splat %columns : !tile
  %in     = arith.cmpi slt, %cs, %end : !tile
  %px     = tri.addptr %x, %at : !tri.ptr<f32>, !tile
  %py     = tri.addptr %y, %at : !tri.ptr<f32>, !tile
  %least  = arith.constant dense<0xFF800000> : !fs
  %xs     = tri.load %px where %in else %least : !fs
  %max    = tri.reduce max %xs axis 1 : !fs
  %max1   = tri.expand_dims %max axis 1 : tensor<4xf32>
  %m      = tri.broadcast %max1 : tensor<4x1xf32> -> !fs
  %d      = arith.subf %xs, %m : !fs
  %e      = math.exp %d : !fs
  %sum    = tri.reduce add %e axis 1 : !fs
  %sum1   = tri.expand_dims %sum axis 1 : tensor<4xf32>
  %s      = tri.broadcast %sum1 : tensor<4x1xf32> -> !fs
  %q      = arith.divf %e, %s : !fs
  tri.store %q to %py where %in : !fs
  return
}
