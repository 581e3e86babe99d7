/* cvt between all types. Pairs that kernels use most have loops of their own; the rest goes lane by lane
 * through the exact layer of Numeric. A register may be wider than its type: sources use their low bits,
 * results are extended. */
#include "Numeric/numeric.h"
#include "Simulator/decoders.h"

static bool is_float(Type t) { return type_kind(t) == KIND_F; }

static TriFloat format_of(Type t)
{
  switch (t) {
  case T_F16:
  case T_F16X2:
    return TRI_FLOAT_F16;
  case T_BF16:
  case T_BF16X2:
    return TRI_FLOAT_BF16;
  case T_F64:
    return TRI_FLOAT_F64;
  case T_TF32:
    return TRI_FLOAT_TF32;
  case T_E4M3:
  case T_E4M3X2:
    return TRI_FLOAT_F8E4M3FN;
  case T_E5M2:
  case T_E5M2X2:
    return TRI_FLOAT_F8E5M2;
  default:
    return TRI_FLOAT_F32;
  }
}

static TriRounding mode_of(Round r)
{
  switch (r) {
  case RND_RZ:
  case RND_RZI:
    return TRI_RZ;
  case RND_RM:
  case RND_RMI:
    return TRI_RM;
  case RND_RP:
  case RND_RPI:
    return TRI_RP;
  case RND_RNA:
    return TRI_RNA;
  default:
    return TRI_RN;
  }
}

static uint64_t low_bits(uint64_t v, uint32_t bits)
{
  return bits >= 64 ? v : v & (((uint64_t)1 << bits) - 1);
}
static int64_t sign_extend(uint64_t v, uint32_t bits) { return (int64_t)(v << (64 - bits)) >> (64 - bits); }

/* The value of v, of integer type from, kept or clamped in integer type to, extended to 64 bits by to's sign.
 */
static uint64_t int_to_int(Type to, Type from, uint64_t v, bool saturate)
{
  uint32_t fb = type_bytes(from) * 8, tb = type_bytes(to) * 8;
  bool fs = type_kind(from) == KIND_S, ts = type_kind(to) == KIND_S;
  __int128 x = fs ? (__int128)sign_extend(v, fb) : (__int128)low_bits(v, fb);
  if (saturate) {
    __int128 most = ((__int128)1 << (tb - ts)) - 1, least = ts ? -most - 1 : 0;
    x = x > most ? most : x < least ? least : x;
  }
  return ts ? (uint64_t)sign_extend((uint64_t)x, tb) : low_bits((uint64_t)x, tb);
}

static double flushed(Type t, double x) { return t == T_F32 && fabs(x) < 0x1p-126 ? copysign(0, x) : x; }

static uint64_t float_to_float(const Inst *in, Type to, Type from, uint64_t v)
{
  TriFloat tf = format_of(to), ff = format_of(from);
  bool ftz = in->mods & M_FTZ;
  double x = tri_float_decode(ff, v);
  x = ftz ? flushed(from, x) : x;
  if (in->round >= RND_RNI)
    x = tri_round_to_integral(x, mode_of((Round)in->round));
  if (in->mods & M_SAT)
    x = x > 0 ? (x < 1 ? x : 1) : 0;
  uint64_t r = tri_float_encode(tf, x, in->round >= RND_RNI ? TRI_RN : mode_of((Round)in->round),
                                in->mods & M_SATFINITE);
  double y = tri_float_decode(tf, r);
  if (in->mods & M_RELU && (y < 0 || (y == 0 && signbit(y))))
    r = 0;
  if (ftz && to == T_F32 && fabs(y) < 0x1p-126)
    r &= 0x80000000u;
  return to == T_TF32 ? r << 13 : r;
}

static uint64_t convert(const Inst *in, Type to, Type from, uint64_t v)
{
  if (!is_float(from) && !is_float(to))
    return int_to_int(to, from, v, in->mods & M_SAT);
  if (!is_float(from)) {
    uint64_t r =
        tri_int_to_float(format_of(to), v, (TriIntType){(int)type_bytes(from) * 8, type_kind(from) == KIND_S},
                         mode_of((Round)in->round));
    if (in->mods & M_SAT) {
      double x = tri_float_decode(format_of(to), r);
      r = tri_float_encode(format_of(to), x > 0 ? (x < 1 ? x : 1) : 0, TRI_RN, false);
    }
    return r;
  }
  if (is_float(to))
    return float_to_float(in, to, from, v);
  double x = tri_float_decode(format_of(from), v);
  x = in->mods & M_FTZ ? flushed(from, x) : x;
  return tri_float_to_int(format_of(from), x, (TriIntType){(int)type_bytes(to) * 8, type_kind(to) == KIND_S},
                          mode_of((Round)in->round))
      .bits;
}

/* A result in a register of more bytes than its type: signed types are sign-extended, others zero-extended.
 */
static uint64_t widen(Type t, uint64_t v)
{
  return type_kind(t) == KIND_S ? (uint64_t)sign_extend(v, type_bytes(t) * 8)
                                : low_bits(v, type_bytes(t) * 8);
}

/* in->type <- in->type2; in->width: bytes of the destination register, in->vec: of the source register. */
int exec_cvt(Warp *w, const Inst *in, uint32_t mask)
{
  Type to = (Type)in->type, from = (Type)in->type2;
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    uint64_t v = low_bits(lane_value(reg(w, in->a), in->vec, l), type_bytes(from) * 8);
    set_lane(reg(w, in->d), in->width, l, widen(to, convert(in, to, from, v)));
  }
  define(w, in->d, mask, defined(w, in->a));
  return EV_NEXT;
}

static Type element_of(Type t)
{
  switch (t) {
  case T_F16X2:
    return T_F16;
  case T_BF16X2:
    return T_BF16;
  case T_E4M3X2:
    return T_E4M3;
  case T_E5M2X2:
    return T_E5M2;
  default:
    return t;
  }
}

/* d = {convert(a), convert(b)}, a above (PTX ISA, cvt to f16x2, e4m3x2 …). */
int exec_cvt_pack(Warp *w, const Inst *in, uint32_t mask)
{
  Type to = element_of((Type)in->type);
  uint32_t bytes = type_bytes(to);
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    uint64_t hi = convert(in, to, T_F32, ((const uint32_t *)reg(w, in->a))[l]);
    uint64_t lo = convert(in, to, T_F32, ((const uint32_t *)reg(w, in->b))[l]);
    set_lane(reg(w, in->d), in->width, l, hi << (8 * bytes) | lo);
  }
  define(w, in->d, mask, defined(w, in->a) | defined(w, in->b));
  return EV_NEXT;
}

/* Pair to pair, element by element. */
int exec_cvt_pair(Warp *w, const Inst *in, uint32_t mask)
{
  Type to = element_of((Type)in->type), from = element_of((Type)in->type2);
  uint32_t tb = 8 * type_bytes(to), fb = 8 * type_bytes(from);
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    uint64_t v = lane_value(reg(w, in->a), in->vec, l);
    uint64_t lo = convert(in, to, from, low_bits(v, fb)), hi = convert(in, to, from, low_bits(v >> fb, fb));
    set_lane(reg(w, in->d), in->width, l, hi << tb | lo);
  }
  define(w, in->d, mask, defined(w, in->a));
  return EV_NEXT;
}

/* cvt.pack.sat.to.from d, a, b, c: a above b at the bottom of d, the rest c shifted up (PTX ISA, cvt.pack).
 */
int exec_cvt_pack_int(Warp *w, const Inst *in, uint32_t mask)
{
  Type to = (Type)in->type;
  uint32_t bits = in->sub;
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    Type clamp_to = to;
    int64_t a = ((const int32_t *)reg(w, in->a))[l], b = ((const int32_t *)reg(w, in->b))[l];
    if (in->type2 == T_U32) {
      a = (uint32_t)a;
      b = (uint32_t)b;
    }
    uint64_t hi = low_bits(int_to_int(clamp_to, T_S64, (uint64_t)a, true), bits);
    uint64_t lo = low_bits(int_to_int(clamp_to, T_S64, (uint64_t)b, true), bits);
    uint64_t c = in->c == REF_NONE ? 0 : ((const uint32_t *)reg(w, in->c))[l];
    ((uint32_t *)reg(w, in->d))[l] = (uint32_t)(c << (2 * bits) | hi << bits | lo);
  }
  define(w, in->d, mask, defined(w, in->a) & defined(w, in->b));
  return EV_NEXT;
}

/* ---- the frequent pairs, exact widths, to nearest
 * ----------------------------------------------------------- */

#define FAST(name, D, A, e)                                                                                  \
  static int fast_##name(Warp *w, const Inst *in, uint32_t mask)                                             \
  {                                                                                                          \
    D *d = reg(w, in->d);                                                                                    \
    const A *pa = reg(w, in->a);                                                                             \
    FOR_LANES(mask, A a = pa[l]; d[l] = (D)(e););                                                            \
    define(w, in->d, mask, defined(w, in->a));                                                               \
    return EV_NEXT;                                                                                          \
  }
#define FAST_ROWS(F)                                                                                         \
  F(u64_u32, U64, U32, RND_NONE, uint64_t, uint32_t, a)                                                      \
  F(s64_s32, S64, S32, RND_NONE, int64_t, int32_t, a)                                                        \
  F(u32_u64, U32, U64, RND_NONE, uint32_t, uint64_t, a)                                                      \
  F(s32_s64, S32, S64, RND_NONE, uint32_t, uint64_t, a)                                                      \
  F(u32_u16, U32, U16, RND_NONE, uint32_t, uint16_t, a)                                                      \
  F(s32_s16, S32, S16, RND_NONE, int32_t, int16_t, a)                                                        \
  F(u16_u32, U16, U32, RND_NONE, uint16_t, uint32_t, a)                                                      \
  F(f32_s32, F32, S32, RND_RN, float, int32_t, a)                                                            \
  F(f32_u32, F32, U32, RND_RN, float, uint32_t, a)                                                           \
  F(f64_f32, F64, F32, RND_NONE, double, float, a)                                                           \
  F(f32_f64, F32, F64, RND_RN, float, double, a)                                                             \
  F(f64_s32, F64, S32, RND_RN, double, int32_t, a)                                                           \
  F(f32_f16, F32, F16, RND_NONE, float, uint16_t, tri_f16_to_f32(a))                                         \
  F(f16_f32, F16, F32, RND_RN, uint16_t, float, tri_f32_to_f16(a))                                           \
  F(f32_bf16, F32, BF16, RND_NONE, float, uint16_t, tri_bf16_to_f32(a))                                      \
  F(bf16_f32, BF16, F32, RND_RN, uint16_t, float, tri_f32_to_bf16(a))
#define F(name, to, from, round, D, A, e) FAST(name, D, A, e)
FAST_ROWS(F)
#undef F

/* The loop for a plain conversion between registers of exactly the types' widths; exec_cvt where there is
 * none. */
Exec convert_exec(Type to, Type from, Round round)
{
  static const struct {
    Type to, from;
    Round round;
    Exec exec;
  } rows[] = {
#define F(name, to, from, round, D, A, e) {T_##to, T_##from, round, fast_##name},
    FAST_ROWS(F)
#undef F
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].to == to && rows[i].from == from && rows[i].round == round)
      return rows[i].exec;
  return exec_cvt;
}
