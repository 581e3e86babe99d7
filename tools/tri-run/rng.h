/* Random numbers by index: element i of argument x is a function of (seed, "x", i) and of nothing else.
 *
 * The generator is Philox4x32-10 (Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3, SC 2011): a
 * counter encrypted under a key. The key is the seed mixed with the argument's name, the counter the index.
 * Everything that is built on it uses only + - * / and sqrt of doubles, which IEEE 754 defines to the bit, so
 * that a seed means the same numbers on every machine, with any number of threads, in any order. */
#ifndef TRI_RUN_RNG_H
#define TRI_RUN_RNG_H

#include <stdint.h>

typedef struct {
  uint32_t word[4];
} Philox;
Philox philox4x32(Philox counter, uint32_t key0, uint32_t key1);

typedef struct {
  uint64_t key;
} Rng;
Rng rng_of(uint64_t seed, const char *name);

/* 128 random bits of the element. */
typedef struct {
  uint64_t a, b;
} RngBits;
RngBits rng_at(Rng r, uint64_t index);

/* [0, 1), a multiple of 2^-53. */
double rng_uniform(uint64_t bits);
/* An integer in [least, least + count), count 0 standing for 2^64; without bias worth the name (2^-64). */
int64_t rng_integer(uint64_t bits, int64_t least, uint64_t count);
/* A number of the standard normal distribution: the inverse of its distribution function. */
double rng_normal(uint64_t bits);
/* The p-quantile of the standard normal distribution, 0 < p < 1, to about 1e-15 relative
 * (Wichura, Algorithm AS 241, 1988). */
double normal_quantile(double p);

#endif
