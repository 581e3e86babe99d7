#include "generator.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const element_names[ELEMENTS] = {"i1",   "i8",  "i16", "i32",      "i64",   "f16",
                                             "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2"};
const int element_bits[ELEMENTS] = {1, 8, 16, 32, 64, 16, 16, 32, 64, 8, 8};

/* ---- choices and text ---- */

unsigned pick(Generator *g, unsigned n)
{
  if (g->left == 0)
    return 0;
  g->left--;
  return *g->bytes++ % n;
}

static void say_list(Generator *g, const char *format, va_list args)
{
  int n = vsnprintf(g->text + g->n, g->max - g->n, format, args);
  if (n > 0 && (size_t)n < g->max - g->n)
    g->n += (size_t)n;
  else
    g->is_full |= n != 0;
}

void say(Generator *g, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  say_list(g, format, args);
  va_end(args);
}

int fresh(Generator *g) { return g->next++; }

int op(Generator *g, const char *format, ...)
{
  int id = fresh(g);
  say(g, "  %%v%d = ", id);
  va_list args;
  va_start(args, format);
  say_list(g, format, args);
  va_end(args);
  say(g, "\n");
  return id;
}

bool may_use(const Generator *g, const char *name)
{
  return !g->options->may_use || g->options->may_use(name);
}

/* ---- types ---- */

int bytes_of(Element e) { return (element_bits[e] + 7) / 8; }

Name dims(Type t)
{
  Name name = {""};
  int n = 0;
  for (int i = 0; i < t.rank; i++)
    n += snprintf(name.at + n, sizeof name.at - (size_t)n, "%dx", t.dim[i]);
  return name;
}

static Name name_with(Type t, const char *before, const char *after)
{
  Name name;
  snprintf(name.at, sizeof name.at, "%s%.60s%s%s%s%s", t.rank ? "tensor<" : "", dims(t).at, before,
           element_names[t.element], after, t.rank ? ">" : "");
  return name;
}

Name spelled(Type t) { return name_with(t, "", ""); }
Name pointer_spelled(Type t) { return name_with(t, "!tri.ptr<", ">"); }

Type scalar(Element e) { return (Type){.element = e}; }
Type line_of(Element e, int n) { return (Type){e, 1, {n}}; }

Type with(Type t, Element e)
{
  t.element = e;
  return t;
}

int count_of(Type t)
{
  int n = 1;
  for (int i = 0; i < t.rank; i++)
    n *= t.dim[i];
  return n;
}

bool same_shape(Type a, Type b)
{
  return a.rank == b.rank && memcmp(a.dim, b.dim, (size_t)a.rank * sizeof *a.dim) == 0;
}

bool same_type(Type a, Type b) { return a.element == b.element && same_shape(a, b); }

int any_extent(Generator *g, int most)
{
  if (!g->options->compiled)
    return 1 + (int)pick(g, (unsigned)(most < 255 ? most : 255));
  int n = 1;
  for (unsigned doubled = pick(g, 11); doubled && n * 2 <= most; doubled--)
    n *= 2;
  return n;
}

Type any_shape(Generator *g)
{
  unsigned which = g->of_scalars ? 0 : pick(g, 8);
  return which == 0 ? scalar(I1)
         : which < 5 || g->first == g->n_values
             ? g->home
             : g->values[g->first + (int)pick(g, (unsigned)(g->n_values - g->first))].type;
}

Type any_type(Generator *g) { return with(any_shape(g), (Element)pick(g, ELEMENTS)); }

/* One of the pool, which is not empty, rather a late one. */
static Value recent(Generator *g)
{
  int n = g->n_values - g->first, few = n < 6 || pick(g, 2) ? n : 6;
  return g->values[g->n_values - 1 - (int)pick(g, (unsigned)few)];
}

Type some_type(Generator *g, bool (*fits)(Element))
{
  for (int tries = 0; tries < 4 && g->n_values > g->first; tries++) {
    Type t = recent(g).type;
    if (fits(t.element) && (!g->of_scalars || t.rank == 0))
      return t;
  }
  Type t = any_type(g);
  while (!fits(t.element))
    t.element = (Element)((t.element + 1) % ELEMENTS);
  return t;
}

/* ---- values ---- */

int add_guarded(Generator *g, int id, Type t, int guard)
{
  if (g->n_values < MAX_VALUES)
    g->values[g->n_values++] = (Value){id, t, guard};
  return id;
}

int add(Generator *g, int id, Type t) { return add_guarded(g, id, t, 0); }

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

static void say_table(Generator *g, Type t, int axis)
{
  if (axis == t.rank) {
    say(g, "%s", literal(g, t.element));
    return;
  }
  say(g, "[");
  for (int i = 0; i < t.dim[axis]; i++) {
    say(g, "%s", i ? ", " : "");
    say_table(g, t, axis + 1);
  }
  say(g, "]");
}

int any_constant(Generator *g, Type t)
{
  int id = fresh(g);
  say(g, "  %%v%d = arith.constant ", id);
  if (t.rank)
    say(g, "dense<");
  say_table(g, t, t.rank && count_of(t) > 1 && count_of(t) <= 32 && pick(g, 2) ? 0 : t.rank);
  say(g, "%s%s%s\n", t.rank ? ">" : "", t.rank || t.element != I1 ? " : " : "",
      t.rank || t.element != I1 ? spelled(t).at : "");
  return add(g, id, t);
}

int number(Generator *g, Type t, long long n)
{
  return op(g, "arith.constant %s%lld%s%s : %s", t.rank ? "dense<" : "", n, is_float(t.element) ? ".0" : "",
            t.rank ? ">" : "", spelled(t).at);
}

static int settled(Generator *g, Value v)
{
  if (!v.guard)
    return v.id;
  int other = any_constant(g, v.type);
  Name condition = spelled(with(v.type, I1)), type = spelled(v.type);
  int id = op(g, "arith.select %%v%d, %%v%d, %%v%d : %s%s%s", v.guard, v.id, other,
              v.type.rank ? condition.at : "", v.type.rank ? ", " : "", type.at);
  return add(g, id, v.type);
}

/* One of the pool, rather a late one; NULL where there is none, or by choice. */
static const Value *found(Generator *g, Type t, int guard, bool any_guard)
{
  const Value *fit[MAX_VALUES];
  int n = 0;
  for (int i = g->n_values; i-- > g->first;) {
    const Value *v = &g->values[i];
    if (same_type(v->type, t) && (any_guard || v->guard == 0 || guard == 0 || v->guard == guard))
      fit[n++] = v;
  }
  if (n == 0 || pick(g, n == 1 ? 2 : 6) == 0)
    return NULL;
  return fit[pick(g, (unsigned)(n > 3 && pick(g, 2) ? 3 : n))];
}

static int made(Generator *g, Type t)
{
  if (g->of_scalars || pick(g, 2))
    return any_constant(g, t);
  if (t.rank && pick(g, 8) == 0)
    return add(g, op(g, "tri.splat %%v%d : %s", value(g, scalar(t.element)), spelled(t).at), t);
  return loaded(g, t);
}

int value(Generator *g, Type t)
{
  const Value *v = found(g, t, 0, true);
  return v ? settled(g, *v) : made(g, t);
}

int operand(Generator *g, Type t, int *guard)
{
  const Value *v = found(g, t, *guard, false);
  if (!v)
    return made(g, t);
  if (v->guard)
    *guard = v->guard;
  return v->id;
}

Value some_block(Generator *g)
{
  for (int tries = 0; tries < 6 && g->n_values > g->first; tries++) {
    Value v = recent(g);
    if (v.type.rank)
      return (Value){settled(g, v), v.type, 0};
  }
  Type t = with(g->home, (Element)pick(g, ELEMENTS));
  return (Value){value(g, t), t, 0};
}

int limited(Generator *g, int id, Type t, int m)
{
  return op(g, "arith.remui %%v%d, %%v%d : %s", id, number(g, t, m), spelled(t).at);
}

/* True for the first elements. */
static int prefix(Generator *g, Type t)
{
  Type i32 = with(t, I32);
  int n = number(g, i32, (long long)pick(g, (unsigned)count_of(t) + 1));
  return op(g, "arith.cmpi slt, %%v%d, %%v%d : %s", index_of(g, t), n, spelled(i32).at);
}

int mask(Generator *g, Type t)
{
  t.element = I1;
  switch (pick(g, 6)) {
  case 0:
    return any_constant(g, t);
  case 1:
    return t.rank ? add(g, prefix(g, t), t) : value(g, t);
  default:
    return value(g, t);
  }
}
