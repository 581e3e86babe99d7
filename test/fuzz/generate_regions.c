/* tri.reduce, tri.scan and tri.map. The regions of the first two are associative. */
#include "generator.h"

static bool is_reducible(Element e) { return e <= F64; }
static bool is_key(Element e) { return is_integer(e); }

/* ---- a word for the region ---- */

static const char *word(Generator *g, Element e)
{
  static const char *const integers[] = {"add", "mul", "min", "max", "umin", "umax", "and", "or", "xor"};
  static const char *const floats[] = {"min", "max", "minimum", "maximum", "add", "mul"};
  return is_float(e) ? floats[pick(g, g->options->compiled ? 4 : 6)] : integers[pick(g, 9)];
}

static Type along(Type t, int axis, bool is_scan)
{
  if (is_scan)
    return t;
  for (int i = axis; i + 1 < t.rank; i++)
    t.dim[i] = t.dim[i + 1];
  t.dim[--t.rank] = 0;
  return t;
}

typedef struct {
  const char *name, *reverse;
  bool is_scan;
  int axis;
  Type type; /* of the first operand */
} Walk;

static Walk any_walk(Generator *g, bool is_scan, bool (*fits)(Element))
{
  Type t = some_type(g, fits);
  Walk w = {is_scan ? "tri.scan" : "tri.reduce", "", is_scan, 0, t.rank ? t : with(g->home, t.element)};
  w.axis = (int)pick(g, (unsigned)w.type.rank);
  if (is_scan && pick(g, 2))
    w.reverse = " reverse";
  return w;
}

static void by_word(Generator *g, Walk w)
{
  int v = value(g, w.type);
  const char *name = word(g, w.type.element);
  int id = op(g, "%s %s %%v%d axis %d%s : %s", w.name, name, v, w.axis, w.reverse, spelled(w.type).at);
  add(g, id, along(w.type, w.axis, w.is_scan));
}

/* ---- regions of two operands ---- */

typedef struct {
  int a, b;           /* the operands */
  int la, lb, ra, rb; /* the region's arguments */
  Element ea, eb;
} Pair;

/* The larger first number with the second that goes with it, the left where they are equal. */
static void arg_best(Generator *g, const Pair *p)
{
  static const char *const orders[] = {"slt", "sgt", "ult", "ugt"};
  const char *a = element_names[p->ea], *b = element_names[p->eb];
  int less = op(g, "arith.cmpi %s, %%v%d, %%v%d : %s", orders[pick(g, 4)], p->la, p->ra, a);
  int v = op(g, "arith.select %%v%d, %%v%d, %%v%d : %s", less, p->ra, p->la, a);
  int i = op(g, "arith.select %%v%d, %%v%d, %%v%d : %s", less, p->rb, p->lb, b);
  say(g, "  tri.yield %%v%d, %%v%d : %s, %s\n", v, i, a, b);
}

/* x -> a·x + b, one after the other; the elements are of one type. */
static void recurrence(Generator *g, const Pair *p)
{
  const char *t = element_names[p->ea];
  int a = op(g, "arith.muli %%v%d, %%v%d : %s", p->la, p->ra, t);
  int m = op(g, "arith.muli %%v%d, %%v%d : %s", p->ra, p->lb, t);
  int b = op(g, "arith.addi %%v%d, %%v%d : %s", m, p->rb, t);
  say(g, "  tri.yield %%v%d, %%v%d : %s, %s\n", a, b, t, t);
}

/* Each on its own: one op, or the first or the last element. */
static void two_words(Generator *g, const Pair *p)
{
  static const char *const ops[] = {"arith.addi", "arith.maxsi", "arith.xori", "arith.minui", "arith.muli"};
  const char *a = element_names[p->ea], *b = element_names[p->eb];
  const char *name = ops[pick(g, 5)];
  bool swapped = pick(g, 2);
  int v = op(g, "%s %%v%d, %%v%d : %s", name, swapped ? p->ra : p->la, swapped ? p->la : p->ra, a);
  say(g, "  tri.yield %%v%d, %%v%d : %s, %s\n", v, pick(g, 2) ? p->lb : p->rb, a, b);
}

static void by_pair(Generator *g, Walk w)
{
  unsigned which = pick(g, 3);
  Type second = which == 1 ? w.type : with(w.type, (Element)pick(g, ELEMENTS));
  Pair p = {.ea = w.type.element, .eb = second.element};
  p.a = value(g, w.type);
  p.b = value(g, second);
  int left = fresh(g), right = fresh(g);
  p.la = fresh(g);
  p.lb = fresh(g);
  p.ra = fresh(g);
  p.rb = fresh(g);
  say(g, "  %%v%d, %%v%d = %s %%v%d, %%v%d axis %d%s : %s, %s by (%%v%d, %%v%d), (%%v%d, %%v%d) {\n", left,
      right, w.name, p.a, p.b, w.axis, w.reverse, spelled(w.type).at, spelled(second).at, p.la, p.lb, p.ra,
      p.rb);
  static void (*const regions[])(Generator *, const Pair *) = {arg_best, recurrence, two_words};
  regions[which](g, &p);
  say(g, "  }\n");
  add(g, left, along(w.type, w.axis, w.is_scan));
  add(g, right, along(second, w.axis, w.is_scan));
}

static void walk_axis(Generator *g, bool is_scan)
{
  if (pick(g, 3))
    by_word(g, any_walk(g, is_scan, is_reducible));
  else
    by_pair(g, any_walk(g, is_scan, is_key));
}

void make_reduce(Generator *g) { walk_axis(g, false); }
void make_scan(Generator *g) { walk_axis(g, true); }

/* ---- map ---- */

enum { MOST = 3 };

static void map_region(Generator *g, const Type *shape, int results, Type *to)
{
  int kept = g->n_values, ids[MOST];
  statements(g, 1 + pick(g, 5));
  for (int i = 0; i < results; i++) {
    to[i] = any_type(g);
    ids[i] = value(g, to[i]);
  }
  say(g, "  tri.yield ");
  for (int i = 0; i < results; i++)
    say(g, "%s%%v%d", i ? ", " : "", ids[i]);
  say(g, " : ");
  for (int i = 0; i < results; i++) {
    say(g, "%s%s", i ? ", " : "", element_names[to[i].element]);
    to[i] = with(*shape, to[i].element);
  }
  say(g, "\n  }\n");
  g->n_values = kept;
}

void make_map(Generator *g)
{
  Type shape = any_shape(g), from[MOST], to[MOST];
  if (shape.rank == 0)
    shape = g->home;
  int n = 1 + (int)pick(g, MOST), results = 1 + (int)pick(g, MOST), ids[MOST], first = g->next;
  for (int i = 0; i < n; i++) {
    from[i] = with(shape, (Element)pick(g, ELEMENTS));
    ids[i] = value(g, from[i]);
  }
  first = g->next;
  g->next += results + n;
  say(g, "  ");
  for (int i = 0; i < results; i++)
    say(g, "%s%%v%d", i ? ", " : "", first + i);
  say(g, " = tri.map ");
  for (int i = 0; i < n; i++)
    say(g, "%s%%v%d", i ? ", " : "", ids[i]);
  for (int i = 0; i < n; i++)
    say(g, "%s%s", i ? ", " : " : ", spelled(from[i]).at);
  say(g, " by (");
  for (int i = 0; i < n; i++)
    say(g, "%s%%v%d", i ? ", " : "", first + results + i);
  say(g, ") {\n");
  int kept = g->n_values;
  for (int i = 0; i < n; i++)
    add(g, first + results + i, scalar(from[i].element));
  g->of_scalars = true;
  g->depth++;
  map_region(g, &shape, results, to);
  g->depth--;
  g->of_scalars = false;
  g->n_values = kept;
  for (int i = 0; i < results; i++)
    add(g, first + i, to[i]);
}
