/* Floating-point arithmetic, comparison and selection.
 *
 * Plain operations to nearest are rows of float.def. Whatever carries a modifier (.ftz, .sat, .relu, .NaN,
 * .xorsign.abs, a directed rounding) or is transcendental takes the general loop: flush, operate, clamp.
 * Approximate instructions are computed as exactly as the host can: their ISA bound holds. */
#include "Numeric/numeric.h"
#include "Simulator/alu.h"
#include "Simulator/flops.h"

#define NAN32(e) canonical32(e)
static inline float canonical32(float x) { return x != x ? tri_f32_of_bits(0x7fffffff) : x; }
#define HALF(x, i) ((uint16_t)((x) >> (16 * (i))))
#define PAIR2(f) ((uint32_t)f(HALF(a, 0), HALF(b, 0)) | (uint32_t)f(HALF(a, 1), HALF(b, 1)) << 16)
#define PAIR3(f)                                                                                             \
  ((uint32_t)f(HALF(a, 0), HALF(b, 0), HALF(c, 0)) | (uint32_t)f(HALF(a, 1), HALF(b, 1), HALF(c, 1)) << 16)
#define SAME1(id, name, T, C, e) R(id, name, T, 1, C, T, C, T, C, T, C, T, e)
#define SAME2(id, name, T, C, e) R(id, name, T, 2, C, T, C, T, C, T, C, T, e)
#define SAME3(id, name, T, C, e) R(id, name, T, 3, C, T, C, T, C, T, C, T, e)

#define R ALU_EXEC
#include "Simulator/float.def"
#undef R
const AluRow alu_rows_float[] = {
#define R ALU_ROW
#include "Simulator/float.def"
#undef R
    {0}};

/* The host's fused multiply-add where it has one; libm's fmaf is a call per lane. */
#if defined(__x86_64__)
#define FMA_EXEC(name, C, fused, canonical)                                                                  \
  __attribute__((target("avx2,fma"))) static int name(Warp *w, const Inst *in, uint32_t mask)                \
  {                                                                                                          \
    C *d = reg(w, in->d);                                                                                    \
    const C *a = reg(w, in->a), *b = reg(w, in->b), *c = reg(w, in->c);                                      \
    FOR_LANES(mask, C r = fused(a[l], b[l], c[l]); d[l] = r != r ? (canonical) : r;);                        \
    define(w, in->d, mask, defined(w, in->a) & defined(w, in->b) & defined(w, in->c));                       \
    return EV_NEXT;                                                                                          \
  }
FMA_EXEC(host_fma_f32, float, __builtin_fmaf, tri_f32_of_bits(0x7fffffff))
FMA_EXEC(host_fma_f64, double, __builtin_fma, r)

Exec float_exec(Exec e)
{
  if (e != alu_fma_F32 && e != alu_fma_F64)
    return e;
  return !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("avx2") ? e
         : e == alu_fma_F32                                                ? host_fma_f32
                                                                           : host_fma_f64;
}
#else
Exec float_exec(Exec e) { return e; }
#endif

static TriRounding rounding(const Inst *in)
{
  switch ((Round)in->round) {
  case RND_RZ:
    return TRI_RZ;
  case RND_RM:
    return TRI_RM;
  case RND_RP:
    return TRI_RP;
  default:
    return TRI_RN;
  }
}

static double pick(bool max, bool nan, double a, double b)
{
  return max ? (nan ? tri_f64_maximum(a, b) : tri_f64_maxnum(a, b))
             : (nan ? tri_f64_minimum(a, b) : tri_f64_minnum(a, b));
}

/* min and max of any format, exact in f64; .xorsign.abs: of the magnitudes, with the product's sign. */
static double min_max(const Inst *in, double a, double b)
{
  bool max = in->sub == FLOP_MAX, nan = in->mods & M_NAN;
  if (!(in->mods & M_XORSIGN))
    return pick(max, nan, a, b);
  double r = pick(max, nan, fabs(a), fabs(b));
  return signbit(a) != signbit(b) ? -r : r;
}

static double transcend(uint8_t op, double x)
{
  switch (op) {
  case FLOP_RSQRT:
    return x == 0 ? copysign((double)INFINITY, x) : 1 / sqrt(x);
  case FLOP_SIN:
    return sin(x);
  case FLOP_COS:
    return cos(x);
  case FLOP_LG2:
    return log2(x);
  case FLOP_EX2:
    return exp2(x);
  case FLOP_TANH:
    return tanh(x);
  default:
    return 1 / x;
  }
}

static float flush32(float x)
{
  uint32_t u = tri_f32_bits(x);
  return u & 0x7f800000 ? x : tri_f32_of_bits(u & 0x80000000u);
}

static float op32(const Inst *in, float a, float b, float c)
{
  TriRounding r = rounding(in);
  switch (in->sub) {
  case FLOP_ADD:
    return tri_f32_add(a, b, r);
  case FLOP_SUB:
    return tri_f32_sub(a, b, r);
  case FLOP_MUL:
    return tri_f32_mul(a, b, r);
  case FLOP_FMA:
  case FLOP_MAD:
    return tri_f32_fma(a, b, c, r);
  case FLOP_DIV:
    return tri_f32_div(a, b, r);
  case FLOP_RCP:
    return tri_f32_div(1, a, r);
  case FLOP_SQRT:
    return tri_f32_sqrt(a, r);
  case FLOP_MIN:
  case FLOP_MAX:
    return (float)min_max(in, (double)a, (double)b);
  case FLOP_NEG:
    return tri_f32_of_bits(tri_f32_bits(a) ^ 0x80000000u);
  case FLOP_ABS:
    return tri_f32_of_bits(tri_f32_bits(a) & 0x7fffffffu);
  default:
    return (float)transcend(in->sub, (double)a);
  }
}

static float clamp01(float x) { return x > 0 ? (x < 1 ? x : 1) : 0; }

int exec_f32(Warp *w, const Inst *in, uint32_t mask)
{
  float *d = reg(w, in->d);
  const float *a = reg(w, in->a), *b = reg(w, in->b), *c = reg(w, in->c);
  bool ftz = in->mods & M_FTZ;
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    float r =
        ftz ? flush32(op32(in, flush32(a[l]), flush32(b[l]), flush32(c[l]))) : op32(in, a[l], b[l], c[l]);
    r = in->sub == FLOP_NEG || in->sub == FLOP_ABS ? r : canonical32(r);
    r = in->mods & M_SAT ? clamp01(r) : in->mods & M_RELU && !(r > 0) && r == r ? 0 : r;
    d[l] = r;
  }
  define(w, in->d, mask, defined(w, in->a) & defined(w, in->b) & defined(w, in->c));
  return EV_NEXT;
}

static double op64(const Inst *in, double a, double b, double c)
{
  TriRounding r = rounding(in);
  switch (in->sub) {
  case FLOP_ADD:
    return tri_f64_add(a, b, r);
  case FLOP_SUB:
    return tri_f64_sub(a, b, r);
  case FLOP_MUL:
    return tri_f64_mul(a, b, r);
  case FLOP_FMA:
  case FLOP_MAD:
    return tri_f64_fma(a, b, c, r);
  case FLOP_DIV:
    return tri_f64_div(a, b, r);
  case FLOP_RCP:
    return tri_f64_div(1, a, r);
  case FLOP_SQRT:
    return tri_f64_sqrt(a, r);
  case FLOP_MIN:
  case FLOP_MAX:
    return min_max(in, a, b);
  case FLOP_NEG:
    return -a;
  case FLOP_ABS:
    return fabs(a);
  default:
    return transcend(in->sub, a);
  }
}

int exec_f64(Warp *w, const Inst *in, uint32_t mask)
{
  double *d = reg(w, in->d);
  const double *a = reg(w, in->a), *b = reg(w, in->b), *c = reg(w, in->c);
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    d[l] = op64(in, a[l], b[l], c[l]);
  }
  define(w, in->d, mask, defined(w, in->a) & defined(w, in->b) & defined(w, in->c));
  return EV_NEXT;
}

/* ---- f16 and bf16, alone or in pairs ----------------------------------------------------------------------
 */

static uint16_t flush16(TriFloat f, uint16_t x)
{
  uint16_t exponent = f == TRI_FLOAT_F16 ? 0x7c00 : 0x7f80;
  return x & exponent ? x : x & 0x8000;
}

static uint16_t op16(const Inst *in, TriFloat f, uint16_t a, uint16_t b, uint16_t c)
{
  TriRounding r = rounding(in);
  switch (in->sub) {
  case FLOP_ADD:
    return (uint16_t)tri_float_add(f, a, b, r);
  case FLOP_SUB:
    return (uint16_t)tri_float_sub(f, a, b, r);
  case FLOP_MUL:
    return (uint16_t)tri_float_mul(f, a, b, r);
  case FLOP_FMA:
  case FLOP_MAD:
    return (uint16_t)tri_float_fma(f, a, b, c, r);
  case FLOP_MIN:
  case FLOP_MAX:
    return (uint16_t)tri_float_encode(f, min_max(in, tri_float_decode(f, a), tri_float_decode(f, b)), TRI_RN,
                                      false);
  case FLOP_NEG:
    return a ^ 0x8000;
  case FLOP_ABS:
    return a & 0x7fff;
  default:
    return (uint16_t)tri_float_encode(f, transcend(in->sub, tri_float_decode(f, a)), TRI_RN, false);
  }
}

static uint16_t clamp16(const Inst *in, TriFloat f, uint16_t r)
{
  double x = tri_float_decode(f, r);
  if (in->mods & M_SAT)
    return (uint16_t)tri_float_encode(f, x > 0 ? (x < 1 ? x : 1) : 0, TRI_RN, false);
  return in->mods & M_RELU && x == x && signbit(x) ? 0 : r;
}

static uint16_t element16(const Inst *in, TriFloat f, uint16_t a, uint16_t b, uint16_t c)
{
  if (!(in->mods & M_FTZ))
    return clamp16(in, f, op16(in, f, a, b, c));
  return clamp16(in, f, flush16(f, op16(in, f, flush16(f, a), flush16(f, b), flush16(f, c))));
}

int exec_half(Warp *w, const Inst *in, uint32_t mask)
{
  TriFloat f = in->type == T_F16 || in->type == T_F16X2 ? TRI_FLOAT_F16 : TRI_FLOAT_BF16;
  uint32_t bytes = type_bytes((Type)in->type);
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    uint64_t a = lane_value(reg(w, in->a), bytes, l), b = lane_value(reg(w, in->b), bytes, l);
    uint64_t c = lane_value(reg(w, in->c), bytes, l), r = 0;
    for (uint32_t i = 0; i < bytes / 2; i++)
      r |= (uint64_t)element16(in, f, HALF(a, i), HALF(b, i), HALF(c, i)) << (16 * i);
    set_lane(reg(w, in->d), bytes, l, r);
  }
  define(w, in->d, mask, defined(w, in->a) & defined(w, in->b) & defined(w, in->c));
  return EV_NEXT;
}

/* ---- comparison -------------------------------------------------------------------------------------------
 */

typedef struct {
  uint32_t less, equal, unordered;
} Order;

#define COMPARE(T, C, isnan_)                                                                                \
  static Order compare_##T(const void *pa, const void *pb, bool ftz)                                         \
  {                                                                                                          \
    const C *a = pa, *b = pb;                                                                                \
    Order o = {0};                                                                                           \
    (void)ftz;                                                                                               \
    for (uint32_t l = 0; l < LANES; l++) {                                                                   \
      o.less |= (uint32_t)(a[l] < b[l]) << l;                                                                \
      o.equal |= (uint32_t)(a[l] == b[l]) << l;                                                              \
      o.unordered |= (uint32_t)(isnan_) << l;                                                                \
    }                                                                                                        \
    return o;                                                                                                \
  }
COMPARE(u16, uint16_t, 0)
COMPARE(s16, int16_t, 0)
COMPARE(u32, uint32_t, 0)
COMPARE(s32, int32_t, 0)
COMPARE(u64, uint64_t, 0)
COMPARE(s64, int64_t, 0)
COMPARE(f64, double, a[l] != a[l] || b[l] != b[l])
COMPARE(f32, float, a[l] != a[l] || b[l] != b[l])

/* f16 and bf16, half i of registers of stride bytes a lane, as f32. */
static Order compare_halves(const Inst *in, const void *pa, const void *pb, uint32_t half)
{
  float a[LANES], b[LANES];
  bool is_f16 = in->type == T_F16 || in->type == T_F16X2;
  uint32_t bytes = type_bytes((Type)in->type);
  for (uint32_t l = 0; l < LANES; l++) {
    uint16_t x = HALF(lane_value(pa, bytes, l), half), y = HALF(lane_value(pb, bytes, l), half);
    if (in->mods & M_FTZ && is_f16) {
      x = flush16(TRI_FLOAT_F16, x);
      y = flush16(TRI_FLOAT_F16, y);
    }
    a[l] = is_f16 ? tri_f16_to_f32(x) : tri_bf16_to_f32(x);
    b[l] = is_f16 ? tri_f16_to_f32(y) : tri_bf16_to_f32(y);
  }
  return compare_f32(a, b, false);
}

static Order compare_flushed(const float *a, const float *b)
{
  float x[LANES], y[LANES];
  for (uint32_t l = 0; l < LANES; l++) {
    x[l] = flush32(a[l]);
    y[l] = flush32(b[l]);
  }
  return compare_f32(x, y, true);
}

static Order order_of(Warp *w, const Inst *in, uint32_t half)
{
  const void *a = reg(w, in->a), *b = reg(w, in->b);
  switch ((Type)in->type) {
  case T_B16:
  case T_U16:
    return compare_u16(a, b, false);
  case T_S16:
    return compare_s16(a, b, false);
  case T_B32:
  case T_U32:
    return compare_u32(a, b, false);
  case T_S32:
    return compare_s32(a, b, false);
  case T_B64:
  case T_U64:
    return compare_u64(a, b, false);
  case T_S64:
    return compare_s64(a, b, false);
  case T_F32:
    return in->mods & M_FTZ ? compare_flushed(a, b) : compare_f32(a, b, false);
  case T_F64:
    return compare_f64(a, b, false);
  default:
    return compare_halves(in, a, b, half);
  }
}

/* in->cmp is the set of outcomes that count as true. */
static uint32_t holds(const Inst *in, Order o)
{
  return (in->cmp & CMP_LT ? o.less : 0) | (in->cmp & CMP_EQ ? o.equal : 0) |
         (in->cmp & CMP_GT ? ~(o.less | o.equal | o.unordered) : 0) | (in->cmp & CMP_UN ? o.unordered : 0);
}

/* setp p|q, a, b, c. in->c: the predicate to combine (REF_NONE: none); in->sub: BOOL_*; in->width: c is
 * negated; in->ext: Ref of q. */
int exec_setp(Warp *w, const Inst *in, uint32_t mask)
{
  uint32_t t = holds(in, order_of(w, in, 0)), f = ~t, known = defined(w, in->a) & defined(w, in->b);
  bool pairs = in->type == T_F16X2 || in->type == T_BF16X2;
  if (pairs)
    f = holds(in, order_of(w, in, 1));
  if (in->c != REF_NONE) {
    uint32_t c = predicate(w, in->c) ^ (in->width ? FULL : 0);
    known &= defined(w, in->c);
    t = in->sub == BOOL_AND ? t & c : in->sub == BOOL_OR ? t | c : t ^ c;
    f = in->sub == BOOL_AND ? f & c : in->sub == BOOL_OR ? f | c : f ^ c;
  }
  set_predicate(w, in->d, mask, t, known);
  if (in->ext)
    set_predicate(w, *(const Ref *)in->ext, mask, f, known);
  return EV_NEXT;
}

/* set.cmp.dtype.stype: all ones or 1.0. */
int exec_set(Warp *w, const Inst *in, uint32_t mask)
{
  bool pairs = in->type == T_F16X2 || in->type == T_BF16X2;
  uint32_t t[2] = {holds(in, order_of(w, in, 0)), 0}, known = defined(w, in->a) & defined(w, in->b);
  t[1] = pairs ? holds(in, order_of(w, in, 1)) : 0;
  if (in->c != REF_NONE) {
    uint32_t c = predicate(w, in->c) ^ (in->width ? FULL : 0);
    known &= defined(w, in->c);
    for (int i = 0; i < 2; i++)
      t[i] = in->sub == BOOL_AND ? t[i] & c : in->sub == BOOL_OR ? t[i] | c : t[i] ^ c;
  }
  Type d = (Type)in->type2;
  uint64_t one = d == T_F32                     ? 0x3f800000u
                 : d == T_F16 || d == T_F16X2   ? 0x3c00
                 : d == T_BF16 || d == T_BF16X2 ? 0x3f80
                                                : FULL;
  one = type_bytes(d) == 2 || pairs ? one & 0xffff : one;
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    uint64_t v = (t[0] >> l & 1 ? one : 0) | (pairs && t[1] >> l & 1 ? one << 16 : 0);
    set_lane(reg(w, in->d), type_bytes(d), l, v);
  }
  define(w, in->d, mask, known);
  return EV_NEXT;
}

int exec_testp(Warp *w, const Inst *in, uint32_t mask)
{
  uint32_t r = 0;
  for (uint32_t l = 0; l < LANES; l++) {
    double x =
        in->type == T_F32 ? (double)((const float *)reg(w, in->a))[l] : ((const double *)reg(w, in->a))[l];
    int c = in->type == T_F32 ? fpclassify(((const float *)reg(w, in->a))[l]) : fpclassify(x);
    bool is[] = {c != FP_NAN && c != FP_INFINITE,
                 c == FP_INFINITE,
                 c != FP_NAN,
                 c == FP_NAN,
                 c == FP_NORMAL,
                 c == FP_SUBNORMAL};
    r |= (uint32_t)is[in->sub] << l;
  }
  set_predicate(w, in->d, mask, r, defined(w, in->a));
  return EV_NEXT;
}

/* slct d, a, b, c: a where c >= 0 (in->type2: type of c). */
int exec_slct(Warp *w, const Inst *in, uint32_t mask)
{
  uint32_t bytes = in->width;
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    float f = ((const float *)reg(w, in->c))[l];
    f = in->mods & M_FTZ ? flush32(f) : f;
    bool first = in->type2 == T_F32 ? f >= 0 : ((const int32_t *)reg(w, in->c))[l] >= 0;
    set_lane(reg(w, in->d), bytes, l, lane_value(reg(w, first ? in->a : in->b), bytes, l));
  }
  define(w, in->d, mask, defined(w, in->a) & defined(w, in->b) & defined(w, in->c));
  return EV_NEXT;
}
