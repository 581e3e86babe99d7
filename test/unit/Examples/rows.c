/* The kernels of examples/ that go along rows, against their formulas in double.
 *
 * The bounds. u = 2^-24 is half of the last place of f32, in which they compute. A sum of n numbers, grouped
 * in any way, is off by at most n·u·(the sum of their absolute values). Each function below adds up what its
 * kernel's roundings may do, and the last one, to the type of y, moves by at most rounding_of. math.exp may
 * be off by eight u.
 *
 * A number that is left out of the sums has to be seen: results are compared with those of shorter rows too.
 */
#include "rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EACH_TYPE(t) for (const TriType *t = float_types; t < float_types + COUNT(float_types); t++)

static const TriType float_types[] = {TRI_F16, TRI_BF16, TRI_F32};
static const double u = 0x1p-24;

static const Shape shapes[] = {{1, 1, "1024"}, {3, 7, "1024"},  {5, 781, "1024"},  {2, 1024, "1024"},
                               {4, 32, "32"},  {3, 31, "2048"}, {2, 2000, "2048"}, {0, 5, "1024"}};

static double *doubles(size_t n) { return calloc(n + 1, sizeof(double)); }

/* Results and how far they may be off. */
typedef struct {
  double *y, *bound;
} Rows;

static Rows rows_new(Shape s) { return (Rows){doubles(elements(s)), doubles(elements(s))}; }
static void rows_free(Rows r) { free(r.y), free(r.bound); }

/* Of one row: reads columns numbers of type t from x + start, leaves results and bounds in r from start on.
 */
typedef void Formula(TriType t, const void *x, size_t start, int columns, Rows r);

static Rows each_row(Formula *f, TriType t, const void *x, Shape s, int columns)
{
  Rows r = rows_new(s);
  for (int i = 0; i < s.rows; i++)
    f(t, x, (size_t)i * (size_t)s.columns, columns, r);
  return r;
}

/* Where the formula sees a column less, nearly all results are beyond the bound. */
static void expect_seen(Formula *f, TriType t, const void *x, Shape s, Rows want)
{
  Rows less = each_row(f, t, x, s, s.columns - 1);
  size_t seen = 0;
  for (size_t i = 0; i < elements(s); i++)
    seen += fabs(less.y[i] - want.y[i]) > want.bound[i];
  assert_true(10 * seen >= 9 * elements(s));
  rows_free(less);
}

/* ---- softmax ---- */

static void softmax(TriType t, const void *x, size_t start, int columns, Rows r)
{
  double m = -INFINITY, sum = 0, moved = 0;
  for (int c = 0; c < columns; c++)
    m = fmax(m, read_float(t, x, start + (size_t)c));
  for (int c = 0; c < columns; c++) {
    double d = read_float(t, x, start + (size_t)c) - m;
    sum += exp(d);
    moved += exp(d) * fabs(d);
  }
  for (int c = 0; c < columns; c++) {
    size_t i = start + (size_t)c;
    double d = read_float(t, x, i) - m;
    r.y[i] = exp(d) / sum;
    r.bound[i] = r.y[i] * u * (fabs(d) + moved / sum + columns + 18) + 0x1p-126 + rounding_of(t, r.y[i]);
  }
}

static bool run_softmax(TriTarget target, TriType t, void *x, void *y, Shape s, TriStatus status, char *error)
{
  const TriDefine defines[] = {{"T", tri_type_name(t)}, {"BLOCK", s.block}};
  Run r = run_begin("softmax.mlir", NULL, target, defines, COUNT(defines));
  return run_rows(r, t, x, y, s, status, error);
}

static void check_softmax(TriTarget target, TriType t, Shape s)
{
  void *x = uniform_array(t, elements(s), 1), *y = uniform_array(t, elements(s), 2);
  for (size_t i = 0; i < elements(s); i++)
    write_float(t, x, i, 4 * read_float(t, x, i) + 100);
  if (run_softmax(target, t, x, y, s, TRI_OK, NULL)) {
    Rows want = each_row(softmax, t, x, s, s.columns);
    expect_within(t, y, want.y, want.bound, elements(s));
    if (t == TRI_F32 && s.columns == 7)
      expect_seen(softmax, t, x, s, want);
    rows_free(want);
  }
  free(x), free(y);
}

static void test_softmax(void **state)
{
  (void)state;
  EACH_TARGET(k)
  EACH_TYPE(t) for (size_t i = 0; i < COUNT(shapes); i++) check_softmax(targets[k], *t, shapes[i]);
}

/* −∞ has weight 0; a row with a NaN or ∞, or of −∞ alone, is NaN; no finite number overflows. */
static void test_softmax_specials(void **state)
{
  (void)state;
  const float inf = INFINITY;
  _Alignas(16) float x[5][3] = {
      {1, -inf, 1}, {0, NAN, 1}, {inf, 0, 1}, {-inf, -inf, -inf}, {3e38f, -3e38f, 3e38f}};
  _Alignas(16) float y[5][3];
  EACH_TARGET(k)
  {
    if (!run_softmax(targets[k], TRI_F32, x, y, (Shape){5, 3, "32"}, TRI_OK, NULL))
      continue;
    expect_same(TRI_F32, y[0], (float[]){0.5f, 0, 0.5f}, 3);
    expect_same(TRI_F32, y[4], (float[]){0.5f, 0, 0.5f}, 3);
    for (int row = 1; row < 4; row++)
      expect_same(TRI_F32, y[row], (float[]){NAN, NAN, NAN}, 3);
  }
}

/* A row that does not fit a block is refused. */
static void test_softmax_too_long(void **state)
{
  (void)state;
  _Alignas(16) float x[33] = {0}, y[33];
  char error[512];
  EACH_TARGET(k) if (run_softmax(targets[k], TRI_F32, x, y, (Shape){1, 33, "32"}, TRI_FAULT, error))
  {
    assert_non_null(strstr(error, "softmax.mlir:"));
    assert_non_null(strstr(error, "a row is longer than BLOCK"));
  }
}

/* ---- layer_norm ---- */

static const double eps = 1e-5;
static double weight_of(int c) { return 0.25 + (c % 5) * 0.5; }
static double bias_of(int c) { return (c % 7) * 0.25 - 1; }

static double mean_of(const double *v, int n, bool absolute)
{
  double sum = 0;
  for (int c = 0; c < n; c++)
    sum += absolute ? fabs(v[c]) : v[c];
  return sum / n;
}

static void layer_norm(TriType t, const void *x, size_t start, int columns, Rows r)
{
  double *v = doubles((size_t)columns), *d2 = doubles((size_t)columns);
  for (int c = 0; c < columns; c++)
    v[c] = read_float(t, x, start + (size_t)c);
  double mean = mean_of(v, columns, false), mean_off = (columns + 2) * u * mean_of(v, columns, true);
  for (int c = 0; c < columns; c++)
    v[c] -= mean, d2[c] = v[c] * v[c];
  double variance = mean_of(d2, columns, false) + eps, deviation = sqrt(variance);
  double d_off = mean_off + u * mean_of(v, columns, true);
  double variance_off = 2 * mean_of(v, columns, true) * d_off + d_off * d_off + (columns + 6) * u * variance;
  double deviation_off = variance_off / variance + 4 * u;
  for (int c = 0; c < columns; c++) {
    size_t i = start + (size_t)c;
    double unit = v[c] / deviation, scaled = unit * weight_of(c);
    double unit_off = (mean_off + u * fabs(v[c])) / deviation + fabs(unit) * deviation_off;
    r.y[i] = scaled + bias_of(c);
    r.bound[i] =
        fabs(weight_of(c)) * unit_off + 2 * u * (fabs(scaled) + fabs(r.y[i])) + rounding_of(t, r.y[i]);
  }
  free(v), free(d2);
}

static bool run_layer_norm(TriTarget target, TriType t, void *x, void *y, Shape s)
{
  const TriDefine defines[] = {{"T", tri_type_name(t)}, {"BLOCK", s.block}};
  Run r = run_begin("layer_norm.mlir", NULL, target, defines, COUNT(defines));
  if (run_is_left_out(&r))
    return false;
  size_t element = (size_t)tri_type_bytes(t), n = (size_t)s.columns;
  void *w = uniform_array(t, n, 1), *b = uniform_array(t, n, 1);
  for (int c = 0; c < s.columns; c++)
    write_float(t, w, (size_t)c, weight_of(c)), write_float(t, b, (size_t)c, bias_of(c));
  arg_buffer(&r, x, elements(s) * element);
  arg_buffer(&r, w, n * element);
  arg_buffer(&r, b, n * element);
  arg_buffer(&r, y, elements(s) * element);
  arg_int(&r, s.rows);
  arg_int(&r, s.columns);
  arg_float(&r, eps);
  run_finish(&r, from_file, TRI_OK, NULL);
  free(w), free(b);
  return true;
}

static void check_layer_norm(TriTarget target, TriType t, Shape s)
{
  void *x = uniform_array(t, elements(s), 1), *y = uniform_array(t, elements(s), 2);
  for (size_t i = 0; i < elements(s); i++)
    write_float(t, x, i, 3 * read_float(t, x, i) + 2);
  if (run_layer_norm(target, t, x, y, s)) {
    Rows want = each_row(layer_norm, t, x, s, s.columns);
    expect_within(t, y, want.y, want.bound, elements(s));
    if (t == TRI_F32 && s.columns == 7)
      expect_seen(layer_norm, t, x, s, want);
    rows_free(want);
  }
  free(x), free(y);
}

static void test_layer_norm(void **state)
{
  (void)state;
  EACH_TARGET(k)
  EACH_TYPE(t) for (size_t i = 0; i < COUNT(shapes); i++) check_layer_norm(targets[k], *t, shapes[i]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_softmax),
      cmocka_unit_test(test_softmax_specials),
      cmocka_unit_test(test_softmax_too_long),
      cmocka_unit_test(test_layer_norm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
