/* Comparisons, and what chooses between two values.
 *
 * Masks are constant in groups because a comparison with a multiple of 2^k looks at floor(x / 2^k) alone:
 *
 *   x < y   <=>   floor(x / 2^k) <  floor(y / 2^k)    where 2^k divides every y, or every x is -1 modulo 2^k
 *   x <= y  <=>   floor(x / 2^k) <= floor(y / 2^k)    where 2^k divides every x, or every y is -1 modulo 2^k
 *
 * Each such k is a proof for the steps that floor makes zero on both sides; the proofs add up. */
#include "Analysis/facts.h"

static int greatest(int a, int b) { return a > b ? a : b; }
static int least(int a, int b) { return a < b ? a : b; }

static const Range boolean = {-1, 0};

/* The largest k for which the law of c above holds. */
static int comparable_bits(Comparison c, const Facts *x, const Facts *y)
{
  Residue ex = facts_every(x), ey = facts_every(y);
  int k = 0;
  if (c == FACTS_LT)
    k = greatest(residue_zeros(ey), residue_ones(ex));
  if (c == FACTS_LE)
    k = greatest(residue_zeros(ex), residue_ones(ey));
  return least(k, 63);
}

static void add_equal_groups(Facts *mask, const Facts *x, const Facts *y, int k)
{
  Facts fx = facts_floor_shift(x, k), fy = facts_floor_shift(y, k);
  Facts equal = facts_uniform(&fx, &fy, boolean);
  for (int b = 0; b < mask->n; b++)
    if (residue_is(equal.step[b], 0))
      mask->step[b] = residue_exact(0);
}

/* -1 true, 0 false, 1 not known. */
static int decide_equal(const Facts *x, const Facts *y)
{
  Residue ex = facts_every(x), ey = facts_every(y);
  int bits = least(ex.bits, ey.bits);
  bool apart = x->range.max < y->range.min || y->range.max < x->range.min;
  if (apart || ((ex.low ^ ey.low) & low_mask(bits)))
    return 0;
  Wide a, b;
  return facts_is_constant(x, &a) && facts_is_constant(y, &b) && a == b ? -1 : 1;
}

static int decide(Comparison c, const Facts *x, const Facts *y)
{
  switch (c) {
  case FACTS_EQ:
    return decide_equal(x, y);
  case FACTS_NE: {
    int equal = decide_equal(x, y);
    return equal == 1 ? 1 : -1 - equal;
  }
  case FACTS_LT:
    return x->range.max < y->range.min ? -1 : x->range.min >= y->range.max ? 0 : 1;
  case FACTS_LE:
    return x->range.max <= y->range.min ? -1 : x->range.min > y->range.max ? 0 : 1;
  }
  return 1;
}

Facts facts_compare(Comparison c, const Facts *x, const Facts *y)
{
  int known = decide(c, x, y);
  if (known != 1)
    return facts_constant(x->n, known);
  Facts mask = facts_uniform(x, y, boolean);
  for (int k = 1, n = comparable_bits(c, x, y); k <= n; k++)
    add_equal_groups(&mask, x, y, k);
  return mask;
}

/* Each element is x's or y's, and which one may change with every step that is not zero in `choice`. Where it
 * does, y(i + bit) - x(i) is y's step and y(i) - x(i): what divides all y - x keeps the steps, modulo that.
 */
static Facts either(const Facts *x, const Facts *y, const Facts *choice, Range range)
{
  Facts f = facts_join(x, y), apart = facts_sub(x, y);
  int alike = residue_zeros(facts_every(&apart));
  for (int b = 0; b < f.n; b++)
    if (!residue_is(choice->step[b], 0))
      f.step[b] = residue_cut(f.step[b], alike);
  f.range = range;
  f.partial |= choice->partial;
  return facts_settle(f);
}

Facts facts_select(const Facts *condition, const Facts *x, const Facts *y)
{
  Wide c;
  if (facts_is_constant(condition, &c))
    return c ? *x : *y;
  return either(x, y, condition, range_hull(x->range, y->range));
}

Facts facts_min(const Facts *x, const Facts *y)
{
  if (x->range.max <= y->range.min)
    return *x;
  if (y->range.max <= x->range.min)
    return *y;
  Range r = {x->range.min < y->range.min ? x->range.min : y->range.min,
             x->range.max < y->range.max ? x->range.max : y->range.max};
  Facts unchanged = facts_uniform(x, y, boolean);
  return either(x, y, &unchanged, r);
}

Facts facts_max(const Facts *x, const Facts *y)
{
  Facts nx = facts_neg(x), ny = facts_neg(y), f = facts_min(&nx, &ny);
  return facts_neg(&f);
}
