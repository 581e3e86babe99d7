/* How tri.gather finds its elements.
 *
 *   by shuffles   where the elements along the axis that a warp may ask for lie in that warp: which lane has
 * the element, and in which register, is linear in the slot of the result and in the bits of the index by a
 * box      else, or where that is cheaper: the block, row by row, in shared memory
 *
 * Example: 32 x f32 over 32 lanes, an index each: lane = index, one shuffle. */
#ifndef TRI_ANALYSIS_GATHER_H
#define TRI_ANALYSIS_GATHER_H

#include "Layout/layout.h"
#include "mlir-c/IR.h"

#include <stdbool.h>

typedef struct {
  bool by_shuffle;
  TriLayout src, result;
  F2 of_slot, of_index; /* to the registers and lanes of src, which xor: from the slot of the result, from the
                           index */
  F2 registers;         /* a reduced basis of what threads and indices may add to the register */
} GatherPlan;

/* pre: src and result have layouts. */
GatherPlan gather_plan(MlirOperation op);

#endif
