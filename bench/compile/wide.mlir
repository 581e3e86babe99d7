// z = x + y with 512 elements of each block in a thread: the most registers that the compiler gives one block.
!index = tensor<65536xi32>
!fs    = tensor<65536xf32>

func.func @wide(%x: !tri.ptr<f32> {tri.divisibility = 16 : i32}, %y: !tri.ptr<f32> {tri.divisibility = 16 : i32},
                %z: !tri.ptr<f32> {tri.divisibility = 16 : i32}, %n: i32)
    attributes {tri.kernel, tri.num_warps = 4 : i32} {
  %pid   = tri.program_id x
  %size  = arith.constant 65536 : i32
  %start = arith.muli %pid, %size : i32
  %first = tri.splat %start : !index
  %lane  = tri.range : !index
  %i     = arith.addi %first, %lane : !index
  %end   = tri.splat %n : !index
  %in    = arith.cmpi slt, %i, %end : !index
  %px    = tri.addptr %x, %i : !tri.ptr<f32>, !index
  %py    = tri.addptr %y, %i : !tri.ptr<f32>, !index
  %pz    = tri.addptr %z, %i : !tri.ptr<f32>, !index
  %a     = tri.load %px where %in : !fs
  %b     = tri.load %py where %in : !fs
  %sum   = arith.addf %a, %b : !fs
  tri.store %sum to %pz where %in : !fs
  return
}
