func.func @k(%q: !tri.ptr<i32> {tri.arg="zeros(1)"}, %n: i32 {tri.arg="2147483647"}) attributes {tri.kernel, tri.grid="1"} {
  %lo = arith.constant 2147483640 : i32
  %s = arith.constant 5 : i32
  scf.for %k = %lo to %n step %s : i32 {
    tri.store %k to %q : i32
  }
  return
}
