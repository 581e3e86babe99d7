func.func private @pick(%w: index, %a: i32, %b: i32) -> i32 {
  %r = scf.index_switch %w -> i32
  case 1 {
    scf.yield %a : i32
  }
  case 3 {
    %s = arith.addi %a, %b : i32
    scf.yield %s : i32
  }
  default {
    scf.yield %b : i32
  }
  return %r : i32
}
func.func private @steps(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^loop(%c0, %n : i32, i32)
^loop(%i: i32, %s: i32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^body, ^end(%s : i32)
^body:
  %j = arith.addi %i, %c1 : i32
  %t = arith.xori %s, %j : i32
  cf.switch %t : i32, [
    default: ^loop(%j, %t : i32, i32),
    7: ^end(%j : i32)
  ]
^end(%r: i32):
  return %r : i32
}
func.func @k(%x: !tri.ptr<i32>, %n: i32) attributes {tri.kernel} {
  %w = arith.index_cast %n : i32 to index
  %v = scf.execute_region -> i32 {
    %a = func.call @steps(%n) : (i32) -> i32
    scf.yield %a : i32
  }
  %p = func.call @pick(%w, %v, %n) : (index, i32, i32) -> i32
  tri.store %p to %x : i32
  return
}
