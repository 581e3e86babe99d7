/* Which blocks share a layout: see layout_plan.h. */
#include "Transforms/layout_plan.h"

#include "tri-c/Ops.h"

/* ---- kinds of values ---- */

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

/* Whether the op has block operands or results that it takes as the same, and is not made anew per use. */
bool has_group(LayoutPlan *p, MlirOperation op)
{
  bool results = has_same_results(op);
  for (intptr_t i = 0; i < result_count(op); i++)
    if (results && is_block(result_at(op, i)))
      return is_dear(p, result_at(op, i));
  for (intptr_t i = 0; i < operand_count(op); i++)
    if (is_block(operand(op, i)) && layout_role(op, i) == LAYOUT_SAME)
      return true;
  return false;
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

/* The first block that the op takes as the same, or gives. */
static MlirType type_in_group(MlirOperation op)
{
  for (intptr_t i = 0; i < operand_count(op); i++)
    if (is_block(operand(op, i)) && layout_role(op, i) == LAYOUT_SAME)
      return type_of(operand(op, i));
  return type_of(result(op));
}

LayoutGroup *group_of_op(LayoutPlan *p, MlirOperation op)
{
  return &p->groups.at[group_at(p, op.ptr, type_in_group(op), op)];
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

/* What the op's layout costs it, if it is an anchor. */
static bool anchor_of(MlirOperation op, LayoutAnchor *a)
{
  *a = (LayoutAnchor){.op = op, .axis = -1, .weight = weight_of(op)};
  switch (tri_op_kind(op)) {
  case TRI_OP_LOAD:
    a->ptr = tri_load_ptr(op);
    return true;
  case TRI_OP_STORE:
    a->ptr = tri_store_ptr(op);
    return true;
  case TRI_OP_ATOMIC_RMW:
    a->ptr = tri_atomic_rmw_ptr(op);
    return true;
  case TRI_OP_ATOMIC_CAS:
    a->ptr = tri_atomic_cas_ptr(op);
    return true;
  case TRI_OP_REDUCE:
    a->axis = tri_reduce_axis(op);
    return true;
  case TRI_OP_SCAN:
    a->axis = tri_scan_axis(op);
    return true;
  default:
    return false;
  }
}

static void visit_same(LayoutPlan *p, MlirOperation op)
{
  LayoutAnchor anchor;
  uint32_t g = group_at(p, op.ptr, type_in_group(op), op);
  if (anchor_of(op, &anchor))
    vec_push(p->arena, &p->groups.at[g].anchors) = anchor;
  for (intptr_t i = 0; i < operand_count(op); i++)
    if (is_block(operand(op, i)) && layout_role(op, i) == LAYOUT_SAME)
      join_if_dear(p, g, operand(op, i));
  for (intptr_t i = 0; has_same_results(op) && i < result_count(op); i++)
    join_if_dear(p, g, result_at(op, i));
}

static void add_link(LayoutPlan *p, MlirOperation op, intptr_t i, uint32_t from, uint32_t to)
{
  vec_push(p->arena, &p->links) = (LayoutLink){op, i, from, to, weight_of(op)};
}

/* The op's group where it has one, as a store does; else that of its results. */
static uint32_t linked_group(LayoutPlan *p, MlirOperation op)
{
  return has_group(p, op) ? group_at(p, op.ptr, type_in_group(op), op) : group_of_dear(p, result(op));
}

/* Dear operands are wanted in a layout that follows from that of the results, which share one. */
static void visit_linked(LayoutPlan *p, MlirOperation op)
{
  for (intptr_t k = 1; k < result_count(op); k++)
    if (is_dear(p, result_at(op, k)))
      join(p, group_of_dear(p, result(op)), group_of_dear(p, result_at(op, k)));
  for (intptr_t i = 0; i < operand_count(op); i++)
    if (is_dear(p, operand(op, i)) && layout_role(op, i) == LAYOUT_LINKED)
      add_link(p, op, i, group_of_dear(p, operand(op, i)), linked_group(p, op));
}

static void visit_following(LayoutPlan *p, MlirOperation op)
{
  for (intptr_t k = 0; k < result_count(op); k++)
    if (is_block(result_at(op, k)))
      add_link(p, op, k, group_at(p, op.ptr, type_in_group(op), op), group_of_dear(p, result_at(op, k)));
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

static bool has_linked_operand(MlirOperation op)
{
  for (intptr_t i = 0; i < operand_count(op); i++)
    if (is_block(operand(op, i)) && layout_role(op, i) == LAYOUT_LINKED)
      return true;
  return false;
}

/* Also a value that nothing else says anything about has a home. */
static void visit_results(MlirOperation op, void *data)
{
  LayoutPlan *p = data;
  for (intptr_t i = 0; i < result_count(op); i++)
    if (is_dear(p, result_at(op, i)))
      group_of_dear(p, result_at(op, i));
}

static void visit(MlirOperation op, void *data)
{
  LayoutPlan *p = data;
  bool group = has_group(p, op);
  if (group)
    visit_same(p, op);
  if (has_linked_operand(op) && (group || is_dear(p, result(op))))
    visit_linked(p, op);
  if (has_following_results(op) && group)
    visit_following(p, op);
  visit_control(p, op);
}

/* Names groups by their representatives, which learn of their links. */
static void settle(LayoutPlan *p)
{
  for (uint32_t i = 0; i < p->links.n; i++) {
    LayoutLink *link = &p->links.at[i];
    link->from = find(p, link->from);
    link->to = find(p, link->to);
    vec_push(p->arena, &p->groups.at[link->from].links) = i;
    if (link->to != link->from)
      vec_push(p->arena, &p->groups.at[link->to].links) = i;
  }
}

void layout_group(LayoutPlan *p)
{
  walk(p->func, visit, p);
  walk(p->func, visit_results, p);
  settle(p);
}
