#include "Transforms/lowered.h"

bool is_lowered(MlirOperation op) { return is_lowered_kind(tri_op_kind(op)); }

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
  case TRI_OP_YIELD: /* as the op that it ends the region of */
    return true;
  default:
    return false;
  }
}
