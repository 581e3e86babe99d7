/* Reading and rounding: every format, every mode, one path.
 *
 * A pattern without its sign is (exponent field) · 2^mantissa + fraction, and patterns grow with the values.
 * So a rounded significand is added to its exponent field as an integer: the carry out of 1.111… becomes the
 * next exponent, a subnormal that rounds up becomes normal, and overflow is one comparison with the largest
 * finite pattern.
 *
 *   f16, x = 2047.5 = 4095 · 2^-1:  E = 10, last place 2^0, kept 2047, remainder exactly half, 2047 odd: up.
 *   kept 2048 + field (10 + 14) · 1024 = 0x6800 = 2048.0 */
#include "Numeric/exact.h"
#include <assert.h>

static const TriFloatFormat formats[] = {
#define F(id, name, bits, mantissa, bias, special)                                                           \
  [TRI_FLOAT_##id] = {name, bits, mantissa, bias, TRI_SPECIAL_##special},
#include "Numeric/formats.def"
#undef F
};
_Static_assert(sizeof formats / sizeof *formats == TRI_FLOAT_COUNT, "a row for each format");

TriFloatFormat tri_float_format(TriFloat f) { return formats[f]; }

static uint64_t sign_bit(TriFloat f) { return 1ull << (formats[f].bits - 1); }

uint64_t tri_float_nan(TriFloat f) { return sign_bit(f) - 1; }

uint64_t tri_float_infinity(TriFloat f)
{
  bool ieee = formats[f].special == TRI_SPECIAL_IEEE;
  return ieee ? sign_bit(f) - (1ull << formats[f].mantissa) : tri_float_nan(f);
}

uint64_t tri_float_max_finite(TriFloat f) { return tri_float_infinity(f) - 1; }

bool tri_float_is_nan(TriFloat f, uint64_t a)
{
  return (a & (sign_bit(f) - 1)) > tri_float_max_finite(f) + (formats[f].special == TRI_SPECIAL_IEEE);
}

Exact exact_of(TriFloat f, uint64_t bits)
{
  TriFloatFormat t = formats[f];
  uint64_t magnitude = bits & (sign_bit(f) - 1), fraction = magnitude & ((1ull << t.mantissa) - 1);
  int field = (int)(magnitude >> t.mantissa);
  Exact x = {.negative = (bits & sign_bit(f)) != 0};
  if (magnitude > tri_float_max_finite(f)) {
    x.kind = tri_float_is_nan(f, bits) ? NOT_A_NUMBER : INFINITE;
    return x;
  }
  x.m = field ? fraction | 1ull << t.mantissa : fraction;
  x.e = (field ? field : 1) - t.bias - t.mantissa;
  return x;
}

/* Does the mode take the larger magnitude, where the remainder compares with half the last place as `half`
 * says
 * (-1, 0, 1), and the kept part is odd or not? The remainder is not zero. */
static bool rounds_up(TriRounding mode, bool negative, bool odd, int half)
{
  switch (mode) {
  case TRI_RN:
    return half > 0 || (half == 0 && odd);
  case TRI_RZ:
    return false;
  case TRI_RM:
    return negative;
  case TRI_RP:
    return !negative;
  case TRI_RNA:
    return half >= 0;
  }
  return false;
}

/* m / 2^drop rounded to an integer. */
static U128 round_shift(U128 m, int drop, TriRounding mode, bool negative)
{
  if (drop <= 0)
    return m << -drop;
  U128 kept = drop < 128 ? m >> drop : 0, rest = drop < 128 ? m - (kept << drop) : m;
  if (!rest)
    return kept;
  U128 middle = drop <= 128 ? (U128)1 << (drop - 1) : 0;
  int half = drop > 128 || rest < middle ? -1 : rest > middle;
  return kept + rounds_up(mode, negative, kept & 1, half);
}

/* What stands for a value beyond the largest finite one. */
static uint64_t overflow(TriFloat f, TriRounding mode, bool negative, bool saturate)
{
  bool away =
      mode == TRI_RN || mode == TRI_RNA || (mode == TRI_RP && !negative) || (mode == TRI_RM && negative);
  return away && !saturate ? tri_float_infinity(f) : tri_float_max_finite(f);
}

static uint64_t round_magnitude(TriFloat f, Exact x, TriRounding mode, bool saturate)
{
  TriFloatFormat t = formats[f];
  int top = bit_length(x.m) - 1 + x.e, smallest = 1 - t.bias;
  int exponent = top > smallest ? top : smallest;
  if (exponent > t.bias + 1)
    return overflow(f, mode, x.negative, saturate);
  uint64_t kept = (uint64_t)round_shift(x.m, exponent - t.mantissa - x.e, mode, x.negative);
  uint64_t bits = ((uint64_t)(exponent - smallest) << t.mantissa) + kept;
  return bits > tri_float_max_finite(f) ? overflow(f, mode, x.negative, saturate) : bits;
}

uint64_t exact_round(TriFloat f, Exact x, TriRounding mode, bool saturate)
{
  uint64_t sign = x.negative ? sign_bit(f) : 0;
  switch (x.kind) {
  case NOT_A_NUMBER:
    return tri_float_nan(f);
  case INFINITE:
    if (!saturate && formats[f].special == TRI_SPECIAL_NAN_ONLY)
      return tri_float_nan(f);
    return sign | (saturate ? tri_float_max_finite(f) : tri_float_infinity(f));
  case FINITE:
    break;
  }
  if (!x.m)
    return sign;
  uint64_t r = round_magnitude(f, x, mode, saturate);
  return tri_float_is_nan(f, r) ? r : sign | r;
}

uint64_t tri_float_convert(TriFloat to, TriFloat from, uint64_t bits, TriRounding mode, bool saturate)
{
  return exact_round(to, exact_of(from, bits), mode, saturate);
}

uint64_t tri_float_encode(TriFloat f, double x, TriRounding mode, bool saturate)
{
  return tri_float_convert(f, TRI_FLOAT_F64, tri_f64_bits(x), mode, saturate);
}

double tri_float_decode(TriFloat f, uint64_t bits)
{
  return tri_f64_of_bits(tri_float_convert(TRI_FLOAT_F64, f, bits, TRI_RN, false));
}

/* ---- integers ------------------------------------------------------------------------------------ */

static uint64_t low_bits(int width) { return width < 64 ? (1ull << width) - 1 : ~0ull; }

/* Bits from width on become copies of bit width - 1. */
static uint64_t sign_extend(uint64_t bits, int width)
{
  uint64_t sign = 1ull << (width - 1);
  return ((bits & low_bits(width)) ^ sign) - sign;
}

TriIntResult tri_float_to_int(TriFloat from, double x, TriIntType to, TriRounding mode)
{
  assert(to.width >= 1 && to.width <= 64);
  uint64_t smallest = to.is_signed ? sign_extend(1ull << (to.width - 1), to.width) : 0;
  uint64_t largest = to.is_signed ? low_bits(to.width - 1) : low_bits(to.width);
  if (x != x) {
    bool high = from == TRI_FLOAT_F64 || to.width == 64;
    uint64_t middle = 1ull << (to.width - 1);
    return (TriIntResult){!high ? 0 : to.is_signed ? smallest : middle, true};
  }
  double r = tri_round_to_integral(x, mode);
  double low = to.is_signed ? -ldexp(1, to.width - 1) : 0,
         above = ldexp(1, to.is_signed ? to.width - 1 : to.width);
  if (r < low || r >= above)
    return (TriIntResult){r < low ? smallest : largest, true};
  return (TriIntResult){r < 0 ? (uint64_t)(int64_t)r : (uint64_t)r, false};
}

uint64_t tri_int_to_float(TriFloat f, uint64_t i, TriIntType from, TriRounding mode)
{
  assert(from.width >= 1 && from.width <= 64);
  uint64_t value = from.is_signed ? sign_extend(i, from.width) : i & low_bits(from.width);
  bool negative = from.is_signed && value >> 63;
  return exact_round(f, (Exact){.negative = negative, .m = negative ? 0 - value : value}, mode, false);
}
