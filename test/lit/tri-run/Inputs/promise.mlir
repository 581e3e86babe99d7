func.func @promise(%n: i32 {tri.arg = "8", tri.divisibility = 4 : i32}) attributes {tri.kernel, tri.grid = "1"} {
  return
}
