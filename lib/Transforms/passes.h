/* Every pass of tri, as data. Pass tri-x-y stands in x_y.c, its test in test/lit/…/x_y.mlir; its descriptor
 * x_y_pass is listed in passes.def. */
#ifndef TRI_TRANSFORMS_PASSES_H
#define TRI_TRANSFORMS_PASSES_H

#include "Bridge/bridge.h"

#define PASS(desc) extern const PassDesc desc;
#include "Transforms/passes.def"
#undef PASS

/* All of them, NULL after the last. */
extern const PassDesc *const all_passes[];

#endif
