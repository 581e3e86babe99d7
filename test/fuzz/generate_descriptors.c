/* Statements through descriptors: a tensor in the program's slice, of fewer elements than its strides would
 * allow, and a block that hangs over its edges. */
#include "generator.h"

#include <stdio.h>

typedef struct {
  Type block;
  int id;
  int axes, stride[2]; /* in elements, without the last */
} Tensor;

static Name desc_name(Type block)
{
  Name name;
  snprintf(name.at, sizeof name.at, "!tri.desc<%.60s%s>", dims(block).at, element_names[block.element]);
  return name;
}

static int i32(Generator *g, long long n) { return number(g, scalar(I32), n); }

static int made(Generator *g, const Tensor *t, const int *shape)
{
  int ids[3], strides[2] = {0};
  for (int i = 0; i < t->axes; i++)
    ids[i] = i32(g, shape[i]);
  for (int i = 0; i + 1 < t->axes; i++)
    strides[i] = i32(g, t->stride[i]);
  int base = op(g, "tri.addptr %%b%d, %%base : !tri.ptr<%s>, i32", (int)t->block.element,
                element_names[t->block.element]);
  int id = fresh(g);
  say(g, "  %%v%d = tri.make_desc %%v%d shape [", id, base);
  for (int i = 0; i < t->axes; i++)
    say(g, "%s%%v%d", i ? ", " : "", ids[i]);
  say(g, "]%s", t->axes > 1 ? " strides [" : "");
  for (int i = 0; i + 1 < t->axes; i++)
    say(g, "%s%%v%d", i ? ", " : "", strides[i]);
  bool nan = is_arithmetic_float(t->block.element) && pick(g, 3) == 0;
  say(g, "%s%s : i32 -> %s\n", t->axes > 1 ? "]" : "", nan ? " pad nan" : "", desc_name(t->block).at);
  return id;
}

/* By way of a branch, a select or a loop. */
static int passed(Generator *g, int a, int b, Type block)
{
  Name t = desc_name(block);
  int c;
  switch (pick(g, 6)) {
  case 0:
    c = value(g, scalar(I1));
    return op(g, "arith.select %%v%d, %%v%d, %%v%d : %s", c, a, b, t.at);
  case 1:
    c = value(g, scalar(I1));
    return op(g, "scf.if %%v%d -> (%s) {\n  scf.yield %%v%d : %s\n  } else {\n  scf.yield %%v%d : %s\n  }", c,
              t.at, a, t.at, b, t.at);
  case 2: {
    int from = i32(g, 0), to = i32(g, (long long)pick(g, 3)), step = i32(g, 1), i = fresh(g), x = fresh(g);
    return op(g,
              "scf.for %%v%d = %%v%d to %%v%d step %%v%d iter_args(%%v%d = %%v%d) -> (%s) : i32 {\n  "
              "scf.yield %%v%d : %s\n  }",
              i, from, to, step, x, a, t.at, pick(g, 2) ? b : x, t.at);
  }
  default:
    return a;
  }
}

/* rows_of_one: two axes, the first of extent 1 in the block. */
static Tensor any_tensor(Generator *g, Element e, bool rows_of_one)
{
  int unit = 16 / bytes_of(e), shape[3];
  Tensor t = {.axes = rows_of_one ? 2 : 1 + (int)pick(g, 3)};
  int width = unit * (1 << pick(g, 2)), pitch = width + unit * (int)pick(g, 2), height = SLICE / pitch;
  t.block = (Type){.element = e, .rank = t.axes};
  for (int i = 0; i < t.axes; i++) {
    int last = i == t.axes - 1;
    t.block.dim[i] = last ? width : rows_of_one ? 1 : any_extent(g, 4);
    shape[i] = 1 + (int)pick(g, (unsigned)(last ? pitch : t.axes == 3 ? 4 : height < 16 ? height : 16));
  }
  t.stride[t.axes == 3] = pitch;
  if (t.axes == 3)
    t.stride[0] = pitch * (height / 4);
  if (t.axes == 3 && shape[1] > height / 4)
    shape[1] = height / 4;
  int first = made(g, &t, shape);
  shape[0] = (shape[0] + 1) / 2;
  int second = pick(g, 2) ? made(g, &t, shape) : first;
  t.id = passed(g, first, second, t.block);
  return t;
}

static Name offsets(Generator *g, const Tensor *t)
{
  Name name = {""};
  int ids[3], n = 0;
  for (int i = 0; i < t->axes; i++)
    ids[i] = i32(g, (long long)pick(g, 9) - 3);
  for (int i = 0; i < t->axes; i++)
    n += snprintf(name.at + n, sizeof name.at - (size_t)n, "%s%%v%d", i ? ", " : "", ids[i]);
  return name;
}

static void block_access(Generator *g, Element e)
{
  static const char *const kinds[] = {"add", "min", "max", "umin", "umax", "and", "or", "xor"};
  Tensor t = any_tensor(g, e, false);
  Name at = offsets(g, &t), name = desc_name(t.block);
  unsigned which = pick(g, 4);
  if (which < 2) {
    add(g, op(g, "tri.desc_load %%v%d[%s] : %s", t.id, at.at, name.at), t.block);
    return;
  }
  int v = value(g, t.block);
  if (which == 2 && (e == I32 || e == I64) && may_use(g, "tri.desc_reduce"))
    say(g, "  tri.desc_reduce %s %%v%d to %%v%d[%s] : %s\n", kinds[pick(g, 8)], v, t.id, at.at, name.at);
  else
    say(g, "  tri.desc_store %%v%d to %%v%d[%s] : %s\n", v, t.id, at.at, name.at);
}

static void row_access(Generator *g, Element e)
{
  Tensor t = any_tensor(g, e, true);
  Type rows = line_of(pick(g, 2) ? I16 : I32, any_extent(g, 8)), block = t.block;
  block.dim[0] = rows.dim[0];
  int column = i32(g, (long long)pick(g, 9) - 3);
  Name r = spelled(rows), d = desc_name(t.block);
  if (pick(g, 2)) {
    int any = value(g, rows), at = limited(g, any, rows, 18);
    add(g, op(g, "tri.desc_gather %%v%d[%%v%d, %%v%d] : %s, %s", t.id, at, column, r.at, d.at), block);
    return;
  }
  int v = value(g, block), at = op(g, "tri.range from %d : %s", (int)pick(g, 9) - 3, r.at);
  say(g, "  tri.desc_scatter %%v%d to %%v%d[%%v%d, %%v%d] : %s, %s\n", v, t.id, at, column, r.at, d.at);
}

void make_descriptor(Generator *g)
{
  Element e = (Element)(I8 + pick(g, ELEMENTS - 1));
  if (pick(g, 3))
    block_access(g, e);
  else
    row_access(g, e);
}
