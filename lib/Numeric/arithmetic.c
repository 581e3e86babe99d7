/* IEEE 754 arithmetic in integers, for every format and rounding mode.
 *
 * Operands are read exactly, the operation is done on 128-bit integers with a sticky last bit, exact_round
 * rounds once. A significand has at most 53 bits, a product 106: with the leading one at bit 124 both keep 19
 * zero bits at the end, so the remainder that a shift jams into bit 0 can never reach the rounding position.
 */
#include "Numeric/exact.h"

static const Exact not_a_number = {.kind = NOT_A_NUMBER};

/* m / 2^n; a lost remainder sets bit 0. */
static U128 shift_right_sticky(U128 m, int n)
{
  if (n >= 128)
    return m != 0;
  U128 kept = m >> n;
  return kept | (kept << n != m);
}

/* The same value with its leading one at bit 124. */
static Exact align(Exact x)
{
  int shift = 125 - bit_length(x.m);
  return (Exact){.negative = x.negative, .e = x.e - shift, .m = x.m << shift};
}

static Exact sum_of_nonzero(Exact x, Exact y, TriRounding mode)
{
  x = align(x);
  y = align(y);
  if (x.e < y.e) {
    Exact t = x;
    x = y;
    y = t;
  }
  y.m = shift_right_sticky(y.m, x.e - y.e);
  if (x.negative == y.negative)
    return (Exact){.negative = x.negative, .e = x.e, .m = x.m + y.m};
  if (x.m == y.m)
    return (Exact){.negative = mode == TRI_RM};
  bool swap = x.m < y.m;
  return (Exact){.negative = x.negative != swap, .e = x.e, .m = swap ? y.m - x.m : x.m - y.m};
}

static Exact sum(Exact x, Exact y, TriRounding mode)
{
  if (x.kind == NOT_A_NUMBER || y.kind == NOT_A_NUMBER)
    return not_a_number;
  if (x.kind == INFINITE)
    return y.kind == INFINITE && x.negative != y.negative ? not_a_number : x;
  if (y.kind == INFINITE)
    return y;
  if (!x.m && !y.m)
    return (Exact){.negative = x.negative == y.negative ? x.negative : mode == TRI_RM};
  return !x.m ? y : !y.m ? x : sum_of_nonzero(x, y, mode);
}

static bool is_zero(Exact x) { return x.kind == FINITE && !x.m; }

static Exact product(Exact x, Exact y)
{
  bool negative = x.negative != y.negative;
  if (x.kind == NOT_A_NUMBER || y.kind == NOT_A_NUMBER)
    return not_a_number;
  if (x.kind == INFINITE || y.kind == INFINITE)
    return is_zero(x) || is_zero(y) ? not_a_number : (Exact){.kind = INFINITE, .negative = negative};
  return (Exact){.negative = negative, .e = x.e + y.e, .m = x.m * y.m};
}

/* The quotient with at least 66 bits and a sticky bit. */
static Exact quotient(Exact x, Exact y)
{
  bool negative = x.negative != y.negative;
  if (x.kind == NOT_A_NUMBER || y.kind == NOT_A_NUMBER)
    return not_a_number;
  if (x.kind == INFINITE)
    return y.kind == INFINITE ? not_a_number : (Exact){.kind = INFINITE, .negative = negative};
  if (y.kind == INFINITE)
    return (Exact){.negative = negative};
  if (!y.m)
    return !x.m ? not_a_number : (Exact){.kind = INFINITE, .negative = negative};
  if (!x.m)
    return (Exact){.negative = negative};
  x = align(x);
  U128 q = x.m / y.m;
  return (Exact){.negative = negative, .e = x.e - y.e, .m = q | (q * y.m != x.m)};
}

/* The largest r with r·r <= m. */
static uint64_t integer_root(U128 m)
{
  uint64_t r = 0;
  for (uint64_t bit = 1ull << 63; bit; bit >>= 1)
    if ((U128)(r | bit) * (r | bit) <= m)
      r |= bit;
  return r;
}

static Exact root(Exact x)
{
  if (x.kind == NOT_A_NUMBER || is_zero(x))
    return x;
  if (x.negative)
    return not_a_number;
  if (x.kind == INFINITE)
    return x;
  x = align(x);
  if (x.e & 1)
    x = (Exact){.e = x.e - 1, .m = x.m << 1};
  uint64_t r = integer_root(x.m);
  return (Exact){.e = x.e / 2, .m = r | ((U128)r * r != x.m)};
}

static Exact negated(Exact x)
{
  x.negative = !x.negative;
  return x;
}

uint64_t tri_float_add(TriFloat f, uint64_t a, uint64_t b, TriRounding mode)
{
  return exact_round(f, sum(exact_of(f, a), exact_of(f, b), mode), mode, false);
}

uint64_t tri_float_sub(TriFloat f, uint64_t a, uint64_t b, TriRounding mode)
{
  return exact_round(f, sum(exact_of(f, a), negated(exact_of(f, b)), mode), mode, false);
}

uint64_t tri_float_mul(TriFloat f, uint64_t a, uint64_t b, TriRounding mode)
{
  return exact_round(f, product(exact_of(f, a), exact_of(f, b)), mode, false);
}

uint64_t tri_float_div(TriFloat f, uint64_t a, uint64_t b, TriRounding mode)
{
  return exact_round(f, quotient(exact_of(f, a), exact_of(f, b)), mode, false);
}

uint64_t tri_float_sqrt(TriFloat f, uint64_t a, TriRounding mode)
{
  return exact_round(f, root(exact_of(f, a)), mode, false);
}

uint64_t tri_float_fma(TriFloat f, uint64_t a, uint64_t b, uint64_t c, TriRounding mode)
{
  return exact_round(f, sum(product(exact_of(f, a), exact_of(f, b)), exact_of(f, c), mode), mode, false);
}
