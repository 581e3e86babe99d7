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
