// Writes one element past the end of x in the last program.
func.func @fault(%x: !tri.ptr<f32> {tri.arg = "zeros(n)"}, %n: i32 {tri.arg = "4"})
    attributes {tri.kernel, tri.grid = "n + 1"} {
  %pid = tri.program_id x
  %px  = tri.addptr %x, %pid : !tri.ptr<f32>, i32
  %one = arith.constant 1.0 : f32
  tri.store %one to %px : f32
  return
}
