// RUN: tri-run %s --target sim --check ref -q -o %t --seed 1 -D F=f8E4M3FN
// RUN: tri-run %s --target sim --check ref -q -o %t --seed 2 -D F=f8E5M2
// RUN: tri-run %s --target sim --check ref -q -o %t --seed 3 -D F=f16
// RUN: tri-run %s --target sim --check ref -q -o %t --seed 4 -D F=bf16
// RUN: tri-run %s --target sim --check ref -q -o %t --seed 5 -D F=f32
// RUN: tri-run %s --target sim --check ref -q -o %t --seed 6 -D F=f64
// RUN: tri-run %s --target sim --arch sm_80 --check ref -q -o %t -D F=f32
// RUN: tri-run %s --target sim --arch sm_80 --check ref -q -o %t -D F=f64
// tri.fp_cast from every float type to every other, both rounding modes, saturating or not.

!F = f32              // tri-param {f8E4M3FN, f8E5M2, f16, bf16, f32, f64}
!o = tensor<128xi32>

func.func @casts(%in: !tri.ptr<!F> {tri.arg = "special(8192)"},
                 %e4: !tri.ptr<f8E4M3FN> {tri.arg = "empty(8192)"},
                 %e4z: !tri.ptr<f8E4M3FN> {tri.arg = "empty(8192)"},
                 %e4s: !tri.ptr<f8E4M3FN> {tri.arg = "empty(8192)"},
                 %e4zs: !tri.ptr<f8E4M3FN> {tri.arg = "empty(8192)"},
                 %e5: !tri.ptr<f8E5M2> {tri.arg = "empty(8192)"},
                 %e5z: !tri.ptr<f8E5M2> {tri.arg = "empty(8192)"},
                 %e5s: !tri.ptr<f8E5M2> {tri.arg = "empty(8192)"},
                 %e5zs: !tri.ptr<f8E5M2> {tri.arg = "empty(8192)"},
                 %f16: !tri.ptr<f16> {tri.arg = "empty(8192)"},
                 %f16z: !tri.ptr<f16> {tri.arg = "empty(8192)"},
                 %bf16: !tri.ptr<bf16> {tri.arg = "empty(8192)"},
                 %bf16z: !tri.ptr<bf16> {tri.arg = "empty(8192)"},
                 %f32: !tri.ptr<f32> {tri.arg = "empty(8192)"},
                 %f32z: !tri.ptr<f32> {tri.arg = "empty(8192)"},
                 %f64: !tri.ptr<f64> {tri.arg = "empty(8192)"},
                 %f64z: !tri.ptr<f64> {tri.arg = "empty(8192)"})
    attributes {tri.kernel, tri.grid = "64"} {
  %pid = tri.program_id x
  %c128 = arith.constant 128 : i32
  %first = arith.muli %pid, %c128 : i32
  %firsts = tri.splat %first : !o
  %lane = tri.range : !o
  %i = arith.addi %firsts, %lane : !o
  %p = tri.addptr %in, %i : !tri.ptr<!F>, !o
  %x = tri.load %p : tensor<128x!F>
  %ve4 = tri.fp_cast %x : tensor<128x!F> -> tensor<128xf8E4M3FN>
  %pe4 = tri.addptr %e4, %i : !tri.ptr<f8E4M3FN>, !o
  tri.store %ve4 to %pe4 : tensor<128xf8E4M3FN>
  %ve4z = tri.fp_cast %x rounding rtz : tensor<128x!F> -> tensor<128xf8E4M3FN>
  %pe4z = tri.addptr %e4z, %i : !tri.ptr<f8E4M3FN>, !o
  tri.store %ve4z to %pe4z : tensor<128xf8E4M3FN>
  %ve4s = tri.fp_cast %x saturate : tensor<128x!F> -> tensor<128xf8E4M3FN>
  %pe4s = tri.addptr %e4s, %i : !tri.ptr<f8E4M3FN>, !o
  tri.store %ve4s to %pe4s : tensor<128xf8E4M3FN>
  %ve4zs = tri.fp_cast %x rounding rtz saturate : tensor<128x!F> -> tensor<128xf8E4M3FN>
  %pe4zs = tri.addptr %e4zs, %i : !tri.ptr<f8E4M3FN>, !o
  tri.store %ve4zs to %pe4zs : tensor<128xf8E4M3FN>
  %ve5 = tri.fp_cast %x : tensor<128x!F> -> tensor<128xf8E5M2>
  %pe5 = tri.addptr %e5, %i : !tri.ptr<f8E5M2>, !o
  tri.store %ve5 to %pe5 : tensor<128xf8E5M2>
  %ve5z = tri.fp_cast %x rounding rtz : tensor<128x!F> -> tensor<128xf8E5M2>
  %pe5z = tri.addptr %e5z, %i : !tri.ptr<f8E5M2>, !o
  tri.store %ve5z to %pe5z : tensor<128xf8E5M2>
  %ve5s = tri.fp_cast %x saturate : tensor<128x!F> -> tensor<128xf8E5M2>
  %pe5s = tri.addptr %e5s, %i : !tri.ptr<f8E5M2>, !o
  tri.store %ve5s to %pe5s : tensor<128xf8E5M2>
  %ve5zs = tri.fp_cast %x rounding rtz saturate : tensor<128x!F> -> tensor<128xf8E5M2>
  %pe5zs = tri.addptr %e5zs, %i : !tri.ptr<f8E5M2>, !o
  tri.store %ve5zs to %pe5zs : tensor<128xf8E5M2>
  %vf16 = tri.fp_cast %x : tensor<128x!F> -> tensor<128xf16>
  %pf16 = tri.addptr %f16, %i : !tri.ptr<f16>, !o
  tri.store %vf16 to %pf16 : tensor<128xf16>
  %vf16z = tri.fp_cast %x rounding rtz : tensor<128x!F> -> tensor<128xf16>
  %pf16z = tri.addptr %f16z, %i : !tri.ptr<f16>, !o
  tri.store %vf16z to %pf16z : tensor<128xf16>
  %vbf16 = tri.fp_cast %x : tensor<128x!F> -> tensor<128xbf16>
  %pbf16 = tri.addptr %bf16, %i : !tri.ptr<bf16>, !o
  tri.store %vbf16 to %pbf16 : tensor<128xbf16>
  %vbf16z = tri.fp_cast %x rounding rtz : tensor<128x!F> -> tensor<128xbf16>
  %pbf16z = tri.addptr %bf16z, %i : !tri.ptr<bf16>, !o
  tri.store %vbf16z to %pbf16z : tensor<128xbf16>
  %vf32 = tri.fp_cast %x : tensor<128x!F> -> tensor<128xf32>
  %pf32 = tri.addptr %f32, %i : !tri.ptr<f32>, !o
  tri.store %vf32 to %pf32 : tensor<128xf32>
  %vf32z = tri.fp_cast %x rounding rtz : tensor<128x!F> -> tensor<128xf32>
  %pf32z = tri.addptr %f32z, %i : !tri.ptr<f32>, !o
  tri.store %vf32z to %pf32z : tensor<128xf32>
  %vf64 = tri.fp_cast %x : tensor<128x!F> -> tensor<128xf64>
  %pf64 = tri.addptr %f64, %i : !tri.ptr<f64>, !o
  tri.store %vf64 to %pf64 : tensor<128xf64>
  %vf64z = tri.fp_cast %x rounding rtz : tensor<128x!F> -> tensor<128xf64>
  %pf64z = tri.addptr %f64z, %i : !tri.ptr<f64>, !o
  tri.store %vf64z to %pf64z : tensor<128xf64>
  return
}
