/* Numeric: the arithmetic of GPUs that the host's C lacks.
 *
 * The reference interpreter and the PTX simulator compute with this one library, so that what docs call class
 * E (exact) has the same bits in both. Numbers smaller than f32 are passed as their bits: uint16_t for f16
 * and bf16, uint8_t for the 8-bit formats, uint64_t where the format is a parameter.
 *
 * Two layers:
 *
 *   any format, any mode   tri_float_add(TRI_FLOAT_F32, a, b, TRI_RZ)      integers only, some 70 ns
 *   rounding to nearest    tri_f16_add(a, b), tri_f32_to_f16(x), …         inline, few branches, vectorises
 *
 * Every operation rounds once. Subnormals are kept, nothing is flushed. A NaN result is the positive all-ones
 * pattern (PTX's canonical NaN: 0x7fff in f16 and bf16, 0x7fffffff in f32); the exact layer never returns
 * another. Where f32 or f64 come from the host's own instructions NaN is any NaN. The host's rounding mode
 * must be the default one, to nearest; it is never changed.
 * Compared with an H200 on 2^20 operands per instruction, for the operations, modes and conversions above
 * that PTX has: every result is equal, NaN by class.
 *
 *   1.125     to f8E5M2   = 1.0      a tie between 1.0 and 1.25, the even one wins
 *   1.0625001 to f8E4M3FN = 1.125    just above the tie between 1.0 and 1.125
 *   65520     to f16      = inf, saturating 65504;   464 to f8E4M3FN = 448, 464.1 = NaN, saturating 448 */
#ifndef TRI_NUMERIC_NUMERIC_H
#define TRI_NUMERIC_NUMERIC_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Rounding, as PTX spells it: to nearest even, towards zero, -infinity, +infinity; and to nearest with ties
 * away from zero (cvt.rna.tf32). */
typedef enum { TRI_RN, TRI_RZ, TRI_RM, TRI_RP, TRI_RNA } TriRounding;

typedef enum {
#define F(id, name, bits, mantissa, bias, special) TRI_FLOAT_##id,
#include "Numeric/formats.def"
#undef F
  TRI_FLOAT_COUNT
} TriFloat;

typedef enum { TRI_SPECIAL_IEEE, TRI_SPECIAL_NAN_ONLY } TriFloatSpecial;

typedef struct {
  const char *name; /* as MLIR spells the type */
  int bits, mantissa, bias;
  TriFloatSpecial special;
} TriFloatFormat;

TriFloatFormat tri_float_format(TriFloat f);

/* Bit patterns of a format: the largest finite value, infinity (NaN where there is none), NaN; all
 * positive. */
uint64_t tri_float_max_finite(TriFloat f);
uint64_t tri_float_infinity(TriFloat f);
uint64_t tri_float_nan(TriFloat f);
bool tri_float_is_nan(TriFloat f, uint64_t a);

/* ---- any format, any mode ------------------------------------------------------------------------ */

/* x rounded once to f. A result beyond the largest finite value is infinity or the largest finite value as
 * the mode says (IEEE 754-2019, 7.4), NaN instead of infinity where f has none. saturate (PTX .satfinite):
 * the largest finite value of x's sign, for infinities too; NaN stays NaN. */
uint64_t tri_float_encode(TriFloat f, double x, TriRounding mode, bool saturate);

/* The value of the bits; exact for every format. */
double tri_float_decode(TriFloat f, uint64_t bits);

/* From one format to another, rounded once, as tri_float_encode. */
uint64_t tri_float_convert(TriFloat to, TriFloat from, uint64_t bits, TriRounding mode, bool saturate);

/* IEEE 754 operations on the bits of f with one rounding. An exact zero sum of opposite operands is +0, in
 * mode TRI_RM -0. 0·inf, inf-inf, 0/0, inf/inf and the root of a negative number are NaN. */
uint64_t tri_float_add(TriFloat f, uint64_t a, uint64_t b, TriRounding mode);
uint64_t tri_float_sub(TriFloat f, uint64_t a, uint64_t b, TriRounding mode);
uint64_t tri_float_mul(TriFloat f, uint64_t a, uint64_t b, TriRounding mode);
uint64_t tri_float_div(TriFloat f, uint64_t a, uint64_t b, TriRounding mode);
uint64_t tri_float_sqrt(TriFloat f, uint64_t a, TriRounding mode);
uint64_t tri_float_fma(TriFloat f, uint64_t a, uint64_t b, uint64_t c, TriRounding mode);

/* ---- integers ------------------------------------------------------------------------------------ */

typedef struct {
  int width; /* 1 … 64 */
  bool is_signed;
} TriIntType;

typedef struct {
  uint64_t bits;     /* the low width bits; above them zero, or the sign where the type is signed */
  bool out_of_range; /* x is NaN or its rounded value does not fit: undefined at tri level */
} TriIntResult;

/* x, a value of format from, rounded to an integer of type to. Out of range it is clamped to the nearest end
 * of the range, as PTX cvt does; NaN is 0, but 2^(width-1) where from is f64 or to has 64 bits (PTX ISA,
 * cvt). */
TriIntResult tri_float_to_int(TriFloat from, double x, TriIntType to, TriRounding mode);

/* The low width bits of i, read as from says, rounded once to f. Beyond the range as tri_float_encode. */
uint64_t tri_int_to_float(TriFloat f, uint64_t i, TriIntType from, TriRounding mode);

/* x rounded to an integer that is still a floating-point number (PTX .rni .rzi .rmi .rpi); -0.3 gives -0. */
static inline double tri_round_to_integral(double x, TriRounding mode)
{
  switch (mode) {
  case TRI_RN:
    return rint(x);
  case TRI_RZ:
    return trunc(x);
  case TRI_RM:
    return floor(x);
  case TRI_RP:
    return ceil(x);
  case TRI_RNA:
    return round(x);
  }
  return x;
}

/* ---- f32 and f64 --------------------------------------------------------------------------------- */

static inline uint32_t tri_f32_bits(float x)
{
  uint32_t u;
  memcpy(&u, &x, sizeof u);
  return u;
}
static inline float tri_f32_of_bits(uint32_t u)
{
  float x;
  memcpy(&x, &u, sizeof x);
  return x;
}
static inline uint64_t tri_f64_bits(double x)
{
  uint64_t u;
  memcpy(&u, &x, sizeof u);
  return u;
}
static inline double tri_f64_of_bits(uint64_t u)
{
  double x;
  memcpy(&x, &u, sizeof x);
  return x;
}

/* tri_f32_add(a, b, mode), …sub, …mul, …div, …fma, …sqrt and the same for f64: the host's instruction to
 * nearest, the exact layer in the other modes. */
#define TRI_HOST_OPERATION(T, C, F, name, expression, ...)                                                   \
  static inline C tri_##T##_##name(TRI_PARAMS_##name(C), TriRounding mode)                                   \
  {                                                                                                          \
    return mode == TRI_RN ? (expression) : TRI_OF_BITS_##T(tri_float_##name(F, __VA_ARGS__, mode));          \
  }
#define TRI_OF_BITS_f32(u) tri_f32_of_bits((uint32_t)(u))
#define TRI_OF_BITS_f64(u) tri_f64_of_bits(u)
#define TRI_PARAMS_add(C) C a, C b
#define TRI_PARAMS_sub(C) C a, C b
#define TRI_PARAMS_mul(C) C a, C b
#define TRI_PARAMS_div(C) C a, C b
#define TRI_PARAMS_sqrt(C) C a
#define TRI_PARAMS_fma(C) C a, C b, C c
#define TRI_HOST_OPERATIONS(T, C, F, host_sqrt, host_fma)                                                    \
  TRI_HOST_OPERATION(T, C, F, add, a + b, tri_##T##_bits(a), tri_##T##_bits(b))                              \
  TRI_HOST_OPERATION(T, C, F, sub, a - b, tri_##T##_bits(a), tri_##T##_bits(b))                              \
  TRI_HOST_OPERATION(T, C, F, mul, a *b, tri_##T##_bits(a), tri_##T##_bits(b))                               \
  TRI_HOST_OPERATION(T, C, F, div, a / b, tri_##T##_bits(a), tri_##T##_bits(b))                              \
  TRI_HOST_OPERATION(T, C, F, sqrt, host_sqrt(a), tri_##T##_bits(a))                                         \
  TRI_HOST_OPERATION(T, C, F, fma, host_fma(a, b, c), tri_##T##_bits(a), tri_##T##_bits(b), tri_##T##_bits(c))
TRI_HOST_OPERATIONS(f32, float, TRI_FLOAT_F32, sqrtf, fmaf)
TRI_HOST_OPERATIONS(f64, double, TRI_FLOAT_F64, sqrt, fma)

static inline float tri_f64_to_f32(double x, TriRounding mode)
{
  return mode == TRI_RN ? (float)x
                        : tri_f32_of_bits((uint32_t)tri_float_convert(TRI_FLOAT_F32, TRI_FLOAT_F64,
                                                                      tri_f64_bits(x), mode, false));
}

/* x rounded to f32 with its low 13 bits zero: the value that tensor cores read from it. (An H200's cvt.rna
 * turns a NaN whose payload lies in those bits into infinity; here it stays NaN. Arithmetic makes no such
 * NaN.) */
static inline float tri_f32_to_tf32(float x, TriRounding mode)
{
  return tri_f32_of_bits(
      (uint32_t)tri_float_convert(TRI_FLOAT_TF32, TRI_FLOAT_F32, tri_f32_bits(x), mode, false) << 13);
}

/* ---- narrow formats to nearest, inline ----------------------------------------------------------- */

/* f32 to a format with `mantissa` bits and its bias, both constants. Three candidates, then selects:
 * subnormal results are rounded by one f32 addition to a number whose last place is the format's smallest
 * subnormal; normal ones by integer addition; from `limit` (f32 bits, the first value that is not finite in
 * the format even after rounding down) on it is `beyond`. */
static inline uint32_t tri_narrow_f32(float x, uint32_t mantissa, uint32_t bias, uint32_t limit,
                                      uint32_t beyond, uint32_t nan)
{
  uint32_t u = tri_f32_bits(x), a = u & 0x7fffffff, drop = 23 - mantissa;
  float magic = tri_f32_of_bits((127 + 24 - mantissa - bias) << 23);
  uint32_t tiny = tri_f32_bits(tri_f32_of_bits(a) + magic) - tri_f32_bits(magic);
  uint32_t odd = (a >> drop) & 1;
  uint32_t normal = (a - ((127 - bias) << 23) + ((1u << (drop - 1)) - 1) + odd) >> drop;
  uint32_t r = a < (128 - bias) << 23 ? tiny : normal;
  r = a >= limit ? beyond : r;
  r = a > 0x7f800000 ? nan : r;
  return r | (u >> 31) << (mantissa == 10 ? 15 : 7);
}

/* f32 to f16; NaN is 0x7fff or 0xffff. */
static inline uint16_t tri_f32_to_f16(float x)
{
  return (uint16_t)tri_narrow_f32(x, 10, 15, 0x47800000, 0x7c00, 0x7fff);
}
/* f32 to bf16; NaN is 0x7fff or 0xffff. */
static inline uint16_t tri_f32_to_bf16(float x)
{
  uint32_t u = tri_f32_bits(x), r = (u + 0x7fff + ((u >> 16) & 1)) >> 16;
  return (uint16_t)((u & 0x7fffffff) > 0x7f800000 ? 0x7fff | (u >> 16 & 0x8000) : r);
}
/* f32 to f8E5M2; saturate: PTX .satfinite, else infinity beyond 57344. */
static inline uint8_t tri_f32_to_f8e5m2(float x, bool saturate)
{
  /* 0x47700000 is 61440: the tie between 57344 and 65536, which goes to 65536. */
  return (uint8_t)tri_narrow_f32(x, 2, 15, 0x47700000, saturate ? 0x7b : 0x7c, 0x7f);
}
/* f32 to f8E4M3FN; saturate: PTX .satfinite, else NaN beyond 448. */
static inline uint8_t tri_f32_to_f8e4m3fn(float x, bool saturate)
{
  /* 0x43e80001 follows 464: the tie between 448 and the pattern of NaN, which goes to 448. */
  return (uint8_t)tri_narrow_f32(x, 3, 7, 0x43e80001, saturate ? 0x7e : 0x7f, 0x7f);
}

static inline float tri_f16_to_f32(uint16_t h)
{
  uint32_t a = (uint32_t)(h & 0x7fff) << 13, sign = (uint32_t)(h & 0x8000) << 16;
  float scaled = tri_f32_of_bits(a) * 0x1p112f;
  uint32_t r = a >= 0x7c00u << 13 ? a | 0x7f800000 : tri_f32_bits(scaled);
  return tri_f32_of_bits(r | sign);
}
static inline float tri_bf16_to_f32(uint16_t h) { return tri_f32_of_bits((uint32_t)h << 16); }
static inline float tri_f8e5m2_to_f32(uint8_t b) { return tri_f16_to_f32((uint16_t)(b << 8)); }
static inline float tri_f8e4m3fn_to_f32(uint8_t b)
{
  uint32_t a = b & 0x7f, sign = (uint32_t)(b & 0x80) << 24;
  float scaled = tri_f32_of_bits(a << 20) * 0x1p120f;
  return tri_f32_of_bits((a == 0x7f ? 0x7fffffff : tri_f32_bits(scaled)) | sign);
}

/* Rounding to odd: the exact value where it fits, else the neighbour whose last bit is one. A second rounding
 * to a format at least two bits narrower is then the rounding of the exact value. */
static inline float tri_f64_to_f32_odd(double x)
{
  float r = (float)x;
  uint32_t u = tri_f32_bits(r);
  bool adjust = (double)r != x && !(u & 1);
  return tri_f32_of_bits(adjust ? (fabs((double)r) < fabs(x) ? u + 1 : u - 1) : u);
}
static inline double tri_f64_add_odd(double a, double b)
{
  double s = a + b, v = s - a, error = (a - (s - v)) + (b - v);
  uint64_t u = tri_f64_bits(s);
  bool adjust = (error < 0 || error > 0) && !(u & 1);
  return tri_f64_of_bits(adjust ? ((error > 0) == (s > 0) ? u + 1 : u - 1) : u);
}

/* min and max. minimum, maximum: NaN if either is (IEEE 754-2019; PTX .NaN). minnum, maxnum: the other
 * operand if one is NaN. In both -0 is less than +0. */
#define TRI_MIN_MAX(T, C)                                                                                    \
  static inline C tri_##T##_minnum(C a, C b)                                                                 \
  {                                                                                                          \
    C less = a < b ? a : b, tie = signbit(a) ? a : b;                                                        \
    return a != a ? b : b != b ? a : a == b ? tie : less;                                                    \
  }                                                                                                          \
  static inline C tri_##T##_maxnum(C a, C b)                                                                 \
  {                                                                                                          \
    C more = a > b ? a : b, tie = signbit(a) ? b : a;                                                        \
    return a != a ? b : b != b ? a : a == b ? tie : more;                                                    \
  }                                                                                                          \
  static inline C tri_##T##_minimum(C a, C b) { return a != a || b != b ? (C)NAN : tri_##T##_minnum(a, b); } \
  static inline C tri_##T##_maximum(C a, C b) { return a != a || b != b ? (C)NAN : tri_##T##_maxnum(a, b); }
TRI_MIN_MAX(f32, float)
TRI_MIN_MAX(f64, double)

/* f16 and bf16: tri_f16_add(a, b) and so on. Through f32, which is wide enough for its rounding not to show
 * (24 >= 2p + 2, Figueroa 1995); fma is the exact product in f64 plus c, rounded to odd. tri_f64_to_f16
 * rounds once. */
#define TRI_HALF_FORMAT(T)                                                                                   \
  static inline uint16_t tri_f64_to_##T(double x) { return tri_f32_to_##T(tri_f64_to_f32_odd(x)); }          \
  static inline uint16_t tri_##T##_add(uint16_t a, uint16_t b)                                               \
  {                                                                                                          \
    return tri_f32_to_##T(tri_##T##_to_f32(a) + tri_##T##_to_f32(b));                                        \
  }                                                                                                          \
  static inline uint16_t tri_##T##_sub(uint16_t a, uint16_t b)                                               \
  {                                                                                                          \
    return tri_f32_to_##T(tri_##T##_to_f32(a) - tri_##T##_to_f32(b));                                        \
  }                                                                                                          \
  static inline uint16_t tri_##T##_mul(uint16_t a, uint16_t b)                                               \
  {                                                                                                          \
    return tri_f32_to_##T(tri_##T##_to_f32(a) * tri_##T##_to_f32(b));                                        \
  }                                                                                                          \
  static inline uint16_t tri_##T##_div(uint16_t a, uint16_t b)                                               \
  {                                                                                                          \
    return tri_f32_to_##T(tri_##T##_to_f32(a) / tri_##T##_to_f32(b));                                        \
  }                                                                                                          \
  static inline uint16_t tri_##T##_sqrt(uint16_t a) { return tri_f32_to_##T(sqrtf(tri_##T##_to_f32(a))); }   \
  static inline uint16_t tri_##T##_fma(uint16_t a, uint16_t b, uint16_t c)                                   \
  {                                                                                                          \
    double product = (double)tri_##T##_to_f32(a) * (double)tri_##T##_to_f32(b);                              \
    return tri_f64_to_##T(tri_f64_add_odd(product, (double)tri_##T##_to_f32(c)));                            \
  }                                                                                                          \
  static inline uint16_t tri_##T##_minnum(uint16_t a, uint16_t b)                                            \
  {                                                                                                          \
    return tri_f32_to_##T(tri_f32_minnum(tri_##T##_to_f32(a), tri_##T##_to_f32(b)));                         \
  }                                                                                                          \
  static inline uint16_t tri_##T##_maxnum(uint16_t a, uint16_t b)                                            \
  {                                                                                                          \
    return tri_f32_to_##T(tri_f32_maxnum(tri_##T##_to_f32(a), tri_##T##_to_f32(b)));                         \
  }                                                                                                          \
  static inline uint16_t tri_##T##_minimum(uint16_t a, uint16_t b)                                           \
  {                                                                                                          \
    return tri_f32_to_##T(tri_f32_minimum(tri_##T##_to_f32(a), tri_##T##_to_f32(b)));                        \
  }                                                                                                          \
  static inline uint16_t tri_##T##_maximum(uint16_t a, uint16_t b)                                           \
  {                                                                                                          \
    return tri_f32_to_##T(tri_f32_maximum(tri_##T##_to_f32(a), tri_##T##_to_f32(b)));                        \
  }
TRI_HALF_FORMAT(f16)
TRI_HALF_FORMAT(bf16)

#endif
