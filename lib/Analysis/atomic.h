/* Who does an atomic, and how the others learn what was in memory.
 *
 * An element's owner does it, the first thread that holds it (Layout/layout.h); a scalar is thread 0's. */
#ifndef TRI_ANALYSIS_ATOMIC_H
#define TRI_ANALYSIS_ATOMIC_H

#include "mlir-c/IR.h"

typedef enum {
  ATOMIC_UNUSED,     /* nobody wants the result */
  ATOMIC_OWN,        /* every thread owns what it holds */
  ATOMIC_BY_SHUFFLE, /* the owner is the lane of the warp with the bits of copies clear, its registers are the
                        same */
  ATOMIC_BY_SHARED,  /* owners write to scratch, all read */
} AtomicResult;

/* Of tri.atomic_rmw and tri.atomic_cas. */
AtomicResult atomic_result(MlirOperation op);

#endif
