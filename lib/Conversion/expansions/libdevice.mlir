// Functions of libdevice by their names, for tri.extern_call. What arith and math have is theirs; the others of f32 are
// computed in f64, good to 2^-35 or better, and rounded once: at most 1 ulp.

// with N=__nv_expf OP=math.exp F=f32
// with N=__nv_exp2f OP=math.exp2 F=f32
// with N=__nv_logf OP=math.log F=f32
// with N=__nv_log2f OP=math.log2 F=f32
// with N=__nv_log10f OP=math.log10 F=f32
// with N=__nv_log1pf OP=math.log1p F=f32
// with N=__nv_sinf OP=math.sin F=f32
// with N=__nv_cosf OP=math.cos F=f32
// with N=__nv_tanhf OP=math.tanh F=f32
// with N=__nv_erff OP=math.erf F=f32
// with N=__nv_rsqrtf OP=math.rsqrt F=f32
// with N=__nv_rsqrt OP=math.rsqrt F=f64
// with N=__nv_sqrtf OP=math.sqrt F=f32
// with N=__nv_sqrt OP=math.sqrt F=f64
// with N=__nv_fabsf OP=math.absf F=f32
// with N=__nv_fabs OP=math.absf F=f64
// with N=__nv_ceilf OP=math.ceil F=f32
// with N=__nv_ceil OP=math.ceil F=f64
// with N=__nv_floorf OP=math.floor F=f32
// with N=__nv_floor OP=math.floor F=f64
// with N=__nv_truncf OP=math.trunc F=f32
// with N=__nv_trunc OP=math.trunc F=f64
// with N=__nv_roundf OP=math.round F=f32
// with N=__nv_round OP=math.round F=f64
// with N=__nv_rintf OP=math.roundeven F=f32
// with N=__nv_rint OP=math.roundeven F=f64
// with N=__nv_nearbyintf OP=math.roundeven F=f32
// with N=__nv_nearbyint OP=math.roundeven F=f64
func.func @"$N"(%x: $F) -> $F {
  %r = $OP %x : $F
  return %r : $F
}

// with N=__nv_copysignf OP=math.copysign F=f32
// with N=__nv_copysign OP=math.copysign F=f64
// with N=__nv_fmaxf OP=arith.maxnumf F=f32
// with N=__nv_fmax OP=arith.maxnumf F=f64
// with N=__nv_fminf OP=arith.minnumf F=f32
// with N=__nv_fmin OP=arith.minnumf F=f64
// with N=__nv_fmodf OP=arith.remf F=f32
// with N=__nv_fmod OP=arith.remf F=f64
func.func @"$N"(%x: $F, %y: $F) -> $F {
  %r = $OP %x, %y : $F
  return %r : $F
}

// with N=__nv_fmaf F=f32
// with N=__nv_fma F=f64
func.func @"$N"(%x: $F, %y: $F, %z: $F) -> $F {
  %r = math.fma %x, %y, %z : $F
  return %r : $F
}

// with N=__nv_fdimf F=f32
// with N=__nv_fdim F=f64
func.func @"$N"(%x: $F, %y: $F) -> $F {
  %zero = arith.constant 0.0 : $F
  %d = arith.subf %x, %y : $F
  %less = arith.cmpf ole, %x, %y : $F
  %r = arith.select %less, %zero, %d : $F
  return %r : $F
}

// The next number towards y: as integers of one sign, floats grow with their magnitude.
// with N=__nv_nextafterf F=f32 I=i32 SIGN=-2147483648
// with N=__nv_nextafter F=f64 I=i64 SIGN=-9223372036854775808
func.func @"$N"(%x: $F, %y: $F) -> $F {
  %zero = arith.constant 0.0 : $F
  %one = arith.constant 1 : $I
  %minus = arith.constant -1 : $I
  %sign = arith.constant $SIGN : $I
  %xi = arith.bitcast %x : $F to $I
  %yi = arith.bitcast %y : $F to $I
  %up = arith.cmpf olt, %x, %y : $F
  %negative = arith.cmpf olt, %x, %zero : $F
  %away = arith.xori %up, %negative : i1
  %step = arith.select %away, %one, %minus : $I
  %moved = arith.addi %xi, %step : $I
  %ys = arith.andi %yi, %sign : $I
  %least = arith.ori %ys, %one : $I
  %is_zero = arith.cmpf oeq, %x, %zero : $F
  %next = arith.select %is_zero, %least, %moved : $I
  %n = arith.bitcast %next : $I to $F
  %same = arith.cmpf oeq, %x, %y : $F
  %r0 = arith.select %same, %y, %n : $F
  %nan = arith.cmpf uno, %x, %y : $F
  %sum = arith.addf %x, %y : $F
  %r = arith.select %nan, %sum, %r0 : $F
  return %r : $F
}

// 2^y in f64 for |y| <= 1000, to 2^-47: the integer nearest to y is in the low bits of y + 1.5·2^52; Taylor for the
// rest.
func.func @"tri_exp2"(%y: f64) -> f64 {
  %c0 = arith.constant 0x4338000000000000 : f64
  %c1 = arith.constant 0x3DBC3BD650FC2983 : f64
  %c2 = arith.constant 0x3DFE8CAC7351BB22 : f64
  %c3 = arith.constant 0x3E3E4CF5158B8EC7 : f64
  %c4 = arith.constant 0x3E7B5253D395E7C1 : f64
  %c5 = arith.constant 0x3EB62C0223A5C822 : f64
  %c6 = arith.constant 0x3EEFFCBFC588B0C5 : f64
  %c7 = arith.constant 0x3F2430912F86C786 : f64
  %c8 = arith.constant 0x3F55D87FE78A6730 : f64
  %c9 = arith.constant 0x3F83B2AB6FBA4E77 : f64
  %c10 = arith.constant 0x3FAC6B08D704A0BF : f64
  %c11 = arith.constant 0x3FCEBFBDFF82C58E : f64
  %c12 = arith.constant 0x3FE62E42FEFA39EF : f64
  %c13 = arith.constant 1.0 : f64
  %c14 = arith.constant 1023 : i64
  %c15 = arith.constant 52 : i64
  %v2 = arith.addf %y, %c0 : f64
  %v3 = arith.subf %v2, %c0 : f64
  %v4 = arith.subf %y, %v3 : f64
  %v7 = math.fma %c1, %v4, %c2 : f64
  %v9 = math.fma %v7, %v4, %c3 : f64
  %v11 = math.fma %v9, %v4, %c4 : f64
  %v13 = math.fma %v11, %v4, %c5 : f64
  %v15 = math.fma %v13, %v4, %c6 : f64
  %v17 = math.fma %v15, %v4, %c7 : f64
  %v19 = math.fma %v17, %v4, %c8 : f64
  %v21 = math.fma %v19, %v4, %c9 : f64
  %v23 = math.fma %v21, %v4, %c10 : f64
  %v25 = math.fma %v23, %v4, %c11 : f64
  %v27 = math.fma %v25, %v4, %c12 : f64
  %v29 = math.fma %v27, %v4, %c13 : f64
  %v30 = arith.bitcast %v2 : f64 to i64
  %v32 = arith.addi %v30, %c14 : i64
  %v34 = arith.shli %v32, %c15 : i64
  %v35 = arith.bitcast %v34 : i64 to f64
  %v36 = arith.mulf %v29, %v35 : f64
  return %v36 : f64
}

// log2 of x in f64, to 2^-50 of it, for x = 0, infinite, NaN and normal numbers; of negative ones NaN. x = m·2^e with m in
// [0.7, 1.42); log m = 2 atanh((m - 1)/(m + 1)).
func.func @"tri_log2"(%x: f64) -> f64 {
  %c0 = arith.constant 4604544269498187776 : i64
  %c1 = arith.constant 52 : i64
  %c2 = arith.constant 1.0 : f64
  %c3 = arith.constant 0x3FC1964EC6FC9491 : f64
  %c4 = arith.constant 0x3FC3703C1F4D0FFE : f64
  %c5 = arith.constant 0x3FC5B9AC9B743F0D : f64
  %c6 = arith.constant 0x3FC89F3B1694CFFE : f64
  %c7 = arith.constant 0x3FCC68F568D31760 : f64
  %c8 = arith.constant 0x3FD0C9A84994022D : f64
  %c9 = arith.constant 0x3FD484B13D7C02A9 : f64
  %c10 = arith.constant 0x3FDA61762A7ADED9 : f64
  %c11 = arith.constant 0x3FE2776C50EF9BFE : f64
  %c12 = arith.constant 0x3FEEC709DC3A03FD : f64
  %c13 = arith.constant 0x40071547652B82FE : f64
  %c14 = arith.constant 0.0 : f64
  %c15 = arith.constant 0xFFF0000000000000 : f64
  %c16 = arith.constant 0x7FF0000000000000 : f64
  %c17 = arith.constant 0x7FF8000000000000 : f64
  %v1 = arith.bitcast %x : f64 to i64
  %v3 = arith.subi %v1, %c0 : i64
  %v5 = arith.shrsi %v3, %c1 : i64
  %v6 = arith.shli %v5, %c1 : i64
  %v7 = arith.subi %v1, %v6 : i64
  %v8 = arith.bitcast %v7 : i64 to f64
  %v9 = arith.sitofp %v5 : i64 to f64
  %v11 = arith.subf %v8, %c2 : f64
  %v12 = arith.addf %v8, %c2 : f64
  %v13 = arith.divf %v11, %v12 : f64
  %v14 = arith.mulf %v13, %v13 : f64
  %v17 = math.fma %c3, %v14, %c4 : f64
  %v19 = math.fma %v17, %v14, %c5 : f64
  %v21 = math.fma %v19, %v14, %c6 : f64
  %v23 = math.fma %v21, %v14, %c7 : f64
  %v25 = math.fma %v23, %v14, %c8 : f64
  %v27 = math.fma %v25, %v14, %c9 : f64
  %v29 = math.fma %v27, %v14, %c10 : f64
  %v31 = math.fma %v29, %v14, %c11 : f64
  %v33 = math.fma %v31, %v14, %c12 : f64
  %v35 = math.fma %v33, %v14, %c13 : f64
  %v36 = math.fma %v13, %v35, %v9 : f64
  %v38 = arith.cmpf oeq, %x, %c14 : f64
  %v40 = arith.select %v38, %c15, %v36 : f64
  %v42 = arith.cmpf oeq, %x, %c16 : f64
  %v43 = arith.select %v42, %c16, %v40 : f64
  %v44 = arith.cmpf ult, %x, %c14 : f64
  %v46 = arith.select %v44, %c17, %v43 : f64
  return %v46 : f64
}

// Beyond ±60 all is infinite or zero.
func.func @"__nv_exp10f"(%x: f32) -> f32 {
  %c0 = arith.constant 0x404E000000000000 : f64
  %c1 = arith.constant 0xC04E000000000000 : f64
  %c2 = arith.constant 0x400A934F0979A371 : f64
  %v1 = arith.extf %x : f32 to f64
  %v3 = arith.minimumf %v1, %c0 : f64
  %v5 = arith.maximumf %v3, %c1 : f64
  %v7 = arith.mulf %v5, %c2 : f64
  %v8 = tri.extern_call "tri_exp2"(%v7) from "tri" pure : (f64) -> f64
  %v9 = arith.truncf %v8 : f64 to f32
  return %v9 : f32
}

// Near zero by Taylor, where the difference would cancel.
func.func @"__nv_expm1f"(%x: f32) -> f32 {
  %c0 = arith.constant 0x405E000000000000 : f64
  %c1 = arith.constant 0xC05E000000000000 : f64
  %c2 = arith.constant 0x3FF71547652B82FE : f64
  %c3 = arith.constant 1.0 : f64
  %c4 = arith.constant 0x3F81111111111111 : f64
  %c5 = arith.constant 0x3FA5555555555555 : f64
  %c6 = arith.constant 0x3FC5555555555555 : f64
  %c7 = arith.constant 0.5 : f64
  %c8 = arith.constant 0x3F90000000000000 : f64
  %v1 = arith.extf %x : f32 to f64
  %v3 = arith.minimumf %v1, %c0 : f64
  %v5 = arith.maximumf %v3, %c1 : f64
  %v7 = arith.mulf %v5, %c2 : f64
  %v8 = tri.extern_call "tri_exp2"(%v7) from "tri" pure : (f64) -> f64
  %v10 = arith.subf %v8, %c3 : f64
  %v13 = math.fma %c4, %v1, %c5 : f64
  %v15 = math.fma %v13, %v1, %c6 : f64
  %v17 = math.fma %v15, %v1, %c7 : f64
  %v18 = math.fma %v17, %v1, %c3 : f64
  %v19 = arith.mulf %v1, %v18 : f64
  %v20 = math.absf %v1 : f64
  %v22 = arith.cmpf olt, %v20, %c8 : f64
  %v23 = arith.select %v22, %v19, %v10 : f64
  %v24 = arith.truncf %v23 : f64 to f32
  return %v24 : f32
}

func.func @"__nv_sinhf"(%x: f32) -> f32 {
  %c0 = arith.constant 0x405E000000000000 : f64
  %c1 = arith.constant 0xC05E000000000000 : f64
  %c2 = arith.constant 0x3FF71547652B82FE : f64
  %c3 = arith.constant 1.0 : f64
  %c4 = arith.constant 0.5 : f64
  %c5 = arith.constant 0x3F2A01A01A01A01A : f64
  %c6 = arith.constant 0x3F81111111111111 : f64
  %c7 = arith.constant 0x3FC5555555555555 : f64
  %c8 = arith.constant 0x3FB0000000000000 : f64
  %v1 = arith.extf %x : f32 to f64
  %v3 = arith.minimumf %v1, %c0 : f64
  %v5 = arith.maximumf %v3, %c1 : f64
  %v7 = arith.mulf %v5, %c2 : f64
  %v8 = tri.extern_call "tri_exp2"(%v7) from "tri" pure : (f64) -> f64
  %v10 = arith.divf %c3, %v8 : f64
  %v11 = arith.subf %v8, %v10 : f64
  %v13 = arith.mulf %v11, %c4 : f64
  %v14 = arith.mulf %v1, %v1 : f64
  %v17 = math.fma %c5, %v14, %c6 : f64
  %v19 = math.fma %v17, %v14, %c7 : f64
  %v20 = math.fma %v19, %v14, %c3 : f64
  %v21 = arith.mulf %v1, %v20 : f64
  %v22 = math.absf %v1 : f64
  %v24 = arith.cmpf olt, %v22, %c8 : f64
  %v25 = arith.select %v24, %v21, %v13 : f64
  %v26 = arith.truncf %v25 : f64 to f32
  return %v26 : f32
}

func.func @"__nv_coshf"(%x: f32) -> f32 {
  %c0 = arith.constant 0x405E000000000000 : f64
  %c1 = arith.constant 0xC05E000000000000 : f64
  %c2 = arith.constant 0x3FF71547652B82FE : f64
  %c3 = arith.constant 1.0 : f64
  %c4 = arith.constant 0.5 : f64
  %v1 = arith.extf %x : f32 to f64
  %v3 = arith.minimumf %v1, %c0 : f64
  %v5 = arith.maximumf %v3, %c1 : f64
  %v7 = arith.mulf %v5, %c2 : f64
  %v8 = tri.extern_call "tri_exp2"(%v7) from "tri" pure : (f64) -> f64
  %v10 = arith.divf %c3, %v8 : f64
  %v11 = arith.addf %v8, %v10 : f64
  %v13 = arith.mulf %v11, %c4 : f64
  %v14 = arith.truncf %v13 : f64 to f32
  return %v14 : f32
}

// Near zero by Taylor, as below for atanh.
func.func @"__nv_asinhf"(%x: f32) -> f32 {
  %c0 = arith.constant 1.0 : f64
  %c1 = arith.constant 0x3FE62E42FEFA39EF : f64
  %c2 = arith.constant 0xBF96E8BA2E8BA2E9 : f64
  %c3 = arith.constant 0x3F9F1C71C71C71C7 : f64
  %c4 = arith.constant 0xBFA6DB6DB6DB6DB7 : f64
  %c5 = arith.constant 0x3FB3333333333333 : f64
  %c6 = arith.constant 0xBFC5555555555555 : f64
  %c7 = arith.constant 0x3FB0000000000000 : f64
  %v1 = arith.extf %x : f32 to f64
  %v2 = math.absf %v1 : f64
  %v4 = math.fma %v2, %v2, %c0 : f64
  %v5 = math.sqrt %v4 : f64
  %v6 = arith.addf %v2, %v5 : f64
  %v7 = tri.extern_call "tri_log2"(%v6) from "tri" pure : (f64) -> f64
  %v9 = arith.mulf %v7, %c1 : f64
  %v10 = arith.mulf %v2, %v2 : f64
  %v13 = math.fma %c2, %v10, %c3 : f64
  %v15 = math.fma %v13, %v10, %c4 : f64
  %v17 = math.fma %v15, %v10, %c5 : f64
  %v19 = math.fma %v17, %v10, %c6 : f64
  %v20 = math.fma %v19, %v10, %c0 : f64
  %v21 = arith.mulf %v2, %v20 : f64
  %v23 = arith.cmpf olt, %v2, %c7 : f64
  %v24 = arith.select %v23, %v21, %v9 : f64
  %v25 = math.copysign %v24, %v1 : f64
  %v26 = arith.truncf %v25 : f64 to f32
  return %v26 : f32
}

// Below 1 the first root is NaN.
func.func @"__nv_acoshf"(%x: f32) -> f32 {
  %c0 = arith.constant 1.0 : f64
  %c1 = arith.constant 0x3FE62E42FEFA39EF : f64
  %v1 = arith.extf %x : f32 to f64
  %v3 = arith.subf %v1, %c0 : f64
  %v4 = math.sqrt %v3 : f64
  %v5 = arith.addf %v1, %c0 : f64
  %v6 = math.sqrt %v5 : f64
  %v7 = math.fma %v4, %v6, %v1 : f64
  %v8 = tri.extern_call "tri_log2"(%v7) from "tri" pure : (f64) -> f64
  %v10 = arith.mulf %v8, %c1 : f64
  %v11 = arith.truncf %v10 : f64 to f32
  return %v11 : f32
}

func.func @"__nv_atanhf"(%x: f32) -> f32 {
  %c0 = arith.constant 1.0 : f64
  %c1 = arith.constant 0x3FE62E42FEFA39EF : f64
  %c2 = arith.constant 0.5 : f64
  %c3 = arith.constant 0x3FB3B13B13B13B14 : f64
  %c4 = arith.constant 0x3FB745D1745D1746 : f64
  %c5 = arith.constant 0x3FBC71C71C71C71C : f64
  %c6 = arith.constant 0x3FC2492492492492 : f64
  %c7 = arith.constant 0x3FC999999999999A : f64
  %c8 = arith.constant 0x3FD5555555555555 : f64
  %c9 = arith.constant 0x3FB0000000000000 : f64
  %v1 = arith.extf %x : f32 to f64
  %v2 = math.absf %v1 : f64
  %v4 = arith.addf %c0, %v2 : f64
  %v5 = arith.subf %c0, %v2 : f64
  %v6 = arith.divf %v4, %v5 : f64
  %v7 = tri.extern_call "tri_log2"(%v6) from "tri" pure : (f64) -> f64
  %v9 = arith.mulf %v7, %c1 : f64
  %v11 = arith.mulf %v9, %c2 : f64
  %v12 = arith.mulf %v2, %v2 : f64
  %v15 = math.fma %c3, %v12, %c4 : f64
  %v17 = math.fma %v15, %v12, %c5 : f64
  %v19 = math.fma %v17, %v12, %c6 : f64
  %v21 = math.fma %v19, %v12, %c7 : f64
  %v23 = math.fma %v21, %v12, %c8 : f64
  %v24 = math.fma %v23, %v12, %c0 : f64
  %v25 = arith.mulf %v2, %v24 : f64
  %v27 = arith.cmpf olt, %v2, %c9 : f64
  %v28 = arith.select %v27, %v25, %v11 : f64
  %v29 = math.copysign %v28, %v1 : f64
  %v30 = arith.truncf %v29 : f64 to f32
  return %v30 : f32
}

func.func @"__nv_cbrtf"(%x: f32) -> f32 {
  %c0 = arith.constant 0x3FD5555555555555 : f64
  %c1 = arith.constant 0x4079000000000000 : f64
  %c2 = arith.constant 0xC079000000000000 : f64
  %c3 = arith.constant 0.0 : f64
  %c4 = arith.constant 0x7FF0000000000000 : f64
  %v1 = arith.extf %x : f32 to f64
  %v2 = math.absf %v1 : f64
  %v3 = tri.extern_call "tri_log2"(%v2) from "tri" pure : (f64) -> f64
  %v5 = arith.mulf %v3, %c0 : f64
  %v7 = arith.minimumf %v5, %c1 : f64
  %v9 = arith.maximumf %v7, %c2 : f64
  %v10 = tri.extern_call "tri_exp2"(%v9) from "tri" pure : (f64) -> f64
  %v12 = arith.cmpf oeq, %v2, %c3 : f64
  %v14 = arith.cmpf oeq, %v2, %c4 : f64
  %v15 = arith.select %v12, %c3, %v10 : f64
  %v16 = arith.select %v14, %c4, %v15 : f64
  %v17 = math.copysign %v16, %v1 : f64
  %v18 = arith.truncf %v17 : f64 to f32
  return %v18 : f32
}

func.func @"__nv_rcbrtf"(%x: f32) -> f32 {
  %c0 = arith.constant 0xBFD5555555555555 : f64
  %c1 = arith.constant 0x4079000000000000 : f64
  %c2 = arith.constant 0xC079000000000000 : f64
  %c3 = arith.constant 0.0 : f64
  %c4 = arith.constant 0x7FF0000000000000 : f64
  %v1 = arith.extf %x : f32 to f64
  %v2 = math.absf %v1 : f64
  %v3 = tri.extern_call "tri_log2"(%v2) from "tri" pure : (f64) -> f64
  %v5 = arith.mulf %v3, %c0 : f64
  %v7 = arith.minimumf %v5, %c1 : f64
  %v9 = arith.maximumf %v7, %c2 : f64
  %v10 = tri.extern_call "tri_exp2"(%v9) from "tri" pure : (f64) -> f64
  %v12 = arith.cmpf oeq, %v2, %c3 : f64
  %v14 = arith.cmpf oeq, %v2, %c4 : f64
  %v15 = arith.select %v12, %c4, %v10 : f64
  %v16 = arith.select %v14, %c3, %v15 : f64
  %v17 = math.copysign %v16, %v1 : f64
  %v18 = arith.truncf %v17 : f64 to f32
  return %v18 : f32
}

// atan of x in f64 for x >= 0, to 2^-48: of 1/x where x > 1; then c is the eighth nearest to x, and
// atan x = atan c + atan((x - c)/(1 + x·c)), where the second is below 1/16: Taylor. atan c by its own series would be
// long; c goes down the angle addition twice: c = 1/2 where x > 1/4, and so on.
func.func @"tri_atan"(%x: f64) -> f64 {
  %c0 = arith.constant 1.0 : f64
  %c1 = arith.constant 0.0 : f64
  %c2 = arith.constant 0x3FE8000000000000 : f64
  %c3 = arith.constant 0x3FE921FB54442D18 : f64
  %c4 = arith.constant 0x3FD8000000000000 : f64
  %c5 = arith.constant 0.5 : f64
  %c6 = arith.constant 0x3FDDAC670561BB4F : f64
  %c7 = arith.constant 0x3FC8000000000000 : f64
  %c8 = arith.constant 0x3FD0000000000000 : f64
  %c9 = arith.constant 0x3FCF5B75F92C80DD : f64
  %c10 = arith.constant 0x3FB8000000000000 : f64
  %c11 = arith.constant 0x3FC0000000000000 : f64
  %c12 = arith.constant 0x3FBFD5BA9AAC2F6E : f64
  %c13 = arith.constant 0xBFA642C8590B2164 : f64
  %c14 = arith.constant 0x3FA8618618618618 : f64
  %c15 = arith.constant 0xBFAAF286BCA1AF28 : f64
  %c16 = arith.constant 0x3FAE1E1E1E1E1E1E : f64
  %c17 = arith.constant 0xBFB1111111111111 : f64
  %c18 = arith.constant 0x3FB3B13B13B13B14 : f64
  %c19 = arith.constant 0xBFB745D1745D1746 : f64
  %c20 = arith.constant 0x3FBC71C71C71C71C : f64
  %c21 = arith.constant 0xBFC2492492492492 : f64
  %c22 = arith.constant 0x3FC999999999999A : f64
  %c23 = arith.constant 0xBFD5555555555555 : f64
  %c24 = arith.constant 0x3FF921FB54442D18 : f64
  %v2 = arith.cmpf ogt, %x, %c0 : f64
  %v3 = arith.divf %c0, %x : f64
  %v4 = arith.select %v2, %v3, %x : f64
  %v7 = arith.cmpf oge, %v4, %c2 : f64
  %v8 = arith.subf %v4, %c0 : f64
  %v9 = math.fma %v4, %c0, %c0 : f64
  %v10 = arith.divf %v8, %v9 : f64
  %v12 = arith.select %v7, %c3, %c1 : f64
  %v13 = arith.addf %c1, %v12 : f64
  %v14 = arith.select %v7, %v10, %v4 : f64
  %v16 = arith.cmpf oge, %v14, %c4 : f64
  %v18 = arith.subf %v14, %c5 : f64
  %v19 = math.fma %v14, %c5, %c0 : f64
  %v20 = arith.divf %v18, %v19 : f64
  %v22 = arith.select %v16, %c6, %c1 : f64
  %v23 = arith.addf %v13, %v22 : f64
  %v24 = arith.select %v16, %v20, %v14 : f64
  %v26 = arith.cmpf oge, %v24, %c7 : f64
  %v28 = arith.subf %v24, %c8 : f64
  %v29 = math.fma %v24, %c8, %c0 : f64
  %v30 = arith.divf %v28, %v29 : f64
  %v32 = arith.select %v26, %c9, %c1 : f64
  %v33 = arith.addf %v23, %v32 : f64
  %v34 = arith.select %v26, %v30, %v24 : f64
  %v36 = arith.cmpf oge, %v34, %c10 : f64
  %v38 = arith.subf %v34, %c11 : f64
  %v39 = math.fma %v34, %c11, %c0 : f64
  %v40 = arith.divf %v38, %v39 : f64
  %v42 = arith.select %v36, %c12, %c1 : f64
  %v43 = arith.addf %v33, %v42 : f64
  %v44 = arith.select %v36, %v40, %v34 : f64
  %v45 = arith.mulf %v44, %v44 : f64
  %v48 = math.fma %c13, %v45, %c14 : f64
  %v50 = math.fma %v48, %v45, %c15 : f64
  %v52 = math.fma %v50, %v45, %c16 : f64
  %v54 = math.fma %v52, %v45, %c17 : f64
  %v56 = math.fma %v54, %v45, %c18 : f64
  %v58 = math.fma %v56, %v45, %c19 : f64
  %v60 = math.fma %v58, %v45, %c20 : f64
  %v62 = math.fma %v60, %v45, %c21 : f64
  %v64 = math.fma %v62, %v45, %c22 : f64
  %v66 = math.fma %v64, %v45, %c23 : f64
  %v67 = math.fma %v66, %v45, %c0 : f64
  %v68 = arith.mulf %v44, %v67 : f64
  %v69 = arith.addf %v43, %v68 : f64
  %v71 = arith.subf %c24, %v69 : f64
  %v72 = arith.select %v2, %v71, %v69 : f64
  return %v72 : f64
}

func.func @"__nv_atanf"(%x: f32) -> f32 {
  %v1 = arith.extf %x : f32 to f64
  %v2 = math.absf %v1 : f64
  %v3 = tri.extern_call "tri_atan"(%v2) from "tri" pure : (f64) -> f64
  %v4 = math.copysign %v3, %v1 : f64
  %v5 = arith.truncf %v4 : f64 to f32
  return %v5 : f32
}

// The angle of (x, y) in f64: in the first quadrant by the smaller over the larger, then mirrored.
func.func @"tri_atan2"(%y: f64, %x: f64) -> f64 {
  %c0 = arith.constant 0x7FF0000000000000 : f64
  %c1 = arith.constant 1.0 : f64
  %c2 = arith.constant 0.0 : f64
  %c3 = arith.constant 0 : i64
  %c4 = arith.constant 0x400921FB54442D18 : f64
  %v1 = math.absf %y : f64
  %v2 = math.absf %x : f64
  %v4 = arith.cmpf oeq, %v1, %c0 : f64
  %v5 = arith.cmpf oeq, %v2, %c0 : f64
  %v8 = arith.select %v5, %c1, %c2 : f64
  %v9 = arith.select %v4, %v8, %v2 : f64
  %v10 = arith.select %v4, %c1, %c2 : f64
  %v11 = arith.select %v5, %v10, %v1 : f64
  %v12 = arith.select %v4, %c1, %c1 : f64
  %v13 = arith.select %v5, %v12, %v9 : f64
  %v14 = arith.select %v4, %c1, %v11 : f64
  %v15 = arith.cmpf uno, %x, %y : f64
  %v16 = arith.addf %v13, %v14 : f64
  %v17 = arith.cmpf oeq, %v16, %c2 : f64
  %v18 = arith.divf %v14, %v13 : f64
  %v19 = arith.select %v17, %c2, %v18 : f64
  %v20 = tri.extern_call "tri_atan"(%v19) from "tri" pure : (f64) -> f64
  %v21 = arith.bitcast %x : f64 to i64
  %v23 = arith.cmpi slt, %v21, %c3 : i64
  %v25 = arith.subf %c4, %v20 : f64
  %v26 = arith.select %v23, %v25, %v20 : f64
  %v27 = math.copysign %v26, %y : f64
  %v28 = arith.addf %x, %y : f64
  %v29 = arith.select %v15, %v28, %v27 : f64
  return %v29 : f64
}

func.func @"__nv_atan2f"(%y: f32, %x: f32) -> f32 {
  %v1 = arith.extf %y : f32 to f64
  %v2 = arith.extf %x : f32 to f64
  %v3 = tri.extern_call "tri_atan2"(%v1, %v2) from "tri" pure : (f64, f64) -> f64
  %v4 = arith.truncf %v3 : f64 to f32
  return %v4 : f32
}

// Beyond ±1 the root is NaN.
func.func @"__nv_asinf"(%x: f32) -> f32 {
  %c0 = arith.constant 1.0 : f64
  %v1 = arith.extf %x : f32 to f64
  %v3 = arith.subf %c0, %v1 : f64
  %v4 = arith.addf %c0, %v1 : f64
  %v5 = arith.mulf %v3, %v4 : f64
  %v6 = math.sqrt %v5 : f64
  %v7 = tri.extern_call "tri_atan2"(%v1, %v6) from "tri" pure : (f64, f64) -> f64
  %v8 = arith.truncf %v7 : f64 to f32
  return %v8 : f32
}

func.func @"__nv_acosf"(%x: f32) -> f32 {
  %c0 = arith.constant 1.0 : f64
  %v1 = arith.extf %x : f32 to f64
  %v3 = arith.subf %c0, %v1 : f64
  %v4 = arith.addf %c0, %v1 : f64
  %v5 = arith.mulf %v3, %v4 : f64
  %v6 = math.sqrt %v5 : f64
  %v7 = tri.extern_call "tri_atan2"(%v6, %v1) from "tri" pure : (f64, f64) -> f64
  %v8 = arith.truncf %v7 : f64 to f32
  return %v8 : f32
}

// Of sin and cos, 2 ulp each: at most 9 ulp.
func.func @"__nv_tanf"(%x: f32) -> f32 {
  %v1 = math.sin %x : f32
  %v2 = math.cos %x : f32
  %v3 = arith.divf %v1, %v2 : f32
  return %v3 : f32
}

// Squares are exact in f64. An infinity wins over NaN.
func.func @"__nv_hypotf"(%x: f32, %y: f32) -> f32 {
  %c0 = arith.constant 0x7FF0000000000000 : f64
  %v1 = arith.extf %x : f32 to f64
  %v2 = arith.extf %y : f32 to f64
  %v3 = arith.mulf %v2, %v2 : f64
  %v4 = math.fma %v1, %v1, %v3 : f64
  %v5 = math.sqrt %v4 : f64
  %v6 = math.absf %v1 : f64
  %v8 = arith.cmpf oeq, %v6, %c0 : f64
  %v9 = math.absf %v2 : f64
  %v10 = arith.cmpf oeq, %v9, %c0 : f64
  %v11 = arith.ori %v8, %v10 : i1
  %v12 = arith.select %v11, %c0, %v5 : f64
  %v13 = arith.truncf %v12 : f64 to f32
  return %v13 : f32
}

// fmod of |x| and 2|y| leaves the quotient even; then by how much of |y| is left, one or two |y| less. Exact.
func.func @"__nv_remainderf"(%x: f32, %y: f32) -> f32 {
  %c0 = arith.constant 0x7FF0000000000000 : f64
  %c1 = arith.constant 0.5 : f64
  %c2 = arith.constant 0x3FF8000000000000 : f64
  %c3 = arith.constant -9223372036854775808 : i64
  %v1 = arith.extf %x : f32 to f64
  %v2 = arith.extf %y : f32 to f64
  %v3 = math.absf %v1 : f64
  %v4 = math.absf %v2 : f64
  %v5 = arith.addf %v4, %v4 : f64
  %v6 = arith.remf %v3, %v5 : f64
  %v8 = arith.cmpf oeq, %v4, %c0 : f64
  %v9 = arith.remf %v3, %v4 : f64
  %v10 = arith.select %v8, %v9, %v6 : f64
  %v11 = arith.subf %v10, %v4 : f64
  %v12 = arith.subf %v11, %v4 : f64
  %v14 = arith.mulf %v4, %c1 : f64
  %v15 = arith.cmpf ogt, %v10, %v14 : f64
  %v17 = arith.mulf %v4, %c2 : f64
  %v18 = arith.cmpf oge, %v10, %v17 : f64
  %v19 = arith.select %v15, %v11, %v10 : f64
  %v20 = arith.select %v18, %v12, %v19 : f64
  %v21 = arith.select %v8, %v10, %v20 : f64
  %v22 = arith.bitcast %v1 : f64 to i64
  %v24 = arith.andi %v22, %c3 : i64
  %v25 = arith.bitcast %v21 : f64 to i64
  %v26 = arith.xori %v25, %v24 : i64
  %v27 = arith.bitcast %v26 : i64 to f64
  %v28 = arith.truncf %v27 : f64 to f32
  return %v28 : f32
}

// The exponent; in f64 every f32 is normal. Exact.
func.func @"__nv_logbf"(%x: f32) -> f32 {
  %c0 = arith.constant 52 : i64
  %c1 = arith.constant 1023 : i64
  %c2 = arith.constant 0.0 : f64
  %c3 = arith.constant 0xFFF0000000000000 : f64
  %c4 = arith.constant 0x7FF0000000000000 : f64
  %v1 = arith.extf %x : f32 to f64
  %v2 = math.absf %v1 : f64
  %v3 = arith.bitcast %v2 : f64 to i64
  %v5 = arith.shrui %v3, %c0 : i64
  %v7 = arith.subi %v5, %c1 : i64
  %v8 = arith.sitofp %v7 : i64 to f64
  %v10 = arith.cmpf oeq, %v2, %c2 : f64
  %v12 = arith.select %v10, %c3, %v8 : f64
  %v14 = arith.cmpf oge, %v2, %c4 : f64
  %v15 = arith.select %v14, %v2, %v12 : f64
  %v16 = arith.cmpf uno, %v2, %v2 : f64
  %v17 = arith.select %v16, %v2, %v15 : f64
  %v18 = arith.truncf %v17 : f64 to f32
  return %v18 : f32
}

// x·2^n, exact in f64 for n in [-300, 300], beyond which all is infinite or zero; rounded once.
func.func @"__nv_ldexpf"(%x: f32, %n: i32) -> f32 {
  %c0 = arith.constant -300 : i32
  %c1 = arith.constant 300 : i32
  %c2 = arith.constant 1023 : i64
  %c3 = arith.constant 52 : i64
  %v1 = arith.extf %x : f32 to f64
  %v3 = arith.maxsi %n, %c0 : i32
  %v5 = arith.minsi %v3, %c1 : i32
  %v6 = arith.extsi %v5 : i32 to i64
  %v8 = arith.addi %v6, %c2 : i64
  %v10 = arith.shli %v8, %c3 : i64
  %v11 = arith.bitcast %v10 : i64 to f64
  %v12 = arith.mulf %v1, %v11 : f64
  %v13 = arith.truncf %v12 : f64 to f32
  return %v13 : f32
}

func.func @"__nv_scalbnf"(%x: f32, %n: i32) -> f32 {
  %c0 = arith.constant -300 : i32
  %c1 = arith.constant 300 : i32
  %c2 = arith.constant 1023 : i64
  %c3 = arith.constant 52 : i64
  %v1 = arith.extf %x : f32 to f64
  %v3 = arith.maxsi %n, %c0 : i32
  %v5 = arith.minsi %v3, %c1 : i32
  %v6 = arith.extsi %v5 : i32 to i64
  %v8 = arith.addi %v6, %c2 : i64
  %v10 = arith.shli %v8, %c3 : i64
  %v11 = arith.bitcast %v10 : i64 to f64
  %v12 = arith.mulf %v1, %v11 : f64
  %v13 = arith.truncf %v12 : f64 to f32
  return %v13 : f32
}

// x^y in f64 for x of f32: 2^(y·log2 |x|) and the sign; whether y is an integer, and an odd one, is given. C, Annex F.
func.func @"tri_pow"(%x: f64, %y: f64, %integer: i1, %odd: i1) -> f64 {
  %c0 = arith.constant 0x4079000000000000 : f64
  %c1 = arith.constant 0xC079000000000000 : f64
  %c2 = arith.constant 0 : i64
  %c3 = arith.constant 0.0 : f64
  %c4 = arith.constant 0x7FF0000000000000 : f64
  %c5 = arith.constant 1.0 : f64
  %c6 = arith.constant 0x7FF8000000000000 : f64
  %v1 = math.absf %x : f64
  %v2 = tri.extern_call "tri_log2"(%v1) from "tri" pure : (f64) -> f64
  %v3 = arith.mulf %y, %v2 : f64
  %v5 = arith.minimumf %v3, %c0 : f64
  %v7 = arith.maximumf %v5, %c1 : f64
  %v8 = tri.extern_call "tri_exp2"(%v7) from "tri" pure : (f64) -> f64
  %v9 = arith.bitcast %x : f64 to i64
  %v11 = arith.cmpi slt, %v9, %c2 : i64
  %v13 = arith.cmpf oeq, %v1, %c3 : f64
  %v15 = arith.cmpf oeq, %v1, %c4 : f64
  %v16 = math.absf %y : f64
  %v17 = arith.cmpf oeq, %v16, %c4 : f64
  %v18 = arith.cmpf ogt, %y, %c3 : f64
  %v19 = arith.select %v18, %c3, %c4 : f64
  %v20 = arith.select %v13, %v19, %v8 : f64
  %v21 = arith.select %v18, %c4, %c3 : f64
  %v22 = arith.select %v15, %v21, %v20 : f64
  %v24 = arith.cmpf ogt, %v1, %c5 : f64
  %v25 = arith.xori %v24, %v18 : i1
  %v26 = arith.select %v25, %c3, %c4 : f64
  %v27 = arith.cmpf oeq, %v1, %c5 : f64
  %v28 = arith.select %v27, %c5, %v26 : f64
  %v29 = arith.select %v17, %v28, %v22 : f64
  %v30 = arith.cmpf olt, %v1, %c4 : f64
  %v31 = arith.cmpf one, %v1, %c3 : f64
  %true = arith.constant true
  %v32 = arith.xori %integer, %true : i1
  %v33 = arith.andi %v11, %v32 : i1
  %v34 = arith.andi %v30, %v31 : i1
  %v35 = arith.andi %v33, %v34 : i1
  %v37 = arith.select %v35, %c6, %v29 : f64
  %v38 = arith.andi %v11, %odd : i1
  %v39 = arith.negf %v37 : f64
  %v40 = arith.select %v38, %v39, %v37 : f64
  %v41 = arith.cmpf uno, %x, %y : f64
  %v42 = arith.addf %x, %y : f64
  %v43 = arith.select %v41, %v42, %v40 : f64
  %v44 = arith.cmpf oeq, %x, %c5 : f64
  %v45 = arith.cmpf oeq, %y, %c3 : f64
  %v46 = arith.ori %v44, %v45 : i1
  %v47 = arith.select %v46, %c5, %v43 : f64
  return %v47 : f64
}

func.func @"__nv_powf"(%x: f32, %y: f32) -> f32 {
  %c0 = arith.constant 0.5 : f64
  %v1 = arith.extf %x : f32 to f64
  %v2 = arith.extf %y : f32 to f64
  %v3 = math.trunc %v2 : f64
  %v4 = arith.cmpf oeq, %v3, %v2 : f64
  %v6 = arith.mulf %v2, %c0 : f64
  %v7 = math.trunc %v6 : f64
  %v8 = arith.cmpf one, %v7, %v6 : f64
  %v9 = arith.andi %v4, %v8 : i1
  %p = tri.extern_call "tri_pow"(%v1, %v2, %v4, %v9) from "tri" pure : (f64, f64, i1, i1) -> f64
  %v10 = arith.truncf %p : f64 to f32
  return %v10 : f32
}

func.func @"__nv_powif"(%x: f32, %n: i32) -> f32 {
  %v1 = arith.extf %x : f32 to f64
  %v2 = arith.sitofp %n : i32 to f64
  %v3 = arith.trunci %n : i32 to i1
  %true = arith.constant true
  %p = tri.extern_call "tri_pow"(%v1, %v2, %true, %v3) from "tri" pure : (f64, f64, i1, i1) -> f64
  %v4 = arith.truncf %p : f64 to f32
  return %v4 : f32
}
