#include "Analysis/undefined.h"

#include "Dialect/types.h"
#include "Support/ir.h"
#include "Support/map.h"
#include "tri-c/Ops.h"

struct Undefined {
  Map found; /* values that may be */
  MlirAttribute no_flags;
  bool changed;
};

static bool is_block(MlirValue v) { return mlirTypeIsARankedTensor(type_of(v)); }

bool may_be_partly_undefined(const Undefined *u, MlirValue v) { return map_find(&u->found, v.ptr) != NULL; }

static void add(Undefined *u, MlirValue v)
{
  if (!is_block(v) || may_be_partly_undefined(u, v))
    return;
  *map_at(&u->found, v.ptr) = 1;
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

static bool has_undefined_operand(const Undefined *u, MlirOperation op)
{
  for (intptr_t i = 0; i < operand_count(op); i++)
    if (may_be_partly_undefined(u, operand(op, i)))
      return true;
  return false;
}

static void add_results(Undefined *u, MlirOperation op)
{
  for (intptr_t i = 0; i < result_count(op); i++)
    add(u, result_at(op, i));
  for (intptr_t k = 0; k < mlirOperationGetNumRegions(op); k++)
    foreach_block(b, region_at(op, k)) for (intptr_t i = 0; i < mlirBlockGetNumArguments(b); i++)
        add(u, block_arg(b, i));
}

static void add_loaded(Undefined *u, MlirOperation load)
{
  MlirValue other = tri_load_other(load);
  if (!is_null(other) && may_be_partly_undefined(u, other))
    add(u, tri_load_result(load));
}

/* A terminator passes to its parent. */
static void visit(MlirOperation op, void *data)
{
  Undefined *u = data;
  bool undefined = has_undefined_operand(u, op);
  if (undefined && (is_op(op, "scf.yield") || is_op(op, "scf.condition")))
    add_results(u, mlirOperationGetParentOperation(op));
  else if (tri_op_kind(op) == TRI_OP_LOAD)
    add_loaded(u, op);
  else if (undefined || makes_undefined(u, op))
    add_results(u, op);
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
