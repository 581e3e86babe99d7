/* The plan carried out: types get their layouts, cheap values are made per layout, conversions are inserted.
 */
#include "Transforms/layout_plan.h"

#include "tri-c/Ops.h"

/* A value in a layout that is not its home, or a cheap one in any: made once, where the value is. */
typedef struct {
  MlirValue of, made;
  TriLayout layout;
} Made;

typedef struct {
  LayoutPlan *plan;
  MlirRewriterBase rw;
  Vec(Made) made;
  Map first_made;    /* by value: 1 + the index of the newest made of it */
  Vec(size_t) older; /* beside made: 1 + the index of the one before of the same value */
  Vec(Made) led;     /* results that lie where operands lead, not in their home */
} Rewrite;

static MlirValue find_made(const Rewrite *r, MlirValue v, TriLayout l)
{
  const uint64_t *newest = map_find(&r->first_made, v.ptr);
  for (size_t i = newest ? (size_t)*newest : 0; i; i = r->older.at[i - 1])
    if (tri_layout_equal(r->made.at[i - 1].layout, l))
      return r->made.at[i - 1].made;
  return (MlirValue){NULL};
}

static MlirValue remember(Rewrite *r, MlirValue v, TriLayout l, MlirValue made)
{
  uint64_t *newest = map_at(&r->first_made, v.ptr);
  vec_push(r->plan->arena, &r->made) = (Made){v, made, l};
  vec_push(r->plan->arena, &r->older) = (size_t)*newest;
  *newest = r->made.n;
  return made;
}

static Builder after_value(Rewrite *r, MlirValue v)
{
  mlirRewriterBaseSetInsertionPointAfterValue(r->rw, v);
  MlirOperation op = def(v);
  return (Builder){r->rw, is_null(op) ? loc_of(mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(v)))
                                      : loc_of(op)};
}

static MlirValue in_layout(Rewrite *r, MlirValue v, TriLayout l);

/* A constant's elements do not depend on the layout, but its attribute has the type. */
static void retype_constant(MlirOperation op, MlirType t)
{
  MlirAttribute value = attr_of(op, "value");
  if (is_op(op, "arith.constant") && mlirAttributeIsADenseElements(value))
    set_attr(op, "value", mlirDenseElementsAttrReshapeGet(value, t));
}

static MlirValue make_cheap(Rewrite *r, MlirValue v, TriLayout l)
{
  MlirOperation op = def(v), copy;
  MlirValue at[16] = {{NULL}};
  intptr_t n = operand_count(op), which = mlirOpResultGetResultNumber(v);
  for (intptr_t i = 0; i < n; i++)
    at[i] =
        is_block(operand(op, i)) ? in_layout(r, operand(op, i), layout_of_operand(op, i, l)) : operand(op, i);
  mlirRewriterBaseSetInsertionPointAfter(r->rw, op);
  copy = mlirRewriterBaseClone(r->rw, op);
  for (intptr_t i = 0; i < n; i++)
    mlirOperationSetOperand(copy, i, at[i]);
  TriLayout by_itself = puts_together(op) ? layout_of_result(op, layout_of_operand(op, 0, l)) : l;
  for (intptr_t i = 0; i < result_count(copy); i++)
    mlirValueSetType(result_at(copy, i), with_layout(type_of(result_at(copy, i)), by_itself));
  retype_constant(copy, type_of(result(copy)));
  MlirValue made = result_at(copy, which);
  if (tri_layout_equal(by_itself, l))
    return made;
  Builder b = after_value(r, made);
  return tri_convert_layout_build(b.rw, b.loc, with_layout(type_of(made), l), made);
}

static MlirValue in_layout(Rewrite *r, MlirValue v, TriLayout l)
{
  if (is_dear(r->plan, v) && tri_layout_equal(group_of_value(r->plan, v)->layout, l))
    return v;
  MlirValue known = find_made(r, v, l);
  if (!is_null(known))
    return known;
  if (!is_dear(r->plan, v))
    return remember(r, v, l, make_cheap(r, v, l));
  MlirType to = with_layout(type_of(v), l);
  Builder b = after_value(r, v);
  return remember(r, v, l, tri_convert_layout_build(b.rw, b.loc, to, v));
}

static void set_operand(Rewrite *r, MlirOperation op, intptr_t i, TriLayout l)
{
  if (is_block(operand(op, i)))
    mlirOperationSetOperand(op, i, in_layout(r, operand(op, i), l));
}

/* Operand i of a terminator or loop goes to the home of the value that receives it. */
static void pass_on(Rewrite *r, MlirOperation op, intptr_t i, MlirValue to)
{
  if (is_block(to))
    set_operand(r, op, i, group_of_value(r->plan, to)->layout);
}

static void rewrite_control(Rewrite *r, MlirOperation op)
{
  MlirOperation parent = mlirOperationGetParentOperation(op);
  if (is_op(op, "scf.for"))
    for (intptr_t i = 3; i < operand_count(op); i++)
      pass_on(r, op, i, result_at(op, i - 3));
  else if (is_op(op, "scf.while"))
    for (intptr_t i = 0; i < operand_count(op); i++)
      pass_on(r, op, i, block_arg(body_of(op), i));
  else if (is_op(op, "scf.condition"))
    for (intptr_t i = 1; i < operand_count(op); i++)
      pass_on(r, op, i, result_at(parent, i - 1));
  else if (is_op(op, "scf.yield"))
    for (intptr_t i = 0; i < operand_count(op); i++)
      pass_on(r, op, i, is_op(parent, "scf.while") ? block_arg(body_of(parent), i) : result_at(parent, i));
}

/* A value that is taken in any layout stays where it is; a cheap one is made in that of nobody's wishes. */
static void set_free(Rewrite *r, MlirOperation op, intptr_t i)
{
  if (!is_dear(r->plan, operand(op, i)))
    set_operand(r, op, i, default_layout(r->plan, shape_of_type(type_of(operand(op, i)))));
}

/* The op's results lie where its operands lead; what wants them in their home gets a conversion. */
static void rewrite_led(Rewrite *r, MlirOperation op, TriLayout l)
{
  for (intptr_t k = 0; k < result_count(op); k++) {
    MlirValue v = result_at(op, k);
    if (!is_block(v) || tri_layout_equal(group_of_value(r->plan, v)->layout, l))
      continue;
    Builder b = after_value(r, v);
    MlirValue moved =
        tri_convert_layout_build(b.rw, b.loc, with_layout(type_of(v), group_of_value(r->plan, v)->layout), v);
    mlirValueReplaceAllUsesExcept(v, moved, 1, (MlirOperation[]){def(moved)});
    *map_at(&r->plan->kinds, moved.ptr) = *map_find(&r->plan->kinds, v.ptr);
    *map_at(&r->plan->group_of, moved.ptr) = *map_find(&r->plan->group_of, v.ptr);
    vec_push(r->plan->arena, &r->led) = (Made){v, moved, l};
  }
}

static bool is_rewritten(Rewrite *r, MlirOperation op)
{
  if (tri_op_kind(op) == TRI_OP_NONE && !may_repeat(op))
    return false;
  return has_group(r->plan, op) || result_count(op) == 0 || !is_block(result(op)) ||
         is_dear(r->plan, result(op));
}

/* The layout from which that of linked operands follows: a store's pointers', else the results'. */
static TriLayout linked_layout(Rewrite *r, MlirOperation op)
{
  return has_group(r->plan, op) ? group_of_op(r->plan, op)->layout
                                : group_of_value(r->plan, result(op))->layout;
}

static void rewrite_op(MlirOperation op, void *data)
{
  Rewrite *r = data;
  if (!is_rewritten(r, op)) {
    rewrite_control(r, op);
    return;
  }
  for (intptr_t i = 0; i < operand_count(op); i++) {
    if (!is_block(operand(op, i)))
      continue;
    switch (layout_role(op, i)) {
    case LAYOUT_FREE:
      set_free(r, op, i);
      break;
    case LAYOUT_SAME:
      set_operand(r, op, i, group_of_op(r->plan, op)->layout);
      break;
    case LAYOUT_LINKED:
      set_operand(r, op, i, layout_of_operand(op, i, linked_layout(r, op)));
      break;
    }
  }
  if (has_following_results(op) && has_group(r->plan, op))
    rewrite_led(r, op, layout_of_result(op, group_of_op(r->plan, op)->layout));
  else if (puts_together(op))
    rewrite_led(r, op,
                layout_of_result(op, layout_of_operand(op, 0, group_of_value(r->plan, result(op))->layout)));
}

static void set_home(LayoutPlan *p, MlirValue v)
{
  if (is_dear(p, v))
    mlirValueSetType(v, with_layout(type_of(v), group_of_value(p, v)->layout));
}

static void set_homes(MlirOperation op, void *data)
{
  LayoutPlan *p = data;
  for (intptr_t i = 0; i < result_count(op); i++)
    set_home(p, result_at(op, i));
  for (intptr_t k = 0; k < mlirOperationGetNumRegions(op); k++)
    foreach_block(b, region_at(op, k)) for (intptr_t i = 0; i < mlirBlockGetNumArguments(b); i++)
        set_home(p, block_arg(b, i));
}

typedef Vec(MlirOperation) Ops;
typedef struct {
  Arena *arena;
  Ops ops;
} Collected;

static void collect(MlirOperation op, void *data)
{
  Collected *c = data;
  vec_push(c->arena, &c->ops) = op;
}

static bool is_unused(MlirOperation op)
{
  for (intptr_t i = 0; i < result_count(op); i++)
    if (!has_no_use(result_at(op, i)))
      return false;
  return true;
}

/* The cheap originals, each of which has been made anew where it was wanted. */
static void erase_originals(Rewrite *r, const Collected *before)
{
  for (size_t i = before->ops.n; i-- > 0;) {
    MlirOperation op = before->ops.at[i];
    bool cheap = result_count(op) > 0 && is_block(result(op)) && !is_dear(r->plan, result(op));
    if (cheap && is_unused(op))
      mlirRewriterBaseEraseOp(r->rw, op);
  }
}

void layout_rewrite(LayoutPlan *p)
{
  Rewrite r = {.plan = p, .rw = mlirIRRewriterCreateFromOp(p->func), .first_made = {.arena = p->arena}};
  Collected before = {.arena = p->arena};
  walk(p->func, collect, &before);
  for (size_t i = 0; i < before.ops.n; i++)
    rewrite_op(before.ops.at[i], &r);
  for (size_t i = 0; i < before.ops.n; i++)
    set_homes(before.ops.at[i], p);
  for (size_t i = 0; i < r.led.n; i++)
    mlirValueSetType(r.led.at[i].of, with_layout(type_of(r.led.at[i].of), r.led.at[i].layout));
  erase_originals(&r, &before);
  mlirIRRewriterDestroy(r.rw);
}
