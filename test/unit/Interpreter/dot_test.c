/* tri.dot against sums in plain C, of every row of its table of types. */
#include "Numeric/numeric.h"
#include "harness.h"

#include <math.h>
#include <stdlib.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* ---- kernels ---- */

typedef struct {
  const char *name;
  TriFloat format; /* of floats */
  bool is_int;
  size_t bytes;
  int bits; /* of the integers that it holds exactly and whose products are summed exactly in f64 */
} Type;

enum { I8, I32, E4M3, E5M2, F16, BF16, F32, F64, TYPES };
static const Type types[TYPES] = {[I8] = {"i8", TRI_FLOAT_COUNT, true, 1, 8},
                                  [I32] = {"i32", TRI_FLOAT_COUNT, true, 4, 32},
                                  [E4M3] = {"f8E4M3FN", TRI_FLOAT_F8E4M3FN, false, 1, 4},
                                  [E5M2] = {"f8E5M2", TRI_FLOAT_F8E5M2, false, 1, 3},
                                  [F16] = {"f16", TRI_FLOAT_F16, false, 2, 11},
                                  [BF16] = {"bf16", TRI_FLOAT_BF16, false, 2, 8},
                                  [F32] = {"f32", TRI_FLOAT_F32, false, 4, 22},
                                  [F64] = {"f64", TRI_FLOAT_F64, false, 8, 22}};

/* batch · m x k times k x n; batch 0 for matrices without a leading axis. */
typedef struct {
  int batch, m, k, n;
} Extents;

static int batches(Extents e) { return e.batch ? e.batch : 1; }

static const char *block(char text[100], Extents e, int rows, int columns, const Type *t)
{
  if (e.batch)
    snprintf(text, 100, "tensor<%dx%dx%dx%s>", e.batch, rows, columns, t->name);
  else
    snprintf(text, 100, "tensor<%dx%dx%s>", rows, columns, t->name);
  return text;
}

/* Loads %vNAME, a block of that many rows and columns, from the argument %NAME on. */
static void say_matrix(Source *s, const char *name, Extents e, int rows, int columns, const Type *t)
{
  char shaped[100];
  say_load(s, name, batches(e) * rows * columns, t->name, block(shaped, e, rows, columns, t));
}

typedef struct {
  const Type *a, *b, *acc;
  Extents e;
  const char *a_word, *b_word, *precision; /* " unsigned", " precision tf32", or "" */
} Case;

static Kernel dot_kernel(const Case *c)
{
  static Source s;
  char a[100], b[100], acc[100];
  Extents e = c->e;
  int n = batches(e) * e.m * e.n;
  s.n = 0;
  say(&s,
      "func.func @f(%%a: !tri.ptr<%s>, %%b: !tri.ptr<%s>, %%c: !tri.ptr<%s>, %%r: !tri.ptr<%s>) "
      "attributes {tri.kernel} {\n",
      c->a->name, c->b->name, c->acc->name, c->acc->name);
  say_matrix(&s, "a", e, e.m, e.k, c->a);
  say_matrix(&s, "b", e, e.k, e.n, c->b);
  say_matrix(&s, "c", e, e.m, e.n, c->acc);
  block(a, e, e.m, e.k, c->a), block(b, e, e.k, e.n, c->b), block(acc, e, e.m, e.n, c->acc);
  say(&s,
      "  %%d = tri.dot %%va%s, %%vb%s, %%vc%s : %s, %s, %s\n"
      "  %%f = tri.reshape %%d : %s -> tensor<%dx%s>\n"
      "  %%pr = tri.addptr %%r, %%ic : !tri.ptr<%s>, tensor<%dxi32>\n"
      "  tri.store %%f to %%pr : tensor<%dx%s>\n  return\n}\n",
      c->a_word, c->b_word, c->precision, a, b, acc, acc, n, c->acc->name, c->acc->name, n, n, c->acc->name);
  return kernel_of(s.text);
}

/* The result into r; arrays of elements in their memory form. */
static void run_dot(const Case *c, void *a, void *b, void *acc, void *r)
{
  Extents e = c->e;
  size_t n = (size_t)batches(e), m = (size_t)e.m, k = (size_t)e.k, l = (size_t)e.n;
  Kernel kernel = dot_kernel(c);
  run_ok(&kernel,
         ARGS(buffer("a", a, n * m * k * c->a->bytes), buffer("b", b, n * k * l * c->b->bytes),
              buffer("c", acc, n * m * l * c->acc->bytes), buffer("r", r, n * m * l * c->acc->bytes)));
  kernel_free(&kernel);
}

/* ---- every type, exact sums ---- */

/* A number that the type holds, and its element. */
static double any_element(const Type *t, bool is_unsigned, uint64_t *seed, void *to)
{
  int64_t v = (int64_t)(random_next(seed) >> (64 - t->bits));
  if (t->is_int) {
    memcpy(to, &v, t->bytes);
    return is_unsigned || v < INT64_C(1) << (t->bits - 1) ? (double)v : (double)(v - (INT64_C(1) << t->bits));
  }
  double x = (random_next(seed) & 1 ? -1 : 1) * ldexp((double)v, -2);
  uint64_t bits = tri_float_encode(t->format, x, TRI_RN, false);
  memcpy(to, &bits, t->bytes);
  assert_true(tri_float_decode(t->format, bits) == x);
  return x;
}

static uint64_t element_of_sum(const Type *t, double sum)
{
  return t->is_int ? (uint32_t)(int64_t)sum : tri_float_encode(t->format, sum, TRI_RN, false);
}

enum { MOST = 3 * 130 * 130 };
static double a_value[MOST], b_value[MOST], acc_value[MOST];
static unsigned char a_data[MOST * 8], b_data[MOST * 8], acc_data[MOST * 8], r_data[MOST * 8];

static void fill(const Type *t, const char *word, int n, uint64_t *seed, double *values, unsigned char *data)
{
  for (int k = 0; k < n; k++)
    values[k] = any_element(t, *word != 0, seed, data + (size_t)k * t->bytes);
}

static double exact_sum(Extents e, int batch, int i, int j)
{
  double sum = acc_value[(batch * e.m + i) * e.n + j];
  for (int k = 0; k < e.k; k++)
    sum += a_value[(batch * e.m + i) * e.k + k] * b_value[(batch * e.k + k) * e.n + j];
  return sum;
}

static void check(const Case *c)
{
  Extents e = c->e;
  uint64_t seed = (uint64_t)(e.m * 7 + e.k * 5 + e.n);
  fill(c->a, c->a_word, batches(e) * e.m * e.k, &seed, a_value, a_data);
  fill(c->b, c->b_word, batches(e) * e.k * e.n, &seed, b_value, b_data);
  fill(c->acc, "", batches(e) * e.m * e.n, &seed, acc_value, acc_data);
  run_dot(c, a_data, b_data, acc_data, r_data);
  for (int batch = 0; batch < batches(e); batch++)
    for (int i = 0; i < e.m; i++)
      for (int j = 0; j < e.n; j++) {
        uint64_t got = 0, want = element_of_sum(c->acc, exact_sum(e, batch, i, j));
        memcpy(&got, r_data + (size_t)((batch * e.m + i) * e.n + j) * c->acc->bytes, c->acc->bytes);
        if (got != want)
          fail_msg("%s x %s -> %s, %d x %d x %d x %d: [%d, %d, %d] is %llx, expected %llx", c->a->name,
                   c->b->name, c->acc->name, e.batch, e.m, e.k, e.n, batch, i, j, (unsigned long long)got,
                   (unsigned long long)want);
      }
}

static const Extents extents[] = {{0, 1, 1, 1}, {0, 2, 3, 5},    {0, 64, 64, 64}, {0, 65, 70, 67},
                                  {3, 7, 5, 9}, {2, 1, 130, 73}, {1, 130, 1, 2},  {0, 1, 128, 130}};

static void test_types(void **state)
{
  (void)state;
  static const int rows[][3] = {{F16, F16, F16},   {F16, F16, F32},   {BF16, BF16, F32}, {F32, F32, F32},
                                {F64, F64, F64},   {E4M3, E4M3, F16}, {E4M3, E4M3, F32}, {E5M2, E5M2, F16},
                                {E5M2, E5M2, F32}, {E4M3, E5M2, F32}, {E5M2, E4M3, F16}};
  for (size_t t = 0; t < COUNT(rows); t++)
    for (size_t k = 0; k < COUNT(extents); k++)
      check(&(Case){&types[rows[t][0]], &types[rows[t][1]], &types[rows[t][2]], extents[k], "", "", ""});
}

static void test_integers(void **state)
{
  (void)state;
  static const char *const words[] = {"", " unsigned"};
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++)
      for (size_t k = 0; k < COUNT(extents); k++)
        check(&(Case){&types[I8], &types[I8], &types[I32], extents[k], words[a], words[b], ""});
}

static void test_integers_wrap(void **state)
{
  (void)state;
  const Case c = {&types[I8], &types[I8], &types[I32], {0, 2, 3, 1}, "", "", ""};
  int8_t a[] = {127, 127, 127, -128, -128, -128}, b[] = {127, 127, 127};
  int32_t acc[] = {INT32_MAX, INT32_MIN}, r[2];
  run_dot(&c, a, b, acc, r);
  assert_int_equal(r[0], INT32_MIN + 3 * 127 * 127 - 1);
  assert_int_equal(r[1], INT32_MAX - 3 * 128 * 127 + 1);
}

/* ---- floats: rounding and what is not finite ---- */

static void of_f32(const char *precision, Extents e, float *a, float *b, float *acc, float *r)
{
  run_dot(&(Case){&types[F32], &types[F32], &types[F32], e, "", "", precision}, a, b, acc, r);
}

/* Sums are not rounded to f32 on the way. */
static void test_one_rounding(void **state)
{
  (void)state;
  float a[] = {1e8f, 1, -1e8f, 3e38f, 3e38f, -3e38f}, b[] = {1, 1, 1}, acc[] = {0, 0}, r[2];
  of_f32("", (Extents){0, 2, 3, 1}, a, b, acc, r);
  assert_true(r[0] == 1 && r[1] == 3e38f);
  uint16_t h[] = {0x6800, 0x3c00, 0x3c00}, one[] = {0x3c00, 0x3c00, 0x3c00}, zero = 0, sum; /* 2048, 1, 1 */
  run_dot(&(Case){&types[F16], &types[F16], &types[F16], {0, 1, 3, 1}, "", "", ""}, h, one, &zero, &sum);
  assert_int_equal(sum, 0x6801);
  uint16_t big[] = {0x7bff, 0x7bff}; /* 65504 */
  run_dot(&(Case){&types[F16], &types[F16], &types[F16], {0, 1, 2, 1}, "", "", ""}, big, one, &zero, &sum);
  assert_int_equal(sum, 0x7c00);
}

static void test_not_finite(void **state)
{
  (void)state;
  float inf = INFINITY, a[] = {0, 1, inf, 1, NAN, 1, inf, -inf, -inf, 0}, b[] = {inf, 1}, c[] = {inf, 1},
        acc[] = {0, 0, 0, 0, 0}, r[5];
  static const char *const precisions[] = {"", " precision tf32", " precision tf32x3"};
  for (size_t p = 0; p < COUNT(precisions); p++) {
    of_f32(precisions[p], (Extents){0, 5, 2, 1}, a, b, acc, r);
    assert_true(isnan(r[0]) && r[1] == inf && isnan(r[2]) && isnan(r[3]) && r[4] == -inf);
    acc[4] = inf;
    of_f32(precisions[p], (Extents){0, 5, 2, 1}, a, c, acc, r);
    assert_true(isnan(r[4]));
    acc[4] = 0;
  }
}

/* -0 is kept where every product and acc are -0. */
static void test_zero_signs(void **state)
{
  (void)state;
  float a[] = {-0.0f, 0.0f, -0.0f}, b[] = {1}, acc[] = {-0.0f, -0.0f, 0.0f}, r[3];
  of_f32("", (Extents){0, 3, 1, 1}, a, b, acc, r);
  assert_true(signbit(r[0]) && !signbit(r[1]) && !signbit(r[2]));
}

/* ---- tf32 ---- */

static float any_float(uint64_t *seed, int k)
{
  static const uint32_t edges[] = {0x3f801000, 0xbf801000, 0x3f800fff, 0x3f803000, 0x7f7fffff, 0xff7fffff,
                                   0x7f7fefff, 0x00000fff, 0x00001000, 0x007fffff, 0x80000001, 0x00000000};
  uint32_t bits = k < (int)COUNT(edges) ? edges[k] : (uint32_t)random_next(seed);
  return (bits & 0x7f800000) == 0x7f800000 ? 1.0f : tri_f32_of_bits(bits);
}

static float high(float x) { return tri_f32_to_tf32(x, TRI_RNA); }

static void test_tf32(void **state)
{
  (void)state;
  enum { N = 500 };
  float a[N], b[1], acc[N] = {0}, r[N];
  uint64_t seed = 3;
  for (int k = 0; k < N; k++)
    a[k] = any_float(&seed, k);
  b[0] = 1;
  of_f32(" precision tf32", (Extents){0, N, 1, 1}, a, b, acc, r);
  for (int k = 0; k < N; k++)
    assert_true(r[k] == high(a[k]));
  assert_true(r[0] == 1 + 0x1p-10f && r[1] == -1 - 0x1p-10f && r[2] == 1 && r[4] == INFINITY);
  of_f32(" precision tf32", (Extents){0, 1, 1, N}, b, a, acc, r);
  for (int k = 0; k < N; k++)
    assert_true(r[k] == high(a[k]));
}

/* The three products of the halves of x and y, the smaller two left out where their sum is not finite. */
static float three_products(float x, float y)
{
  float h = high(x), l = isfinite(h) ? high(x - h) : 0, g = high(y), m = isfinite(g) ? high(y - g) : 0;
  double small = (double)l * (double)g + (double)h * (double)m;
  return (float)((isfinite(small) ? small : 0) + (double)h * (double)g);
}

static void test_tf32x3(void **state)
{
  (void)state;
  enum { N = 60 };
  float a[N], b[N], acc[N * N] = {0}, r[N * N];
  uint64_t seed = 4;
  for (int k = 0; k < N; k++)
    a[k] = any_float(&seed, k), b[k] = any_float(&seed, k + 100);
  b[0] = INFINITY, b[1] = 1.2345678f, b[2] = 0x1.fffffep127f;
  of_f32(" precision tf32x3", (Extents){0, N, 1, N}, a, b, acc, r);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      float want = three_products(a[i], b[j]), got = r[i * N + j];
      if (got != want && !(isnan(got) && isnan(want)))
        fail_msg("%a times %a is %a, expected %a", (double)a[i], (double)b[j], (double)got, (double)want);
    }
}

/* tf32x3 is near the product of f32, tf32 is not. */
static void test_precisions_differ(void **state)
{
  (void)state;
  float a[] = {1.2345678f}, b[] = {7.654321f}, acc[] = {0}, exact[1], x3[1], x1[1];
  const Extents one = {0, 1, 1, 1};
  of_f32("", one, a, b, acc, exact);
  of_f32(" precision tf32", one, a, b, acc, x1);
  of_f32(" precision tf32x3", one, a, b, acc, x3);
  assert_true(exact[0] == a[0] * b[0]);
  assert_true(fabsf(x3[0] - exact[0]) <= 0x1p-20f * exact[0]);
  assert_true(fabsf(x1[0] - exact[0]) > 0x1p-14f * exact[0]);
}

/* ---- undefined elements ---- */

#define UNDEFINED                                                                                            \
  "func.func @f(%r: !tri.ptr<f32>) attributes {tri.kernel} {\n"                                              \
  "  %one = arith.constant dense<1.0> : tensor<3x3xf32>\n  %u = ub.poison : tensor<3x3xf32>\n"               \
  "  %m = arith.constant dense<[[1, 1, 1], [1, 1, 0], [1, 1, 1]]> : tensor<3x3xi1>\n"                        \
  "  %x = arith.select %m, %one, %u : tensor<3x3xi1>, tensor<3x3xf32>\n"                                     \
  "  %i = tri.range : tensor<9xi32>\n  %j = tri.reshape %i : tensor<9xi32> -> tensor<3x3xi32>\n"             \
  "  %p = tri.addptr %r, %j : !tri.ptr<f32>, tensor<3x3xi32>\n"
#define STORE(in)                                                                                            \
  "  %in = arith.constant dense<" in "> : tensor<3x3xi1>\n"                                                  \
  "  tri.store %d to %p where %in : tensor<3x3xf32>\n  return\n}\n"
#define DOT(operands) "  %d = tri.dot " operands " : tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>\n"

/* Element [1, 2] of a factor or of acc is undefined: then a row, a column or that element of the result is.
 */
static void test_undefined(void **state)
{
  (void)state;
  float r[9];
  static const struct {
    const char *good, *bad, *first;
  } cases[] = {
      {UNDEFINED DOT("%x, %one, %one") STORE("[[1, 1, 1], [0, 0, 0], [1, 1, 1]]"),
       UNDEFINED DOT("%x, %one, %one") STORE("[[1, 1, 1], [1, 0, 0], [1, 1, 1]]"), "1, 0"},
      {UNDEFINED DOT("%one, %x, %one") STORE("[[1, 1, 0], [1, 1, 0], [1, 1, 0]]"),
       UNDEFINED DOT("%one, %x, %one") STORE("[[1, 1, 0], [1, 1, 0], [1, 1, 1]]"), "2, 2"},
      {UNDEFINED DOT("%one, %one, %x") STORE("[[1, 1, 1], [1, 1, 0], [1, 1, 1]]"),
       UNDEFINED DOT("%one, %one, %x") STORE("[[1, 1, 1], [1, 1, 1], [1, 1, 1]]"), "1, 2"},
  };
  for (size_t k = 0; k < COUNT(cases); k++) {
    char fault[200];
    memset(r, 0, sizeof r);
    text_ok(cases[k].good, ARGS(buffer("r", r, sizeof r)));
    assert_true(r[0] == 4);
    snprintf(fault, sizeof fault,
             "tri.store: element [%s] of program (0, 0, 0) writes a value that is undefined", cases[k].first);
    text_faults(cases[k].bad, PARTS(fault), ARGS(buffer("r", r, sizeof r)));
  }
}

/* ---- large ---- */

static void test_large(void **state)
{
  (void)state;
  enum { N = 512 };
  float *m[4];
  for (int k = 0; k < 4; k++)
    m[k] = calloc((size_t)N * N, sizeof(float));
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      m[0][i * N + j] = (float)(i - j);
      m[1][i * N + j] = (float)(i == (j + 1) % N) * 2;
    }
  of_f32("", (Extents){0, N, N, N}, m[0], m[1], m[2], m[3]);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      assert_true(m[3][i * N + j] == (float)(2 * (i - (j + 1) % N)));
  for (int k = 0; k < 4; k++)
    free(m[k]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_types),
      cmocka_unit_test(test_integers),
      cmocka_unit_test(test_integers_wrap),
      cmocka_unit_test(test_one_rounding),
      cmocka_unit_test(test_not_finite),
      cmocka_unit_test(test_zero_signs),
      cmocka_unit_test(test_tf32),
      cmocka_unit_test(test_tf32x3),
      cmocka_unit_test(test_precisions_differ),
      cmocka_unit_test(test_undefined),
      cmocka_unit_test(test_large),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
