/* Expressions against their written rules, and random ones against an evaluator of another shape. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "Template/expression.h"
#include "Template/nearest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool names(const char *name, int64_t *value, void *data)
{
  (void)data;
  if (!strcmp(name, "n"))
    return *value = 1000, true;
  if (!strcmp(name, "BLOCK"))
    return *value = 256, true;
  if (!strcmp(name, "a.b$1"))
    return *value = 7, true;
  return false;
}

static char error[256];

static void gives(const char *text, int64_t expected)
{
  int64_t value = -12345;
  if (!tri_evaluate(text, names, NULL, &value, error, sizeof error))
    fail_msg("%s: %s", text, error);
  if (value != expected)
    fail_msg("%s: got %lld, expected %lld", text, (long long)value, (long long)expected);
}

static void fails(const char *text, const char *message)
{
  int64_t value = -12345;
  if (tri_evaluate(text, names, NULL, &value, error, sizeof error))
    fail_msg("%s: got %lld, expected an error", text, (long long)value);
  assert_string_equal(error, message);
  assert_int_equal(value, -12345);
}

static void test_values(void **state)
{
  (void)state;
  gives("42", 42);
  gives(" 1 + 2*3 ", 7);
  gives("(1+2)*3", 9);
  gives("10-3-2", 5);
  gives("100/10/2", 5);
  gives("2*7%4", 2);
  gives("cdiv(n, BLOCK)", 4);
  gives("cdiv(n,BLOCK)*2+1", 9);
  gives("max(1, n/2000, 0)", 1);
  gives("min(3, -2, 9, 4)", -2);
  gives("log2(BLOCK)", 8);
  gives("log2(1)", 0);
  gives("log2(0x4000000000000000)", 62);
  gives("a.b$1", 7);
  gives("0xff", 255);
  gives("--5", 5);
  gives("-(2-5)", 3);
  gives("2 - -3", 5);
  gives("min ( 1 , 2 )", 1);
}

static void test_division_truncates(void **state)
{
  (void)state;
  gives("7/2", 3);
  gives("-7/2", -3);
  gives("7/-2", -3);
  gives("-7%2", -1);
  gives("7%-2", 1);
  gives("cdiv(7,2)", 4);
  gives("cdiv(-7,2)", -3);
  gives("cdiv(7,-2)", -3);
  gives("cdiv(-7,-2)", 4);
  gives("cdiv(8,2)", 4);
  gives("cdiv(0,5)", 0);
}

static void test_the_edges_of_64_bits(void **state)
{
  (void)state;
  gives("9223372036854775807", INT64_MAX);
  gives("-9223372036854775808", INT64_MIN);
  gives("-0x8000000000000000", INT64_MIN);
  gives("-9223372036854775808 % -1", 0);
  gives("cdiv(9223372036854775807, 2)", INT64_C(4611686018427387904));
  fails("9223372036854775808", "'9': the number exceeds 64 bits at column 1");
  fails("9223372036854775807+1", "'9223372036854775807+': the result exceeds 64 bits at column 20");
  fails("-9223372036854775808/-1", "'-9223372036854775808/': the result exceeds 64 bits at column 21");
  fails("4294967296*4294967296", "'4294967296*': the result exceeds 64 bits at column 11");
  fails("-(-9223372036854775808)", "'-': the result exceeds 64 bits at column 1");
  fails("cdiv(-9223372036854775808,-1)", "'c': the result exceeds 64 bits at column 1");
}

static void test_errors_name_the_place(void **state)
{
  (void)state;
  fails("", "'': expected a number, a name or '(' at column 1");
  fails("cdiv(n", "'cdiv(n': expected ')' at column 7");
  fails("cdiv(n, ", "'cdiv(n, ': expected a number, a name or '(' at column 9");
  fails("(1+2", "'(1+2': expected ')' at column 5");
  fails("1 2", "'1 2': expected an operator or the end at column 3");
  fails("1+", "'1+': expected a number, a name or '(' at column 3");
  fails("m*2", "'m': unknown name 'm' at column 1");
  fails("1/0", "'1/': division by zero at column 2");
  fails("n%(2-2)", "'n%': division by zero at column 2");
  fails("cdiv(1,0)", "'c': division by zero at column 1");
  fails("log2(3)", "'l': log2 takes a power of two, got 3 at column 1");
  fails("log2(0)", "'l': log2 takes a power of two, got 0 at column 1");
  fails("cdiv(1)", "'c': cdiv takes two arguments, got 1 at column 1");
  fails("cdiv(1,2,3)", "'cdiv(1,2,3': cdiv takes at most 2 arguments at column 10");
  fails("min(1)", "'m': min takes two or more arguments, got 1 at column 1");
  fails("min", "'min': expected '(' behind min at column 4");
  fails("foo(1)", "'f': no function 'foo' (there are min, max, cdiv, log2) at column 1");
  fails("1.5", "'1.': expected an integer at column 2");
  fails("12ab", "'12a': expected an integer at column 3");
  fails("0x", "'0x': expected a hexadecimal digit at column 3");
  fails("1 + ü", "'1 + ü': expected a number, a name or '(' at column 5");
}

static void test_deep_nesting_is_an_error(void **state)
{
  (void)state;
  enum { N = 1 << 20 };
  char *text = malloc(N + 1);
  memset(text, '(', N);
  text[N] = 0;
  int64_t value;
  assert_false(tri_evaluate(text, names, NULL, &value, error, sizeof error));
  assert_non_null(strstr(error, "more than 100 levels of parentheses"));
  memset(text, '-', N);
  text[N - 1] = '1';
  assert_true(tri_evaluate(text, names, NULL, &value, error, sizeof error));
  assert_int_equal(value, -1);
  free(text);
}

static void grid_gives(const char *text, int64_t x, int64_t y, int64_t z)
{
  int64_t grid[3];
  if (!tri_evaluate_grid(text, names, NULL, grid, error, sizeof error))
    fail_msg("%s: %s", text, error);
  assert_int_equal(grid[0], x);
  assert_int_equal(grid[1], y);
  assert_int_equal(grid[2], z);
}

static void grid_fails(const char *text, const char *message)
{
  int64_t grid[3] = {-9, -9, -9};
  assert_false(tri_evaluate_grid(text, names, NULL, grid, error, sizeof error));
  assert_string_equal(error, message);
  assert_int_equal(grid[0], -9);
}

static void test_grids(void **state)
{
  (void)state;
  grid_gives("97", 97, 1, 1);
  grid_gives("cdiv(n, BLOCK), 2", 4, 2, 1);
  grid_gives("1,max(2,3),-4", 1, 3, -4);
  grid_fails("1,2,3,4", "'1,2,3,': a grid has at most three extents at column 6");
  grid_fails("1,", "'1,': expected a number, a name or '(' at column 3");
  grid_fails("1 2", "'1 2': expected an operator, ',' or the end at column 3");
  grid_fails("", "'': expected a number, a name or '(' at column 1");
}

/* A random expression is written with its value known from below: every node is parenthesised. */
typedef struct {
  char text[4096];
  int64_t value;
} Sample;

static unsigned seed = 12345;
static unsigned next_random(unsigned below) { return (seed = seed * 1103515245u + 12345u) / 65536u % below; }

static void random_sample(Sample *s, int depth)
{
  static Sample kept[2 * 8];
  if (depth == 0 || next_random(4) == 0) {
    s->value = (int64_t)next_random(2000) - 1000;
    snprintf(s->text, sizeof s->text, "%lld", (long long)s->value);
    return;
  }
  Sample *a = &kept[2 * depth], *b = &kept[2 * depth + 1];
  random_sample(a, depth - 1);
  random_sample(b, depth - 1);
  b->value = b->value ? b->value : 1;
  if (b->value == 1)
    snprintf(b->text, sizeof b->text, "1");
  int64_t x = a->value, y = b->value;
  int64_t values[] = {x + y, x - y, x * y, x / y, x % y, x < y ? x : y, x > y ? x : y};
  unsigned k = next_random(7);
  if (k == 2 && (llabs(x) > 100000 || llabs(y) > 100000))
    k = 0;
  int n = -1;
  switch (k) {
#define FORM(i, format)                                                                                      \
  case i:                                                                                                    \
    n = snprintf(s->text, sizeof s->text, format, a->text, b->text);                                         \
    break;
    FORM(0, "(%s+%s)")
    FORM(1, "(%s-%s)")
    FORM(2, "(%s*%s)")
    FORM(3, "(%s/%s)")
    FORM(4, "(%s%%%s)")
    FORM(5, "min(%s,%s)")
    FORM(6, "max(%s,%s)")
#undef FORM
  }
  assert_in_range(n, 1, sizeof s->text - 1);
  s->value = values[k];
}

static void test_random_expressions(void **state)
{
  (void)state;
  static Sample s;
  for (int i = 0; i < 2000; i++) {
    random_sample(&s, 5);
    gives(s.text, s.value);
  }
}

static void test_nearest(void **state)
{
  (void)state;
  static const char *const options[] = {"--grid", "--kernel", "--target", "--threads", "--print"};
  assert_int_equal(edit_distance("kitten", "sitting"), 3);
  assert_int_equal(edit_distance("grdi", "grid"), 1);
  assert_int_equal(edit_distance("BM", "bm"), 1);
  assert_int_equal(edit_distance("", "abc"), 3);
  assert_string_equal(nearest_name("--grud", options, 5), "--grid");
  assert_string_equal(nearest_name("--kernal", options, 5), "--kernel");
  assert_string_equal(nearest_name("--thread", options, 5), "--threads");
  assert_null(nearest_name("--frobnicate", options, 5));
  static const char *const arguments[] = {"y", "X", "out"};
  assert_string_equal(nearest_name("x", arguments, 3), "X");
  assert_null(nearest_name("q", arguments, 3));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_division_truncates),
      cmocka_unit_test(test_the_edges_of_64_bits),
      cmocka_unit_test(test_errors_name_the_place),
      cmocka_unit_test(test_deep_nesting_is_an_error),
      cmocka_unit_test(test_grids),
      cmocka_unit_test(test_random_expressions),
      cmocka_unit_test(test_nearest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
