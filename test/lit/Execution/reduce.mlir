// RUN: tri-run %s --target sim --check ref --kernel order_rows -D num_warps=1
// RUN: tri-run %s --target sim --check ref --kernel order_columns -D num_warps=32
// RUN: tri-run %s --target sim --check ref --kernel tiny -D num_warps=32
// RUN: tri-run %s --target sim --check ref --kernel order_rows
// RUN: tri-run %s --target sim --check ref --kernel order_columns
// RUN: tri-run %s --target sim --check ref --kernel narrow
// RUN: tri-run %s --target sim --check ref --kernel tiny
// RUN: tri-run %s --target sim --check ref --kernel map_loops
// Reductions on the simulator against the interpreter.

!m = tensor<64x64xi32>

// Combined in the order of the index: the first of equal greatest elements, and the first that is not zero.
func.func @order_rows(%x: !tri.ptr<i32> {tri.arg = "randint(4096, 0, 9)"}, %y: !tri.ptr<i32> {tri.arg = "zeros(192)"})
    attributes {tri.kernel, tri.grid = "1", tri.num_warps = 8 : i32} {
  %c64 = arith.constant dense<64> : tensor<64x1xi32>
  %i = tri.range : tensor<64xi32>
  %rows = tri.expand_dims %i axis 1 : tensor<64xi32>
  %columns = tri.expand_dims %i axis 0 : tensor<64xi32>
  %down = arith.muli %rows, %c64 : tensor<64x1xi32>
  %db = tri.broadcast %down : tensor<64x1xi32> -> !m
  %cb = tri.broadcast %columns : tensor<1x64xi32> -> !m
  %rb = tri.broadcast %rows : tensor<64x1xi32> -> !m
  %at = arith.addi %db, %cb : !m
  %p = tri.addptr %x, %at : !tri.ptr<i32>, !m
  %v = tri.load %p : !m
  %most, %where = tri.reduce %v, %cb axis 1 : !m, !m by (%a, %ia), (%b, %ib) {
    %less = arith.cmpi slt, %a, %b : i32
    %q = arith.select %less, %b, %a : i32
    %r = arith.select %less, %ib, %ia : i32
    tri.yield %q, %r : i32, i32
  }
  %first = tri.reduce %v axis 1 : !m by (%a), (%b) {
    %c0 = arith.constant 0 : i32
    %zero = arith.cmpi eq, %a, %c0 : i32
    %q = arith.select %zero, %b, %a : i32
    tri.yield %q : i32
  }
  %c64s = arith.constant dense<64> : tensor<64xi32>
  %j1 = arith.addi %i, %c64s : tensor<64xi32>
  %j2 = arith.addi %j1, %c64s : tensor<64xi32>
  %y0 = tri.addptr %y, %i : !tri.ptr<i32>, tensor<64xi32>
  %y1 = tri.addptr %y, %j1 : !tri.ptr<i32>, tensor<64xi32>
  %y2 = tri.addptr %y, %j2 : !tri.ptr<i32>, tensor<64xi32>
  tri.store %where to %y0 : tensor<64xi32>
  tri.store %most to %y1 : tensor<64xi32>
  tri.store %first to %y2 : tensor<64xi32>
  return
}

func.func @order_columns(%x: !tri.ptr<i32> {tri.arg = "randint(4096, 0, 9)"}, %y: !tri.ptr<i32> {tri.arg = "zeros(192)"})
    attributes {tri.kernel, tri.grid = "1", tri.num_warps = 8 : i32} {
  %c64 = arith.constant dense<64> : tensor<64x1xi32>
  %i = tri.range : tensor<64xi32>
  %rows = tri.expand_dims %i axis 1 : tensor<64xi32>
  %columns = tri.expand_dims %i axis 0 : tensor<64xi32>
  %down = arith.muli %rows, %c64 : tensor<64x1xi32>
  %db = tri.broadcast %down : tensor<64x1xi32> -> !m
  %cb = tri.broadcast %columns : tensor<1x64xi32> -> !m
  %rb = tri.broadcast %rows : tensor<64x1xi32> -> !m
  %at = arith.addi %db, %cb : !m
  %p = tri.addptr %x, %at : !tri.ptr<i32>, !m
  %v = tri.load %p : !m
  %most, %where = tri.reduce %v, %rb axis 0 : !m, !m by (%a, %ia), (%b, %ib) {
    %less = arith.cmpi slt, %a, %b : i32
    %q = arith.select %less, %b, %a : i32
    %r = arith.select %less, %ib, %ia : i32
    tri.yield %q, %r : i32, i32
  }
  %first = tri.reduce %v axis 0 : !m by (%a), (%b) {
    %c0 = arith.constant 0 : i32
    %zero = arith.cmpi eq, %a, %c0 : i32
    %q = arith.select %zero, %b, %a : i32
    tri.yield %q : i32
  }
  %c64s = arith.constant dense<64> : tensor<64xi32>
  %j1 = arith.addi %i, %c64s : tensor<64xi32>
  %j2 = arith.addi %j1, %c64s : tensor<64xi32>
  %y0 = tri.addptr %y, %i : !tri.ptr<i32>, tensor<64xi32>
  %y1 = tri.addptr %y, %j1 : !tri.ptr<i32>, tensor<64xi32>
  %y2 = tri.addptr %y, %j2 : !tri.ptr<i32>, tensor<64xi32>
  tri.store %where to %y0 : tensor<64xi32>
  tri.store %most to %y1 : tensor<64xi32>
  tri.store %first to %y2 : tensor<64xi32>
  return
}

// Sums of f16 are rounded once; maxima of f16 are compared in pairs; i1, i8 and i64.
func.func @narrow(%x: !tri.ptr<f16> {tri.arg = "randn(2048)", tri.divisibility = 16 : i32}, %b: !tri.ptr<i8> {tri.arg = "finite(2048)"},
                  %sum: !tri.ptr<f16> {tri.arg = "zeros(1)"}, %top: !tri.ptr<f16> {tri.arg = "zeros(1)"},
                  %least: !tri.ptr<i8> {tri.arg = "zeros(1)"}, %wide: !tri.ptr<i64> {tri.arg = "zeros(1)"},
                  %all: !tri.ptr<i1> {tri.arg = "zeros(1)"})
    attributes {tri.kernel, tri.grid = "1"} {
  %i = tri.range : tensor<2048xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f16>, tensor<2048xi32>
  %v = tri.load %px : tensor<2048xf16>
  %s = tri.reduce add %v axis 0 : tensor<2048xf16>
  %t = tri.reduce max %v axis 0 : tensor<2048xf16>
  %pb = tri.addptr %b, %i : !tri.ptr<i8>, tensor<2048xi32>
  %w = tri.load %pb : tensor<2048xi8>
  %l = tri.reduce min %w axis 0 : tensor<2048xi8>
  %w64 = arith.extsi %w : tensor<2048xi8> to tensor<2048xi64>
  %p64 = arith.muli %w64, %w64 : tensor<2048xi64>
  %u = tri.reduce add %p64 axis 0 : tensor<2048xi64>
  %c = arith.constant dense<-128> : tensor<2048xi8>
  %g = arith.cmpi sge, %w, %c : tensor<2048xi8>
  %a = tri.reduce and %g axis 0 : tensor<2048xi1>
  tri.store %s to %sum : f16
  tri.store %t to %top : f16
  tri.store %l to %least : i8
  tri.store %u to %wide : i64
  tri.store %a to %all : i1
  return
}

// Fewer elements than threads: copies count once.
func.func @tiny(%x: !tri.ptr<i32> {tri.arg = "arange(16, 1)"}, %y: !tri.ptr<i32> {tri.arg = "zeros(18)"})
    attributes {tri.kernel, tri.grid = "1"} {
  %c16 = arith.constant 16 : i32
  %c17 = arith.constant 17 : i32
  %i = tri.range : tensor<16xi32>
  %p = tri.addptr %x, %i : !tri.ptr<i32>, tensor<16xi32>
  %v = tri.load %p : tensor<16xi32>
  %e = tri.expand_dims %v axis 1 : tensor<16xi32>
  %same = tri.reduce add %e axis 1 : tensor<16x1xi32>
  %sum = tri.reduce add %e axis 0 : tensor<16x1xi32>
  %all = tri.reduce add %sum axis 0 : tensor<1xi32>
  %xor = tri.reduce xor %v axis 0 : tensor<16xi32>
  %q = tri.addptr %y, %i : !tri.ptr<i32>, tensor<16xi32>
  tri.store %same to %q : tensor<16xi32>
  %q16 = tri.addptr %y, %c16 : !tri.ptr<i32>, i32
  %q17 = tri.addptr %y, %c17 : !tri.ptr<i32>, i32
  tri.store %all to %q16 : i32
  tri.store %xor to %q17 : i32
  return
}

// The control flow of each element is its own.
func.func @map_loops(%x: !tri.ptr<i32> {tri.arg = "arange(300, 1)"}, %y: !tri.ptr<i32> {tri.arg = "zeros(300)"})
    attributes {tri.kernel, tri.grid = "1"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %i = tri.range : tensor<512xi32>
  %n = arith.constant dense<300> : tensor<512xi32>
  %m = arith.cmpi slt, %i, %n : tensor<512xi32>
  %one = arith.constant dense<1> : tensor<512xi32>
  %p = tri.addptr %x, %i : !tri.ptr<i32>, tensor<512xi32>
  %v = tri.load %p where %m else %one : tensor<512xi32>
  %steps = tri.map %v : tensor<512xi32> by (%e) {
    %last, %k = scf.while (%j = %e, %k = %c0) : (i32, i32) -> (i32, i32) {
      %more = arith.cmpi ne, %j, %c1 : i32
      scf.condition(%more) %j, %k : i32, i32
    } do {
    ^bb0(%j: i32, %k: i32):
      %half = arith.shrui %j, %c1 : i32
      %triple = arith.muli %j, %c3 : i32
      %up = arith.addi %triple, %c1 : i32
      %bit = arith.trunci %j : i32 to i1
      %next = arith.select %bit, %up, %half : i32
      %count = arith.addi %k, %c1 : i32
      scf.yield %next, %count : i32, i32
    }
    tri.yield %k : i32
  }
  %q = tri.addptr %y, %i : !tri.ptr<i32>, tensor<512xi32>
  tri.store %steps to %q where %m : tensor<512xi32>
  return
}
