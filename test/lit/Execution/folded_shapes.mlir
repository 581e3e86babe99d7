// RUN: tri-run %s --target sim --check ref
// RUN: tri-run %s --target sim --check ref -D num_warps=1
// RUN: tri-run %s --target sim --check ref -D num_warps=32
// A reduction sees the row-major order of a reshape, and of equal numbers the first; regions whose order matters.

!b = tensor<512xi32>

func.func private @block(%p: !tri.ptr<i32>) -> !b {
  %i = tri.range : !b
  %q = tri.addptr %p, %i : !tri.ptr<i32>, !b
  %v = tri.load %q : !b
  return %v : !b
}

// x as 8 x 64: the last odd number of each row, or 0; as 64 x 8: the sums of its columns.
func.func private @reshaped(%x: !tri.ptr<i32>, %y: !tri.ptr<i32>) {
  %v = func.call @block(%x) : (!tri.ptr<i32>) -> !b
  %rows = tri.reshape %v : !b -> tensor<8x64xi32>
  %last = tri.reduce %rows axis 1 : tensor<8x64xi32> by (%l), (%r) {
    %c1 = arith.constant 1 : i32
    %none = arith.constant 0 : i32
    %bit = arith.andi %r, %c1 : i32
    %odd = arith.cmpi eq, %bit, %c1 : i32
    %lbit = arith.andi %l, %c1 : i32
    %lodd = arith.cmpi eq, %lbit, %c1 : i32
    %else = arith.select %lodd, %l, %none : i32
    %s = arith.select %odd, %r, %else : i32
    tri.yield %s : i32
  }
  %i = tri.range : tensor<8xi32>
  %q = tri.addptr %y, %i : !tri.ptr<i32>, tensor<8xi32>
  tri.store %last to %q : tensor<8xi32>
  %narrow = tri.reshape %v : !b -> tensor<64x8xi32>
  %sums = tri.reduce add %narrow axis 0 : tensor<64x8xi32>
  %j = tri.range from 8 : tensor<8xi32>
  %qs = tri.addptr %y, %j : !tri.ptr<i32>, tensor<8xi32>
  tri.store %sums to %qs : tensor<8xi32>
  return
}

// The greatest of numbers of which there are few different ones, and the first place where it stands.
func.func private @argmax(%x: !tri.ptr<i32>, %y: !tri.ptr<i32>) {
  %v = func.call @block(%x) : (!tri.ptr<i32>) -> !b
  %three = arith.constant dense<3> : !b
  %few = arith.andi %v, %three : !b
  %i = tri.range : !b
  %max, %at = tri.reduce %few, %i axis 0 : !b, !b by (%a, %ia), (%c, %ic) {
    %less = arith.cmpi slt, %a, %c : i32
    %m = arith.select %less, %c, %a : i32
    %p = arith.select %less, %ic, %ia : i32
    tri.yield %m, %p : i32, i32
  }
  %c16 = arith.constant 16 : i32
  %c17 = arith.constant 17 : i32
  %qm = tri.addptr %y, %c16 : !tri.ptr<i32>, i32
  %qa = tri.addptr %y, %c17 : !tri.ptr<i32>, i32
  tri.store %max to %qm : i32
  tri.store %at to %qa : i32
  return
}

func.func @folded_shapes(%x: !tri.ptr<i32> {tri.arg = "randint(512, 0, 100)"}, %y: !tri.ptr<i32> {tri.arg = "zeros(18)"})
    attributes {tri.kernel, tri.grid = "1"} {
  func.call @reshaped(%x, %y) : (!tri.ptr<i32>, !tri.ptr<i32>) -> ()
  func.call @argmax(%x, %y) : (!tri.ptr<i32>, !tri.ptr<i32>) -> ()
  return
}
