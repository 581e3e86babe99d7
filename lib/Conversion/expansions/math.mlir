// Exact and elementary operations. Bounds of the approximate ones: docs/semantics.md.

// C's fmod: the remainder of the quotient that is cut to an integer, exactly. With |x| = mx·2^ex and |y| = my·2^ey it
// is (mx·2^(ex-ey) mod my)·2^ey, taken in steps of as many bits as the integer type has left.
// with F=f32 I=i32 ABS=2147483647 SIGN=-2147483648 INF=2139095040 NAN=2143289344 BITS=23 HIDDEN=8388608 FRACTION=8388607 STEP=8 SCALE=23 LIMIT=24
// with F=f64 I=i64 ABS=9223372036854775807 SIGN=-9223372036854775808 INF=9218868437227405312 NAN=9221120237041090560 BITS=52 HIDDEN=4503599627370496 FRACTION=4503599627370495 STEP=11 SCALE=52 LIMIT=53
func.func @"arith.remf.$F"(%x: $F, %y: $F) -> $F {
  %zero = arith.constant 0 : $I
  %one = arith.constant 1 : $I
  %abs = arith.constant $ABS : $I
  %sign = arith.constant $SIGN : $I
  %inf = arith.constant $INF : $I
  %nan = arith.constant $NAN : $I
  %bits = arith.constant $BITS : $I
  %hidden = arith.constant $HIDDEN : $I
  %fraction = arith.constant $FRACTION : $I
  %step = arith.constant $STEP : $I
  %xi = arith.bitcast %x : $F to $I
  %yi = arith.bitcast %y : $F to $I
  %ax = arith.andi %xi, %abs : $I
  %ay = arith.andi %yi, %abs : $I
  %x_bad = arith.cmpi uge, %ax, %inf : $I
  %y_nan = arith.cmpi ugt, %ay, %inf : $I
  %y_zero = arith.cmpi eq, %ay, %zero : $I
  %bad0 = arith.ori %x_bad, %y_nan : i1
  %bad = arith.ori %bad0, %y_zero : i1
  %smaller = arith.cmpi ult, %ax, %ay : $I
  %done = arith.ori %bad, %smaller : i1
  %r = scf.if %done -> ($I) {
    %s = arith.select %bad, %nan, %ax : $I
    scf.yield %s : $I
  } else {
    %ex0 = arith.shrui %ax, %bits : $I
    %ey0 = arith.shrui %ay, %bits : $I
    %fx = arith.andi %ax, %fraction : $I
    %fy = arith.andi %ay, %fraction : $I
    %x_sub = arith.cmpi eq, %ex0, %zero : $I
    %y_sub = arith.cmpi eq, %ey0, %zero : $I
    %ex = arith.select %x_sub, %one, %ex0 : $I
    %ey = arith.select %y_sub, %one, %ey0 : $I
    %nx = arith.ori %fx, %hidden : $I
    %ny = arith.ori %fy, %hidden : $I
    %mx = arith.select %x_sub, %fx, %nx : $I
    %my = arith.select %y_sub, %fy, %ny : $I
    %n = arith.subi %ex, %ey : $I
    %m = arith.remui %mx, %my : $I
    %rest:2 = scf.while (%a = %m, %k = %n) : ($I, $I) -> ($I, $I) {
      %more = arith.cmpi ne, %k, %zero : $I
      scf.condition(%more) %a, %k : $I, $I
    } do {
    ^bb0(%a: $I, %k: $I):
      %s = arith.minui %k, %step : $I
      %shifted = arith.shli %a, %s : $I
      %next = arith.remui %shifted, %my : $I
      %left = arith.subi %k, %s : $I
      scf.yield %next, %left : $I, $I
    }
    %limit = arith.constant $LIMIT : $I
    %scale_bits = arith.constant $SCALE : $I
    %normal = arith.cmpi uge, %ey, %limit : $I
    %e0 = arith.subi %ey, %scale_bits : $I
    %e1 = arith.select %normal, %e0, %zero : $I
    %s0 = arith.shli %e1, %bits : $I
    %ey1 = arith.subi %ey, %one : $I
    %e2 = arith.select %normal, %zero, %ey1 : $I
    %s1 = arith.shli %one, %e2 : $I
    %si = arith.select %normal, %s0, %s1 : $I
    %scale = arith.bitcast %si : $I to $F
    %whole = arith.uitofp %rest#0 : $I to $F
    %v = arith.mulf %whole, %scale : $F
    %vi = arith.bitcast %v : $F to $I
    scf.yield %vi : $I
  }
  %sx = arith.andi %xi, %sign : $I
  %signed = arith.ori %r, %sx : $I
  %result = arith.bitcast %signed : $I to $F
  return %result : $F
}

// with F=f16 INF=0x7C00
// with F=bf16 INF=0x7F80
// with F=f32 INF=0x7F800000
// with F=f64 INF=0x7FF0000000000000
func.func @"math.isinf.$F.i1"(%x: $F) -> i1 {
  %a = math.absf %x : $F
  %inf = arith.constant $INF : $F
  %r = arith.cmpf oeq, %a, %inf : $F
  return %r : i1
}

// with F=f16 INF=0x7C00 MIN=0x0400
// with F=bf16 INF=0x7F80 MIN=0x0080
// with F=f32 INF=0x7F800000 MIN=0x00800000
// with F=f64 INF=0x7FF0000000000000 MIN=0x0010000000000000
func.func @"math.isnormal.$F.i1"(%x: $F) -> i1 {
  %a = math.absf %x : $F
  %inf = arith.constant $INF : $F
  %min = arith.constant $MIN : $F
  %finite = arith.cmpf olt, %a, %inf : $F
  %large = arith.cmpf oge, %a, %min : $F
  %r = arith.andi %finite, %large : i1
  return %r : i1
}

// The instruction: relative error at most 2^-22.9 (PTX ISA, rsqrt).
func.func @"math.rsqrt.f32"(%x: f32) -> f32 {
  %r = llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"(%x) : (f32) -> f32
  return %r : f32
}

func.func @"math.rsqrt.f64"(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %s = math.sqrt %x : f64
  %r = arith.divf %one, %s : f64
  return %r : f64
}

// 2^n · 2^f with n + f = x·log2 e and n an integer in [-126, 127]: n saturates and f takes what is left, so that the one
// product at the end rounds to subnormal numbers and overflows as it should. Eight instructions:
//
//   t = (x·log2 e + 126) / 253 in [0, 1]     NaN gives 0; f keeps it
//   k = 2^23 + 2^22 + n + 127                rounded to an integer: its low bits are the exponent of 2^n
//   f = x·log2 e - n                         log2 e in two parts; in [-1/2, 1/2] where n is not at an end
//   2^f by ex2.approx; the roundings of f add at most 0.35 ulp to its error
//
// At most 2.07 ulp, over all of f32 on an H200: 1.25·2^-23 of the result, of which the instruction alone has 1.22.
func.func @"math.exp.f32"(%x: f32) -> f32 {
  %slope = arith.constant 0x3BBADACC : f32
  %start = arith.constant 0x3EFEFCF7 : f32
  %ends = arith.constant 253.0 : f32
  %units = arith.constant 12582913.0 : f32
  %units_bias = arith.constant -12583039.0 : f32
  %log2e_high = arith.constant 0x3FB8AA3B : f32
  %log2e_low = arith.constant 0x32A57060 : f32
  %c23 = arith.constant 23 : i32
  %t = llvm.call_intrinsic "llvm.nvvm.fma.rn.sat.f"(%x, %slope, %start) : (f32, f32, f32) -> f32
  %k = math.fma %t, %ends, %units : f32
  %n = arith.addf %k, %units_bias : f32
  %minus_n = arith.negf %n : f32
  %f0 = math.fma %x, %log2e_high, %minus_n : f32
  %f = math.fma %x, %log2e_low, %f0 : f32
  %p = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%f) : (f32) -> f32
  %ki = arith.bitcast %k : f32 to i32
  %scale_bits = arith.shli %ki, %c23 : i32
  %scale = arith.bitcast %scale_bits : i32 to f32
  %r = arith.mulf %p, %scale : f32
  return %r : f32
}

// x = m·2^e with m in [2/3, 4/3); a polynomial of m - 1. At most 1 ulp for log; log2 and log10 scale it by a constant
// in two parts and have at most 3 ulp.
// with OP=log E_HIGH=0x3F317218 HIGH=0x3F800000 LOW=0x00000000
// with OP=log2 E_HIGH=0x3F800000 HIGH=0x3FB8AA3B LOW=0x32A57060
// with OP=log10 E_HIGH=0x3E9A209B HIGH=0x3EDE5BD9 LOW=0xB22D91AF
func.func @"math.$OP.f32"(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %min = arith.constant 0x00800000 : f32
  %up = arith.constant 8388608.0 : f32
  %down = arith.constant -23.0 : f32
  %two_thirds = arith.constant 0x3F2AAAAB : i32
  %exponent = arith.constant 0xFF800000 : i32
  %unit = arith.constant 0x34000000 : f32
  %minus_one = arith.constant -1.0 : f32
  %a0 = arith.constant 0xBE057000 : f32
  %a1 = arith.constant 0x3E104000 : f32
  %a2 = arith.constant 0xBDF8CC59 : f32
  %a3 = arith.constant 0x3E0F2BA0 : f32
  %a4 = arith.constant 0xBE2AD9B6 : f32
  %a5 = arith.constant 0x3E4CEC59 : f32
  %a6 = arith.constant 0xBE7FFF01 : f32
  %a7 = arith.constant 0x3EAAAA7D : f32
  %a8 = arith.constant -0.5 : f32
  %small = arith.cmpf olt, %x, %min : f32
  %scaled = arith.mulf %x, %up : f32
  %y = arith.select %small, %scaled, %x : f32
  %i0 = arith.select %small, %down, %zero : f32
  %bits = arith.bitcast %y : f32 to i32
  %d = arith.subi %bits, %two_thirds : i32
  %e = arith.andi %d, %exponent : i32
  %mi = arith.subi %bits, %e : i32
  %m0 = arith.bitcast %mi : i32 to f32
  %ef = arith.sitofp %e : i32 to f32
  %i = math.fma %ef, %unit, %i0 : f32
  %m = arith.addf %m0, %minus_one : f32
  %s = arith.mulf %m, %m : f32
  %r0 = math.fma %a0, %s, %a2 : f32
  %t0 = math.fma %a1, %s, %a3 : f32
  %r1 = math.fma %r0, %s, %a4 : f32
  %t1 = math.fma %t0, %s, %a5 : f32
  %r2 = math.fma %r1, %s, %a6 : f32
  %r3 = math.fma %t1, %m, %r2 : f32
  %r4 = math.fma %r3, %m, %a7 : f32
  %r5 = math.fma %r4, %m, %a8 : f32
  %ln = math.fma %r5, %s, %m : f32
  %high = arith.constant $HIGH : f32
  %low = arith.constant $LOW : f32
  %e_high = arith.constant $E_HIGH : f32
  %q0 = arith.mulf %ln, %high : f32
  %q1 = math.fma %ln, %low, %q0 : f32
  %v0 = math.fma %i, %e_high, %q1 : f32
  %inf = arith.constant 0x7F800000 : f32
  %minus_inf = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %finite = arith.cmpf olt, %x, %inf : f32
  %positive = arith.cmpf ogt, %x, %zero : f32
  %is_zero = arith.cmpf oeq, %x, %zero : f32
  %is_inf = arith.cmpf oeq, %x, %inf : f32
  %ok = arith.andi %finite, %positive : i1
  %o0 = arith.select %is_inf, %inf, %nan : f32
  %o1 = arith.select %is_zero, %minus_inf, %o0 : f32
  %v = arith.select %ok, %v0, %o1 : f32
  return %v : f32
}

// log(1 + x) = log(u)·x / (u - 1) with u = 1 + x rounded (Kahan): at most 3 ulp.
func.func @"math.log1p.f32"(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %u = arith.addf %x, %one : f32
  %d = arith.subf %u, %one : f32
  %l = math.log %u : f32
  %q = arith.divf %x, %d : f32
  %v = arith.mulf %l, %q : f32
  %tiny = arith.cmpf oeq, %u, %one : f32
  %is_inf = arith.cmpf oeq, %u, %inf : f32
  %r0 = arith.select %is_inf, %inf, %v : f32
  %r = arith.select %tiny, %x, %r0 : f32
  return %r : f32
}

// 1 - 2 / (e^2|x| + 1), and a polynomial below 0.55: at most 2 ulp.
func.func @"math.tanh.f32"(%x: f32) -> f32 {
  %limit = arith.constant 0.55 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %minus_two = arith.constant -2.0 : f32
  %c0 = arith.constant 1.57394409e-2 : f32
  %c1 = arith.constant -5.23025580e-2 : f32
  %c2 = arith.constant 1.33152470e-1 : f32
  %c3 = arith.constant -3.33327681e-1 : f32
  %a = math.absf %x : f32
  %s = arith.mulf %x, %x : f32
  %p0 = math.fma %c0, %s, %c1 : f32
  %p1 = math.fma %p0, %s, %c2 : f32
  %p2 = math.fma %p1, %s, %c3 : f32
  %p3 = arith.mulf %p2, %s : f32
  %near0 = math.fma %p3, %x, %x : f32
  %near = math.copysign %near0, %x : f32
  %a2 = arith.mulf %a, %two : f32
  %e = math.exp %a2 : f32
  %d = arith.addf %e, %one : f32
  %q = arith.divf %minus_two, %d : f32
  %far0 = arith.addf %q, %one : f32
  %far = math.copysign %far0, %x : f32
  %is_near = arith.cmpf olt, %a, %limit : f32
  %r = arith.select %is_near, %near, %far : f32
  return %r : f32
}

// A polynomial below 475/512; above it 1 - e^p(|x|): at most 2 ulp.
func.func @"math.erf.f32"(%x: f32) -> f32 {
  %limit = arith.constant 0.927734375 : f32
  %one = arith.constant 1.0 : f32
  %a0 = arith.constant -1.72853470e-5 : f32
  %a1 = arith.constant 3.83197126e-4 : f32
  %a2 = arith.constant -3.88396438e-3 : f32
  %a3 = arith.constant 2.42546219e-2 : f32
  %a4 = arith.constant -1.06777877e-1 : f32
  %a5 = arith.constant -6.34846687e-1 : f32
  %a6 = arith.constant -1.28717512e-1 : f32
  %b0 = arith.constant -5.96761703e-4 : f32
  %b1 = arith.constant 4.99119423e-3 : f32
  %b2 = arith.constant -2.67681349e-2 : f32
  %b3 = arith.constant 1.12819925e-1 : f32
  %b4 = arith.constant -3.76125336e-1 : f32
  %b5 = arith.constant 1.28379166e-1 : f32
  %t = math.absf %x : f32
  %s = arith.mulf %x, %x : f32
  %r0 = math.fma %a0, %t, %a1 : f32
  %u = math.fma %a2, %t, %a3 : f32
  %r1 = math.fma %r0, %s, %u : f32
  %r2 = math.fma %r1, %t, %a4 : f32
  %r3 = math.fma %r2, %t, %a5 : f32
  %r4 = math.fma %r3, %t, %a6 : f32
  %minus_t = arith.negf %t : f32
  %r5 = math.fma %r4, %t, %minus_t : f32
  %e = math.exp %r5 : f32
  %f = arith.subf %one, %e : f32
  %far0 = math.copysign %f, %x : f32
  %big = arith.constant 4.0 : f32
  %signed_one = math.copysign %one, %x : f32
  %is_big = arith.cmpf ogt, %t, %big : f32
  %far = arith.select %is_big, %signed_one, %far0 : f32
  %q0 = math.fma %b0, %s, %b1 : f32
  %q1 = math.fma %q0, %s, %b2 : f32
  %q2 = math.fma %q1, %s, %b3 : f32
  %q3 = math.fma %q2, %s, %b4 : f32
  %q4 = math.fma %q3, %s, %b5 : f32
  %near = math.fma %q4, %x, %x : f32
  %is_far = arith.cmpf ogt, %t, %limit : f32
  %r = arith.select %is_far, %far, %near : f32
  return %r : f32
}

// Square and multiply; a negative power of anything but 1 and -1 is undefined (0 here).
// with I=i8
// with I=i16
// with I=i32
// with I=i64
func.func @"math.ipowi.$I"(%x: $I, %n: $I) -> $I {
  %zero = arith.constant 0 : $I
  %one = arith.constant 1 : $I
  %minus_one = arith.constant -1 : $I
  %negative = arith.cmpi slt, %n, %zero : $I
  %count = arith.select %negative, %zero, %n : $I
  %loop:3 = scf.while (%r = %one, %p = %x, %k = %count) : ($I, $I, $I) -> ($I, $I, $I) {
    %more = arith.cmpi ne, %k, %zero : $I
    scf.condition(%more) %r, %p, %k : $I, $I, $I
  } do {
  ^bb0(%r: $I, %p: $I, %k: $I):
    %bit = arith.andi %k, %one : $I
    %odd = arith.cmpi ne, %bit, %zero : $I
    %times = arith.muli %r, %p : $I
    %r1 = arith.select %odd, %times, %r : $I
    %p1 = arith.muli %p, %p : $I
    %k1 = arith.shrui %k, %one : $I
    scf.yield %r1, %p1, %k1 : $I, $I, $I
  }
  %is_one = arith.cmpi eq, %x, %one : $I
  %is_minus_one = arith.cmpi eq, %x, %minus_one : $I
  %last = arith.andi %n, %one : $I
  %odd_power = arith.cmpi ne, %last, %zero : $I
  %sign = arith.select %odd_power, %minus_one, %one : $I
  %n0 = arith.select %is_minus_one, %sign, %zero : $I
  %n1 = arith.select %is_one, %one, %n0 : $I
  %v = arith.select %negative, %n1, %loop#0 : $I
  return %v : $I
}
