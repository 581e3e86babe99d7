// RUN: tri-run %s --target sim --check ref --kernel tiny
// RUN: tri-run %s --target sim --check ref --kernel sums
// RUN: tri-run %s --target sim --check ref --kernel recurrence
// RUN: tri-run %s --target sim --check ref --kernel many_warps
// Scans on the simulator against the interpreter.

// Fewer elements than threads, both ways.
func.func @tiny(%x: !tri.ptr<i8> {tri.arg = "arange(4, 1)"}, %y: !tri.ptr<i8> {tri.arg = "zeros(4)"},
                %z: !tri.ptr<i8> {tri.arg = "zeros(4)"}) attributes {tri.kernel, tri.grid = "1", tri.num_warps = 8 : i32} {
  %i = tri.range : tensor<4xi32>
  %p = tri.addptr %x, %i : !tri.ptr<i8>, tensor<4xi32>
  %v = tri.load %p : tensor<4xi8>
  %up = tri.scan add %v axis 0 : tensor<4xi8>
  %down = tri.scan add %v axis 0 reverse : tensor<4xi8>
  %q = tri.addptr %y, %i : !tri.ptr<i8>, tensor<4xi32>
  %r = tri.addptr %z, %i : !tri.ptr<i8>, tensor<4xi32>
  tri.store %up to %q : tensor<4xi8>
  tri.store %down to %r : tensor<4xi8>
  return
}

// Sums of f16 are rounded once each: registers below, lanes, warps, registers above.
func.func @sums(%x: !tri.ptr<f16> {tri.arg = "rand(8192)", tri.divisibility = 16 : i32},
                %y: !tri.ptr<f16> {tri.arg = "zeros(8192)", tri.divisibility = 16 : i32}) attributes {tri.kernel, tri.grid = "1"} {
  %i = tri.range : tensor<8192xi32>
  %p = tri.addptr %x, %i : !tri.ptr<f16>, tensor<8192xi32>
  %v = tri.load %p : tensor<8192xf16>
  %s = tri.scan add %v axis 0 reverse : tensor<8192xf16>
  %q = tri.addptr %y, %i : !tri.ptr<f16>, tensor<8192xi32>
  tri.store %s to %q : tensor<8192xf16>
  return
}

// h(k) = a(k) · h(k − 1) + b(k), along the columns of 64 x 32.
!m = tensor<64x32xi32>
func.func @recurrence(%x: !tri.ptr<i32> {tri.arg = "randint(2048, -9, 9)"}, %y: !tri.ptr<i32> {tri.arg = "randint(2048, -9, 9)"},
                      %z: !tri.ptr<i32> {tri.arg = "zeros(2048)"}) attributes {tri.kernel, tri.grid = "1", tri.num_warps = 2 : i32} {
  %c32 = arith.constant dense<32> : tensor<64x1xi32>
  %i = tri.range : tensor<64xi32>
  %j = tri.range : tensor<32xi32>
  %rows = tri.expand_dims %i axis 1 : tensor<64xi32>
  %columns = tri.expand_dims %j axis 0 : tensor<32xi32>
  %down = arith.muli %rows, %c32 : tensor<64x1xi32>
  %db = tri.broadcast %down : tensor<64x1xi32> -> !m
  %cb = tri.broadcast %columns : tensor<1x32xi32> -> !m
  %at = arith.addi %db, %cb : !m
  %p = tri.addptr %x, %at : !tri.ptr<i32>, !m
  %q = tri.addptr %y, %at : !tri.ptr<i32>, !m
  %a = tri.load %p : !m
  %b = tri.load %q : !m
  %all, %h = tri.scan %a, %b axis 0 : !m, !m by (%a0, %b0), (%a1, %b1) {
    %a2 = arith.muli %a0, %a1 : i32
    %t = arith.muli %a1, %b0 : i32
    %b2 = arith.addi %t, %b1 : i32
    tri.yield %a2, %b2 : i32, i32
  }
  %r = tri.addptr %z, %at : !tri.ptr<i32>, !m
  tri.store %h to %r : !m
  return
}

// The totals of 32 warps are scanned by lanes, forwards and backwards, with registers above.
!w = tensor<4096xi32>
func.func @many_warps(%x: !tri.ptr<i32> {tri.arg = "randint(4096, -9, 9)", tri.divisibility = 16 : i32},
                      %y: !tri.ptr<i32> {tri.arg = "zeros(4096)"}, %z: !tri.ptr<i32> {tri.arg = "zeros(4096)"})
    attributes {tri.kernel, tri.grid = "1", tri.num_warps = 32 : i32} {
  %i = tri.range : !w
  %p = tri.addptr %x, %i : !tri.ptr<i32>, !w
  %a = tri.load %p : !w
  %up = tri.scan add %a axis 0 : !w
  %all, %h = tri.scan %a, %i axis 0 reverse : !w, !w by (%a0, %b0), (%a1, %b1) {
    %a2 = arith.muli %a0, %a1 : i32
    %t = arith.muli %a1, %b0 : i32
    %b2 = arith.addi %t, %b1 : i32
    tri.yield %a2, %b2 : i32, i32
  }
  %q = tri.addptr %y, %i : !tri.ptr<i32>, !w
  tri.store %up to %q : !w
  %r = tri.addptr %z, %i : !tri.ptr<i32>, !w
  tri.store %h to %r : !w
  return
}
