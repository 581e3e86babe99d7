/* tri.extern_call: the op itself on the elements of a register; tri-expand-scalars has the function's code.
 */
#include "Analysis/externs.h"
#include "Conversion/lower.h"

bool lower_extern_call(Lowering *l, MlirOperation op)
{
  if (!require_extern_function(op))
    return false;
  Parts p = new_parts(l, register_count(type_of(result(op))));
  for (uint32_t r = 0; r < p.n; r++) {
    MlirOperation copy = mlirRewriterBaseClone(l->rw, op);
    for (intptr_t i = 0; i < operand_count(op); i++)
      mlirOperationSetOperand(copy, i, part(l, operand(op, i), r));
    mlirValueSetType(result(copy), part_type(type_of(result(op))));
    p.at[r] = result(copy);
  }
  set_parts(l, result(op), p);
  return true;
}
