/* Which of a function's pointer arguments its memory operations may read and write through.
 *
 *   %v = tri.load %p       read:    what %p may be computed from (reach.h)
 *   tri.store %v to %q     written: the same of %q; a call that stores, itself or further down, writes
 * whatever its pointers reach, one that loads reads it tri.desc_reduce add …  read and written: what the
 * descriptor's base may be computed from tri.atomic_rmw … at %p read and written: what %p may be computed
 * from tri.inline_ptx …       read and written: everything, unless it is pure; tri.extern_call likewise
 *
 * Sound: a bit that is missing is certain. */
#ifndef TRI_ANALYSIS_ACCESS_H
#define TRI_ANALYSIS_ACCESS_H

#include "Analysis/reach.h"

#include <stdbool.h>

/* An op's access to memory: through a pointer, a block of pointers or a descriptor. */
typedef struct {
  MlirValue through; /* null: through anything */
  bool reads, writes;
  bool meet;   /* elements may meet at one address, and all of them take effect */
  bool orders; /* it releases or acquires: all other accesses are ordered with it */
} MemoryAccess;

/* False where the op is no access of its own; a call is none. */
bool memory_access_of(MlirOperation op, MemoryAccess *m);
/* The arguments that the access may reach. */
uint64_t reach_of_access(const Reach *r, MemoryAccess m);

/* Sets of arguments, as reach_bit has them. */
typedef struct {
  uint64_t read, written;
} Accesses;

Accesses accesses_of(MlirOperation func);

#endif
