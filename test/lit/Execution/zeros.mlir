// RUN: tri-run %s --target sim --check ref --rtol 0 --atol 0 "x=full(-0.0, 128)"
// RUN: tri-run %s --target sim --check ref --rtol 0 --atol 0 "x=full(0.0, 128)"
// RUN: tri-run %s --target sim --check ref --rtol 0 --atol 0 "x=full(-0.0, 128)" -D F=f16
// Odd functions keep the sign of zero.

!F = f32              // tri-param {f16, bf16, f32}
!b = tensor<128x!F>
!o = tensor<128xi32>

func.func @zeros(%x: !tri.ptr<!F> {tri.arg = "full(-0.0, 128)"}, %y: !tri.ptr<!F> {tri.arg = "empty(128 * 6)"})
    attributes {tri.kernel, tri.grid = "1"} {
  %c128 = arith.constant 128 : i32
  %i = tri.range : !o
  %px = tri.addptr %x, %i : !tri.ptr<!F>, !o
  %a = tri.load %px : !b
  %tanh = math.tanh %a : !b
  %sin = math.sin %a : !b
  %erf = math.erf %a : !b
  %log1p = math.log1p %a : !b
  %sqrt = math.sqrt %a : !b
  %neg = arith.negf %a : !b
  %p0 = tri.addptr %y, %i : !tri.ptr<!F>, !o
  %p1 = tri.addptr %p0, %c128 : tensor<128x!tri.ptr<!F>>, i32
  %p2 = tri.addptr %p1, %c128 : tensor<128x!tri.ptr<!F>>, i32
  %p3 = tri.addptr %p2, %c128 : tensor<128x!tri.ptr<!F>>, i32
  %p4 = tri.addptr %p3, %c128 : tensor<128x!tri.ptr<!F>>, i32
  %p5 = tri.addptr %p4, %c128 : tensor<128x!tri.ptr<!F>>, i32
  tri.store %tanh to %p0 : !b
  tri.store %sin to %p1 : !b
  tri.store %erf to %p2 : !b
  tri.store %log1p to %p3 : !b
  tri.store %sqrt to %p4 : !b
  tri.store %neg to %p5 : !b
  return
}
