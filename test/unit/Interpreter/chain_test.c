/* Random chains of elementwise ops, against an evaluation of one element at a time.
 *
 * A chain has 48 values of 32 elements: 8 are loaded, each other one is an op on earlier ones. Every value is
 * stored where the evaluation says that it is defined, and for one undefined element the store must fault. */
#include "harness.h"

#include <math.h>
#include <stdlib.h>

enum { N = 32, VALUES = 48, LOADED = 8 };
typedef enum { I1, I8, I32, I64, F32, F64, KINDS } Kind;
static const struct {
  const char *name;
  int width, bytes;
} kinds[KINDS] = {{"i1", 1, 1}, {"i8", 8, 1}, {"i32", 32, 4}, {"i64", 64, 8}, {"f32", 32, 4}, {"f64", 64, 8}};

typedef struct {
  Kind kind;
  uint64_t bits[N];
  bool undefined[N];
} Value;

typedef struct {
  uint64_t seed;
  Value v[VALUES];
  int n;
  Source source;
} Chain;

static unsigned pick(Chain *c, unsigned n) { return (unsigned)(random_next(&c->seed) % n); }

/* ---- one element at a time ---- */

static uint64_t low(uint64_t v, int width) { return width == 64 ? v : v & ((UINT64_C(1) << width) - 1); }
static int64_t sext(uint64_t v, int width)
{
  return low(v, width) >> (width - 1) ? (int64_t)(v | (width == 64 ? 0 : ~UINT64_C(0) << width))
                                      : (int64_t)low(v, width);
}
static double number(Kind k, uint64_t bits)
{
  float f;
  double d;
  memcpy(&f, &bits, sizeof f);
  memcpy(&d, &bits, sizeof d);
  return k == F32 ? (double)f : d;
}
static uint64_t bits_of(Kind k, double x)
{
  float f = (float)x;
  uint64_t bits = 0;
  memcpy(&bits, k == F32 ? (void *)&f : (void *)&x, k == F32 ? sizeof f : sizeof x);
  return bits;
}

/* f32 sums, products and quotients in f64 are rounded to f32 as if once (53 >= 2·24 + 2). */
static double float_op(int op, double a, double b)
{
  switch (op) {
  case 0:
    return a + b;
  case 1:
    return a - b;
  case 2:
    return a * b;
  case 3:
    return a / b;
  case 4:
    return isnan(a) || isnan(b) ? NAN : a < b || (a <= b && signbit(a)) ? a : b;
  default:
    return isnan(a) ? b : isnan(b) ? a : a > b || (a >= b && !signbit(a)) ? a : b;
  }
}
static const char *const float_names[] = {"addf", "subf", "mulf", "divf", "minimumf", "maxnumf"};

static uint64_t int_op(int op, uint64_t a, uint64_t b, int w, bool *undefined)
{
  switch (op) {
  case 0:
    return a + b;
  case 1:
    return a - b;
  case 2:
    return a * b;
  case 3:
    return a & b;
  case 4:
    return a | b;
  case 5:
    return a ^ b;
  case 6:
    return sext(a, w) > sext(b, w) ? a : b;
  case 7:
    return a < b ? a : b;
  case 8:
    *undefined |= b >= (uint64_t)w;
    return b < (uint64_t)w ? a << b : 0;
  default:
    *undefined |= b >= (uint64_t)w;
    return b < (uint64_t)w ? (uint64_t)(sext(a, w) >> b) : 0;
  }
}
static const char *const int_names[] = {"addi", "subi",  "muli",  "andi", "ori",
                                        "xori", "maxsi", "minui", "shli", "shrsi"};

static bool compare(int predicate, uint64_t a, uint64_t b, int w)
{
  return predicate == 0   ? a == b
         : predicate == 1 ? a < b
         : predicate == 2 ? sext(a, w) < sext(b, w)
                          : sext(a, w) >= sext(b, w);
}
static const char *const predicates[] = {"eq", "ult", "slt", "sge"};

/* ---- the chain ---- */

/* An earlier value of this kind; -1 where there is none. */
static int earlier(Chain *c, Kind kind)
{
  for (int tries = 0; tries < 200; tries++) {
    int k = (int)pick(c, (unsigned)c->n);
    if (c->v[k].kind == kind)
      return k;
  }
  return -1;
}

static bool is_float(Kind k) { return k >= F32; }

static void binary(Chain *c, Kind kind, int a, int b)
{
  Value *r = &c->v[c->n];
  int op = (int)pick(c, is_float(kind) ? 6 : 10);
  r->kind = kind;
  for (int i = 0; i < N; i++) {
    uint64_t x = c->v[a].bits[i], y = c->v[b].bits[i];
    r->undefined[i] = c->v[a].undefined[i] || c->v[b].undefined[i];
    r->bits[i] = is_float(kind)
                     ? bits_of(kind, float_op(op, number(kind, x), number(kind, y)))
                     : low(int_op(op, x, y, kinds[kind].width, &r->undefined[i]), kinds[kind].width);
  }
  say(&c->source, "  %%v%d = arith.%s %%v%d, %%v%d : tensor<%dx%s>\n", c->n++,
      is_float(kind) ? float_names[op] : int_names[op], a, b, N, kinds[kind].name);
}

static void comparison(Chain *c, Kind kind, int a, int b)
{
  Value *r = &c->v[c->n];
  int predicate = (int)pick(c, 4);
  r->kind = I1;
  for (int i = 0; i < N; i++) {
    r->undefined[i] = c->v[a].undefined[i] || c->v[b].undefined[i];
    r->bits[i] = compare(predicate, c->v[a].bits[i], c->v[b].bits[i], kinds[kind].width);
  }
  say(&c->source, "  %%v%d = arith.cmpi %s, %%v%d, %%v%d : tensor<%dx%s>\n", c->n++, predicates[predicate], a,
      b, N, kinds[kind].name);
}

static void selection(Chain *c, Kind kind, int condition, int a, int b)
{
  Value *r = &c->v[c->n];
  r->kind = kind;
  for (int i = 0; i < N; i++) {
    const Value *side = &c->v[c->v[condition].bits[i] ? a : b];
    r->undefined[i] = c->v[condition].undefined[i] || side->undefined[i];
    r->bits[i] = side->bits[i];
  }
  say(&c->source, "  %%v%d = arith.select %%v%d, %%v%d, %%v%d : tensor<%dxi1>, tensor<%dx%s>\n", c->n++,
      condition, a, b, N, N, kinds[kind].name);
}

static void conversion(Chain *c, Kind from, Kind to, int a)
{
  Value *r = &c->v[c->n];
  const char *op = is_float(from) ? (to == F64   ? "extf"
                                     : to == F32 ? "truncf"
                                                 : "fptosi")
                   : is_float(to) ? "sitofp"
                   : to > from    ? "extsi"
                                  : "trunci";
  r->kind = to;
  for (int i = 0; i < N; i++) {
    uint64_t x = c->v[a].bits[i];
    double d = is_float(from) ? number(from, x) : (double)sext(x, kinds[from].width);
    r->undefined[i] = c->v[a].undefined[i];
    if (is_float(to))
      r->bits[i] = to == F32 && !is_float(from) ? bits_of(F32, (double)(float)sext(x, kinds[from].width))
                                                : bits_of(to, d);
    else if (is_float(from)) {
      double limit = ldexp(1, kinds[to].width - 1);
      bool fits = trunc(d) >= -limit && trunc(d) < limit;
      r->undefined[i] |= !fits;
      r->bits[i] = fits ? low((uint64_t)(int64_t)d, kinds[to].width) : 0;
    } else
      r->bits[i] = low((uint64_t)sext(x, kinds[from].width), kinds[to].width);
  }
  say(&c->source, "  %%v%d = arith.%s %%v%d : tensor<%dx%s> to tensor<%dx%s>\n", c->n++, op, a, N,
      kinds[from].name, N, kinds[to].name);
}

static void step(Chain *c)
{
  Kind kind = pick(c, KINDS), other = pick(c, KINDS);
  int a = earlier(c, kind), b = earlier(c, kind), condition = earlier(c, I1);
  if (a < 0)
    return;
  switch (pick(c, 5)) {
  case 0:
    if (condition >= 0)
      selection(c, kind, condition, a, b);
    return;
  case 1:
    if (!is_float(kind))
      comparison(c, kind, a, b);
    return;
  case 2:
    if (kind != other)
      conversion(c, kind, other, a);
    return;
  default:
    binary(c, kind, a, b);
  }
}

static uint8_t in[LOADED][N * 8], out[VALUES][N * 8], on[VALUES][N];

static uint64_t random_element(Chain *c, Kind kind)
{
  uint64_t r = random_next(&c->seed);
  if (is_float(kind))
    return bits_of(kind, ldexp((double)(int64_t)r, -(int)pick(c, 70)));
  return low(pick(c, 3) ? r : r % 70, kinds[kind].width);
}

static void build(Chain *c)
{
  say(&c->source, "func.func @f(");
  for (int k = 0; k < KINDS; k++)
    say(&c->source, "%%i%d: !tri.ptr<%s>, %%o%d: !tri.ptr<%s>, ", k, kinds[k].name, k, kinds[k].name);
  say(&c->source, "%%m: !tri.ptr<i1>) attributes {tri.kernel} {\n  %%r = tri.range : tensor<%dxi32>\n", N);
  for (; c->n < LOADED; c->n++) {
    Value *v = &c->v[c->n];
    v->kind = c->n < KINDS ? (Kind)c->n : (Kind)pick(c, KINDS);
    say(&c->source, "  %%c%d = arith.constant %d : i32\n", c->n, c->n * N * 8 / kinds[v->kind].bytes);
    say(&c->source, "  %%a%d = tri.addptr %%i%d, %%c%d : !tri.ptr<%s>, i32\n", c->n, v->kind, c->n,
        kinds[v->kind].name);
    say(&c->source, "  %%p%d = tri.addptr %%a%d, %%r : !tri.ptr<%s>, tensor<%dxi32>\n", c->n, c->n,
        kinds[v->kind].name, N);
    say(&c->source, "  %%v%d = tri.load %%p%d : tensor<%dx%s>\n", c->n, c->n, N, kinds[v->kind].name);
    for (int i = 0; i < N; i++) {
      v->bits[i] = random_element(c, v->kind);
      memcpy(in[c->n] + i * kinds[v->kind].bytes, &v->bits[i], (size_t)kinds[v->kind].bytes);
    }
  }
  while (c->n < VALUES)
    step(c);
  for (int k = 0; k < VALUES; k++) {
    const char *name = kinds[c->v[k].kind].name;
    say(&c->source, "  %%d%d = arith.constant %d : i32\n  %%e%d = arith.constant %d : i32\n", k,
        k * N * 8 / kinds[c->v[k].kind].bytes, k, k * N);
    say(&c->source, "  %%oa%d = tri.addptr %%o%d, %%d%d : !tri.ptr<%s>, i32\n", k, c->v[k].kind, k, name);
    say(&c->source, "  %%ma%d = tri.addptr %%m, %%e%d : !tri.ptr<i1>, i32\n", k, k);
    say(&c->source, "  %%op%d = tri.addptr %%oa%d, %%r : !tri.ptr<%s>, tensor<%dxi32>\n", k, k, name, N);
    say(&c->source, "  %%mp%d = tri.addptr %%ma%d, %%r : !tri.ptr<i1>, tensor<%dxi32>\n", k, k, N);
    say(&c->source, "  %%on%d = tri.load %%mp%d : tensor<%dxi1>\n", k, k, N);
    say(&c->source, "  tri.store %%v%d to %%op%d where %%on%d : tensor<%dx%s>\n", k, k, k, N, name);
    for (int i = 0; i < N; i++)
      on[k][i] = !c->v[k].undefined[i];
  }
  say(&c->source, "  return\n}\n");
}

static bool run_chain(const Kernel *k, InterpreterFault *fault)
{
  uint64_t args[2 * KINDS + 1];
  for (int i = 0; i < KINDS; i++) {
    args[2 * i] = (uintptr_t)in;
    args[2 * i + 1] = (uintptr_t)out;
  }
  args[2 * KINDS] = (uintptr_t)on;
  const InterpreterBuffer buffers[] = {
      {"in", in, sizeof in}, {"out", out, sizeof out}, {"on", on, sizeof on}};
  return interpreter_run(k->in,
                         &(InterpreterRun){.grid = {1, 1, 1},
                                           .args = args,
                                           .n_args = 2 * KINDS + 1,
                                           .buffers = buffers,
                                           .n_buffers = 3,
                                           .threads = 1},
                         fault);
}

static bool agrees(const Value *v, int k, int i)
{
  uint64_t got = 0;
  memcpy(&got, out[k] + i * kinds[v->kind].bytes, (size_t)kinds[v->kind].bytes);
  return got == v->bits[i] ||
         (is_float(v->kind) && isnan(number(v->kind, got)) && isnan(number(v->kind, v->bits[i])));
}

static int check_chain(uint64_t seed)
{
  static Chain c;
  InterpreterFault fault;
  int n_undefined = 0;
  c = (Chain){.seed = seed};
  build(&c);
  Kernel kernel = kernel_of(c.source.text);
  if (!run_chain(&kernel, &fault))
    fail_msg("seed %llu: %s\n%s", (unsigned long long)seed, fault.message, c.source.text);
  for (int k = 0; k < VALUES; k++)
    for (int i = 0; i < N; i++) {
      n_undefined += c.v[k].undefined[i];
      if (!c.v[k].undefined[i] && !agrees(&c.v[k], k, i))
        fail_msg("seed %llu: element [%d] of %%v%d\n%s", (unsigned long long)seed, i, k, c.source.text);
    }
  for (int k = VALUES - 1; k >= 0; k--)
    for (int i = 0; i < N; i++)
      if (c.v[k].undefined[i] && pick(&c, 16) == 0) {
        on[k][i] = 1;
        if (run_chain(&kernel, &fault))
          fail_msg("seed %llu: element [%d] of %%v%d is defined\n%s", (unsigned long long)seed, i, k,
                   c.source.text);
        on[k][i] = 0;
      }
  kernel_free(&kernel);
  return n_undefined;
}

static void chains_agree_with_one_element_at_a_time(void **state)
{
  int n_undefined = 0;
  (void)state;
  for (uint64_t seed = 1; seed <= 200; seed++)
    n_undefined += check_chain(seed);
  assert_in_range(n_undefined, 1000, 200 * VALUES * N / 2);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(chains_agree_with_one_element_at_a_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
