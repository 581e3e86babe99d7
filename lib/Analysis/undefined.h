/* Undefined: which blocks may have an element that is undefined beside one that is not (docs/semantics.md,
 * Undefined values).
 *
 *   %j = arith.subi %i, %one overflow<nuw>       undefined where %i is 0, and there alone
 *   %k = arith.addi %j, %j                       as %j
 *   %v = tri.load %p where %m else %k            as %k: memory holds no undefined elements
 *   %s = tri.splat %x                            no: all or none
 *
 * What an analysis claims of neighbours holds of elements that are defined. Who computes an element out of
 * its neighbour by such a claim must know the neighbour to be defined where the element is.
 *
 * Sound, not exact: through a loop or branch, what one operand has all results may have. */
#ifndef TRI_ANALYSIS_UNDEFINED_H
#define TRI_ANALYSIS_UNDEFINED_H

#include "Support/arena.h"
#include "mlir-c/IR.h"

#include <stdbool.h>

typedef struct Undefined Undefined;

/* Of every block in the function; in the arena. Speaks of the IR as it is now. */
Undefined *undefined_analyse(Arena *a, MlirOperation func);
/* False for a scalar. */
bool may_be_partly_undefined(const Undefined *u, MlirValue v);

#endif
