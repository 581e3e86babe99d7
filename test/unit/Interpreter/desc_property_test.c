/* Descriptors against pointers: for random tensors of 1 to 5 axes with odd extents, padded strides and
 * offsets on either side, desc_load and desc_store are the accesses that tri.load and tri.store make by
 * pointers and masks.
 *
 * Each case is a kernel of its own, in which the pointers are written out axis by axis. Buffers end with the
 * last element of the tensor, so that an access past it is a fault. */
#include "harness.h"

#include <stdlib.h>

enum { CASES = 300, MAX_RANK = 5, MAX_BLOCK = 2048, MAX_BYTES = 1 << 20 };

static const struct {
  const char *name;
  int bytes;
} types[] = {{"i8", 1},     {"i16", 2}, {"i32", 4},  {"i64", 8}, {"f8E4M3FN", 1},
             {"f8E5M2", 1}, {"f16", 2}, {"bf16", 2}, {"f32", 4}, {"f64", 8}};

typedef struct {
  const char *type;
  int bytes, rank;
  int64_t block[MAX_RANK], extent[MAX_RANK], stride[MAX_RANK], offset[MAX_RANK];
  int64_t count, span; /* elements of the block, and from the tensor's first to its last */
  char shape[64];      /* of the block: "2x8x" */
  bool wide;           /* sizes are of i64 */
} Case;

/* ---- cases ---- */

static int64_t pick(uint64_t *seed, int64_t low, int64_t high)
{
  return low + (int64_t)(random_next(seed) % (uint64_t)(high - low + 1));
}

static Case random_case(uint64_t *seed)
{
  size_t t = random_next(seed) % (sizeof types / sizeof *types);
  Case c = {.type = types[t].name, .bytes = types[t].bytes, .rank = (int)pick(seed, 1, MAX_RANK), .count = 1};
  int64_t unit = 16 / c.bytes;
  c.wide = pick(seed, 0, 1);
  for (int k = 0, n = 0; k < c.rank; k++) {
    bool last = k == c.rank - 1;
    c.block[k] = last ? unit * pick(seed, 1, 3) : pick(seed, 1, 3);
    c.extent[k] = pick(seed, pick(seed, 0, 9) ? 1 : 0, last ? 2 * c.block[k] : 5);
    c.offset[k] = pick(seed, -c.block[k], c.extent[k]);
    c.count *= c.block[k];
    n += snprintf(c.shape + n, sizeof c.shape - (size_t)n, "%lldx", (long long)c.block[k]);
  }
  c.stride[c.rank - 1] = 1;
  for (int k = c.rank - 2; k >= 0; k--)
    c.stride[k] = (c.stride[k + 1] * c.extent[k + 1] + unit - 1) / unit * unit + unit * pick(seed, 0, 2);
  c.span = 1;
  for (int k = 0; k < c.rank; k++)
    c.span = c.extent[k] == 0 || c.span == 0 ? 0 : c.span + (c.extent[k] - 1) * c.stride[k];
  return c;
}

/* ---- kernels ---- */

static void say_sizes(Source *s, const Case *c)
{
  for (int k = 0; k < c->rank; k++)
    say(s,
        "  %%e%d = arith.constant %lld : i%d\n  %%s%d = arith.constant %lld : i%d\n  %%o%d = arith.constant "
        "%lld : "
        "i32\n",
        k, (long long)c->extent[k], c->wide ? 64 : 32, k, (long long)c->stride[k], c->wide ? 64 : 32, k,
        (long long)c->offset[k]);
}

static void say_list(Source *s, char name, int n)
{
  for (int k = 0; k < n; k++)
    say(s, "%s%%%c%d", k ? ", " : "", name, k);
}

static void say_descriptor(Source *s, const Case *c, char name)
{
  say(s, "  %%d%c = tri.make_desc %%%c shape [", name, name);
  say_list(s, 'e', c->rank);
  say(s, c->rank > 1 ? "] strides [" : "]");
  say_list(s, 's', c->rank - 1);
  say(s, "%s : i%d -> !tri.desc<%s%s>\n", c->rank > 1 ? "]" : "", c->wide ? 64 : 32, c->shape, c->type);
}

/* Of one axis: %i, the index of each element; its part of the mask %m and of the place %at, in elements. */
static void say_axis(Source *s, const Case *c, int k, int64_t stride)
{
  const char *shape = c->shape;
  long long n = (long long)c->block[k];
  say(s, "  %%r%d = tri.range : tensor<%lldxi64>\n  %%v%d = tri.reshape %%r%d : tensor<%lldxi64> -> tensor<",
      k, n, k, k, n);
  for (int a = 0; a < c->rank; a++)
    say(s, "%lldx", a == k ? n : 1);
  say(s, "i64>\n  %%w%d = tri.broadcast %%v%d : tensor<", k, k);
  for (int a = 0; a < c->rank; a++)
    say(s, "%lldx", a == k ? n : 1);
  say(s, "i64> -> tensor<%si64>\n", shape);
  say(s, "  %%f%d = arith.constant dense<%lld> : tensor<%si64>\n", k, (long long)c->offset[k], shape);
  say(s, "  %%i%d = arith.addi %%w%d, %%f%d : tensor<%si64>\n", k, k, k, shape);
  say(s, "  %%x%d = arith.constant dense<%lld> : tensor<%si64>\n", k, (long long)c->extent[k], shape);
  say(s, "  %%a%d = arith.cmpi sge, %%i%d, %%zero : tensor<%si64>\n", k, k, shape);
  say(s, "  %%b%d = arith.cmpi slt, %%i%d, %%x%d : tensor<%si64>\n", k, k, k, shape);
  say(s, "  %%c%d = arith.andi %%a%d, %%b%d : tensor<%si1>\n", k, k, k, shape);
  say(s, "  %%m%d = arith.andi %%%s, %%c%d : tensor<%si1>\n", k + 1,
      k ? (char[]){'m', (char)('0' + k), 0} : "true", k, shape);
  say(s, "  %%y%d = arith.constant dense<%lld> : tensor<%si64>\n", k, (long long)stride, shape);
  say(s, "  %%z%d = arith.muli %%i%d, %%y%d : tensor<%si64>\n", k, k, k, shape);
  say(s, "  %%at%d = arith.addi %%%s, %%z%d : tensor<%si64>\n", k + 1,
      k ? (char[]){'a', 't', (char)('0' + k), 0} : "zero", k, shape);
}

/* x is the tensor that is loaded; y and z get the block; u and v are the tensors that are stored to: by a
 * descriptor the former ones, by pointers the latter. `wrong` moves the pointers of axis 0. */
static Kernel kernel_of_case(const Case *c, bool wrong)
{
  static Source s;
  const char *t = c->type, *shape = c->shape;
  s.n = 0;
  say(&s,
      "func.func @f(%%x: !tri.ptr<%s>, %%y: !tri.ptr<%s>, %%z: !tri.ptr<%s>, %%u: !tri.ptr<%s>, %%v: "
      "!tri.ptr<%s>)"
      " attributes {tri.kernel} {\n",
      t, t, t, t, t);
  say_sizes(&s, c);
  say_descriptor(&s, c, 'x');
  say_descriptor(&s, c, 'u');
  say(&s, "  %%zero = arith.constant dense<0> : tensor<%si64>\n", shape);
  say(&s, "  %%true = arith.constant dense<true> : tensor<%si1>\n", shape);
  for (int k = 0; k < c->rank; k++)
    say_axis(&s, c, k, c->stride[k] + (wrong && k == 0 ? 1 : 0));
  for (const char *p = "xv"; *p; p++)
    say(&s, "  %%p%c = tri.addptr %%%c, %%at%d : !tri.ptr<%s>, tensor<%si64>\n", *p, *p, c->rank, t, shape);
  say(&s,
      "  %%n = tri.range : tensor<%lldxi32>\n  %%all = tri.reshape %%n : tensor<%lldxi32> -> tensor<%si32>\n",
      (long long)c->count, (long long)c->count, shape);
  for (const char *p = "yz"; *p; p++)
    say(&s, "  %%p%c = tri.addptr %%%c, %%all : !tri.ptr<%s>, tensor<%si32>\n", *p, *p, t, shape);
  say(&s, "  %%ld = tri.desc_load %%dx[");
  say_list(&s, 'o', c->rank);
  say(&s, "] : !tri.desc<%s%s>\n  %%lp = tri.load %%px where %%m%d : tensor<%s%s>\n", shape, t, c->rank,
      shape, t);
  say(&s, "  tri.store %%ld to %%py : tensor<%s%s>\n  tri.store %%lp to %%pz : tensor<%s%s>\n", shape, t,
      shape, t);
  say(&s, "  tri.desc_store %%ld to %%du[");
  say_list(&s, 'o', c->rank);
  say(&s, "] : !tri.desc<%s%s>\n  tri.store %%ld to %%pv where %%m%d : tensor<%s%s>\n  return\n}\n", shape, t,
      c->rank, shape, t);
  return kernel_of(s.text);
}

/* ---- running ---- */

static _Alignas(64) unsigned char x[MAX_BYTES], u[MAX_BYTES], v[MAX_BYTES];
static _Alignas(64) unsigned char y[MAX_BLOCK * 8], z[MAX_BLOCK * 8];

/* Whether both ways do the same. False after a fault too, where one may be. */
static bool agrees(const Case *c, bool wrong, uint64_t *seed)
{
  size_t bytes = (size_t)(c->span * c->bytes), block = (size_t)(c->count * c->bytes);
  Kernel k = kernel_of_case(c, wrong);
  InterpreterFault fault;
  assert_true(bytes <= MAX_BYTES && block <= sizeof y);
  for (size_t i = 0; i < bytes; i++) {
    x[i] = (unsigned char)random_next(seed);
    u[i] = v[i] = (unsigned char)~x[i];
  }
  memset(y, 0xaa, sizeof y);
  memset(z, 0x55, sizeof z);
  bool ran = run(&k, 1, 1, 1, 1, &fault,
                 ARGS(buffer("x", x, bytes), buffer("y", y, block), buffer("z", z, block),
                      buffer("u", u, bytes), buffer("v", v, bytes)));
  kernel_free(&k);
  if (!ran && !wrong)
    fail_msg("fault: %s", fault.message);
  return ran && !memcmp(y, z, block) && !memcmp(u, v, bytes);
}

static void describe(char *text, size_t n, const Case *c)
{
  size_t at = (size_t)snprintf(text, n, "%s%s:", c->shape, c->type);
  for (int k = 0; k < c->rank; k++)
    at += (size_t)snprintf(text + at, n - at, " %lld of %lld by %lld", (long long)c->offset[k],
                           (long long)c->extent[k], (long long)c->stride[k]);
}

/* Elements of the block that are in the tensor. */
static int64_t inside(const Case *c)
{
  int64_t n = 1;
  for (int k = 0; k < c->rank; k++) {
    int64_t low = c->offset[k] < 0 ? 0 : c->offset[k], high = c->offset[k] + c->block[k];
    high = high < c->extent[k] ? high : c->extent[k];
    n *= high > low ? high - low : 0;
  }
  return n;
}

static void test_pointers(void **state)
{
  (void)state;
  const char *given = getenv("TRI_SEED");
  uint64_t first = given ? strtoull(given, NULL, 0) : 1, seed = first;
  int some = 0, none = 0, all = 0;
  for (int i = 0; i < CASES; i++) {
    Case c = random_case(&seed);
    char text[300];
    describe(text, sizeof text, &c);
    if (!agrees(&c, false, &seed))
      fail_msg("seed %llu, case %d: %s", (unsigned long long)first, i, text);
    none += inside(&c) == 0;
    all += inside(&c) == c.count;
    some += inside(&c) > 0 && inside(&c) < c.count;
  }
  if (none < CASES / 20 || all < CASES / 100 || some < CASES / 4)
    fail_msg("seed %llu: too few kinds of cases: %d, %d, %d", (unsigned long long)first, none, some, all);
}

/* Pointers that are wrong are seen. */
static void test_injected(void **state)
{
  (void)state;
  uint64_t seed = 2;
  int tried = 0, seen = 0;
  while (tried < 20) {
    Case c = random_case(&seed);
    int64_t end = c.offset[0] + c.block[0];
    if (c.rank < 2 || inside(&c) == 0 || end < 2 || c.extent[0] < 2)
      continue;
    tried++;
    seen += !agrees(&c, true, &seed);
  }
  assert_true(seen == tried);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_pointers), cmocka_unit_test(test_injected)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
