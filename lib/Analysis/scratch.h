/* Scratch: the shared memory that an op needs while it runs.
 *
 *   %s = tri.reduce add %x axis 0       128 bytes: a number of each warp
 *
 * An op asks for bytes; tri-allocate-shared gives each op its place, tri-insert-barriers keeps ops whose
 * places overlap apart, and the op's lowering, at scratch_address (lib/Conversion/lower_scratch.h), does the
 * rest.
 *
 * Contract of an op with scratch:
 *   - it may write at once: nobody reads any more what was there
 *   - it writes, passes a barrier of its own that all threads reach, and reads; as often as it needs to, with
 *     a barrier between reads and the next writes
 *   - it ends with reads: others may still read when this thread goes on
 *   - so memory accesses before it are ordered with those after it
 * With in_warp the barriers are those of a warp (bar.warp.sync) and nothing is ordered for others. Each warp
 * uses its part of the bytes, part w of as many equal ones as there are warps, and passes a barrier of the
 * warp before it writes; so ops of this kind with the same bytes need not be kept apart.
 *
 * How much an op needs follows from its types and attributes alone, so that the passes and the lowering,
 * which ask at different times, get the same answer. */
#ifndef TRI_ANALYSIS_SCRATCH_H
#define TRI_ANALYSIS_SCRATCH_H

#include "Layout/layout.h"
#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  int64_t bytes; /* of the CTA; 0: none */
  bool in_warp;
} Scratch;

Scratch scratch_of(MlirOperation op);

/* Whether two ops that both need scratch may have the same place without meeting in between. */
bool scratch_is_by_warps(Scratch a, Scratch b);

/* For elements of type t (a block or one) from layout `from` to `to`, by moved_parts (Conversion/lower.h). */
Scratch scratch_of_move(MlirType t, TriLayout from, TriLayout to);

/* Places are multiples of this many bytes: the lines of all banks. */
enum { SCRATCH_ALIGN = 128 };

/* The attribute that says an op's place, in bytes from the start of dynamic shared memory: i32. */
extern const char scratch_attribute[];
/* The place; -1 where tri-allocate-shared has not run. */
int64_t scratch_place(MlirOperation op);
/* Whether the op has one; else false, after an error. */
bool has_scratch_place(MlirOperation op);

#endif
