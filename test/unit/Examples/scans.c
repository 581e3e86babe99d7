/* The kernels of examples/ that go along rows in a loop: cumsum against its formula in double, argmax against
 * plain C.
 *
 * A running sum of f32 is of at most twice as many numbers as it has passed, those of a block and then those
 * of all blocks, grouped in any way: with u = 2^-24 it is off by at most (2c + 4)·u·(the sum of the absolute
 * values) at column c, and by rounding_of for its type in memory. */
#include "rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EACH_TYPE(t, list) for (const TriType *t = list; t < list + COUNT(list); t++)

static const TriType float_types[] = {TRI_F16, TRI_BF16, TRI_F32};
static const TriType int_types[] = {TRI_I8, TRI_I16, TRI_I32, TRI_I64};

/* A block of 8 takes many rounds, the last one masked. */
static const Shape shapes[] = {{1, 1, "1024"}, {3, 0, "8"}, {3, 8, "8"}, {5, 61, "8"}, {2, 2500, "1024"}};

/* ---- cumsum ---- */

static bool run_cumsum(TriTarget target, TriType t, void *x, void *y, Shape s)
{
  bool real = is_float_type(t);
  const TriDefine defines[] = {{real ? "T" : "I", tri_type_name(t)}, {"BLOCK", s.block}};
  Run r = run_begin("cumsum.mlir", real ? "cumsum" : "cumsum_int", target, defines, COUNT(defines));
  return run_rows(r, t, x, y, s, TRI_OK, NULL);
}

/* Running sums that begin at column `first`, and how far they may be off. */
static void cumsum(TriType t, const void *x, Shape s, int first, double *y, double *bound)
{
  for (int r = 0; r < s.rows; r++) {
    double sum = 0, size = 0;
    for (int c = first; c < s.columns; c++) {
      size_t i = (size_t)r * (size_t)s.columns + (size_t)c;
      double v = read_float(t, x, i);
      sum += v, size += fabs(v);
      y[i] = sum;
      bound[i] = (2 * c + 4) * 0x1p-24 * size + rounding_of(t, sum);
    }
  }
}

static void check_cumsum(TriTarget target, TriType t, Shape s)
{
  size_t n = elements(s), seen = 0;
  void *x = uniform_array(t, n, 1), *y = uniform_array(t, n, 2);
  double *want = calloc(n + 1, sizeof *want), *bound = calloc(n + 1, sizeof *bound),
         *less = calloc(n + 1, sizeof *less), *unused = calloc(n + 1, sizeof *unused);
  if (run_cumsum(target, t, x, y, s)) {
    cumsum(t, x, s, 0, want, bound);
    expect_within(t, y, want, bound, n);
    cumsum(t, x, s, 1, less, unused);
    for (size_t i = 0; i < n; i++)
      seen += fabs(less[i] - want[i]) > bound[i];
    assert_true(t != TRI_F32 || 10 * seen >= 9 * n);
  }
  free(x), free(y), free(want), free(bound), free(less), free(unused);
}

static void test_cumsum(void **state)
{
  (void)state;
  EACH_TARGET(k)
  EACH_TYPE(t, float_types)
  for (size_t i = 0; i < COUNT(shapes); i++)
    check_cumsum(targets[k], *t, shapes[i]);
}

static void check_cumsum_int(TriTarget target, TriType t, Shape s)
{
  size_t n = elements(s);
  void *x = special_array(t, n, 1), *y = special_array(t, n, 2), *want = special_array(t, n, 3);
  for (int r = 0; r < s.rows; r++) {
    uint64_t sum = 0;
    for (int c = 0; c < s.columns; c++) {
      size_t i = (size_t)r * (size_t)s.columns + (size_t)c;
      sum += (uint64_t)read_int(t, x, i);
      write_int(t, want, i, (int64_t)sum);
    }
  }
  if (run_cumsum(target, t, x, y, s))
    expect_same(t, y, want, n);
  free(x), free(y), free(want);
}

static void test_cumsum_int(void **state)
{
  (void)state;
  EACH_TARGET(k)
  EACH_TYPE(t, int_types)
  for (size_t i = 0; i < COUNT(shapes); i++)
    check_cumsum_int(targets[k], *t, shapes[i]);
}

/* ---- argmax ---- */

static bool run_argmax(TriTarget target, TriType t, const char *block, void *x, int32_t *at, int rows,
                       int columns)
{
  const TriDefine defines[] = {{"T", tri_type_name(t)}, {"BLOCK", block}};
  Run r = run_begin("argmax.mlir", NULL, target, defines, COUNT(defines));
  if (run_is_left_out(&r))
    return false;
  arg_buffer(&r, x, (size_t)rows * (size_t)columns * (size_t)tri_type_bytes(t));
  arg_buffer(&r, at, (size_t)rows * sizeof *at);
  arg_int(&r, rows);
  arg_int(&r, columns);
  run_finish(&r, from_file, TRI_OK, NULL);
  return true;
}

static int32_t first_greatest(TriType t, const void *x, size_t start, int columns)
{
  int32_t at = 0;
  double best = read_float(t, x, start);
  for (int32_t c = 1; c < columns && !isnan(best); c++) {
    double v = read_float(t, x, start + (size_t)c);
    if (isnan(v) || v > best)
      best = v, at = c;
  }
  return at;
}

typedef void *Fill(TriType t, size_t n, uint64_t seed);

/* Of eight values, so that the greatest is in many places. */
static void *coarse_array(TriType t, size_t n, uint64_t seed)
{
  void *x = uniform_array(t, n, seed);
  for (size_t i = 0; i < n; i++)
    write_float(t, x, i, floor(4 * read_float(t, x, i)));
  return x;
}

static void check_argmax(TriTarget target, TriType t, const char *block, Fill *fill, int rows, int columns)
{
  void *x = fill(t, (size_t)rows * (size_t)columns, (uint64_t)columns);
  _Alignas(16) int32_t at[8] = {-1, -1, -1, -1, -1, -1, -1, -1}, want[8];
  for (int r = 0; r < rows; r++)
    want[r] = first_greatest(t, x, (size_t)r * (size_t)columns, columns);
  if (run_argmax(target, t, block, x, at, rows, columns))
    expect_same(TRI_I32, at, want, (size_t)rows);
  free(x);
}

static void test_argmax(void **state)
{
  (void)state;
  Fill *const fills[] = {uniform_array, coarse_array, special_array};
  EACH_TARGET(k) EACH_TYPE(t, float_types) for (size_t f = 0; f < COUNT(fills); f++)
  {
    check_argmax(targets[k], *t, "1024", fills[f], 1, 1);
    check_argmax(targets[k], *t, "32", fills[f], 8, 32);
    check_argmax(targets[k], *t, "32", fills[f], 8, 77);
    check_argmax(targets[k], *t, "128", fills[f], 5, 1000);
  }
}

/* All alike, also all −∞ or NaN, and zeros of both signs: the first place. */
static void test_argmax_ties(void **state)
{
  (void)state;
  const float alike[] = {0, -INFINITY, INFINITY, NAN, 3};
  EACH_TARGET(k) for (size_t v = 0; v < COUNT(alike); v++)
  {
    _Alignas(16) float x[3 * 70];
    _Alignas(16) int32_t at[3] = {-1, -1, -1};
    for (int i = 0; i < 210; i++)
      x[i] = i % 2 ? alike[v] : v ? alike[v] : -0.0f;
    if (run_argmax(targets[k], TRI_F32, "32", x, at, 3, 70))
      expect_same(TRI_I32, at, (int32_t[]){0, 0, 0}, 3);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cumsum),
      cmocka_unit_test(test_cumsum_int),
      cmocka_unit_test(test_argmax),
      cmocka_unit_test(test_argmax_ties),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
