// Elements of one store that have one address, which of them is kept is not defined: of elements 32, 64 and 128 of a lane
// the interpreter keeps the last, compiled code that of the last register, which is the first. One program of the grid
// stores, the first that comes.
#l = #tri.layout<register = [[128], [64], [32]], lane = [[1], [2], [4], [8], [16]], warp = [], cta = []>
!b = tensor<256xi32, #l>
func.func @k(%y: !tri.ptr<i32>, %flag: !tri.ptr<i32>) attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %c77 = arith.constant 77 : i32
  %old = tri.atomic_rmw exch %c77 at %flag : i32
  %first = arith.cmpi ne, %old, %c77 : i32
  %i = tri.range : !b
  %c32 = arith.constant dense<32> : !b
  %lane = arith.remui %i, %c32 : !b
  %rest = arith.divui %i, %c32 : !b
  %set = math.ctpop %rest : !b
  %apart = arith.muli %set, %c32 : !b
  %place = arith.addi %apart, %lane : !b
  %p = tri.addptr %y, %place : !tri.ptr<i32>, !b
  scf.if %first {
    tri.store %i to %p : !b
  }
  return
}
