// RUN: tri-opt %s --pass-pipeline='builtin.module(gpu.module(tri-gpu-to-llvm))' | FileCheck %s
// RUN: tri-opt %s --tri-gpu-to-llvm --tri-gpu-to-llvm | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: llvm.func @arguments(
  // CHECK-SAME: %[[X:[^:]*]]: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.noalias}
  // CHECK-SAME: %{{[^:]*}}: !llvm.ptr<1> {llvm.align = 16 : i64},
  // CHECK-SAME: %{{[^:]*}}: !llvm.ptr<1>, %{{[^:]*}}: i32,
  // CHECK-SAME: %{{[^:]*}}: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant})
  // CHECK-SAME: nvvm.kernel
  // CHECK-SAME: nvvm.reqntid = array<i32: 64, 2, 1>
  // CHECK-SAME: tri.launch = {args = [
  // A divisibility that is no power of two aligns to what divides it; one of an integer aligns nothing.
  gpu.func @arguments(%x: !llvm.ptr<1> {tri.noalias}, %y: !llvm.ptr<1>, %z: !llvm.ptr<1>, %n: i32, %map: !llvm.ptr) kernel
      attributes {known_block_size = array<i32: 64, 2, 1>,
                  tri.launch = {args = [{name = "x", type = "ptr", divisibility = 16 : i64},
                                        {name = "y", type = "ptr", divisibility = 48 : i64},
                                        {name = "z", type = "ptr", divisibility = 1 : i64},
                                        {name = "n", type = "i32", divisibility = 16 : i64},
                                        {name = "map", type = "tensor_map"}]}} {
    // CHECK-NEXT: llvm.return
    gpu.return
  }

  // CHECK-LABEL: llvm.func @limits(
  // CHECK-DAG: nvvm.maxnreg = 168 : i32
  // CHECK-DAG: nvvm.minctasm = 2 : i32
  // CHECK-DAG: nvvm.cluster_dim = array<i32: 4, 1, 1>
  gpu.func @limits() kernel attributes {tri.launch = {max_registers = 168 : i32, min_ctas = 2 : i32, num_ctas = 4 : i32}} {
    gpu.return
  }

  // CHECK-LABEL: llvm.func @no_limits(
  // CHECK-NOT: nvvm.reqntid
  // CHECK-NOT: nvvm.maxnreg
  // CHECK-NOT: nvvm.minctasm
  // CHECK-NOT: nvvm.cluster_dim
  // CHECK: llvm.return
  gpu.func @no_limits() kernel attributes {tri.launch = {max_registers = 0 : i32, num_ctas = 1 : i32}} {
    gpu.return
  }

  // CHECK-LABEL: llvm.func @ids(
  gpu.func @ids(%p: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    // CHECK: %[[T:.*]] = nvvm.read.ptx.sreg.tid.x range <i32, 0, 128> : i32
    %t = gpu.thread_id x
    // CHECK: %[[B:.*]] = nvvm.read.ptx.sreg.ctaid.x range <i32, 0, 2147483647> : i32
    %b = gpu.block_id x
    // CHECK: nvvm.read.ptx.sreg.ctaid.z range <i32, 0, 65536> : i32
    %bz = gpu.block_id z
    // CHECK: %[[G:.*]] = nvvm.read.ptx.sreg.nctaid.x : i32
    // CHECK-NEXT: %[[GI:.*]] = arith.index_castui %[[G]] : i32 to index
    %g = gpu.grid_dim x
    // What the block's size fixes is a constant.
    // CHECK: %[[TY:.*]] = arith.constant 0 : i32
    %ty = gpu.thread_id y
    // CHECK: %[[D:.*]] = arith.constant 128 : i32
    %d = gpu.block_dim x
    %i0 = arith.index_cast %t : index to i32
    %i1 = arith.index_castui %b : index to i32
    %i2 = arith.index_cast %bz : index to i32
    // A cast to another width stays.
    // CHECK: %[[W:.*]] = arith.index_cast %[[GI]] : index to i64
    %w = arith.index_cast %g : index to i64
    // CHECK: llvm.call_intrinsic "llvm.use"(%[[T]], %[[B]], %{{.*}}, %[[W]]) : (i32, i32, i32, i64)
    llvm.call_intrinsic "llvm.use"(%i0, %i1, %i2, %w) : (i32, i32, i32, i64) -> ()
    %i3 = arith.index_cast %ty : index to i32
    %i4 = arith.index_cast %d : index to i32
    // CHECK: llvm.call_intrinsic "llvm.use"(%[[TY]], %[[D]])
    llvm.call_intrinsic "llvm.use"(%i3, %i4) : (i32, i32) -> ()
    gpu.return
  }

  // CHECK-LABEL: llvm.func @block_size_not_known(
  gpu.func @block_size_not_known() kernel {
    // CHECK: nvvm.read.ptx.sreg.tid.y : i32
    %t = gpu.thread_id y
    // CHECK: nvvm.read.ptx.sreg.ntid.z : i32
    %d = gpu.block_dim z
    // CHECK: nvvm.read.ptx.sreg.cluster.ctaid.x range <i32, 0, 16> : i32
    %c = gpu.cluster_block_id x
    %sum = arith.addi %t, %d : index
    %all = arith.addi %sum, %c : index
    %i = arith.index_cast %all : index to i32
    llvm.call_intrinsic "llvm.use"(%i) : (i32) -> ()
    gpu.return
  }

  // CHECK-LABEL: llvm.func @barrier_in_if(
  // CHECK: scf.if
  // CHECK-NEXT: nvvm.barrier0
  gpu.func @barrier_in_if(%c: i1) kernel {
    scf.if %c {
      gpu.barrier
    }
    gpu.return
  }

  // CHECK-LABEL: llvm.func @i1_memory(
  // CHECK-SAME: %[[P:[^:]*]]: !llvm.ptr<1>
  gpu.func @i1_memory(%p: !llvm.ptr<1>) kernel {
    // CHECK: %[[V:.*]] = llvm.load %[[P]] {alignment = 1 : i64} : !llvm.ptr<1> -> i8
    // CHECK: %[[Z:.*]] = llvm.mlir.constant(0 : i8) : i8
    // CHECK: %[[B:.*]] = llvm.icmp "ne" %[[V]], %[[Z]] : i8
    %v = llvm.load %p {alignment = 1 : i64} : !llvm.ptr<1> -> i1
    // CHECK: %[[W:.*]] = llvm.zext %[[B]] : i1 to i8
    // CHECK: llvm.store %[[W]], %[[P]] : i8, !llvm.ptr<1>
    llvm.store %v, %p : i1, !llvm.ptr<1>
    // CHECK: llvm.load %[[P]] : !llvm.ptr<1> -> i32
    %w = llvm.load %p : !llvm.ptr<1> -> i32
    llvm.store %w, %p : i32, !llvm.ptr<1>
    gpu.return
  }
}
