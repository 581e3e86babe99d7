func.func @k(%x: !tri.ptr<f32>, %y: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {
  %pid = tri.program_id x
  %np = tri.num_programs y
  %s = arith.addi %pid, %np : i32
  %p = tri.addptr %x, %s : !tri.ptr<f32>, i32
  %v = tri.load %p volatile : f32
  %c = arith.cmpi eq, %s, %n : i32
  %w = tri.load %p where %c : f32
  %f = arith.addf %v, %w : f32
  %q = tri.addptr %y, %pid : !tri.ptr<f32>, i32
  tri.store %f to %q : f32
  tri.store %f to %q where %c : f32
  return
}
