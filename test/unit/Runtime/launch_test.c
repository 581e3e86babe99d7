/* Launches: each misuse is refused before anything runs and says what was wrong; what is right runs. */
#include "module.h"

#include <math.h>
#include <string.h>

/* One argument of each kind; stores a 1 to p so that a run shows. */
static const char kernel[] =
    "func.func @k(%p: !tri.ptr<f32> {tri.divisibility = 64 : i32}, %n: i32 {tri.divisibility = 4 : i32}, %b: "
    "i8, "
    "%flag: i1, %w: i64, %h: f16) attributes {tri.kernel, tri.grid = \"cdiv(n, 4), w\"} {\n"
    "  %one = arith.constant 1.0 : f32\n"
    "  tri.store %one to %p : f32\n"
    "  return\n}\n";
enum { P, N, B, FLAG, W, H, ARGS };

static _Alignas(64) float memory[32];

typedef struct {
  TriArg args[ARGS + 1];
  size_t n;
  int64_t grid[3];
} Call;

static Call good(void)
{
  memset(memory, 0, sizeof memory);
  return (Call){{tri_buffer(memory, sizeof memory), tri_int(8), tri_int(-3), tri_int(1), tri_int(INT64_MIN),
                 tri_float(0.5)},
                ARGS,
                {1, 1, 1}};
}

static TriStatus launch(Module *m, const Call *c, TriStats *stats)
{
  TriLaunch l = {.grid = {c->grid[0], c->grid[1], c->grid[2]}, .args = c->args, .n_args = c->n, .threads = 1};
  return tri_launch(m->kernel, &l, stats);
}

static void expect_refused(Module *m, const Call *c, const char *error)
{
  assert_int_equal(launch(m, c, NULL), TRI_USAGE);
  expect_error(m->compiler, TRI_USAGE, error);
  assert_true(memory[0] == 0);
}

static void test_good(void **state)
{
  (void)state;
  Module m = module_of(kernel);
  Call c = good();
  TriStats stats = {.seconds = -1};
  assert_int_equal(launch(&m, &c, &stats), TRI_OK);
  assert_true(memory[0] == 1 && memory[1] == 0);
  assert_true(stats.programs == 1 && stats.threads == 1 && stats.seconds >= 0);
  module_free(&m);
}

/* A kernel with an op that compiled code does not have; when tri.dot is compiled, take another. */
static const char only_ref[] =
    "func.func @k(%p: !tri.ptr<i32>) attributes {tri.kernel} {\n"
    "  %ones = arith.constant dense<1.0> : tensor<8x8xf32>\n"
    "  %zero = arith.constant dense<0.0> : tensor<8x8xf32>\n"
    "  %d = tri.dot %ones, %ones, %zero : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>\n"
    "  %h = arith.fptosi %d : tensor<8x8xf32> to tensor<8x8xi32>\n"
    "  %q = tri.splat %p : tensor<8x8x!tri.ptr<i32>>\n"
    "  tri.store %h to %q : tensor<8x8xi32>\n"
    "  return\n}\n"
    "func.func private @twice() { func.call @once() : () -> () func.call @twice() : () -> () return }\n"
    "func.func private @once() { return }\n"
    "func.func @calls() attributes {tri.kernel} { func.call @twice() : () -> () return }\n";

/* It is said, and AUTO takes the interpreter; a target that is named is not replaced. */
static void test_not_compiled(void **state)
{
  (void)state;
  Module m = module_of(only_ref);
  int32_t count = 0;
  TriArg arg = tri_buffer(&count, sizeof count);
  TriLaunch l = {.target = TRI_TARGET_AUTO, .grid = {1, 1, 1}, .args = &arg, .n_args = 1, .threads = 1};
  TriStats stats;
  const char *why = NULL;
  for (int i = 0; i < 2; i++) {
    assert_false(tri_kernel_compiles(m.kernel, &why));
    assert_string_equal(why, "tri.dot at k.mlir:4:8 is not compiled yet");
  }
  assert_int_equal(tri_launch(m.kernel, &l, &stats), TRI_OK);
  assert_true(stats.target == TRI_TARGET_REF && count == 8);
  l.target = TRI_TARGET_SIM;
  assert_int_equal(tri_launch(m.kernel, &l, NULL), TRI_COMPILE);
  expect_error(m.compiler, TRI_COMPILE, "'tri.dot' op is not compiled yet");
  assert_true(tri_kernel_compiles(tri_module_kernel(m.module, "calls"), &why));
  assert_null(why);
  module_free(&m);
  m = module_of(kernel);
  assert_true(tri_kernel_compiles(m.kernel, NULL));
  module_free(&m);
}

static void test_argument_count(void **state)
{
  (void)state;
  Module m = module_of(kernel);
  Call c = good();
  c.n = ARGS - 1;
  expect_refused(&m, &c, "kernel 'k' takes 6 arguments; 5 were passed");
  c.n = ARGS + 1;
  expect_refused(&m, &c, "kernel 'k' takes 6 arguments; 7 were passed");
  module_free(&m);
}

static void test_argument_kinds(void **state)
{
  (void)state;
  const struct {
    int at;
    TriArg arg;
    const char *error;
  } cases[] = {
      {P, tri_int(0), "argument 'p' is a buffer; an integer was passed"},
      {P, tri_float(0), "argument 'p' is a buffer; a float was passed"},
      {N, tri_float(8), "argument 'n' is an integer; a float was passed"},
      {N, tri_buffer(memory, 4), "argument 'n' is an integer; a buffer was passed"},
      {FLAG, tri_float(1), "argument 'flag' is an integer; a float was passed"},
      {H, tri_int(1), "argument 'h' is a float; an integer was passed"},
      {H, tri_buffer(memory, 4), "argument 'h' is a float; a buffer was passed"},
  };
  Module m = module_of(kernel);
  for (size_t i = 0; i < COUNT(cases); i++) {
    Call c = good();
    c.args[cases[i].at] = cases[i].arg;
    expect_refused(&m, &c, cases[i].error);
  }
  module_free(&m);
}

/* A signed or an unsigned value of the parameter's width fits; one past either does not. */
static void test_values_that_fit(void **state)
{
  (void)state;
  static const struct {
    int at;
    int64_t value;
    const char *error; /* NULL: it fits */
  } cases[] = {
      {B, -128, NULL},
      {B, 255, NULL},
      {B, -129, "argument 'b' is an i8; -129 does not fit"},
      {B, 256, "argument 'b' is an i8; 256 does not fit"},
      {N, INT32_MIN, NULL},
      {N, INT64_C(4294967292), NULL},
      {N, INT64_C(4294967296), "argument 'n' is an i32; 4294967296 does not fit"},
      {N, INT64_C(-2147483652), "argument 'n' is an i32; -2147483652 does not fit"},
      {FLAG, 0, NULL},
      {FLAG, -1, NULL},
      {FLAG, 2, "argument 'flag' is an i1; 2 does not fit"},
      {W, INT64_MAX, NULL},
  };
  Module m = module_of(kernel);
  for (size_t i = 0; i < COUNT(cases); i++) {
    Call c = good();
    c.args[cases[i].at].i = cases[i].value;
    if (cases[i].error)
      expect_refused(&m, &c, cases[i].error);
    else if (launch(&m, &c, NULL) != TRI_OK)
      fail_msg("case %zu: %s", i, tri_error(m.compiler));
  }
  module_free(&m);
}

static void test_promises(void **state)
{
  (void)state;
  Module m = module_of(kernel);
  Call c = good();
  c.args[P] = tri_buffer((char *)memory + 32, 64);
  expect_refused(&m, &c, "argument 'p': the kernel promises a address divisible by 64 (tri.divisibility)");
  c = good();
  c.args[N].i = 6;
  expect_refused(&m, &c,
                 "argument 'n': the kernel promises a value divisible by 4 (tri.divisibility); 6 is not");
  c.args[N].i = -8;
  assert_int_equal(launch(&m, &c, NULL), TRI_OK);
  module_free(&m);
}

static void test_grids(void **state)
{
  (void)state;
  static const struct {
    int64_t grid[3];
    const char *error;
  } cases[] = {
      {{-1, 1, 1}, "grid: extent -1 on axis x is negative"},
      {{1, -7, 1}, "grid: extent -7 on axis y is negative"},
      {{1, 1, INT64_MIN}, "on axis z is negative"},
      {{0, 1, -1}, "grid: extent -1 on axis z is negative"},
      {{INT64_C(2147483648), 1, 1}, "grid: extent 2147483648 on axis x is too large; at most 2147483647 fit"},
      {{1, 65536, 1}, "grid: extent 65536 on axis y is too large; at most 65535 fit"},
      {{1, 1, 65536}, "grid: extent 65536 on axis z is too large; at most 65535 fit"},
      {{0, 65536, 1}, "on axis y is too large"},
  };
  Module m = module_of(kernel);
  for (size_t i = 0; i < COUNT(cases); i++) {
    Call c = good();
    memcpy(c.grid, cases[i].grid, sizeof c.grid);
    expect_refused(&m, &c, cases[i].error);
  }
  assert_true(tri_grid_limit(0) == INT32_MAX && tri_grid_limit(1) == 65535 && tri_grid_limit(2) == 65535);
  assert_true(tri_grid_limit(-1) == 0 && tri_grid_limit(3) == 0);
  module_free(&m);
}

/* A zero extent on any axis runs nothing and is no error, however large the others. */
static void test_empty_grid(void **state)
{
  (void)state;
  Module m = module_of(kernel);
  for (int axis = 0; axis < 3; axis++) {
    Call c = good();
    TriStats stats = {.programs = -1};
    for (int i = 0; i < 3; i++)
      c.grid[i] = i == axis ? 0 : tri_grid_limit(i);
    assert_int_equal(launch(&m, &c, &stats), TRI_OK);
    assert_int_equal(stats.programs, 0);
    assert_true(memory[0] == 0);
  }
  module_free(&m);
}

static void test_default_grid(void **state)
{
  (void)state;
  Module m = module_of(kernel), none = module_of("func.func @k(%n: i32) attributes {tri.kernel} { return }"),
         unknown = module_of(
             "func.func @k(%p: !tri.ptr<f32>) attributes {tri.kernel, tri.grid = \"p\"} { return }");
  Call c = good();
  int64_t grid[3] = {-1, -1, -1};
  c.args[W].i = 3;
  assert_int_equal(tri_kernel_default_grid(m.kernel, c.args, c.n, grid), TRI_OK);
  assert_true(grid[0] == 2 && grid[1] == 3 && grid[2] == 1);
  TriArg n = tri_int(1);
  assert_int_equal(tri_kernel_default_grid(none.kernel, &n, 1, grid), TRI_USAGE);
  expect_error(none.compiler, TRI_USAGE, "kernel 'k' has no tri.grid; say how many programs run");
  assert_int_equal(tri_kernel_default_grid(unknown.kernel, c.args, 1, grid), TRI_USAGE);
  expect_error(unknown.compiler, TRI_USAGE, "tri.grid of kernel 'k': ");
  module_free(&m), module_free(&none), module_free(&unknown);
}

/* A fault is a status and a line that names the place, and the compiler is usable afterwards. */
static void test_fault(void **state)
{
  (void)state;
  Module m = module_of(kernel);
  Call c = good();
  c.args[P].bytes = 3;
  assert_int_equal(launch(&m, &c, NULL), TRI_FAULT);
  expect_error(m.compiler, TRI_FAULT, "k.mlir:3:3");
  c = good();
  assert_int_equal(launch(&m, &c, NULL), TRI_OK);
  module_free(&m);
}

/* What the interpreter cannot execute is said at the op, at the first launch. */
static void test_not_executable(void **state)
{
  (void)state;
  Module m = module_of("func.func @k(%p: !tri.ptr<i32>) attributes {tri.kernel} {\n"
                       "  %x = llvm.mlir.constant(1 : i32) : i32\n"
                       "  tri.store %x to %p : i32\n  return\n}");
  int32_t x = 0;
  TriArg arg = tri_buffer(&x, sizeof x);
  assert_int_equal(tri_launch(m.kernel, &(TriLaunch){.grid = {1, 1, 1}, .args = &arg, .n_args = 1}, NULL),
                   TRI_COMPILE);
  expect_error(m.compiler, TRI_COMPILE, "k.mlir:2:8: error:");
  assert_int_equal(x, 0);
  module_free(&m);
}

/* ---- how values are passed ---- */

/* Each scalar arrives truncated or rounded to its parameter's type; one array passed twice is one buffer. */
static void test_values_arrive(void **state)
{
  (void)state;
  Module m = module_of(
      "func.func @k(%p: !tri.ptr<i32>, %q: !tri.ptr<i32>, %b: i8, %flag: i1, %h: f16, %d: f64, %f: f32)\n"
      "    attributes {tri.kernel} {\n"
      "  %c1 = arith.constant 1 : i32\n  %c2 = arith.constant 2 : i32\n"
      "  %c3 = arith.constant 3 : i32\n  %c4 = arith.constant 4 : i32\n"
      "  %b32 = arith.extui %b : i8 to i32\n  tri.store %b32 to %p : i32\n"
      "  %f32 = arith.extui %flag : i1 to i32\n  %p1 = tri.addptr %q, %c1 : !tri.ptr<i32>, i32\n"
      "  tri.store %f32 to %p1 : i32\n"
      "  %h16 = arith.bitcast %h : f16 to i16\n  %h32 = arith.extui %h16 : i16 to i32\n"
      "  %p2 = tri.addptr %p, %c2 : !tri.ptr<i32>, i32\n  tri.store %h32 to %p2 : i32\n"
      "  %d64 = arith.bitcast %d : f64 to i64\n  %d32 = arith.trunci %d64 : i64 to i32\n"
      "  %p3 = tri.addptr %p, %c3 : !tri.ptr<i32>, i32\n  tri.store %d32 to %p3 : i32\n"
      "  %fb = arith.bitcast %f : f32 to i32\n"
      "  %p4 = tri.addptr %p, %c4 : !tri.ptr<i32>, i32\n  tri.store %fb to %p4 : i32\n"
      "  return\n}");
  uint32_t out[5] = {0};
  TriArg args[] = {tri_buffer(out, sizeof out),
                   tri_buffer(out, sizeof out),
                   tri_int(-2),
                   tri_int(-1),
                   tri_float(0.1),
                   tri_float(0.1),
                   tri_float(-0.0)};
  TriLaunch l = {.grid = {1, 1, 1}, .args = args, .n_args = COUNT(args)};
  if (tri_launch(m.kernel, &l, NULL) != TRI_OK)
    fail_msg("%s", tri_error(m.compiler));
  assert_int_equal(out[0], 254);
  assert_int_equal(out[1], 1);
  assert_int_equal(out[2], 0x2e66);     /* 0.1 in binary16, to nearest */
  assert_int_equal(out[3], 0x9999999a); /* low half of 0.1 in binary64 */
  assert_int_equal(out[4], 0x80000000);
  module_free(&m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good),
      cmocka_unit_test(test_not_compiled),
      cmocka_unit_test(test_argument_count),
      cmocka_unit_test(test_argument_kinds),
      cmocka_unit_test(test_values_that_fit),
      cmocka_unit_test(test_promises),
      cmocka_unit_test(test_grids),
      cmocka_unit_test(test_empty_grid),
      cmocka_unit_test(test_default_grid),
      cmocka_unit_test(test_fault),
      cmocka_unit_test(test_not_executable),
      cmocka_unit_test(test_values_arrive),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
