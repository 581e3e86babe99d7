/* Statements on numbers: elementwise arithmetic, comparisons, casts. All take scalars as well. */
#include "generator.h"

static bool is_any(Element e) { return e < ELEMENTS; }
static bool is_bool(Element e) { return e == I1; }

static void unary(Generator *g, const char *name, Type t)
{
  int guard = 0, a = operand(g, t, &guard);
  add_guarded(g, op(g, "%s %%v%d : %s", name, a, spelled(t).at), t, guard);
}

static void binary(Generator *g, const char *name, Type t)
{
  int guard = 0, a = operand(g, t, &guard), b = operand(g, t, &guard);
  add_guarded(g, op(g, "%s %%v%d, %%v%d : %s", name, a, b, spelled(t).at), t, guard);
}

void make_integer_op(Generator *g)
{
  static const char *const ops[] = {"arith.addi", "arith.subi",  "arith.muli",  "arith.andi",  "arith.ori",
                                    "arith.xori", "arith.maxsi", "arith.minsi", "arith.maxui", "arith.minui"};
  static const char *const units[] = {"math.ctlz", "math.cttz", "math.ctpop"};
  Type t = some_type(g, is_integer);
  if (pick(g, 8))
    binary(g, ops[pick(g, 10)], t);
  else
    unary(g, units[pick(g, 3)], t);
}

void make_bool_op(Generator *g)
{
  static const char *const ops[] = {"arith.andi", "arith.ori",   "arith.xori",
                                    "arith.addi", "arith.minsi", "arith.maxui"};
  Type t = some_type(g, is_bool);
  binary(g, ops[pick(g, 6)], t);
}

/* The second operand is made to fit: a shift less than the width, a divisor that is not zero. */
void make_guarded_op(Generator *g)
{
  static const char *const shifts[] = {"arith.shli", "arith.shrsi", "arith.shrui"};
  static const char *const divisions[] = {"arith.divui",     "arith.remui",     "arith.divsi",
                                          "arith.remsi",     "arith.ceildivui", "arith.ceildivsi",
                                          "arith.floordivsi"};
  Type t = some_type(g, is_integer);
  bool shift = pick(g, 2) == 0;
  int a = value(g, t), b = value(g, t), limit = number(g, t, shift ? element_bits[t.element] - 1 : 1);
  int fit = op(g, "%s %%v%d, %%v%d : %s", shift ? "arith.andi" : "arith.ori", b, limit, spelled(t).at);
  const char *name = shift ? shifts[pick(g, 3)] : divisions[pick(g, 7)];
  if (!shift) { /* the smallest integer has no quotient by -1 */
    long long most = (long long)(UINT64_MAX >> (65 - element_bits[t.element]));
    a = op(g, "arith.maxsi %%v%d, %%v%d : %s", a, number(g, t, -most), spelled(t).at);
  }
  add(g, op(g, "%s %%v%d, %%v%d : %s", name, a, fit, spelled(t).at), t);
}

/* A float that is a number: its sign is defined. */
static int not_nan(Generator *g, int id, Type t)
{
  int low = number(g, t, -1000);
  return op(g, "arith.maxnumf %%v%d, %%v%d : %s", id, low, spelled(t).at);
}

void make_float_op(Generator *g)
{
  static const char *const ops[] = {"arith.addf",     "arith.subf",     "arith.mulf",    "arith.divf",
                                    "arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"};
  static const char *const units[] = {"arith.negf", "math.absf",  "math.sqrt",  "math.floor",
                                      "math.ceil",  "math.trunc", "math.round", "math.roundeven"};
  Type t = some_type(g, is_arithmetic_float);
  switch (pick(g, 8)) {
  case 0:
  case 1:
    unary(g, units[pick(g, 8)], t);
    return;
  case 2: {
    int guard = 0, a = operand(g, t, &guard), b = operand(g, t, &guard), c = operand(g, t, &guard);
    add_guarded(g, op(g, "math.fma %%v%d, %%v%d, %%v%d : %s", a, b, c, spelled(t).at), t, guard);
    return;
  }
  case 3: {
    int a = value(g, t), b = value(g, t), sign = not_nan(g, b, t);
    add(g, op(g, "math.copysign %%v%d, %%v%d : %s", a, sign, spelled(t).at), t);
    return;
  }
  default:
    binary(g, ops[pick(g, 8)], t);
  }
}

void make_compare(Generator *g)
{
  static const char *const integers[] = {"slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", "eq", "ne"};
  static const char *const floats[] = {"oeq", "ogt", "oge", "olt", "ole", "one",
                                       "ord", "ueq", "ugt", "une", "uno"};
  Type t = some_type(g, pick(g, 2) ? is_integer : is_arithmetic_float);
  int guard = 0, a = operand(g, t, &guard), b = operand(g, t, &guard);
  const char *name = is_float(t.element) ? "arith.cmpf" : "arith.cmpi";
  const char *how = is_float(t.element) ? floats[pick(g, 11)] : integers[pick(g, 10)];
  add_guarded(g, op(g, "%s %s, %%v%d, %%v%d : %s", name, how, a, b, spelled(t).at), with(t, I1), guard);
}

void make_choose(Generator *g)
{
  Type t = some_type(g, is_any);
  bool one = t.rank == 0 || pick(g, 3) == 0;
  Type condition = one ? scalar(I1) : with(t, I1);
  int guard = 0, c = mask(g, condition), a = operand(g, t, &guard), b = operand(g, t, &guard);
  add_guarded(g,
              op(g, "arith.select %%v%d, %%v%d, %%v%d : %s%s%s", c, a, b, one ? "" : spelled(condition).at,
                 one ? "" : ", ", spelled(t).at),
              t, guard);
}

/* ---- casts ---- */

static const char *cast_op(Generator *g, Element from, Element to)
{
  int f = element_bits[from], t = element_bits[to];
  if (!is_float(from) && !is_float(to))
    return t > f ? (pick(g, 2) ? "arith.extsi" : "arith.extui") : t < f ? "arith.trunci" : NULL;
  if (is_float(from) && is_float(to))
    return t > f ? "arith.extf" : t < f ? "arith.truncf" : NULL;
  if (is_float(to))
    return t == f && pick(g, 2) ? "arith.bitcast" : pick(g, 2) ? "arith.sitofp" : "arith.uitofp";
  return NULL;
}

void make_cast(Generator *g)
{
  Type from = some_type(g, is_any), to = with(from, (Element)pick(g, ELEMENTS));
  const char *name = cast_op(g, from.element, to.element);
  if (!name)
    return;
  int guard = 0, a = operand(g, from, &guard);
  add_guarded(g, op(g, "%s %%v%d : %s to %s", name, a, spelled(from).at, spelled(to).at), to, guard);
}

/* tri.fp_cast, with its rounding. */
void make_special_cast(Generator *g)
{
  Type from = some_type(g, is_float), to = with(from, (Element)(F16 + pick(g, ELEMENTS - F16)));
  const char *rounding = pick(g, 2) ? "" : pick(g, 2) ? " rounding rtz" : " rounding rtne";
  bool saturate = to.element >= F8A && pick(g, 2);
  int guard = 0, a = operand(g, from, &guard);
  add_guarded(g,
              op(g, "tri.fp_cast %%v%d%s%s : %s -> %s", a, rounding, saturate ? " saturate" : "",
                 spelled(from).at, spelled(to).at),
              to, guard);
}

void make_multiply_high(Generator *g)
{
  Type t = some_type(g, is_integer);
  binary(g, pick(g, 2) ? "tri.mulhi signed" : "tri.mulhi unsigned", t);
}

void make_clamp(Generator *g)
{
  Type t = some_type(g, is_arithmetic_float);
  int guard = 0, a = operand(g, t, &guard), low = operand(g, t, &guard), high = operand(g, t, &guard);
  add_guarded(g,
              op(g, "tri.clamp %%v%d, %%v%d, %%v%d%s : %s", a, low, high, pick(g, 2) ? " propagate_nan" : "",
                 spelled(t).at),
              t, guard);
}

/* ---- what may be undefined ---- */

/* Any shift; defined where it is less than the width. */
static void any_shift(Generator *g)
{
  static const char *const shifts[] = {"arith.shli", "arith.shrsi", "arith.shrui"};
  Type t = some_type(g, is_integer);
  int a = value(g, t), b = value(g, t), width = number(g, t, element_bits[t.element]);
  int fits = op(g, "arith.cmpi ult, %%v%d, %%v%d : %s", b, width, spelled(t).at);
  add_guarded(g, op(g, "%s %%v%d, %%v%d : %s", shifts[pick(g, 3)], a, b, spelled(t).at), t, fits);
}

/* Any float; defined where it is well within the integers. */
static void to_integer(Generator *g)
{
  Type from = some_type(g, is_arithmetic_float), to = with(from, (Element)(I8 + pick(g, 4)));
  bool is_signed = pick(g, 2);
  int a = value(g, from), low = number(g, from, is_signed ? -100 : 0), high = number(g, from, 100);
  Name t = spelled(from), condition = spelled(with(from, I1));
  int above = op(g, "arith.cmpf oge, %%v%d, %%v%d : %s", a, low, t.at);
  int below = op(g, "arith.cmpf ole, %%v%d, %%v%d : %s", a, high, t.at);
  int fits = op(g, "arith.andi %%v%d, %%v%d : %s", above, below, condition.at);
  add_guarded(g, op(g, "arith.%s %%v%d : %s to %s", is_signed ? "fptosi" : "fptoui", a, t.at, spelled(to).at),
              to, fits);
}

/* A sum that is said not to wrap; defined where its operands are small. */
static void bounded_sum(Generator *g)
{
  static const char *const ops[] = {"arith.addi", "arith.subi", "arith.muli"};
  Type t = some_type(g, is_integer);
  int a = value(g, t), b = value(g, t), limit = number(g, t, 12);
  int small = op(g, "arith.cmpi ult, %%v%d, %%v%d : %s", a, limit, spelled(t).at);
  int c = op(g, "arith.remui %%v%d, %%v%d : %s", b, number(g, t, 11), spelled(t).at);
  add_guarded(g, op(g, "%s %%v%d, %%v%d overflow<nsw> : %s", ops[pick(g, 3)], a, c, spelled(t).at), t, small);
}

static void poison(Generator *g)
{
  Type t = some_type(g, is_any);
  int id = op(g, "ub.poison : %s", spelled(t).at);
  int nowhere = t.rank ? op(g, "arith.constant dense<false> : %s", spelled(with(t, I1)).at)
                       : op(g, "arith.constant false");
  add_guarded(g, id, t, nowhere);
}

void make_undefined_op(Generator *g)
{
  switch (pick(g, 8)) {
  case 0:
    poison(g);
    return;
  case 1:
  case 2:
    bounded_sum(g);
    return;
  case 3:
  case 4:
    to_integer(g);
    return;
  default:
    any_shift(g);
  }
}
