/* Statements on the shape of blocks, and those that move elements between places. */
#include "generator.h"

#include <stdio.h>

static Type block_like(Generator *g, Element e)
{
  Type t = any_shape(g);
  return with(t.rank ? t : g->home, e);
}

void make_splat(Generator *g)
{
  Type to = block_like(g, (Element)pick(g, ELEMENTS));
  int a = value(g, scalar(to.element));
  add(g, op(g, "tri.splat %%v%d : %s", a, spelled(to).at), to);
}

void make_range(Generator *g)
{
  Type t = line_of((Element)(I8 + pick(g, 4)), any_extent(g, 64));
  long long from = (long long)pick(g, 40) - 20;
  int id =
      from ? op(g, "tri.range from %lld : %s", from, spelled(t).at) : op(g, "tri.range : %s", spelled(t).at);
  add(g, id, t);
}

void make_program(Generator *g)
{
  static const char *const axes[] = {"x", "y", "z"};
  const char *name = pick(g, 2) && may_use(g, "tri.num_programs") ? "num_programs" : "program_id";
  add(g, op(g, "tri.%s %s", name, axes[pick(g, 3)]), scalar(I32));
}

/* ---- one block ---- */

static int divisor(Generator *g, int n)
{
  int of[64], k = 0;
  for (int d = 1; d <= n && k < 64; d++)
    if (n % d == 0)
      of[k++] = d;
  return of[pick(g, (unsigned)k)];
}

/* n elements in any number of axes. */
static Type any_factors(Generator *g, Element e, int n)
{
  Type t = {.element = e, .rank = 1 + (int)pick(g, 4)};
  for (int i = 0; i < t.rank; i++) {
    t.dim[i] = i == t.rank - 1 ? n : divisor(g, n);
    n /= t.dim[i];
  }
  return t;
}

void make_reshape(Generator *g)
{
  Value v = some_block(g);
  Type to = any_factors(g, v.type.element, count_of(v.type));
  const char *reorder = !g->options->compiled && pick(g, 4) == 0 ? " reorder" : "";
  add(g, op(g, "tri.reshape %%v%d%s : %s -> %s", v.id, reorder, spelled(v.type).at, spelled(to).at), to);
}

void make_transpose(Generator *g)
{
  Value v = some_block(g);
  int order[MAX_AXES], n = v.type.rank, id = fresh(g);
  Type to = v.type;
  for (int i = 0; i < n; i++)
    order[i] = i;
  for (int i = n - 1; i > 0; i--) {
    int k = (int)pick(g, (unsigned)i + 1), kept = order[i];
    order[i] = order[k];
    order[k] = kept;
  }
  say(g, "  %%v%d = tri.transpose %%v%d order [", id, v.id);
  for (int i = 0; i < n; i++) {
    say(g, "%s%d", i ? ", " : "", order[i]);
    to.dim[i] = v.type.dim[order[i]];
  }
  say(g, "] : %s\n", spelled(v.type).at);
  add(g, id, to);
}

static Value expanded(Generator *g, Value v)
{
  int axis = (int)pick(g, (unsigned)v.type.rank + 1);
  int id = op(g, "tri.expand_dims %%v%d axis %d : %s", v.id, axis, spelled(v.type).at);
  for (int i = v.type.rank++; i > axis; i--)
    v.type.dim[i] = v.type.dim[i - 1];
  v.type.dim[axis] = 1;
  v.id = add(g, id, v.type);
  return v;
}

void make_expand(Generator *g)
{
  Value v = some_block(g);
  if (v.type.rank < MAX_AXES)
    expanded(g, v);
}

void make_broadcast(Generator *g)
{
  Value v = some_block(g);
  if (v.type.rank < MAX_AXES && pick(g, 2))
    v = expanded(g, v);
  Type to = v.type;
  for (int i = 0; i < to.rank; i++)
    if (to.dim[i] == 1 && pick(g, 3))
      to.dim[i] = any_extent(g, MAX_COUNT / count_of(to) < 16 ? MAX_COUNT / count_of(to) : 16);
  add(g, op(g, "tri.broadcast %%v%d : %s -> %s", v.id, spelled(v.type).at, spelled(to).at), to);
}

/* ---- two blocks ---- */

static Value joined(Generator *g, int a, int b, Type t)
{
  int id = op(g, "tri.join %%v%d, %%v%d : %s", a, b, spelled(t).at);
  t.dim[t.rank++] = 2;
  return (Value){add(g, id, t), t, 0};
}

void make_join(Generator *g)
{
  Type t = any_type(g);
  if (t.rank == MAX_AXES || count_of(t) * 2 > MAX_COUNT)
    return;
  int a = value(g, t), b = value(g, t);
  joined(g, a, b, t);
}

void make_split(Generator *g)
{
  Value v = some_block(g);
  if (v.type.dim[v.type.rank - 1] != 2) {
    if (v.type.rank == MAX_AXES || count_of(v.type) * 2 > MAX_COUNT)
      return;
    int other = value(g, v.type);
    v = joined(g, v.id, other, v.type);
  }
  int left = fresh(g), right = fresh(g);
  say(g, "  %%v%d, %%v%d = tri.split %%v%d : %s\n", left, right, v.id, spelled(v.type).at);
  v.type.rank--;
  v.type.dim[v.type.rank] = 0;
  add(g, left, v.type);
  add(g, right, v.type);
}

void make_cat(Generator *g)
{
  Value v = some_block(g);
  int axis = (int)pick(g, (unsigned)v.type.rank), extent = v.type.dim[axis];
  int others = count_of(v.type) / extent, room = MAX_COUNT / others - extent;
  if (room < 1 || (g->options->compiled && room < extent))
    return;
  Type t = v.type, to = v.type;
  t.dim[axis] = g->options->compiled ? extent : any_extent(g, room < 12 ? room : 12);
  int other = value(g, t);
  to.dim[axis] += t.dim[axis];
  if (g->options->compiled || pick(g, 2))
    add(g,
        op(g, "tri.cat %%v%d, %%v%d axis %d : %s, %s", v.id, other, axis, spelled(v.type).at, spelled(t).at),
        to);
  else
    add(g,
        op(g, "tri.cat %%v%d, %%v%d axis %d : %s, %s", other, v.id, axis, spelled(t).at, spelled(v.type).at),
        to);
}

/* ---- by index ---- */

void make_gather(Generator *g)
{
  Value v = some_block(g);
  int axis = (int)pick(g, (unsigned)v.type.rank), extent = v.type.dim[axis];
  int room = MAX_COUNT / (count_of(v.type) / extent);
  Type index = with(v.type, (Element)(I8 + pick(g, 4)));
  index.dim[axis] = any_extent(g, room < 16 ? room : 16);
  int any = value(g, index);
  int at = limited(g, any, index, index.element == I8 && extent > 127 ? 127 : extent);
  add(g,
      op(g, "tri.gather %%v%d at %%v%d axis %d : %s, %s", v.id, at, axis, spelled(v.type).at,
         spelled(index).at),
      with(index, v.type.element));
}

void make_histogram(Generator *g)
{
  Type t = block_like(g, (Element)(I8 + pick(g, 4))), to = line_of(I32, any_extent(g, 32));
  int v = value(g, t), id;
  if (pick(g, 3))
    v = limited(g, v, t, 1 + (int)pick(g, 40));
  if (pick(g, 2)) {
    int where = mask(g, t);
    id = op(g, "tri.histogram %%v%d where %%v%d : %s -> %s", v, where, spelled(t).at, spelled(to).at);
  } else
    id = op(g, "tri.histogram %%v%d : %s -> %s", v, spelled(t).at, spelled(to).at);
  add(g, id, to);
}

/* ---- dot ---- */

static Type matrix(Element e, int batch, int rows, int columns)
{
  return batch ? (Type){e, 3, {batch, rows, columns}} : (Type){e, 2, {rows, columns}};
}

static void dot_of(Generator *g, Element a, Element b, Element acc)
{
  int batch = pick(g, 4) ? 0 : any_extent(g, 3), m = any_extent(g, 12), n = any_extent(g, 12),
      k = any_extent(g, 12);
  Type at = matrix(a, batch, m, k), bt = matrix(b, batch, k, n), ct = matrix(acc, batch, m, n);
  static const char *const precisions[] = {"", " precision tf32", " precision tf32x3", " precision ieee"};
  bool is_integer_dot = a == I8;
  int x = value(g, at), y = value(g, bt);
  int z = pick(g, 3) ? value(g, ct) : number(g, ct, 0);
  const char *left = is_integer_dot && pick(g, 2) ? " unsigned" : "",
             *right = is_integer_dot && pick(g, 2) ? " unsigned" : "";
  const char *precision = a == F32 ? precisions[pick(g, 4)] : "";
  add(g,
      op(g, "tri.dot %%v%d%s, %%v%d%s, %%v%d%s : %s, %s, %s", x, left, y, right, z, precision, spelled(at).at,
         spelled(bt).at, spelled(ct).at),
      ct);
}

static void dot_scaled(Generator *g)
{
  int m = any_extent(g, 8), n = any_extent(g, 8), k = 2 * any_extent(g, 20), groups = (k + 31) / 32;
  Type a = matrix(I8, 0, m, k / 2), b = matrix((Element)(F8A + pick(g, 2)), 0, k, n),
       c = matrix(F32, 0, m, n);
  Type as = matrix(I8, 0, m, groups), bs = matrix(I8, 0, n, groups);
  int x = value(g, a), y = value(g, b), z = value(g, c), xs = value(g, as), ys = value(g, bs);
  add(g,
      op(g, "tri.dot_scaled %%v%d scale %%v%d, %%v%d scale %%v%d, %%v%d : %s scale %s, %s scale %s, %s", x,
         xs, y, ys, z, spelled(a).at, spelled(as).at, spelled(b).at, spelled(bs).at, spelled(c).at),
      c);
}

void make_dot(Generator *g)
{
  static const Element rows[][3] = {{I8, I8, I32},   {I8, I8, I32},     {F16, F16, F16},
                                    {F16, F16, F32}, {BF16, BF16, F32}, {F32, F32, F32},
                                    {F64, F64, F64}, {F8A, F8B, F16},   {F8B, F8A, F32}};
  unsigned row = pick(g, g->options->compiled ? 1 : 10);
  if (row == 9 && may_use(g, "tri.dot_scaled"))
    dot_scaled(g);
  else if (row < 9)
    dot_of(g, rows[row][0], rows[row][1], rows[row][2]);
}
