/* tri.map: its region, once for each register. Control flow in it is that of the element, so lanes may part
 * and meet again. */
#include "Conversion/lower.h"

static void bind_elements(Lowering *l, MlirOperation op, uint32_t r)
{
  for (intptr_t i = 0; i < operand_count(op); i++) {
    Parts p = new_parts(l, 1);
    p.at[0] = part(l, operand(op, i), r);
    set_parts(l, block_arg(body_of(op), i), p);
  }
}

bool lower_map(Lowering *l, MlirOperation op)
{
  MlirOperation yield = mlirBlockGetTerminator(body_of(op));
  uint32_t n = register_count(type_of(result(op)));
  Parts *results = arena_array(l->arena, Parts, result_count(op));
  for (intptr_t k = 0; k < result_count(op); k++)
    results[k] = new_parts(l, n);
  for (uint32_t r = 0; r < n; r++) {
    bind_elements(l, op, r);
    if (!lower_body(l, body_of(op)))
      return false;
    for (intptr_t k = 0; k < result_count(op); k++)
      results[k].at[r] = part(l, operand(yield, k), 0);
  }
  for (intptr_t k = 0; k < result_count(op); k++)
    set_parts(l, result_at(op, k), results[k]);
  return true;
}
