/* What the verifiers of ops that access memory share. */
#ifndef TRI_DIALECT_MEMORY_H
#define TRI_DIALECT_MEMORY_H

#include "mlir-c/IR.h"

#include <stdbool.h>

/* ptr points to what has value's type, element by element; a diagnostic at op where it does not. */
bool points_to(MlirOperation op, MlirValue ptr, MlirValue value);

#endif
