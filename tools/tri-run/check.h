/* Comparing an output with what it should be.
 *
 * An element agrees where it is the same value: for integers the same number, for floats both NaN (of any
 * bits), or the same bits, or |got - want| <= atol + rtol·|want|. With both tolerances zero, the default, -0
 * and +0 differ; else they are equal. An infinity agrees with itself alone.
 *
 * The worst element is the one farthest from its expected value; one that is NaN or infinite on one side
 * alone is farther than any. */
#ifndef TRI_RUN_CHECK_H
#define TRI_RUN_CHECK_H

#include "array.h"

typedef struct {
  double rtol, atol;
} Tolerance;

typedef struct {
  int64_t count, differing;
  int64_t worst;   /* its number; -1 where none differs */
  double distance; /* |got - want| of it; infinite where one side is not finite */
  double relative; /* distance / |want|; infinite for want = 0 */
} Comparison;

/* Both arrays have one type and count. */
Comparison compare(const Array *got, const Array *want, Tolerance tolerance);

/* "3 of 98432 elements differ; the worst is [5, 3]: got 1.5, expected 1.25 (off by 0.25, 20 %)". */
const char *comparison_text(Arena *a, const Comparison *c, const Array *got, const Array *want);

#endif
