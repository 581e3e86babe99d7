// RUN: tri-run %s --target sim --check ref -q -o %t --kernel rows
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel rows -D T=i1 -D I=i64 -D num_warps=1
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel rows -D T=i8 -D I=i8 -D num_warps=32
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel rows -D T=i16 -D I=i16 -D num_warps=2
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel rows -D T=i64 -D num_warps=8
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel rows -D T=f8E4M3FN -D num_warps=16
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel rows -D T=f16
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel rows -D T=bf16 -D I=i64
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel rows -D T=f64 -D I=i8
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel axes
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel axes -D T=f64 -D num_warps=1
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel axes -D T=i8 -D num_warps=32
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel flipped
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel pointers
// RUN: not tri-run %s --target sim -q -o %t --kernel rows "at=full(64, 1024)" 2>&1 | FileCheck %s --check-prefix PAST
// RUN: not tri-run %s --target sim -q -o %t --kernel rows "at=full(-1, 1024)" -D I=i8 2>&1 | FileCheck %s --check-prefix PAST
// RUN: not tri-run %s --target sim -q -o %t --kernel rows "at=full(4294967296, 1024)" -D I=i64 2>&1 | FileCheck %s --check-prefix PAST
// RUN: tri-run %s -q --kernel flipped --emit ptx | FileCheck %s --check-prefix KNOWN
// Elements by their index, along each axis, from larger and smaller blocks, by indices that are computed and loaded.

// An index that is out of range ends the launch at the op; one that is known to be in range is not asked.
// PAST: gather.mlir:[[#@LINE+21]]:
// KNOWN-NOT: trap

!T = f32              // tri-param {i1, i8, i16, i32, i64, f8E4M3FN, f16, bf16, f32, f64}
!I = i32              // tri-param {i8, i16, i32, i64}

func.func @rows(%x: !tri.ptr<!T> {tri.arg = "special(1024)"}, %at: !tri.ptr<!I> {tri.arg = "randint(1024, 0, 64)"},
                %y: !tri.ptr<!T> {tri.arg = "zeros(1024)"}) attributes {tri.kernel, tri.grid = "2"} {
  %pid = tri.program_id x
  %c512 = arith.constant 512 : i32
  %first = arith.muli %pid, %c512 : i32
  %i = tri.range : tensor<64xi32>
  %k = tri.range : tensor<512xi32>
  %xf = tri.addptr %x, %first : !tri.ptr<!T>, i32
  %af = tri.addptr %at, %first : !tri.ptr<!I>, i32
  %yf = tri.addptr %y, %first : !tri.ptr<!T>, i32
  %px = tri.addptr %xf, %i : !tri.ptr<!T>, tensor<64xi32>
  %pa = tri.addptr %af, %k : !tri.ptr<!I>, tensor<512xi32>
  %py = tri.addptr %yf, %k : !tri.ptr<!T>, tensor<512xi32>
  %a = tri.load %px : tensor<64x!T>
  %index = tri.load %pa : tensor<512x!I>
  %v = tri.gather %a at %index axis 0 : tensor<64x!T>, tensor<512x!I>
  tri.store %v to %py : tensor<512x!T>
  return
}

func.func @axes(%x: !tri.ptr<!T> {tri.arg = "special(512)"}, %at: !tri.ptr<i32> {tri.arg = "randint(512, 0, 4)"},
                %y: !tri.ptr<!T> {tri.arg = "zeros(512)"}, %z: !tri.ptr<!T> {tri.arg = "zeros(64)"})
    attributes {tri.kernel, tri.grid = "1"} {
  %i = tri.range : tensor<512xi32>
  %cube = tri.reshape %i : tensor<512xi32> -> tensor<4x4x32xi32>
  %px = tri.addptr %x, %cube : !tri.ptr<!T>, tensor<4x4x32xi32>
  %pa = tri.addptr %at, %cube : !tri.ptr<i32>, tensor<4x4x32xi32>
  %py = tri.addptr %y, %cube : !tri.ptr<!T>, tensor<4x4x32xi32>
  %a = tri.load %px : tensor<4x4x32x!T>
  %index = tri.load %pa : tensor<4x4x32xi32>
  %first = tri.gather %a at %index axis 0 : tensor<4x4x32x!T>, tensor<4x4x32xi32>
  %middle = tri.gather %first at %index axis 1 : tensor<4x4x32x!T>, tensor<4x4x32xi32>
  %last = tri.gather %middle at %index axis 2 : tensor<4x4x32x!T>, tensor<4x4x32xi32>
  tri.store %last to %py : tensor<4x4x32x!T>
  %j = tri.range : tensor<64xi32>
  %small = tri.reshape %j : tensor<64xi32> -> tensor<4x4x4xi32>
  %c3 = arith.constant dense<3> : tensor<4x4x4xi32>
  %low = arith.andi %small, %c3 : tensor<4x4x4xi32>
  %few = tri.gather %a at %low axis 2 : tensor<4x4x32x!T>, tensor<4x4x4xi32>
  %pz = tri.addptr %z, %small : !tri.ptr<!T>, tensor<4x4x4xi32>
  tri.store %few to %pz : tensor<4x4x4x!T>
  return
}

func.func @flipped(%x: !tri.ptr<!T> {tri.arg = "special(256)"}, %y: !tri.ptr<!T> {tri.arg = "zeros(256)"})
    attributes {tri.kernel, tri.grid = "1"} {
  %i = tri.range : tensor<256xi32>
  %px = tri.addptr %x, %i : !tri.ptr<!T>, tensor<256xi32>
  %py = tri.addptr %y, %i : !tri.ptr<!T>, tensor<256xi32>
  %a = tri.load %px : tensor<256x!T>
  %last = arith.constant dense<255> : tensor<256xi32>
  %back = arith.subi %last, %i : tensor<256xi32>
  %v = tri.gather %a at %back axis 0 : tensor<256x!T>, tensor<256xi32>
  tri.store %v to %py : tensor<256x!T>
  return
}

func.func @pointers(%x: !tri.ptr<i32> {tri.arg = "arange(64)"}, %y: !tri.ptr<i32> {tri.arg = "zeros(64)"})
    attributes {tri.kernel, tri.grid = "1", tri.num_warps = 1 : i32} {
  %i = tri.range : tensor<64xi32>
  %c1 = arith.constant dense<1> : tensor<64xi32>
  %other = arith.xori %i, %c1 : tensor<64xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<64xi32>
  %swapped = tri.gather %px at %other axis 0 : tensor<64x!tri.ptr<i32>>, tensor<64xi32>
  %v = tri.load %swapped : tensor<64xi32>
  %py = tri.addptr %y, %i : !tri.ptr<i32>, tensor<64xi32>
  tri.store %v to %py : tensor<64xi32>
  return
}
