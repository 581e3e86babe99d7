// RUN: tri-run %s --target sim --check ref -q -o %t --kernel shapes --seed 1
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel shapes --seed 2 -D T=i1 -D num_warps=1
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel shapes --seed 3 -D T=i8 -D num_warps=2
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel shapes --seed 4 -D T=f16 -D num_warps=8
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel shapes --seed 5 -D T=i64 -D num_warps=32
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel shapes --seed 6 -D T=f8E5M2 -D N=1
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel shapes --seed 7 -D T=f64 -D N=64 -D num_warps=1
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel halves --seed 1
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel halves --seed 2 -D T=i8 -D num_warps=32
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel halves --seed 3 -D T=bf16 -D N=64 -D num_warps=2
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel halves --seed 4 -D T=i64 -D N=1
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel scalars
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel scalars -D T=i1 -D num_warps=1
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel scalars -D T=i64 -D num_warps=8
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel pointers
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel reordered
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel reordered -D num_warps=1
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel rows
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel rows -D num_warps=1
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel rows -D num_warps=32
// Elements under other coordinates, up to four axes, in blocks smaller and larger than the threads.

#N = 8 : i32                       // tri-param {1, 8, 64}
!T = f32                           // tri-param {i1, i8, i16, i32, i64, f8E5M2, f16, bf16, f32, f64}
!flat = tensor<512x!T>             // tri: tensor<${N * 64}x!T>
!flati = tensor<512xi32>           // tri: tensor<${N * 64}xi32>
!cube = tensor<8x8x8x!T>           // tri: tensor<${N}x8x8x!T>
!turned = tensor<8x8x8x!T>         // tri: tensor<8x${N}x8x!T>
!tall = tensor<64x8x!T>            // tri: tensor<${N * 8}x8x!T>
!wide = tensor<8x64x!T>            // tri: tensor<8x${N * 8}x!T>
!four = tensor<2x4x8x8x!T>         // tri: tensor<2x4x${N}x8x!T>
!mixed = tensor<8x2x8x4x!T>        // tri: tensor<8x2x${N}x4x!T>
!half = tensor<8x4x!T>             // tri: tensor<${N}x4x!T>
!halfi = tensor<8x4xi32>           // tri: tensor<${N}x4xi32>
!rows = tensor<32x!T>              // tri: tensor<${N * 4}x!T>
!rowsi = tensor<32xi32>            // tri: tensor<${N * 4}xi32>
!pairs = tensor<8x4x2x!T>          // tri: tensor<${N}x4x2x!T>
!both = tensor<64x!T>              // tri: tensor<${N * 8}x!T>
!bothi = tensor<64xi32>            // tri: tensor<${N * 8}xi32>
!below = tensor<16x4x!T>           // tri: tensor<${N * 2}x4x!T>
!beside = tensor<8x8x!T>           // tri: tensor<${N}x8x!T>

func.func @shapes(%x: !tri.ptr<!T> {tri.arg = "special(4096)"}, %y: !tri.ptr<!T> {tri.arg = "zeros(4096)"},
                  %z: !tri.ptr<!T> {tri.arg = "zeros(4096)"}) attributes {tri.kernel, tri.grid = "1"} {
  %i = tri.range : !flati
  %px = tri.addptr %x, %i : !tri.ptr<!T>, !flati
  %py = tri.addptr %y, %i : !tri.ptr<!T>, !flati
  %pz = tri.addptr %z, %i : !tri.ptr<!T>, !flati
  %a = tri.load %px : !flat
  %cube = tri.reshape %a : !flat -> !cube
  %turned = tri.transpose %cube order [2, 0, 1] : !cube
  %tall = tri.reshape %turned : !turned -> !tall
  %wide = tri.transpose %tall order [1, 0] : !tall
  %b = tri.reshape %wide : !wide -> !flat
  tri.store %b to %py : !flat
  %four = tri.reshape %b : !flat -> !four
  %mixed = tri.transpose %four order [3, 0, 2, 1] : !four
  %c = tri.reshape %mixed : !mixed -> !flat
  tri.store %c to %pz : !flat
  return
}

func.func @halves(%x: !tri.ptr<!T> {tri.arg = "special(512)"}, %y: !tri.ptr<!T> {tri.arg = "special(512)"},
                  %joined: !tri.ptr<!T> {tri.arg = "zeros(512)"}, %below: !tri.ptr<!T> {tri.arg = "zeros(512)"},
                  %beside: !tri.ptr<!T> {tri.arg = "zeros(512)"}, %left: !tri.ptr<!T> {tri.arg = "zeros(256)"},
                  %right: !tri.ptr<!T> {tri.arg = "zeros(256)"}) attributes {tri.kernel, tri.grid = "1"} {
  %i = tri.range : !rowsi
  %k = tri.range : !bothi
  %px = tri.addptr %x, %i : !tri.ptr<!T>, !rowsi
  %py = tri.addptr %y, %i : !tri.ptr<!T>, !rowsi
  %fa = tri.load %px : !rows
  %fb = tri.load %py : !rows
  %a = tri.reshape %fa : !rows -> !half
  %b = tri.reshape %fb : !rows -> !half
  %pairs = tri.join %a, %b : !half
  %fj = tri.reshape %pairs : !pairs -> !both
  %pj = tri.addptr %joined, %k : !tri.ptr<!T>, !bothi
  tri.store %fj to %pj : !both
  %down = tri.cat %a, %b axis 0 : !half, !half
  %fd = tri.reshape %down : !below -> !both
  %pd = tri.addptr %below, %k : !tri.ptr<!T>, !bothi
  tri.store %fd to %pd : !both
  %side = tri.cat %b, %a axis 1 : !half, !half
  %fs = tri.reshape %side : !beside -> !both
  %ps = tri.addptr %beside, %k : !tri.ptr<!T>, !bothi
  tri.store %fs to %ps : !both
  %pk = tri.addptr %x, %k : !tri.ptr<!T>, !bothi
  %m = tri.load %pk : !both
  %taken = tri.reshape %m : !both -> !pairs
  %l, %r = tri.split %taken : !pairs
  %fl = tri.reshape %l : !half -> !rows
  %fr = tri.reshape %r : !half -> !rows
  %pl = tri.addptr %left, %i : !tri.ptr<!T>, !rowsi
  %pr = tri.addptr %right, %i : !tri.ptr<!T>, !rowsi
  tri.store %fl to %pl : !rows
  tri.store %fr to %pr : !rows
  return
}

func.func @scalars(%x: !tri.ptr<!T> {tri.arg = "special(4)"}, %y: !tri.ptr<!T> {tri.arg = "zeros(260)"})
    attributes {tri.kernel, tri.grid = "1"} {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %i = tri.range : tensor<2xi32>
  %p1 = tri.addptr %x, %c1 : !tri.ptr<!T>, i32
  %a = tri.load %x : !T
  %b = tri.load %p1 : !T
  %ab = tri.join %b, %a : !T
  %py = tri.addptr %y, %i : !tri.ptr<!T>, tensor<2xi32>
  tri.store %ab to %py : tensor<2x!T>
  %p2 = tri.addptr %x, %c2 : !tri.ptr<!T>, i32
  %pt = tri.addptr %p2, %i : !tri.ptr<!T>, tensor<2xi32>
  %t = tri.load %pt : tensor<2x!T>
  %c, %d = tri.split %t : tensor<2x!T>
  %y2 = tri.addptr %y, %c2 : !tri.ptr<!T>, i32
  %y3 = tri.addptr %y, %c3 : !tri.ptr<!T>, i32
  tri.store %d to %y2 : !T
  tri.store %c to %y3 : !T
  %cs = tri.splat %c : tensor<256x!T>
  %k = tri.range : tensor<256xi32>
  %y4 = tri.addptr %y, %c4 : !tri.ptr<!T>, i32
  %pk = tri.addptr %y4, %k : !tri.ptr<!T>, tensor<256xi32>
  tri.store %cs to %pk : tensor<256x!T>
  return
}

func.func @pointers(%x: !tri.ptr<i32> {tri.arg = "arange(128)"}, %y: !tri.ptr<i32> {tri.arg = "zeros(128)"})
    attributes {tri.kernel, tri.grid = "1"} {
  %i = tri.range : tensor<64xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<64xi32>
  %c64 = arith.constant 64 : i32
  %upper = tri.addptr %x, %c64 : !tri.ptr<i32>, i32
  %pu = tri.addptr %upper, %i : !tri.ptr<i32>, tensor<64xi32>
  %both = tri.join %px, %pu : tensor<64x!tri.ptr<i32>>
  %turned = tri.transpose %both order [1, 0] : tensor<64x2x!tri.ptr<i32>>
  %flat = tri.reshape %turned : tensor<2x64x!tri.ptr<i32>> -> tensor<128x!tri.ptr<i32>>
  %v = tri.load %flat : tensor<128xi32>
  %k = tri.range : tensor<128xi32>
  %py = tri.addptr %y, %k : !tri.ptr<i32>, tensor<128xi32>
  tri.store %v to %py : tensor<128xi32>
  return
}

// In any order: each number is stored where it says itself.
func.func @reordered(%x: !tri.ptr<i32> {tri.arg = "arange(1024)"}, %y: !tri.ptr<i32> {tri.arg = "zeros(1024)"})
    attributes {tri.kernel, tri.grid = "1"} {
  %i = tri.range : tensor<1024xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<1024xi32>
  %a = tri.load %px : tensor<1024xi32>
  %b = tri.reshape %a reorder : tensor<1024xi32> -> tensor<32x32xi32>
  %p = tri.addptr %y, %b : !tri.ptr<i32>, tensor<32x32xi32>
  tri.store %b to %p : tensor<32x32xi32>
  return
}

// Rows of a reshaped block are consecutive elements; so are those of one that has been turned twice.
func.func @rows(%x: !tri.ptr<i32> {tri.arg = "special(1024)"}, %y: !tri.ptr<i32> {tri.arg = "zeros(64)"},
                %z: !tri.ptr<i32> {tri.arg = "zeros(16)"}) attributes {tri.kernel, tri.grid = "1"} {
  %i = tri.range : tensor<1024xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<1024xi32>
  %a = tri.load %px : tensor<1024xi32>
  %rows = tri.reshape %a : tensor<1024xi32> -> tensor<64x16xi32>
  %sums = tri.reduce add %rows axis 1 : tensor<64x16xi32>
  %k = tri.range : tensor<64xi32>
  %py = tri.addptr %y, %k : !tri.ptr<i32>, tensor<64xi32>
  tri.store %sums to %py : tensor<64xi32>
  %columns = tri.transpose %rows order [1, 0] : tensor<64x16xi32>
  %flat = tri.reshape %columns : tensor<16x64xi32> -> tensor<1024xi32>
  %again = tri.reshape %flat : tensor<1024xi32> -> tensor<16x64xi32>
  %most = tri.reduce max %again axis 1 : tensor<16x64xi32>
  %n = tri.range : tensor<16xi32>
  %pz = tri.addptr %z, %n : !tri.ptr<i32>, tensor<16xi32>
  tri.store %most to %pz : tensor<16xi32>
  return
}
