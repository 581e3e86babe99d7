// RUN: tri-run %s --target sim --check ref --kernel transposed
// RUN: tri-run %s --target sim --check ref --kernel transposed -D T=i8
// RUN: tri-run %s --target sim --check ref --kernel transposed -D T=f16
// RUN: tri-run %s --target sim --check ref --kernel transposed -D T=f64
// RUN: tri-run %s --target sim --check ref --kernel branch
// RUN: tri-run %s --target sim --check ref --kernel tiny
// RUN: tri-run %s --target sim --check ref --kernel shapes
// What memory operations want of one block differs, so its layout changes on the way; the simulator watches for races.

!T = f32                 // tri-param {i8, f16, f32, f64}
!m = tensor<64x32x!T>
!n = tensor<64x32xi32>

// Stored by columns, then read back by rows, in the same kernel.
func.func @transposed(%x: !tri.ptr<!T> {tri.arg = "randint(2048, 0, 100)", tri.divisibility = 16 : i32},
                      %y: !tri.ptr<!T> {tri.arg = "zeros(2048)", tri.divisibility = 16 : i32},
                      %z: !tri.ptr<!T> {tri.arg = "zeros(2048)", tri.divisibility = 16 : i32})
    attributes {tri.kernel, tri.grid = "1", tri.num_warps = 4 : i32} {
  %c32 = arith.constant dense<32> : tensor<64x1xi32>
  %c64 = arith.constant dense<64> : tensor<1x32xi32>
  %i = tri.range : tensor<64xi32>
  %j = tri.range : tensor<32xi32>
  %rows = tri.expand_dims %i axis 1 : tensor<64xi32>
  %columns = tri.expand_dims %j axis 0 : tensor<32xi32>
  %down = arith.muli %rows, %c32 : tensor<64x1xi32>
  %across = arith.muli %columns, %c64 : tensor<1x32xi32>
  %db = tri.broadcast %down : tensor<64x1xi32> -> !n
  %cb = tri.broadcast %columns : tensor<1x32xi32> -> !n
  %ab = tri.broadcast %across : tensor<1x32xi32> -> !n
  %rb = tri.broadcast %rows : tensor<64x1xi32> -> !n
  %by_rows = arith.addi %db, %cb : !n
  %by_columns = arith.addi %ab, %rb : !n
  %px = tri.addptr %x, %by_rows : !tri.ptr<!T>, !n
  %v = tri.load %px : !m
  %py = tri.addptr %y, %by_columns : !tri.ptr<!T>, !n
  tri.store %v to %py : !m
  %again = tri.addptr %y, %by_rows : !tri.ptr<!T>, !n
  %w = tri.load %again : !m
  %pz = tri.addptr %z, %by_columns : !tri.ptr<!T>, !n
  tri.store %w to %pz : !m
  return
}

// A branch that all threads take alike, with a store under a mask, beside changes of layout, in a loop.
func.func @branch(%x: !tri.ptr<i32> {tri.arg = "arange(1024)"}, %y: !tri.ptr<i32> {tri.arg = "zeros(1024)"},
                  %z: !tri.ptr<i32> {tri.arg = "zeros(1024)"}, %n: i32 {tri.arg = "5"})
    attributes {tri.kernel, tri.grid = "1", tri.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant dense<32> : tensor<32x1xi32>
  %i = tri.range : tensor<32xi32>
  %rows = tri.expand_dims %i axis 1 : tensor<32xi32>
  %columns = tri.expand_dims %i axis 0 : tensor<32xi32>
  %down = arith.muli %rows, %c32 : tensor<32x1xi32>
  %db = tri.broadcast %down : tensor<32x1xi32> -> tensor<32x32xi32>
  %cb = tri.broadcast %columns : tensor<1x32xi32> -> tensor<32x32xi32>
  %at = arith.addi %db, %cb : tensor<32x32xi32>
  %mirrored = tri.transpose %at order [1, 0] : tensor<32x32xi32>
  %px = tri.addptr %x, %at : !tri.ptr<i32>, tensor<32x32xi32>
  %v = tri.load %px : tensor<32x32xi32>
  %limit = tri.splat %n : tensor<32x32xi32>
  %few = arith.cmpi slt, %cb, %limit : tensor<32x32xi32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%a = %v) -> tensor<32x32xi32> : i32 {
    %t = tri.transpose %a order [1, 0] : tensor<32x32xi32>
    %py = tri.addptr %y, %mirrored : !tri.ptr<i32>, tensor<32x32xi32>
    %odd = arith.andi %k, %c1 : i32
    %is_odd = arith.cmpi eq, %odd, %c1 : i32
    scf.if %is_odd {
      tri.store %t to %py where %few : tensor<32x32xi32>
    }
    %s = arith.addi %t, %cb : tensor<32x32xi32>
    scf.yield %s : tensor<32x32xi32>
  }
  %pz = tri.addptr %z, %at : !tri.ptr<i32>, tensor<32x32xi32>
  tri.store %last to %pz : tensor<32x32xi32>
  return
}

// Fewer elements than threads, of pointers and of i1.
func.func @tiny(%x: !tri.ptr<i32> {tri.arg = "arange(16)"}, %y: !tri.ptr<i32> {tri.arg = "zeros(16)"})
    attributes {tri.kernel, tri.grid = "1", tri.num_warps = 4 : i32} {
  %c5 = arith.constant dense<5> : tensor<2x8xi32>
  %i = tri.range : tensor<16xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<16xi32>
  %py = tri.addptr %y, %i : !tri.ptr<i32>, tensor<16xi32>
  %p2 = tri.reshape %px : tensor<16x!tri.ptr<i32>> -> tensor<8x2x!tri.ptr<i32>>
  %pt = tri.transpose %p2 order [1, 0] : tensor<8x2x!tri.ptr<i32>>
  %v = tri.load %pt : tensor<2x8xi32>
  %less = arith.cmpi slt, %v, %c5 : tensor<2x8xi32>
  %lt = tri.transpose %less order [1, 0] : tensor<2x8xi1>
  %flat = tri.reshape %lt : tensor<8x2xi1> -> tensor<16xi1>
  tri.store %i to %py where %flat : tensor<16xi32>
  return
}

// Through four axes and back.
func.func @shapes(%x: !tri.ptr<i16> {tri.arg = "arange(4096)"}, %y: !tri.ptr<i16> {tri.arg = "zeros(4096)"})
    attributes {tri.kernel, tri.grid = "1", tri.num_warps = 8 : i32} {
  %i = tri.range : tensor<4096xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i16>, tensor<4096xi32>
  %py = tri.addptr %y, %i : !tri.ptr<i16>, tensor<4096xi32>
  %v = tri.load %px : tensor<4096xi16>
  %a = tri.reshape %v : tensor<4096xi16> -> tensor<4x16x8x8xi16>
  %b = tri.transpose %a order [2, 0, 3, 1] : tensor<4x16x8x8xi16>
  %c = tri.reshape %b : tensor<8x4x8x16xi16> -> tensor<64x64xi16>
  %d = tri.transpose %c order [1, 0] : tensor<64x64xi16>
  %e = tri.reshape %d : tensor<64x64xi16> -> tensor<4096xi16>
  tri.store %e to %py : tensor<4096xi16>
  return
}
