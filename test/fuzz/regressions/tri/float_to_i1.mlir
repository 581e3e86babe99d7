// LLVM's fptoui to i1 is the opposite.
func.func @k(%x: !tri.ptr<i8>, %y: !tri.ptr<i1>) attributes {tri.kernel} {
  %i = tri.range : tensor<256xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i8>, tensor<256xi32>
  %py = tri.addptr %y, %i : !tri.ptr<i1>, tensor<256xi32>
  %b = tri.load %px : tensor<256xi8>
  %one = arith.constant dense<1> : tensor<256xi8>
  %c = arith.andi %b, %one : tensor<256xi8>
  %f = arith.uitofp %c : tensor<256xi8> to tensor<256xf32>
  %u = arith.fptoui %f : tensor<256xf32> to tensor<256xi1>
  %n = arith.negf %f : tensor<256xf32>
  %s = arith.fptosi %n : tensor<256xf32> to tensor<256xi1>
  %h = arith.uitofp %c : tensor<256xi8> to tensor<256xf16>
  %v = arith.fptoui %h : tensor<256xf16> to tensor<256xi1>
  %p = tri.addptr %py, %one : tensor<256x!tri.ptr<i1>>, tensor<256xi8>
  tri.store %u to %py : tensor<256xi1>
  tri.store %s to %py where %u : tensor<256xi1>
  tri.store %v to %p where %s : tensor<256xi1>
  return
}
