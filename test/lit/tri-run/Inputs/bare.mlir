// Arguments of every kind without defaults, and no grid: first[0] = n, second[0] = alpha.
func.func @first(%first: !tri.ptr<i32>, %second: !tri.ptr<f16>, %n: i32, %alpha: f16, %flag: i1)
    attributes {tri.kernel} {
  tri.store %n to %first : i32
  tri.store %alpha to %second : f16
  return
}
func.func @other(%p: !tri.ptr<!tri.ptr<f32>>) attributes {tri.kernel} {
  return
}
