func.func @k(%x: !tri.ptr<f16>, %y: !tri.ptr<i32>, %n: i32) attributes {tri.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %m3 = arith.constant -3 : i32
  %d = tri.make_desc %x shape [%n, %n] strides [%n] pad nan : i32 -> !tri.desc<4x8xf16>
  %r = tri.make_desc %x shape [%n, %n] strides [%n] : i32 -> !tri.desc<1x8xf16>
  %e = tri.make_desc %y shape [%n] : i32 -> !tri.desc<8xi32>
  %a = tri.desc_load %d[%m3, %c1] : !tri.desc<4x8xf16>
  %i = tri.range : tensor<4xi32>
  %b = tri.desc_gather %r[%i, %m3] : tensor<4xi32>, !tri.desc<1x8xf16>
  %s = arith.addf %a, %b : tensor<4x8xf16>
  tri.desc_scatter %s to %r[%i, %c0] : tensor<4xi32>, !tri.desc<1x8xf16>
  %f = scf.for %k = %c0 to %n step %c1 iter_args(%p = %e) -> (!tri.desc<8xi32>) : i32 {
    %v = tri.desc_load %p[%k] : !tri.desc<8xi32>
    tri.desc_reduce umax %v to %p[%c1] : !tri.desc<8xi32>
    scf.yield %p : !tri.desc<8xi32>
  }
  %w = tri.desc_load %f[%m3] : !tri.desc<8xi32>
  tri.desc_store %w to %f[%c0] : !tri.desc<8xi32>
  return
}
