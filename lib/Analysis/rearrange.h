/* Rearrangements: ops whose result has elements of their operands under other coordinates.
 *
 *   %y = tri.transpose %x order [1, 0] : tensor<8x4xf32, #l>
 *
 * In the layout that follows from the operand's (Layout/layout.h, shape operations) no element changes its
 * place: the registers of %x, as they are, are a block of layout tri_layout_transpose(#l). From there to the
 * layout that the result is given is a conversion. tri.split goes the other way: its operand is converted to
 * the layout in which two neighbouring registers hold both halves.
 *
 * A scalar is a block of rank 0 that every thread holds. */
#ifndef TRI_ANALYSIS_REARRANGE_H
#define TRI_ANALYSIS_REARRANGE_H

#include "Layout/layout.h"
#include "mlir-c/IR.h"

#include <stdbool.h>

/* The conversion that an op contains, on blocks of its operand's elements: from the layout of what the
 * operands' registers, as the shape operation arranges them, are a block of, to that of the result.
 *
 * Of tri.split it goes to the layout of the results, joined. Of tri.broadcast it stays in the shape of the
 * operand: to the elements of the operand that the result is made of. */
typedef struct {
  TriLayout from, to;
} Rearrangement;

/* False where op is another op, or a block of it has no layout. */
bool rearrangement_of(MlirOperation op, Rearrangement *r);

#endif
