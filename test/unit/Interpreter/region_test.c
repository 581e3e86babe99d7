/* Regions of tri.reduce, tri.scan and tri.map: several operands, order, scalars from outside, control flow,
 * undefined elements and faults. */
#include "harness.h"

#include <math.h>

/* ---- several operands ---- */

/* The composition of maps x -> a·x + b, which does not commute. */
#define COMPOSE                                                                                              \
  "by (%%a0, %%b0), (%%a1, %%b1) {\n    %%a2 = arith.muli %%a0, %%a1 : i32\n    %%t = arith.muli %%a1, "     \
  "%%b0 : i32\n"                                                                                             \
  "    %%b2 = arith.addi %%t, %%b1 : i32\n    tri.yield %%a2, %%b2 : i32, i32\n  }\n"

enum { ROWS = 3, STEPS = 7, COLUMNS = 5, N = ROWS * STEPS * COLUMNS };

static void check_composition(const char *op, int reduces, int reverse)
{
  static char text[4096];
  uint32_t a[N], b[N], p[N] = {0}, q[N] = {0};
  uint64_t seed = 7;
  int m = reduces ? ROWS * COLUMNS : N;
  for (int k = 0; k < N; k++)
    a[k] = (uint32_t)random_next(&seed), b[k] = (uint32_t)random_next(&seed);
  snprintf(
      text, sizeof text,
      "func.func @f(%%a: !tri.ptr<i32>, %%b: !tri.ptr<i32>, %%p: !tri.ptr<i32>, %%q: !tri.ptr<i32>) "
      "attributes "
      "{tri.kernel} {\n  %%i = tri.range : tensor<%dxi32>\n  %%j = tri.range : tensor<%dxi32>\n"
      "  %%pa = tri.addptr %%a, %%i : !tri.ptr<i32>, tensor<%dxi32>\n"
      "  %%pb = tri.addptr %%b, %%i : !tri.ptr<i32>, tensor<%dxi32>\n"
      "  %%pp = tri.addptr %%p, %%j : !tri.ptr<i32>, tensor<%dxi32>\n"
      "  %%pq = tri.addptr %%q, %%j : !tri.ptr<i32>, tensor<%dxi32>\n"
      "  %%la = tri.load %%pa : tensor<%dxi32>\n  %%lb = tri.load %%pb : tensor<%dxi32>\n"
      "  %%va = tri.reshape %%la : tensor<%dxi32> -> tensor<3x7x5xi32>\n"
      "  %%vb = tri.reshape %%lb : tensor<%dxi32> -> tensor<3x7x5xi32>\n"
      "  %%r, %%s = %s : tensor<3x7x5xi32>, tensor<3x7x5xi32> " COMPOSE
      "  %%u = tri.reshape %%r : %s -> tensor<%dxi32>\n  %%w = tri.reshape %%s : %s -> tensor<%dxi32>\n"
      "  tri.store %%u to %%pp : tensor<%dxi32>\n  tri.store %%w to %%pq : tensor<%dxi32>\n  return\n}\n",
      N, m, N, N, m, m, N, N, N, N, op, reduces ? "tensor<3x5xi32>" : "tensor<3x7x5xi32>", m,
      reduces ? "tensor<3x5xi32>" : "tensor<3x7x5xi32>", m, m, m);
  text_ok(text, ARGS(buffer("a", a, sizeof a), buffer("b", b, sizeof b), buffer("p", p, (size_t)m * 4),
                     buffer("q", q, (size_t)m * 4)));
  for (int row = 0; row < ROWS; row++)
    for (int column = 0; column < COLUMNS; column++) {
      uint32_t factor = 1, sum = 0;
      for (int step = 0; step < STEPS; step++) {
        int at = (row * STEPS + (reverse ? STEPS - 1 - step : step)) * COLUMNS + column;
        sum = step ? a[at] * sum + b[at] : b[at];
        factor = step ? factor * a[at] : a[at];
        if (!reduces) {
          assert_int_equal(p[at], factor);
          assert_int_equal(q[at], sum);
        }
      }
      if (reduces) {
        assert_int_equal(p[row * COLUMNS + column], factor);
        assert_int_equal(q[row * COLUMNS + column], sum);
      }
    }
}

static void test_order(void **state)
{
  (void)state;
  check_composition("tri.reduce %va, %vb axis 1", 1, 0);
  check_composition("tri.scan %va, %vb axis 1", 0, 0);
  check_composition("tri.scan %va, %vb axis 1 reverse", 0, 1);
}

/* The right element alone, and the arguments the other way round: what is yielded may be any of them. */
static void test_yields_arguments(void **state)
{
  (void)state;
  int32_t y[12] = {0};
  text_ok("func.func @f(%y: !tri.ptr<i32>) attributes {tri.kernel} {\n"
          "  %x = arith.constant dense<[3, 6, 9]> : tensor<3xi32>\n"
          "  %i = tri.range : tensor<3xi32>\n  %py = tri.addptr %y, %i : !tri.ptr<i32>, tensor<3xi32>\n"
          "  %c3 = arith.constant 3 : i32\n  %c5 = arith.constant 5 : i32\n"
          "  %last = tri.reduce %x axis 0 : tensor<3xi32> by (%a), (%b) {\n    tri.yield %b : i32\n  }\n"
          "  %u, %v = tri.scan %x, %x axis 0 : tensor<3xi32>, tensor<3xi32> by (%a, %b), (%c, %d) {\n"
          "    tri.yield %d, %a : i32, i32\n  }\n"
          "  %s, %t = tri.reduce %x, %i axis 0 : tensor<3xi32>, tensor<3xi32> by (%a, %b), (%c, %d) {\n"
          "    tri.yield %c5, %a : i32, i32\n  }\n"
          "  tri.store %last to %y : i32\n"
          "  %p1 = tri.addptr %y, %c3 : !tri.ptr<i32>, i32\n  %p2 = tri.addptr %p1, %i : !tri.ptr<i32>, "
          "tensor<3xi32>\n"
          "  tri.store %u to %p2 : tensor<3xi32>\n"
          "  %p3 = tri.addptr %p1, %c3 : !tri.ptr<i32>, i32\n  %p4 = tri.addptr %p3, %i : !tri.ptr<i32>, "
          "tensor<3xi32>\n"
          "  tri.store %v to %p4 : tensor<3xi32>\n"
          "  %p5 = tri.addptr %p3, %c3 : !tri.ptr<i32>, i32\n"
          "  tri.store %s to %p5 : i32\n"
          "  return\n}\n",
          ARGS(buffer("y", y, sizeof y)));
  /* u_k = x_k and v_k = u_(k-1), from u_0 = v_0 = 3 */
  const int32_t scans[] = {3, 6, 9, 3, 3, 6, 5};
  assert_int_equal(y[0], 9);
  assert_memory_equal(y + 3, scans, sizeof scans);
}

/* ---- argmax ---- */

#define ARGMAX                                                                                               \
  "func.func @f(%x: !tri.ptr<f32>, %y: !tri.ptr<f32>, %k: !tri.ptr<i64>) attributes {tri.kernel} {\n"        \
  "  %i = tri.range : tensor<6xi64>\n  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<6xi64>\n"             \
  "  %v = tri.load %px : tensor<6xf32>\n"                                                                    \
  "  %m, %at = tri.reduce %v, %i axis 0 : tensor<6xf32>, tensor<6xi64> by (%a, %ia), (%b, %ib) {\n"          \
  "    %gt = arith.cmpf ogt, %a, %b : f32\n    %eq = arith.cmpf oeq, %a, %b : f32\n"                         \
  "    %first = arith.cmpi slt, %ia, %ib : i64\n    %tie = arith.andi %eq, %first : i1\n"                    \
  "    %keep = arith.ori %gt, %tie : i1\n    %w = arith.select %keep, %a, %b : f32\n"                        \
  "    %j = arith.select %keep, %ia, %ib : i64\n    tri.yield %w, %j : f32, i64\n  }\n"                      \
  "  tri.store %m to %y : f32\n  tri.store %at to %k : i64\n  return\n}\n"

static void test_argmax(void **state)
{
  (void)state;
  float ties[] = {2, 2, 2, 2, 2, 2}, some[] = {-1, 4, 0, 4, 4, -7}, y = 0;
  int64_t at = -1;
  Kernel k = kernel_of(ARGMAX);
  run_ok(&k, ARGS(buffer("x", ties, sizeof ties), buffer("y", &y, 4), buffer("k", &at, 8)));
  assert_true(y == 2 && at == 0);
  run_ok(&k, ARGS(buffer("x", some, sizeof some), buffer("y", &y, 4), buffer("k", &at, 8)));
  assert_true(y == 4 && at == 1);
  kernel_free(&k);
}

/* ---- a scan in a loop ---- */

/* The cumulative sum of n numbers in eight rounds of 16, masked; the sum so far is carried. */
static void test_cumulative_sum_in_a_loop(void **state)
{
  (void)state;
  static const char text[] =
      "func.func @f(%x: !tri.ptr<i32>, %y: !tri.ptr<i32>, %n: i32) attributes {tri.kernel} {\n"
      "  %c0 = arith.constant 0 : i32\n  %c1 = arith.constant 1 : i32\n  %c8 = arith.constant 8 : i32\n"
      "  %c16 = arith.constant 16 : i32\n  %i = tri.range : tensor<16xi32>\n"
      "  %ns = tri.splat %n : tensor<16xi32>\n"
      "  %all = scf.for %k = %c0 to %c8 step %c1 iter_args(%sum = %c0) -> i32 : i32 {\n"
      "    %start = arith.muli %k, %c16 : i32\n    %s = tri.splat %start : tensor<16xi32>\n"
      "    %at = arith.addi %i, %s : tensor<16xi32>\n    %in = arith.cmpi slt, %at, %ns : tensor<16xi32>\n"
      "    %px = tri.addptr %x, %at : !tri.ptr<i32>, tensor<16xi32>\n"
      "    %py = tri.addptr %y, %at : !tri.ptr<i32>, tensor<16xi32>\n"
      "    %v = tri.load %px where %in : tensor<16xi32>\n    %c = tri.scan add %v axis 0 : tensor<16xi32>\n"
      "    %before = tri.splat %sum : tensor<16xi32>\n    %r = arith.addi %c, %before : tensor<16xi32>\n"
      "    tri.store %r to %py where %in : tensor<16xi32>\n    %t = tri.reduce add %v axis 0 : "
      "tensor<16xi32>\n"
      "    %next = arith.addi %sum, %t : i32\n    scf.yield %next : i32\n  }\n  return\n}\n";
  Kernel k = kernel_of(text);
  for (int n = 0; n <= 128; n += n < 32 ? 1 : 19) {
    int32_t x[128], y[129], sum = 0;
    for (int j = 0; j < 128; j++)
      x[j] = j * j - 1000, y[j] = 77;
    run_ok(&k, ARGS(buffer("x", x, (size_t)n * 4), buffer("y", y, (size_t)n * 4), scalar((uint64_t)n)));
    for (int j = 0; j < n; j++) {
      sum += x[j];
      assert_int_equal(y[j], sum);
    }
    assert_int_equal(n < 128 ? y[n] : 77, 77);
  }
  kernel_free(&k);
}

/* ---- map ---- */

/* Newton's square root of integers, by a loop whose length is each element's own; two results of other types.
 */
static void test_map_with_control_flow(void **state)
{
  (void)state;
  static const char text[] =
      "func.func @f(%x: !tri.ptr<i32>, %y: !tri.ptr<i64>, %z: !tri.ptr<i1>, %offset: i32) attributes "
      "{tri.kernel} {\n"
      "  %i = tri.range : tensor<15xi32>\n  %c1 = arith.constant 1 : i32\n  %c0 = arith.constant 0 : i32\n"
      "  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<15xi32>\n"
      "  %py = tri.addptr %y, %i : !tri.ptr<i64>, tensor<15xi32>\n"
      "  %pz = tri.addptr %z, %i : !tri.ptr<i1>, tensor<15xi32>\n"
      "  %l = tri.load %px : tensor<15xi32>\n  %v = tri.reshape %l : tensor<15xi32> -> tensor<3x5xi32>\n"
      "  %r, %s = tri.map %v : tensor<3x5xi32> by (%n) {\n"
      "    %root, %square = scf.while (%k = %c0, %q = %c0) : (i32, i32) -> (i32, i32) {\n"
      "      %more = arith.cmpi ult, %q, %n : i32\n      scf.condition(%more) %k, %q : i32, i32\n    } do {\n"
      "    ^bb0(%k: i32, %q: i32):\n      %next = arith.addi %k, %c1 : i32\n"
      "      %p = arith.muli %next, %next : i32\n      scf.yield %next, %p : i32, i32\n    }\n"
      "    %exact = arith.cmpi eq, %square, %n : i32\n"
      "    %o = scf.if %exact -> i32 {\n      scf.yield %root : i32\n    } else {\n"
      "      %m = arith.addi %root, %offset : i32\n      scf.yield %m : i32\n    }\n"
      "    %wide = arith.extsi %o : i32 to i64\n    tri.yield %wide, %exact : i64, i1\n  }\n"
      "  %fr = tri.reshape %r : tensor<3x5xi64> -> tensor<15xi64>\n"
      "  %fs = tri.reshape %s : tensor<3x5xi1> -> tensor<15xi1>\n"
      "  tri.store %fr to %py : tensor<15xi64>\n  tri.store %fs to %pz : tensor<15xi1>\n  return\n}\n";
  int32_t x[15];
  int64_t y[15];
  uint8_t z[15];
  for (int k = 0; k < 15; k++)
    x[k] = k % 3 ? k * 5 : k * k;
  text_ok(text,
          ARGS(buffer("x", x, sizeof x), buffer("y", y, sizeof y), buffer("z", z, sizeof z), scalar(1000)));
  for (int k = 0; k < 15; k++) {
    int root = (int)ceil(sqrt(x[k]));
    assert_int_equal(z[k], root * root == x[k]);
    assert_int_equal(y[k], root + (z[k] ? 0 : 1000));
  }
}

/* ---- undefined elements ---- */

#define PARTLY                                                                                               \
  "func.func @f(%y: !tri.ptr<i32>) attributes {tri.kernel} {\n  %i = tri.range : tensor<4xi32>\n"            \
  "  %py = tri.addptr %y, %i : !tri.ptr<i32>, tensor<4xi32>\n  %p = ub.poison : tensor<4xi32>\n"             \
  "  %m = arith.constant dense<[true, true, false, true]> : tensor<4xi1>\n"                                  \
  "  %first = arith.constant dense<[true, true, false, false]> : tensor<4xi1>\n"                             \
  "  %last = arith.constant dense<[false, false, false, true]> : tensor<4xi1>\n"                             \
  "  %u = arith.select %m, %i, %p : tensor<4xi1>, tensor<4xi32>\n"
/* The same, run rather than folded. */
#define RUN                                                                                                  \
  " : tensor<4xi32> by (%a), (%b) {\n    %unused = arith.subi %a, %b : i32\n"                                \
  "    %s = arith.addi %a, %b : i32\n    tri.yield %s : i32\n  }\n"
#define STORE(mask) "  tri.store %s to %py where %" mask " : tensor<4xi32>\n  return\n}\n"

static void test_undefined_elements(void **state)
{
  (void)state;
  static const char *const scans[] = {"  %s = tri.scan add %u axis 0 : tensor<4xi32>\n",
                                      "  %s = tri.scan %u axis 0" RUN};
  static const char *const backwards[] = {"  %s = tri.scan add %u axis 0 reverse : tensor<4xi32>\n",
                                          "  %s = tri.scan %u axis 0 reverse" RUN};
  static const char *const sums[] = {"  %s = tri.reduce add %u axis 0 : tensor<4xi32>\n",
                                     "  %s = tri.reduce %u axis 0" RUN};
  int32_t y[4] = {-1, -1, -1, -1};
  char text[2048];
  for (int k = 0; k < 2; k++) {
    snprintf(text, sizeof text, "%s%s%s", PARTLY, scans[k], STORE("first"));
    text_ok(text, ARGS(buffer("y", y, sizeof y)));
    assert_int_equal(y[1], 1);
    snprintf(text, sizeof text, "%s%s%s", PARTLY, scans[k], STORE("last"));
    text_faults(text, PARTS("element [3]", "writes a value that is undefined"),
                ARGS(buffer("y", y, sizeof y)));
    snprintf(text, sizeof text, "%s%s%s", PARTLY, backwards[k], STORE("last"));
    text_ok(text, ARGS(buffer("y", y, sizeof y)));
    assert_int_equal(y[3], 3);
    snprintf(text, sizeof text, "%s%s%s", PARTLY, backwards[k], STORE("first"));
    text_faults(text, PARTS("element [0]", "writes a value that is undefined"),
                ARGS(buffer("y", y, sizeof y)));
    snprintf(text, sizeof text, "%s%s  tri.store %%s to %%y : i32\n  return\n}\n", PARTLY, sums[k]);
    text_faults(text, PARTS("writes a value that is undefined"), ARGS(buffer("y", y, sizeof y)));
  }
}

/* What the region does not choose does not count; nor do other rows. */
static void test_undefined_not_chosen(void **state)
{
  (void)state;
  int32_t y[4] = {-1, -1, -1, -1}, want[] = {10, 11, 7, 13};
  text_ok(PARTLY "  %c7 = arith.constant 7 : i32\n  %c10 = arith.constant 10 : i32\n"
                 "  %all = arith.constant dense<true> : tensor<4xi1>\n"
                 "  %s = tri.map %u, %m : tensor<4xi32>, tensor<4xi1> by (%a, %on) {\n"
                 "    %t = arith.addi %a, %c10 : i32\n    %r = arith.select %on, %t, %c7 : i32\n"
                 "    tri.yield %r : i32\n  }\n" STORE("all"),
          ARGS(buffer("y", y, sizeof y)));
  assert_memory_equal(y, want, sizeof want);
  text_ok(PARTLY
          "  %square = tri.reshape %u : tensor<4xi32> -> tensor<2x2xi32>\n"
          "  %sums = tri.reduce add %square axis 1 : tensor<2x2xi32>\n"
          "  %k = tri.range : tensor<2xi32>\n  %pk = tri.addptr %y, %k : !tri.ptr<i32>, tensor<2xi32>\n"
          "  %one = arith.constant dense<[true, false]> : tensor<2xi1>\n"
          "  tri.store %sums to %pk where %one : tensor<2xi32>\n  return\n}\n",
          ARGS(buffer("y", y, sizeof y)));
  assert_int_equal(y[0], 1);
}

/* Overflow flags in a region make undefined elements. */
static void test_overflow_in_a_region(void **state)
{
  (void)state;
  int32_t y[4];
  text_faults("func.func @f(%y: !tri.ptr<i32>) attributes {tri.kernel} {\n"
              "  %x = arith.constant dense<[2147483647, 1]> : tensor<2xi32>\n"
              "  %r = tri.reduce %x axis 0 : tensor<2xi32> by (%a), (%b) {\n"
              "    %s = arith.addi %a, %b overflow<nsw> : i32\n    tri.yield %s : i32\n  }\n"
              "  tri.store %r to %y : i32\n  return\n}\n",
              PARTS("writes a value that is undefined", "arith.addi at k.mlir:4:10"),
              ARGS(buffer("y", y, 4)));
}

/* ---- faults ---- */

#define DIVIDES                                                                                              \
  "func.func @f(%x: !tri.ptr<i32>, %y: !tri.ptr<i32>) attributes {tri.kernel} {\n"                           \
  "  %i = tri.range : tensor<6xi32>\n  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<6xi32>\n"             \
  "  %l = tri.load %px : tensor<6xi32>\n  %v = tri.reshape %l : tensor<6xi32> -> tensor<2x3xi32>\n"          \
  "  %c1 = arith.constant 1 : i32\n"

static void test_faults_name_the_element(void **state)
{
  (void)state;
  int32_t x[] = {1, 2, 3, 4, 0, 6}, y[6];
  text_faults(DIVIDES "  %r = tri.map %v : tensor<2x3xi32> by (%a) {\n    %q = arith.divsi %c1, %a : i32\n"
                      "    tri.yield %q : i32\n  }\n  return\n}\n",
              PARTS("k.mlir:8:10: arith.divsi: element [1, 1] of program (0, 0, 0) divides by zero"),
              ARGS(buffer("x", x, sizeof x), buffer("y", y, sizeof y)));
  text_faults(DIVIDES "  %r = tri.scan %v axis 0 : tensor<2x3xi32> by (%a), (%b) {\n"
                      "    %q = arith.divsi %a, %b : i32\n    tri.yield %q : i32\n  }\n  return\n}\n",
              PARTS("k.mlir:8:10: arith.divsi: element [1, 1] of program (0, 0, 0) divides by zero"),
              ARGS(buffer("x", x, sizeof x), buffer("y", y, sizeof y)));
  text_faults(
      DIVIDES "  %r = tri.reduce %v axis 1 : tensor<2x3xi32> by (%a), (%b) {\n"
              "    %p = ub.poison : i1\n    %q = scf.if %p -> i32 {\n      scf.yield %a : i32\n"
              "    } else {\n      scf.yield %b : i32\n    }\n    tri.yield %q : i32\n  }\n  return\n}\n",
      PARTS("k.mlir:9:10: scf.if: element [0, 1] of program (0, 0, 0) branches on a condition that is "
            "undefined"),
      ARGS(buffer("x", x, sizeof x), buffer("y", y, sizeof y)));
}

/* After a region the faults of scalar ops name no element. */
static void test_faults_after_a_region(void **state)
{
  (void)state;
  int32_t x[] = {1, 2, 3, 4, 5, 6}, y[6];
  text_faults(DIVIDES "  %r = tri.map %v : tensor<2x3xi32> by (%a) {\n    %q = arith.divsi %c1, %a : i32\n"
                      "    tri.yield %q : i32\n  }\n  %c0 = arith.constant 0 : i32\n"
                      "  %z = arith.divsi %c1, %c0 : i32\n  return\n}\n",
              PARTS("k.mlir:12:8: arith.divsi: program (0, 0, 0) divides by zero"),
              ARGS(buffer("x", x, sizeof x), buffer("y", y, sizeof y)));
}

/* A region that does not end is stopped as any loop. */
static void test_endless_region(void **state)
{
  (void)state;
  int32_t x[6] = {0}, y[6];
  Kernel k = kernel_of(DIVIDES "  %true = arith.constant true\n"
                               "  %r = tri.map %v : tensor<2x3xi32> by (%a) {\n"
                               "    %q = scf.while (%t = %a) : (i32) -> i32 {\n"
                               "      scf.condition(%true) %t : i32\n    } do {\n    ^bb0(%t: i32):\n"
                               "      scf.yield %t : i32\n    }\n    tri.yield %q : i32\n  }\n  return\n}\n");
  InterpreterFault fault;
  const uint64_t args[] = {(uintptr_t)x, (uintptr_t)y};
  const InterpreterBuffer buffers[] = {{"x", x, sizeof x}, {"y", y, sizeof y}};
  assert_false(interpreter_run(k.in,
                               &(InterpreterRun){.grid = {1, 1, 1},
                                                 .args = args,
                                                 .n_args = 2,
                                                 .buffers = buffers,
                                                 .n_buffers = 2,
                                                 .threads = 1,
                                                 .max_steps = 10000},
                               &fault));
  assert_non_null(strstr(fault.message, "element [0, 0] of program (0, 0, 0) runs longer than the limit"));
  kernel_free(&k);
}

static void test_refused(void **state)
{
  (void)state;
  text_refused(
      "func.func @f() attributes {tri.kernel} {\n  %x = arith.constant dense<1.0> : tensor<4xf8E5M2>\n"
      "  %r = tri.reduce add %x axis 0 : tensor<4xf8E5M2>\n  return\n}\n",
      PARTS("k.mlir:3:8", "'arith.addf' op is not executed on f8E5M2"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_yields_arguments),
      cmocka_unit_test(test_argmax),
      cmocka_unit_test(test_cumulative_sum_in_a_loop),
      cmocka_unit_test(test_map_with_control_flow),
      cmocka_unit_test(test_undefined_elements),
      cmocka_unit_test(test_undefined_not_chosen),
      cmocka_unit_test(test_overflow_in_a_region),
      cmocka_unit_test(test_faults_name_the_element),
      cmocka_unit_test(test_faults_after_a_region),
      cmocka_unit_test(test_endless_region),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
