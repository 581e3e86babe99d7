func.func private @h(%v: i32) -> i32 {
  %a = arith.constant 5 : i32
  %x = arith.muli %v, %a : i32
  %b = arith.constant 5 : i32
  %y = arith.shrui %x, %b : i32
  return %y : i32
}
func.func @k(%p: !tri.ptr<i32>, %n: i32) attributes {tri.kernel} {
  %r = func.call @h(%n) : (i32) -> i32
  tri.store %r to %p : i32
  return
}
