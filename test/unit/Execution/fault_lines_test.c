/* A fault on the simulator names the op's own line, however LLVM may merge, hoist or unroll what the op
 * became; the same line as on the reference interpreter. */
#include "tri/tri.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

static const TriTarget both[] = {TRI_TARGET_REF, TRI_TARGET_SIM};

/* Launches one program with an array of 4 floats and an integer, and expects a fault at this line. */
static void expect_fault_at(const char *text, int64_t n, int line)
{
  for (int i = 0; i < 2; i++) {
    _Alignas(16) float x[4] = {1, 2, 3, 4};
    char place[32];
    TriCompiler *c = tri_compiler_new();
    TriModule *m = tri_module_parse(c, text, strlen(text), "k.mlir", NULL, 0);
    TriArg args[] = {tri_buffer(x, sizeof x), tri_int(n)};
    TriLaunch l = {.target = both[i], .grid = {1, 1, 1}, .args = args, .n_args = 2, .threads = 1};
    if (!m)
      fail_msg("%s", tri_error(c));
    TriStatus s = tri_launch(tri_module_kernel(m, NULL), &l, NULL);
    snprintf(place, sizeof place, "k.mlir:%d:", line);
    if (s != TRI_FAULT || !strstr(tri_error(c), place))
      fail_msg("target %d: status %d, expected a fault at %s\n%s", both[i], s, place, tri_error(c));
    tri_compiler_free(c);
  }
}

/* The same load stands in both arms; out of bounds in the one that is taken. */
static const char arms[] = "func.func @k(%x: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {\n"
                           "  %zero = arith.constant 0 : i32\n"
                           "  %c = arith.cmpi sgt, %n, %zero : i32\n"
                           "  %p = tri.addptr %x, %n : !tri.ptr<f32>, i32\n"
                           "  %v = scf.if %c -> f32 {\n"
                           "    %a = tri.load %p : f32\n" /* line 6 */
                           "    scf.yield %a : f32\n"
                           "  } else {\n"
                           "    %b = tri.load %p : f32\n" /* line 9 */
                           "    scf.yield %b : f32\n"
                           "  }\n"
                           "  tri.store %v to %x : f32\n"
                           "  return\n}\n";

static void test_arms(void **state)
{
  (void)state;
  expect_fault_at(arms, 4, 6);
  expect_fault_at(arms, -1, 9);
}

/* The same with blocks, where the arms are lowered to predicated vectors. */
static const char block_arms[] = "func.func @k(%x: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {\n"
                                 "  %zero = arith.constant 0 : i32\n"
                                 "  %c = arith.cmpi sgt, %n, %zero : i32\n"
                                 "  %s = tri.addptr %x, %n : !tri.ptr<f32>, i32\n"
                                 "  %i = tri.range : tensor<4xi32>\n"
                                 "  %p = tri.addptr %s, %i : !tri.ptr<f32>, tensor<4xi32>\n"
                                 "  %v = scf.if %c -> tensor<4xf32> {\n"
                                 "    %a = tri.load %p : tensor<4xf32>\n" /* line 8 */
                                 "    scf.yield %a : tensor<4xf32>\n"
                                 "  } else {\n"
                                 "    %b = tri.load %p : tensor<4xf32>\n" /* line 11 */
                                 "    scf.yield %b : tensor<4xf32>\n"
                                 "  }\n"
                                 "  %q = tri.addptr %x, %i : !tri.ptr<f32>, tensor<4xi32>\n"
                                 "  tri.store %v to %q : tensor<4xf32>\n"
                                 "  return\n}\n";

static void test_block_arms(void **state)
{
  (void)state;
  expect_fault_at(block_arms, 1, 8);
  expect_fault_at(block_arms, -1, 11);
}

/* A loop of known length, unrolled if anybody wants to: the load behind the end is that of the loop, not that
 * after. */
static const char loop[] = "func.func @k(%x: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {\n"
                           "  %c0 = arith.constant 0 : i32\n"
                           "  %c1 = arith.constant 1 : i32\n"
                           "  %c5 = arith.constant 5 : i32\n"
                           "  %z = arith.constant 0.0 : f32\n"
                           "  %s = scf.for %k = %c0 to %c5 step %c1 iter_args(%a = %z) -> f32 : i32 {\n"
                           "    %p = tri.addptr %x, %k : !tri.ptr<f32>, i32\n"
                           "    %v = tri.load %p : f32\n" /* line 8 */
                           "    %t = arith.addf %a, %v : f32\n"
                           "    scf.yield %t : f32\n"
                           "  }\n"
                           "  %q = tri.addptr %x, %n : !tri.ptr<f32>, i32\n"
                           "  tri.store %s to %q : f32\n" /* line 13 */
                           "  return\n}\n";

static void test_loop(void **state)
{
  (void)state;
  expect_fault_at(loop, 0, 8);
}

/* An invariant load that may be hoisted, and a store that follows; a helper's line is the helper's. */
static const char helper[] = "func.func private @get(%x: !tri.ptr<f32>, %i: i32) -> f32 {\n"
                             "  %p = tri.addptr %x, %i : !tri.ptr<f32>, i32\n"
                             "  %v = tri.load %p : f32\n" /* line 3 */
                             "  return %v : f32\n"
                             "}\n"
                             "func.func @k(%x: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {\n"
                             "  %c0 = arith.constant 0 : i32\n"
                             "  %c1 = arith.constant 1 : i32\n"
                             "  scf.for %k = %c0 to %n step %c1 : i32 {\n"
                             "    %v = func.call @get(%x, %n) : (!tri.ptr<f32>, i32) -> f32\n"
                             "    %p = tri.addptr %x, %k : !tri.ptr<f32>, i32\n"
                             "    tri.store %v to %p : f32\n" /* line 12 */
                             "  }\n"
                             "  return\n}\n";

static void test_helper(void **state)
{
  (void)state;
  expect_fault_at(helper, 4, 3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arms),
      cmocka_unit_test(test_block_arms),
      cmocka_unit_test(test_loop),
      cmocka_unit_test(test_helper),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
