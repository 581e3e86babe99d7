// RUN: tri-run %s --target sim --check ref s=2
// RUN: not tri-run %s --target ref s=0 2>&1 | FileCheck %s
// RUN: not tri-run %s --target sim s=0 2>&1 | FileCheck %s
// RUN: not tri-run %s --target sim s=-1 2>&1 | FileCheck %s
// A loop that would never end is a fault at the loop.

// CHECK: loop_step.mlir:[[@LINE+5]]:
func.func @steps(%x: !tri.ptr<i32> {tri.arg = "zeros(1)"}, %s: i32 {tri.arg = "1"}) attributes {tri.kernel, tri.grid = "1"} {
  %c0 = arith.constant 0 : i32
  %c7 = arith.constant 7 : i32
  %v = tri.load %x : i32
  %r = scf.for %k = %c0 to %c7 step %s iter_args(%a = %v) -> (i32) : i32 {
    %b = arith.addi %a, %k : i32
    scf.yield %b : i32
  }
  tri.store %r to %x : i32
  return
}
