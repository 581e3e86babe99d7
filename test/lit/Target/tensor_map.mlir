// RUN: tri-test-emit %s | FileCheck %s

// The map stays in the parameter space: no local copy, and the address is that of the parameter.
// CHECK-LABEL: .entry map(
// CHECK: .param .align 64 .b8 map_param_0[128]
// CHECK-NOT: .local
// CHECK-NOT: st.local
// CHECK: cp.async.bulk.tensor.2d{{.*}} // tri:1
// CHECK: $L__func_end
gpu.module @kernels {
  llvm.mlir.global external @tri_shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  gpu.func @map(%m: !llvm.ptr, %x: i32) kernel
      attributes {tri.launch = {args = [{name = "m", type = "tensor_map"}, {name = "x", type = "i32"}], hidden = ["m"], shared = 16384 : i64}} {
    %s = llvm.mlir.addressof @tri_shared : !llvm.ptr<3>
    %a = llvm.ptrtoint %s : !llvm.ptr<3> to i32
    %c8192 = arith.constant 8192 : i32
    %b = arith.addi %a, %c8192 : i32
    llvm.inline_asm has_side_effects asm_dialect = att "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, $2}], [$3]; // tri:1", "r,l,r,r" %a, %m, %x, %b : (i32, !llvm.ptr, i32, i32) -> ()
    gpu.return
  }
}
