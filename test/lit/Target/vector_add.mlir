// RUN: tri-test-emit %S/Inputs/vector_add.mlir --arch=sm_80 | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: tri-test-emit %S/Inputs/vector_add.mlir --arch=sm_90a | FileCheck %s --check-prefixes=CHECK,SM90
// CHECK: .version 8.7
// SM80-NEXT: .target sm_80{{$}}
// SM90-NEXT: .target sm_90a{{$}}
// CHECK: .visible .entry vector_add(
// CHECK: .param .u64 .ptr .global .align 16 vector_add_param_0,
// CHECK: .param .u32 vector_add_param_3
// CHECK: .reqntid 128, 1, 1
// CHECK: .loc 1 [[#]]
// CHECK: @[[P:%p[0-9]+]] ld.global.v4.b32 {{.*}} // tri:1
// CHECK: @[[P]] ld.global.v4.b32 {{.*}} // tri:2
// CHECK-COUNT-4: add.rn.f32
// CHECK: @[[P]] st.global.v4.b32 {{.*}} // tri:3
// CHECK: ret;
// CHECK: .file 1 "{{.*}}vector_add.mlir"
