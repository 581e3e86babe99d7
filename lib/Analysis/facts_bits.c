/* and, or, xor of two's complement numbers.
 *
 * A constant mask is a sum of fields of ones, and a field of x is arithmetic:
 *
 *   x & (2^b - 1)         x mod 2^b = x - floor(x / 2^b) * 2^b
 *   x & (2^b - 1) 2^k     (floor(x / 2^k) & (2^b - 1)) * 2^k
 *   x & -2^k              floor(x / 2^k) * 2^k
 *   x | c                 x + c - (x & c)
 *   x ^ c                 x + c - 2 (x & c)
 *
 * Without a constant: numbers without a common bit add; else low bits depend on low bits. */
#include "Analysis/facts.h"

static int least(int a, int b) { return a < b ? a : b; }
static int greatest(int a, int b) { return a > b ? a : b; }

static Facts shifted_left(const Facts *x, int k) { return facts_mul_constant(x, (Wide)1 << k); }

/* x mod 2^b, in [0, 2^b - 1]. */
static Facts low_field(const Facts *x, int b)
{
  Facts high = facts_floor_shift(x, b), above = shifted_left(&high, b), low = facts_sub(x, &above);
  low.range = range_meet(range_unsigned(b), low.range);
  return facts_settle(low);
}

/* Bits [from, to) of x where they stand; to = 64 is the sign and all above it. */
static Facts field(const Facts *x, int from, int to)
{
  Facts high = facts_floor_shift(x, from);
  if (to < 64)
    high = low_field(&high, to - from);
  return shifted_left(&high, from);
}

static int zeros(uint64_t bits) { return bits ? __builtin_ctzll(bits) : 64; }

static Facts and_constant(const Facts *x, uint64_t mask)
{
  Facts sum = facts_constant(x->n, 0);
  for (int from = zeros(mask), to; from < 64; from = to + zeros(to < 64 ? mask >> to : 0)) {
    to = from + zeros(~(mask >> from));
    to = least(to, 64);
    Facts f = field(x, from, to);
    sum = facts_add(&sum, &f);
    if (to == 64)
      break;
  }
  return sum;
}

/* Signed numbers of b bits stay such under all three; both non-negative, so is the result. */
static Range bits_range(Range a, Range b)
{
  Range both = range_hull(a, b);
  int width = 1;
  while (range_signed(width).min > both.min || range_signed(width).max < both.max)
    width++;
  Range r = range_signed(width);
  return both.min >= 0 ? (Range){0, r.max} : r;
}

/* x & c is a part of both. */
static Range and_range(Range x, Range y)
{
  Range r = bits_range(x, y);
  if (x.min >= 0)
    r = range_meet((Range){0, x.max}, r);
  return y.min >= 0 ? range_meet((Range){0, y.max}, r) : r;
}

static Facts with_constant(const Facts *x, Wide c)
{
  Facts f = and_constant(x, (uint64_t)c);
  f.range = range_meet(f.range, and_range(x->range, (Range){c, c}));
  return facts_settle(f);
}

/* x + c - times * (x & c) */
static Facts plus_less_common(const Facts *x, Wide c, int times)
{
  Facts common = with_constant(x, c), less = facts_mul_constant(&common, times),
        sum = facts_add_constant(x, c), f = facts_sub(&sum, &less);
  f.range = range_meet(f.range, bits_range(x->range, (Range){c, c}));
  return facts_settle(f);
}

/* Whether y lies in the bits that are zero in every element of x. */
static bool fits_below(const Facts *y, const Facts *x)
{
  int z = residue_zeros(facts_every(x));
  return y->range.min >= 0 && (z >= 64 || y->range.max < ((Wide)1 << z));
}

static bool no_common_bit(const Facts *x, const Facts *y) { return fits_below(x, y) || fits_below(y, x); }

Facts facts_and(const Facts *x, const Facts *y)
{
  Wide c;
  if (facts_is_constant(y, &c))
    return with_constant(x, c);
  if (facts_is_constant(x, &c))
    return with_constant(y, c);
  if (no_common_bit(x, y))
    return facts_constant(x->n, 0);
  Range r = and_range(x->range, y->range);
  int zero = greatest(residue_zeros(facts_every(x)), residue_zeros(facts_every(y)));
  Residue first = residue(x->first.low & y->first.low, least(x->first.bits, y->first.bits));
  Facts f = facts_low_bits(x, y, first.bits < zero ? residue_multiple(zero) : first, r);
  for (int b = 0; b < f.n; b++)
    if (f.step[b].bits < zero)
      f.step[b] = residue_multiple(zero);
  return facts_settle(f);
}

Facts facts_or(const Facts *x, const Facts *y)
{
  Wide c;
  if (facts_is_constant(y, &c))
    return plus_less_common(x, c, 1);
  if (facts_is_constant(x, &c))
    return plus_less_common(y, c, 1);
  if (no_common_bit(x, y))
    return facts_add(x, y);
  Residue first = residue(x->first.low | y->first.low, least(x->first.bits, y->first.bits));
  return facts_settle(facts_low_bits(x, y, first, bits_range(x->range, y->range)));
}

Facts facts_xor(const Facts *x, const Facts *y)
{
  Wide c;
  if (facts_is_constant(y, &c))
    return plus_less_common(x, c, 2);
  if (facts_is_constant(x, &c))
    return plus_less_common(y, c, 2);
  if (no_common_bit(x, y))
    return facts_add(x, y);
  Residue first = residue(x->first.low ^ y->first.low, least(x->first.bits, y->first.bits));
  return facts_settle(facts_low_bits(x, y, first, bits_range(x->range, y->range)));
}
