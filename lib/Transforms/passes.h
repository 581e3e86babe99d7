/* Every pass of tri, as data. A pass X stands in X.c, its test in test/lit/Transforms/X.mlir. */
#ifndef TRI_TRANSFORMS_PASSES_H
#define TRI_TRANSFORMS_PASSES_H

#include "Bridge/bridge.h"

extern const PassDesc fuse_fma_pass;
extern const PassDesc keep_kernel_pass;

/* All of them, NULL after the last. */
extern const PassDesc *const all_passes[];

#endif
