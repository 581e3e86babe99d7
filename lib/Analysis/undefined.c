#include "Analysis/undefined.h"

#include "Dialect/types.h"
#include "Support/ir.h"
#include "Support/map.h"
#include "tri-c/Ops.h"

typedef enum { WHOLLY = 1, PARTLY = 2 } Extent;

struct Undefined {
  Map found; /* values that may be: a set of Extent */
  MlirAttribute no_flags;
  bool changed;
};

static uint64_t extents(const Undefined *u, MlirValue v)
{
  const uint64_t *e = map_find(&u->found, v.ptr);
  return e ? *e : 0;
}

bool may_be_partly_undefined(const Undefined *u, MlirValue v) { return extents(u, v) & PARTLY; }

static void add(Undefined *u, MlirValue v, uint64_t extent)
{
  if (!mlirTypeIsARankedTensor(type_of(v)))
    extent = extent ? WHOLLY : 0;
  if (!(extent & ~extents(u, v)))
    return;
  *map_at(&u->found, v.ptr) |= extent;
  u->changed = true;
}

static bool has_flags(const Undefined *u, MlirOperation op)
{
  MlirAttribute flags = attr_of(op, "overflowFlags");
  return (!is_null(flags) && !mlirAttributeEqual(flags, u->no_flags)) || has_attr(op, "isExact");
}

/* Ops whose result may be undefined although every operand is defined. */
static bool makes_undefined(const Undefined *u, MlirOperation op)
{
  static const char *const names[] = {"arith.shli",       "arith.shrsi", "arith.shrui", "arith.fptosi",
                                      "arith.fptoui",     "arith.divsi", "arith.remsi", "arith.ceildivsi",
                                      "arith.floordivsi", "math.absi",   "math.ctlz",   "math.cttz",
                                      "math.ipowi",       "ub.poison"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (is_op(op, names[i]))
      return true;
  return has_flags(u, op);
}

/* Ops that put elements of several operands beside each other: what was undefined as a whole is then so in
 * part. */
static bool mixes(MlirOperation op)
{
  static const char *const names[] = {"arith.select", "tri.join", "tri.cat"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (is_op(op, names[i]))
      return true;
  return false;
}

static uint64_t extent_of_operands(const Undefined *u, MlirOperation op)
{
  uint64_t all = 0;
  for (intptr_t i = 0; i < operand_count(op); i++)
    all |= extents(u, operand(op, i));
  return all;
}

static void add_results(Undefined *u, MlirOperation op, uint64_t extent)
{
  for (intptr_t i = 0; i < result_count(op); i++)
    add(u, result_at(op, i), extent);
  for (intptr_t k = 0; k < mlirOperationGetNumRegions(op); k++)
    foreach_block(b, region_at(op, k)) for (intptr_t i = 0; i < mlirBlockGetNumArguments(b); i++)
        add(u, block_arg(b, i), extent);
}

static void add_loaded(Undefined *u, MlirOperation load)
{
  MlirValue other = tri_load_other(load);
  if (!is_null(other) && extents(u, other))
    add(u, tri_load_result(load), WHOLLY | PARTLY);
}

/* Ops to which an undefined operand is a fault, where it is used: what they give is defined. */
static bool gives_defined(MlirOperation op)
{
  TriOpKind kind = tri_op_kind(op);
  return kind == TRI_OP_ATOMIC_RMW || kind == TRI_OP_ATOMIC_CAS || kind == TRI_OP_DESC_LOAD ||
         kind == TRI_OP_DESC_GATHER;
}

/* Ops whose regions give elements: not looked into. */
static bool is_of_region(TriOpKind kind)
{
  return kind == TRI_OP_REDUCE || kind == TRI_OP_SCAN || kind == TRI_OP_MAP;
}

/* A terminator passes to its parent. */
static void visit(MlirOperation op, void *data)
{
  Undefined *u = data;
  uint64_t extent = extent_of_operands(u, op);
  if (is_op(op, "scf.yield") || is_op(op, "scf.condition"))
    add_results(u, mlirOperationGetParentOperation(op), extent);
  else if (tri_op_kind(op) == TRI_OP_LOAD)
    add_loaded(u, op);
  else if (gives_defined(op))
    return;
  else if (makes_undefined(u, op) || is_of_region(tri_op_kind(op)) || (extent && mixes(op)))
    add_results(u, op, WHOLLY | PARTLY);
  else
    add_results(u, op, extent);
}

Undefined *undefined_analyse(Arena *a, MlirOperation func)
{
  Undefined *u = arena_new(a, Undefined);
  u->found.arena = a;
  u->no_flags = mlirAttributeParseGet(context_of(func), str("#arith.overflow<none>"));
  do {
    u->changed = false;
    walk(func, visit, u);
  } while (u->changed);
  return u;
}
