/* Every function of Analysis/externs.def, called by tri.extern_call: on the simulator as on the reference
 * interpreter, within the stated bound, on the corners of floats, small and large numbers and random bits. */
#include "Support/arena.h"
#include "tri/tri.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BLOCK = 256, PROGRAMS = 32, N = BLOCK * PROGRAMS };

typedef struct {
  const char *symbol;
  TriType args[3], result;
  bool exact;
  double ulp;
} Row;

enum { EXACT = 1, ORDERED = 0, APPROXIMATE = 0 };
static const Row rows[] = {
#define X(symbol, a, b, c, result, exactness, ulp)                                                           \
  {#symbol, {TRI_##a, TRI_##b, TRI_##c}, TRI_##result, exactness, ulp},
#include "Analysis/externs.def"
#undef X
};

/* ---- numbers ---- */

static uint64_t next(uint64_t *state)
{
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15); /* splitmix64, Steele et al. 2014 */
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

static double unit(uint64_t *state) { return (double)(next(state) >> 11) * 0x1p-53; }

static double random_number(uint64_t *state, bool single)
{
  static const double corners[] = {
      0.0, -0.0, 1.0,  -1.0,     INFINITY,   -INFINITY,  NAN,       0.5,      -0.5,
      2.0, -2.0, 3.0,  0x1p-149, -0x1p-149,  0x1p-126,   0x1p-1074, 0x1p1023, 0x1p127,
      1.5, -2.5, 88.0, -104.0,   0x1.fep127, 16777217.0, 0x1p-1022, -0x1p127};
  float f;
  uint32_t half;
  uint64_t bits;
  double d;
  switch (next(state) % 8) {
  case 0:
    return corners[next(state) % (sizeof corners / sizeof *corners)];
  case 1:
    return 2 * unit(state) - 1;
  case 2:
    return 20 * unit(state) - 10;
  case 3:
    return 1 + ldexp(unit(state) - 0.5, -(int)(next(state) % 24));
  case 4:
    return ldexp(2 * unit(state) - 1, -(int)(next(state) % 60));
  case 5:
    return (double)(int64_t)(next(state) % 400) - 200;
  case 6:
    return 250 * unit(state) - 125;
  default:
    bits = next(state);
    half = (uint32_t)bits;
    memcpy(&f, &half, sizeof f);
    memcpy(&d, &bits, sizeof d);
    return single ? (double)f : d;
  }
}

static void fill(TriType t, void *to, uint64_t *state)
{
  for (size_t k = 0; k < N; k++)
    if (t == TRI_F32)
      ((float *)to)[k] = (float)random_number(state, true);
    else if (t == TRI_F64)
      ((double *)to)[k] = random_number(state, false);
    else
      ((int32_t *)to)[k] = next(state) % 8 ? (int32_t)(next(state) % 400) - 200 : (int32_t)next(state);
}

/* ---- a kernel ---- */

static const char *kernel_of(Arena *a, const Row *r)
{
  const char *parameters = "", *loads = "", *args = "", *types = "";
  const char *result = tri_type_name(r->result);
  for (int k = 0; k < 3 && r->args[k] != TRI_NONE; k++) {
    const char *t = tri_type_name(r->args[k]);
    parameters = arena_printf(a, "%s%%x%d: !tri.ptr<%s>, ", parameters, k, t);
    loads = arena_printf(a, "%s  %%p%d = tri.addptr %%x%d, %%i : !tri.ptr<%s>, tensor<256xi32>\n", loads, k,
                         k, t);
    loads = arena_printf(a, "%s  %%v%d = tri.load %%p%d : tensor<256x%s>\n", loads, k, k, t);
    args = arena_printf(a, "%s%s%%v%d", args, k ? ", " : "", k);
    types = arena_printf(a, "%s%stensor<256x%s>", types, k ? ", " : "", t);
  }
  return arena_printf(
      a,
      "func.func @k(%s%%y: !tri.ptr<%s>) attributes {tri.kernel} {\n"
      "  %%pid = tri.program_id x\n  %%c = arith.constant 256 : i32\n"
      "  %%f = arith.muli %%pid, %%c : i32\n  %%fs = tri.splat %%f : tensor<256xi32>\n"
      "  %%l = tri.range : tensor<256xi32>\n  %%i = arith.addi %%fs, %%l : tensor<256xi32>\n%s"
      "  %%r = tri.extern_call \"%s\"(%s) from \"libdevice\" pure : (%s) -> tensor<256x%s>\n"
      "  %%q = tri.addptr %%y, %%i : !tri.ptr<%s>, tensor<256xi32>\n"
      "  tri.store %%r to %%q : tensor<256x%s>\n  return\n}\n",
      parameters, result, loads, r->symbol, args, types, result, result, result);
}

static void launch(TriCompiler *c, TriKernel *k, TriTarget target, const Row *r, void *const in[3], void *out)
{
  TriArg args[4];
  size_t n = 0;
  for (; n < 3 && r->args[n] != TRI_NONE; n++)
    args[n] = tri_buffer(in[n], N * (size_t)tri_type_bytes(r->args[n]));
  args[n] = tri_buffer(out, N * (size_t)tri_type_bytes(r->result));
  TriLaunch l = {.target = target, .grid = {PROGRAMS, 1, 1}, .args = args, .n_args = n + 1, .threads = 1};
  if (tri_launch(k, &l, NULL) != TRI_OK)
    fail_msg("%s: %s", r->symbol, tri_error(c));
}

/* ---- comparing ---- */

static int64_t ordered(TriType t, const void *values, size_t k)
{
  int64_t bits;
  if (t == TRI_F32) {
    int32_t narrow;
    memcpy(&narrow, (const float *)values + k, sizeof narrow);
    bits = narrow;
    return bits < 0 ? -(int64_t)(uint32_t)(narrow & INT32_MAX) : bits;
  }
  memcpy(&bits, (const double *)values + k, sizeof bits);
  return bits < 0 ? -(bits & INT64_MAX) : bits;
}

static double value_at(TriType t, const void *values, size_t k)
{
  return t == TRI_I32   ? ((const int32_t *)values)[k]
         : t == TRI_F32 ? (double)((const float *)values)[k]
                        : ((const double *)values)[k];
}

static double distance(const Row *r, const void *ref, const void *sim, size_t k)
{
  double a = value_at(r->result, ref, k), b = value_at(r->result, sim, k);
  if (isnan(a) || isnan(b))
    return isnan(a) && isnan(b) ? 0 : INFINITY;
  if (a == 0 && b == 0)
    return signbit(a) == signbit(b) ? 0 : INFINITY;
  return fabs((double)ordered(r->result, ref, k) - (double)ordered(r->result, sim, k));
}

static void check(const Row *r, void *const in[3], const void *ref, const void *sim)
{
  double worst = 0;
  for (size_t k = 0; k < N; k++) {
    double d = distance(r, ref, sim, k);
    if (d > (r->exact ? 0 : r->ulp))
      fail_msg("%s of %a, %a: %a on ref, %a on sim (%g ulp)", r->symbol, value_at(r->args[0], in[0], k),
               r->args[1] ? value_at(r->args[1], in[1], k) : 0, value_at(r->result, ref, k),
               value_at(r->result, sim, k), d);
    worst = d > worst ? d : worst;
  }
  if (!r->exact)
    print_message("%-16s %g ulp\n", r->symbol, worst);
}

static void test_row(const Row *r)
{
  Arena a = {0};
  const char *text = kernel_of(&a, r);
  TriCompiler *c = tri_compiler_new();
  TriModule *m = tri_module_parse(c, text, strlen(text), "k.mlir", NULL, 0);
  if (!m)
    fail_msg("%s: %s", r->symbol, tri_error(c));
  uint64_t state = 1;
  void *in[3], *ref = calloc(N, 8), *sim = calloc(N, 8);
  for (int k = 0; k < 3; k++) {
    in[k] = calloc(N, 8);
    if (r->args[k] != TRI_NONE)
      fill(r->args[k], in[k], &state);
  }
  launch(c, tri_module_kernel_at(m, 0), TRI_TARGET_REF, r, in, ref);
  launch(c, tri_module_kernel_at(m, 0), TRI_TARGET_SIM, r, in, sim);
  check(r, in, ref, sim);
  for (int k = 0; k < 3; k++)
    free(in[k]);
  free(ref);
  free(sim);
  tri_compiler_free(c);
  arena_free(&a);
}

static void test_functions(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    test_row(&rows[i]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_functions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
