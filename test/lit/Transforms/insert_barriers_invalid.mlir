// RUN: tri-opt %s --split-input-file --tri-assign-layouts --tri-insert-barriers --verify-diagnostics

// Barriers keep scratches apart, so these have to have places.
func.func @no_place(%x: !tri.ptr<i32>) attributes {tri.kernel} {
  %i = tri.range : tensor<256xi32>
  %p = tri.addptr %x, %i : !tri.ptr<i32>, tensor<256xi32>
  %a = tri.load %p : tensor<256xi32>
  // expected-error @+1 {{needs shared memory and has no place in it; run tri-allocate-shared first}}
  %s = tri.reduce add %a axis 0 : tensor<256xi32>
  %t = tri.reduce max %a axis 0 : tensor<256xi32>
  %u = arith.addi %s, %t : i32
  tri.store %u to %x : i32
  return
}
