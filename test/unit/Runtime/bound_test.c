/* The rule of --check ref: which ops are exact, and the bounds of the others, next to those that are
 * measured. */
#include "module.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static TriBound bound_of(const char *body)
{
  char text[2000];
  snprintf(text, sizeof text,
           "func.func private @helper(%%x: f32) -> f32 {\n  %%r = math.exp %%x : f32\n  return %%r : f32\n}\n"
           "func.func @k(%%p: !tri.ptr<f32>, %%n: i32) attributes {tri.kernel} {\n"
           "  %%x = tri.load %%p : f32\n  %%c0 = arith.constant 0 : i32\n  %%c1 = arith.constant 1 : i32\n"
           "  %%c10 = arith.constant 10 : i32\n%s  tri.store %%r to %%p : f32\n  return\n}\n",
           body);
  Module m = module_of(text);
  static TriBound b;
  static char op[100];
  assert_true(tri_kernel_bound(m.kernel, &b));
  snprintf(op, sizeof op, "%s", b.op ? b.op : "");
  b.op = b.op ? op : NULL;
  module_free(&m);
  return b;
}

static const double ulp = 0x1p-23;

static void test_exact(void **state)
{
  (void)state;
  static const char *const bodies[] = {
      "  %r = arith.addf %x, %x : f32\n",
      "  %r = arith.divf %x, %x : f32\n",
      "  %r = math.sqrt %x : f32\n",
      "  %r = math.fma %x, %x, %x : f32\n",
      "  %r = math.floor %x : f32\n",
      "  %y = arith.mulf %x, %x fastmath<contract> : f32\n  %r = arith.addf %y, %x : f32\n"};
  for (size_t i = 0; i < COUNT(bodies); i++) {
    TriBound b = bound_of(bodies[i]);
    assert_true(b.exactness == TRI_EXACT && b.relative == 0 && b.absolute == 0 && b.count == 0 && !b.op);
  }
}

/* The bound of each function is the one that test/unit/Target/scalars_test.c measures it against. */
static void test_functions(void **state)
{
  (void)state;
#define EXACT(...)
#define BITS(...)
#define NEAR(name, text, ulps, value)                                                                        \
  {                                                                                                          \
    TriBound b = bound_of("  %r = " text "\n");                                                              \
    assert_true(b.exactness > TRI_EXACT && b.count == 1 && b.ulp == ulps && b.type == TRI_F32);              \
    assert_true(b.relative == ulps * ulp && b.absolute == 0);                                                \
    assert_memory_equal(b.op, text, strlen(b.op));                                                           \
  }
#include "../Target/scalar_rows.def"
}

static void test_sums_cancel(void **state)
{
  (void)state;
  TriBound b = bound_of("  %e = math.exp %x : f32\n  %r = arith.subf %e, %x : f32\n");
  assert_true(b.relative == 2.1 * ulp + ulp && b.absolute == b.relative);
}

static void test_several(void **state)
{
  (void)state;
  TriBound b = bound_of("  %e = math.log %x : f32\n  %r = math.exp2 %e : f32\n");
  assert_true(b.relative == 4 * ulp && b.count == 2 && b.exactness == TRI_APPROXIMATE);
  assert_string_equal(b.op, "math.exp2");
}

static void test_contraction(void **state)
{
  (void)state;
  TriBound b = bound_of("  %y = arith.mulf %x, %x fastmath<contract> : f32\n"
                        "  %r = arith.addf %y, %x fastmath<contract> : f32\n");
  assert_true(b.exactness == TRI_ORDERED && b.count == 1 && b.absolute > 0);
}

static void test_loops_and_calls(void **state)
{
  (void)state;
  TriBound b = bound_of("  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%a = %x) -> (f32) : i32 {\n"
                        "    %e = func.call @helper(%a) : (f32) -> f32\n    scf.yield %e : f32\n  }\n");
  assert_true(b.relative == 10 * (2.1 * ulp) && b.count == 1);
  b = bound_of("  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f32) : i32 {\n"
               "    %e = math.exp %a : f32\n    scf.yield %e : f32\n  }\n");
  assert_true(b.relative == 64 * (2.1 * ulp));
}

/* (⌈log₂ n⌉ + 2) / 2 ulp for a sum of n, n / 2 for a product; what is in a region counts there alone. */
static void test_folds(void **state)
{
  (void)state;
  TriBound b = bound_of("  %v = tri.splat %x : tensor<1000xf32>\n"
                        "  %r = tri.reduce add %v axis 0 : tensor<1000xf32>\n");
  assert_true(b.exactness == TRI_ORDERED && b.count == 1 && b.relative == 6 * ulp &&
              b.absolute == b.relative);
  assert_string_equal(b.op, "tri.reduce");
  b = bound_of("  %v = tri.splat %x : tensor<4x8xf32>\n  %s = tri.scan mul %v axis 1 : tensor<4x8xf32>\n"
               "  %t = tri.reduce max %s axis 1 : tensor<4x8xf32>\n"
               "  %r = tri.reduce minimum %t axis 0 : tensor<4xf32>\n");
  assert_true(b.exactness == TRI_ORDERED && b.count == 1 && b.relative == 4 * ulp && b.absolute == 0);
  b = bound_of("  %v = tri.splat %x : tensor<8xf32>\n"
               "  %r = tri.reduce %v axis 0 : tensor<8xf32> by (%a), (%b) {\n    %e = math.tanh %a : f32\n"
               "    %s = arith.addf %e, %b : f32\n    tri.yield %s : f32\n  }\n");
  assert_true(b.exactness == TRI_APPROXIMATE && b.relative == 2.5 * 5 * ulp && b.absolute == b.relative);
  b = bound_of("  %y = arith.extf %x : f32 to f64\n  %v = tri.splat %y : tensor<1024xf64>\n"
               "  %z = tri.reduce mul %v axis 0 : tensor<1024xf64>\n  %r = arith.truncf %z : f64 to f32\n");
  assert_true(b.exactness == TRI_ORDERED && b.count == 1 && b.relative == 1024 * 0x1p-52 + ulp &&
              b.absolute == 0);
  b = bound_of("  %v = tri.splat %x : tensor<8xf32>\n"
               "  %w = tri.map %v : tensor<8xf32> by (%a) {\n    %e = math.exp %a : f32\n"
               "    tri.yield %e : f32\n  }\n  %r = tri.reduce max %w axis 0 : tensor<8xf32>\n");
  assert_true(b.exactness == TRI_APPROXIMATE && b.count == 1 && b.relative == 2.1 * ulp && b.absolute == 0);
}

/* Integers, minima and maxima are exact in any order. */
static void test_exact_folds(void **state)
{
  (void)state;
  TriBound b =
      bound_of("  %v = tri.splat %n : tensor<8xi32>\n  %s = tri.scan add %v axis 0 : tensor<8xi32>\n"
               "  %w = tri.splat %x : tensor<8xf32>\n  %r = tri.reduce max %w axis 0 : tensor<8xf32>\n");
  assert_true(b.exactness == TRI_EXACT && b.relative == 0 && b.absolute == 0 && b.count == 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_exact),       cmocka_unit_test(test_functions),
      cmocka_unit_test(test_sums_cancel), cmocka_unit_test(test_several),
      cmocka_unit_test(test_contraction), cmocka_unit_test(test_loops_and_calls),
      cmocka_unit_test(test_folds),       cmocka_unit_test(test_exact_folds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
