// RUN: tri-run %s --target sim --check ref
// Numbers of 8 bits are arguments too.

func.func @k(%e: f8E4M3FN {tri.arg="1.125"}, %g: f8E5M2 {tri.arg="-2.0"}, %y: !tri.ptr<f32> {tri.arg="empty(2)"}) attributes {tri.kernel, tri.grid="1"} {
  %one = arith.constant 1 : i32
  %a = arith.extf %e : f8E4M3FN to f32
  %b = arith.extf %g : f8E5M2 to f32
  tri.store %a to %y : f32
  %z = tri.addptr %y, %one : !tri.ptr<f32>, i32
  tri.store %b to %z : f32
  return
}
