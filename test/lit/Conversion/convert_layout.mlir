// RUN: tri-opt %s --split-input-file --tri-allocate-shared --tri-insert-barriers --tri-to-gpu | FileCheck %s
// RUN: tri-opt %s --split-input-file --tri-allocate-shared --tri-to-gpu=arch=sm_80 | FileCheck %s --check-prefix=OLD

// Registers get other names.
// CHECK-LABEL: gpu.func @registers
// CHECK-NOT: shfl
// CHECK-NOT: .shared
// CHECK: gpu.return
#a = #tri.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [], cta = []>
#b = #tri.layout<register = [[2], [1]], lane = [[4], [8], [16], [32], [64]], warp = [], cta = []>
func.func @registers(%x: !tri.ptr<f32>) attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %p = tri.splat %x : tensor<128x!tri.ptr<f32>, #a>
  %v = tri.load %p : tensor<128xf32, #a>
  %w = tri.convert_layout %v : tensor<128xf32, #a> -> tensor<128xf32, #b>
  %q = tri.splat %x : tensor<128x!tri.ptr<f32>, #b>
  tri.store %w to %q : tensor<128xf32, #b>
  return
}

// -----

// A register bit and a lane bit change places: half of the registers stay.
// CHECK-LABEL: gpu.func @swap
// CHECK: %[[ODD:.*]] = arith.cmpi ne
// CHECK-COUNT-2: arith.select
// CHECK: nvvm.shfl.sync{{ +}}bfly %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : i32 -> i32
// CHECK-NOT: nvvm.shfl
// CHECK-COUNT-2: arith.select
// CHECK-NOT: arith.select
// CHECK: gpu.return
#a = #tri.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [], cta = []>
#b = #tri.layout<register = [[2]], lane = [[1], [4], [8], [16], [32]], warp = [], cta = []>
func.func @swap(%x: !tri.ptr<f32>) attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %p = tri.splat %x : tensor<64x!tri.ptr<f32>, #a>
  %v = tri.load %p : tensor<64xf32, #a>
  %w = tri.convert_layout %v : tensor<64xf32, #a> -> tensor<64xf32, #b>
  %q = tri.splat %x : tensor<64x!tri.ptr<f32>, #b>
  tri.store %w to %q : tensor<64xf32, #b>
  return
}

// -----

// Lanes change places: one shuffle carries two elements of 16 bits, and nothing is chosen.
// CHECK-LABEL: gpu.func @lanes
// CHECK: nvvm.shfl.sync{{ +}}idx
// CHECK-NOT: nvvm.shfl
// CHECK-NOT: arith.select
// CHECK: gpu.return
#a = #tri.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [], cta = []>
#b = #tri.layout<register = [[1]], lane = [[4], [2], [8], [16], [32]], warp = [], cta = []>
func.func @lanes(%x: !tri.ptr<f16>) attributes {tri.kernel, tri.num_warps = 1 : i32} {
  %p = tri.splat %x : tensor<64x!tri.ptr<f16>, #a>
  %v = tri.load %p : tensor<64xf16, #a>
  %w = tri.convert_layout %v : tensor<64xf16, #a> -> tensor<64xf16, #b>
  %q = tri.splat %x : tensor<64x!tri.ptr<f16>, #b>
  tri.store %w to %q : tensor<64xf16, #b>
  return
}

// -----

// Between warps; threads that hold copies leave the write to others.
// CHECK-LABEL: gpu.func @warps
// CHECK-SAME: shared = 512 : i64
// CHECK: %[[MINE:.*]] = arith.cmpi eq
// CHECK: "@$2 st.shared.b32 [$0+0], $1; // tri:2", "r,f,b" %{{.*}}, %{{.*}}, %[[MINE]]
// CHECK: gpu.barrier
// CHECK: ld.shared.v2.b32 {$0, $1}, [$2+0]; // tri:2
#a = #tri.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64], [0]], cta = []>
#b = #tri.layout<register = [[1]], lane = [[64], [2], [4], [8], [16]], warp = [[32], [0], [0]], cta = []>
func.func @warps(%x: !tri.ptr<f32>) attributes {tri.kernel, tri.num_warps = 8 : i32} {
  %p = tri.splat %x : tensor<128x!tri.ptr<f32>, #a>
  %v = tri.load %p : tensor<128xf32, #a>
  %w = tri.convert_layout %v : tensor<128xf32, #a> -> tensor<128xf32, #b>
  %q = tri.splat %x : tensor<128x!tri.ptr<f32>, #b>
  tri.store %w to %q : tensor<128xf32, #b>
  return
}

// -----

// From the accumulator of mma, 16 x 8, four of them along the rows, to rows of eight in a thread that other lanes
// hold, too: matrices are stored, where there is such an instruction.
// CHECK-LABEL: gpu.func @store_matrices
// CHECK: stmatrix.sync.aligned.m8n8.x4.shared.b16 [$0+0], {$1, $2, $3, $4}; // tri:2
// CHECK: gpu.barrier
// CHECK-COUNT-2: ld.shared.v4.b32
// OLD-LABEL: gpu.func @store_matrices
// OLD-NOT: stmatrix
// OLD: st.shared
// OLD: ld.shared
#a = #tri.layout<register = [[0, 1], [0, 8], [0, 16]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], cta = []>
#b = #tri.layout<register = [[0, 1], [0, 2], [0, 4], [1, 0]], lane = [[0, 8], [0, 16], [8, 0], [16, 0], [0, 0]], warp = [[2, 0], [4, 0]], cta = []>
func.func @store_matrices(%x: !tri.ptr<f16>) attributes {tri.kernel, tri.num_warps = 4 : i32} {
  %p = tri.splat %x : tensor<32x32x!tri.ptr<f16>, #a>
  %v = tri.load %p : tensor<32x32xf16, #a>
  %w = tri.convert_layout %v : tensor<32x32xf16, #a> -> tensor<32x32xf16, #b>
  %q = tri.splat %x : tensor<32x32x!tri.ptr<f16>, #b>
  tri.store %w to %q : tensor<32x32xf16, #b>
  return
}

// -----

// From rows in memory to operand A of mma: matrices are loaded. From columns: transposed.
// CHECK-LABEL: gpu.func @load_matrices
// CHECK: st.shared.v4.b32
// CHECK: gpu.barrier
// CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+0]; // tri:3
// CHECK: st.shared.v4.b32
// CHECK: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+0]; // tri:4
#a = #tri.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], cta = []>
#rows = #tri.layout<register = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [1, 0], [2, 0], [4, 0], [16, 0]], warp = [[8, 0], [32, 0]], cta = []>
#columns = #tri.layout<register = [[1, 0], [2, 0], [4, 0]], lane = [[8, 0], [16, 0], [32, 0], [0, 1], [0, 2]], warp = [[0, 4], [0, 8]], cta = []>
func.func @load_matrices(%x: !tri.ptr<f16>) attributes {tri.kernel, tri.num_warps = 4 : i32} {
  %p = tri.splat %x : tensor<64x16x!tri.ptr<f16>, #rows>
  %q = tri.splat %x : tensor<64x16x!tri.ptr<f16>, #columns>
  %r = tri.splat %x : tensor<64x16x!tri.ptr<f16>, #a>
  %v = tri.load %p : tensor<64x16xf16, #rows>
  %w = tri.load %q : tensor<64x16xf16, #columns>
  %va = tri.convert_layout %v : tensor<64x16xf16, #rows> -> tensor<64x16xf16, #a>
  %wa = tri.convert_layout %w : tensor<64x16xf16, #columns> -> tensor<64x16xf16, #a>
  tri.store %va to %r : tensor<64x16xf16, #a>
  tri.store %wa to %r : tensor<64x16xf16, #a>
  return
}
