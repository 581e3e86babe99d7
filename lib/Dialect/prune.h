/* Leaving out what nothing uses of an op with a scalar region (region.h): results, operands, and the ops of
 * the region that only they need.
 *
 *   %m, %i = tri.reduce %x, %k …, where %i has no use and %m depends on %x alone, becomes %m = tri.reduce %x
 * …
 */
#ifndef TRI_DIALECT_PRUNE_H
#define TRI_DIALECT_PRUNE_H

#include "Support/ir.h"
#include "Support/map.h"

/* What stays of an op. */
typedef struct {
  Map needed;    /* values of the region's block, arguments and results of ops */
  bool *operand; /* of each operand; the region's arguments i + k · operands stay with operand i */
  bool *result;  /* of each result */
} Kept;

/* What the used results need: of a reduce or scan (tied) results and operands that belong together, too. */
Kept prune_find(Arena *a, MlirOperation op, bool tied);

/* Replaces the op by one with what is kept. True where that is less than there was, and at least one result
 * and operand; else nothing happens. */
bool prune(MlirOperation op, MlirRewriterBase rw, bool tied);

#endif
