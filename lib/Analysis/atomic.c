#include "Analysis/atomic.h"

#include "Dialect/layout_attr.h"
#include "Support/ir.h"

/* The bits of lanes among `copies` hold what the lane without them holds, in the same registers. */
static bool lanes_repeat(TriLayout l, uint32_t copies)
{
  for (; copies; copies &= copies - 1)
    if (l.col[tri_layout_first(l, TRI_LANE) + __builtin_ctz(copies)])
      return false;
  return true;
}

AtomicResult atomic_result(MlirOperation op)
{
  TriLayout l;
  if (has_no_use(result(op)))
    return ATOMIC_UNUSED;
  if (!layout_of_type(type_of(result(op)), &l))
    return ATOMIC_BY_SHARED;
  TriSlot copies = tri_layout_copies(l);
  if (!copies.at[TRI_REGISTER] && !copies.at[TRI_LANE] && !copies.at[TRI_WARP])
    return ATOMIC_OWN;
  bool here = !copies.at[TRI_REGISTER] && !copies.at[TRI_WARP] && lanes_repeat(l, copies.at[TRI_LANE]);
  return here ? ATOMIC_BY_SHUFFLE : ATOMIC_BY_SHARED;
}
