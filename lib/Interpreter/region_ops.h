/* tri.reduce and tri.scan: what region_ops.c, which runs any region, and fold_ops.c, which runs the common
 * ones, share.
 *
 * The operands are outer x extent x inner elements. An axis is walked in steps; step k is at row along_row(a,
 * k).
 *
 *   tri.reduce add of tensor<2x3x4xf32> axis 1:   outer 2, extent 3, inner 4 */
#ifndef TRI_INTERPRETER_REGION_OPS_H
#define TRI_INTERPRETER_REGION_OPS_H

#include "Interpreter/decode.h"
#include "tri-c/Ops.h"

typedef struct Fold Fold;

typedef struct {
  int64_t outer, extent, inner;
  bool is_scan, reverse;
  Slots left, right; /* of the region's arguments: what is combined so far, and the next element */
  Fold *folds;       /* one per operand; NULL where the region has to be run */
} Along;

static inline int64_t along_row(const Along *a, int64_t step)
{
  return a->reverse ? a->extent - 1 - step : step;
}

/* Sets folds, if the op's region, whose instructions begin with number `first`, is an elementwise op per
 * operand, which neither fails nor makes undefined elements. */
void find_folds(Decoder *d, MlirOperation op, Along *a, uint32_t first);
void run_folds(Exec *x, const Inst *i, const Along *a);

#endif
