/* reshape, transpose, join, split and cat of every element type, and what becomes of undefined elements. */
#include "harness.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const struct {
  const char *name;
  size_t bytes;
} types[] = {{"i1", 1},  {"i8", 1},  {"i16", 2},    {"i32", 4},  {"i64", 8}, {"f8E4M3FN", 1},
             {"f16", 2}, {"f32", 4}, {"f8E5M2", 1}, {"bf16", 2}, {"f64", 8}, {"!tri.ptr<f32>", 8}};

enum { N = 30, MAX_BYTES = 8 };

/* Element k is different for each k, but of i1. */
static void fill(unsigned char *x, size_t bytes, bool is_bool)
{
  for (size_t k = 0; k < N; k++)
    for (size_t b = 0; b < bytes; b++)
      x[k * bytes + b] = (unsigned char)(is_bool ? (k * 7 / 3) & 1 : 1 + k * 8 + b);
}

/* A kernel whose %v are the 30 elements of x; body makes %r of them, which goes to y. */
static Kernel kernel_with(const char *type, const char *body)
{
  static char text[4096];
  snprintf(text, sizeof text,
           "func.func @f(%%x: !tri.ptr<%s>, %%y: !tri.ptr<%s>) attributes {tri.kernel} {\n"
           "  %%i = tri.range : tensor<30xi32>\n"
           "  %%px = tri.addptr %%x, %%i : !tri.ptr<%s>, tensor<30xi32>\n"
           "  %%py = tri.addptr %%y, %%i : !tri.ptr<%s>, tensor<30xi32>\n"
           "  %%v = tri.load %%px : tensor<30x%s>\n%s"
           "  tri.store %%r to %%py : tensor<30x%s>\n  return\n}\n",
           type, type, type, type, type, body, type);
  return kernel_of(text);
}

/* T in the body stands for the element type. */
static void body_of(char *out, size_t n, const char *body, const char *type)
{
  size_t at = 0;
  for (; *body && at + 16 < n; body++)
    at += (size_t)snprintf(out + at, n - at, *body == 'T' ? "%s" : "%.1s", *body == 'T' ? type : body);
}

/* For each type: result element k is source element from[k]. */
static void expect_moves(const char *body, const int from[N])
{
  for (size_t t = 0; t < COUNT(types); t++) {
    static char text[2048];
    unsigned char x[N * MAX_BYTES], y[N * MAX_BYTES] = {0};
    size_t bytes = types[t].bytes;
    fill(x, bytes, t == 0);
    body_of(text, sizeof text, body, types[t].name);
    Kernel k = kernel_with(types[t].name, text);
    run_ok(&k, ARGS(buffer("x", x, N * bytes), buffer("y", y, N * bytes)));
    kernel_free(&k);
    for (int e = 0; e < N; e++)
      if (memcmp(y + (size_t)e * bytes, x + (size_t)from[e] * bytes, bytes))
        fail_msg("%s: element %d is not element %d:\n%s", types[t].name, e, from[e], text);
  }
}

static void test_reshape(void **state)
{
  (void)state;
  int from[N];
  for (int k = 0; k < N; k++)
    from[k] = k;
  expect_moves("  %a = tri.reshape %v : tensor<30xT> -> tensor<5x1x6xT>\n"
               "  %b = tri.reshape %a reorder : tensor<5x1x6xT> -> tensor<2x15xT>\n"
               "  %r = tri.reshape %b : tensor<2x15xT> -> tensor<30xT>\n",
               from);
}

static void test_transpose(void **state)
{
  (void)state;
  static const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}},
                   dim[] = {2, 3, 5};
  for (size_t o = 0; o < COUNT(orders); o++) {
    const int *order = orders[o];
    static char body[1024];
    int from[N], to[3] = {dim[order[0]], dim[order[1]], dim[order[2]]};
    snprintf(body, sizeof body,
             "  %%a = tri.reshape %%v : tensor<30xT> -> tensor<2x3x5xT>\n"
             "  %%b = tri.transpose %%a order [%d, %d, %d] : tensor<2x3x5xT>\n"
             "  %%r = tri.reshape %%b : tensor<%dx%dx%dxT> -> tensor<30xT>\n",
             order[0], order[1], order[2], to[0], to[1], to[2]);
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 3; j++)
        for (int k = 0; k < 5; k++) {
          const int at[] = {i, j, k};
          from[(at[order[0]] * to[1] + at[order[1]]) * to[2] + at[order[2]]] = (i * 3 + j) * 5 + k;
        }
    expect_moves(body, from);
  }
}

/* The halves of 15 pairs, swapped. */
static void test_join_and_split(void **state)
{
  (void)state;
  int from[N];
  for (int k = 0; k < N; k++)
    from[k] = k ^ 1;
  expect_moves("  %a = tri.reshape %v : tensor<30xT> -> tensor<5x3x2xT>\n"
               "  %b, %c = tri.split %a : tensor<5x3x2xT>\n"
               "  %d = tri.join %c, %b : tensor<5x3xT>\n"
               "  %r = tri.reshape %d : tensor<5x3x2xT> -> tensor<30xT>\n",
               from);
}

static void test_join_of_scalars(void **state)
{
  (void)state;
  int32_t x[] = {7, -9}, y[2] = {0};
  text_ok("func.func @f(%x: !tri.ptr<i32>, %y: !tri.ptr<i32>) attributes {tri.kernel} {\n"
          "  %i = tri.range : tensor<2xi32>\n"
          "  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<2xi32>\n"
          "  %py = tri.addptr %y, %i : !tri.ptr<i32>, tensor<2xi32>\n"
          "  %v = tri.load %px : tensor<2xi32>\n"
          "  %a, %b = tri.split %v : tensor<2xi32>\n"
          "  %s = arith.subi %a, %b : i32\n"
          "  %j = tri.join %b, %s : i32\n"
          "  tri.store %j to %py : tensor<2xi32>\n  return\n}\n",
          ARGS(buffer("x", x, sizeof x), buffer("y", y, sizeof y)));
  assert_int_equal(y[0], -9);
  assert_int_equal(y[1], 16);
}

static void test_cat(void **state)
{
  (void)state;
  int from[N];
  /* axis 0 of 15 + 15, the halves in the order of the columns of [15, 2] */
  for (int k = 0; k < N; k++)
    from[k] = k < 15 ? 2 * k : 2 * (k - 15) + 1;
  expect_moves("  %a = tri.reshape %v : tensor<30xT> -> tensor<15x2xT>\n"
               "  %b, %c = tri.split %a : tensor<15x2xT>\n"
               "  %r = tri.cat %b, %c axis 0 : tensor<15xT>, tensor<15xT>\n",
               from);
  /* axis 1 of [3, 5] and [3, 5] */
  for (int k = 0; k < N; k++) {
    int row = k / 10, column = k % 10;
    from[k] = column < 5 ? 2 * (row * 5 + column) : 2 * (row * 5 + column - 5) + 1;
  }
  expect_moves("  %a = tri.reshape %v : tensor<30xT> -> tensor<3x5x2xT>\n"
               "  %b, %c = tri.split %a : tensor<3x5x2xT>\n"
               "  %d = tri.cat %b, %c axis 1 : tensor<3x5xT>, tensor<3x5xT>\n"
               "  %r = tri.reshape %d : tensor<3x10xT> -> tensor<30xT>\n",
               from);
}

/* Blocks of different extents, and an axis in the middle: [2, 1, 3] and [2, 4, 3]. */
static void test_cat_of_unequal(void **state)
{
  (void)state;
  int32_t x[N], y[N] = {0};
  for (int k = 0; k < N; k++)
    x[k] = 100 + k;
  text_ok("func.func @f(%x: !tri.ptr<i32>, %y: !tri.ptr<i32>) attributes {tri.kernel} {\n"
          "  %i = tri.range : tensor<6xi32>\n"
          "  %j = tri.range from 6 : tensor<24xi32>\n"
          "  %k = tri.range : tensor<30xi32>\n"
          "  %pi = tri.addptr %x, %i : !tri.ptr<i32>, tensor<6xi32>\n"
          "  %pj = tri.addptr %x, %j : !tri.ptr<i32>, tensor<24xi32>\n"
          "  %pk = tri.addptr %y, %k : !tri.ptr<i32>, tensor<30xi32>\n"
          "  %a = tri.load %pi : tensor<6xi32>\n"
          "  %b = tri.load %pj : tensor<24xi32>\n"
          "  %ar = tri.reshape %a : tensor<6xi32> -> tensor<2x1x3xi32>\n"
          "  %br = tri.reshape %b : tensor<24xi32> -> tensor<2x4x3xi32>\n"
          "  %c = tri.cat %ar, %br axis 1 : tensor<2x1x3xi32>, tensor<2x4x3xi32>\n"
          "  %r = tri.reshape %c : tensor<2x5x3xi32> -> tensor<30xi32>\n"
          "  tri.store %r to %pk : tensor<30xi32>\n  return\n}\n",
          ARGS(buffer("x", x, sizeof x), buffer("y", y, sizeof y)));
  for (int k = 0; k < N; k++) {
    int outer = k / 15, middle = k / 3 % 5, inner = k % 3;
    int from = middle == 0 ? outer * 3 + inner : 6 + (outer * 4 + middle - 1) * 3 + inner;
    assert_int_equal(y[k], 100 + from);
  }
}

/* Source element `bad` is undefined and goes to element `to`: a store faults there, and nowhere else. */
static void expect_undefined(const char *body, int bad, const char *element)
{
  static char text[4096];
  int32_t x[N] = {0}, y[N];
  snprintf(text, sizeof text,
           "func.func @f(%%x: !tri.ptr<i32>, %%y: !tri.ptr<i32>, %%bad: i32) attributes {tri.kernel} {\n"
           "  %%i = tri.range : tensor<30xi32>\n"
           "  %%px = tri.addptr %%x, %%i : !tri.ptr<i32>, tensor<30xi32>\n"
           "  %%py = tri.addptr %%y, %%i : !tri.ptr<i32>, tensor<30xi32>\n"
           "  %%w = tri.load %%px : tensor<30xi32>\n"
           "  %%poison = ub.poison : tensor<30xi32>\n"
           "  %%at = tri.splat %%bad : tensor<30xi32>\n"
           "  %%eq = arith.cmpi eq, %%i, %%at : tensor<30xi32>\n"
           "  %%v = arith.select %%eq, %%poison, %%w : tensor<30xi1>, tensor<30xi32>\n%s"
           "  tri.store %%r to %%py : tensor<30xi32>\n  return\n}\n",
           body);
  Kernel k = kernel_of(text);
  run_faults(&k, PARTS("tri.store: ", element, "writes a value that is undefined"),
             ARGS(buffer("x", x, sizeof x), buffer("y", y, sizeof y), scalar((uint64_t)bad)));
  run_ok(&k, ARGS(buffer("x", x, sizeof x), buffer("y", y, sizeof y), scalar(99)));
  kernel_free(&k);
}

static void test_undefined(void **state)
{
  (void)state;
  expect_undefined("  %a = tri.reshape %v : tensor<30xi32> -> tensor<5x6xi32>\n"
                   "  %b = tri.transpose %a order [1, 0] : tensor<5x6xi32>\n"
                   "  %r = tri.reshape %b : tensor<6x5xi32> -> tensor<30xi32>\n",
                   7 /* [1, 1] */, "element [6] ");
  expect_undefined("  %a = tri.reshape %v : tensor<30xi32> -> tensor<15x2xi32>\n"
                   "  %b, %c = tri.split %a : tensor<15x2xi32>\n"
                   "  %r = tri.cat %c, %b axis 0 : tensor<15xi32>, tensor<15xi32>\n",
                   7 /* [3, 1] */, "element [3] ");
  expect_undefined("  %a = tri.reshape %v : tensor<30xi32> -> tensor<15x2xi32>\n"
                   "  %b, %c = tri.split %a : tensor<15x2xi32>\n"
                   "  %one = arith.constant dense<1> : tensor<15xi32>\n"
                   "  %d = tri.join %one, %b : tensor<15xi32>\n"
                   "  %r = tri.reshape %d : tensor<15x2xi32> -> tensor<30xi32>\n",
                   8 /* [4, 0] */, "element [9] ");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reshape),
      cmocka_unit_test(test_transpose),
      cmocka_unit_test(test_join_and_split),
      cmocka_unit_test(test_join_of_scalars),
      cmocka_unit_test(test_cat),
      cmocka_unit_test(test_cat_of_unequal),
      cmocka_unit_test(test_undefined),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
