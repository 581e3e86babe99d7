/* Facts: what is known of an integer block as a function of its index, and of arithmetic on such blocks.
 *
 * Write the index of an element in bits, the bits of all axes in one list. Clearing the set bits of an index
 * one by one leads from any element to the first, so that a block x is described by
 *
 *   first     x at index 0
 *   step[b]   x(i + bit b) - x(i), for every i with bit b clear
 *   range     the least and the greatest element
 *
 * where first and steps are residues: exact, or known in their low bits, or not at all. range counts 0, 1, 2,
 * …: steps {1, 2, 4, …}. A value that is the same in groups of 2^k has k steps {0}; one that rises by 1 in
 * groups of 2^k has k steps {1, 2, …, 2^(k-1)}; a row index times an unknown stride divisible by 16 has steps
 * that are multiples of 16, 32, 64, …. pid * 64 + range(64) / 4 % 8 needs nothing more: it is first = a
 * multiple of 64, steps {0, 0, 1, 2, 4, 0}.
 *
 * What an element means: the integer that its bits are as a two's complement number; range bounds that
 * integer. first and step are residues of the same integers, so that for i64, index and pointers (64 bits)
 * they hold modulo 2^64, and for narrower types as true differences: a step {1} of an i32 block is still {1}
 * after extsi. Arithmetic below is on unbounded integers; facts_wrap brings the result back into a type.
 *
 * Why a wrap does not lose everything. Say x is known to be carry-free at 2^k: first modulo 2^k is known,
 * every step modulo 2^k is known, and no sum of them leaves [0, 2^k). Then x(i) = B(i) + l(i) where B(i) is a
 * multiple of 2^k and l(i) in [0, 2^k) is the sum of what the set bits of i add. A step that is l alone
 * leaves B as it is, and the bounds of every type of more than k bits are multiples of 2^k: both elements lie
 * between the same two multiples, so they wrap together or not at all, and the step stays exact. The same
 * argument says that a division by 2^k gives both the same quotient, and that a comparison with a multiple of
 * 2^k has the same outcome for both.
 *
 * Extents that are no powers of two: an axis of extent e has ceil(log2 e) bits, and a step speaks of the i
 * for which both elements exist; clearing bits never leaves the block, so the laws hold as they stand.
 *
 * Undefined elements (docs/semantics.md), by overflow<nsw> or shifts that are too wide, satisfy every claim,
 * but an index may be reached through them. So first and steps hold for some choice of values for them,
 * modulo 2^64 (the sum before it overflowed, say), while range is that of the others; where `partial` is set,
 * nothing is therefore concluded from both together. A scalar needs no such care: there all else is undefined
 * with it.
 *
 * Invariant: 0 <= n <= FACTS_MAX_STEPS; range.min <= range.max; both within ±2^126. */
#ifndef TRI_ANALYSIS_FACTS_H
#define TRI_ANALYSIS_FACTS_H

#include "Analysis/residue.h"

/* Wider than any sum, product or unsigned reading of elements that is needed. */
typedef __int128 Wide;

typedef struct {
  Wide min, max;
} Range;

/* Extents multiply to less than 2^31 and there are at most 8 of them: at most 31 + 8 bits. */
enum { FACTS_MAX_STEPS = 40 };

typedef struct {
  int n;        /* index bits; 0 for a scalar */
  bool partial; /* some elements may be undefined while others are not */
  Residue first, step[FACTS_MAX_STEPS];
  Range range;
} Facts;

/* ---- ranges ---- */

Range range_signed(int width);         /* [-2^(width-1), 2^(width-1) - 1]; width 1 to 64 */
Range range_unsigned(int width);       /* [0, 2^width - 1] */
unsigned __int128 range_span(Range r); /* max - min */
/* What both allow; b where they exclude each other, which only dead code reaches. */
Range range_meet(Range a, Range b);
Range range_hull(Range a, Range b);
/* Bounds of the product and of the quotient rounded down; the divisor's range is above 0. */
Range range_mul(Range a, Range b);
Range range_floordiv(Range a, Range divisor);

/* ---- making ---- */

/* Nothing is known but the range. */
Facts facts_unknown(int n, Range range);
/* The same, of a function of corresponding elements of x and y. */
Facts facts_derived(const Facts *x, const Facts *y, Range range);
/* Every element is `value`. */
Facts facts_constant(int n, Wide value);
/* A scalar's facts for a block of that value with n bits. */
Facts facts_splat(Facts scalar, int n);
/* What a function of corresponding elements of x and y has: equal elements where both have equal elements. */
Facts facts_uniform(const Facts *x, const Facts *y, Range range);
/* The same for a function whose low k bits depend on the low k bits of x and y alone, for every k. */
Facts facts_low_bits(const Facts *x, const Facts *y, Residue first, Range range);

/* ---- asking ---- */

/* What holds for every element. */
Residue facts_every(const Facts *x);
/* What holds for every element whose index has bits [from, to) clear. */
Residue facts_every_clear(const Facts *x, int from, int to);
/* True iff all elements are one known integer. */
bool facts_is_constant(const Facts *x, Wide *value);
/* What a step adds modulo 2^k, as the integer in (-2^k, 2^k) that has the step's own sign; k <= step.bits. */
Wide facts_low_part(Residue step, int k);
/* True iff x is carry-free at 2^k (above); 0 <= k <= 63. */
bool facts_carry_free(const Facts *x, int k);
/* The greatest number up to k for which it is. */
int facts_greatest_carry_free(const Facts *x, int k);
/* True iff the step, modulo 2^bits, is its low part modulo 2^k alone. */
bool facts_stays_low(Residue step, int bits, int k);

/* ---- combining ---- */

/* What holds for both: paths that meet. */
Facts facts_join(const Facts *x, const Facts *y);
/* Each part as sharp as the others allow: exact where the range leaves one candidate, the range where all is
 * exact. */
Facts facts_settle(Facts x);

/* x where elements outside the range are undefined; the range where all are is dead code. */
Facts facts_within(const Facts *x, Range range);

typedef enum { MAY_WRAP, CANNOT_WRAP } Overflow;
/* The integer x reduced into the type of `width` bits, signed. CANNOT_WRAP: elements outside are undefined.
 */
Facts facts_wrap(const Facts *x, int width, Overflow overflow);
/* The elements of a type of `width` bits read as unsigned numbers. */
Facts facts_unsigned(const Facts *x, int width);

/* ---- arithmetic on integers, no wrap ---- */

Facts facts_add(const Facts *x, const Facts *y);
Facts facts_sub(const Facts *x, const Facts *y);
Facts facts_neg(const Facts *x);
Facts facts_mul(const Facts *x, const Facts *y);
Facts facts_add_constant(const Facts *x, Wide c);
Facts facts_mul_constant(const Facts *x, Wide c);
Facts facts_power_of_two(const Facts *exponent); /* 2^exponent, exponent's elements in [0, 63] */

/* The quotient rounded down, up, to zero; the remainder of the last. A zero divisor is a fault of the
 * program. */
Facts facts_floor_shift(const Facts *x, int k); /* floor(x / 2^k), 0 <= k <= 63 */
Facts facts_floordiv(const Facts *x, const Facts *y);
Facts facts_ceildiv(const Facts *x, const Facts *y);
Facts facts_truncdiv(const Facts *x, const Facts *y);
Facts facts_rem(const Facts *x, const Facts *y);

/* ---- bits of two's complement numbers ---- */

Facts facts_and(const Facts *x, const Facts *y);
Facts facts_or(const Facts *x, const Facts *y);
Facts facts_xor(const Facts *x, const Facts *y);

/* ---- order; i1 is 0 or -1 ---- */

typedef enum { FACTS_EQ, FACTS_NE, FACTS_LT, FACTS_LE } Comparison;
Facts facts_compare(Comparison c, const Facts *x, const Facts *y);
Facts facts_select(const Facts *condition, const Facts *x, const Facts *y);
Facts facts_min(const Facts *x, const Facts *y);
Facts facts_max(const Facts *x, const Facts *y);

#endif
