/* Which of a function's pointer arguments its memory operations may read and write through.
 *
 *   %v = tri.load %p       read:    what %p may be computed from (reach.h)
 *   tri.store %v to %q     written: the same of %q; a call reads and writes whatever its pointers reach
 *
 * Sound: a bit that is missing is certain. */
#ifndef TRI_ANALYSIS_ACCESS_H
#define TRI_ANALYSIS_ACCESS_H

#include "Analysis/reach.h"

/* Sets of arguments, as reach_bit has them. */
typedef struct {
  uint64_t read, written;
} Accesses;

Accesses accesses_of(MlirOperation func);

#endif
