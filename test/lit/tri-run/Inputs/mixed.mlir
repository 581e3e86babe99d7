func.func @k(%x: !tri.ptr<f16> {tri.arg = "randn(256)"}, %y: !tri.ptr<f32> {tri.arg="randn(256)"}, %z: !tri.ptr<f32> {tri.arg="empty(256)"}) attributes {tri.kernel, tri.grid="1"} {
  %i = tri.range : tensor<256xi32>
  %px = tri.addptr %x, %i : !tri.ptr<f16>, tensor<256xi32>
  %py = tri.addptr %y, %i : !tri.ptr<f32>, tensor<256xi32>
  %pz = tri.addptr %z, %i : !tri.ptr<f32>, tensor<256xi32>
  %v = tri.load %px : tensor<256xf16>
  %u = tri.load %py : tensor<256xf32>
  %w = arith.extf %v : tensor<256xf16> to tensor<256xf32>
  %a = arith.addf %w, %u : tensor<256xf32>
  %b = math.fma %w, %w, %a : tensor<256xf32>
  tri.store %b to %pz : tensor<256xf32>
  return
}
