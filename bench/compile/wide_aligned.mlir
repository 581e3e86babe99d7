// y = a x + b with 512 elements in a thread and whole blocks: no masks.
!index = tensor<65536xi32>
!fs    = tensor<65536xf32>

func.func @wide_aligned(%x: !tri.ptr<f32> {tri.divisibility = 16 : i32}, %y: !tri.ptr<f32> {tri.divisibility = 16 : i32},
                        %a: f32, %b: f32) attributes {tri.kernel, tri.num_warps = 4 : i32} {
  %pid   = tri.program_id x
  %size  = arith.constant 65536 : i32
  %start = arith.muli %pid, %size : i32
  %first = tri.splat %start : !index
  %lane  = tri.range : !index
  %i     = arith.addi %first, %lane : !index
  %px    = tri.addptr %x, %i : !tri.ptr<f32>, !index
  %py    = tri.addptr %y, %i : !tri.ptr<f32>, !index
  %v     = tri.load %px : !fs
  %as    = tri.splat %a : !fs
  %bs    = tri.splat %b : !fs
  %p     = arith.mulf %v, %as fastmath<contract> : !fs
  %r     = arith.addf %p, %bs fastmath<contract> : !fs
  tri.store %r to %py : !fs
  return
}
