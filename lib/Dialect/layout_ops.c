/* convert_layout: verifier and folder. */
#include "Dialect/hooks.h"
#include "Dialect/types.h"
#include "Support/ir.h"
#include "tri-c/Ops.h"

bool tri_convert_layout_verify(MlirOperation op)
{
  MlirType from = type_of(tri_convert_layout_src(op)), to = type_of(tri_convert_layout_result(op));
  return require(op,
                 shape_equal(shape_of_type(from), shape_of_type(to)) && /* convert_layout_c1 */
                     same(tri_type_element(from), tri_type_element(to)),
                 "changes more than the layout");
}

/* To the same type: the source. Back to what was converted: that. */
Folded tri_convert_layout_fold(MlirOperation op, const MlirAttribute *constants)
{
  (void)constants;
  MlirValue src = tri_convert_layout_src(op);
  MlirOperation before = def_named(src, "tri.convert_layout");
  MlirValue origin = is_null(before) ? src : tri_convert_layout_src(before);
  if (same(type_of(origin), type_of(tri_convert_layout_result(op))))
    return (Folded){.value = origin};
  return (Folded){.attr = {NULL}};
}
