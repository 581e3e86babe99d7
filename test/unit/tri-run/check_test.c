/* Comparisons: what agrees, which element is the worst, what is said. */
#include "test.h"
#include "tri-run/check.h"

#include <math.h>

static const char *compared(TriType type, double got, double want, double rtol, double atol)
{
  Array x = filled(type, "zeros(2, 3)", 0, "x"), y = filled(type, "zeros(2, 3)", 0, "y");
  element_set_double(type, array_at(&x, 4), got);
  element_set_double(type, array_at(&y, 4), want);
  Comparison c = compare(&x, &y, (Tolerance){rtol, atol});
  const char *text = comparison_text(&arena, &c, &x, &y);
  array_free(&x), array_free(&y);
  return text;
}

#define SAME "all 6 elements agree"
#define WORST "1 of 6 elements differ; the worst is [1, 1]: "

static void test_exact(void **state)
{
  (void)state;
  assert_string_equal(compared(TRI_F32, 1, 1, 0, 0), SAME);
  assert_string_equal(compared(TRI_F32, NAN, -(double)NAN, 0, 0), SAME);
  assert_string_equal(compared(TRI_F32, INFINITY, INFINITY, 0, 0), SAME);
  assert_string_equal(compared(TRI_F32, -0.0, 0.0, 0, 0), WORST "got -0, expected 0 (off by 0)");
  assert_string_equal(compared(TRI_F32, 1.5, 1.25, 0, 0),
                      WORST "got 1.5, expected 1.25 (off by 0.25, relative 0.2)");
  assert_string_equal(compared(TRI_F32, NAN, 1, 0, 0), WORST "got nan, expected 1");
  assert_string_equal(compared(TRI_F32, INFINITY, -INFINITY, 0, 0), WORST "got inf, expected -inf");
  assert_string_equal(compared(TRI_I32, 7, -1, 9, 9), WORST "got 7, expected -1 (off by 8, relative 8)");
  assert_string_equal(compared(TRI_I1, 1, 0, 0, 0), WORST "got true, expected false (off by 1)");
}

static void test_tolerances(void **state)
{
  (void)state;
  assert_string_equal(compared(TRI_F64, 1.01, 1, 0.011, 0), SAME);
  assert_string_equal(compared(TRI_F64, 1.01, 1, 0, 0.011), SAME);
  assert_string_equal(compared(TRI_F64, 1.015, 1, 0.01, 0.006), SAME);
  assert_string_equal(compared(TRI_F64, -0.0, 0, 1e-9, 0), SAME);
  assert_string_equal(compared(TRI_F64, 1.02, 1, 0.01, 0.006),
                      WORST "got 1.02, expected 1 (off by 0.02, relative 0.02)");
  assert_string_equal(compared(TRI_F64, 1e300, INFINITY, 0.5, 1), WORST "got 1e+300, expected inf");
  assert_string_equal(compared(TRI_F16, NAN, NAN, 0.5, 1), SAME);
  assert_string_equal(compared(TRI_F16, NAN, 0, 0.5, 1), WORST "got nan, expected 0");
}

static void test_the_worst_wins(void **state)
{
  (void)state;
  Array x = filled(TRI_F32, "arange(10)", 0, "x"), y = filled(TRI_F32, "arange(10)", 0, "y");
  element_set_double(TRI_F32, array_at(&x, 2), 2.5);
  element_set_double(TRI_F32, array_at(&x, 5), 50);
  element_set_double(TRI_F32, array_at(&x, 7), 8);
  Comparison c = compare(&x, &y, (Tolerance){0, 0});
  assert_int_equal(c.differing, 3);
  assert_int_equal(c.worst, 5);
  assert_true(c.distance == 45 && c.relative == 9);
  element_set_double(TRI_F32, array_at(&x, 9), NAN);
  c = compare(&x, &y, (Tolerance){0, 0});
  assert_int_equal(c.worst, 9);
  array_free(&x), array_free(&y);
}

static void test_extreme_integers(void **state)
{
  (void)state;
  Array x = filled(TRI_I64, "full(-9223372036854775808, 1)", 0, "x");
  Array y = filled(TRI_I64, "full(9223372036854775807, 1)", 0, "y");
  Comparison c = compare(&x, &y, (Tolerance){0, 0});
  assert_true(c.distance == 0x1p64);
  array_free(&x), array_free(&y);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_exact),
      cmocka_unit_test(test_tolerances),
      cmocka_unit_test(test_the_worst_wins),
      cmocka_unit_test(test_extreme_integers),
  };
  return cmocka_run_group_tests(tests, NULL, free_test_arena);
}
