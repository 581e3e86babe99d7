/* Which buffers a kernel reads and which it writes: the arguments that the pointers of its memory operations
 * may be computed from. A call reads and writes whatever its pointers reach. */
#include "Analysis/reach.h"
#include "Runtime/runtime.h"
#include "Support/ir.h"
#include "tri-c/Ops.h"

typedef struct {
  const Reach *reach;
  uint64_t read, written;
} Accesses;

static void visit(MlirOperation op, void *data)
{
  Accesses *a = data;
  TriOpKind kind = tri_op_kind(op);
  if (kind == TRI_OP_LOAD)
    a->read |= reach_of(a->reach, tri_load_ptr(op));
  else if (kind == TRI_OP_STORE)
    a->written |= reach_of(a->reach, tri_store_ptr(op));
  else if (is_op(op, "func.call")) {
    a->read |= reach_of_pointers(a->reach, op);
    a->written |= reach_of_pointers(a->reach, op);
  }
}

void find_accesses(TriKernel *k)
{
  Arena arena = {0};
  Accesses a = {.reach = reach_analyse(&arena, k->func)};
  walk(k->func, visit, &a);
  for (size_t i = 0; i < k->n_parameters; i++) {
    bool pointer = k->parameters[i].type == TRI_PTR;
    k->parameters[i].is_read = pointer && (a.read & reach_bit(i));
    k->parameters[i].is_written = pointer && (a.written & reach_bit(i));
  }
  arena_free(&arena);
}
