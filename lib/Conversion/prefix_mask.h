/* Masks that end: true up to some element, false from there on.
 *
 *   arith.cmpi slt, (pid * 1024 + range), (splat %n)
 *
 * Of a vector under such a mask the last bit says whether all are set. */
#ifndef TRI_CONVERSION_PREFIX_MASK_H
#define TRI_CONVERSION_PREFIX_MASK_H

#include "Analysis/axis.h"
#include "mlir-c/IR.h"

/* True only if within every aligned group of n elements along the axis no true element follows a false one.
 */
bool is_prefix_mask(const AxisAnalysis *axis, MlirValue mask, int along, int n);

#endif
