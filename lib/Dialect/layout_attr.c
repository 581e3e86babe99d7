#include "Dialect/layout_attr.h"
#include "Dialect/types.h"
#include "Support/ir.h"

bool layout_of_type(MlirType t, TriLayout *l)
{
  MlirAttribute a = mlirTypeIsARankedTensor(t) ? mlirRankedTensorTypeGetEncoding(t) : (MlirAttribute){NULL};
  if (is_null(a) || !is_layout_attr(a))
    return false;
  *l = layout_of_attr(a);
  return true;
}

MlirType with_layout(MlirType t, TriLayout l)
{
  return block_type(shape_of_type(t), tri_type_element(t), layout_attr(mlirTypeGetContext(t), l));
}

/* How many warps and CTAs there are is the kernel's to say, so the layout's own numbers are taken here. */
const char *layout_why_not(Arena *a, TriLayout l, const int64_t *shape, int rank)
{
  return tri_layout_verify(a, l, rank, shape, 1 << l.in[TRI_WARP],
                           1 << l.in[TRI_CTA]); /* layout_c1, layout_c2, layout_c3 */
}
