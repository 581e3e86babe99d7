func.func @k(%x: !tri.ptr<i32>, %y: !tri.ptr<f32>) attributes {tri.kernel} {
  %i = tri.range : tensor<4xi32>
  %j = arith.constant dense<[0, 1, 1, 0]> : tensor<4xi32>
  %m = arith.constant dense<[true, true, false, true]> : tensor<4xi1>
  %f = arith.constant dense<[0.5, 1.5, 2.5, 3.5]> : tensor<4xf32>
  %p = tri.addptr %x, %j : !tri.ptr<i32>, tensor<4xi32>
  %q = tri.addptr %y, %j : !tri.ptr<f32>, tensor<4xi32>
  %0 = tri.atomic_rmw add %i at %p where %m semantics relaxed scope cta : tensor<4xi32>
  %1 = tri.atomic_rmw umax %0 at %p semantics release scope sys : tensor<4xi32>
  %2 = tri.atomic_rmw fadd %f at %q : tensor<4xf32>
  %3 = tri.atomic_rmw min %2 at %q where %m : tensor<4xf32>
  %4 = tri.atomic_cas %1, %i at %p semantics acquire : tensor<4xi32>
  return
}
