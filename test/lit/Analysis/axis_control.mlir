// RUN: tri-opt %s --tri-print-axis-info --verify-diagnostics=only-expected -o /dev/null
// What is known through loops, branches and blocks.

// The pointers of a reduction loop keep what they have, the mask follows the induction variable.
func.func @loop(%x: !tri.ptr<f16> {tri.divisibility = 16}, %k: i32 {tri.divisibility = 16},
                %stride: i32 {tri.divisibility = 8}) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %r = tri.range : tensor<32xi32>
  %p0 = tri.addptr %x, %r : !tri.ptr<f16>, tensor<32xi32>
  %hop = arith.muli %stride, %c32 : i32
  // expected-remark@below {{argument 0: divisibility 32, range [0, 2147483616]}}
  // expected-remark@below {{argument 1: contiguity [32], divisibility [16], constancy [1]}}
  // expected-remark@below {{result: contiguity [32], divisibility [16], constancy [1]}}
  %end = scf.for %i = %c0 to %k step %c32 iter_args(%p = %p0) -> (tensor<32x!tri.ptr<f16>>) : i32 {
    %left = arith.subi %k, %i : i32
    %ls = tri.splat %left : tensor<32xi32>
    // expected-remark@below {{constancy [16]}}
    %in = arith.cmpi slt, %r, %ls : tensor<32xi32>
    // expected-remark@below {{vectors [8], order [0]}}
    %v = tri.load %p where %in : tensor<32xf16>
    %next = tri.addptr %p, %hop : tensor<32x!tri.ptr<f16>>, i32
    scf.yield %next : tensor<32x!tri.ptr<f16>>
  }
  return
}

// A carried number: 64, then 64 + 48, …: 16 divides it; it is never negative where it cannot overflow.
func.func @carried(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : i32
  %c48 = arith.constant 48 : i32
  // expected-remark@below {{argument 0: divisibility 1, range [0, 9223372036854775806]}}
  // expected-remark@below {{argument 1: divisibility 16, range [64, 2147483647]}}
  // expected-remark@below {{argument 2: divisibility 16}}
  // expected-remark@below {{result 0: divisibility 16}}
  // expected-remark@below {{result 1: divisibility 16}}
  %a:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c64, %y = %c64) -> (i32, i32) {
    %xn = arith.addi %x, %c48 overflow<nsw> : i32
    %yn = arith.addi %y, %c48 : i32
    scf.yield %xn, %yn : i32, i32
  }
  return
}

// What is divisible at first and not after one round is not divisible.
func.func @carried_unknown(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : i32
  %c3 = arith.constant 3 : i32
  // expected-remark@below {{argument 1: divisibility 1}}
  // expected-remark@below {{result: divisibility 1}}
  %a = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c64) -> (i32) {
    %xn = arith.divsi %x, %c3 : i32
    scf.yield %xn : i32
  }
  return
}

// Two that trade places: what holds is what both have.
func.func @swapped(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : i32
  %c24 = arith.constant 24 : i32
  // expected-remark@below {{result 0: divisibility 8, range [24, 64]}}
  // expected-remark@below {{result 1: divisibility 8, range [24, 64]}}
  %a:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c64, %y = %c24) -> (i32, i32) {
    scf.yield %y, %x : i32, i32
  }
  return
}

func.func @one_round() {
  %c5 = arith.constant 5 : i32
  %c8 = arith.constant 8 : i32
  // expected-remark@below {{argument 0: divisibility 1, constant 5}}
  scf.for %i = %c5 to %c8 step %c8 : i32 {
  }
  return
}

func.func @if(%c: i1, %n: i32 {tri.divisibility = 4}) {
  %r = tri.range : tensor<16xi32>
  %ns = tri.splat %n : tensor<16xi32>
  %c8 = arith.constant 8 : i32
  %c24 = arith.constant 24 : i32
  // expected-remark@below {{result 0: contiguity [4], divisibility [4], constancy [1]}}
  // expected-remark@below {{result 1: divisibility 8, range [8, 24]}}
  %x:2 = scf.if %c -> (tensor<16xi32>, i32) {
    scf.yield %r, %c8 : tensor<16xi32>, i32
  } else {
    %a = arith.addi %r, %ns : tensor<16xi32>
    scf.yield %a, %c24 : tensor<16xi32>, i32
  }
  return
}

func.func @while(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  // expected-remark@below {{argument 0: divisibility 16}}
  // expected-remark@below {{result: divisibility 16}}
  %x = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  // expected-remark@below {{argument 0: divisibility 16}}
  ^bb0(%i: i32):
    %next = arith.addi %i, %c16 : i32
    scf.yield %next : i32
  }
  return
}

func.func @blocks(%n: i32, %c: i1) {
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  %c24 = arith.constant 24 : i32
  cf.br ^head(%c0 : i32)
// expected-remark@below {{argument 0: divisibility 16}}
^head(%i: i32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^body, ^exit(%i, %c24 : i32, i32)
^body:
  %next = arith.addi %i, %c16 : i32
  cf.cond_br %c, ^head(%next : i32), ^exit(%c24, %next : i32, i32)
// expected-remark@below {{argument 0: divisibility 8}}
// expected-remark@below {{argument 1: divisibility 8}}
^exit(%x: i32, %y: i32):
  return
}

// An op with a region that is not known passes anything.
func.func @region_unknown(%c: index) {
  %c8 = arith.constant 8 : i32
  // expected-remark@below {{result: divisibility 1}}
  %x = scf.index_switch %c -> i32
  case 0 {
    scf.yield %c8 : i32
  }
  default {
    scf.yield %c8 : i32
  }
  return
}
