/* Making, asking, joining and wrapping facts; sums and products. */
#include "Analysis/facts.h"

#include <assert.h>

#define WIDE(x) ((Wide)(x))
#define POW2(k) (WIDE(1) << (k))

/* Products of 64-bit integers reach 2^126 and are kept exactly. Bounds beyond come from bounds that no
 * element reaches, as in x - (x / y) * y. */
static const Wide far_away = WIDE(1) << 126;

static Wide least(Wide a, Wide b) { return a < b ? a : b; }
static Wide greatest(Wide a, Wide b) { return a > b ? a : b; }
static Wide clamped(Wide x) { return greatest(-far_away, least(x, far_away)); }

/* ---- ranges ---- */

Range range_signed(int width) { return (Range){-POW2(width - 1), POW2(width - 1) - 1}; }
Range range_unsigned(int width) { return (Range){0, POW2(width) - 1}; }

Range range_meet(Range a, Range b)
{
  Range r = {greatest(a.min, b.min), least(a.max, b.max)};
  return r.min <= r.max ? r : b;
}

unsigned __int128 range_span(Range r) { return (unsigned __int128)r.max - (unsigned __int128)r.min; }

Range range_hull(Range a, Range b) { return (Range){least(a.min, b.min), greatest(a.max, b.max)}; }

static Wide product(Wide a, Wide b)
{
  Wide p;
  if (__builtin_mul_overflow(a, b, &p))
    return (a < 0) == (b < 0) ? far_away : -far_away;
  return clamped(p);
}

static Wide total(Wide a, Wide b)
{
  Wide s;
  if (__builtin_add_overflow(a, b, &s))
    return a < 0 ? -far_away : far_away;
  return clamped(s);
}

Range range_mul(Range a, Range b)
{
  Wide p = product(a.min, b.min), q = product(a.min, b.max), r = product(a.max, b.min),
       s = product(a.max, b.max);
  return (Range){least(least(p, q), least(r, s)), greatest(greatest(p, q), greatest(r, s))};
}

/* ---- making ---- */

Facts facts_unknown(int n, Range range)
{
  assert(n <= FACTS_MAX_STEPS);
  return (Facts){.n = n, .range = range};
}

Facts facts_derived(const Facts *x, const Facts *y, Range range)
{
  assert(x->n == y->n);
  Facts f = facts_unknown(x->n, range);
  f.partial = x->partial || y->partial;
  return f;
}

Facts facts_constant(int n, Wide value)
{
  Facts f = facts_unknown(n, (Range){value, value});
  f.first = residue_exact((uint64_t)value);
  for (int b = 0; b < n; b++)
    f.step[b] = residue_exact(0);
  return f;
}

Facts facts_splat(Facts scalar, int n)
{
  assert(scalar.n == 0);
  scalar.n = n;
  for (int b = 0; b < n; b++)
    scalar.step[b] = residue_exact(0);
  return scalar;
}

Facts facts_uniform(const Facts *x, const Facts *y, Range range)
{
  Facts f = facts_derived(x, y, range);
  for (int b = 0; b < x->n; b++)
    if (residue_is(x->step[b], 0) && residue_is(y->step[b], 0))
      f.step[b] = residue_exact(0);
  return f;
}

Facts facts_low_bits(const Facts *x, const Facts *y, Residue first, Range range)
{
  Facts f = facts_derived(x, y, range);
  f.first = first;
  for (int b = 0; b < x->n; b++) {
    int zx = residue_zeros(x->step[b]), zy = residue_zeros(y->step[b]);
    f.step[b] = residue_multiple(zx < zy ? zx : zy);
  }
  return f;
}

/* ---- asking ---- */

Residue facts_every_clear(const Facts *x, int from, int to)
{
  Residue r = x->first;
  for (int b = 0; b < x->n; b++)
    if (b < from || b >= to)
      r = residue_cut(r, residue_zeros(x->step[b]));
  return r;
}

Residue facts_every(const Facts *x) { return facts_every_clear(x, 0, 0); }

/* The least integer at or above `from` of which r holds. */
static Wide at_or_above(Residue r, Wide from)
{
  return from + WIDE((r.low - (uint64_t)from) & low_mask(r.bits));
}

/* The first element, where it is known as an integer. */
static bool first_value(const Facts *x, Wide *value)
{
  if (!residue_is_exact(x->first) || range_span(x->range) >> 64)
    return false;
  *value = at_or_above(x->first, x->range.min);
  return *value <= x->range.max;
}

bool facts_is_constant(const Facts *x, Wide *value)
{
  for (int b = 0; b < x->n; b++)
    if (!residue_is(x->step[b], 0))
      return false;
  return first_value(x, value);
}

Wide facts_low_part(Residue step, int k)
{
  Wide low = WIDE(step.low & low_mask(k));
  return low && step.bits > k && residue_nearest(step) < 0 ? low - POW2(k) : low;
}

bool facts_carry_free(const Facts *x, int k)
{
  if (x->first.bits < k)
    return false;
  Wide min = WIDE(x->first.low & low_mask(k)), max = min;
  for (int b = 0; b < x->n; b++) {
    Wide low = facts_low_part(x->step[b], k);
    if (x->step[b].bits < k)
      return false;
    min += low < 0 ? low : 0;
    max += low < 0 ? 0 : low;
  }
  return min >= 0 && max < POW2(k);
}

int facts_greatest_carry_free(const Facts *x, int k)
{
  while (k > 0 && !facts_carry_free(x, k))
    k--;
  return k;
}

bool facts_stays_low(Residue step, int bits, int k)
{
  return step.bits >= bits && ((step.low ^ (uint64_t)facts_low_part(step, k)) & low_mask(bits)) == 0;
}

/* ---- sharpening ---- */

/* Whether a residue known to `bits` bits leaves one candidate for the difference of two elements. */
static bool leaves_one_step(Range r, int bits) { return bits > 0 && !(range_span(r) >> (bits - 1)); }

static void settle_steps(Facts *x)
{
  for (int b = 0; b < x->n; b++)
    if (leaves_one_step(x->range, x->step[b].bits))
      x->step[b] = residue_exact((uint64_t)residue_nearest(x->step[b]));
}

static void settle_first(Facts *x)
{
  Wide v = at_or_above(x->first, x->range.min);
  if (x->first.bits < 64 && v <= x->range.max && v + POW2(x->first.bits) > x->range.max)
    x->first = residue_exact((uint64_t)v);
}

/* Where all steps are exact, the extremes are reached by taking the negative or the positive ones. */
static void settle_range_by_steps(Facts *x)
{
  Wide min, max;
  if (!leaves_one_step(x->range, 64) || !first_value(x, &min))
    return;
  max = min;
  for (int b = 0; b < x->n; b++) {
    if (!residue_is_exact(x->step[b]))
      return;
    Wide d = WIDE((int64_t)x->step[b].low);
    min += d < 0 ? d : 0;
    max += d < 0 ? 0 : d;
  }
  x->range = range_meet((Range){min, max}, x->range);
}

/* The bounds are elements, so what every element is holds for them. */
static void settle_range_by_every(Facts *x)
{
  Residue every = facts_every(x);
  Wide min = at_or_above(every, x->range.min);
  Wide max = x->range.max - WIDE(((uint64_t)x->range.max - every.low) & low_mask(every.bits));
  x->range = range_meet((Range){min, max}, x->range);
}

Facts facts_settle(Facts x)
{
  settle_range_by_every(&x);
  if (x.partial)
    return x;
  settle_steps(&x);
  settle_first(&x);
  settle_range_by_steps(&x);
  return x;
}

Facts facts_join(const Facts *x, const Facts *y)
{
  Facts f = facts_derived(x, y, range_hull(x->range, y->range));
  f.first = residue_join(x->first, y->first);
  for (int b = 0; b < x->n; b++)
    f.step[b] = residue_join(x->step[b], y->step[b]);
  return f;
}

/* ---- wrapping ---- */

Facts facts_within(const Facts *x, Range range)
{
  Facts f = *x;
  f.range = range_meet(x->range, range);
  f.partial |= x->n > 0 && (x->range.min < range.min || x->range.max > range.max);
  return facts_settle(f);
}

/* Elements modulo 2^width in the type's range t, whose bounds are multiples of 2^aligned. */
static Facts reduced(const Facts *x, int width, Range t, int aligned)
{
  Facts f = facts_derived(x, x, t);
  int k = facts_greatest_carry_free(x, aligned < 63 ? aligned : 63);
  f.first = residue_cut(x->first, width);
  for (int b = 0; b < x->n; b++) {
    Residue step = residue_cut(x->step[b], width);
    f.step[b] =
        facts_stays_low(x->step[b], width, k) ? residue_exact((uint64_t)facts_low_part(x->step[b], k)) : step;
  }
  return facts_settle(f);
}

/* x where its range lies between two neighbouring bounds of a type: all elements wrap by the same multiple.
 */
static bool shift_into(Facts *x, int width, Range t)
{
  Wide turns = (x->range.min - t.min) >> width;
  if (turns != (x->range.max - t.min) >> width)
    return false;
  *x = facts_add_constant(x, -(turns * POW2(width)));
  return true;
}

Facts facts_wrap(const Facts *x, int width, Overflow overflow)
{
  Range t = range_signed(width);
  Facts f = *x;
  if (overflow == CANNOT_WRAP)
    return facts_within(x, t);
  return shift_into(&f, width, t) ? f : reduced(x, width, t, width - 1);
}

Facts facts_unsigned(const Facts *x, int width)
{
  Facts f = *x;
  return shift_into(&f, width, range_unsigned(width)) ? f : reduced(x, width, range_unsigned(width), width);
}

/* ---- sums and products ---- */

static Facts sum(const Facts *x, const Facts *y, Residue (*combine)(Residue, Residue), Range range)
{
  Facts f = facts_derived(x, y, range);
  f.first = combine(x->first, y->first);
  for (int b = 0; b < x->n; b++)
    f.step[b] = combine(x->step[b], y->step[b]);
  return facts_settle(f);
}

Facts facts_add(const Facts *x, const Facts *y)
{
  Range r = {total(x->range.min, y->range.min), total(x->range.max, y->range.max)};
  return sum(x, y, residue_add, r);
}

Facts facts_sub(const Facts *x, const Facts *y)
{
  Range r = {total(x->range.min, -y->range.max), total(x->range.max, -y->range.min)};
  return sum(x, y, residue_sub, r);
}

Facts facts_neg(const Facts *x)
{
  Facts zero = facts_constant(x->n, 0);
  return facts_sub(&zero, x);
}

Facts facts_add_constant(const Facts *x, Wide c)
{
  Facts y = facts_constant(x->n, c);
  return facts_add(x, &y);
}

/* (x + d)(y + e) - x y = x e + y d + d e, where x and y are elements whose index has the bit clear. */
Facts facts_mul(const Facts *x, const Facts *y)
{
  Facts f = facts_derived(x, y, range_mul(x->range, y->range));
  f.first = residue_mul(x->first, y->first);
  for (int b = 0; b < x->n; b++) {
    Residue d = x->step[b], e = y->step[b];
    Residue xe = residue_mul(facts_every_clear(x, b, b + 1), e);
    Residue yd = residue_mul(facts_every_clear(y, b, b + 1), d);
    f.step[b] = residue_add(residue_add(xe, yd), residue_mul(d, e));
  }
  return facts_settle(f);
}

Facts facts_mul_constant(const Facts *x, Wide c)
{
  Facts y = facts_constant(x->n, c);
  return facts_mul(x, &y);
}

Facts facts_power_of_two(const Facts *exponent)
{
  Wide v;
  if (facts_is_constant(exponent, &v))
    return facts_constant(exponent->n, POW2(v));
  Range r = exponent->range;
  Facts f = facts_uniform(exponent, exponent, (Range){POW2(r.min), POW2(r.max)});
  f.first = residue_multiple((int)r.min);
  for (int b = 0; b < f.n; b++)
    if (!residue_is_exact(f.step[b]))
      f.step[b] = residue_multiple((int)r.min);
  return facts_settle(f);
}
