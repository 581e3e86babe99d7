// RUN: tri-test-emit %s | FileCheck %s

// Equal loads of two arms stay two, each with its id; LLVM would make one of them otherwise.
// CHECK-LABEL: .entry two_arms(
// CHECK-DAG: ld.global.b32 {{.*}} // tri:1
// CHECK-DAG: ld.global.b32 {{.*}} // tri:2
// CHECK: $L__func_end
gpu.module @kernels {
  gpu.func @two_arms(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %c: i1) kernel {
    %r = scf.if %c -> f32 {
      %a = llvm.inline_asm has_side_effects asm_dialect = att "ld.global.b32 $0, [$1]; // tri:1", "=f,l" %p : (!llvm.ptr<1>) -> f32
      scf.yield %a : f32
    } else {
      %b = llvm.inline_asm has_side_effects asm_dialect = att "ld.global.b32 $0, [$1]; // tri:2", "=f,l" %p : (!llvm.ptr<1>) -> f32
      scf.yield %b : f32
    }
    llvm.inline_asm has_side_effects asm_dialect = att "st.global.b32 [$0], $1; // tri:3", "l,f" %q, %r : (!llvm.ptr<1>, f32) -> ()
    gpu.return
  }
}
