/* Random functions of integers, pointers and blocks of these, as text: arithmetic of i1 to i64 with extreme
 * constants, so that numbers wrap, shapes, masks, accesses, loops and branches. */
#ifndef TRI_TEST_ANALYSIS_GENERATE_H
#define TRI_TEST_ANALYSIS_GENERATE_H

#include "evaluate.h"

/* The text of a function @f, in the arena. The same random state gives the same text. */
const char *generate_function(Arena *a, Random *r);

/* Random elements for an argument of the type, multiples of divisibility. */
Elements generate_argument(Arena *a, Random *r, MlirType t, int64_t divisibility);

#endif
