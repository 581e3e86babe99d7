// Integer ops whose result arith defines where LLVM's instruction does not.

// The remainder by -1 is 0, of the smallest number too, whose quotient overflows.
// with I=i8
// with I=i16
// with I=i32
// with I=i64
func.func @"arith.remsi.$I"(%x: $I, %y: $I) -> $I {
  %minus_one = arith.constant -1 : $I
  %one = arith.constant 1 : $I
  %negates = arith.cmpi eq, %y, %minus_one : $I
  %divisor = arith.select %negates, %one, %y : $I
  %r = llvm.srem %x, %divisor : $I
  return %r : $I
}

// Zeros before and behind, one instruction each, which gives the width for 0 (PTX ISA, clz). LLVM's own ops of that meaning
// become a branch around 0, once per element.
// with I=i8 ABOVE=24
// with I=i16 ABOVE=16
func.func @"math.ctlz.$I"(%x: $I) -> $I {
  %wide = arith.extui %x : $I to i32
  %zeros = llvm.inline_asm "clz.b32 $0, $1;", "=r,r" %wide : (i32) -> i32
  %above = arith.constant $ABOVE : i32
  %n = arith.subi %zeros, %above : i32
  %r = arith.trunci %n : i32 to $I
  return %r : $I
}

func.func @"math.ctlz.i32"(%x: i32) -> i32 {
  %r = llvm.inline_asm "clz.b32 $0, $1;", "=r,r" %x : (i32) -> i32
  return %r : i32
}

func.func @"math.ctlz.i64"(%x: i64) -> i64 {
  %zeros = llvm.inline_asm "clz.b64 $0, $1;", "=r,l" %x : (i64) -> i32
  %r = arith.extui %zeros : i32 to i64
  return %r : i64
}

// with I=i8 END=256
// with I=i16 END=65536
func.func @"math.cttz.$I"(%x: $I) -> $I {
  %wide = arith.extui %x : $I to i32
  %end = arith.constant $END : i32
  %ended = arith.ori %wide, %end : i32
  %n = math.cttz %ended : i32
  %r = arith.trunci %n : i32 to $I
  return %r : $I
}

// with I=i32
// with I=i64
func.func @"math.cttz.$I"(%x: $I) -> $I {
  %back = llvm.intr.bitreverse(%x) : ($I) -> $I
  %r = math.ctlz %back : $I
  return %r : $I
}
