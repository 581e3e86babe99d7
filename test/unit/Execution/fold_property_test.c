/* Random reductions and scans, on the simulator and the interpreter, bit by bit.
 *
 * A case is a combiner, types, a shape, an axis and a layout: any map onto the block, with bits of registers,
 * lanes and warps in any order, copies, and sometimes columns that are sums of others. Floats are such that
 * sums and products are exact before they are rounded once. Every fourth case is made for another number of
 * warps as well: results are the same. */
#include "../Layout/random.h"
#include "Layout/text.h"
#include "tri/tri.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 400, MAX_OPERANDS = 4, MAX_BYTES = 8, MAX_BITS = 12 };

/* ---- combiners ---- */

/* The letters of a combiner's type classes: i integers, f floats, n i32, a any. */
static const struct {
  const char *word;    /* or the region */
  const char *classes; /* of the operands */
} combiners[] = {
    {"add", "i"},
    {"mul", "i"},
    {"min", "i"},
    {"max", "i"},
    {"umin", "i"},
    {"umax", "i"},
    {"and", "i"},
    {"or", "i"},
    {"xor", "i"},
    {"add", "f"},
    {"mul", "f"},
    {"min", "f"},
    {"max", "f"},
    {"minimum", "f"},
    {"maximum", "f"},
    /* The first of the greatest, and its partner. */
    {"(%a, %i), (%b, %j) {\n    %c = arith.cmpi slt, %a, %b : T0\n"
     "    %x = arith.select %c, %b, %a : T0\n    %y = arith.select %c, %j, %i : T1\n"
     "    tri.yield %x, %y : T0, T1\n  }",
     "ia"},
    /* The first that is not zero. */
    {"(%a), (%b) {\n    %z = arith.constant 0 : T0\n    %c = arith.cmpi eq, %a, %z : T0\n"
     "    %x = arith.select %c, %b, %a : T0\n    tri.yield %x : T0\n  }",
     "i"},
    /* The same by a branch. */
    {"(%a), (%b) {\n    %z = arith.constant 0 : T0\n    %c = arith.cmpi ne, %a, %z : T0\n"
     "    %x = scf.if %c -> T0 {\n      scf.yield %a : T0\n    } else {\n      scf.yield %b : T0\n    }\n"
     "    tri.yield %x : T0\n  }",
     "i"},
    /* A sum modulo 256, which comes from outside. */
    {"(%a), (%b) {\n    %s = arith.addi %a, %b : T0\n    %x = arith.andi %s, %mask : T0\n"
     "    tri.yield %x : T0\n  }",
     "n"},
    /* The last. */
    {"(%a), (%b) {\n    tri.yield %b : T0\n  }", "a"},
    /* An affine recurrence. */
    {"(%a, %b), (%c, %d) {\n    %x = arith.muli %a, %c : T0\n    %t = arith.muli %c, %b : T0\n"
     "    %y = arith.addi %t, %d : T0\n    tri.yield %x, %y : T0, T0\n  }",
     "nn"},
    /* Matrices of 2 x 2. */
    {"(%a, %b, %c, %d), (%e, %f, %g, %h) {\n"
     "    %ae = arith.muli %a, %e : i32\n    %bg = arith.muli %b, %g : i32\n    %p = arith.addi %ae, %bg : "
     "i32\n"
     "    %af = arith.muli %a, %f : i32\n    %bh = arith.muli %b, %h : i32\n    %q = arith.addi %af, %bh : "
     "i32\n"
     "    %ce = arith.muli %c, %e : i32\n    %dg = arith.muli %d, %g : i32\n    %r = arith.addi %ce, %dg : "
     "i32\n"
     "    %cf = arith.muli %c, %f : i32\n    %dh = arith.muli %d, %h : i32\n    %s = arith.addi %cf, %dh : "
     "i32\n"
     "    tri.yield %p, %q, %r, %s : i32, i32, i32, i32\n  }",
     "nnnn"},
    /* A sum and a greatest, each on its own. */
    {"(%a, %i), (%b, %j) {\n    %x = arith.addi %a, %b : T0\n    %y = arith.maxsi %i, %j : T1\n"
     "    tri.yield %x, %y : T0, T1\n  }",
     "ii"},
};
enum { COMBINERS = sizeof combiners / sizeof *combiners };

typedef struct {
  int combiner, operands;
  TriType types[MAX_OPERANDS];
  bool scan, reverse;
  int axis, warps; /* warps: logarithm */
  TriExtent extent;
  TriLayout layout;
} Case;

static TriType random_type(Random *r, char class)
{
  static const TriType ints[] = {TRI_I1, TRI_I8, TRI_I16, TRI_I32, TRI_I64},
                       floats[] = {TRI_F16, TRI_BF16, TRI_F32, TRI_F64},
                       any[] = {TRI_I1, TRI_I8, TRI_I64, TRI_F16, TRI_F32, TRI_F64, TRI_F8E4M3FN};
  return class == 'i'   ? ints[random_below(r, 5)]
         : class == 'f' ? floats[random_below(r, 4)]
         : class == 'a' ? any[random_below(r, 7)]
                        : TRI_I32;
}

/* ---- layouts ---- */

static void shuffle(Random *r, uint32_t *x, int n)
{
  for (int i = n - 1; i > 0; i--) {
    int j = random_below(r, i + 1);
    uint32_t t = x[i];
    x[i] = x[j];
    x[j] = t;
  }
}

/* Onto: the units, or sums of them, among columns of zeros; then more copies at times. */
static TriLayout random_layout(Random *r, TriExtent e, int warps)
{
  int bits = tri_extent_bits(e), threads = 5 + warps, spare = random_below(r, 3), slots = bits + spare;
  slots = slots < threads ? threads : slots;
  uint32_t col[F2_MAX] = {0};
  for (int i = 0; i < bits; i++)
    col[i] = 1u << i;
  bool mixed = random_below(r, 4) == 0, natural = random_below(r, 3) == 0;
  for (int i = 0; mixed && i + 1 < bits; i++)
    col[i] ^= col[i + 1 + random_below(r, bits - i - 1)];
  for (int i = bits; mixed && i < slots; i++)
    col[i] = bits ? col[random_below(r, bits)] : 0;
  if (!natural)
    shuffle(r, col, slots);
  int in[TRI_SLOT_DIMS] = {slots - threads, 5, warps, 0};
  return tri_layout_canonical(tri_layout_of(f2_of_columns(slots, bits, col), in, e));
}

static Case random_case(Random *r)
{
  Case c = {.combiner = random_below(r, COMBINERS), .scan = random_below(r, 2), .warps = random_below(r, 6)};
  const char *classes = combiners[c.combiner].classes;
  c.operands = (int)strlen(classes);
  for (int k = 0; k < c.operands; k++)
    c.types[k] = random_type(r, classes[k]);
  c.reverse = c.scan && random_below(r, 2);
  c.extent.rank = 1 + random_below(r, 4);
  int room = random_below(r, MAX_BITS + 1);
  for (int i = 0; i < c.extent.rank; i++) {
    c.extent.bits[i] = i + 1 < c.extent.rank ? random_below(r, room + 1) : room;
    room -= c.extent.bits[i];
  }
  c.axis = random_below(r, c.extent.rank);
  c.layout = random_layout(r, c.extent, c.warps);
  return c;
}

/* ---- text ---- */

static char *type_text(Arena *a, TriExtent e, const char *element, const char *layout)
{
  char *text = arena_printf(a, "tensor<");
  for (int i = 0; i < e.rank; i++)
    text = arena_printf(a, "%s%dx", text, 1 << e.bits[i]);
  return arena_printf(a, "%s%s, %s>", text, element, layout);
}

/* The number of each element, as the hexadecimal bytes of a block of i32. */
static char *numbers(Arena *a, int n)
{
  char *text = arena_alloc(a, (size_t)n * 8 + 1);
  for (int i = 0; i < n; i++)
    sprintf(text + (size_t)i * 8, "%02X%02X%02X%02X", i & 255, i >> 8 & 255, i >> 16 & 255, i >> 24 & 255);
  return text;
}

static char *replaced(Arena *a, const char *text, const char *what, const char *by)
{
  char *made = arena_printf(a, "%s", "");
  for (const char *at; (at = strstr(text, what)); text = at + strlen(what))
    made = arena_printf(a, "%s%.*s%s", made, (int)(at - text), text, by);
  return arena_printf(a, "%s%s", made, text);
}

static const char *name(const Case *c, int k) { return tri_type_name(c->types[k]); }

static char *op_text(Arena *a, const Case *c)
{
  bool region = combiners[c->combiner].word[0] == '(';
  char *text = arena_printf(a, "  ");
  for (int k = 0; k < c->operands; k++)
    text = arena_printf(a, "%s%s%%r%d", text, k ? ", " : "", k);
  text = arena_printf(a, "%s = tri.%s ", text, c->scan ? "scan" : "reduce");
  text = region ? text : arena_printf(a, "%s%s ", text, combiners[c->combiner].word);
  for (int k = 0; k < c->operands; k++)
    text = arena_printf(a, "%s%s%%v%d", text, k ? ", " : "", k);
  text = arena_printf(a, "%s axis %d%s : ", text, c->axis, c->reverse ? " reverse" : "");
  for (int k = 0; k < c->operands; k++)
    text = arena_printf(a, "%s%s%s", text, k ? ", " : "", type_text(a, c->extent, name(c, k), "#l"));
  if (!region)
    return arena_printf(a, "%s\n", text);
  char *body = replaced(a, combiners[c->combiner].word, "T0", name(c, 0));
  return arena_printf(a, "%s by %s\n", text, replaced(a, body, "T1", name(c, c->operands > 1)));
}

static TriExtent result_extent(const Case *c)
{
  TriExtent e = c->extent;
  if (c->scan)
    return e;
  for (int i = c->axis; i + 1 < e.rank; i++)
    e.bits[i] = e.bits[i + 1];
  e.bits[--e.rank] = 0;
  return e;
}

static char *kernel_text(Arena *a, const Case *c)
{
  TriExtent to = result_extent(c);
  char *text = arena_printf(a, "#l = #tri.layout<%s>\n", tri_layout_print(a, c->layout)), *args = "";
  if (to.rank && !c->scan)
    text = arena_printf(a, "%s#d = #tri.layout<%s>\n", text,
                        tri_layout_print(a, tri_layout_drop(c->layout, c->axis)));
  for (int k = 0; k < c->operands; k++)
    args = arena_printf(a, "%s%s%%x%d: !tri.ptr<%s>, %%y%d: !tri.ptr<%s>", args, k ? ", " : "", k, name(c, k),
                        k, name(c, k));
  text = arena_printf(a, "%sfunc.func @k(%s) attributes {tri.kernel, tri.num_warps = %d : i32} {\n", text,
                      args, 1 << c->warps);
  text = arena_printf(a, "%s  %%from = arith.constant dense<\"0x%s\"> : %s\n", text,
                      numbers(a, 1 << tri_extent_bits(c->extent)), type_text(a, c->extent, "i32", "#l"));
  text = arena_printf(a, "%s  %%mask = arith.constant 255 : i32\n", text);
  for (int k = 0; k < c->operands; k++)
    text = arena_printf(
        a, "%s  %%p%d = tri.addptr %%x%d, %%from : !tri.ptr<%s>, %s\n  %%v%d = tri.load %%p%d : %s\n", text,
        k, k, name(c, k), type_text(a, c->extent, "i32", "#l"), k, k,
        type_text(a, c->extent, name(c, k), "#l"));
  text = arena_printf(a, "%s%s", text, op_text(a, c));
  const char *layout = c->scan ? "#l" : "#d";
  if (to.rank)
    text = arena_printf(a, "%s  %%to = arith.constant dense<\"0x%s\"> : %s\n", text,
                        numbers(a, 1 << tri_extent_bits(to)), type_text(a, to, "i32", layout));
  for (int k = 0; k < c->operands; k++)
    text = to.rank ? arena_printf(a,
                                  "%s  %%q%d = tri.addptr %%y%d, %%to : !tri.ptr<%s>, %s\n"
                                  "  tri.store %%r%d to %%q%d : %s\n",
                                  text, k, k, name(c, k), type_text(a, to, "i32", layout), k, k,
                                  type_text(a, to, name(c, k), layout))
                   : arena_printf(a, "%s  tri.store %%r%d to %%y%d : %s\n", text, k, k, name(c, k));
  return arena_printf(a, "%s  return\n}\n", text);
}

/* ---- values ---- */

/* The bits of a float of small integer value. */
static uint64_t float_bits(TriType t, float v)
{
  double d = (double)v;
  uint64_t bits64;
  uint32_t bits32;
  memcpy(&bits64, &d, sizeof d);
  memcpy(&bits32, &v, sizeof v);
  if (t == TRI_F64)
    return bits64;
  if (t == TRI_F32 || t == TRI_BF16)
    return t == TRI_F32 ? bits32 : bits32 >> 16;
  return (bits32 >> 16 & 0x8000) | (v == 0 ? 0 : ((bits32 >> 23 & 255) - 112) << 10 | (bits32 >> 13 & 1023));
}

static uint64_t random_value(Random *r, const Case *c, int k)
{
  const char *word = combiners[c->combiner].word;
  uint64_t any = (uint64_t)random_bits(r) << 32 | random_bits(r);
  bool is_float = combiners[c->combiner].classes[k] == 'f';
  if (c->types[k] == TRI_I1)
    return any & 1;
  if (is_float && strcmp(word, "add") == 0)
    return float_bits(c->types[k], (float)(random_below(r, 17) - 8));
  if (is_float && strcmp(word, "mul") == 0)
    return float_bits(c->types[k], random_below(r, 2) ? 1.0f : -1.0f);
  /* Ties are what order is about. */
  return random_below(r, 2) ? any : any & 3;
}

static void fill(Random *r, const Case *c, int k, unsigned char *at, int n)
{
  int bytes = tri_type_bytes(c->types[k]);
  for (int i = 0; i < n; i++) {
    uint64_t v = random_value(r, c, k);
    memcpy(at + (size_t)i * (size_t)bytes, &v, (size_t)bytes);
  }
}

static bool is_nan(TriType t, const unsigned char *at)
{
  uint64_t v = 0;
  memcpy(&v, at, (size_t)tri_type_bytes(t));
  switch ((int)t) {
  case TRI_F16:
    return (v & 0x7fff) > 0x7c00;
  case TRI_BF16:
    return (v & 0x7fff) > 0x7f80;
  case TRI_F32:
    return (v & 0x7fffffff) > 0x7f800000;
  case TRI_F64:
    return (v & INT64_MAX) > UINT64_C(0x7ff0000000000000);
  default:
    return false;
  }
}

/* ---- running ---- */

typedef struct {
  unsigned char *x[MAX_OPERANDS], *y[MAX_OPERANDS];
} Buffers;

static Buffers make_buffers(Arena *a, Random *r, const Case *c)
{
  Buffers b = {0};
  int n = 1 << tri_extent_bits(c->extent);
  for (int k = 0; k < c->operands; k++) {
    b.x[k] = arena_alloc(a, (size_t)n * MAX_BYTES);
    b.y[k] = arena_alloc(a, (size_t)n * MAX_BYTES);
    fill(r, c, k, b.x[k], n);
  }
  return b;
}

/* The kernel goes out in full: cmocka cuts messages. */
static void give_up(const char *text, const char *why)
{
  puts(text);
  fail_msg("%s", why);
}

static TriStats run(TriCompiler *compiler, const Case *c, const char *text, TriTarget target, Buffers b)
{
  size_t n = (size_t)1 << tri_extent_bits(c->extent), m = (size_t)1 << tri_extent_bits(result_extent(c));
  TriArg args[2 * MAX_OPERANDS];
  for (int k = 0; k < c->operands; k++) {
    size_t bytes = (size_t)tri_type_bytes(c->types[k]);
    args[2 * k] = tri_buffer(b.x[k], n * bytes);
    args[2 * k + 1] = tri_buffer(b.y[k], m * bytes);
  }
  TriModule *module = tri_module_parse(compiler, text, strlen(text), "k.mlir", NULL, 0);
  if (!module)
    give_up(text, tri_error(compiler));
  TriStats stats;
  TriLaunch l = {
      .target = target, .grid = {1, 1, 1}, .args = args, .n_args = 2 * (size_t)c->operands, .threads = 1};
  if (tri_launch(tri_module_kernel(module, NULL), &l, &stats) != TRI_OK)
    give_up(text, tri_error(compiler));
  return stats;
}

static void expect_same(Arena *a, const Case *c, const char *text, Buffers sim, Buffers ref)
{
  int m = 1 << tri_extent_bits(result_extent(c));
  for (int k = 0; k < c->operands; k++) {
    int bytes = tri_type_bytes(c->types[k]);
    for (int i = 0; i < m; i++) {
      unsigned char *s = sim.y[k] + i * bytes, *f = ref.y[k] + i * bytes;
      bool nans = is_nan(c->types[k], s) && is_nan(c->types[k], f);
      if (!nans && memcmp(s, f, (size_t)bytes) != 0)
        give_up(text, arena_printf(a, "result %d differs at element %d", k, i));
    }
  }
}

static Buffers with_results(Arena *a, const Case *c, Buffers b)
{
  for (int k = 0; k < c->operands; k++)
    b.y[k] = arena_alloc(a, ((size_t)1 << tri_extent_bits(c->extent)) * MAX_BYTES);
  return b;
}

static bool check(TriCompiler *compiler, Random *r, Case c)
{
  Arena a = {0};
  int64_t shape[TRI_LAYOUT_RANK];
  for (int i = 0; i < c.extent.rank; i++)
    shape[i] = INT64_C(1) << c.extent.bits[i];
  const char *wrong = tri_layout_verify(&a, c.layout, c.extent.rank, shape, 1 << c.warps, 1);
  if (wrong)
    fail_msg("%s", wrong);
  Buffers ref = make_buffers(&a, r, &c), sim = with_results(&a, &c, ref);
  const char *text = kernel_text(&a, &c);
  run(compiler, &c, text, TRI_TARGET_REF, ref);
  run(compiler, &c, text, TRI_TARGET_SIM, sim);
  expect_same(&a, &c, text, sim, ref);
  if (random_below(r, 4) == 0) {
    c.warps = random_below(r, 6);
    c.layout = random_layout(r, c.extent, c.warps);
    text = kernel_text(&a, &c);
    sim = with_results(&a, &c, ref);
    run(compiler, &c, text, TRI_TARGET_SIM, sim);
    expect_same(&a, &c, text, sim, ref);
  }
  arena_free(&a);
  return true;
}

static void test_random(void **state)
{
  (void)state;
  Random r = random_seeded();
  TriCompiler *compiler = tri_compiler_new();
  for (int i = 0; i < CASES; i++)
    check(compiler, &r, random_case(&r));
  tri_compiler_free(compiler);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
