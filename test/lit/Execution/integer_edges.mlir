// RUN: tri-run %s --target sim --check ref --seed 1
// RUN: tri-run %s --target sim --check ref --seed 2 -D I=i8
// RUN: tri-run %s --target sim --check ref --seed 3 -D I=i16
// RUN: tri-run %s --target sim --check ref --seed 4 -D I=i64
// Remainders, shifts and comparisons of extremes; wherever a divisor would be 0 it is 1, and quotients avoid overflow.

!I = i32              // tri-param {i8, i16, i32, i64}
!b = tensor<512x!I>
!m = tensor<512xi1>
!o = tensor<512xi32>

func.func @edges(%x: !tri.ptr<!I> {tri.arg = "special(512)"}, %y: !tri.ptr<!I> {tri.arg = "special(512)"},
                 %r: !tri.ptr<!I> {tri.arg = "empty(512 * 8)"}) attributes {tri.kernel, tri.grid = "1"} {
  %i = tri.range : !o
  %px = tri.addptr %x, %i : !tri.ptr<!I>, !o
  %py = tri.addptr %y, %i : !tri.ptr<!I>, !o
  %a = tri.load %px : !b
  %b = tri.load %py : !b
  %zero = arith.constant 0 : !I
  %one = arith.constant 1 : !I
  %zeros = tri.splat %zero : !b
  %ones = tri.splat %one : !b
  %is0 = arith.cmpi eq, %b, %zeros : !b
  %d = arith.select %is0, %ones, %b : !m, !b
  %rem = arith.remsi %a, %d : !b
  %urem = arith.remui %a, %d : !b
  %uquo = arith.divui %a, %d : !b
  %max = arith.maxsi %a, %b : !b
  %umin = arith.minui %a, %b : !b
  %xor = arith.xori %a, %b : !b
  %mul = arith.muli %a, %b : !b
  %less = arith.cmpi slt, %a, %b : !b
  %lt = arith.extui %less : !m to !b
  %c512 = arith.constant 512 : i32
  %p0 = tri.addptr %r, %i : !tri.ptr<!I>, !o
  %p1 = tri.addptr %p0, %c512 : tensor<512x!tri.ptr<!I>>, i32
  %p2 = tri.addptr %p1, %c512 : tensor<512x!tri.ptr<!I>>, i32
  %p3 = tri.addptr %p2, %c512 : tensor<512x!tri.ptr<!I>>, i32
  %p4 = tri.addptr %p3, %c512 : tensor<512x!tri.ptr<!I>>, i32
  %p5 = tri.addptr %p4, %c512 : tensor<512x!tri.ptr<!I>>, i32
  %p6 = tri.addptr %p5, %c512 : tensor<512x!tri.ptr<!I>>, i32
  %p7 = tri.addptr %p6, %c512 : tensor<512x!tri.ptr<!I>>, i32
  tri.store %rem to %p0 : !b
  tri.store %urem to %p1 : !b
  tri.store %uquo to %p2 : !b
  tri.store %max to %p3 : !b
  tri.store %umin to %p4 : !b
  tri.store %xor to %p5 : !b
  tri.store %mul to %p6 : !b
  tri.store %lt to %p7 : !b
  return
}
