// RUN: tri-opt %s --tri-keep-kernel=name=second | FileCheck %s --check-prefixes=SECOND,BOTH
// RUN: tri-opt %s --tri-keep-kernel | FileCheck %s --check-prefixes=FIRST,BOTH
// RUN: tri-opt %s --pass-pipeline='builtin.module(tri-keep-kernel{name=first},symbol-dce)' | FileCheck %s --check-prefix=DCE
// RUN: not tri-opt %s --tri-keep-kernel=name=third 2>&1 | FileCheck %s --check-prefix=ERROR

// ERROR: error: 'builtin.module' op has no kernel 'third'; its kernels: first, second

// BOTH: @helper
// FIRST: @first
// FIRST-NOT: @second
// SECOND-NOT: @first
// SECOND: @second
// DCE-NOT: @helper
// DCE: @first
// BOTH-NOT: gpu.module
gpu.module @other {
}
func.func private @helper(%x: i32) -> i32 {
  return %x : i32
}
func.func @first() attributes {tri.kernel} {
  return
}
func.func @second(%x: i32) attributes {tri.kernel} {
  %0 = call @helper(%x) : (i32) -> i32
  return
}
