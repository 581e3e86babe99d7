/* tri.print, tri.assert and tri.assume: what they say, of whom, and when. */
#include "harness.h"

#include <pthread.h>
#include <stdlib.h>

/* ---- print ---- */

typedef struct {
  pthread_mutex_t lock;
  char text[1 << 16];
  size_t n;
} Printed;

static void collect(void *data, const char *line, size_t n)
{
  Printed *p = data;
  pthread_mutex_lock(&p->lock);
  if (p->n + n < sizeof p->text) {
    memcpy(p->text + p->n, line, n);
    p->n += n;
    p->text[p->n] = '\0';
  }
  pthread_mutex_unlock(&p->lock);
}

/* Runs `programs` of the kernel, with one buffer, and gives what it prints. */
static const char *printed(const char *text, int64_t programs, int threads, void *data, size_t bytes)
{
  static Printed p = {.lock = PTHREAD_MUTEX_INITIALIZER};
  InterpreterFault fault;
  Kernel k = kernel_of(text);
  p.n = 0;
  p.text[0] = '\0';
  uint64_t arg = (uint64_t)(uintptr_t)data;
  InterpreterBuffer buffer = {"x", data, bytes};
  InterpreterRun run = {.grid = {programs, 1, 1},
                        .args = &arg,
                        .n_args = data ? 1 : 0,
                        .buffers = &buffer,
                        .n_buffers = data ? 1 : 0,
                        .threads = threads,
                        .print = collect,
                        .print_data = &p};
  if (!interpreter_run(k.in, &run, &fault))
    fail_msg("%s", fault.message);
  kernel_free(&k);
  return p.text;
}

static void test_print_shapes(void **state)
{
  (void)state;
  assert_string_equal(
      printed("func.func @f() attributes {tri.kernel} {\n"
              "  %i = tri.range from -2 : tensor<12xi16>\n"
              "  %c = tri.reshape %i : tensor<12xi16> -> tensor<2x3x2xi16>\n"
              "  %n = arith.constant 7 : i64\n"
              "  %b = arith.constant true\n"
              "  tri.print \"here\"\n"
              "  tri.print \"100% of \", %c, %n, %b : tensor<2x3x2xi16>, i64, i1\n"
              "  tri.print \"\" hex, %i, %b : tensor<12xi16>, i1\n"
              "  return\n}\n",
              1, 1, NULL, 0),
      "k.mlir:6:3: program (0, 0, 0): here\n"
      "k.mlir:7:3: program (0, 0, 0): 100% of [[[-2, -1], [0, 1], [2, 3]], [[4, 5], [6, 7], [8, "
      "9]]], 7, true\n"
      "k.mlir:8:3: program (0, 0, 0): [0xfffe, 0xffff, 0x0000, 0x0001, 0x0002, 0x0003, 0x0004, "
      "0x0005, 0x0006, 0x0007, 0x0008, 0x0009], 0x01\n");
}

static void test_print_floats(void **state)
{
  (void)state;
  assert_string_equal(
      printed("func.func @f() attributes {tri.kernel} {\n"
              "  %a = arith.constant dense<[0.1, -0.0, 1.0e30, 0x7f800000, 0xff800000, 0x7fc00000]> : "
              "tensor<6xf32>\n"
              "  %b = arith.constant 0.1 : f64\n"
              "  %c = arith.constant 0.1 : f16\n"
              "  %d = arith.constant 3.0e38 : bf16\n"
              "  %e = arith.constant 0.1 : f8E4M3FN\n"
              "  tri.print \"\", %a, %b, %c, %d, %e : tensor<6xf32>, f64, f16, bf16, f8E4M3FN\n"
              "  return\n}\n",
              1, 1, NULL, 0),
      "k.mlir:7:3: program (0, 0, 0): [0.1, -0, 1e+30, inf, -inf, nan], 0.1, 0.1, 3e+38, 0.1\n");
}

/* Two floats that differ in the last bit are printed differently. */
static void test_print_tells_apart(void **state)
{
  (void)state;
  float x[2] = {0x1.000002p0f, 0x1.000004p0f};
  const char *text = printed("func.func @f(%x: !tri.ptr<f32>) attributes {tri.kernel} {\n"
                             "  %i = tri.range : tensor<2xi32>\n"
                             "  %p = tri.addptr %x, %i : !tri.ptr<f32>, tensor<2xi32>\n"
                             "  %v = tri.load %p : tensor<2xf32>\n"
                             "  tri.print \"\", %v : tensor<2xf32>\n  return\n}\n",
                             1, 1, x, sizeof x);
  float a, b;
  assert_int_equal(sscanf(text, "k.mlir:5:3: program (0, 0, 0): [%f, %f]", &a, &b), 2);
  assert_memory_equal(&a, &x[0], sizeof a);
  assert_memory_equal(&b, &x[1], sizeof b);
}

static void test_print_undefined(void **state)
{
  (void)state;
  assert_string_equal(printed("func.func @f() attributes {tri.kernel} {\n"
                              "  %c1 = arith.constant dense<1> : tensor<3xi32>\n"
                              "  %s = arith.constant dense<[31, 32, 0]> : tensor<3xi32>\n"
                              "  %u = arith.shli %c1, %s : tensor<3xi32>\n"
                              "  tri.print \"u = \", %u : tensor<3xi32>\n  return\n}\n",
                              1, 1, NULL, 0),
                      "k.mlir:5:3: program (0, 0, 0): u = [-2147483648, undefined, 1]\n");
}

/* Every program's line is there once, whole, with several threads. */
static void test_print_programs(void **state)
{
  (void)state;
  enum { PROGRAMS = 200 };
  const char *text = printed("func.func @f() attributes {tri.kernel} {\n"
                             "  %p = tri.program_id x\n"
                             "  tri.print \"pid \", %p : i32\n  return\n}\n",
                             PROGRAMS, 4, NULL, 0);
  bool seen[PROGRAMS] = {false};
  int lines = 0;
  for (const char *at = text; *at; at = strchr(at, '\n') + 1, lines++) {
    int x, p, length = 0;
    assert_int_equal(sscanf(at, "k.mlir:3:3: program (%d, 0, 0): pid %d%n", &x, &p, &length), 2);
    assert_int_equal(at[length], '\n');
    assert_int_equal(x, p);
    assert_false(seen[x]);
    seen[x] = true;
  }
  assert_int_equal(lines, PROGRAMS);
}

/* ---- assert and assume ---- */

#define CONDITION(op)                                                                                        \
  "func.func @f(%x: !tri.ptr<i1>) attributes {tri.kernel} {\n"                                               \
  "  %i = tri.range : tensor<6xi32>\n"                                                                       \
  "  %p = tri.addptr %x, %i : !tri.ptr<i1>, tensor<6xi32>\n"                                                 \
  "  %v = tri.load %p : tensor<6xi1>\n"                                                                      \
  "  %c = tri.reshape %v : tensor<6xi1> -> tensor<2x3xi1>\n"                                                 \
  "  %s = tri.load %x : i1\n" op "\n  return\n}\n"

static void test_assert(void **state)
{
  (void)state;
  uint8_t x[6] = {1, 1, 1, 1, 0, 0}, good[6] = {1, 2, 3, 4, 5, 255};
  Kernel k = kernel_of(CONDITION("  tri.assert %c, \"x is 100% true\" : tensor<2x3xi1>"));
  run_faults(&k, PARTS("k.mlir:7:3: tri.assert: element [1, 1] of program (0, 0, 0) fails: x is 100% true"),
             ARGS(buffer("x", x, sizeof x)));
  run_ok(&k, ARGS(buffer("x", good, sizeof good)));
  InterpreterFault fault;
  assert_false(run(&k, 3, 2, 1, 4, &fault, ARGS(buffer("x", x, sizeof x))));
  assert_int_equal(fault.program[0] + fault.program[1], 0);
  kernel_free(&k);
  x[0] = 0;
  text_faults(CONDITION("  tri.assert %s, \"scalar\" : i1"),
              PARTS("k.mlir:7:3: tri.assert: program (0, 0, 0) fails: scalar"),
              ARGS(buffer("x", x, sizeof x)));
}

/* Only the program that fails is named. */
static void test_assert_program(void **state)
{
  (void)state;
  Kernel k = kernel_of("func.func @f() attributes {tri.kernel} {\n"
                       "  %p = tri.program_id y\n"
                       "  %c5 = arith.constant 5 : i32\n"
                       "  %c = arith.cmpi slt, %p, %c5 : i32\n"
                       "  tri.assert %c, \"few\" : i1\n  return\n}\n");
  InterpreterFault fault;
  assert_true(run(&k, 2, 5, 1, 2, &fault, NULL, 0));
  assert_false(run(&k, 2, 9, 1, 2, &fault, NULL, 0));
  assert_string_equal(fault.message, "k.mlir:5:3: tri.assert: program (0, 5, 0) fails: few");
  kernel_free(&k);
}

static void test_assume(void **state)
{
  (void)state;
  uint8_t x[6] = {0}, good[6] = {1};
  Kernel k = kernel_of(CONDITION("  tri.assume %s"));
  run_faults(&k, PARTS("k.mlir:7:3: tri.assume: program (0, 0, 0) assumes a condition that is false"),
             ARGS(buffer("x", x, sizeof x)));
  run_ok(&k, ARGS(buffer("x", good, sizeof good)));
  kernel_free(&k);
}

static void test_undefined_conditions(void **state)
{
  (void)state;
  text_faults("func.func @f() attributes {tri.kernel} {\n"
              "  %c = ub.poison : tensor<4xi1>\n"
              "  tri.assert %c, \"\" : tensor<4xi1>\n  return\n}\n",
              PARTS("tri.assert: element [0] of program (0, 0, 0) asserts a condition that is undefined"),
              NULL, 0);
  text_faults("func.func @f() attributes {tri.kernel} {\n"
              "  %c = ub.poison : i1\n  tri.assume %c\n  return\n}\n",
              PARTS("tri.assume: program (0, 0, 0) assumes a condition that is undefined"), NULL, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_print_shapes),         cmocka_unit_test(test_print_floats),
      cmocka_unit_test(test_print_tells_apart),    cmocka_unit_test(test_print_undefined),
      cmocka_unit_test(test_print_programs),       cmocka_unit_test(test_assert),
      cmocka_unit_test(test_assert_program),       cmocka_unit_test(test_assume),
      cmocka_unit_test(test_undefined_conditions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
