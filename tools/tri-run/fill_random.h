/* Random bit patterns of a type that reach the corners of arithmetic. */
#ifndef TRI_RUN_FILL_RANDOM_H
#define TRI_RUN_FILL_RANDOM_H

#include "rng.h"
#include "tri/tri.h"

/* The bits of a random element, every finite value of the type equally often. */
uint64_t random_finite(TriType type, RngBits r);

/* Floats, a quarter each: one of ±0, ±1, the least and the largest subnormal and normal numbers, infinities
 * and NaN (as far as the type has them); a subnormal; a tie of rounding: k + 1/2, or a significand that is
 * half way between two of a shorter format; any finite value.
 * Integers: one of 0, ±1, the ends of the range and their neighbours; a power of two and its neighbours; a
 * number of at most 5 bits; any value. */
uint64_t random_special(TriType type, RngBits r);

#endif
