/* Which ops compiled code has. What this says is what tri-assign-layouts refuses, and what makes a launch
 * without a target go to the reference interpreter. */
#ifndef TRI_TRANSFORMS_LOWERED_H
#define TRI_TRANSFORMS_LOWERED_H

#include "mlir-c/IR.h"
#include "tri-c/Ops.h"

#include <stdbool.h>

/* False for the ops of the dialect that only the reference interpreter executes so far; true for all others,
 * those of other dialects too. */
bool is_lowered(MlirOperation op);
bool is_lowered_kind(TriOpKind kind);
/* The same, with an error where it is not. */
bool require_lowered(MlirOperation op);

/* Whether the op's results and the arguments of its regions have types that kernels compute with, descriptors
 * included or not (compiled code has none yet); else false, after an error. */
bool has_known_values(MlirOperation op, bool descriptors);

#endif
