// RUN: tri-run %s --target sim --check ref -q --kernel bits
// RUN: tri-run %s --target sim --check ref -q --kernel addresses
// RUN: tri-run %s --target sim --check ref -q --kernel table
// Pointers as integers and back, as pointers to other elements, and out of a table in memory.

!o = tensor<256xi32>
!p = tensor<256x!tri.ptr<f32>>

func.func @bits(%x: !tri.ptr<f32> {tri.arg = "special(256)"}, %y: !tri.ptr<i32> {tri.arg = "empty(256)"},
                %z: !tri.ptr<i16> {tri.arg = "empty(512)"}) attributes {tri.kernel, tri.grid = "1"} {
  %i = tri.range : !o
  %px = tri.addptr %x, %i : !tri.ptr<f32>, !o
  %words = tri.bitcast %px : !p -> tensor<256x!tri.ptr<i32>>
  %v = tri.load %words : tensor<256xi32>
  %py = tri.addptr %y, %i : !tri.ptr<i32>, !o
  tri.store %v to %py : tensor<256xi32>
  %halves = tri.bitcast %x : !tri.ptr<f32> -> !tri.ptr<i16>
  %k = tri.range : tensor<512xi32>
  %ph = tri.addptr %halves, %k : !tri.ptr<i16>, tensor<512xi32>
  %h = tri.load %ph : tensor<512xi16>
  %pz = tri.addptr %z, %k : !tri.ptr<i16>, tensor<512xi32>
  tri.store %h to %pz : tensor<512xi16>
  return
}

func.func @addresses(%x: !tri.ptr<f32> {tri.arg = "randn(256)"}, %y: !tri.ptr<f32> {tri.arg = "empty(256)"},
                     %n: !tri.ptr<i64> {tri.arg = "empty(257)"}) attributes {tri.kernel, tri.grid = "1"} {
  %i = tri.range : !o
  %px = tri.addptr %x, %i : !tri.ptr<f32>, !o
  %a = tri.ptr_to_int %px : !p
  %first = tri.ptr_to_int %x : !tri.ptr<f32>
  %firsts = tri.splat %first : tensor<256xi64>
  %steps = arith.subi %a, %firsts : tensor<256xi64>
  %pn = tri.addptr %n, %i : !tri.ptr<i64>, !o
  tri.store %steps to %pn : tensor<256xi64>
  %c1020 = arith.constant dense<1020> : tensor<256xi64>
  %back = arith.subi %c1020, %steps : tensor<256xi64>
  %down = arith.addi %firsts, %back : tensor<256xi64>
  %reversed = tri.int_to_ptr %down : !p
  %v = tri.load %reversed : tensor<256xf32>
  %py = tri.addptr %y, %i : !tri.ptr<f32>, !o
  tri.store %v to %py : tensor<256xf32>
  %scalar = tri.int_to_ptr %first : !tri.ptr<i64>
  %two = tri.load %scalar : i64
  %c256 = arith.constant 256 : i32
  %last = tri.addptr %n, %c256 : !tri.ptr<i64>, i32
  tri.store %two to %last : i64
  return
}

func.func @table(%rows: !tri.ptr<!tri.ptr<i32>> {tri.arg = "pointers(x, 8, 32)"}, %x: !tri.ptr<i32> {tri.arg = "arange(256)"},
                 %y: !tri.ptr<i32> {tri.arg = "empty(8)"}) attributes {tri.kernel, tri.grid = "1"} {
  %i = tri.range : tensor<8xi32>
  %words = tri.bitcast %rows : !tri.ptr<!tri.ptr<i32>> -> !tri.ptr<i64>
  %pr = tri.addptr %words, %i : !tri.ptr<i64>, tensor<8xi32>
  %a = tri.load %pr : tensor<8xi64>
  %px = tri.int_to_ptr %a : tensor<8x!tri.ptr<i32>>
  %v = tri.load %px : tensor<8xi32>
  %py = tri.addptr %y, %i : !tri.ptr<i32>, tensor<8xi32>
  tri.store %v to %py : tensor<8xi32>
  return
}
