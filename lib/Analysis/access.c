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

static bool is_ordering(MlirOperation op, TriOpKind kind)
{
  return (kind == TRI_OP_ATOMIC_RMW && tri_atomic_rmw_semantics(op) != TRI_MEM_SEMANTICS_RELAXED) ||
         (kind == TRI_OP_ATOMIC_CAS && tri_atomic_cas_semantics(op) != TRI_MEM_SEMANTICS_RELAXED);
}

bool memory_access_of(MlirOperation op, MemoryAccess *m)
{
  TriOpKind kind = tri_op_kind(op);
  if (accesses[kind].through)
    *m = (MemoryAccess){accesses[kind].through(op), accesses[kind].reads, accesses[kind].writes,
                        accesses[kind].meet, is_ordering(op, kind)};
  else if (is_foreign(op, kind))
    *m = (MemoryAccess){{NULL}, true, true, true, true};
  else
    return false;
  return true;
}

uint64_t reach_of_access(const Reach *r, MemoryAccess m)
{
  return is_null(m.through) ? ~UINT64_C(0) : reach_of(r, m.through);
}

/* ---- calls ---- */

/* What a call does to whatever memory it reaches: the functions that it leads to, each looked at once. */
typedef struct {
  Arena arena;
  Vec(MlirOperation) functions;
  bool reads, writes;
} Doings;

static MlirOperation callee_of(MlirOperation call)
{
  MlirOperation module = call;
  while (!is_null(module) && !is_op(module, "builtin.module"))
    module = mlirOperationGetParentOperation(module);
  MlirStringRef name = text_of(attr_of(call, "callee"));
  if (!is_null(module))
    foreach_op(op, body_of(module)) if (mlirStringRefEqual(text_of(attr_of(op, "sym_name")), name)) return op;
  return (MlirOperation){NULL};
}

/* A function without a body may do anything. */
static void add_callee(Doings *d, MlirOperation call)
{
  MlirOperation callee = callee_of(call);
  if (is_null(callee) || is_null(entry_of(region_at(callee, 0)))) {
    d->reads = d->writes = true;
    return;
  }
  for (size_t i = 0; i < d->functions.n; i++)
    if (same(d->functions.at[i], callee))
      return;
  vec_push(&d->arena, &d->functions) = callee;
}

static void note_doings(MlirOperation op, void *data)
{
  Doings *d = data;
  MemoryAccess m;
  if (is_op(op, "func.call"))
    add_callee(d, op);
  else if (memory_access_of(op, &m)) {
    d->reads |= m.reads;
    d->writes |= m.writes;
  }
}

static MemoryAccess access_of_call(MlirOperation call)
{
  Doings d = {0};
  note_doings(call, &d);
  for (size_t i = 0; i < d.functions.n; i++)
    walk(d.functions.at[i], note_doings, &d);
  arena_free(&d.arena);
  return (MemoryAccess){.reads = d.reads, .writes = d.writes};
}

/* ---- a function's accesses ---- */

typedef struct {
  const Reach *reach;
  Accesses found;
} Search;

static void visit(MlirOperation op, void *data)
{
  Search *s = data;
  MemoryAccess m;
  bool call = is_op(op, "func.call");
  if (call)
    m = access_of_call(op);
  else if (!memory_access_of(op, &m))
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
