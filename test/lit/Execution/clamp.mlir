// RUN: tri-run %s --target sim --check ref -q -o %t --seed 1 -D F=f16
// RUN: tri-run %s --target sim --check ref -q -o %t --seed 2 -D F=bf16
// RUN: tri-run %s --target sim --check ref -q -o %t --seed 3 -D F=f32
// RUN: tri-run %s --target sim --check ref -q -o %t --seed 4 -D F=f64
// RUN: tri-run %s --target sim --check ref -q -o %t --seed 5 -D F=bf16 --arch sm_80
// Numbers between numbers, NaNs and zeros of both signs on all sides, under both rules for NaN.

!F = f32              // tri-param {f16, bf16, f32, f64}
!b = tensor<1024x!F>
!o = tensor<1024xi32>

func.func @clamp(%x: !tri.ptr<!F> {tri.arg = "special(1024)"}, %low: !tri.ptr<!F> {tri.arg = "special(1024)"},
                 %high: !tri.ptr<!F> {tri.arg = "special(1024)"}, %y: !tri.ptr<!F> {tri.arg = "empty(1024)"},
                 %z: !tri.ptr<!F> {tri.arg = "empty(1024)"}) attributes {tri.kernel, tri.grid = "1"} {
  %i = tri.range : !o
  %px = tri.addptr %x, %i : !tri.ptr<!F>, !o
  %pl = tri.addptr %low, %i : !tri.ptr<!F>, !o
  %ph = tri.addptr %high, %i : !tri.ptr<!F>, !o
  %a = tri.load %px : !b
  %l = tri.load %pl : !b
  %h = tri.load %ph : !b
  %number = tri.clamp %a, %l, %h : !b
  %nan = tri.clamp %a, %l, %h propagate_nan : !b
  %py = tri.addptr %y, %i : !tri.ptr<!F>, !o
  %pz = tri.addptr %z, %i : !tri.ptr<!F>, !o
  tri.store %number to %py : !b
  tri.store %nan to %pz : !b
  return
}
