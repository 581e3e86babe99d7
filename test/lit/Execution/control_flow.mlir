// RUN: tri-run %s --target sim --check ref
// RUN: tri-run %s --target sim --check ref n=0
// RUN: tri-run %s --target sim --check ref n=-3
// RUN: tri-run %s --target sim --check ref n=1 --arch sm_80
// Loops that carry blocks, nested branches that give blocks and scalars, while; 2-D; a table of constants.

!t = tensor<8x32xf32>
!r = tensor<8xi32>
!c = tensor<32xi32>
!o = tensor<8x32xi32>
!re = tensor<8x1xi32>
!ce = tensor<1x32xi32>

func.func @flow(%x: !tri.ptr<f32> {tri.arg = "randn(256)", tri.divisibility = 16 : i32},
                %y: !tri.ptr<f32> {tri.arg = "empty(512)"}, %n: i32 {tri.arg = "6"})
    attributes {tri.kernel, tri.grid = "2", tri.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c256 = arith.constant 256 : i32
  %pid = tri.program_id x
  %ri = tri.range : !r
  %ci = tri.range : !c
  %table = arith.constant dense<[3, 1, 4, 1, 5, 9, 2, 6]> : !r
  %re = tri.expand_dims %ri axis 1 : !r
  %te = tri.expand_dims %table axis 1 : !r
  %ce = tri.expand_dims %ci axis 0 : !c
  %w = arith.constant dense<32> : !re
  %rw = arith.muli %re, %w : !re
  %rb = tri.broadcast %rw : !re -> !o
  %cb = tri.broadcast %ce : !ce -> !o
  %o = arith.addi %rb, %cb : !o
  %p = tri.addptr %x, %o : !tri.ptr<f32>, !o
  %v = tri.load %p : !t
  %tb = tri.broadcast %te : !re -> !o
  %tf = arith.sitofp %tb : !o to !t
  %z = arith.constant dense<0.0> : !t
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %z) -> (!t) : i32 {
    %odd = arith.remsi %k, %c2 : i32
    %is = arith.cmpi eq, %odd, %c1 : i32
    %step = scf.if %is -> (!t) {
      %first = arith.cmpi eq, %pid, %c0 : i32
      %inner = scf.if %first -> (!t) {
        scf.yield %tf : !t
      } else {
        %neg = arith.negf %v : !t
        scf.yield %neg : !t
      }
      scf.yield %inner : !t
    } else {
      scf.yield %v : !t
    }
    %next = arith.addf %acc, %step : !t
    scf.yield %next : !t
  }
  %res:2 = scf.while (%a = %sum, %k = %n) : (!t, i32) -> (!t, i32) {
    %more = arith.cmpi sgt, %k, %c0 : i32
    scf.condition(%more) %a, %k : !t, i32
  } do {
  ^bb0(%a: !t, %k: i32):
    %b = arith.mulf %a, %tf : !t
    %less = arith.subi %k, %c2 : i32
    scf.yield %b, %less : !t, i32
  }
  %mine = arith.muli %pid, %c256 : i32
  %base = tri.addptr %y, %mine : !tri.ptr<f32>, i32
  %py = tri.addptr %base, %o : !tri.ptr<f32>, !o
  tri.store %res#0 to %py : !t
  return
}
