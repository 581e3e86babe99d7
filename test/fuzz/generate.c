/* A kernel has one shape of blocks, and a pool of values: %v0, %v1, … of a type each, blocks of that shape or
 * scalars. A statement takes operands from the pool, or makes a constant, and adds its result; what a region
 * adds is gone after it. Every block is stored at the end.
 *
 * Memory is addressed by %idx, the row-major number of each element, or by its mirror image, both behind
 * %base: SLICE elements of each buffer belong to one program. */
#include "generate.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

typedef enum { I1, I8, I16, I32, I64, F16, BF16, F32, F64, F8A, F8B, ELEMENTS } Element;
static const char *const element_names[ELEMENTS] = {"i1",   "i8",  "i16", "i32",      "i64",   "f16",
                                                    "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2"};
static const int widths[ELEMENTS] = {1, 8, 16, 32, 64, 16, 16, 32, 64, 8, 8};

typedef struct {
  int rank, dim[8];
} Extents;
static const Extents shapes[] = {
    {1, {128}},
    {1, {1}},
    {1, {2}},
    {1, {32}},
    {1, {64}},
    {1, {256}},
    {1, {512}},
    {1, {1024}},
    {2, {16, 8}},
    {2, {8, 32}},
    {2, {1, 64}},
    {2, {64, 1}},
    {2, {1, 1}},
    {2, {4, 256}},
    {3, {4, 4, 4}},
    {3, {2, 1, 8}},
    {8, {2, 1, 2, 2, 1, 2, 2, 2}},
    {2, {32, 32}},
};
enum {
  SHAPES = sizeof shapes / sizeof *shapes,
  MAX_VALUES = 400,
  SLICE = 1024,
  MAX_STATEMENTS = 20,
  MAX_DEPTH = 3
};

typedef struct {
  Element element;
  bool block;
} Type;

typedef struct {
  const uint8_t *bytes;
  size_t left;
  char *text;
  size_t n, max;
  Extents shape;
  int next; /* number of the next value */
  int ids[MAX_VALUES];
  Type types[MAX_VALUES];
  int n_values, statements, depth;
} Generator;

static unsigned pick(Generator *g, unsigned n)
{
  if (g->left == 0)
    return 0;
  g->left--;
  return *g->bytes++ % n;
}

__attribute__((format(printf, 2, 3))) static void say(Generator *g, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  int n = vsnprintf(g->text + g->n, g->max - g->n, format, args);
  va_end(args);
  if (n > 0 && (size_t)n < g->max - g->n)
    g->n += (size_t)n;
}

/* ---- types and values ---- */

typedef struct {
  char at[96];
} Name;

static Name dims(const Generator *g)
{
  Name name = {""};
  int n = 0;
  for (int i = 0; i < g->shape.rank; i++)
    n += snprintf(name.at + n, sizeof name.at - (size_t)n, "%dx", g->shape.dim[i]);
  return name;
}

static Name type_name(const Generator *g, Type t)
{
  Name name;
  if (t.block)
    snprintf(name.at, sizeof name.at, "tensor<%s%s>", dims(g).at, element_names[t.element]);
  else
    snprintf(name.at, sizeof name.at, "%s", element_names[t.element]);
  return name;
}

static int add(Generator *g, int id, Type t)
{
  if (g->n_values < MAX_VALUES) {
    g->ids[g->n_values] = id;
    g->types[g->n_values++] = t;
  }
  return id;
}

static int fresh(Generator *g) { return g->next++; }
static bool is_float(Element e) { return e >= F16; }

static const char *literal(Generator *g, Element e)
{
  static const char *const floats[] = {"0.0", "1.0", "-0.0", "0.5", "-3.25", "1.0e+4", "6.0e-5", "7.0"};
  static const char *const small[] = {"0", "1", "-1", "2", "7", "-128", "127", "3"};
  static const char *const large[] = {"0", "1", "-1", "255", "1000", "-32768", "32767", "12"};
  static const char *const bools[] = {"true", "false"};
  return e == I1       ? bools[pick(g, 2)]
         : is_float(e) ? floats[pick(g, 8)]
         : e == I8     ? small[pick(g, 8)]
                       : large[pick(g, 8)];
}

static int elements(const Generator *g)
{
  int n = 1;
  for (int i = 0; i < g->shape.rank; i++)
    n *= g->shape.dim[i];
  return n;
}

/* A 1-D table is a list; else a splat. */
static int constant(Generator *g, Type t)
{
  int id = fresh(g);
  bool table = t.block && g->shape.rank == 1 && elements(g) > 1 && elements(g) <= 32 && pick(g, 2);
  if (!t.block)
    say(g, "  %%v%d = arith.constant %s%s%s\n", id, literal(g, t.element), t.element == I1 ? "" : " : ",
        t.element == I1 ? "" : element_names[t.element]);
  else if (!table)
    say(g, "  %%v%d = arith.constant dense<%s> : %s\n", id, literal(g, t.element), type_name(g, t).at);
  else {
    say(g, "  %%v%d = arith.constant dense<[", id);
    for (int i = 0; i < elements(g); i++)
      say(g, "%s%s", i ? ", " : "", literal(g, t.element));
    say(g, "]> : %s\n", type_name(g, t).at);
  }
  return add(g, id, t);
}

static int loaded(Generator *g, Type t);

/* A value of the type from the pool; rarely, or where there is none, one from memory or a constant. */
static int value(Generator *g, Type t)
{
  int found[MAX_VALUES], n = 0;
  for (int i = g->n_values; i-- > 0;)
    if (g->types[i].element == t.element && g->types[i].block == t.block)
      found[n++] = g->ids[i];
  if (n && pick(g, 8))
    return found[pick(g, (unsigned)n)];
  return pick(g, 4) ? loaded(g, t) : constant(g, t);
}

static Type any_type(Generator *g)
{
  Type t = {(Element)pick(g, ELEMENTS), pick(g, 6) != 0};
  return t;
}
static Type integer_type(Generator *g) { return (Type){(Element)(I8 + pick(g, 4)), pick(g, 6) != 0}; }
static Type float_type(Generator *g) { return (Type){(Element)(F16 + pick(g, 4)), pick(g, 6) != 0}; }

/* ---- arithmetic ---- */

static void binary(Generator *g, const char *op, Type t)
{
  int a = value(g, t), b = value(g, t), id = fresh(g);
  say(g, "  %%v%d = %s %%v%d, %%v%d : %s\n", id, op, a, b, type_name(g, t).at);
  add(g, id, t);
}

static void unary(Generator *g, const char *op, Type t)
{
  int a = value(g, t), id = fresh(g);
  say(g, "  %%v%d = %s %%v%d : %s\n", id, op, a, type_name(g, t).at);
  add(g, id, t);
}

static void integer_op(Generator *g)
{
  static const char *const ops[] = {"arith.addi", "arith.subi",  "arith.muli",  "arith.andi",  "arith.ori",
                                    "arith.xori", "arith.maxsi", "arith.minsi", "arith.maxui", "arith.minui"};
  static const char *const units[] = {"math.ctlz", "math.cttz", "math.ctpop"};
  if (pick(g, 8))
    binary(g, ops[pick(g, 10)], integer_type(g));
  else
    unary(g, units[pick(g, 3)], integer_type(g));
}

static void bool_op(Generator *g)
{
  static const char *const ops[] = {"arith.andi", "arith.ori",   "arith.xori",
                                    "arith.addi", "arith.minsi", "arith.maxui"};
  binary(g, ops[pick(g, 6)], (Type){I1, pick(g, 6) != 0});
}

/* The second operand is made to fit: a shift less than the width, a divisor that is not zero. */
static void guarded_op(Generator *g)
{
  static const char *const shifts[] = {"arith.shli", "arith.shrsi", "arith.shrui"};
  static const char *const divisions[] = {"arith.divui",     "arith.remui",     "arith.divsi",
                                          "arith.remsi",     "arith.ceildivui", "arith.ceildivsi",
                                          "arith.floordivsi"};
  Type t = integer_type(g);
  bool shift = pick(g, 2) == 0;
  int a = value(g, t), b = value(g, t), limit = fresh(g), fit = fresh(g), id = fresh(g);
  const char *type = t.block ? "dense<" : "", *end = t.block ? ">" : "";
  say(g, "  %%v%d = arith.constant %s%d%s : %s\n", limit, type, shift ? widths[t.element] - 1 : 1, end,
      type_name(g, t).at);
  say(g, "  %%v%d = %s %%v%d, %%v%d : %s\n", fit, shift ? "arith.andi" : "arith.ori", b, limit,
      type_name(g, t).at);
  say(g, "  %%v%d = %s %%v%d, %%v%d : %s\n", id, shift ? shifts[pick(g, 3)] : divisions[pick(g, 7)], a, fit,
      type_name(g, t).at);
  add(g, id, t);
}

static void float_op(Generator *g)
{
  static const char *const ops[] = {"arith.addf",    "arith.subf",     "arith.mulf",
                                    "arith.divf",    "arith.maximumf", "arith.minimumf",
                                    "arith.maxnumf", "arith.minnumf",  "math.copysign"};
  static const char *const units[] = {"arith.negf", "math.absf",  "math.sqrt",  "math.floor",
                                      "math.ceil",  "math.trunc", "math.round", "math.roundeven"};
  Type t = float_type(g);
  unsigned kind = pick(g, 4);
  if (kind < 2)
    binary(g, ops[pick(g, 9)], t);
  else if (kind == 2)
    unary(g, units[pick(g, 8)], t);
  else {
    int a = value(g, t), b = value(g, t), c = value(g, t), id = fresh(g);
    say(g, "  %%v%d = math.fma %%v%d, %%v%d, %%v%d : %s\n", id, a, b, c, type_name(g, t).at);
    add(g, id, t);
  }
}

static void compare(Generator *g)
{
  static const char *const integers[] = {"slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", "eq", "ne"};
  static const char *const floats[] = {"oeq", "ogt", "oge", "olt", "ole", "one",
                                       "ord", "ueq", "ugt", "une", "uno"};
  Type t = pick(g, 2) ? integer_type(g) : float_type(g);
  int a = value(g, t), b = value(g, t), id = fresh(g);
  say(g, "  %%v%d = %s %s, %%v%d, %%v%d : %s\n", id, is_float(t.element) ? "arith.cmpf" : "arith.cmpi",
      is_float(t.element) ? floats[pick(g, 11)] : integers[pick(g, 10)], a, b, type_name(g, t).at);
  add(g, id, (Type){I1, t.block});
}

static void choose(Generator *g)
{
  Type t = any_type(g);
  bool scalar_condition = t.block && pick(g, 3) == 0;
  int c = value(g, (Type){I1, t.block && !scalar_condition}), a = value(g, t), b = value(g, t), id = fresh(g);
  Name condition = type_name(g, (Type){I1, t.block});
  say(g, "  %%v%d = arith.select %%v%d, %%v%d, %%v%d : %s%s%s\n", id, c, a, b,
      t.block && !scalar_condition ? condition.at : "", t.block && !scalar_condition ? ", " : "",
      type_name(g, t).at);
  add(g, id, t);
}

static void cast(Generator *g)
{
  Type from = any_type(g), to = {(Element)pick(g, ELEMENTS), from.block};
  const char *op = NULL;
  int f = widths[from.element], t = widths[to.element];
  if (!is_float(from.element) && !is_float(to.element))
    op = t > f ? (pick(g, 2) ? "arith.extsi" : "arith.extui") : t < f ? "arith.trunci" : NULL;
  else if (is_float(from.element) && is_float(to.element))
    op = t > f ? "arith.extf" : t < f ? "arith.truncf" : NULL;
  else if (is_float(to.element))
    op = t == f && pick(g, 2) ? "arith.bitcast" : pick(g, 2) ? "arith.sitofp" : "arith.uitofp";
  if (!op)
    return;
  int a = value(g, from), id = fresh(g);
  say(g, "  %%v%d = %s %%v%d : %s to %s\n", id, op, a, type_name(g, from).at, type_name(g, to).at);
  add(g, id, to);
}

/* ---- memory ---- */

/* The pointers moved there and back. */
static int moved(Generator *g, int p, Element e)
{
  static const Element offsets[] = {I8, I16, I32, I64};
  Element o = offsets[pick(g, 4)];
  int there = fresh(g), back = fresh(g), by = fresh(g), minus = fresh(g);
  unsigned distance = 1 + pick(g, 119);
  say(g, "  %%v%d = arith.constant dense<%u> : tensor<%s%s>\n", by, distance, dims(g).at, element_names[o]);
  say(g, "  %%v%d = arith.constant -%u : %s\n", minus, distance, element_names[o]);
  say(g, "  %%v%d = tri.addptr %%v%d, %%v%d : tensor<%s!tri.ptr<%s>>, %s\n", there, p, minus, dims(g).at,
      element_names[e], element_names[o]);
  say(g, "  %%v%d = tri.addptr %%v%d, %%v%d : tensor<%s!tri.ptr<%s>>, tensor<%s%s>\n", back, there, by,
      dims(g).at, element_names[e], dims(g).at, element_names[o]);
  return back;
}

static bool may_be_remembered(Element e) { return e == F32 || e == I8; }

/* The pointers by way of memory. */
static int remembered(Generator *g, int p, Element e)
{
  int at = fresh(g), id = fresh(g);
  Name pointer;
  snprintf(pointer.at, sizeof pointer.at, "!tri.ptr<%s>", element_names[e]);
  say(g, "  %%v%d = tri.addptr %%p%d, %%idx : !tri.ptr<%s>, tensor<%si32>\n", at, (int)e, pointer.at,
      dims(g).at);
  say(g, "  tri.store %%v%d to %%v%d : tensor<%s%s>\n", p, at, dims(g).at, pointer.at);
  say(g, "  %%v%d = tri.load %%v%d : tensor<%s%s>\n", id, at, dims(g).at, pointer.at);
  return id;
}

/* A block of pointers into the buffer of the element, one for each element, all different. */
static int pointers(Generator *g, Element e)
{
  static const char *const offsets[] = {"%idx", "%idx", "%mirror", "%wide"};
  unsigned which = pick(g, 4), detour = pick(g, 8);
  int id = fresh(g);
  say(g, "  %%v%d = tri.addptr %%b%d, %s : !tri.ptr<%s>, tensor<%s%s>\n", id, (int)e, offsets[which],
      element_names[e], dims(g).at, which == 3 ? "i64" : "i32");
  return detour == 7 && may_be_remembered(e) ? remembered(g, id, e) : detour == 6 ? moved(g, id, e) : id;
}

/* Plainly from where the program's slice begins. */
static int loaded(Generator *g, Type t)
{
  int id = fresh(g), p = fresh(g);
  say(g, "  %%v%d = tri.addptr %%b%d, %s : !tri.ptr<%s>, %s\n", p, (int)t.element, t.block ? "%idx" : "%base",
      element_names[t.element], type_name(g, (Type){I32, t.block}).at);
  say(g, "  %%v%d = tri.load %%v%d : %s\n", id, p, type_name(g, t).at);
  return add(g, id, t);
}

static void load(Generator *g)
{
  static const char *const caches[] = {"", "", "", " cache ca", " cache cg", " evict first", " volatile"};
  Type t = {(Element)pick(g, ELEMENTS), true};
  int p = pointers(g, t.element);
  bool masked = pick(g, 2), with_other = masked && pick(g, 2);
  int mask = masked ? value(g, (Type){I1, true}) : 0, other = with_other ? value(g, t) : 0, id = fresh(g);
  say(g, "  %%v%d = tri.load %%v%d", id, p);
  if (masked)
    say(g, " where %%v%d", mask);
  if (with_other)
    say(g, " else %%v%d", other);
  say(g, "%s : %s\n", caches[pick(g, 7)], type_name(g, t).at);
  add(g, id, t);
}

static void store_value(Generator *g, int v, Type t)
{
  int p = pointers(g, t.element);
  bool masked = pick(g, 3) == 0;
  int mask = masked ? value(g, (Type){I1, true}) : 0;
  say(g, "  tri.store %%v%d to %%v%d", v, p);
  if (masked)
    say(g, " where %%v%d", mask);
  say(g, " : %s\n", type_name(g, t).at);
}

static void store(Generator *g)
{
  Type t = {(Element)pick(g, ELEMENTS), true};
  store_value(g, value(g, t), t);
}

static void scalar_memory(Generator *g)
{
  Type t = {(Element)pick(g, ELEMENTS), false};
  int p = fresh(g), at = fresh(g), number = fresh(g);
  say(g, "  %%v%d = arith.constant %u : i32\n", number, pick(g, 64));
  say(g, "  %%v%d = arith.addi %%base, %%v%d : i32\n", at, number);
  say(g, "  %%v%d = tri.addptr %%b%d, %%v%d : !tri.ptr<%s>, i32\n", p, (int)t.element, at,
      element_names[t.element]);
  if (pick(g, 2)) {
    int v = value(g, t);
    say(g, "  tri.store %%v%d to %%v%d : %s\n", v, p, element_names[t.element]);
    return;
  }
  int id = fresh(g);
  say(g, "  %%v%d = tri.load %%v%d%s : %s\n", id, p, pick(g, 2) ? " volatile" : "", element_names[t.element]);
  add(g, id, t);
}

static void splat(Generator *g)
{
  Type from = {(Element)pick(g, ELEMENTS), false}, to = {from.element, true};
  int a = value(g, from), id = fresh(g);
  say(g, "  %%v%d = tri.splat %%v%d : %s\n", id, a, type_name(g, to).at);
  add(g, id, to);
}

/* ---- control flow ---- */

static void statements(Generator *g, unsigned n);

/* A region's statements; ends with the pool as it was but for what it yields: a value of each type. */
static void region(Generator *g, const char *end, Type t, Type u)
{
  int kept = g->n_values;
  g->depth++;
  statements(g, 1 + pick(g, 4));
  int v = value(g, t), w = value(g, u);
  say(g, "  %s %%v%d, %%v%d : %s, %s\n", end, v, w, type_name(g, t).at, type_name(g, u).at);
  g->depth--;
  g->n_values = kept;
}

static void branch(Generator *g)
{
  Type t = any_type(g), u = any_type(g);
  int c = value(g, (Type){I1, false}), id = fresh(g);
  say(g, "  %%v%d, %%v%d = scf.if %%v%d -> (%s, %s) {\n", id, id + 1, c, type_name(g, t).at,
      type_name(g, u).at);
  fresh(g);
  region(g, "scf.yield", t, u);
  say(g, "  } else {\n");
  region(g, "scf.yield", t, u);
  say(g, "  }\n");
  add(g, id, t);
  add(g, id + 1, u);
}

static void loop(Generator *g)
{
  Type t = any_type(g), u = any_type(g);
  int a = value(g, t), b = value(g, u), id = fresh(g), x = fresh(g), y, i, lo = fresh(g), hi = fresh(g);
  y = fresh(g);
  i = fresh(g);
  int step = fresh(g), second = fresh(g);
  say(g,
      "  %%v%d = arith.constant %u : i32\n  %%v%d = arith.constant %u : i32\n  %%v%d = arith.constant %u : "
      "i32\n",
      lo, pick(g, 3), hi, pick(g, 5), step, 1 + pick(g, 2));
  say(g,
      "  %%v%d, %%v%d = scf.for %%v%d = %%v%d to %%v%d step %%v%d iter_args(%%v%d = %%v%d, %%v%d = %%v%d) -> "
      "(%s, %s) : i32 {\n",
      id, second, i, lo, hi, step, x, a, y, b, type_name(g, t).at, type_name(g, u).at);
  int kept = g->n_values;
  add(g, i, (Type){I32, false});
  add(g, x, t);
  add(g, y, u);
  region(g, "scf.yield", t, u);
  g->n_values = kept;
  say(g, "  }\n");
  add(g, id, t);
  add(g, second, u);
}

static void while_loop(Generator *g)
{
  Type t = any_type(g);
  int a = value(g, t), from = fresh(g), to = fresh(g), one = fresh(g), count = fresh(g), id = fresh(g),
      i = fresh(g), x = fresh(g), c = fresh(g), j = fresh(g), k = fresh(g), y = fresh(g);
  Name name = type_name(g, t);
  say(g,
      "  %%v%d = arith.constant 0 : i32\n  %%v%d = arith.constant %u : i32\n  %%v%d = arith.constant 1 : "
      "i32\n",
      from, to, pick(g, 4), one);
  say(g, "  %%v%d, %%v%d = scf.while (%%v%d = %%v%d, %%v%d = %%v%d) : (i32, %s) -> (i32, %s) {\n", count, id,
      i, from, x, a, name.at, name.at);
  say(g, "  %%v%d = arith.cmpi slt, %%v%d, %%v%d : i32\n  scf.condition(%%v%d) %%v%d, %%v%d : i32, %s\n", c,
      i, to, c, i, x, name.at);
  say(g, "  } do {\n  ^bb0(%%v%d: i32, %%v%d: %s):\n  %%v%d = arith.addi %%v%d, %%v%d : i32\n", j, y, name.at,
      k, j, one);
  int kept = g->n_values;
  add(g, y, t);
  g->depth++;
  statements(g, 1 + pick(g, 3));
  int out = value(g, t);
  g->depth--;
  say(g, "  scf.yield %%v%d, %%v%d : i32, %s\n  }\n", k, out, name.at);
  g->n_values = kept;
  add(g, id, t);
}

/* ---- the kernel ---- */

static void statement(Generator *g)
{
  static void (*const kinds[])(Generator *) = {integer_op, integer_op, float_op, float_op,  bool_op,
                                               guarded_op, compare,    compare,  choose,    cast,
                                               cast,       load,       load,     store,     scalar_memory,
                                               splat,      branch,     loop,     while_loop};
  enum { KINDS = sizeof kinds / sizeof *kinds, FLAT = KINDS - 3 };
  if (g->statements++ < MAX_STATEMENTS)
    kinds[pick(g, g->depth < MAX_DEPTH ? KINDS : FLAT)](g);
}

static void statements(Generator *g, unsigned n)
{
  while (n-- && g->left)
    statement(g);
}

static void head(Generator *g)
{
  say(g, "func.func @k(");
  for (int e = 0; e < ELEMENTS; e++)
    say(g, "%%b%d: !tri.ptr<%s>%s, ", e, element_names[e],
        pick(g, 2)                                    ? " {tri.divisibility = 16 : i32}"
        : pick(g, 3) || may_be_remembered((Element)e) ? ""
                                                      : " {tri.noalias}");
  say(g, "%%p%d: !tri.ptr<!tri.ptr<%s>>, %%p%d: !tri.ptr<!tri.ptr<%s>>, ", F32, element_names[F32], I8,
      element_names[I8]);
  say(g, "%%v0: i32%s, %%v1: i64, %%v2: f32) attributes {tri.kernel, tri.num_warps = %d : i32} {\n",
      pick(g, 2) ? " {tri.divisibility = 16 : i32}" : "", 1 << pick(g, 6));
  g->next = 3;
  add(g, 0, (Type){I32, false});
  add(g, 1, (Type){I64, false});
  add(g, 2, (Type){F32, false});
}

/* tensor<1x…xdimx…x1xi32>, the axis's range in the rank of the shape. */
static void axis_range(Generator *g, int axis)
{
  Extents *s = &g->shape;
  int id = fresh(g);
  say(g, "  %%v%d = tri.range : tensor<%dxi32>\n", id, s->dim[axis]);
  for (int i = 0; i < s->rank; i++) {
    if (i == axis)
      continue;
    int wide = fresh(g);
    say(g, "  %%v%d = tri.expand_dims %%v%d axis %d : tensor<", wide, id, i < axis ? 0 : i);
    for (int k = 0; k < (i < axis ? i : i - 1) + 1; k++)
      say(g, "%dx", k == (i < axis ? i : axis) ? s->dim[axis] : 1);
    say(g, "i32>\n");
    id = wide;
  }
  say(g, "  %%a%d = tri.broadcast %%v%d : tensor<", axis, id);
  for (int i = 0; i < s->rank; i++)
    say(g, "%dx", i == axis ? s->dim[axis] : 1);
  say(g, "i32> -> tensor<%si32>\n", dims(g).at);
}

static void indices(Generator *g)
{
  Type i32 = {I32, true};
  Name t = type_name(g, i32);
  int stride = elements(g), sum = fresh(g);
  say(g, "  %%v%d = arith.constant dense<0> : %s\n", sum, t.at);
  for (int a = 0; a < g->shape.rank; a++) {
    axis_range(g, a);
    stride /= g->shape.dim[a];
    int c = fresh(g), m = fresh(g), next = fresh(g);
    say(g, "  %%v%d = arith.constant dense<%d> : %s\n", c, stride, t.at);
    say(g, "  %%v%d = arith.muli %%a%d, %%v%d : %s\n", m, a, c, t.at);
    say(g, "  %%v%d = arith.addi %%v%d, %%v%d : %s\n", next, sum, m, t.at);
    sum = next;
  }
  int last = fresh(g), mirrored = fresh(g);
  say(g, "  %%pid = tri.program_id x\n  %%slice = arith.constant %d : i32\n", SLICE);
  say(g, "  %%base = arith.muli %%pid, %%slice : i32\n  %%bases = tri.splat %%base : %s\n", t.at);
  say(g, "  %%idx = arith.addi %%v%d, %%bases : %s\n", sum, t.at);
  say(g, "  %%v%d = arith.constant dense<%d> : %s\n", last, elements(g) - 1, t.at);
  say(g, "  %%v%d = arith.subi %%v%d, %%v%d : %s\n", mirrored, last, sum, t.at);
  say(g, "  %%mirror = arith.addi %%v%d, %%bases : %s\n", mirrored, t.at);
  say(g, "  %%wide = arith.extui %%idx : %s to tensor<%si64>\n", t.at, dims(g).at);
  add(g, sum, i32);
}

size_t generate_kernel(const uint8_t *bytes, size_t n, char *text, size_t max)
{
  Generator g = {.bytes = bytes, .left = n, .text = text, .max = max};
  g.shape = shapes[pick(&g, SHAPES)];
  head(&g);
  indices(&g);
  statements(&g, MAX_STATEMENTS);
  for (int i = g.n_values; i-- > 0 && i > g.n_values - 48;)
    if (g.types[i].block)
      store_value(&g, g.ids[i], g.types[i]);
  say(&g, "  return\n}\n");
  return g.n;
}
