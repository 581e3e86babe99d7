// RUN: tri-run %s --check ref | FileCheck %s
// RUN: tri-run %s --check ref -D num_warps=32 | FileCheck %s
// RUN: tri-run %s --check ref -D num_warps=1 | FileCheck %s

// The condition of a while exchanges through shared memory what the turn before it did: a barrier stands
// between them on the way back.
// CHECK: o agrees with ref, bit by bit
func.func @reduce_until(%x: !tri.ptr<i32> {tri.arg = "randint(1024, 0, 50)"},
                        %o: !tri.ptr<i32> {tri.arg = "empty(1024)"}) attributes {tri.kernel, tri.grid = "1"} {
  %few = arith.constant 2000 : i32
  %three = arith.constant dense<3> : tensor<8x128xi32>
  %zero = arith.constant dense<0> : tensor<8x128xi32>
  %r = tri.range : tensor<1024xi32>
  %i = tri.reshape %r : tensor<1024xi32> -> tensor<8x128xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<8x128xi32>
  %a = tri.load %px : tensor<8x128xi32>
  %last = scf.while (%b = %a) : (tensor<8x128xi32>) -> tensor<8x128xi32> {
    %columns = tri.reduce add %b axis 0 : tensor<8x128xi32>
    %sum = tri.reduce add %columns axis 0 : tensor<128xi32>
    %more = arith.cmpi sgt, %sum, %few : i32
    scf.condition(%more) %b : tensor<8x128xi32>
  } do {
  ^bb0(%b: tensor<8x128xi32>):
    %t = tri.transpose %b order [1, 0] : tensor<8x128xi32>
    %s = tri.reshape %t : tensor<128x8xi32> -> tensor<8x128xi32>
    %d = arith.subi %s, %three : tensor<8x128xi32>
    %m = arith.maxsi %d, %zero : tensor<8x128xi32>
    %n = tri.scan min %m axis 0 : tensor<8x128xi32>
    scf.yield %n : tensor<8x128xi32>
  }
  %po = tri.addptr %o, %i : !tri.ptr<i32>, tensor<8x128xi32>
  tri.store %last to %po : tensor<8x128xi32>
  return
}
