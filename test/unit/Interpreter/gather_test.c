/* tri.gather and tri.histogram against loops, and their faults. */
#include "harness.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* ---- gather ---- */

/* Along each axis of [2, 3, 4], with 5 indices of that axis for each place on the others. */
static void check_axis(int axis, const char *type, size_t bytes, const char *index_type, size_t index_bytes)
{
  static const int64_t dim[] = {2, 3, 4};
  int64_t to[] = {2, 3, 4}, n;
  unsigned char x[24 * 8], y[60 * 8] = {0}, index[60 * 8] = {0};
  static char text[4096];
  uint64_t seed = (uint64_t)axis + 5;
  to[axis] = 5;
  n = to[0] * to[1] * to[2];
  for (size_t k = 0; k < sizeof x; k++)
    x[k] = (unsigned char)random_next(&seed);
  for (int64_t k = 0; k < n; k++)
    index[(size_t)k * index_bytes] = (unsigned char)(random_next(&seed) % (uint64_t)dim[axis]);
  snprintf(text, sizeof text,
           "func.func @f(%%x: !tri.ptr<%s>, %%i: !tri.ptr<%s>, %%y: !tri.ptr<%s>) attributes {tri.kernel} {\n"
           "  %%a = tri.range : tensor<24xi32>\n  %%b = tri.range : tensor<%lldxi32>\n"
           "  %%px = tri.addptr %%x, %%a : !tri.ptr<%s>, tensor<24xi32>\n"
           "  %%pi = tri.addptr %%i, %%b : !tri.ptr<%s>, tensor<%lldxi32>\n"
           "  %%py = tri.addptr %%y, %%b : !tri.ptr<%s>, tensor<%lldxi32>\n"
           "  %%v = tri.load %%px : tensor<24x%s>\n  %%j = tri.load %%pi : tensor<%lldx%s>\n"
           "  %%vs = tri.reshape %%v : tensor<24x%s> -> tensor<2x3x4x%s>\n"
           "  %%js = tri.reshape %%j : tensor<%lldx%s> -> tensor<%lldx%lldx%lldx%s>\n"
           "  %%g = tri.gather %%vs at %%js axis %d : tensor<2x3x4x%s>, tensor<%lldx%lldx%lldx%s>\n"
           "  %%r = tri.reshape %%g : tensor<%lldx%lldx%lldx%s> -> tensor<%lldx%s>\n"
           "  tri.store %%r to %%py : tensor<%lldx%s>\n  return\n}\n",
           type, index_type, type, (long long)n, type, index_type, (long long)n, type, (long long)n, type,
           (long long)n, index_type, type, type, (long long)n, index_type, (long long)to[0], (long long)to[1],
           (long long)to[2], index_type, axis, type, (long long)to[0], (long long)to[1], (long long)to[2],
           index_type, (long long)to[0], (long long)to[1], (long long)to[2], type, (long long)n, type,
           (long long)n, type);
  text_ok(text, ARGS(buffer("x", x, 24 * bytes), buffer("i", index, (size_t)n * index_bytes),
                     buffer("y", y, (size_t)n * bytes)));
  for (int64_t k = 0; k < n; k++) {
    int64_t at[] = {k / (to[1] * to[2]), k / to[2] % to[1], k % to[2]};
    at[axis] = index[(size_t)k * index_bytes];
    int64_t from = (at[0] * dim[1] + at[1]) * dim[2] + at[2];
    assert_memory_equal(y + (size_t)k * bytes, x + (size_t)from * bytes, bytes);
  }
}

static void test_gather(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    size_t bytes;
  } types[] = {{"i8", 1},  {"i16", 2},  {"i32", 4}, {"i64", 8}, {"f8E4M3FN", 1},    {"f8E5M2", 1},
               {"f16", 2}, {"bf16", 2}, {"f32", 4}, {"f64", 8}, {"!tri.ptr<i8>", 8}};
  for (int axis = 0; axis < 3; axis++)
    for (size_t t = 0; t < COUNT(types); t++)
      for (size_t i = 0; i < 4; i++)
        check_axis(axis, types[t].name, types[t].bytes, types[i].name, types[i].bytes);
}

#define GATHER                                                                                               \
  "func.func @f(%x: !tri.ptr<i32>, %i: !tri.ptr<i8>, %y: !tri.ptr<i32>) attributes {tri.kernel} {\n"         \
  "  %a = tri.range : tensor<3xi32>\n  %b = tri.range : tensor<4xi32>\n"                                     \
  "  %px = tri.addptr %x, %a : !tri.ptr<i32>, tensor<3xi32>\n"                                               \
  "  %pi = tri.addptr %i, %b : !tri.ptr<i8>, tensor<4xi32>\n"                                                \
  "  %py = tri.addptr %y, %b : !tri.ptr<i32>, tensor<4xi32>\n"                                               \
  "  %v = tri.load %px : tensor<3xi32>\n  %j = tri.load %pi : tensor<4xi8>\n"

static void test_gather_faults(void **state)
{
  (void)state;
  int32_t x[3] = {10, 20, 30}, y[4];
  int8_t past[] = {2, 2, 3, 1}, negative[] = {0, -1, 2, 3}, good[] = {2, 2, 0, 1};
  Kernel k = kernel_of(GATHER "  %g = tri.gather %v at %j axis 0 : tensor<3xi32>, tensor<4xi8>\n"
                              "  tri.store %g to %py : tensor<4xi32>\n  return\n}\n");
  run_faults(
      &k,
      PARTS("k.mlir:9:8: tri.gather: element [2] of program (0, 0, 0) has index 3 along axis 0, which has "
            "extent 3"),
      ARGS(buffer("x", x, sizeof x), buffer("i", past, sizeof past), buffer("y", y, sizeof y)));
  run_faults(
      &k, PARTS("tri.gather: element [1] of program (0, 0, 0) has index -1 along axis 0"),
      ARGS(buffer("x", x, sizeof x), buffer("i", negative, sizeof negative), buffer("y", y, sizeof y)));
  run_ok(&k, ARGS(buffer("x", x, sizeof x), buffer("i", good, sizeof good), buffer("y", y, sizeof y)));
  kernel_free(&k);
  const int32_t want[] = {30, 30, 10, 20};
  assert_memory_equal(y, want, sizeof want);
}

/* An undefined index is a fault; an undefined element is one where it is picked and stored. */
static void test_gather_undefined(void **state)
{
  (void)state;
  int32_t x[3] = {10, 20, 30}, y[4];
  int8_t all[] = {2, 1, 0, 1}, others[] = {2, 0, 0, 2};
  text_faults(GATHER "  %p = ub.poison : tensor<4xi8>\n"
                     "  %m = arith.constant dense<[true, true, true, false]> : tensor<4xi1>\n"
                     "  %u = arith.select %m, %j, %p : tensor<4xi1>, tensor<4xi8>\n"
                     "  %g = tri.gather %v at %u axis 0 : tensor<3xi32>, tensor<4xi8>\n  return\n}\n",
              PARTS("tri.gather: element [3] of program (0, 0, 0) has an index that is undefined"),
              ARGS(buffer("x", x, sizeof x), buffer("i", all, sizeof all), buffer("y", y, sizeof y)));
  Kernel k = kernel_of(GATHER "  %p = ub.poison : tensor<3xi32>\n"
                              "  %m = arith.constant dense<[true, false, true]> : tensor<3xi1>\n"
                              "  %u = arith.select %m, %v, %p : tensor<3xi1>, tensor<3xi32>\n"
                              "  %g = tri.gather %u at %j axis 0 : tensor<3xi32>, tensor<4xi8>\n"
                              "  tri.store %g to %py : tensor<4xi32>\n  return\n}\n");
  run_faults(&k, PARTS("tri.store: element [1] of program (0, 0, 0) writes a value that is undefined"),
             ARGS(buffer("x", x, sizeof x), buffer("i", all, sizeof all), buffer("y", y, sizeof y)));
  run_ok(&k, ARGS(buffer("x", x, sizeof x), buffer("i", others, sizeof others), buffer("y", y, sizeof y)));
  kernel_free(&k);
}

/* ---- histogram ---- */

enum { ROWS = 7, COLUMNS = 11, N = ROWS * COLUMNS };

/* Values of the type's whole range, over `bins` bins, every third masked off. */
static void check_histogram(const char *type, int width, int bins, bool masked)
{
  static char text[4096];
  unsigned char x[N * 8] = {0}, mask[N];
  static int32_t y[1000];
  int32_t want[1000] = {0};
  size_t bytes = width < 8 ? 1 : (size_t)width / 8;
  uint64_t seed = (uint64_t)width;
  for (size_t k = 0; k < N; k++) {
    uint64_t v = k % 4 ? random_next(&seed) % 20 : random_next(&seed);
    v &= width == 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1;
    memcpy(x + k * bytes, &v, bytes);
    mask[k] = k % 3 != 0;
    if (v < (uint64_t)bins && (mask[k] || !masked))
      want[v]++;
  }
  snprintf(
      text, sizeof text,
      "func.func @f(%%x: !tri.ptr<%s>, %%m: !tri.ptr<i1>, %%y: !tri.ptr<i32>) attributes {tri.kernel} {\n"
      "  %%i = tri.range : tensor<%dxi32>\n  %%j = tri.range : tensor<%dxi32>\n"
      "  %%px = tri.addptr %%x, %%i : !tri.ptr<%s>, tensor<%dxi32>\n"
      "  %%pm = tri.addptr %%m, %%i : !tri.ptr<i1>, tensor<%dxi32>\n"
      "  %%py = tri.addptr %%y, %%j : !tri.ptr<i32>, tensor<%dxi32>\n"
      "  %%v = tri.load %%px : tensor<%dx%s>\n  %%k = tri.load %%pm : tensor<%dxi1>\n"
      "  %%w = tri.reshape %%v : tensor<%dx%s> -> tensor<%dx%dx%s>\n"
      "  %%l = tri.reshape %%k : tensor<%dxi1> -> tensor<%dx%dxi1>\n"
      "  %%h = tri.histogram %%w%s : tensor<%dx%dx%s> -> tensor<%dxi32>\n"
      "  tri.store %%h to %%py : tensor<%dxi32>\n  return\n}\n",
      type, N, bins, type, N, N, bins, N, type, N, N, type, ROWS, COLUMNS, type, N, ROWS, COLUMNS,
      masked ? " where %l" : "", ROWS, COLUMNS, type, bins, bins);
  text_ok(text, ARGS(buffer("x", x, N * bytes), buffer("m", mask, N), buffer("y", y, (size_t)bins * 4)));
  assert_memory_equal(y, want, (size_t)bins * 4);
}

static void test_histogram(void **state)
{
  (void)state;
  for (int masked = 0; masked < 2; masked++) {
    check_histogram("i1", 1, 2, masked);
    check_histogram("i1", 1, 1, masked);
    check_histogram("i8", 8, 256, masked);
    check_histogram("i8", 8, 13, masked);
    check_histogram("i16", 16, 1000, masked);
    check_histogram("i32", 32, 16, masked);
    check_histogram("i64", 64, 20, masked);
  }
}

#define HISTOGRAM                                                                                            \
  "func.func @f(%y: !tri.ptr<i32>) attributes {tri.kernel} {\n"                                              \
  "  %i = tri.range : tensor<4xi32>\n"                                                                       \
  "  %py = tri.addptr %y, %i : !tri.ptr<i32>, tensor<4xi32>\n"                                               \
  "  %p = ub.poison : tensor<4xi32>\n  %q = ub.poison : tensor<4xi1>\n"                                      \
  "  %m = arith.constant dense<[true, true, false, true]> : tensor<4xi1>\n"                                  \
  "  %u = arith.select %m, %i, %p : tensor<4xi1>, tensor<4xi32>\n"

static void test_histogram_undefined(void **state)
{
  (void)state;
  int32_t y[4] = {-1, -1, -1, -1}, want[] = {1, 1, 0, 1};
  text_ok(HISTOGRAM "  %h = tri.histogram %u where %m : tensor<4xi32> -> tensor<4xi32>\n"
                    "  tri.store %h to %py : tensor<4xi32>\n  return\n}\n",
          ARGS(buffer("y", y, sizeof y)));
  assert_memory_equal(y, want, sizeof want);
  text_faults(HISTOGRAM "  %h = tri.histogram %u : tensor<4xi32> -> tensor<4xi32>\n"
                        "  tri.store %h to %py : tensor<4xi32>\n  return\n}\n",
              PARTS("tri.store: element [0] of program (0, 0, 0) writes a value that is undefined"),
              ARGS(buffer("y", y, sizeof y)));
  text_faults(HISTOGRAM "  %h = tri.histogram %i where %q : tensor<4xi32> -> tensor<4xi32>\n  return\n}\n",
              PARTS("tri.histogram: element [0] of program (0, 0, 0) has a mask that is undefined"),
              ARGS(buffer("y", y, sizeof y)));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_gather),
      cmocka_unit_test(test_gather_faults),
      cmocka_unit_test(test_gather_undefined),
      cmocka_unit_test(test_histogram),
      cmocka_unit_test(test_histogram_undefined),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
