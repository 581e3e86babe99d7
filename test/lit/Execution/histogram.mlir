// RUN: tri-run %s --target sim --check ref -q -o %t --kernel counts
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel counts -D I=i1 -D num_warps=1
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel counts -D I=i8 -D num_warps=32
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel counts -D I=i16 -D num_warps=2 -D B=4
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel counts -D I=i64 -D num_warps=8 -D B=1024
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel counts -D I=i32 -D num_warps=1 -D B=1
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel counts -D I=i8 -D num_warps=4 -D B=1024
// RUN: tri-run %s --target sim -q --kernel few --check "y=full(16, 4)"
// RUN: tri-run %s --target sim -q --kernel few --check "y=full(16, 4)" -D num_warps=32
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel square
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel gathered
// How often values occur, with and without a mask; what has no bin does not count.

#B = 64 : i32         // tri-param {1, 4, 64, 1024}
!I = i32              // tri-param {i1, i8, i16, i32, i64}
!h = tensor<64xi32>   // tri: tensor<${B}xi32>

func.func @counts(%x: !tri.ptr<!I> {tri.arg = "randint(512, 0, 2)"}, %w: !tri.ptr<!I> {tri.arg = "special(512)"},
                  %on: !tri.ptr<i1> {tri.arg = "randint(512, 0, 2)"}, %y: !tri.ptr<i32> {tri.arg = "zeros(1024)"},
                  %z: !tri.ptr<i32> {tri.arg = "zeros(1024)"}) attributes {tri.kernel, tri.grid = "1"} {
  %i = tri.range : tensor<512xi32>
  %px = tri.addptr %x, %i : !tri.ptr<!I>, tensor<512xi32>
  %pw = tri.addptr %w, %i : !tri.ptr<!I>, tensor<512xi32>
  %pon = tri.addptr %on, %i : !tri.ptr<i1>, tensor<512xi32>
  %a = tri.load %px : tensor<512x!I>
  %b = tri.load %pw : tensor<512x!I>
  %mask = tri.load %pon : tensor<512xi1>
  %all = tri.histogram %a : tensor<512x!I> -> !h
  %some = tri.histogram %b where %mask : tensor<512x!I> -> !h
  %k = tri.range : !h
  %py = tri.addptr %y, %k : !tri.ptr<i32>, !h
  %pz = tri.addptr %z, %k : !tri.ptr<i32>, !h
  tri.store %all to %py : !h
  tri.store %some to %pz : !h
  return
}

// Sixteen elements of each value, in a block that has fewer elements than there are threads: each counts once.
func.func @few(%y: !tri.ptr<i32> {tri.arg = "zeros(4)"})
    attributes {tri.kernel, tri.grid = "1", tri.num_warps = 8 : i32} {
  %i = tri.range : tensor<64xi32>
  %c3 = arith.constant dense<3> : tensor<64xi32>
  %v = arith.andi %i, %c3 : tensor<64xi32>
  %h = tri.histogram %v : tensor<64xi32> -> tensor<4xi32>
  %k = tri.range : tensor<4xi32>
  %p = tri.addptr %y, %k : !tri.ptr<i32>, tensor<4xi32>
  tri.store %h to %p : tensor<4xi32>
  return
}

func.func @square(%x: !tri.ptr<i32> {tri.arg = "randint(1024, -2, 34)"}, %y: !tri.ptr<i32> {tri.arg = "zeros(32)"})
    attributes {tri.kernel, tri.grid = "1"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c256 = arith.constant 256 : i32
  %i = tri.range : tensor<256xi32>
  %j = tri.reshape %i : tensor<256xi32> -> tensor<8x32xi32>
  %none = arith.constant dense<0> : tensor<32xi32>
  %sum = scf.for %n = %c0 to %c4 step %c1 iter_args(%s = %none) -> (tensor<32xi32>) : i32 {
    %first = arith.muli %n, %c256 : i32
    %xf = tri.addptr %x, %first : !tri.ptr<i32>, i32
    %px = tri.addptr %xf, %j : !tri.ptr<i32>, tensor<8x32xi32>
    %a = tri.load %px : tensor<8x32xi32>
    %h = tri.histogram %a : tensor<8x32xi32> -> tensor<32xi32>
    %t = arith.addi %s, %h : tensor<32xi32>
    scf.yield %t : tensor<32xi32>
  }
  %k = tri.range : tensor<32xi32>
  %py = tri.addptr %y, %k : !tri.ptr<i32>, tensor<32xi32>
  tri.store %sum to %py : tensor<32xi32>
  return
}

// A block that is nothing but gathered from has a layout, too.
func.func @gathered(%x: !tri.ptr<i32> {tri.arg = "randint(64, 0, 4)"}, %y: !tri.ptr<i32> {tri.arg = "zeros(64)"})
    attributes {tri.kernel, tri.grid = "1", tri.num_warps = 8 : i32} {
  %i = tri.range : tensor<64xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<64xi32>
  %a = tri.load %px : tensor<64xi32>
  %h = tri.histogram %a : tensor<64xi32> -> tensor<4xi32>
  %v = tri.gather %h at %a axis 0 : tensor<4xi32>, tensor<64xi32>
  %py = tri.addptr %y, %i : !tri.ptr<i32>, tensor<64xi32>
  tri.store %v to %py : tensor<64xi32>
  return
}
