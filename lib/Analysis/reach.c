#include "Analysis/reach.h"

#include "Dialect/types.h"
#include "Support/ir.h"
#include "Support/map.h"
#include "tri-c/Ops.h"

struct Reach {
  Map sets;
  bool forged; /* the module makes pointers out of integers, or pointers to pointers out of other pointers */
  bool changed;
};

static const uint64_t everything = ~UINT64_C(0);

uint64_t reach_bit(size_t i) { return BIT(i < 63 ? i : 63); }

uint64_t reach_of(const Reach *r, MlirValue v)
{
  const uint64_t *set = map_find(&r->sets, v.ptr);
  return set ? *set : 0;
}

/* A descriptor carries its base. */
static bool is_pointer(MlirValue v)
{
  MlirType element = tri_type_element(type_of(v));
  return tri_type_is_ptr(element) || tri_type_is_desc(element);
}

static bool points_to_pointers(MlirValue v)
{
  return tri_type_is_ptr(tri_type_element(type_of(v))) &&
         tri_type_is_ptr(tri_ptr_pointee(tri_type_element(type_of(v))));
}

static bool takes_pointers(MlirOperation op)
{
  for (intptr_t i = 0; i < operand_count(op); i++)
    if (is_pointer(operand(op, i)))
      return true;
  return false;
}

static uint64_t operands_set(const Reach *r, MlirOperation op)
{
  uint64_t set = 0;
  for (intptr_t i = 0; i < operand_count(op); i++)
    set |= reach_of(r, operand(op, i));
  return set;
}

uint64_t reach_of_pointers(const Reach *r, MlirOperation op)
{
  for (intptr_t i = 0; i < operand_count(op); i++)
    if (points_to_pointers(operand(op, i)))
      return everything;
  return r->forged ? everything : operands_set(r, op);
}

static void find_forgery(MlirOperation op, void *data)
{
  Reach *r = data;
  TriOpKind kind = tri_op_kind(op);
  r->forged |= kind == TRI_OP_INT_TO_PTR || (kind == TRI_OP_BITCAST && points_to_pointers(result(op)));
}

/* What pointers among the op's results may be; those of an op with regions come from its terminators. */
static uint64_t results_set(const Reach *r, MlirOperation op)
{
  bool regions = mlirOperationGetNumRegions(op) > 0;
  bool from_anywhere = tri_op_kind(op) == TRI_OP_LOAD || (!regions && !takes_pointers(op));
  return from_anywhere ? everything : is_op(op, "func.call") ? reach_of_pointers(r, op) : operands_set(r, op);
}

/* Sets are of pointers alone: a loaded index carries nothing of its table. */
static void add(Reach *r, MlirValue v, uint64_t set)
{
  if (!is_pointer(v))
    return;
  uint64_t *place = map_at(&r->sets, v.ptr);
  r->changed |= (set & ~*place) != 0;
  *place |= set;
}

static void add_to_block_arguments(Reach *r, MlirOperation op, uint64_t set)
{
  for (intptr_t k = 0; k < mlirOperationGetNumRegions(op); k++)
    foreach_block(b, region_at(op, k)) for (intptr_t i = 0; i < mlirBlockGetNumArguments(b); i++)
        add(r, block_arg(b, i), set);
}

static void add_to_successors(Reach *r, MlirOperation op, uint64_t set)
{
  for (intptr_t s = 0; s < mlirOperationGetNumSuccessors(op); s++) {
    MlirBlock to = mlirOperationGetSuccessor(op, s);
    for (intptr_t i = 0; i < mlirBlockGetNumArguments(to); i++)
      add(r, block_arg(to, i), set);
  }
}

/* What a terminator passes on goes to its successors' arguments, else to its parent's results and block
 * arguments. */
static void add_to_targets(Reach *r, MlirOperation op, uint64_t set)
{
  MlirOperation parent = mlirOperationGetParentOperation(op);
  add_to_successors(r, op, set);
  if (!is_null(op_after(op)) || mlirOperationGetNumSuccessors(op) || is_op(parent, "func.func"))
    return;
  add_to_block_arguments(r, parent, set);
  for (intptr_t i = 0; i < result_count(parent); i++)
    add(r, result_at(parent, i), set);
}

static void visit(MlirOperation op, void *data)
{
  Reach *r = data;
  uint64_t set = operands_set(r, op), results = results_set(r, op);
  for (intptr_t i = 0; i < result_count(op); i++)
    add(r, result_at(op, i), results);
  add_to_block_arguments(r, op, set);
  add_to_targets(r, op, set);
}

Reach *reach_analyse(Arena *a, MlirOperation func)
{
  Reach *r = arena_new(a, Reach);
  r->sets.arena = a;
  MlirBlock entry = body_of(func);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(entry); i++)
    add(r, block_arg(entry, i), reach_bit((size_t)i));
  MlirOperation module = mlirOperationGetParentOperation(func);
  walk(is_null(module) ? func : module, find_forgery, r);
  do {
    r->changed = false;
    walk(func, visit, r);
  } while (r->changed);
  return r;
}
