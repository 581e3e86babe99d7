/* Quotients and remainders.
 *
 * Everything rests on floor(x / 2^k), which is exact on steps (facts.h); other divisors and other roundings
 * are reduced to it:
 *
 *   floor(x / (2^k y))  floor(floor(x / 2^k) / y)         for y > 0: groups that 2^k makes equal stay equal
 *   ceil(x / 2^k)       floor((x + 2^k - 1) / 2^k)
 *   trunc(x / y)        floor where x >= 0; -trunc(-x / y) where x <= 0; of mixed sign it is neither:
 *                       [-4, -3, -2, -1] / 4 is [-1, 0, 0, 0], no constant group
 *   x rem y             x - trunc(x / y) * y */
#include "Analysis/facts.h"

#define POW2(k) ((Wide)1 << (k))

static Wide floor_quotient(Wide a, Wide b)
{
  Wide q = a / b;
  return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
}

Range range_floordiv(Range a, Range d)
{
  return (Range){floor_quotient(a.min, a.min < 0 ? d.min : d.max),
                 floor_quotient(a.max, a.max < 0 ? d.max : d.min)};
}

/* Whether all elements lie in one reading of 64 bits, whose bounds are multiples of every power of two. */
static bool in_64_bits(const Facts *x)
{
  Range r = x->range;
  return (r.min >= range_signed(64).min && r.max <= range_signed(64).max) ||
         (r.min >= 0 && r.max <= range_unsigned(64).max);
}

/* Whether exact steps are differences of integers, not only modulo 2^64. */
static bool steps_are_true(const Facts *x) { return !x->partial && !(range_span(x->range) >> 63); }

/* floor((x + step) / 2^k) - floor(x / 2^k), where step = low + a multiple of 2^k and low carries into
 * nothing. */
static Residue shifted_step(const Facts *x, Residue step, Wide low, int k)
{
  uint64_t high = step.low - (uint64_t)low;
  if (residue_is_exact(step) && steps_are_true(x))
    return residue_exact((uint64_t)((int64_t)high >> k));
  return residue(high >> k, step.bits - k);
}

static Residue shifted_first(const Facts *x, int k)
{
  if (residue_is_exact(x->first) && in_64_bits(x))
    return residue_exact(x->range.min < 0 ? (uint64_t)((int64_t)x->first.low >> k) : x->first.low >> k);
  return x->first.bits > k ? residue(x->first.low >> k, x->first.bits - k) : residue_unknown();
}

Facts facts_floor_shift(const Facts *x, int k)
{
  Facts f = facts_derived(x, x, (Range){x->range.min >> k, x->range.max >> k});
  int free_bits = facts_greatest_carry_free(x, k);
  f.first = shifted_first(x, k);
  for (int b = 0; b < x->n; b++) {
    Residue step = x->step[b];
    Wide low = facts_low_part(step, k);
    if (residue_is(step, 0) || (facts_stays_low(step, 64, free_bits) && in_64_bits(x)))
      f.step[b] = residue_exact(0);
    else if (step.bits >= k && (low == 0 || free_bits == k))
      f.step[b] = shifted_step(x, step, low, k);
  }
  return facts_settle(f);
}

static int least(int a, int b) { return a < b ? a : b; }

/* floor(x / odd) for odd > 0: a step that is a multiple of it gives its quotient, whatever x is. */
static Facts floor_by_odd(const Facts *x, Wide odd)
{
  Facts f = facts_derived(x, x, range_floordiv(x->range, (Range){odd, odd}));
  Wide v;
  Facts first_alone = *x;
  first_alone.n = 0;
  if (facts_is_constant(&first_alone, &v))
    f.first = residue_exact((uint64_t)floor_quotient(v, odd));
  for (int b = 0; b < x->n; b++) {
    int64_t d = (int64_t)x->step[b].low;
    if (residue_is(x->step[b], 0) ||
        (residue_is_exact(x->step[b]) && steps_are_true(x) && odd <= INT64_MAX && d % (int64_t)odd == 0))
      f.step[b] = residue_exact((uint64_t)(d / (int64_t)odd));
  }
  return facts_settle(f);
}

/* How often 2 divides every element of a divisor; a zero divisor is a fault, so a number below 64. */
static int twos(const Facts *y) { return least(residue_zeros(facts_every(y)), 63); }

static Facts floor_by_positive(const Facts *x, const Facts *y)
{
  Wide c;
  int k = twos(y);
  Facts q = facts_floor_shift(x, k);
  if (facts_is_constant(y, &c) && c > 0)
    return c == POW2(k) ? q : floor_by_odd(&q, c >> k);
  Range d = {y->range.min > 0 ? y->range.min : 1, y->range.max > 0 ? y->range.max : 1};
  return facts_settle(facts_uniform(&q, y, range_floordiv(x->range, d)));
}

/* Where the sign of the divisor is not known: no quotient is farther from zero than the dividend. */
static Range mixed_quotient(Range x)
{
  Wide most = -x.min > x.max ? -x.min : x.max;
  return (Range){-most, most};
}

static bool is_positive(const Facts *y) { return y->range.min >= 0; }
static bool is_negative(const Facts *y) { return y->range.max <= 0; }

Facts facts_floordiv(const Facts *x, const Facts *y)
{
  if (is_positive(y))
    return floor_by_positive(x, y);
  if (!is_negative(y))
    return facts_settle(facts_uniform(x, y, mixed_quotient(x->range)));
  Facts nx = facts_neg(x), ny = facts_neg(y);
  return floor_by_positive(&nx, &ny);
}

/* ceil(x / y) = -floor(-x / y) */
Facts facts_ceildiv(const Facts *x, const Facts *y)
{
  Facts nx = facts_neg(x), q = facts_floordiv(&nx, y);
  return facts_neg(&q);
}

/* x >= 0. With y of unknown sign: floor(x / |y|) with y's sign, a function of floor(x / 2^k) and y. */
static Facts trunc_of_positive(const Facts *x, const Facts *y)
{
  if (is_positive(y))
    return floor_by_positive(x, y);
  if (is_negative(y)) {
    Facts ny = facts_neg(y), q = floor_by_positive(x, &ny);
    return facts_neg(&q);
  }
  Facts q = facts_floor_shift(x, twos(y));
  return facts_settle(facts_uniform(&q, y, mixed_quotient(x->range)));
}

/* Whether the divisor is plus or minus a power of two that divides every element: no rounding happens. */
static bool divides_exactly(const Facts *x, const Facts *y)
{
  Wide c;
  return facts_is_constant(y, &c) && (c == POW2(twos(y)) || c == -POW2(twos(y))) &&
         residue_zeros(facts_every(x)) >= twos(y);
}

Facts facts_truncdiv(const Facts *x, const Facts *y)
{
  if (is_positive(x))
    return trunc_of_positive(x, y);
  if (is_negative(x)) {
    Facts nx = facts_neg(x), q = trunc_of_positive(&nx, y);
    return facts_neg(&q);
  }
  if (divides_exactly(x, y))
    return facts_floordiv(x, y);
  return facts_settle(facts_uniform(x, y, mixed_quotient(x->range)));
}

/* |x rem y| < |y|, at most |x|, and x's sign. */
static Range rem_range(Range x, Range y)
{
  Wide most = (-y.min > y.max ? -y.min : y.max) - 1;
  if (most < 0)
    most = 0;
  return (Range){x.min >= 0      ? 0
                 : x.min > -most ? x.min
                                 : -most,
                 x.max <= 0     ? 0
                 : x.max < most ? x.max
                                : most};
}

Facts facts_rem(const Facts *x, const Facts *y)
{
  Facts q = facts_truncdiv(x, y), qy = facts_mul(&q, y), r = facts_sub(x, &qy);
  r.range = range_meet(rem_range(x->range, y->range), r.range);
  return facts_settle(r);
}
