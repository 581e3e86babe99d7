/* What the dialect's C functions get and give, beyond MLIR's handles. */
#ifndef TRI_DIALECT_FOLD_H
#define TRI_DIALECT_FOLD_H

#include "mlir-c/IR.h"

/* A folder's answer: an existing value, or a constant, or (both null) nothing. */
typedef struct {
  MlirValue value;
  MlirAttribute attr;
} Folded;

/* What result types are inferred from. attrs is a dictionary of the op's inherent attributes, or null. */
typedef struct {
  MlirContext context;
  MlirLocation loc;
  const MlirValue *operands;
  intptr_t n_operands;
  MlirAttribute attrs;
} Inference;

#endif
