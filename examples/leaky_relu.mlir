// y = x where x > 0, else slope·x: the activation is a helper function, which the compiler inlines.
//
//   tri-run examples/leaky_relu.mlir
//   tri-run examples/leaky_relu.mlir n=100 slope=0.25

#BLOCK = 1024 : i32       // tri-param {128, 256, 512, 1024, 2048}
!T     = f32              // tri-param {f16, bf16, f32, f64}
!index = tensor<1024xi32> // tri: tensor<${BLOCK}xi32>
!ts    = tensor<1024x!T>  // tri: tensor<${BLOCK}x!T>
!mask  = tensor<1024xi1>  // tri: tensor<${BLOCK}xi1>

func.func private @leaky_relu_of(%x: !ts, %slope: !T) -> !ts {
  %zero     = arith.constant 0.0 : !T
  %zeros    = tri.splat %zero : !ts
  %slopes   = tri.splat %slope : !ts
  %positive = arith.cmpf ogt, %x, %zeros : !ts
  %scaled   = arith.mulf %x, %slopes : !ts
  %y        = arith.select %positive, %x, %scaled : !mask, !ts
  return %y : !ts
}

func.func @leaky_relu(%x: !tri.ptr<!T> {tri.arg = "randn(n)", tri.divisibility = 16 : i32},
                      %y: !tri.ptr<!T> {tri.arg = "empty(n)", tri.divisibility = 16 : i32},
                      %n: i32 {tri.arg = "98432"},
                      %slope: !T {tri.arg = "0.01"}) attributes {tri.kernel, tri.grid = "cdiv(n, BLOCK)"} {
  %pid   = tri.program_id x
  %size  = arith.constant #BLOCK
  %start = arith.muli %pid, %size : i32
  %first = tri.splat %start : !index
  %lane  = tri.range : !index
  %i     = arith.addi %first, %lane : !index
  %end   = tri.splat %n : !index
  %in    = arith.cmpi slt, %i, %end : !index
  %px    = tri.addptr %x, %i : !tri.ptr<!T>, !index
  %xs    = tri.load %px where %in : !ts
  %ys    = func.call @leaky_relu_of(%xs, %slope) : (!ts, !T) -> !ts
  %py    = tri.addptr %y, %i : !tri.ptr<!T>, !index
  tri.store %ys to %py where %in : !ts
  return
}
