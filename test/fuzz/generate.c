#include "generate.h"
#include "generator.h"

#include <stdio.h>
#include <string.h>

enum { MAX_STATEMENTS = 40, MAX_STORED = 40, READ_ONLY = MAX_COUNT };

/* ---- statements ---- */

enum { SCALAR = 1, NESTS = 2, CALLS = 4, FAULTS = 8 }; /* scalar: may stand in a region of scalars */

/* With the op of the dialect that must be to be had, if any. Shapes other than the kernel's own come of ops
 * that move elements between threads, so those that change the shape of any block wait for one that does. */
static const struct {
  Statement *make;
  const char *needs;
  int flags, weight;
} kinds[] = {
    {make_integer_op, NULL, SCALAR, 8},
    {make_bool_op, NULL, SCALAR, 2},
    {make_guarded_op, NULL, SCALAR, 4},
    {make_float_op, NULL, SCALAR, 8},
    {make_compare, NULL, SCALAR, 4},
    {make_choose, NULL, SCALAR, 5},
    {make_cast, NULL, SCALAR, 6},
    {make_undefined_op, NULL, SCALAR, 2},
    {make_special_cast, "tri.fp_cast", SCALAR, 2},
    {make_multiply_high, "tri.mulhi", SCALAR, 1},
    {make_clamp, "tri.clamp", SCALAR, 1},
    {make_load, NULL, 0, 4},
    {make_tail_load, NULL, 0, 2},
    {make_store, NULL, 0, 2},
    {make_scalar_memory, NULL, 0, 2},
    {make_distance, "tri.ptr_to_int", 0, 1},
    {make_atomic, "tri.atomic_rmw", 0, 2},
    {make_splat, NULL, 0, 2},
    {make_program, NULL, 0, 1},
    {make_range, "tri.reshape", 0, 1},
    {make_reshape, "tri.reshape", 0, 3},
    {make_transpose, "tri.transpose", 0, 3},
    {make_expand, "tri.reshape", 0, 2},
    {make_broadcast, "tri.reshape", 0, 3},
    {make_join, "tri.join", 0, 2},
    {make_split, "tri.split", 0, 2},
    {make_cat, "tri.cat", 0, 2},
    {make_gather, "tri.gather", 0, 2},
    {make_histogram, "tri.histogram", 0, 2},
    {make_dot, "tri.dot", 0, 2},
    {make_reduce, "tri.reduce", 0, 4},
    {make_scan, "tri.scan", 0, 3},
    {make_map, "tri.map", NESTS, 3},
    {make_descriptor, "tri.make_desc", 0, 3},
    {make_print, "tri.print", 0, 1},
    {make_claim, "tri.assert", 0, 1},
    {make_fault, NULL, FAULTS, 2},
    {make_branch, NULL, SCALAR | NESTS, 2},
    {make_loop, NULL, SCALAR | NESTS, 2},
    {make_while_loop, NULL, SCALAR | NESTS, 1},
    {make_call, NULL, NESTS | CALLS, 2},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool is_possible(const Generator *g, size_t k)
{
  int flags = kinds[k].flags;
  return (!g->of_scalars || flags & SCALAR) && (g->depth < MAX_DEPTH || !(flags & NESTS)) &&
         (!g->in_helper || !(flags & CALLS)) && (g->faults || !(flags & FAULTS)) &&
         (!kinds[k].needs || may_use(g, kinds[k].needs));
}

void statement(Generator *g)
{
  unsigned weights = 0;
  for (size_t k = 0; k < KINDS; k++)
    weights += is_possible(g, k) ? (unsigned)kinds[k].weight : 0;
  int which = (int)pick(g, weights);
  if (g->statements++ >= MAX_STATEMENTS)
    return;
  for (size_t k = 0; k < KINDS; k++)
    if (is_possible(g, k) && (which -= kinds[k].weight) < 0) {
      kinds[k].make(g);
      return;
    }
}

void statements(Generator *g, unsigned n)
{
  while (n-- && g->left)
    statement(g);
}

/* ---- the kernel ---- */

static Type any_home(Generator *g)
{
  static const int most[] = {16, 64, 256, 64, 32, 1024};
  int room = most[pick(g, 6)];
  Type t = {.rank = 1 + (int)pick(g, 4)};
  if (pick(g, 24) == 0)
    t.rank = MAX_AXES;
  for (int i = 0; i < t.rank; i++) {
    t.dim[i] = i == t.rank - 1 || pick(g, 4) ? any_extent(g, t.rank > 4 && room > 3 ? 3 : room) : 1;
    room /= t.dim[i];
  }
  return t;
}

static void head(Generator *g)
{
  say(g, "func.func @k(");
  buffer_parameters(g, true);
  say(g, ", %%v0: i32%s, ", pick(g, 2) ? " {tri.divisibility = 16 : i32}" : "");
  say(g, "%%v1: i64, %%v2: f32) attributes {tri.kernel, tri.num_warps = %d : i32} {\n", 1 << pick(g, 6));
  g->next = 3;
  add(g, 0, scalar(I32));
  add(g, 1, scalar(I64));
  add(g, 2, scalar(F32));
}

/* Elements of each buffer that a program leaves its values in. */
static int share(Element e) { return (GENERATED_BUFFER_BYTES / bytes_of(e) - 2 * SLICE - READ_ONLY) / 2; }

/* The values, late ones first, each to a place of its own, as long as there is room. */
static void store_values(Generator *g)
{
  int used[ELEMENTS] = {0}, begins[ELEMENTS];
  for (int e = 0; e < ELEMENTS; e++) {
    int m = op(g, "arith.muli %%pid, %%v%d : i32", number(g, scalar(I32), share((Element)e)));
    begins[e] = op(g, "arith.addi %%v%d, %%v%d : i32", m, number(g, scalar(I32), 2 * SLICE));
  }
  int n = g->n_values;
  for (int i = n; i-- > 0 && i > n - MAX_STORED;) {
    Type t = g->values[i].type;
    int *at = &used[t.element];
    if (g->values[i].guard || *at + count_of(t) > share(t.element))
      continue;
    int from = op(g, "arith.addi %%v%d, %%v%d : i32", begins[t.element], number(g, scalar(I32), *at));
    store_at(g, g->values[i].id, t, from);
    *at += count_of(t);
  }
}

size_t generate_kernel(const GenerateOptions *o, const uint8_t *bytes, size_t n, char *text, size_t max)
{
  Generator *g = &(Generator){.options = o, .bytes = bytes, .left = n, .text = text, .max = max / 2};
  g->helpers = text + max / 2;
  g->faults = o->faults && pick(g, 8) == 0;
  g->home = any_home(g);
  head(g);
  prologue(g);
  statements(g, MAX_STATEMENTS);
  store_values(g);
  say(g, "  return\n}\n");
  memmove(text + g->n, g->helpers, g->n_helpers);
  return g->is_full ? 0 : g->n + g->n_helpers;
}

void generate_bytes(uint64_t seed, uint8_t *bytes, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    uint64_t z = (seed * 0x10001 + i + 1) * UINT64_C(0x9e3779b97f4a7c15); /* splitmix64, Steele et al. 2014 */
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    bytes[i] = (uint8_t)(z >> 40);
  }
}
