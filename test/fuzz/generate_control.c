/* Control flow, calls of helpers, and what a kernel says or claims. */
#include "generator.h"

#include <string.h>

/* ---- regions ---- */

/* A region's statements; ends with the pool as it was but for what it yields: a value of each type. */
static void region(Generator *g, const char *end, Type t, Type u)
{
  int kept = g->n_values, kept_indices = g->n_indices;
  g->depth++;
  statements(g, 1 + pick(g, 4));
  int v = value(g, t), w = value(g, u);
  say(g, "  %s %%v%d, %%v%d : %s, %s\n", end, v, w, spelled(t).at, spelled(u).at);
  g->depth--;
  g->n_values = kept;
  g->n_indices = kept_indices;
}

void make_branch(Generator *g)
{
  Type t = any_type(g), u = any_type(g);
  int c = value(g, scalar(I1)), id = fresh(g), second = fresh(g);
  say(g, "  %%v%d, %%v%d = scf.if %%v%d -> (%s, %s) {\n", id, second, c, spelled(t).at, spelled(u).at);
  region(g, "scf.yield", t, u);
  say(g, "  } else {\n");
  region(g, "scf.yield", t, u);
  say(g, "  }\n");
  add(g, id, t);
  add(g, second, u);
}

void make_loop(Generator *g)
{
  Type t = any_type(g), u = any_type(g), i32 = scalar(I32);
  int a = value(g, t), b = value(g, u), lower = number(g, i32, (long long)pick(g, 3)),
      upper = number(g, i32, (long long)pick(g, 5)), step = number(g, i32, 1 + (long long)pick(g, 2));
  int id = fresh(g), second = fresh(g), i = fresh(g), x = fresh(g), y = fresh(g);
  say(g,
      "  %%v%d, %%v%d = scf.for %%v%d = %%v%d to %%v%d step %%v%d iter_args(%%v%d = %%v%d, %%v%d = %%v%d) -> "
      "(%s, %s) : i32 {\n",
      id, second, i, lower, upper, step, x, a, y, b, spelled(t).at, spelled(u).at);
  int kept = g->n_values;
  add(g, i, i32);
  add(g, x, t);
  add(g, y, u);
  region(g, "scf.yield", t, u);
  g->n_values = kept;
  say(g, "  }\n");
  add(g, id, t);
  add(g, second, u);
}

/* Counts up; the second value goes through the first region as it is. */
void make_while_loop(Generator *g)
{
  Type t = any_type(g), i32 = scalar(I32);
  int a = value(g, t), from = number(g, i32, 0), to = number(g, i32, (long long)pick(g, 4)),
      one = number(g, i32, 1), count = fresh(g), id = fresh(g), i = fresh(g), x = fresh(g), j = fresh(g),
      y = fresh(g);
  Name name = spelled(t);
  say(g, "  %%v%d, %%v%d = scf.while (%%v%d = %%v%d, %%v%d = %%v%d) : (i32, %s) -> (i32, %s) {\n", count, id,
      i, from, x, a, name.at, name.at);
  int c = op(g, "arith.cmpi slt, %%v%d, %%v%d : i32", i, to);
  say(g, "  scf.condition(%%v%d) %%v%d, %%v%d : i32, %s\n  } do {\n  ^bb0(%%v%d: i32, %%v%d: %s):\n", c, i, x,
      name.at, j, y, name.at);
  int next = op(g, "arith.addi %%v%d, %%v%d : i32", j, one), kept = g->n_values, kept_indices = g->n_indices;
  add(g, y, t);
  g->depth++;
  statements(g, 1 + pick(g, 3));
  int out = value(g, t);
  g->depth--;
  say(g, "  scf.yield %%v%d, %%v%d : i32, %s\n  }\n", next, out, name.at);
  g->n_values = kept;
  g->n_indices = kept_indices;
  add(g, id, t);
  add(g, count, i32);
}

/* ---- calls ---- */

void buffer_parameters(Generator *g, bool of_kernel)
{
  for (int e = 0; e < ELEMENTS; e++) {
    say(g, "%%b%d: !tri.ptr<%s>", e, element_names[e]);
    if (of_kernel && pick(g, 2))
      say(g, " {tri.divisibility = 16 : i32}");
    say(g, ", ");
  }
  say(g, "%%p%d: !tri.ptr<!tri.ptr<%s>>, %%p%d: !tri.ptr<!tri.ptr<%s>>", F32, element_names[F32], I8,
      element_names[I8]);
}

static void buffer_arguments(Generator *g, bool types)
{
  for (int e = 0; e < ELEMENTS; e++)
    if (types)
      say(g, "!tri.ptr<%s>, ", element_names[e]);
    else
      say(g, "%%b%d, ", e);
  if (types)
    say(g, "!tri.ptr<!tri.ptr<f32>>, !tri.ptr<!tri.ptr<i8>>");
  else
    say(g, "%%p%d, %%p%d", F32, I8);
}

enum { MOST = 3 };
typedef struct {
  int number, n_in, n_out;
  Type in[MOST], out[MOST];
} Helper;

static void say_types(Generator *g, const Type *t, int n)
{
  for (int i = 0; i < n; i++)
    say(g, "%s%s", i ? ", " : "", spelled(t[i]).at);
}

static void helper_body(Generator *g, const Helper *h)
{
  prologue(g);
  g->depth++;
  g->in_helper = true;
  statements(g, 1 + pick(g, 5));
  int ids[MOST];
  for (int i = 0; i < h->n_out; i++)
    ids[i] = value(g, h->out[i]);
  g->in_helper = false;
  g->depth--;
  say(g, "  return ");
  for (int i = 0; i < h->n_out; i++)
    say(g, "%s%%v%d", i ? ", " : "", ids[i]);
  say(g, " : ");
  say_types(g, h->out, h->n_out);
  say(g, "\n}\n");
}

/* Writes the function behind the kernel, with a pool of its own. */
static void write_helper(Generator *g, const Helper *h)
{
  Generator kept = *g;
  g->text = g->helpers;
  g->n = g->n_helpers;
  g->first = g->n_values;
  g->first_index = g->n_indices;
  say(g, "func.func private @h%d(", h->number);
  buffer_parameters(g, false);
  for (int i = 0; i < h->n_in; i++) {
    int id = fresh(g);
    say(g, ", %%v%d: %s", id, spelled(h->in[i]).at);
    add(g, id, h->in[i]);
  }
  say(g, ") -> (");
  say_types(g, h->out, h->n_out);
  say(g, ") {\n");
  helper_body(g, h);
  g->n_helpers = g->n;
  g->text = kept.text;
  g->n = kept.n;
  g->first = kept.first;
  g->n_values = kept.n_values;
  g->first_index = kept.first_index;
  g->n_indices = kept.n_indices;
}

void make_call(Generator *g)
{
  Helper h = {.number = g->n_functions++, .n_in = 1 + (int)pick(g, MOST), .n_out = 1 + (int)pick(g, MOST)};
  int args[MOST], first;
  for (int i = 0; i < h.n_in; i++) {
    h.in[i] = any_type(g);
    args[i] = value(g, h.in[i]);
  }
  for (int i = 0; i < h.n_out; i++)
    h.out[i] = any_type(g);
  write_helper(g, &h);
  for (int times = 1 + (pick(g, 4) == 0); times; times--) {
    first = g->next;
    g->next += h.n_out;
    say(g, "  ");
    for (int i = 0; i < h.n_out; i++)
      say(g, "%s%%v%d", i ? ", " : "", first + i);
    say(g, " = func.call @h%d(", h.number);
    buffer_arguments(g, false);
    for (int i = 0; i < h.n_in; i++)
      say(g, ", %%v%d", args[i]);
    say(g, ") : (");
    buffer_arguments(g, true);
    say(g, ", ");
    say_types(g, h.in, h.n_in);
    say(g, ") -> (");
    say_types(g, h.out, h.n_out);
    say(g, ")\n");
    for (int i = 0; i < h.n_out; i++)
      add(g, first + i, h.out[i]);
  }
}

/* ---- words and claims ---- */

void make_print(Generator *g)
{
  Type t = any_type(g);
  if (is_float(t.element) || count_of(t) > 32)
    t = scalar(I32);
  int v = value(g, t);
  say(g, "  tri.print \"v%d \"%s, %%v%d : %s\n", v, pick(g, 2) ? " hex" : "", v, spelled(t).at);
}

/* What holds, said in a roundabout way. */
void make_claim(Generator *g)
{
  Type t = with(any_shape(g), (Element)(I8 + pick(g, 4)));
  bool assume = pick(g, 2);
  if (assume)
    t.rank = 0;
  int v = value(g, t), rest = limited(g, v, t, 7), limit = number(g, t, 6);
  int holds = op(g, "arith.cmpi sle, %%v%d, %%v%d : %s", rest, limit, spelled(t).at);
  if (assume && may_use(g, "tri.assume"))
    say(g, "  tri.assume %%v%d\n", holds);
  else if (may_use(g, "tri.assert"))
    say(g, "  tri.assert %%v%d, \"less than 7\" : %s\n", holds, spelled(with(t, I1)).at);
}

/* What may end the program. */
void make_fault(Generator *g)
{
  static const char *const divisions[] = {"divui",     "remui",     "divsi",     "remsi",
                                          "ceildivui", "ceildivsi", "floordivsi"};
  Type t = with(any_shape(g), (Element)(I8 + pick(g, 4))), c = with(t, I1);
  switch (pick(g, 4)) {
  case 0: {
    int holds = value(g, c);
    say(g, "  tri.assert %%v%d, \"it may be\" : %s\n", holds, spelled(c).at);
    return;
  }
  case 1: {
    int holds = value(g, scalar(I1));
    say(g, "  tri.assume %%v%d\n", holds);
    return;
  }
  case 2: {
    int a = value(g, t), b = value(g, t);
    const char *name = divisions[pick(g, 7)];
    add(g, op(g, "arith.%s %%v%d, %%v%d : %s", name, a, b, spelled(t).at), t);
    return;
  }
  default: {
    int far = number(g, scalar(I32), 1 << 20), where = mask(g, t);
    int p =
        op(g, "tri.addptr %%b%d, %%v%d : !tri.ptr<%s>, i32", (int)t.element, far, element_names[t.element]);
    if (t.rank)
      p = op(g, "tri.splat %%v%d : %s", p, pointer_spelled(t).at);
    add(g, op(g, "tri.load %%v%d where %%v%d : %s", p, where, spelled(t).at), t);
  }
  }
}
