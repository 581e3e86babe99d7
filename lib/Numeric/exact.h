/* Exact: a number between the reading of operands and the one rounding at the end.
 *
 * A finite value is (-1)^negative · m · 2^e with a 128-bit integer m, so sums and products of two f64 hold
 * without loss or with a sticky last bit: a lost remainder sets bit 0 of m, which lies far below the rounding
 * position and says "a little more than this".
 *
 * Invariant: m is used where kind is FINITE only; m == 0 is a zero with its sign. */
#ifndef TRI_NUMERIC_EXACT_H
#define TRI_NUMERIC_EXACT_H

#include "Numeric/numeric.h"

typedef unsigned __int128 U128;
typedef enum { FINITE, INFINITE, NOT_A_NUMBER } ExactKind;
typedef struct {
  ExactKind kind;
  bool negative;
  int e;
  U128 m;
} Exact;

/* The value of a bit pattern.
 * post: exact_round(f, exact_of(f, a), any mode, false) == a unless a is NaN. */
Exact exact_of(TriFloat f, uint64_t bits);

/* x rounded once to f; as tri_float_encode. */
uint64_t exact_round(TriFloat f, Exact x, TriRounding mode, bool saturate);

/* Number of the bits of m up to its highest one; 0 for 0. */
static inline int bit_length(U128 m)
{
  uint64_t high = (uint64_t)(m >> 64), low = (uint64_t)m;
  return high ? 128 - __builtin_clzll(high) : low ? 64 - __builtin_clzll(low) : 0;
}

#endif
