/* Blocks made simpler, as a compile begins. */
#ifndef TRI_TEST_FUZZ_SIMPLIFY_H
#define TRI_TEST_FUZZ_SIMPLIFY_H

#include "mlir-c/IR.h"

#include <stdbool.h>

/* inline, symbol-dce, canonicalize, cse, loop-invariant-code-motion, and canonicalize once more, on a
 * builtin.module; the IR is verified after each. False, after diagnostics, where one fails or leaves IR that
 * does not verify. */
bool simplify(MlirOperation module);

#endif
