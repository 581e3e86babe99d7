#include "Analysis/access.h"
#include "Support/ir.h"
#include "tri-c/Ops.h"

static const struct {
  MlirValue (*through)(MlirOperation op);
  bool reads, writes;
} accesses[TRI_OP_COUNT] = {
    [TRI_OP_LOAD] = {tri_load_ptr, true, false},
    [TRI_OP_STORE] = {tri_store_ptr, false, true},
    [TRI_OP_DESC_LOAD] = {tri_desc_load_desc, true, false},
    [TRI_OP_DESC_STORE] = {tri_desc_store_desc, false, true},
    [TRI_OP_DESC_REDUCE] = {tri_desc_reduce_desc, true, true},
    [TRI_OP_DESC_GATHER] = {tri_desc_gather_desc, true, false},
    [TRI_OP_DESC_SCATTER] = {tri_desc_scatter_desc, false, true},
};

bool memory_access_of(MlirOperation op, MemoryAccess *m)
{
  TriOpKind kind = tri_op_kind(op);
  if (!accesses[kind].through)
    return false;
  *m = (MemoryAccess){accesses[kind].through(op), accesses[kind].reads, accesses[kind].writes};
  return true;
}

typedef struct {
  const Reach *reach;
  Accesses found;
} Search;

static void visit(MlirOperation op, void *data)
{
  Search *s = data;
  MemoryAccess m = {.reads = true, .writes = true};
  bool call = is_op(op, "func.call");
  if (!call && !memory_access_of(op, &m))
    return;
  uint64_t set = call ? reach_of_pointers(s->reach, op) : reach_of(s->reach, m.through);
  s->found.read |= m.reads ? set : 0;
  s->found.written |= m.writes ? set : 0;
}

Accesses accesses_of(MlirOperation func)
{
  Arena arena = {0};
  Search s = {.reach = reach_analyse(&arena, func)};
  walk(func, visit, &s);
  arena_free(&arena);
  return s.found;
}
