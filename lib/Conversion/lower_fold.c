#include "Conversion/lower_fold.h"

#include "Analysis/scratch.h"
#include "Dialect/region.h"

#include <math.h>

/* Sums in another order may pass the largest number where those of the op do not. */
static void drop_overflow_flags(MlirOperation op, void *none)
{
  if (has_attr(op, "overflowFlags"))
    set_attr(op, "overflowFlags", *(MlirAttribute *)none);
}

bool fold_begin(Lowering *l, MlirOperation op, Fold *f)
{
  *f = (Fold){.l = l, .op = op, .id = op_id(l, op), .operands = operand_count(op)};
  if (!require(op, layout_of_type(type_of(operand(op, 0)), &f->layout),
               "has a block without a layout; run tri-assign-layouts first") ||
      !require(op, f->layout.in[TRI_CTA] == 0, "combines what several CTAs hold, which is not compiled yet"))
    return false;
  MlirAttribute none = mlirAttributeParseGet(l->context, str("#arith.overflow<none>"));
  walk(op, drop_overflow_flags, &none);
  f->any_order = fold_commutes(op);
  f->types = arena_array(l->arena, MlirType, f->operands);
  for (intptr_t k = 0; k < f->operands; k++)
    f->types[k] = fold_type(op, k);
  return true;
}

/* ---- between parts and tuples ---- */

static bool is_wider(const Fold *f, intptr_t k)
{
  return !same(f->types[k], tri_type_element(type_of(operand(f->op, k))));
}

/* Moves and exchanges use the same bytes; what one reads is written over by the next. */
static bool move(Fold *f, intptr_t k, TriLayout from, TriLayout to, Parts have, Parts *want)
{
  if (scratch_of_move(type_of(operand(f->op, k)), from, to).bytes) {
    if (f->used)
      cta_barrier(f->l, f->op);
    f->used = f->moved = true;
  }
  return moved_parts(f->l, f->op, from, to, have, want);
}

bool fold_elements(Fold *f, TriLayout layout, Tuples *t)
{
  *t = fold_new(f, tri_layout_size(layout, TRI_REGISTER));
  Builder b = at(f->l, f->op);
  for (intptr_t k = 0; k < f->operands; k++) {
    Parts parts;
    if (!move(f, k, f->layout, layout, parts_of(f->l, operand(f->op, k)), &parts))
      return false;
    for (uint32_t r = 0; r < t->n; r++)
      t->at[(size_t)k * t->n + r] =
          is_wider(f, k) ? build(b, "arith.extf", f->types[k], VALS(parts.at[r])) : parts.at[r];
  }
  f->layout = layout;
  return true;
}

/* The tuples' values of operand k as parts, in the type of its result. */
static Parts result_parts(Fold *f, Tuples t, intptr_t k)
{
  Builder b = at(f->l, f->op);
  Parts parts = new_parts(f->l, t.n);
  MlirType type = part_type(type_of(result_at(f->op, k)));
  for (uint32_t r = 0; r < t.n; r++) {
    MlirValue v = t.at[(size_t)k * t.n + r];
    parts.at[r] = is_wider(f, k) ? build(b, "arith.truncf", type, VALS(v)) : v;
  }
  return parts;
}

void fold_results(Fold *f, Tuples t)
{
  for (intptr_t k = 0; k < f->operands; k++)
    set_parts(f->l, result_at(f->op, k), result_parts(f, t, k));
}

bool fold_move_results(Fold *f, Tuples t, TriLayout to)
{
  for (intptr_t k = 0; k < f->operands; k++) {
    Parts parts;
    if (!move(f, k, f->layout, to, result_parts(f, t, k), &parts))
      return false;
    set_parts(f->l, result_at(f->op, k), parts);
  }
  return true;
}

/* ---- tuples ---- */

Tuples fold_new(Fold *f, uint32_t n)
{
  return (Tuples){n, arena_array(f->l->arena, MlirValue, n * (size_t)f->operands)};
}

Tuples fold_pick(Fold *f, Tuples t, uint32_t n, const uint32_t *which)
{
  Tuples made = fold_new(f, n);
  for (size_t k = 0; k < (size_t)f->operands; k++)
    for (uint32_t i = 0; i < n; i++)
      made.at[k * n + i] = t.at[k * t.n + which[i]];
  return made;
}

void fold_put(Fold *f, Tuples into, Tuples t, const uint32_t *which)
{
  for (size_t k = 0; k < (size_t)f->operands; k++)
    for (uint32_t i = 0; i < t.n; i++)
      into.at[k * into.n + which[i]] = t.at[k * t.n + i];
}

Tuples fold_select(Fold *f, MlirValue cond, Tuples yes, Tuples no)
{
  Tuples made = fold_new(f, yes.n);
  Builder b = at(f->l, f->op);
  for (size_t i = 0; i < (size_t)f->operands * yes.n; i++)
    made.at[i] = build(b, "arith.select", type_of(yes.at[i]), VALS(cond, yes.at[i], no.at[i]));
  return made;
}

Tuples fold_shuffle(Fold *f, Shuffle s, Tuples t)
{
  Tuples made = fold_new(f, t.n);
  uint32_t all = t.n * (uint32_t)f->operands;
  MlirType *types = arena_array(f->l->arena, MlirType, all);
  for (uint32_t i = 0; i < all; i++) {
    made.at[i] = t.at[i];
    types[i] = f->types[i / t.n];
  }
  shuffle_values(f->l, f->op, f->id, s, all, types, made.at);
  return made;
}

/* ---- neutral elements ---- */

/* What each combiner leaves alone: an integer of w bits, or a float. */
typedef enum {
  ZERO,
  ONE,
  ALL_SET,
  LEAST,
  GREATEST,
  MINUS_ZERO,
  NOT_A_NUMBER,
  INFINITE,
  MINUS_INFINITE
} Neutral;

static const struct {
  const char *combiner;
  Neutral neutral;
} neutral[] = {
    {"arith.addi", ZERO},
    {"arith.muli", ONE},
    {"arith.minsi", GREATEST},
    {"arith.maxsi", LEAST},
    {"arith.minui", ALL_SET},
    {"arith.maxui", ZERO},
    {"arith.andi", ALL_SET},
    {"arith.ori", ZERO},
    {"arith.xori", ZERO},
    {"arith.addf", MINUS_ZERO},
    {"arith.mulf", ONE},
    {"arith.minnumf", NOT_A_NUMBER},
    {"arith.maxnumf", NOT_A_NUMBER},
    {"arith.minimumf", INFINITE},
    {"arith.maximumf", MINUS_INFINITE},
};

static Neutral neutral_of(MlirOperation combiner)
{
  size_t i = 0;
  while (!is_op(combiner, neutral[i].combiner))
    i++;
  return neutral[i].neutral;
}

static int64_t neutral_integer(Neutral n, unsigned width)
{
  int64_t least = (int64_t)(UINT64_MAX << (width - 1));
  return n == ONE        ? (width == 1 ? -1 : 1)
         : n == ALL_SET  ? -1
         : n == LEAST    ? least
         : n == GREATEST ? ~least
                         : 0;
}

static double neutral_float(Neutral n)
{
  return n == ONE            ? 1
         : n == MINUS_ZERO   ? -0.0
         : n == NOT_A_NUMBER ? (double)NAN
         : n == INFINITE     ? (double)INFINITY
                             : -(double)INFINITY;
}

static MlirValue neutral_value(Fold *f, intptr_t k)
{
  MlirType t = f->types[k];
  Neutral n = neutral_of(tri_combiner_of(f->op, k));
  MlirAttribute value = mlirTypeIsAInteger(t) ? int_attr(t, neutral_integer(n, mlirIntegerTypeGetWidth(t)))
                                              : mlirFloatAttrDoubleGet(f->l->context, t, neutral_float(n));
  return build_with(at(f->l, f->op), "arith.constant", t, NO_VALS, ATTRS({"value", value}));
}

Tuples fold_neutral(Fold *f, uint32_t n)
{
  Tuples t = fold_new(f, n);
  for (size_t k = 0; k < (size_t)f->operands; k++)
    for (uint32_t i = 0; i < n; i++)
      t.at[k * n + i] = i ? t.at[k * n] : neutral_value(f, (intptr_t)k);
  return t;
}

/* ---- combining ---- */

/* Tuple i of left and right through the region. */
static bool inline_region(Fold *f, Tuples left, Tuples right, uint32_t i, Tuples t)
{
  MlirBlock body = body_of(f->op);
  for (intptr_t k = 0; k < 2 * f->operands; k++) {
    Parts p = new_parts(f->l, 1);
    Tuples side = k < f->operands ? left : right;
    p.at[0] = side.at[(size_t)(k % f->operands) * side.n + i];
    set_parts(f->l, block_arg(body, k), p);
  }
  if (!lower_body(f->l, body))
    return false;
  for (intptr_t k = 0; k < f->operands; k++)
    t.at[(size_t)k * t.n + i] = part(f->l, operand(mlirBlockGetTerminator(body), k), 0);
  return true;
}

static MlirValue apply(Fold *f, MlirOperation combiner, MlirValue left, MlirValue right)
{
  Arena *a = f->l->arena;
  MlirStringRef name = name_of(combiner);
  return build(at(f->l, f->op), arena_strndup(a, name.data, name.length), type_of(left), VALS(left, right));
}

/* The values of one operand, two at a time where that is one instruction. */
static void apply_all(Fold *f, MlirOperation combiner, uint32_t n, const MlirValue *left,
                      const MlirValue *right, MlirValue *made)
{
  Lowering *l = f->l;
  Builder b = at(l, f->op);
  uint32_t i = 0;
  for (; n > 1 && i + 2 <= n && packs(combiner, type_of(left[0])); i += 2) {
    MlirValue v =
        apply(f, combiner, pair_of(l, b, left[i], left[i + 1]), pair_of(l, b, right[i], right[i + 1]));
    made[i] = half_of(l, b, v, 0);
    made[i + 1] = half_of(l, b, v, 1);
  }
  for (; i < n; i++)
    made[i] = apply(f, combiner, left[i], right[i]);
}

bool fold_combine(Fold *f, Tuples left, Tuples right, Tuples *t)
{
  *t = fold_new(f, left.n);
  if (f->any_order) {
    for (intptr_t k = 0; k < f->operands; k++) {
      size_t first = (size_t)k * left.n;
      apply_all(f, tri_combiner_of(f->op, k), left.n, left.at + first, right.at + first, t->at + first);
    }
    return true;
  }
  for (uint32_t i = 0; i < left.n; i++)
    if (!inline_region(f, left, right, i, *t))
      return false;
  return true;
}
