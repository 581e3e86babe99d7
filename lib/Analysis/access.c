#include "Analysis/access.h"
#include "Support/ir.h"
#include "tri-c/Ops.h"

static const struct {
  MlirValue (*through)(MlirOperation op);
  bool reads, writes, meet;
} accesses[TRI_OP_COUNT] = {
    [TRI_OP_LOAD] = {tri_load_ptr, true, false, false},
    [TRI_OP_STORE] = {tri_store_ptr, false, true, false},
    [TRI_OP_ATOMIC_RMW] = {tri_atomic_rmw_ptr, true, true, true},
    [TRI_OP_ATOMIC_CAS] = {tri_atomic_cas_ptr, true, true, true},
    [TRI_OP_DESC_LOAD] = {tri_desc_load_desc, true, false, false},
    [TRI_OP_DESC_STORE] = {tri_desc_store_desc, false, true, false},
    [TRI_OP_DESC_REDUCE] = {tri_desc_reduce_desc, true, true, true},
    [TRI_OP_DESC_GATHER] = {tri_desc_gather_desc, true, false, false},
    [TRI_OP_DESC_SCATTER] = {tri_desc_scatter_desc, false, true, false},
};

static bool is_foreign(MlirOperation op, TriOpKind kind)
{
  return (kind == TRI_OP_EXTERN_CALL && !tri_extern_call_pure(op)) ||
         (kind == TRI_OP_INLINE_PTX && !tri_inline_ptx_pure(op));
}

bool memory_access_of(MlirOperation op, MemoryAccess *m)
{
  TriOpKind kind = tri_op_kind(op);
  if (accesses[kind].through)
    *m = (MemoryAccess){accesses[kind].through(op), accesses[kind].reads, accesses[kind].writes,
                        accesses[kind].meet};
  else if (is_foreign(op, kind))
    *m = (MemoryAccess){{NULL}, true, true, true};
  else
    return false;
  return true;
}

uint64_t reach_of_access(const Reach *r, MemoryAccess m)
{
  return is_null(m.through) ? ~UINT64_C(0) : reach_of(r, m.through);
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
  uint64_t set = call ? reach_of_pointers(s->reach, op) : reach_of_access(s->reach, m);
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
