// RUN: tri-run %s --target sim --check ref
// RUN: tri-run %s --target sim --check ref -D num_warps=1
// RUN: tri-run %s --target sim --check ref -D num_warps=16
// Values that are wanted in several layouts: through loops, branches, reductions and memory. The simulator's race
// detector watches, and there are barriers enough and none where threads diverge.

!b  = tensor<64xi32>
!t  = tensor<64x64xi32>
!bm = tensor<64xi1>
!tm = tensor<64x64xi1>

func.func private @tile(%p: !tri.ptr<i32>, %row_step: i32, %column_step: i32) -> tensor<64x64x!tri.ptr<i32>> {
  %i  = tri.range : !b
  %rs = tri.splat %row_step : !b
  %cs = tri.splat %column_step : !b
  %r  = arith.muli %i, %rs : !b
  %c  = arith.muli %i, %cs : !b
  %r1 = tri.expand_dims %r axis 1 : !b
  %c1 = tri.expand_dims %c axis 0 : !b
  %rt = tri.broadcast %r1 : tensor<64x1xi32> -> !t
  %ct = tri.broadcast %c1 : tensor<1x64xi32> -> !t
  %at = arith.addi %rt, %ct : !t
  %ps = tri.addptr %p, %at : !tri.ptr<i32>, !t
  return %ps : tensor<64x64x!tri.ptr<i32>>
}

// A loop adds the sums of rows to columns: reduced along one axis, taken along the other.
func.func private @sums(%x: !tri.ptr<i32>, %y: !tri.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %px = func.call @tile(%x, %c64, %c1) : (!tri.ptr<i32>, i32, i32) -> tensor<64x64x!tri.ptr<i32>>
  %py = func.call @tile(%y, %c1, %c64) : (!tri.ptr<i32>, i32, i32) -> tensor<64x64x!tri.ptr<i32>>
  %v = tri.load %px : !t
  %w = scf.for %k = %c0 to %n step %c1 iter_args(%a = %v) -> (!t) : i32 {
    %s = tri.reduce add %a axis 1 : !t
    %e = tri.expand_dims %s axis 0 : !b
    %f = tri.broadcast %e : tensor<1x64xi32> -> !t
    %g = arith.xori %a, %f : !t
    scf.yield %g : !t
  }
  tri.store %w to %py : !t
  return
}

// Stored in one layout, read back in another, in a branch that all threads take or none, under a mask.
func.func private @through_memory(%y: !tri.ptr<i32>, %z: !tri.ptr<i32>, %taken: i1) {
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %rows = func.call @tile(%y, %c64, %c1) : (!tri.ptr<i32>, i32, i32) -> tensor<64x64x!tri.ptr<i32>>
  %cols = func.call @tile(%y, %c1, %c64) : (!tri.ptr<i32>, i32, i32) -> tensor<64x64x!tri.ptr<i32>>
  %pz = func.call @tile(%z, %c64, %c1) : (!tri.ptr<i32>, i32, i32) -> tensor<64x64x!tri.ptr<i32>>
  %v = tri.load %rows : !t
  %w = scf.if %taken -> (!t) {
    %three = arith.constant dense<3> : !t
    %odd = arith.remsi %v, %three : !t
    %zero = arith.constant dense<0> : !t
    %some = arith.cmpi ne, %odd, %zero : !t
    tri.store %odd to %cols where %some : !t
    %s = tri.reduce max %v axis 0 : !t
    %e = tri.expand_dims %s axis 1 : !b
    %f = tri.broadcast %e : tensor<64x1xi32> -> !t
    %u = tri.load %rows : !t
    %g = arith.addi %f, %u : !t
    scf.yield %g : !t
  } else {
    %u = tri.load %cols : !t
    scf.yield %u : !t
  }
  tri.store %w to %pz : !t
  return
}

func.func @layouts(%x: !tri.ptr<i32> {tri.arg = "randint(4096, -1000, 1000)"}, %y: !tri.ptr<i32> {tri.arg = "zeros(4096)"},
                   %z: !tri.ptr<i32> {tri.arg = "zeros(4096)"}, %u: !tri.ptr<i32> {tri.arg = "zeros(4096)"},
                   %n: i32 {tri.arg = "3"}) attributes {tri.kernel, tri.grid = "1"} {
  %yes = arith.constant true
  %c7 = arith.constant 7 : i32
  %no = arith.cmpi eq, %n, %c7 : i32
  func.call @sums(%x, %y, %n) : (!tri.ptr<i32>, !tri.ptr<i32>, i32) -> ()
  func.call @through_memory(%y, %z, %yes) : (!tri.ptr<i32>, !tri.ptr<i32>, i1) -> ()
  func.call @through_memory(%z, %u, %no) : (!tri.ptr<i32>, !tri.ptr<i32>, i1) -> ()
  return
}
