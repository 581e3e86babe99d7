#BLOCK = 256 : i32  // tri-param {128, 256}
!block = tensor<256xf32> // tri: tensor<${BLOCK}xf32>
func.func @scale(%x: !tri.ptr<f32> {tri.arg = "randn(n)"}, %n: i32 {tri.arg = "512"})
    attributes {tri.kernel, tri.grid = "n / BLOCK", tri.bytes = "8 * n", tri.flops = "12 * n * BLOCK / 256"} {
  %c = arith.constant #BLOCK
  %pid = tri.program_id x
  %first = arith.muli %pid, %c : i32
  %lane = tri.range : tensor<256xi32>
  %p = tri.addptr %x, %first : !tri.ptr<f32>, i32
  %q = tri.addptr %p, %lane : !tri.ptr<f32>, tensor<256xi32>
  %v = tri.load %q : tensor<256xf32>
  %w = arith.addf %v, %v : tensor<256xf32>
  tri.store %w to %q : tensor<256xf32>
  return
}
