func.func @k(%x: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {
  %f = tri.load %x : f32
  %b = arith.constant dense<3> : tensor<8xi8>
  %0 = tri.extern_call "__nv_powif"(%f, %n) from "libdevice" pure : (f32, i32) -> f32
  %1 = tri.extern_call "f$1"() from "lib" : () -> i64
  %2 = tri.inline_ptx "and.b32 $0, $1, $2;"(%b, %b) constraints "=r,r,r" pack 4 pure : (tensor<8xi8>, tensor<8xi8>) -> tensor<8xi8>
  %3, %4 = tri.inline_ptx "mov.b32 $0, $2; mov.b32 $1, $2;"(%0) constraints "=&f,=f,f,~{memory}" : (f32) -> (f32, f32)
  tri.store %4 to %x : f32
  return
}
