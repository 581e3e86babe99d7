/* #tri.layout: a TriLayout as the encoding of a block's type. */
#ifndef TRI_DIALECT_LAYOUT_ATTR_H
#define TRI_DIALECT_LAYOUT_ATTR_H

#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "Layout/layout.h"
#include "Layout/text.h"

MlirAttribute layout_attr(MlirContext c, TriLayout l);
bool is_layout_attr(MlirAttribute a);
TriLayout layout_of_attr(MlirAttribute a);

/* The layout in the encoding of a block's type; false where it has none. */
bool layout_of_type(MlirType t, TriLayout *l);
/* The block type with this layout in place of whatever encoding it had. */
MlirType with_layout(MlirType t, TriLayout l);

/* A sentence that says why a block of this shape cannot have the layout, in the arena; NULL where it can. */
const char *layout_why_not(Arena *a, TriLayout l, const int64_t *shape, int rank);

#ifdef __cplusplus
}
#endif
#endif
