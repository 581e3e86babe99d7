#include "Analysis/access.h"
#include "Support/ir.h"
#include "tri-c/Ops.h"

typedef struct {
  const Reach *reach;
  Accesses found;
} Search;

static void visit(MlirOperation op, void *data)
{
  Search *s = data;
  TriOpKind kind = tri_op_kind(op);
  if (kind == TRI_OP_LOAD)
    s->found.read |= reach_of(s->reach, tri_load_ptr(op));
  else if (kind == TRI_OP_STORE)
    s->found.written |= reach_of(s->reach, tri_store_ptr(op));
  else if (is_op(op, "func.call")) {
    s->found.read |= reach_of_pointers(s->reach, op);
    s->found.written |= reach_of_pointers(s->reach, op);
  }
}

Accesses accesses_of(MlirOperation func)
{
  Arena arena = {0};
  Search s = {.reach = reach_analyse(&arena, func)};
  walk(func, visit, &s);
  arena_free(&arena);
  return s.found;
}
