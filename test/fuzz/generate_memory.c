/* Statements on memory: loads, stores, atomics, on pointers that were computed in several ways.
 *
 *   a buffer:   slice of program 0 | slice of program 1 | what each leaves at its end … | read by everybody
 *
 * A slice is addressed by the row-major number of each element, or by its mirror image, behind %base. */
#include "generator.h"

#include <stdio.h>

/* ---- numbers of elements ---- */

/* tensor<1x…xdimx…x1xi32>, the axis's range in the rank of the shape, broadcast to it. */
static int axis_range(Generator *g, Type t, int axis)
{
  Type i32 = with(t, I32), at = line_of(I32, t.dim[axis]);
  int id = op(g, "tri.range : %s", spelled(at).at);
  for (int i = 0; i < t.rank; i++) {
    if (i == axis)
      continue;
    id = op(g, "tri.expand_dims %%v%d axis %d : %s", id, i < axis ? 0 : i, spelled(at).at);
    at.dim[at.rank++] = 1;
    if (i < axis) {
      at.dim[at.rank - 1] = at.dim[at.rank - 2];
      at.dim[at.rank - 2] = 1;
    }
  }
  return same_shape(at, t) ? id
                           : op(g, "tri.broadcast %%v%d : %s -> %s", id, spelled(at).at, spelled(i32).at);
}

static int computed_index(Generator *g, Type t)
{
  Name name = spelled(with(t, I32));
  int stride = count_of(t), sum = -1;
  for (int a = 0; a < t.rank; a++) {
    stride /= t.dim[a];
    int range = axis_range(g, t, a), c = number(g, with(t, I32), stride);
    int m = op(g, "arith.muli %%v%d, %%v%d : %s", range, c, name.at);
    sum = sum < 0 ? m : op(g, "arith.addi %%v%d, %%v%d : %s", sum, m, name.at);
  }
  return sum;
}

int index_of(Generator *g, Type t)
{
  t.element = I32;
  for (int i = g->n_indices; i-- > g->first_index;)
    if (same_shape(g->indices[i].type, t))
      return g->indices[i].id;
  int id;
  if (may_use(g, "tri.reshape") && pick(g, 6)) {
    Type line = line_of(I32, count_of(t));
    id = op(g, "tri.reshape %%v%d : %s -> %s", op(g, "tri.range : %s", spelled(line).at), spelled(line).at,
            spelled(t).at);
  } else
    id = computed_index(g, t);
  if (g->n_indices < MAX_VALUES)
    g->indices[g->n_indices++] = (Value){id, t, 0};
  return id;
}

void prologue(Generator *g)
{
  Type t = with(g->home, I32);
  Name name = spelled(t);
  say(g, "  %%pid = tri.program_id x\n  %%slice = arith.constant %d : i32\n", SLICE);
  say(g, "  %%base = arith.muli %%pid, %%slice : i32\n  %%bases = tri.splat %%base : %s\n", name.at);
  int index = index_of(g, t), last = number(g, t, count_of(t) - 1);
  say(g, "  %%idx = arith.addi %%v%d, %%bases : %s\n", index, name.at);
  int mirrored = op(g, "arith.subi %%v%d, %%v%d : %s", last, index, name.at);
  say(g, "  %%mirror = arith.addi %%v%d, %%bases : %s\n", mirrored, name.at);
  say(g, "  %%wide = arith.extui %%idx : %s to %s\n", name.at, spelled(with(t, I64)).at);
  add(g, index, t);
}

/* ---- pointers ---- */

/* Where the buffer's slice begins, or so many elements of another number after its beginning. */
static int slice_of(Generator *g, Element e, const char *from)
{
  return op(g, "tri.addptr %%b%d, %s : !tri.ptr<%s>, i32", (int)e, from, element_names[e]);
}

/* The pointers moved there and back. */
static int moved(Generator *g, int p, Type t)
{
  static const Element offsets[] = {I8, I16, I32, I64};
  Element o = offsets[pick(g, 4)];
  int distance = 1 + (int)pick(g, 119);
  int by = number(g, with(t, o), distance), minus = number(g, scalar(o), -distance);
  int there = op(g, "tri.addptr %%v%d, %%v%d : %s, %s", p, minus, pointer_spelled(t).at, element_names[o]);
  return op(g, "tri.addptr %%v%d, %%v%d : %s, %s", there, by, pointer_spelled(t).at, spelled(with(t, o)).at);
}

static bool may_be_remembered(Element e) { return e == F32 || e == I8; }

/* The pointers by way of memory. */
static int remembered(Generator *g, int p, Type t)
{
  Name name = pointer_spelled(t);
  Type i32 = with(t, I32);
  int slice = op(g, "tri.addptr %%p%d, %%base : !tri.ptr<!tri.ptr<%s>>, i32", (int)t.element,
                 element_names[t.element]);
  int at = op(g, "tri.addptr %%v%d, %%v%d : !tri.ptr<!tri.ptr<%s>>, %s", slice, index_of(g, t),
              element_names[t.element], spelled(i32).at);
  say(g, "  tri.store %%v%d to %%v%d : %s\n", p, at, name.at);
  return op(g, "tri.load %%v%d : %s", at, name.at);
}

static int as_integers(Generator *g, int p, Type t)
{
  int address = op(g, "tri.ptr_to_int %%v%d : %s", p, pointer_spelled(t).at);
  return op(g, "tri.int_to_ptr %%v%d : %s", address, pointer_spelled(t).at);
}

/* As pointers to other elements, and back. */
static int recast(Generator *g, int p, Type t)
{
  Name as = pointer_spelled(with(t, (Element)pick(g, ELEMENTS))), name = pointer_spelled(t);
  int other = op(g, "tri.bitcast %%v%d : %s -> %s", p, name.at, as.at);
  return op(g, "tri.bitcast %%v%d : %s -> %s", other, as.at, name.at);
}

/* In a line, and back. */
static int reshaped(Generator *g, int p, Type t)
{
  Name line = pointer_spelled(line_of(t.element, count_of(t))), name = pointer_spelled(t);
  int other = op(g, "tri.reshape %%v%d : %s -> %s", p, name.at, line.at);
  return op(g, "tri.reshape %%v%d : %s -> %s", other, line.at, name.at);
}

static int chosen(Generator *g, int p, Type t)
{
  int c = mask(g, t), same = moved(g, p, t);
  return op(g, "arith.select %%v%d, %%v%d, %%v%d : %s, %s", c, p, same, spelled(with(t, I1)).at,
            pointer_spelled(t).at);
}

static int detour(Generator *g, int p, Type t)
{
  switch (pick(g, 24)) {
  case 0:
    return moved(g, p, t);
  case 1:
    return may_be_remembered(t.element) ? remembered(g, p, t) : p;
  case 2:
    return may_use(g, "tri.ptr_to_int") && may_use(g, "tri.int_to_ptr") ? as_integers(g, p, t) : p;
  case 3:
    return may_use(g, "tri.bitcast") ? recast(g, p, t) : p;
  case 4:
    return may_use(g, "tri.reshape") ? reshaped(g, p, t) : p;
  case 5:
    return chosen(g, p, t);
  default:
    return p;
  }
}

/* Of [r, c]: a column of pointers to rows, moved by columns. */
static int by_rows(Generator *g, Type t)
{
  Type column = t, row = t;
  column.dim[1] = row.dim[0] = 1;
  int rows = op(g, "tri.range : tensor<%dxi32>", t.dim[0]),
      columns = op(g, "tri.range : tensor<%dxi32>", t.dim[1]);
  int r = op(g, "tri.expand_dims %%v%d axis 1 : tensor<%dxi32>", rows, t.dim[0]);
  int c = op(g, "tri.expand_dims %%v%d axis 0 : tensor<%dxi32>", columns, t.dim[1]);
  Name i32 = spelled(with(column, I32));
  int distance = op(g, "arith.muli %%v%d, %%v%d : %s", r, number(g, with(column, I32), t.dim[1]), i32.at);
  int slice = slice_of(g, t.element, "%base");
  int p =
      op(g, "tri.addptr %%v%d, %%v%d : !tri.ptr<%s>, %s", slice, distance, element_names[t.element], i32.at);
  int all = op(g, "tri.broadcast %%v%d : %s -> %s", p, pointer_spelled(column).at, pointer_spelled(t).at);
  int cs = op(g, "tri.broadcast %%v%d : %s -> %s", c, spelled(with(row, I32)).at, spelled(with(t, I32)).at);
  return op(g, "tri.addptr %%v%d, %%v%d : %s, %s", all, cs, pointer_spelled(t).at, spelled(with(t, I32)).at);
}

/* Pointers into the program's slice, one for each element, all different. */
static int pointers(Generator *g, Type t)
{
  static const char *const offsets[] = {"%idx", "%mirror", "%wide"};
  unsigned which = pick(g, 6);
  int p;
  if (same_shape(t, g->home) && which < 4) {
    Type o = with(t, which == 2 ? I64 : I32);
    p = op(g, "tri.addptr %%b%d, %s : !tri.ptr<%s>, %s", (int)t.element, offsets[which % 3],
           element_names[t.element], spelled(o).at);
  } else if (t.rank == 2 && which == 4)
    p = by_rows(g, t);
  else {
    int slice = slice_of(g, t.element, "%base");
    p = op(g, "tri.addptr %%v%d, %%v%d : !tri.ptr<%s>, %s", slice, index_of(g, t), element_names[t.element],
           spelled(with(t, I32)).at);
  }
  return detour(g, p, t);
}

/* ---- loads and stores ---- */

/* Plainly from where the program's slice begins. */
int loaded(Generator *g, Type t)
{
  int p = slice_of(g, t.element, "%base");
  if (t.rank)
    p = op(g, "tri.addptr %%v%d, %%v%d : !tri.ptr<%s>, %s", p, index_of(g, t), element_names[t.element],
           spelled(with(t, I32)).at);
  return add(g, op(g, "tri.load %%v%d : %s", p, spelled(t).at), t);
}

static Type block_type(Generator *g)
{
  Type t = any_type(g);
  return t.rank ? t : with(g->home, t.element);
}

static void load_by(Generator *g, int p, Type t, int where)
{
  static const char *const caches[] = {"", "", "", " cache ca", " cache cg", " evict first", " volatile"};
  int other = where >= 0 && pick(g, 2) ? value(g, t) : -1, id = fresh(g);
  say(g, "  %%v%d = tri.load %%v%d", id, p);
  if (where >= 0)
    say(g, " where %%v%d", where);
  if (other >= 0)
    say(g, " else %%v%d", other);
  say(g, "%s : %s\n", caches[pick(g, 7)], spelled(t).at);
  add(g, id, t);
}

void make_load(Generator *g)
{
  Type t = block_type(g);
  int p = pointers(g, t), where = pick(g, 2) ? mask(g, t) : -1;
  load_by(g, p, t, where);
}

/* The last elements of the buffer: those behind them are masked off. */
void make_tail_load(Generator *g)
{
  Type t = block_type(g), i32 = with(t, I32);
  int all = GENERATED_BUFFER_BYTES / bytes_of(t.element), n = (int)pick(g, (unsigned)count_of(t) + 1);
  int from = number(g, scalar(I32), all - n), limit = number(g, i32, n), index = index_of(g, t);
  int in = op(g, "arith.cmpi slt, %%v%d, %%v%d : %s", index, limit, spelled(i32).at);
  char first[24];
  snprintf(first, sizeof first, "%%v%d", from);
  int start = slice_of(g, t.element, first);
  int p = op(g, "tri.addptr %%v%d, %%v%d : !tri.ptr<%s>, %s", start, index, element_names[t.element],
             spelled(i32).at);
  load_by(g, p, t, in);
  add(g, in, with(t, I1));
}

void make_store(Generator *g)
{
  Type t = block_type(g);
  int v = value(g, t), p = pointers(g, t), where = pick(g, 3) == 0 ? mask(g, t) : -1;
  say(g, "  tri.store %%v%d to %%v%d", v, p);
  if (where >= 0)
    say(g, " where %%v%d", where);
  say(g, " : %s\n", spelled(t).at);
}

/* v, at element `from` of the buffer. */
void store_at(Generator *g, int v, Type t, int from)
{
  char first[24];
  snprintf(first, sizeof first, "%%v%d", from);
  int p = slice_of(g, t.element, first);
  if (t.rank)
    p = op(g, "tri.addptr %%v%d, %%v%d : !tri.ptr<%s>, %s", p, index_of(g, t), element_names[t.element],
           spelled(with(t, I32)).at);
  say(g, "  tri.store %%v%d to %%v%d : %s\n", v, p, spelled(t).at);
}

void make_scalar_memory(Generator *g)
{
  Type t = scalar((Element)pick(g, ELEMENTS));
  int n = number(g, scalar(I32), (long long)pick(g, 64));
  int at = op(g, "arith.addi %%base, %%v%d : i32", n);
  if (pick(g, 2)) {
    store_at(g, value(g, t), t, at);
    return;
  }
  char from[24];
  snprintf(from, sizeof from, "%%v%d", at);
  int p = slice_of(g, t.element, from);
  add(g, op(g, "tri.load %%v%d%s : %s", p, pick(g, 2) ? " volatile" : "", spelled(t).at), t);
}

/* How far apart two pointers are. */
void make_distance(Generator *g)
{
  Type t = block_type(g);
  int a = pointers(g, t), b = pointers(g, t);
  int x = op(g, "tri.ptr_to_int %%v%d : %s", a, pointer_spelled(t).at);
  int y = op(g, "tri.ptr_to_int %%v%d : %s", b, pointer_spelled(t).at);
  Type i64 = with(t, I64);
  add(g, op(g, "arith.subi %%v%d, %%v%d : %s", x, y, spelled(i64).at), i64);
}

/* ---- atomics ---- */

static const char *const commuting[] = {"add", "min", "max", "umin", "umax", "and", "or", "xor"};

static const char *order(Generator *g)
{
  static const char *const orders[] = {
      "", "", " semantics relaxed", " semantics acquire scope sys", " semantics release", " scope cta"};
  return orders[pick(g, 6)];
}

/* All elements to few places: what was there before depends on the order, and is not used. */
static void meet(Generator *g, Type t)
{
  int places = 1 + (int)pick(g, 7), v = value(g, t), where = pick(g, 2) ? mask(g, t) : -1;
  int slice = slice_of(g, t.element, "%base"), at = limited(g, index_of(g, t), with(t, I32), places);
  int p = op(g, "tri.addptr %%v%d, %%v%d : !tri.ptr<%s>, %s", slice, at, element_names[t.element],
             spelled(with(t, I32)).at);
  int id = fresh(g);
  say(g, "  %%v%d = tri.atomic_rmw %s %%v%d at %%v%d", id, commuting[pick(g, 8)], v, p);
  if (where >= 0)
    say(g, " where %%v%d", where);
  say(g, "%s : %s\n", order(g), spelled(t).at);
}

static void compare_and_swap(Generator *g, Type t)
{
  int expected = value(g, t), v = value(g, t), p = pointers(g, t);
  add(g, op(g, "tri.atomic_cas %%v%d, %%v%d at %%v%d%s : %s", expected, v, p, order(g), spelled(t).at), t);
}

/* Each element to a place of its own. */
static void apart(Generator *g, Type t, const char *kind)
{
  int v = value(g, t), p = pointers(g, t), where = pick(g, 2) ? mask(g, t) : -1, id = fresh(g);
  say(g, "  %%v%d = tri.atomic_rmw %s %%v%d at %%v%d", id, kind, v, p);
  if (where >= 0)
    say(g, " where %%v%d", where);
  say(g, "%s : %s\n", order(g), spelled(t).at);
  add(g, id, t);
}

void make_atomic(Generator *g)
{
  Type t = block_type(g);
  unsigned which = pick(g, 4);
  t.element = pick(g, 2) ? I32 : I64;
  if (which == 0)
    meet(g, t);
  else if (which == 1 && may_use(g, "tri.atomic_cas"))
    compare_and_swap(g, with(t, (Element)(I16 + pick(g, 3))));
  else if (which == 2)
    apart(g, with(t, (Element)(F16 + pick(g, 4))), "fadd");
  else
    apart(g, t, pick(g, 4) ? commuting[pick(g, 8)] : "exch");
}
