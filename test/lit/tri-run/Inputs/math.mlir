// y = exp(x) + 1 where a template asks for it; else exact.
#BLOCK = 64 : i32         // tri-param {64}
!T     = f32              // tri-param {f16, f32}
!ts    = tensor<64x!T>    // tri: tensor<${BLOCK}x!T>
!index = tensor<64xi32>   // tri: tensor<${BLOCK}xi32>

func.func @exp(%x: !tri.ptr<!T> {tri.arg = "randn(64)"}, %y: !tri.ptr<!T> {tri.arg = "empty(64)"})
    attributes {tri.kernel, tri.grid = "1"} {
  %i  = tri.range : !index
  %px = tri.addptr %x, %i : !tri.ptr<!T>, !index
  %py = tri.addptr %y, %i : !tri.ptr<!T>, !index
  %v  = tri.load %px : !ts
  %e  = math.exp %v : !ts
  tri.store %e to %py : !ts
  return
}

func.func @softplus(%x: !tri.ptr<!T> {tri.arg = "randn(64)"}, %y: !tri.ptr<!T> {tri.arg = "empty(64)"})
    attributes {tri.kernel, tri.grid = "1"} {
  %i   = tri.range : !index
  %px  = tri.addptr %x, %i : !tri.ptr<!T>, !index
  %py  = tri.addptr %y, %i : !tri.ptr<!T>, !index
  %v   = tri.load %px : !ts
  %e   = math.exp %v : !ts
  %one = arith.constant 1.0 : !T
  %o   = tri.splat %one : !ts
  %s   = arith.addf %e, %o : !ts
  %l   = math.log %s : !ts
  tri.store %l to %py : !ts
  return
}
