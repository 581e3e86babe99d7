// RUN: tri-run %s --target sim --check ref
// A program is sequential: what one thread stores another loads, through other pointers, in loops, by scalars. The
// simulator's race detector watches.

!b = tensor<256xi32>
!s = tensor<16xi32>

func.func @order(%x: !tri.ptr<i32> {tri.arg = "arange(512)"}, %y: !tri.ptr<i32> {tri.arg = "zeros(1)"},
                 %n: i32 {tri.arg = "5"}) attributes {tri.kernel, tri.grid = "1"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %i = tri.range : !b
  %j = tri.range from 1 : !b
  %p = tri.addptr %x, %i : !tri.ptr<i32>, !b
  %q = tri.addptr %x, %j : !tri.ptr<i32>, !b
  // Shifts the array by one, n times: each store is seen by the next turn's loads.
  scf.for %k = %c0 to %n step %c1 : i32 {
    %v = tri.load %q : !b
    tri.store %v to %p : !b
  }
  // A block of copies, stored by the first thread that has it, loaded by all.
  %t = tri.range : !s
  %ps = tri.addptr %x, %t : !tri.ptr<i32>, !s
  %vs = tri.load %ps : !s
  %twice = arith.addi %vs, %vs : !s
  tri.store %twice to %ps : !s
  %again = tri.load %ps : !s
  %more = arith.addi %again, %twice : !s
  tri.store %more to %ps : !s
  // A scalar that counts; plain and volatile.
  scf.for %k = %c0 to %n step %c1 : i32 {
    %old = tri.load %y : i32
    %new = arith.addi %old, %c3 : i32
    tri.store %new to %y : i32
    %seen = tri.load %y volatile : i32
    %sum = arith.addi %seen, %k : i32
    tri.store %sum to %y : i32
  }
  return
}
