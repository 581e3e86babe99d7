#include "Transforms/lowered.h"
#include "Analysis/externs.h"
#include "Dialect/types.h"
#include "Support/ir.h"

bool is_lowered(MlirOperation op)
{
  TriOpKind kind = tri_op_kind(op);
  return is_lowered_kind(kind) && (kind != TRI_OP_EXTERN_CALL || extern_function_of(op));
}

bool require_lowered(MlirOperation op)
{
  TriOpKind kind = tri_op_kind(op);
  const char *remedy = kind == TRI_OP_INLINE_PTX
                           ? "and the reference interpreter has no PTX; use ops of arith and math"
                           : "but the reference interpreter runs it (--target ref)";
  return require(op, is_lowered_kind(kind), "is not compiled yet, %s", remedy) &&
         (kind != TRI_OP_EXTERN_CALL || require_extern_function(op));
}

bool is_lowered_kind(TriOpKind kind)
{
  switch (kind) {
  case TRI_OP_NONE:
  case TRI_OP_PROGRAM_ID:
  case TRI_OP_NUM_PROGRAMS:
  case TRI_OP_RANGE:
  case TRI_OP_SPLAT:
  case TRI_OP_EXPAND_DIMS:
  case TRI_OP_BROADCAST:
  case TRI_OP_ADDPTR:
  case TRI_OP_LOAD:
  case TRI_OP_STORE:
  case TRI_OP_CONVERT_LAYOUT:
  case TRI_OP_RESHAPE:
  case TRI_OP_TRANSPOSE:
  case TRI_OP_JOIN:
  case TRI_OP_SPLIT:
  case TRI_OP_CAT:
  case TRI_OP_ATOMIC_RMW:
  case TRI_OP_ATOMIC_CAS:
  case TRI_OP_EXTERN_CALL: /* of the functions in Analysis/externs.def */
  case TRI_OP_GATHER:
  case TRI_OP_HISTOGRAM:
  case TRI_OP_PTR_TO_INT:
  case TRI_OP_INT_TO_PTR:
  case TRI_OP_BITCAST:
  case TRI_OP_FP_CAST:
  case TRI_OP_MULHI:
  case TRI_OP_CLAMP:
  case TRI_OP_ASSUME:
  case TRI_OP_PRINT:
  case TRI_OP_ASSERT:
  case TRI_OP_REDUCE:
  case TRI_OP_SCAN:
  case TRI_OP_MAP:
  case TRI_OP_YIELD: /* as the op that it ends the region of */
    return true;
  default:
    return false;
  }
}

static bool is_known(MlirOperation op, MlirType t, bool descriptors)
{
  if (tri_type_is_value(t) || mlirTypeIsAIndex(t) || (descriptors && tri_type_is_desc(t)))
    return true;
  Arena a = {0};
  require(op, false, "has a value of type '%s'; a kernel computes with numbers, pointers and blocks of these",
          type_text(&a, t));
  arena_free(&a);
  return false;
}

static bool has_known_arguments(MlirOperation op, MlirRegion region, bool descriptors)
{
  foreach_block(b, region)
  {
    for (intptr_t i = 0; i < mlirBlockGetNumArguments(b); i++)
      if (!is_known(op, type_of(block_arg(b, i)), descriptors))
        return false;
  }
  return true;
}

bool has_known_values(MlirOperation op, bool descriptors)
{
  for (intptr_t i = 0; i < result_count(op); i++)
    if (!is_known(op, type_of(result_at(op, i)), descriptors))
      return false;
  for (intptr_t k = 0; k < mlirOperationGetNumRegions(op); k++)
    if (!has_known_arguments(op, region_at(op, k), descriptors))
      return false;
  return true;
}
