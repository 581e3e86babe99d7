// Softmax of a row of 4096 f32 in a program of four warps: 32 elements in a thread.
!index = tensor<4096xi32>
!mask  = tensor<4096xi1>
!fs    = tensor<4096xf32>

func.func @softmax_4096(%x: !tri.ptr<f32> {tri.divisibility = 16 : i32}, %y: !tri.ptr<f32> {tri.divisibility = 16 : i32},
                        %columns: i32) attributes {tri.kernel, tri.num_warps = 4 : i32} {
  %row   = tri.program_id x
  %start = arith.muli %row, %columns : i32
  %first = tri.splat %start : !index
  %c     = tri.range : !index
  %at    = arith.addi %first, %c : !index
  %end   = tri.splat %columns : !index
  %in    = arith.cmpi slt, %c, %end : !index
  %px    = tri.addptr %x, %at : !tri.ptr<f32>, !index
  %py    = tri.addptr %y, %at : !tri.ptr<f32>, !index
  %least = arith.constant dense<0xFF800000> : !fs
  %xs    = tri.load %px where %in else %least : !fs
  %max   = tri.reduce max %xs axis 0 : !fs
  %m     = tri.splat %max : !fs
  %d     = arith.subf %xs, %m : !fs
  %e     = math.exp %d : !fs
  %sum   = tri.reduce add %e axis 0 : !fs
  %s     = tri.splat %sum : !fs
  %q     = arith.divf %e, %s : !fs
  tri.store %q to %py where %in : !fs
  return
}
