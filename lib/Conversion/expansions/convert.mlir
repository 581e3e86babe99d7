// Conversions between number formats, rounded once.

// f32 to f16 and bf16 towards zero; from f64 in two cuts, which is one.
func.func @"arith.truncf.f32.bf16.toward_zero"(%x: f32) -> bf16 {
  %r = llvm.call_intrinsic "llvm.nvvm.f2bf16.rz"(%x) : (f32) -> bf16
  return %r : bf16
}

func.func @"arith.truncf.f32.f16.toward_zero"(%x: f32) -> f16 {
  %zero = arith.constant 0.0 : f32
  %pair = llvm.call_intrinsic "llvm.nvvm.ff2f16x2.rz"(%zero, %x) : (f32, f32) -> vector<2xf16>
  %i = llvm.mlir.constant(0 : i32) : i32
  %r = llvm.extractelement %pair[%i : i32] : vector<2xf16>
  return %r : f16
}

func.func @"arith.truncf.f64.f32.toward_zero"(%x: f64) -> f32 {
  %r = llvm.call_intrinsic "llvm.nvvm.d2f.rz"(%x) : (f64) -> f32
  return %r : f32
}

// with F=f16
// with F=bf16
func.func @"arith.truncf.f64.$F.toward_zero"(%x: f64) -> $F {
  %f = arith.truncf %x toward_zero : f64 to f32
  %r = arith.truncf %f toward_zero : f32 to $F
  return %r : $F
}

// Integer to bf16 where no instruction does it: to f32 rounded to odd (cut, and the last bit set where something was
// lost), then to bf16: the 16 more bits of f32 make that one rounding.
// unless: bf16
// with OP=sitofp BACK=fptosi I=i32 CUT=i2f
// with OP=uitofp BACK=fptoui I=i32 CUT=ui2f
// with OP=sitofp BACK=fptosi I=i64 CUT=ll2f
// with OP=uitofp BACK=fptoui I=i64 CUT=ull2f
func.func @"arith.$OP.$I.bf16"(%x: $I) -> bf16 {
  %f = llvm.call_intrinsic "llvm.nvvm.$CUT.rz"(%x) : ($I) -> f32
  %back = arith.$BACK %f : f32 to $I
  %lost = arith.cmpi ne, %back, %x : $I
  %bit = arith.extui %lost : i1 to i32
  %bits = arith.bitcast %f : f32 to i32
  %odd = arith.ori %bits, %bit : i32
  %g = arith.bitcast %odd : i32 to f32
  %r = arith.truncf %g : f32 to bf16
  return %r : bf16
}

// fp8 by instruction, in pairs whose other half is zero. The instructions saturate; arith does not: what rounds past
// the largest number (448, 57344) is NaN in f8E4M3FN and infinite in f8E5M2.
// if: fp8
// with F8=f8E4M3FN PTX=e4m3x2
// with F8=f8E5M2 PTX=e5m2x2
func.func @"arith.extf.$F8.f16"(%x: $F8) -> f16 {
  %byte = arith.bitcast %x : $F8 to i8
  %wide = arith.extui %byte : i8 to i16
  %pair = llvm.call_intrinsic "llvm.nvvm.$PTX.to.f16x2.rn"(%wide) : (i16) -> vector<2xf16>
  %i = llvm.mlir.constant(0 : i32) : i32
  %r = llvm.extractelement %pair[%i : i32] : vector<2xf16>
  return %r : f16
}

// if: fp8
// with F8=f8E4M3FN PTX=e4m3x2 PAST=0x43E80000 WHEN=ugt OVER=127
// with F8=f8E5M2 PTX=e5m2x2 PAST=0x47700000 WHEN=oge OVER=124
func.func @"arith.truncf.f32.$F8"(%x: f32) -> $F8 {
  %zero = arith.constant 0.0 : f32
  %past = arith.constant $PAST : f32
  %over = arith.constant $OVER : i8
  %sign_bits = arith.constant -2147483648 : i32
  %c24 = arith.constant 24 : i32
  %pair = llvm.call_intrinsic "llvm.nvvm.ff.to.$PTX.rn"(%zero, %x) : (f32, f32) -> i16
  %byte = arith.trunci %pair : i16 to i8
  %a = math.absf %x : f32
  %is_over = arith.cmpf $WHEN, %a, %past : f32
  %bits = arith.bitcast %x : f32 to i32
  %sign = arith.andi %bits, %sign_bits : i32
  %sign8 = arith.shrui %sign, %c24 : i32
  %s = arith.trunci %sign8 : i32 to i8
  %signed_over = arith.ori %over, %s : i8
  %v = arith.select %is_over, %signed_over, %byte : i8
  %r = arith.bitcast %v : i8 to $F8
  return %r : $F8
}

// fp8 without the instruction. The byte moved up to f16's or f32's fields is the number times 2^(bias difference),
// subnormals included; multiplying by that power of two is exact.
// unless: fp8
func.func @"arith.extf.f8E4M3FN.f16"(%x: f8E4M3FN) -> f16 {
  %c7 = arith.constant 7 : i16
  %c8 = arith.constant 8 : i16
  %abs = arith.constant 0x3F80 : i16
  %sign = arith.constant -32768 : i16
  %nan_bits = arith.constant 0x3F80 : i16
  %nan = arith.constant 0x7E00 : f16
  %scale = arith.constant 256.0 : f16
  %byte = arith.bitcast %x : f8E4M3FN to i8
  %wide = arith.extui %byte : i8 to i16
  %up = arith.shli %wide, %c7 : i16
  %a = arith.andi %up, %abs : i16
  %top = arith.shli %wide, %c8 : i16
  %s = arith.andi %top, %sign : i16
  %v = arith.ori %a, %s : i16
  %f = arith.bitcast %v : i16 to f16
  %scaled = arith.mulf %f, %scale : f16
  %is_nan = arith.cmpi eq, %a, %nan_bits : i16
  %r = arith.select %is_nan, %nan, %scaled : f16
  return %r : f16
}

// unless: fp8
func.func @"arith.extf.f8E5M2.f16"(%x: f8E5M2) -> f16 {
  %c8 = arith.constant 8 : i16
  %byte = arith.bitcast %x : f8E5M2 to i8
  %wide = arith.extui %byte : i8 to i16
  %bits = arith.shli %wide, %c8 : i16
  %r = arith.bitcast %bits : i16 to f16
  return %r : f16
}

// Rounding by addition: |x| + c, where c's last bit weighs as much as the result's last bit at |x|'s size, rounds to
// nearest even there; its bits less c's are then the result's mantissa and exponent in units. Below the smallest normal
// number c is fixed.
// unless: fp8
// with F8=f8E4M3FN M=3 KEEP=20 HALF=524287 MIN=0x3C800000 MAGIC=0x46800000 REBIAS=-960 LIMIT=0x43E80000 WHEN=ogt OVER=127
// with F8=f8E5M2 M=2 KEEP=21 HALF=1048575 MIN=0x38800000 MAGIC=0x43000000 REBIAS=-448 LIMIT=0x47700000 WHEN=oge OVER=124
func.func @"arith.truncf.f32.$F8"(%x: f32) -> $F8 {
  %keep = arith.constant $KEEP : i32
  %half = arith.constant $HALF : i32
  %one = arith.constant 1 : i32
  %c24 = arith.constant 24 : i32
  %rebias = arith.constant $REBIAS : i32
  %min = arith.constant $MIN : f32
  %magic = arith.constant $MAGIC : f32
  %limit = arith.constant $LIMIT : f32
  %over = arith.constant $OVER : i32
  %nan = arith.constant 127 : i32
  %sign_bit = arith.constant -2147483648 : i32
  %bits = arith.bitcast %x : f32 to i32
  %sign = arith.andi %bits, %sign_bit : i32
  %a = math.absf %x : f32
  %ai = arith.bitcast %a : f32 to i32
  %unit = arith.shrui %ai, %keep : i32
  %odd = arith.andi %unit, %one : i32
  %r0 = arith.addi %ai, %half : i32
  %r1 = arith.addi %r0, %odd : i32
  %r2 = arith.shrui %r1, %keep : i32
  %normal = arith.addi %r2, %rebias : i32
  %t = arith.addf %a, %magic : f32
  %ti = arith.bitcast %t : f32 to i32
  %magic_bits = arith.bitcast %magic : f32 to i32
  %subnormal = arith.subi %ti, %magic_bits : i32
  %is_small = arith.cmpf olt, %a, %min : f32
  %v0 = arith.select %is_small, %subnormal, %normal : i32
  %is_over = arith.cmpf $WHEN, %a, %limit : f32
  %v1 = arith.select %is_over, %over, %v0 : i32
  %is_nan = arith.cmpf uno, %x, %x : f32
  %v2 = arith.select %is_nan, %nan, %v1 : i32
  %s = arith.shrui %sign, %c24 : i32
  %v3 = arith.ori %v2, %s : i32
  %byte = arith.trunci %v3 : i32 to i8
  %r = arith.bitcast %byte : i8 to $F8
  return %r : $F8
}

// fp8 towards zero: the bits of a normal number are cut, a smaller one is counted in units of the smallest, and what is
// larger than the largest number becomes it. Infinity stays what it is (f8E4M3FN: NaN).
// with F8=f8E4M3FN KEEP=20 REBIAS=-960 MIN=0x3C800000 UNITS=512.0 LARGEST=126 INF=127
// with F8=f8E5M2 KEEP=21 REBIAS=-448 MIN=0x38800000 UNITS=65536.0 LARGEST=123 INF=124
func.func @"arith.truncf.f32.$F8.toward_zero"(%x: f32) -> $F8 {
  %keep = arith.constant $KEEP : i32
  %rebias = arith.constant $REBIAS : i32
  %min = arith.constant $MIN : f32
  %units = arith.constant $UNITS : f32
  %largest = arith.constant $LARGEST : i32
  %inf = arith.constant $INF : i32
  %nan = arith.constant 127 : i32
  %zero = arith.constant 0.0 : f32
  %inf_bits = arith.constant 0x7F800000 : i32
  %sign_bit = arith.constant -2147483648 : i32
  %c24 = arith.constant 24 : i32
  %bits = arith.bitcast %x : f32 to i32
  %sign = arith.andi %bits, %sign_bit : i32
  %a = math.absf %x : f32
  %ai = arith.bitcast %a : f32 to i32
  %unit = arith.shrui %ai, %keep : i32
  %normal = arith.addi %unit, %rebias : i32
  %is_small = arith.cmpf olt, %a, %min : f32
  %small = arith.select %is_small, %a, %zero : f32
  %scaled = arith.mulf %small, %units : f32
  %subnormal = arith.fptoui %scaled : f32 to i32
  %v0 = arith.select %is_small, %subnormal, %normal : i32
  %v1 = arith.minui %v0, %largest : i32
  %is_inf = arith.cmpi eq, %ai, %inf_bits : i32
  %v2 = arith.select %is_inf, %inf, %v1 : i32
  %is_nan = arith.cmpf uno, %x, %x : f32
  %v3 = arith.select %is_nan, %nan, %v2 : i32
  %s = arith.shrui %sign, %c24 : i32
  %v4 = arith.ori %v3, %s : i32
  %byte = arith.trunci %v4 : i32 to i8
  %r = arith.bitcast %byte : i8 to $F8
  return %r : $F8
}

// Two cuts are one.
// with F8=f8E4M3FN
// with F8=f8E5M2
func.func @"arith.truncf.f64.$F8.toward_zero"(%x: f64) -> $F8 {
  %f = arith.truncf %x toward_zero : f64 to f32
  %r = arith.truncf %f toward_zero : f32 to $F8
  return %r : $F8
}

// The other types through f16 (up) and f32 (down), each exact.
// with F8=f8E4M3FN
// with F8=f8E5M2
func.func @"arith.extf.$F8.f32"(%x: $F8) -> f32 {
  %h = arith.extf %x : $F8 to f16
  %r = arith.extf %h : f16 to f32
  return %r : f32
}

// with F8=f8E4M3FN
// with F8=f8E5M2
func.func @"arith.extf.$F8.f64"(%x: $F8) -> f64 {
  %h = arith.extf %x : $F8 to f16
  %r = arith.extf %h : f16 to f64
  return %r : f64
}

// with F8=f8E4M3FN
// with F8=f8E5M2
func.func @"arith.extf.$F8.bf16"(%x: $F8) -> bf16 {
  %h = arith.extf %x : $F8 to f16
  %f = arith.extf %h : f16 to f32
  %r = arith.truncf %f : f32 to bf16
  return %r : bf16
}

// with F8=f8E4M3FN F=f16
// with F8=f8E5M2 F=f16
// with F8=f8E4M3FN F=bf16
// with F8=f8E5M2 F=bf16
func.func @"arith.truncf.$F.$F8"(%x: $F) -> $F8 {
  %f = arith.extf %x : $F to f32
  %r = arith.truncf %f : f32 to $F8
  return %r : $F8
}

// To fp8 from what f32 does not hold: to f32 rounded to odd as above, then once more.
// with OP=sitofp BACK=fptosi I=i32 CUT=i2f F8=f8E4M3FN
// with OP=uitofp BACK=fptoui I=i32 CUT=ui2f F8=f8E4M3FN
// with OP=sitofp BACK=fptosi I=i64 CUT=ll2f F8=f8E4M3FN
// with OP=uitofp BACK=fptoui I=i64 CUT=ull2f F8=f8E4M3FN
// with OP=sitofp BACK=fptosi I=i32 CUT=i2f F8=f8E5M2
// with OP=uitofp BACK=fptoui I=i32 CUT=ui2f F8=f8E5M2
// with OP=sitofp BACK=fptosi I=i64 CUT=ll2f F8=f8E5M2
// with OP=uitofp BACK=fptoui I=i64 CUT=ull2f F8=f8E5M2
func.func @"arith.$OP.$I.$F8"(%x: $I) -> $F8 {
  %f = llvm.call_intrinsic "llvm.nvvm.$CUT.rz"(%x) : ($I) -> f32
  %back = arith.$BACK %f : f32 to $I
  %lost = arith.cmpi ne, %back, %x : $I
  %bit = arith.extui %lost : i1 to i32
  %bits = arith.bitcast %f : f32 to i32
  %odd = arith.ori %bits, %bit : i32
  %g = arith.bitcast %odd : i32 to f32
  %r = arith.truncf %g : f32 to $F8
  return %r : $F8
}

// with F8=f8E4M3FN
// with F8=f8E5M2
func.func @"arith.truncf.f64.$F8"(%x: f64) -> $F8 {
  %f = llvm.call_intrinsic "llvm.nvvm.d2f.rz"(%x) : (f64) -> f32
  %back = arith.extf %f : f32 to f64
  %lost = arith.cmpf one, %back, %x : f64
  %bit = arith.extui %lost : i1 to i32
  %bits = arith.bitcast %f : f32 to i32
  %odd = arith.ori %bits, %bit : i32
  %g = arith.bitcast %odd : i32 to f32
  %r = arith.truncf %g : f32 to $F8
  return %r : $F8
}

// fp8 and small integers: f32 holds both.
// with OP=sitofp I=i1 F8=f8E4M3FN
// with OP=sitofp I=i8 F8=f8E4M3FN
// with OP=sitofp I=i16 F8=f8E4M3FN
// with OP=uitofp I=i1 F8=f8E4M3FN
// with OP=uitofp I=i8 F8=f8E4M3FN
// with OP=uitofp I=i16 F8=f8E4M3FN
// with OP=sitofp I=i1 F8=f8E5M2
// with OP=sitofp I=i8 F8=f8E5M2
// with OP=sitofp I=i16 F8=f8E5M2
// with OP=uitofp I=i1 F8=f8E5M2
// with OP=uitofp I=i8 F8=f8E5M2
// with OP=uitofp I=i16 F8=f8E5M2
func.func @"arith.$OP.$I.$F8"(%x: $I) -> $F8 {
  %f = arith.$OP %x : $I to f32
  %r = arith.truncf %f : f32 to $F8
  return %r : $F8
}

// with OP=fptosi I=i1 F8=f8E4M3FN
// with OP=fptosi I=i8 F8=f8E4M3FN
// with OP=fptosi I=i16 F8=f8E4M3FN
// with OP=fptosi I=i32 F8=f8E4M3FN
// with OP=fptosi I=i64 F8=f8E4M3FN
// with OP=fptoui I=i1 F8=f8E4M3FN
// with OP=fptoui I=i8 F8=f8E4M3FN
// with OP=fptoui I=i16 F8=f8E4M3FN
// with OP=fptoui I=i32 F8=f8E4M3FN
// with OP=fptoui I=i64 F8=f8E4M3FN
// with OP=fptosi I=i1 F8=f8E5M2
// with OP=fptosi I=i8 F8=f8E5M2
// with OP=fptosi I=i16 F8=f8E5M2
// with OP=fptosi I=i32 F8=f8E5M2
// with OP=fptosi I=i64 F8=f8E5M2
// with OP=fptoui I=i1 F8=f8E5M2
// with OP=fptoui I=i8 F8=f8E5M2
// with OP=fptoui I=i16 F8=f8E5M2
// with OP=fptoui I=i32 F8=f8E5M2
// with OP=fptoui I=i64 F8=f8E5M2
func.func @"arith.$OP.$F8.$I"(%x: $F8) -> $I {
  %f = arith.extf %x : $F8 to f32
  %r = arith.$OP %f : f32 to $I
  return %r : $I
}

// To i1 by way of i32: LLVM 22 compares with zero and gives the opposite.
// with OP=fptosi F=f16
// with OP=fptoui F=f16
// with OP=fptosi F=bf16
// with OP=fptoui F=bf16
// with OP=fptosi F=f32
// with OP=fptoui F=f32
// with OP=fptosi F=f64
// with OP=fptoui F=f64
func.func @"arith.$OP.$F.i1"(%x: $F) -> i1 {
  %i = arith.$OP %x : $F to i32
  %r = arith.trunci %i : i32 to i1
  return %r : i1
}
