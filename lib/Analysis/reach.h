/* Reach: which of a function's arguments a value may be computed from, and so which buffers a pointer may
 * point into.
 *
 * A set is 64 bits, one per argument; arguments past the 63rd share the last. Sets flow through results,
 * block arguments and yields until nothing changes.
 *
 *   %p = tri.addptr %x, %i                    {x, n} where %i is computed from %n
 *   %q = arith.select %c, %p, %y              {x, y, n}
 *   %r = tri.load %table : !tri.ptr<f32>      everything: a pointer from memory may be any
 *
 * Sound, not exact. */
#ifndef TRI_ANALYSIS_REACH_H
#define TRI_ANALYSIS_REACH_H

#include "Support/arena.h"
#include "mlir-c/IR.h"

#include <stdint.h>

typedef struct Reach Reach;

/* Of every value in the function; in the arena. Speaks of the IR as it is now. */
Reach *reach_analyse(Arena *a, MlirOperation func);
uint64_t reach_of(const Reach *r, MlirValue v);
/* The bit of argument i. */
uint64_t reach_bit(size_t i);
/* The pointers among the op's operands, together. */
uint64_t reach_of_pointers(const Reach *r, MlirOperation op);

#endif
