/* Which blocks share a layout: see layout_plan.h. */
#include "Transforms/layout_plan.h"

#include "tri-c/Ops.h"

#include <string.h>

/* ---- kinds of values ---- */

bool is_block(MlirValue v) { return !is_null(v) && mlirTypeIsARankedTensor(type_of(v)); }

static bool has_prefix(MlirStringRef s, const char *prefix)
{
  size_t n = strlen(prefix);
  return s.length > n && memcmp(s.data, prefix, n) == 0;
}

bool is_elementwise(MlirOperation op)
{
  if (tri_op_kind(op) == TRI_OP_ADDPTR)
    return is_block(result(op));
  MlirStringRef name = name_of(op);
  return (has_prefix(name, "arith.") || has_prefix(name, "math.")) && operand_count(op) > 0 &&
         result_count(op) > 0 && is_block(result(op));
}

/* Whether the op may be repeated for each layout that its result is wanted in, as far as it alone is
 * concerned. */
static bool may_repeat(MlirOperation op)
{
  switch (tri_op_kind(op)) {
  case TRI_OP_RANGE:
  case TRI_OP_SPLAT:
  case TRI_OP_EXPAND_DIMS:
  case TRI_OP_BROADCAST:
    return true;
  default:
    return is_elementwise(op) || is_op(op, "arith.constant") || is_op(op, "ub.poison");
  }
}

enum { CHEAP = 1, DEAR = 2 };

bool is_dear(LayoutPlan *p, MlirValue v)
{
  if (!is_block(v))
    return false;
  uint64_t *known = map_find(&p->kinds, v.ptr);
  if (known)
    return *known == DEAR;
  MlirOperation op = def(v);
  bool dear = is_null(op) || !may_repeat(op);
  for (intptr_t i = 0; !dear && i < operand_count(op); i++)
    dear = is_dear(p, operand(op, i));
  *map_at(&p->kinds, v.ptr) = dear ? DEAR : CHEAP;
  return dear;
}

bool is_memory_access(MlirOperation op)
{
  TriOpKind k = tri_op_kind(op);
  return (k == TRI_OP_LOAD && is_block(tri_load_result(op))) ||
         (k == TRI_OP_STORE && is_block(tri_store_value(op)));
}

/* ---- union and find ---- */

static uint32_t find(LayoutPlan *p, uint32_t g)
{
  while (p->groups.at[g].parent != g)
    g = p->groups.at[g].parent = p->groups.at[p->groups.at[g].parent].parent;
  return g;
}

static uint32_t new_group(LayoutPlan *p, MlirType t, MlirOperation first)
{
  uint32_t g = (uint32_t)p->groups.n;
  vec_push(p->arena, &p->groups) = (LayoutGroup){.parent = g, .shape = shape_of_type(t), .first = first};
  return g;
}

/* The group under this key, made where there is none. */
static uint32_t group_at(LayoutPlan *p, const void *key, MlirType t, MlirOperation first)
{
  uint64_t *known = map_at(&p->group_of, key);
  if (!*known)
    *known = new_group(p, t, first) + UINT64_C(1);
  return find(p, (uint32_t)(*known - 1));
}

/* The op where a value comes from: its own, or the one whose region it is an argument of. */
static MlirOperation origin(MlirValue v)
{
  MlirOperation op = def(v);
  return is_null(op) ? mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(v)) : op;
}

static uint32_t group_of_dear(LayoutPlan *p, MlirValue v)
{
  return group_at(p, v.ptr, type_of(v), origin(v));
}

static void join(LayoutPlan *p, uint32_t a, uint32_t b)
{
  a = find(p, a);
  b = find(p, b);
  if (a == b)
    return;
  uint32_t keep = a < b ? a : b, other = a < b ? b : a;
  for (size_t i = 0; i < p->groups.at[other].anchors.n; i++) {
    LayoutAnchor moved = p->groups.at[other].anchors.at[i];
    vec_push(p->arena, &p->groups.at[keep].anchors) = moved;
  }
  p->groups.at[other].parent = keep;
}

static void join_if_dear(LayoutPlan *p, uint32_t g, MlirValue v)
{
  if (is_dear(p, v))
    join(p, g, group_of_dear(p, v));
}

LayoutGroup *group_of_value(LayoutPlan *p, MlirValue v) { return &p->groups.at[group_of_dear(p, v)]; }

static MlirValue moved_value(MlirOperation access)
{
  return tri_op_kind(access) == TRI_OP_LOAD ? tri_load_result(access) : tri_store_value(access);
}

LayoutGroup *group_of_access(LayoutPlan *p, MlirOperation op)
{
  return &p->groups.at[group_at(p, op.ptr, type_of(moved_value(op)), op)];
}

/* ---- what ties values together ---- */

static double weight_of(MlirOperation op)
{
  double weight = 1;
  for (MlirOperation up = mlirOperationGetParentOperation(op); !is_null(up);
       up = mlirOperationGetParentOperation(up))
    weight *= is_op(up, "scf.for") || is_op(up, "scf.while") ? 8 : 1;
  return weight;
}

static void visit_access(LayoutPlan *p, MlirOperation op)
{
  bool load = tri_op_kind(op) == TRI_OP_LOAD;
  uint32_t g = group_at(p, op.ptr, type_of(moved_value(op)), op);
  LayoutAnchor anchor = {op, load ? tri_load_ptr(op) : tri_store_ptr(op), weight_of(op)};
  vec_push(p->arena, &p->groups.at[g].anchors) = anchor;
  for (intptr_t i = 0; i < operand_count(op); i++)
    join_if_dear(p, g, operand(op, i));
  if (load)
    join(p, g, group_of_dear(p, result(op)));
}

static void visit_elementwise(LayoutPlan *p, MlirOperation op)
{
  if (!is_dear(p, result(op)))
    return;
  uint32_t g = group_of_dear(p, result(op));
  for (intptr_t i = 1; i < result_count(op); i++)
    join_if_dear(p, g, result_at(op, i));
  for (intptr_t i = 0; i < operand_count(op); i++)
    join_if_dear(p, g, operand(op, i));
}

/* Values first, first + 1, … of op's operands belong with the block's arguments. */
static void join_with_arguments(LayoutPlan *p, MlirOperation op, intptr_t first, MlirBlock block,
                                intptr_t skip)
{
  for (intptr_t i = skip; i < mlirBlockGetNumArguments(block); i++)
    if (is_block(block_arg(block, i)))
      join_if_dear(p, group_of_dear(p, block_arg(block, i)), operand(op, first + i - skip));
}

/* The terminator's operands from `first` on belong with the parent's results. */
static void join_with_results(LayoutPlan *p, MlirOperation op, intptr_t first, MlirOperation parent)
{
  for (intptr_t i = 0; i < result_count(parent); i++)
    if (is_block(result_at(parent, i)))
      join_if_dear(p, group_of_dear(p, result_at(parent, i)), operand(op, first + i));
}

static void visit_yield(LayoutPlan *p, MlirOperation op)
{
  MlirOperation parent = mlirOperationGetParentOperation(op);
  if (!is_op(parent, "scf.while"))
    join_with_results(p, op, 0, parent);
  if (is_op(parent, "scf.for"))
    join_with_arguments(p, op, 0, body_of(parent), 1);
  if (is_op(parent, "scf.while"))
    join_with_arguments(p, op, 0, body_of(parent), 0);
}

static void visit_control(LayoutPlan *p, MlirOperation op)
{
  if (is_op(op, "scf.for")) {
    join_with_arguments(p, op, 3, body_of(op), 1);
    for (intptr_t i = 0; i < result_count(op); i++)
      if (is_block(result_at(op, i)))
        join(p, group_of_dear(p, result_at(op, i)), group_of_dear(p, block_arg(body_of(op), i + 1)));
  } else if (is_op(op, "scf.while"))
    join_with_arguments(p, op, 0, body_of(op), 0);
  else if (is_op(op, "scf.condition")) {
    MlirOperation parent = mlirOperationGetParentOperation(op);
    join_with_results(p, op, 1, parent);
    join_with_arguments(p, op, 1, entry_of(region_at(parent, 1)), 0);
    for (intptr_t i = 0; i < result_count(parent); i++)
      if (is_block(result_at(parent, i)))
        join(p, group_of_dear(p, result_at(parent, i)),
             group_of_dear(p, block_arg(entry_of(region_at(parent, 1)), i)));
  } else if (is_op(op, "scf.yield"))
    visit_yield(p, op);
}

static void visit(MlirOperation op, void *data)
{
  LayoutPlan *p = data;
  TriOpKind kind = tri_op_kind(op);
  if (is_memory_access(op))
    visit_access(p, op);
  else if (is_elementwise(op))
    visit_elementwise(p, op);
  else if ((kind == TRI_OP_EXPAND_DIMS || kind == TRI_OP_BROADCAST) && is_dear(p, result(op)))
    vec_push(p->arena, &p->edges) =
        (LayoutEdge){op, group_of_dear(p, operand(op, 0)), group_of_dear(p, result(op))};
  else
    visit_control(p, op);
}

void layout_group(LayoutPlan *p) { walk(p->func, visit, p); }
