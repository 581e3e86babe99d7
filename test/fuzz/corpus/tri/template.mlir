#BLOCK = 64 : i32           // tri-param {32, 64, 128}
!T     = f32                // tri-param {f16, f32, i32}
!block = tensor<64x!T>      // tri: tensor<${BLOCK}x!T>
!index = tensor<64xi32>     // tri: tensor<${BLOCK}xi32>
// tri-config: BLOCK=32 T=f16
// tri-config: BLOCK=128 num_warps=2
func.func @k(%x: !tri.ptr<!T>) attributes {tri.kernel, tri.grid = "cdiv(100, BLOCK)"} {
  %i = tri.range : !index
  %px = tri.addptr %x, %i : !tri.ptr<!T>, !index
  %v = tri.load %px : !block
  tri.store %v to %px : !block
  return
}
