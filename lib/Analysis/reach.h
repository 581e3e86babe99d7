/* Reach: which of a function's arguments a pointer may be computed from, and so which buffers it may point
 * into.
 *
 * A set is 64 bits, one per argument; arguments past the 63rd share the last. Sets flow from pointers to
 * pointers, through results, block arguments and yields, until nothing changes.
 *
 *   %p = tri.addptr %x, %i                    {x}, wherever %i comes from
 *   %q = arith.select %c, %p, %y              {x, y}
 *   %d = tri.make_desc %q shape [%n] : …      {x, y}: a descriptor is a pointer to what it describes
 *   %r = tri.load %table : !tri.ptr<f32>      everything: a pointer from memory may be any
 *
 * Sound, not exact. A pointer that comes from anywhere but pointers may be any argument, and so may what a
 * call reaches through a pointer to pointers, or at all in a module that makes pointers of integers. */
#ifndef TRI_ANALYSIS_REACH_H
#define TRI_ANALYSIS_REACH_H

#include "Support/arena.h"
#include "mlir-c/IR.h"

#include <stdint.h>

typedef struct Reach Reach;

/* Of every pointer in the function; in the arena. Speaks of the IR as it is now. */
Reach *reach_analyse(Arena *a, MlirOperation func);
/* Nothing for a value that is no pointer. */
uint64_t reach_of(const Reach *r, MlirValue v);
/* The bit of argument i. */
uint64_t reach_bit(size_t i);
/* What the op, or for a call its callee, may reach through its operands. */
uint64_t reach_of_pointers(const Reach *r, MlirOperation op);

#endif
