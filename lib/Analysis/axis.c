/* The dataflow: facts for every value of a function, through loops and branches.
 *
 * Optimistic: a value has no facts until something reaches it. The function is walked from top to bottom,
 * again and again, until no meeting point changes; results of plain ops are computed afresh from their
 * operands, and where paths meet (block arguments, results of ops with regions) what arrives is joined to
 * what was there. So the facts of meeting points only ever get weaker, and at the end each is implied by
 * everything that arrives at it.
 *
 * Walks end soon: a bound that still moves after MAX_RANGE_CHANGES changes is let go, to 0 or to the type's
 * bound, and after MAX_CHANGES so is every residue that still changes. Few loops need more than five walks.
 */
#include "Analysis/axis.h"

#include "Analysis/axis_rules.h"
#include "Support/ir.h"
#include "Support/map.h"

#include <assert.h>

enum { MAX_RANGE_CHANGES = 3, MAX_CHANGES = 8 };

typedef struct {
  Facts facts;
  int changes;
} Entry;

typedef struct {
  Arena *arena;
  Map entries; /* value -> Entry * */
  AxisRules rules;
  bool changed;
} Flow;

struct AxisAnalysis {
  Flow claims, hints;
};

/* ---- values ---- */

static Entry *entry_of_value(const Flow *f, MlirValue v)
{
  const uint64_t *place = map_find(&f->entries, v.ptr);
  return place ? (Entry *)(uintptr_t)*place : NULL;
}

static const Facts *find(void *flow, MlirValue v)
{
  Entry *e = entry_of_value(flow, v);
  return e ? &e->facts : NULL;
}

static void set(Flow *f, MlirValue v, const Facts *facts)
{
  if (!axis_has_facts(type_of(v)))
    return;
  Entry *e = entry_of_value(f, v);
  if (!e) {
    e = arena_new(f->arena, Entry);
    *map_at(&f->entries, v.ptr) = (uint64_t)(uintptr_t)e;
  }
  e->facts = *facts;
}

/* ---- meeting points ---- */

static bool same_facts(const Facts *x, const Facts *y)
{
  bool equal = x->partial == y->partial && residue_same(x->first, y->first) && x->range.min == y->range.min &&
               x->range.max == y->range.max;
  for (int b = 0; b < x->n && equal; b++)
    equal = residue_same(x->step[b], y->step[b]);
  return equal;
}

static Residue widened(Residue was, Residue is) { return residue_same(was, is) ? is : residue_unknown(); }

/* `is`, weakened so that it cannot be weakened often. */
static Facts widen(const Facts *was, Facts is, Range type, int changes)
{
  if (changes < MAX_RANGE_CHANGES)
    return is;
  if (is.range.min < was->range.min)
    is.range.min = is.range.min >= 0 ? 0 : type.min;
  if (is.range.max > was->range.max)
    is.range.max = type.max;
  if (changes < MAX_CHANGES)
    return is;
  is.first = widened(was->first, is.first);
  for (int b = 0; b < is.n; b++)
    is.step[b] = widened(was->step[b], is.step[b]);
  return is;
}

static void merge(Flow *f, MlirValue v, const Facts *arriving)
{
  Entry *e = entry_of_value(f, v);
  if (!e) {
    set(f, v, arriving);
    f->changed = true;
    return;
  }
  if (f->rules == AXIS_WRONG_ITERATION)
    return;
  Facts joined = facts_join(&e->facts, arriving);
  if (same_facts(&joined, &e->facts))
    return;
  e->facts = widen(&e->facts, joined, range_signed(axis_width(type_of(v))), e->changes++);
  f->changed = true;
}

static void merge_value(Flow *f, MlirValue v, MlirValue arriving)
{
  const Facts *facts = find(f, arriving);
  if (facts && axis_has_facts(type_of(v)))
    merge(f, v, facts);
}

/* Operands from the given one on arrive at the block's arguments from the given one on; how many they were.
 */
static intptr_t merge_into_block(Flow *f, MlirOperation op, intptr_t from, MlirBlock b, intptr_t first)
{
  intptr_t n = mlirBlockGetNumArguments(b) - first;
  for (intptr_t i = 0; i < n && from + i < operand_count(op); i++)
    merge_value(f, block_arg(b, first + i), operand(op, from + i));
  return n;
}

static void merge_into_results(Flow *f, MlirOperation op, intptr_t from, MlirOperation target)
{
  for (intptr_t i = 0; i < result_count(target) && from + i < operand_count(op); i++)
    merge_value(f, result_at(target, i), operand(op, from + i));
}

/* ---- scf ---- */

/* lower + k step below upper, in exact arithmetic; signed, or of numbers that are not negative. */
static Facts induction(MlirOperation loop, const Facts *lower, const Facts *upper, const Facts *step)
{
  Facts iv = axis_unknown(type_of(block_arg(body_of(loop), 0)));
  bool is_signed = !has_attr(loop, "unsignedCmp") || (lower->range.min >= 0 && upper->range.min >= 0);
  if (is_signed && lower->range.min < upper->range.max)
    iv.range = (Range){lower->range.min, upper->range.max - 1};
  bool once = is_signed && step->range.min > 0 && upper->range.max - lower->range.min <= step->range.min;
  iv.first = once ? lower->first : residue_cut(lower->first, residue_zeros(step->first));
  return facts_settle(iv);
}

static void flow_for(Flow *f, MlirOperation op)
{
  const Facts *lower = find(f, operand(op, 0)), *upper = find(f, operand(op, 1)),
              *step = find(f, operand(op, 2));
  MlirBlock body = body_of(op);
  if (lower && upper && step && axis_has_facts(type_of(block_arg(body, 0)))) {
    Facts iv = induction(op, lower, upper, step);
    merge(f, block_arg(body, 0), &iv);
  }
  merge_into_block(f, op, 3, body, 1);
  merge_into_results(f, op, 3, op);
}

static void flow_while(Flow *f, MlirOperation op) { merge_into_block(f, op, 0, body_of(op), 0); }

/* The results come from the yields. */
static void flow_if(Flow *f, MlirOperation op)
{
  (void)f;
  (void)op;
}

static void flow_condition(Flow *f, MlirOperation op)
{
  MlirOperation loop = mlirOperationGetParentOperation(op);
  merge_into_block(f, op, 1, entry_of(region_at(loop, 1)), 0);
  merge_into_results(f, op, 1, loop);
}

static void flow_yield(Flow *f, MlirOperation op)
{
  MlirOperation parent = mlirOperationGetParentOperation(op);
  if (is_op(parent, "scf.for"))
    merge_into_block(f, op, 0, body_of(parent), 1);
  if (is_op(parent, "scf.while"))
    merge_into_block(f, op, 0, body_of(parent), 0);
  if (is_op(parent, "scf.for") || is_op(parent, "scf.if"))
    merge_into_results(f, op, 0, parent);
}

/* ---- cf ---- */

/* What goes to the successors follows the op's own operands, in their order. */
static void flow_branch_after(Flow *f, MlirOperation op, intptr_t own)
{
  for (intptr_t s = 0; s < mlirOperationGetNumSuccessors(op); s++)
    own += merge_into_block(f, op, own, mlirOperationGetSuccessor(op, s), 0);
}

static void flow_br(Flow *f, MlirOperation op) { flow_branch_after(f, op, 0); }
static void flow_choose(Flow *f, MlirOperation op) { flow_branch_after(f, op, 1); }

/* ---- the walk ---- */

static const struct {
  const char *name;
  void (*flow)(Flow *, MlirOperation);
} controls[] = {
    {"scf.for", flow_for},       {"scf.while", flow_while},         {"scf.if", flow_if},
    {"scf.yield", flow_yield},   {"scf.condition", flow_condition}, {"cf.br", flow_br},
    {"cf.cond_br", flow_choose}, {"cf.switch", flow_choose},
};

static void anything_arrives(Flow *f, MlirBlock b)
{
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(b); i++)
    if (axis_has_facts(type_of(block_arg(b, i)))) {
      Facts unknown = axis_unknown(type_of(block_arg(b, i)));
      merge(f, block_arg(b, i), &unknown);
    }
}

/* An op that is not known may pass anything to its regions and successors. */
static void flow_unknown_control(Flow *f, MlirOperation op)
{
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++) {
    MlirBlock entry = entry_of(region_at(op, r));
    if (!is_null(entry))
      anything_arrives(f, entry);
  }
  for (intptr_t s = 0; s < mlirOperationGetNumSuccessors(op); s++)
    anything_arrives(f, mlirOperationGetSuccessor(op, s));
}

static void flow_op(Flow *f, MlirOperation op)
{
  for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
    if (is_op(op, controls[i].name)) {
      controls[i].flow(f, op);
      return;
    }
  flow_unknown_control(f, op);
  AxisOperands operands = {find, f, f->rules};
  Facts facts;
  for (intptr_t i = 0; i < result_count(op); i++)
    if (axis_has_facts(type_of(result_at(op, i))) && axis_apply(op, i, operands, &facts))
      set(f, result_at(op, i), &facts);
}

static MlirWalkResult visit(MlirOperation op, void *flow)
{
  if (!is_op(op, "func.func"))
    flow_op(flow, op);
  return MlirWalkResultAdvance;
}

static void set_argument(Flow *f, MlirOperation func, intptr_t i)
{
  MlirValue v = block_arg(body_of(func), i);
  int64_t divides = int_of(arg_attr(func, i, "tri.divisibility"), 1);
  if (!axis_has_facts(type_of(v)))
    return;
  Facts facts = axis_unknown(type_of(v));
  if (divides > 0)
    facts.first = residue_multiple(__builtin_ctzll((uint64_t)divides));
  facts = facts_settle(facts);
  set(f, v, &facts);
}

static void set_arguments(Flow *f, MlirOperation func)
{
  MlirBlock entry = body_of(func);
  for (intptr_t i = 0; !is_null(entry) && i < mlirBlockGetNumArguments(entry); i++)
    set_argument(f, func, i);
}

static Flow flow_through(Arena *arena, MlirOperation func, AxisRules rules)
{
  Flow f = {.arena = arena, .entries = {.arena = arena}, .rules = rules};
  set_arguments(&f, func);
  do {
    f.changed = false;
    mlirOperationWalk(func, visit, &f, MlirWalkPreOrder);
  } while (f.changed);
  return f;
}

AxisAnalysis *axis_analyse_by(Arena *arena, MlirOperation func, AxisRules rules)
{
  AxisAnalysis *a = arena_new(arena, AxisAnalysis);
  a->claims = flow_through(arena, func, rules);
  a->hints = rules == AXIS_SOUND ? flow_through(arena, func, AXIS_NO_WRAP) : a->claims;
  return a;
}

AxisAnalysis *axis_analyse(Arena *arena, MlirOperation func)
{
  return axis_analyse_by(arena, func, AXIS_SOUND);
}

/* ---- answers ---- */

static Facts facts_in(const Flow *f, MlirValue v)
{
  Entry *e = entry_of_value(f, v);
  return e ? e->facts : axis_unknown(type_of(v));
}

Facts axis_facts(const AxisAnalysis *analysis, MlirValue v) { return facts_in(&analysis->claims, v); }
Facts axis_hints(const AxisAnalysis *analysis, MlirValue v) { return facts_in(&analysis->hints, v); }
