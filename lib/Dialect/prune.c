#include "Dialect/prune.h"

/* ---- what is needed ---- */

typedef Vec(MlirOperation) Ops;

static Ops ops_of(Arena *a, MlirBlock block)
{
  Ops ops = {0};
  foreach_op(op, block) vec_push(a, &ops) = op;
  return ops;
}

static void need_operands(MlirOperation op, void *data)
{
  for (intptr_t i = 0; i < operand_count(op); i++)
    *map_at(data, operand(op, i).ptr) = 1;
}

static bool is_needed(const Map *needed, MlirOperation op)
{
  for (intptr_t i = 0; i < result_count(op); i++)
    if (map_find(needed, result_at(op, i).ptr))
      return true;
  return false;
}

/* From the values yielded for the kept results back to the arguments. */
static Map needed_values(Arena *a, MlirBlock body, const bool *result)
{
  Map needed = {.arena = a};
  Ops ops = ops_of(a, body);
  MlirOperation yield = ops.at[ops.n - 1];
  for (intptr_t k = 0; k < operand_count(yield); k++)
    if (result[k])
      *map_at(&needed, operand(yield, k).ptr) = 1;
  for (size_t k = ops.n - 1; k-- > 0;)
    if (is_needed(&needed, ops.at[k]))
      walk(ops.at[k], need_operands, &needed);
  return needed;
}

/* Marks the operands whose arguments are needed, and of tied ops the results beside them; gives whether there
 * is a new one. */
static bool mark_operands(Kept *kept, MlirOperation op, bool tied)
{
  MlirBlock body = body_of(op);
  intptr_t n = operand_count(op);
  bool changed = false;
  for (intptr_t i = 0; i < n; i++)
    kept->operand[i] |= tied && kept->result[i];
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); i++)
    if (map_find(&kept->needed, block_arg(body, i).ptr) && !kept->operand[i % n]) {
      kept->operand[i % n] = changed = true;
      if (tied)
        kept->result[i % n] = true;
    }
  return changed;
}

Kept prune_find(Arena *a, MlirOperation op, bool tied)
{
  Kept kept = {.operand = arena_array(a, bool, operand_count(op)),
               .result = arena_array(a, bool, result_count(op))};
  for (intptr_t k = 0; k < result_count(op); k++)
    kept.result[k] = !has_no_use(result_at(op, k));
  do
    kept.needed = needed_values(a, body_of(op), kept.result);
  while (mark_operands(&kept, op, tied));
  return kept;
}

/* ---- the smaller op ---- */

static Attrs attrs_of(Arena *a, MlirOperation op)
{
  intptr_t n = mlirOperationGetNumAttributes(op);
  Attr *copy = arena_array(a, Attr, n);
  for (intptr_t i = 0; i < n; i++) {
    MlirNamedAttribute named = mlirOperationGetAttribute(op, i);
    MlirStringRef name = mlirIdentifierStr(named.name);
    copy[i] = (Attr){arena_strndup(a, name.data, name.length), named.attribute};
  }
  return (Attrs){n, copy};
}

static void shrink_body(MlirBlock body, MlirRewriterBase rw, Arena *a, const Kept *kept, intptr_t n_operands)
{
  Ops ops = ops_of(a, body);
  MlirOperation yield = ops.at[ops.n - 1];
  intptr_t n = 0;
  MlirValue *yielded = arena_array(a, MlirValue, operand_count(yield));
  for (intptr_t k = 0; k < operand_count(yield); k++)
    if (kept->result[k])
      yielded[n++] = operand(yield, k);
  mlirOperationSetOperands(yield, n, yielded);
  for (size_t k = ops.n - 1; k-- > 0;)
    if (!is_needed(&kept->needed, ops.at[k]))
      mlirRewriterBaseEraseOp(rw, ops.at[k]);
  for (intptr_t i = mlirBlockGetNumArguments(body); i-- > 0;)
    if (!kept->operand[i % n_operands])
      mlirBlockEraseArgument(body, (unsigned)i);
}

static bool rebuild(MlirOperation op, MlirRewriterBase rw, Arena *a, const Kept *kept)
{
  intptr_t n = operand_count(op), n_operands = 0, n_results = 0;
  MlirValue *operands = arena_array(a, MlirValue, n);
  MlirType *types = arena_array(a, MlirType, result_count(op));
  for (intptr_t i = 0; i < n; i++)
    if (kept->operand[i])
      operands[n_operands++] = operand(op, i);
  for (intptr_t k = 0; k < result_count(op); k++)
    if (kept->result[k])
      types[n_results++] = type_of(result_at(op, k));
  Attrs attrs = attrs_of(a, op);
  MlirStringRef name = name_of(op);
  shrink_body(body_of(op), rw, a, kept, n);
  MlirOperation made = build_region_op(before(rw, op), arena_strndup(a, name.data, name.length), types,
                                       n_results, (Vals){n_operands, operands}, attrs, region_at(op, 0));
  for (intptr_t k = 0, to = 0; k < result_count(op); k++)
    if (kept->result[k])
      mlirRewriterBaseReplaceAllUsesWith(rw, result_at(op, k), result_at(made, to++));
  mlirRewriterBaseEraseOp(rw, op);
  return true;
}

static intptr_t count(const bool *kept, intptr_t n)
{
  intptr_t sum = 0;
  for (intptr_t i = 0; i < n; i++)
    sum += kept[i];
  return sum;
}

bool prune(MlirOperation op, MlirRewriterBase rw, bool tied)
{
  Arena a = {0};
  Kept kept = prune_find(&a, op, tied);
  kept.operand[0] |= count(kept.operand, operand_count(op)) == 0;
  intptr_t operands = count(kept.operand, operand_count(op)), results = count(kept.result, result_count(op));
  bool smaller = results > 0 && (operands < operand_count(op) || results < result_count(op));
  if (smaller)
    rebuild(op, rw, &a, &kept);
  arena_free(&a);
  return smaller;
}
