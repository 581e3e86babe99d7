/* assume, assert: what is known to hold needs no op. */
#include "Dialect/constants.h"
#include "Dialect/hooks.h"
#include "tri-c/Ops.h"

bool tri_assume_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  return mask_is(tri_assume_condition(op)) == MASK_ALL && erase(before(rw, op), op);
}

bool tri_assert_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  return mask_is(tri_assert_condition(op)) == MASK_ALL && erase(before(rw, op), op);
}
