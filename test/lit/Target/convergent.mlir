// RUN: tri-test-emit %s --print=llvm | FileCheck %s --check-prefix=LLVM
// RUN: tri-test-emit %s | FileCheck %s

// Every call of inline assembly is convergent in LLVM IR.
// LLVM-LABEL: define ptx_kernel void @divergent
// LLVM: call void asm sideeffect "bar.sync 1; // tri:1", ""() #[[C:[0-9]+]]
// LLVM: attributes #[[C]] = { convergent

gpu.module @kernels {
  // The second if knows the first's outcome: jump threading would copy what stands between into both arms.
  // CHECK-LABEL: .entry divergent(
  // CHECK: tri:1{{$}}
  // CHECK-NOT: tri:1{{$}}
  // CHECK: $L__func_end
  gpu.func @divergent(%p: !llvm.ptr<1>, %n: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %tid = gpu.thread_id x
    %t = arith.index_cast %tid : index to i32
    %c = arith.cmpi slt, %t, %n : i32
    scf.if %c {
      llvm.inline_asm has_side_effects asm_dialect = att "st.global.b32 [$0], $1; // tri:7", "l,r" %p, %t : (!llvm.ptr<1>, i32) -> ()
    } else {
      llvm.inline_asm has_side_effects asm_dialect = att "st.global.b32 [$0+4], $1; // tri:8", "l,r" %p, %t : (!llvm.ptr<1>, i32) -> ()
    }
    llvm.inline_asm has_side_effects asm_dialect = att "bar.sync 1; // tri:1", "" : () -> ()
    scf.if %c {
      llvm.inline_asm has_side_effects asm_dialect = att "st.global.b32 [$0+8], $1; // tri:9", "l,r" %p, %t : (!llvm.ptr<1>, i32) -> ()
    } else {
      llvm.inline_asm has_side_effects asm_dialect = att "st.global.b32 [$0+12], $1; // tri:10", "l,r" %p, %t : (!llvm.ptr<1>, i32) -> ()
    }
    gpu.return
  }

  // A loop of four is not unrolled.
  // CHECK-LABEL: .entry loop(
  // CHECK: $L__BB[[#]]_[[#]]:
  // CHECK: bar.sync 2; // tri:2
  // CHECK-NOT: tri:2
  // CHECK: @%p{{[0-9]+}} bra
  // CHECK-NOT: tri:2
  // CHECK: $L__func_end
  gpu.func @loop(%p: !llvm.ptr<1>) kernel {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    scf.for %i = %c0 to %c4 step %c1 : i32 {
      llvm.inline_asm has_side_effects asm_dialect = att "st.global.b32 [$0], $1; // tri:3", "l,r" %p, %i : (!llvm.ptr<1>, i32) -> ()
      llvm.inline_asm has_side_effects asm_dialect = att "bar.sync 2; // tri:2", "" : () -> ()
    }
    gpu.return
  }

  // So with a barrier of nvvm.
  // CHECK-LABEL: .entry barrier(
  // CHECK: bar.sync 0;
  // CHECK-NOT: bar.sync
  // CHECK: $L__func_end
  gpu.func @barrier(%n: i32) kernel {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      gpu.barrier
    }
    gpu.return
  }
}
