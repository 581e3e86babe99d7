/* What tri.reduce and tri.scan compute with, and the shared memory that their plans (Layout/fold.h) take. */
#ifndef TRI_ANALYSIS_FOLD_PLAN_H
#define TRI_ANALYSIS_FOLD_PLAN_H

#include "Layout/fold.h"
#include "mlir-c/IR.h"

/* ---- ops ---- */

/* Whether each value of the reduce or scan is combined on its own by an op for which any order will do. */
bool fold_commutes(MlirOperation op);
/* The type in which the elements of operand k are combined: f32 for sums and products of f16 and bf16, which
 * are rounded once, at the end; else their own. */
MlirType fold_type(MlirOperation op, intptr_t k);

/* ---- bytes ---- */

/* Where the values of operand k begin in the op's scratch, for exchanges of 2^places values; for k = operands
 * the end. */
int64_t fold_offset(MlirOperation op, intptr_t k, int places);
int64_t reduce_scratch_bytes(MlirOperation op);
int64_t scan_scratch_bytes(MlirOperation op);
/* Of the exchange of segment s: where it begins. */
int64_t scan_exchange_start(MlirOperation op, const TriScanPlan *p, int s);

#endif
