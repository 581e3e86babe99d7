#include "generate.h"

#include <stdio.h>
#include <string.h>

/* A type is an element and a shape; SCALAR … TILE are the shapes of one function. */
typedef enum { SCALAR, ROWS, COLUMNS, ROWS_BY_1, BY_COLUMNS, TILE, SHAPES } ShapeOf;
typedef enum { I1, I8, I16, I32, I64, PTR_I8, PTR_I32, PTR_I64, INDEX, ELEMENTS } Element;

static const char *const element_names[ELEMENTS] = {
    "i1", "i8", "i16", "i32", "i64", "!tri.ptr<i8>", "!tri.ptr<i32>", "!tri.ptr<i64>", "index"};
static const int widths[ELEMENTS] = {1, 8, 16, 32, 64, 64, 64, 64, 64};

typedef struct {
  Element element;
  ShapeOf shape;
} Type;

typedef struct {
  int id;
  Type type;
} Value;

typedef struct {
  Arena *arena;
  Random *random;
  int rows, columns, ids;
  Vec(char) text;
  Vec(Value) values; /* in scope */
  int depth;
} Generator;

static int below(Generator *g, int n) { return random_below(g->random, n); }
static bool chance(Generator *g, int percent) { return below(g, 100) < percent; }

static __attribute__((format(printf, 2, 3))) void emit(Generator *g, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  for (const char *s = arena_vprintf(g->arena, format, args); *s; s++)
    vec_push(g->arena, &g->text) = *s;
  va_end(args);
}

static const char *type_name(Generator *g, Type t)
{
  const char *e = element_names[t.element];
  switch (t.shape) {
  case SCALAR:
    return e;
  case ROWS:
    return arena_printf(g->arena, "tensor<%dx%s>", g->rows, e);
  case COLUMNS:
    return arena_printf(g->arena, "tensor<%dx%s>", g->columns, e);
  case ROWS_BY_1:
    return arena_printf(g->arena, "tensor<%dx1x%s>", g->rows, e);
  case BY_COLUMNS:
    return arena_printf(g->arena, "tensor<1x%dx%s>", g->columns, e);
  default:
    return arena_printf(g->arena, "tensor<%dx%dx%s>", g->rows, g->columns, e);
  }
}

static int count_of(Generator *g, ShapeOf s)
{
  const int counts[SHAPES] = {1, g->rows, g->columns, g->rows, g->columns, g->rows * g->columns};
  return counts[s];
}

static Value defined(Generator *g, Type t)
{
  Value v = {g->ids++, t};
  vec_push(g->arena, &g->values) = v;
  return v;
}

static Element random_int_element(Generator *g)
{
  static const Element usual[] = {I8, I8, I16, I32, I32, I64};
  return usual[below(g, 6)];
}

static Value constant(Generator *g, Type t, int64_t x)
{
  const char *name = type_name(g, t);
  Value v = defined(g, t);
  if (t.element == I1)
    emit(g, t.shape ? "%%%d = arith.constant dense<%s> : %s\n" : "%%%d = arith.constant %s\n", v.id,
         x & 1 ? "true" : "false", name);
  else
    emit(g, t.shape ? "%%%d = arith.constant dense<%lld> : %s\n" : "%%%d = arith.constant %lld : %s\n", v.id,
         (long long)x, name);
  return v;
}

/* Elements that follow no rule, or nearly one. */
static Value dense_constant(Generator *g, Type t)
{
  int n = count_of(g, t.shape);
  int64_t start = random_int(g->random, widths[t.element]), step = 1 << below(g, 3);
  const char *list = "";
  for (int i = 0; i < n; i++) {
    int64_t x = chance(g, 95) ? (int64_t)((uint64_t)start + (uint64_t)(step * (i >> below(g, 1)))) : 0;
    x = (int64_t)((uint64_t)x << (64 - widths[t.element])) >> (64 - widths[t.element]);
    list = arena_printf(g->arena, "%s%s%lld", list, i ? ", " : "", (long long)x);
  }
  const char *open = t.shape == BY_COLUMNS ? "[[" : "[", *close = t.shape == BY_COLUMNS ? "]]" : "]";
  Value v = defined(g, t);
  emit(g, "%%%d = arith.constant dense<%s%s%s> : %s\n", v.id, open, list, close, type_name(g, t));
  return v;
}

static bool same_type(Type a, Type b) { return a.element == b.element && a.shape == b.shape; }

static Value made(Generator *g, Type t);

/* A value of the type that is in scope, or a new one. */
static Value some(Generator *g, Type t)
{
  int n = 0;
  Value found = {0};
  for (size_t i = 0; i < g->values.n; i++)
    if (same_type(g->values.at[i].type, t) && below(g, ++n) == 0)
      found = g->values.at[i];
  return n && chance(g, 85) ? found : made(g, t);
}

static Value unary(Generator *g, Type to, const char *op, Type from)
{
  Value x = some(g, from), v = defined(g, to);
  const char *a = type_name(g, from), *b = type_name(g, to);
  emit(g, "%%%d = %s %%%d : %s to %s\n", v.id, op, x.id, a, b);
  return v;
}

static Value convert(Generator *g, Type t, const char *extend, const char *truncate)
{
  Element from = (Element)(I1 + below(g, 5));
  if (from == t.element)
    from = t.element == I64 ? I8 : I64;
  return unary(g, t, from < t.element ? extend : truncate, (Type){from, t.shape});
}

/* One of the ways to make a block of a shape: from another shape, or from a scalar. */
static Value reshaped(Generator *g, Type t)
{
  static const ShapeOf sources[SHAPES] = {SCALAR, SCALAR, SCALAR, ROWS, COLUMNS, SCALAR};
  ShapeOf source = sources[t.shape];
  if (t.shape == TILE && chance(g, 80))
    source = chance(g, 50) ? ROWS_BY_1 : BY_COLUMNS;
  Value x = some(g, (Type){t.element, source}), v = defined(g, t);
  const char *from = type_name(g, x.type), *to = type_name(g, t);
  if (source == SCALAR)
    emit(g, "%%%d = tri.splat %%%d : %s\n", v.id, x.id, to);
  else if (t.shape == TILE)
    emit(g, "%%%d = tri.broadcast %%%d : %s -> %s\n", v.id, x.id, from, to);
  else
    emit(g, "%%%d = tri.expand_dims %%%d axis %d : %s\n", v.id, x.id, t.shape == ROWS_BY_1, from);
  return v;
}

static Value range(Generator *g, Type t)
{
  Value v = defined(g, t);
  emit(g, "%%%d = tri.range from %d : %s\n", v.id, chance(g, 50) ? 0 : below(g, 60) - 40, type_name(g, t));
  return v;
}

/* A constant that is apt to keep structure. */
static Value nice_constant(Generator *g, Type t)
{
  static const int64_t nice[] = {1, 2, 3, 4, 8, 12, 16, 32, 64, -1, -2, -4, 0, 5, 6, 7, 15, 48, 96, -8};
  int64_t x = chance(g, 75) ? nice[below(g, 20)] : random_int(g->random, widths[t.element]);
  if (t.element == I1)
    x &= 1;
  return constant(g, t, x);
}

static Value divisor(Generator *g, Type t)
{
  if (t.element != I1 && (t.shape == ROWS || t.shape == COLUMNS) && chance(g, 15)) {
    Value run = defined(g, t);
    emit(g, "%%%d = tri.range from %d : %s\n", run.id, 1 << below(g, 4), type_name(g, t));
    return run;
  }
  Value x = nice_constant(g, t);
  if (chance(g, 60))
    return x;
  Value y = some(g, t), one = constant(g, t, 1), v = defined(g, t);
  emit(g, "%%%d = arith.%s %%%d, %%%d : %s\n", v.id, chance(g, 50) ? "ori" : "maxsi", y.id, one.id,
       type_name(g, t));
  return v;
}

static Value shift_amount(Generator *g, Type t)
{
  if (chance(g, 60))
    return constant(g, t, below(g, widths[t.element] + (chance(g, 10) ? 3 : 0)));
  if (chance(g, 30))
    return some(g, t);
  Value y = some(g, t), low = constant(g, t, below(g, widths[t.element] < 8 ? 2 : 8)), v = defined(g, t);
  emit(g, "%%%d = arith.andi %%%d, %%%d : %s\n", v.id, y.id, low.id, type_name(g, t));
  return v;
}

static Value binary(Generator *g, Type t)
{
  static const char *const ops[] = {"addi",  "addi",  "subi",  "muli",       "muli",      "divsi",
                                    "divui", "remsi", "remui", "floordivsi", "ceildivsi", "ceildivui",
                                    "andi",  "ori",   "xori",  "shli",       "shrsi",     "shrui",
                                    "minsi", "maxsi", "minui", "maxui"};
  const char *op = ops[below(g, sizeof ops / sizeof *ops)], *flags = "";
  Value x = some(g, t), y;
  if (strstr(op, "div") || strncmp(op, "rem", 3) == 0)
    y = divisor(g, t);
  else if (strncmp(op, "sh", 2) == 0)
    y = shift_amount(g, t);
  else
    y = chance(g, 50) ? nice_constant(g, t) : some(g, t);
  if ((strstr("addi subi muli shli", op)) && chance(g, 25))
    flags = chance(g, 50) ? " overflow<nsw>" : chance(g, 50) ? " overflow<nuw>" : " overflow<nsw, nuw>";
  Value v = defined(g, t);
  emit(g, "%%%d = arith.%s %%%d, %%%d%s : %s\n", v.id, op, x.id, y.id, flags, type_name(g, t));
  return v;
}

static Value comparison(Generator *g, Type t)
{
  static const char *const predicates[] = {"eq",  "ne",  "slt", "sle", "sgt",
                                           "sge", "ult", "ule", "ugt", "uge"};
  Type of = {random_int_element(g), t.shape};
  Value x = some(g, of), y = chance(g, 40) ? nice_constant(g, of) : some(g, of), v = defined(g, t);
  emit(g, "%%%d = arith.cmpi %s, %%%d, %%%d : %s\n", v.id, predicates[below(g, 10)], x.id, y.id,
       type_name(g, of));
  return v;
}

static Value selection(Generator *g, Type t)
{
  Type mask = {I1, chance(g, 50) ? SCALAR : t.shape};
  Value c = some(g, mask), x = some(g, t), y = some(g, t), v = defined(g, t);
  const char *name = type_name(g, t);
  emit(g, "%%%d = arith.select %%%d, %%%d, %%%d : ", v.id, c.id, x.id, y.id);
  if (mask.shape)
    emit(g, "%s, ", type_name(g, mask));
  emit(g, "%s\n", name);
  return v;
}

static Value other_unary(Generator *g, Type t)
{
  Value x = some(g, t), v = defined(g, t);
  emit(g, "%%%d = math.%s %%%d : %s\n", v.id, chance(g, 50) ? "absi" : "ctpop", x.id, type_name(g, t));
  return v;
}

/* A block loaded through a masked block of pointers. */
static Value loaded(Generator *g, Type t)
{
  Type pointer = {t.element == I8 ? PTR_I8 : t.element == I32 ? PTR_I32 : PTR_I64, t.shape};
  Type mask = {I1, t.shape};
  Value p = some(g, pointer), c = chance(g, 70) ? some(g, mask) : p, v = defined(g, t);
  const char *name = type_name(g, t);
  if (c.id == p.id)
    emit(g, "%%%d = tri.load %%%d : %s\n", v.id, p.id, name);
  else
    emit(g, "%%%d = tri.load %%%d where %%%d : %s\n", v.id, p.id, c.id, name);
  return v;
}

static Value moved_pointer(Generator *g, Type t)
{
  Type base = {t.element, chance(g, 50) ? SCALAR : t.shape};
  Type offset = {random_int_element(g), base.shape && t.shape && chance(g, 30) ? SCALAR : t.shape};
  Value p = some(g, base), o = some(g, offset), v = defined(g, t);
  const char *b = type_name(g, base), *i = type_name(g, offset);
  emit(g, "%%%d = tri.addptr %%%d, %%%d : %s, %s\n", v.id, p.id, o.id, b, i);
  return v;
}

static void statements(Generator *g, int n);

/* The names of some values of the types, as a list. */
static const char *operands(Generator *g, const Type *types, int n)
{
  const char *text = "";
  for (int i = 0; i < n; i++)
    text = arena_printf(g->arena, "%s%s%%%d", text, i ? ", " : "", some(g, types[i]).id);
  return text;
}

static const char *type_list(Generator *g, const Type *types, int n)
{
  const char *text = "";
  for (int i = 0; i < n; i++)
    text = arena_printf(g->arena, "%s%s%s", text, i ? ", " : "", type_name(g, types[i]));
  return text;
}

static Type carried_type(Generator *g)
{
  ShapeOf shapes[] = {SCALAR, ROWS, COLUMNS, TILE};
  Type t = {random_int_element(g), shapes[below(g, 4)]};
  if (chance(g, 25))
    t.element = PTR_I32;
  return t;
}

static void yield(Generator *g, const Type *types, int n)
{
  const char *names = operands(g, types, n);
  emit(g, "scf.yield %s : %s\n", names, type_list(g, types, n));
}

static void results(Generator *g, const Type *types, int n, int first)
{
  for (int i = 0; i < n; i++)
    vec_push(g->arena, &g->values) = (Value){first + i, types[i]};
}

enum { CARRIED = 2 };

static void loop(Generator *g)
{
  Type types[CARRIED] = {carried_type(g), carried_type(g)}, bound = {chance(g, 50) ? I32 : I16, SCALAR};
  int64_t start = chance(g, 70) ? below(g, 20) - 10 : random_int(g->random, widths[bound.element]);
  int64_t step = 1 + below(g, chance(g, 50) ? 4 : 32);
  Value lower = chance(g, 80) ? constant(g, bound, start) : some(g, bound);
  Value upper = chance(g, 80) ? constant(g, bound, start / 2 + below(g, 64)) : some(g, bound);
  Value stride = constant(g, bound, step);
  Value inits[CARRIED] = {some(g, types[0]), some(g, types[1])};
  size_t scope = g->values.n;
  int first = g->ids, iv = first + CARRIED;
  g->ids = iv + 1 + CARRIED;
  emit(g,
       "%%%d, %%%d = scf.for %%%d = %%%d to %%%d step %%%d iter_args(%%%d = %%%d, %%%d = %%%d) -> (%s) : %s "
       "{\n",
       first, first + 1, iv, lower.id, upper.id, stride.id, iv + 1, inits[0].id, iv + 2, inits[1].id,
       type_list(g, types, CARRIED), type_name(g, bound));
  results(g, &bound, 1, iv);
  results(g, types, CARRIED, iv + 1);
  statements(g, 2 + below(g, 4));
  yield(g, types, CARRIED);
  emit(g, "}\n");
  g->values.n = scope;
  results(g, types, CARRIED, first);
}

static void branch(Generator *g)
{
  Type types[CARRIED] = {carried_type(g), carried_type(g)};
  Value c = some(g, (Type){I1, SCALAR});
  size_t scope = g->values.n;
  int first = g->ids;
  g->ids += CARRIED;
  emit(g, "%%%d, %%%d = scf.if %%%d -> (%s) {\n", first, first + 1, c.id, type_list(g, types, CARRIED));
  statements(g, 1 + below(g, 3));
  yield(g, types, CARRIED);
  g->values.n = scope;
  emit(g, "} else {\n");
  statements(g, 1 + below(g, 3));
  yield(g, types, CARRIED);
  emit(g, "}\n");
  g->values.n = scope;
  results(g, types, CARRIED, first);
}

/* Counts down in one of what it carries. */
static void while_loop(Generator *g)
{
  Type types[CARRIED] = {{I32, SCALAR}, carried_type(g)};
  Value count = constant(g, types[0], below(g, 12)), init = some(g, types[1]);
  size_t scope = g->values.n;
  int first = g->ids, before = first + CARRIED, after = before + CARRIED;
  g->ids = after + CARRIED;
  const char *list = type_list(g, types, CARRIED);
  emit(g, "%%%d, %%%d = scf.while (%%%d = %%%d, %%%d = %%%d) : (%s) -> (%s) {\n", first, first + 1, before,
       count.id, before + 1, init.id, list, list);
  results(g, types, CARRIED, before);
  Value zero = constant(g, types[0], 0), more = defined(g, (Type){I1, SCALAR});
  emit(g, "%%%d = arith.cmpi sgt, %%%d, %%%d : i32\n", more.id, before, zero.id);
  Value passed = some(g, types[1]);
  emit(g, "scf.condition(%%%d) %%%d, %%%d : %s\n} do {\n^bb0(%%%d: %s, %%%d: %s):\n", more.id, before,
       passed.id, list, after, type_name(g, types[0]), after + 1, type_name(g, types[1]));
  g->values.n = scope;
  results(g, types, CARRIED, after);
  statements(g, 1 + below(g, 3));
  Value step = constant(g, types[0], 1 + below(g, 3)), next = defined(g, types[0]);
  emit(g, "%%%d = arith.subi %%%d, %%%d : i32\n", next.id, after, step.id);
  emit(g, "scf.yield %%%d, %%%d : %s\n}\n", next.id, some(g, types[1]).id, list);
  g->values.n = scope;
  results(g, types, CARRIED, first);
}

/* The same as a graph of blocks; what follows stands in the last of them. */
static void block_loop(Generator *g)
{
  Type types[CARRIED] = {{I32, SCALAR}, carried_type(g)};
  Value count = constant(g, types[0], below(g, 12)), init = some(g, types[1]);
  int head = g->ids, body = head + CARRIED, last = body + CARRIED;
  g->ids = last + CARRIED;
  const char *list = type_list(g, types, CARRIED), *second = type_name(g, types[1]);
  emit(g, "cf.br ^head%d(%%%d, %%%d : %s)\n^head%d(%%%d: i32, %%%d: %s):\n", head, count.id, init.id, list,
       head, head, head + 1, second);
  results(g, types, CARRIED, head);
  Value zero = constant(g, types[0], 0), more = defined(g, (Type){I1, SCALAR});
  emit(g, "%%%d = arith.cmpi sgt, %%%d, %%%d : i32\n", more.id, head, zero.id);
  Value in = some(g, types[1]), out = some(g, types[1]);
  size_t scope = g->values.n;
  emit(g, "cf.cond_br %%%d, ^body%d(%%%d, %%%d : %s), ^exit%d(%%%d, %%%d : %s)\n", more.id, head, head, in.id,
       list, head, zero.id, out.id, list);
  emit(g, "^body%d(%%%d: i32, %%%d: %s):\n", head, body, body + 1, second);
  results(g, types, CARRIED, body);
  statements(g, 1 + below(g, 3));
  Value step = constant(g, types[0], 1 + below(g, 3)), next = defined(g, types[0]);
  emit(g, "%%%d = arith.subi %%%d, %%%d : i32\n", next.id, body, step.id);
  emit(g, "cf.br ^head%d(%%%d, %%%d : %s)\n^exit%d(%%%d: i32, %%%d: %s):\n", head, next.id,
       some(g, types[1]).id, list, head, last, last + 1, second);
  g->values.n = scope;
  results(g, types, CARRIED, last);
}

static Value program(Generator *g)
{
  Value v = defined(g, (Type){I32, SCALAR});
  emit(g, "%%%d = tri.%s %c\n", v.id, chance(g, 80) ? "program_id" : "num_programs", "xyz"[below(g, 3)]);
  return v;
}

static Value index_value(Generator *g, Type t)
{
  bool unsign = chance(g, 40);
  const char *op = unsign ? "arith.index_castui" : "arith.index_cast";
  return unary(g, t, op, (Type){t.element == INDEX ? random_int_element(g) : INDEX, SCALAR});
}

/* A new value of the type, by a random op. */
static Value made(Generator *g, Type t)
{
  bool deep = g->depth > 6;
  g->depth++;
  Value v;
  bool block = t.shape == ROWS || t.shape == COLUMNS, number = t.element >= I8 && t.element <= I64;
  if (t.element >= PTR_I8 && t.element <= PTR_I64)
    v = t.shape && (deep || chance(g, 30)) ? reshaped(g, t) : moved_pointer(g, t);
  else if (t.element == INDEX)
    v = deep ? constant(g, t, random_int(g->random, 64)) : chance(g, 50) ? index_value(g, t) : binary(g, t);
  else if (deep)
    v = number && block ? range(g, t) : nice_constant(g, t);
  else if (t.element == I1)
    v = t.shape && chance(g, 20) ? reshaped(g, t) : chance(g, 75) ? comparison(g, t) : binary(g, t);
  else if (t.shape && chance(g, t.shape == TILE ? 40 : 20))
    v = reshaped(g, t);
  else if (block && chance(g, 35))
    v = range(g, t);
  else if ((block || t.shape == BY_COLUMNS) && chance(g, 5))
    v = dense_constant(g, t);
  else if (t.shape == SCALAR && chance(g, 10))
    v = t.element == I32 && chance(g, 60) ? program(g) : index_value(g, t);
  else if (chance(g, 12))
    v = convert(g, t, chance(g, 50) ? "arith.extsi" : "arith.extui", "arith.trunci");
  else if (chance(g, 8))
    v = selection(g, t);
  else if (chance(g, 4))
    v = other_unary(g, t);
  else if (t.element != I16 && t.shape && chance(g, 6))
    v = loaded(g, t);
  else
    v = binary(g, t);
  g->depth--;
  return v;
}

static void statements(Generator *g, int n)
{
  for (int i = 0; i < n; i++) {
    bool nested = g->depth >= 2;
    g->depth++;
    int kind = nested ? 99 : below(g, 100);
    if (kind < 6)
      loop(g);
    else if (kind < 12)
      branch(g);
    else if (kind < 15)
      while_loop(g);
    else {
      static const ShapeOf shapes[] = {SCALAR, ROWS, COLUMNS, TILE, TILE};
      Type t = {random_int_element(g), shapes[below(g, 5)]};
      if (chance(g, 15))
        t.element = I1;
      made(g, t);
      if (chance(g, 10) && t.shape)
        loaded(g, (Type){chance(g, 50) ? I8 : I32, t.shape});
    }
    g->depth--;
  }
}

/* ---- functions and their arguments ---- */

static void parameters(Generator *g)
{
  static const Type types[] = {{I8, SCALAR},  {I16, SCALAR},    {I32, SCALAR},     {I32, SCALAR},
                               {I64, SCALAR}, {PTR_I8, SCALAR}, {PTR_I32, SCALAR}, {PTR_I64, SCALAR},
                               {I32, ROWS},   {I1, SCALAR}};
  int n = sizeof types / sizeof *types;
  for (int i = 0; i < n; i++) {
    Value v = defined(g, types[i]);
    emit(g, "%s%%%d: %s", i ? ", " : "", v.id, type_name(g, types[i]));
    if (types[i].shape == SCALAR && types[i].element != I1 && chance(g, 60))
      emit(g, " {tri.divisibility = %d}", 1 << below(g, 6));
  }
}

static void tail(Generator *g, int n)
{
  statements(g, n);
  if (chance(g, 25)) {
    block_loop(g);
    statements(g, n / 2);
  }
}

const char *generate_function(Arena *a, Random *r)
{
  static const int extents[] = {1, 2, 4, 8, 16, 32, 3, 5, 6, 12};
  Generator g = {.arena = a, .random = r};
  g.rows = extents[below(&g, 10)];
  g.columns = extents[below(&g, 10)];
  emit(&g, "func.func @f(");
  parameters(&g);
  emit(&g, ") {\n");
  tail(&g, 6 + below(&g, 8));
  emit(&g, "return\n}\n");
  vec_push(a, &g.text) = '\0';
  return g.text.at;
}

Elements generate_argument(Arena *a, Random *r, MlirType t, int64_t divisibility)
{
  Elements e = elements_new(a, t);
  for (int64_t i = 0; i < e.count; i++) {
    e.v[i] = random_int(r, e.width);
    e.v[i] -= e.v[i] & (divisibility - 1);
  }
  return e;
}
