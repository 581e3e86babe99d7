/* Residue: what is known of a 64-bit integer when its low bits are known.
 *
 *   {low, bits}   the integer is low modulo 2^bits;   0 <= bits <= 64, low < 2^bits
 *   {0, 0}        nothing is known                    {0, 4}     a multiple of 16
 *   {3, 2}        3 modulo 4                          {7, 64}    7
 *
 * One number thus says constants and divisibility, and arithmetic modulo 2^64 is exact on it: no case for
 * wrap. The order "says less" has no chain longer than 65, so that fixpoints end. (Granger, Static analysis
 * of arithmetical congruences, 1989, for the moduli that are powers of two.)
 *
 * Invariant: low has no bit at or above bits. */
#ifndef TRI_ANALYSIS_RESIDUE_H
#define TRI_ANALYSIS_RESIDUE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t low;
  int bits;
} Residue;

/* The n lowest bits set; 0 <= n <= 64. */
static inline uint64_t low_mask(int n) { return n >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1; }

static inline Residue residue(uint64_t low, int bits) { return (Residue){low & low_mask(bits), bits}; }
static inline Residue residue_exact(uint64_t value) { return (Residue){value, 64}; }
static inline Residue residue_unknown(void) { return (Residue){0, 0}; }
/* A multiple of 2^k; zero itself from k = 64 on. */
static inline Residue residue_multiple(int k) { return (Residue){0, k < 64 ? k : 64}; }

static inline bool residue_is_exact(Residue r) { return r.bits == 64; }
static inline bool residue_is(Residue r, uint64_t value) { return r.bits == 64 && r.low == value; }
static inline bool residue_same(Residue a, Residue b) { return a.low == b.low && a.bits == b.bits; }

/* How many low bits are known to be zero: 64 for zero, else 2^result is the largest power of two that is
 * known to divide the integer. */
static inline int residue_zeros(Residue r) { return r.low ? __builtin_ctzll(r.low) : r.bits; }
/* How many low bits are known to be one. */
int residue_ones(Residue r);
/* The known integer of least absolute value: low, or low - 2^bits where the highest known bit is set. */
int64_t residue_nearest(Residue r);

/* What is left when only the lowest `bits` bits are kept. */
Residue residue_cut(Residue r, int bits);

/* post: a holds for x and b for y => the result holds for x + y, x - y, -x, x * y modulo 2^64 */
Residue residue_add(Residue a, Residue b);
Residue residue_sub(Residue a, Residue b);
Residue residue_neg(Residue a);
Residue residue_mul(Residue a, Residue b);
/* post: holds for every integer for which a or b holds; nothing stronger does. */
Residue residue_join(Residue a, Residue b);

#endif
