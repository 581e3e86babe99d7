// RUN: tri-run %s --target sim --check ref -q -o %t --seed 1 -D I=i1
// RUN: tri-run %s --target sim --check ref -q -o %t --seed 2 -D I=i8
// RUN: tri-run %s --target sim --check ref -q -o %t --seed 3 -D I=i16
// RUN: tri-run %s --target sim --check ref -q -o %t --seed 4 -D I=i32
// RUN: tri-run %s --target sim --check ref -q -o %t --seed 5 -D I=i64
// Upper halves of products of extremes, with and without sign.

!I = i32              // tri-param {i1, i8, i16, i32, i64}
!o = tensor<512xi32>

func.func @mulhi(%x: !tri.ptr<!I> {tri.arg = "special(512)"}, %y: !tri.ptr<!I> {tri.arg = "special(512)"},
                 %s: !tri.ptr<!I> {tri.arg = "empty(512)"}, %u: !tri.ptr<!I> {tri.arg = "empty(512)"})
    attributes {tri.kernel, tri.grid = "1", tri.num_warps = 2 : i32} {
  %i = tri.range : !o
  %px = tri.addptr %x, %i : !tri.ptr<!I>, !o
  %py = tri.addptr %y, %i : !tri.ptr<!I>, !o
  %a = tri.load %px : tensor<512x!I>
  %b = tri.load %py : tensor<512x!I>
  %signed = tri.mulhi signed %a, %b : tensor<512x!I>
  %unsigned = tri.mulhi unsigned %a, %b : tensor<512x!I>
  %ps = tri.addptr %s, %i : !tri.ptr<!I>, !o
  %pu = tri.addptr %u, %i : !tri.ptr<!I>, !o
  tri.store %signed to %ps : tensor<512x!I>
  tri.store %unsigned to %pu : tensor<512x!I>
  return
}
