// RUN: tri-opt %s --split-input-file --tri-allocate-shared --verify-diagnostics

#rows = #tri.layout<register = [[0, 1], [0, 2], [0, 128], [32, 0], [64, 0], [128, 0]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], cta = []>
#columns = #tri.layout<register = [[1, 0], [2, 0], [128, 0], [0, 32], [0, 64], [0, 128]], lane = [[4, 0], [8, 0], [16, 0], [32, 0], [64, 0]], warp = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], cta = []>
func.func @too_much(%p: !tri.ptr<f32>) attributes {tri.kernel, tri.num_warps = 32 : i32} {
  %0 = arith.constant dense<1.0> : tensor<256x256xf32, #rows>
  // expected-error @+1 {{needs 262144 bytes of shared memory for what its threads exchange, and a program on sm_90a has 232448; use a smaller block}}
  %1 = tri.convert_layout %0 : tensor<256x256xf32, #rows> -> tensor<256x256xf32, #columns>
  return
}
