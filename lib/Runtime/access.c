/* Which buffers a kernel reads and which it writes.
 *
 * Every pointer gets the set of the kernel's arguments that it may be computed from (a bit each); sets flow
 * through results, block arguments and yields until nothing changes. A memory operation reads or writes the
 * buffers in its pointer's set. A call reads and writes all that its pointers may be.
 *
 * Sound, not exact: a pointer that comes from anywhere but pointers (memory, a call that takes none) may be
 * any argument, and so may what a call reaches through a pointer to pointers. */
#include "Dialect/types.h"
#include "Runtime/runtime.h"
#include "Support/ir.h"
#include "Support/map.h"
#include "tri-c/Ops.h"

typedef struct {
  Map sets;
  uint64_t read, written, everything;
  bool changed;
} Flow;

static uint64_t set_of(const Flow *f, MlirValue v)
{
  const uint64_t *set = map_find(&f->sets, v.ptr);
  return set ? *set : 0;
}

static bool is_pointer(MlirValue v) { return tri_type_is_ptr(tri_type_element(type_of(v))); }

static bool points_to_pointers(MlirValue v)
{
  return is_pointer(v) && tri_type_is_ptr(tri_ptr_pointee(tri_type_element(type_of(v))));
}

static void add(Flow *f, MlirValue v, uint64_t set)
{
  if (!is_pointer(v))
    return;
  uint64_t *place = map_at(&f->sets, v.ptr);
  f->changed |= (set & ~*place) != 0;
  *place |= set;
}

/* What the op's pointer operands may be. */
static uint64_t operands_set(const Flow *f, MlirOperation op)
{
  uint64_t set = 0;
  for (intptr_t i = 0; i < operand_count(op); i++)
    set |= set_of(f, operand(op, i));
  return set;
}

/* What the op, and for a call its callee, may reach. */
static uint64_t reachable_set(const Flow *f, MlirOperation op)
{
  for (intptr_t i = 0; i < operand_count(op); i++)
    if (points_to_pointers(operand(op, i)))
      return f->everything;
  return operands_set(f, op);
}

static bool takes_pointers(MlirOperation op)
{
  for (intptr_t i = 0; i < operand_count(op); i++)
    if (is_pointer(operand(op, i)))
      return true;
  return false;
}

/* What pointers among the op's results may be; those of an op with regions come from its terminators. */
static uint64_t results_set(const Flow *f, MlirOperation op)
{
  bool regions = mlirOperationGetNumRegions(op) > 0;
  bool from_memory = tri_op_kind(op) == TRI_OP_LOAD || (!regions && !takes_pointers(op));
  return from_memory ? f->everything : is_op(op, "func.call") ? reachable_set(f, op) : operands_set(f, op);
}

static void add_to_block_arguments(Flow *f, MlirOperation op, uint64_t set)
{
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
    foreach_block(b, region_at(op, r)) for (intptr_t i = 0; i < mlirBlockGetNumArguments(b); i++)
        add(f, block_arg(b, i), set);
}

/* What a terminator passes on goes to its parent's results and block arguments, and to its successors'
 * arguments. */
static void add_to_targets(Flow *f, MlirOperation op, uint64_t set)
{
  for (intptr_t s = 0; s < mlirOperationGetNumSuccessors(op); s++)
    for (intptr_t i = 0, n = mlirBlockGetNumArguments(mlirOperationGetSuccessor(op, s)); i < n; i++)
      add(f, block_arg(mlirOperationGetSuccessor(op, s), i), set);
  if (!is_null(op_after(op)) || mlirOperationGetNumSuccessors(op))
    return;
  MlirOperation parent = mlirOperationGetParentOperation(op);
  if (is_op(parent, "func.func"))
    return;
  add_to_block_arguments(f, parent, set);
  for (intptr_t i = 0; i < result_count(parent); i++)
    add(f, result_at(parent, i), set);
}

static void note_access(Flow *f, MlirOperation op)
{
  switch (tri_op_kind(op)) {
  case TRI_OP_LOAD:
    f->read |= set_of(f, tri_load_ptr(op));
    return;
  case TRI_OP_STORE:
    f->written |= set_of(f, tri_store_ptr(op));
    return;
  default:
    break;
  }
  if (is_op(op, "func.call")) {
    f->read |= reachable_set(f, op);
    f->written |= reachable_set(f, op);
  }
}

static void visit(MlirOperation op, void *data)
{
  Flow *f = data;
  uint64_t set = operands_set(f, op), results = results_set(f, op);
  for (intptr_t i = 0; i < result_count(op); i++)
    add(f, result_at(op, i), results);
  add_to_block_arguments(f, op, set);
  add_to_targets(f, op, set);
  note_access(f, op);
}

/* Arguments past the 63rd share the last bit. */
static uint64_t bit_of(size_t argument) { return BIT(argument < 63 ? argument : 63); }

void find_accesses(TriKernel *k)
{
  Arena a = {0};
  Flow f = {.sets = {.arena = &a}, .everything = ~UINT64_C(0)};
  MlirBlock entry = body_of(k->func);
  for (size_t i = 0; i < k->n_parameters; i++)
    add(&f, block_arg(entry, (intptr_t)i), bit_of(i));
  do {
    f.changed = false;
    walk(k->func, visit, &f);
  } while (f.changed);
  for (size_t i = 0; i < k->n_parameters; i++) {
    bool pointer = k->parameters[i].type == TRI_PTR;
    k->parameters[i].is_read = pointer && (f.read & bit_of(i));
    k->parameters[i].is_written = pointer && (f.written & bit_of(i));
  }
  arena_free(&a);
}
