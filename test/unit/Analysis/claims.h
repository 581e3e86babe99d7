/* Checks what the axis analysis says of a value against the elements that the value has, by the definitions
 * in Analysis/axis.h, element by element. */
#ifndef TRI_TEST_ANALYSIS_CLAIMS_H
#define TRI_TEST_ANALYSIS_CLAIMS_H

#include "Analysis/axis.h"
#include "evaluate.h"

/* NULL where every claim holds; else a sentence that says which does not, in the arena. */
const char *false_claim(Arena *a, const AxisAnalysis *analysis, MlirValue v, const Elements *e);
/* The same for the widest vector along each axis of an access. */
const char *false_vector(Arena *a, const AxisAnalysis *analysis, MlirOperation load, const Elements *ptr,
                         const Elements *mask);

#endif
