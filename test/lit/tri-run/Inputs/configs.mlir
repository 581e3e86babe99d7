// Copies n elements; two configurations.
#BLOCK = 256 : i32        // tri-param {128, 256, 512}
!index = tensor<256xi32>  // tri: tensor<${BLOCK}xi32>
!fs    = tensor<256xf32>  // tri: tensor<${BLOCK}xf32>
// tri-config: BLOCK=128 num_warps=2
// tri-config: BLOCK=512 num_warps=8 num_stages=3

func.func @copy(%x: !tri.ptr<f32> {tri.arg = "randn(n)"}, %y: !tri.ptr<f32> {tri.arg = "empty(n)"},
                %n: i32 {tri.arg = "1000"}) attributes {tri.kernel, tri.grid = "cdiv(n, BLOCK)"} {
  %pid   = tri.program_id x
  %size  = arith.constant #BLOCK
  %start = arith.muli %pid, %size : i32
  %first = tri.splat %start : !index
  %lane  = tri.range : !index
  %i     = arith.addi %first, %lane : !index
  %end   = tri.splat %n : !index
  %in    = arith.cmpi slt, %i, %end : !index
  %px    = tri.addptr %x, %i : !tri.ptr<f32>, !index
  %py    = tri.addptr %y, %i : !tri.ptr<f32>, !index
  %a     = tri.load %px where %in : !fs
  tri.store %a to %py where %in : !fs
  return
}
