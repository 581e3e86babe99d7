/* Fills: the values they give, what special covers, and each error. */
#include "test.h"

#include <math.h>

static void gives(TriType type, const char *text, const char *shape, const char *expected)
{
  Array a = filled(type, text, 0, "x");
  const char *got = "";
  char element[ELEMENT_TEXT];
  for (int64_t i = 0; i < a.count; i++)
    got = arena_printf(&arena, "%s%s%s", got, i ? " " : "", element_text(type, array_at(&a, i), 17, element));
  assert_string_equal(got, expected);
  assert_string_equal(shape_text(&arena, a.shape), shape);
  array_free(&a);
}

static void test_plain_fills(void **state)
{
  (void)state;
  gives(TRI_F32, "zeros(2, 3)", "2x3", "0 0 0 0 0 0");
  gives(TRI_I1, "ones(3)", "3", "true true true");
  gives(TRI_F8E5M2, "ones(2)", "2", "1 1");
  gives(TRI_F16, "full(0.1, 2)", "2", "0.1 0.1");
  gives(TRI_F32, "full(-inf, m - 4)", "1", "-inf");
  gives(TRI_F32, "full(nan, 1)", "1", "nan");
  gives(TRI_I64, "full(-9223372036854775808, 1)", "1", "-9223372036854775808");
  gives(TRI_I8, "full(255, 1)", "1", "-1");
  gives(TRI_F64, "full(n / m, 1)", "1", "2");
  gives(TRI_F64, "full(-0.0, 1)", "1", "-0");
  gives(TRI_I32, "zeros(0, 4)", "0x4", "");
  gives(TRI_PTR, "zeros(1)", "1", "0x0");
}

static void test_arange(void **state)
{
  (void)state;
  gives(TRI_I32, "arange(4)", "4", "0 1 2 3");
  gives(TRI_I16, "arange(4, 10)", "4", "10 11 12 13");
  gives(TRI_I64, "arange(3, 5, -4)", "3", "5 1 -3");
  gives(TRI_F32, "arange(m, 0, 0.25)", "5", "0 0.25 0.5 0.75 1");
  gives(TRI_I8, "arange(2, 127, 1)", "2", "127 -128");
  gives(TRI_I64, "arange(2, 9223372036854775806)", "2", "9223372036854775806 9223372036854775807");
  gives(TRI_I32, "arange(0)", "0", "");
}

static void test_randint_of_every_type(void **state)
{
  (void)state;
  for (int t = TRI_I8; t < TRI_PTR; t++) {
    Array a = filled((TriType)t, "randint(1000, -3, 4)", 0, "x");
    unsigned seen = 0;
    for (int64_t i = 0; i < a.count; i++) {
      double v = element_double(a.type, array_at(&a, i));
      assert_true(v >= -3 && v < 4 && v == floor(v));
      seen |= 1u << (int)(v + 3);
    }
    assert_int_equal(seen, 0x7f);
    array_free(&a);
  }
}

static void test_uniform_stays_inside(void **state)
{
  (void)state;
  Array a = filled(TRI_F64, "uniform(100000, 2, 2.5)", 0, "x"), b = filled(TRI_F64, "rand(100000)", 0, "x");
  for (int64_t i = 0; i < a.count; i++) {
    double x = element_double(TRI_F64, array_at(&a, i)), y = element_double(TRI_F64, array_at(&b, i));
    assert_true(x >= 2 && x < 2.5 && y >= 0 && y < 1);
  }
  array_free(&a), array_free(&b);
}

static void test_finite_covers_and_is_finite(void **state)
{
  (void)state;
  for (int t = TRI_F8E4M3FN; t <= TRI_F64; t++) {
    Array a = filled((TriType)t, "finite(100000)", 0, "x");
    bool seen[256] = {false};
    for (int64_t i = 0; i < a.count; i++) {
      assert_true(isfinite(element_double(a.type, array_at(&a, i))));
      seen[element_bits(a.type, array_at(&a, i)) & 255] = true;
    }
    int n = 0;
    for (int i = 0; i < 256; i++)
      n += seen[i];
    assert_int_equal(n, t == TRI_F8E4M3FN ? 254 : t == TRI_F8E5M2 ? 248 : 256);
    array_free(&a);
  }
}

static bool contains(const Array *a, uint64_t bits)
{
  for (int64_t i = 0; i < a->count; i++)
    if (element_bits(a->type, array_at(a, i)) == bits)
      return true;
  return false;
}

/* Every named corner of every format appears, of both signs. */
static void test_special_covers_floats(void **state)
{
  (void)state;
  for (int t = TRI_F8E4M3FN; t <= TRI_F64; t++) {
    TriFloat f = type_format((TriType)t);
    TriFloatFormat l = tri_float_format(f);
    uint64_t sign = UINT64_C(1) << (l.bits - 1), normal = UINT64_C(1) << l.mantissa;
    uint64_t corners[] = {0,
                          1,
                          normal - 1,
                          normal,
                          (uint64_t)l.bias << l.mantissa,
                          tri_float_max_finite(f),
                          tri_float_infinity(f),
                          tri_float_nan(f),
                          tri_float_encode(f, 0.5, TRI_RN, false),
                          tri_float_encode(f, 2.5, TRI_RN, false)};
    Array a = filled((TriType)t, "special(20000)", 0, "x");
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++)
      if (!contains(&a, corners[i]) || !contains(&a, corners[i] | sign))
        fail_msg("%s: 0x%llx is missing", tri_type_name((TriType)t), (unsigned long long)corners[i]);
    array_free(&a);
  }
}

static void test_special_covers_integers(void **state)
{
  (void)state;
  for (int t = TRI_I1; t <= TRI_I64; t++) {
    Array a = filled((TriType)t, "special(20000)", 0, "x");
    uint64_t most = (uint64_t)type_most((TriType)t), mask = UINT64_MAX >> (64 - type_bits((TriType)t));
    uint64_t corners[] = {0, 1, most, most + 1, UINT64_MAX};
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++)
      assert_true(contains(&a, corners[i] & mask));
    for (int64_t i = 0; i < a.count; i++)
      assert_true(element_bits(a.type, array_at(&a, i)) <= mask);
    array_free(&a);
  }
}

/* A quarter of the elements is drawn from each kind: at least a sixth of them must be subnormal, and ties of
 * f32 to f16 must appear. */
static void test_special_is_mixed(void **state)
{
  (void)state;
  Array a = filled(TRI_F32, "special(40000)", 3, "x");
  int64_t subnormal = 0, tie_to_f16 = 0;
  for (int64_t i = 0; i < a.count; i++) {
    uint64_t bits = element_bits(TRI_F32, array_at(&a, i));
    subnormal += fpclassify((double)tri_f32_of_bits((uint32_t)bits)) != FP_NAN && (bits & 0x7f800000) == 0 &&
                 (bits & 0x7fffff) != 0;
    tie_to_f16 += (bits & 0x1fff) == 0x1000;
  }
  assert_true(subnormal > a.count / 6);
  assert_true(tie_to_f16 > 100);
  array_free(&a);
}

static void test_empty_is_poison(void **state)
{
  (void)state;
  for (int t = TRI_I1; t < TRI_TYPE_COUNT; t++) {
    Array a = filled((TriType)t, "empty(5)", 0, "x");
    for (int64_t i = 0; i < a.count; i++)
      assert_true(array_is_poison(&a, i));
    if (type_is_float(a.type))
      assert_true(isnan(element_double(a.type, array_at(&a, 2))));
    memset(array_at(&a, 3), 0, (size_t)tri_type_bytes(a.type));
    assert_false(array_is_poison(&a, 3));
    assert_true(array_is_poison(&a, 4));
    array_free(&a);
  }
}

static void fails(TriType type, const char *text, const char *message)
{
  Spec spec;
  Fill fill;
  Problem *p = fresh();
  if (spec_parse("x", text, &spec, p) && fill_resolve("x", &spec, type, test_names, &fill, p))
    fail_msg("%s is accepted", text);
  assert_string_equal(p->message, message);
  assert_int_equal(p->status, TRI_USAGE);
}

static void test_errors(void **state)
{
  (void)state;
  fails(TRI_F32, "randn()", "x: expected randn(n, ...), got 'randn()'");
  fails(TRI_F32, "zeros(1,2,3,4,5,6,7,8,9)", "x: a buffer has at most 8 extents");
  fails(TRI_F32, "zeros(1,2,3,4,5,6,7,8,9,10,11)",
        "x: a buffer has at most 8 extents: 'zeros(1,2,3,4,5,6,7,8,9,10,11)'");
  fails(TRI_F32, "zeros(n - 13)", "x: the extent 'n - 13' is negative: -1");
  fails(TRI_F32, "zeros(1.5)", "x: an extent is an integer, got '1.5'");
  fails(TRI_F32, "zeros(q)", "x: 'q': unknown name 'q' at column 1 (names that have integers here: n, m)");
  fails(TRI_F32, "zeros(4,)", "x: expected zeros(n, ...), got 'zeros(4,)'");
  fails(TRI_F32, "full(3)", "x: expected full(value, n, ...), got 'full(3)'");
  fails(TRI_I8, "full(256, 4)", "x: 256 does not fit i8 (-128 … 255)");
  fails(TRI_I8, "full(0.5, 4)", "x: expected an integer (i8), got 0.5");
  fails(TRI_F16, "full(65520, 4)", "x: 65520 does not fit f16 (largest 65504)");
  fails(TRI_F8E4M3FN, "full(inf, 4)", "x: inf does not fit f8E4M3FN (largest 448)");
  fails(TRI_I8, "arange(300)", "x: 299 does not fit i8 (-128 … 255)");
  fails(TRI_I64, "arange(3, 9223372036854775806)", "x: arange leaves the 64 bits");
  fails(TRI_I32, "arange(3, 0, 0.5)", "x: arange of i32 takes integers");
  fails(TRI_I32, "arange(1, 2, 3, 4)", "x: expected arange(n[, start[, step]]), got 'arange(1, 2, 3, 4)'");
  fails(TRI_I32, "randn(4)", "x: randn gives fractions and i32 is an integer type; use randint(n, lo, hi)");
  fails(TRI_I32, "randint(4, 5, 5)", "x: randint takes integers lo < hi, got 5 and 5");
  fails(TRI_I8, "randint(4, 0, 257)", "x: 256 does not fit i8 (-128 … 255)");
  fails(TRI_F32, "uniform(4, 1, 0)", "x: uniform takes numbers lo < hi, got 1 and 0");
  fails(TRI_F32, "uniform(4, 1)", "x: expected uniform(n, ..., lo, hi), got 'uniform(4, 1)'");
  fails(TRI_PTR, "ones(4)",
        "x: a buffer of pointers is filled by pointers(x, n, step), zeros(n) or empty(n)");
  fails(TRI_F32, "pointers(y, 4, 1)", "x: pointers(x, n, step) fills a buffer of pointers, not of f32");
  fails(TRI_PTR, "pointers(y, 4)", "x: expected pointers(x, n, ..., step), got 'pointers(y, 4)'");
  fails(TRI_PTR, "pointers(y, 4, -1)", "x: the step of pointers is a number of elements, got -1");
}

static void test_huge_buffers_are_refused(void **state)
{
  (void)state;
  Array a;
  Problem *p = fresh();
  Shape s = {2, {INT64_C(1) << 40, INT64_C(1) << 40}};
  assert_false(array_new(TRI_F32, s, "x", &a, p));
  assert_string_equal(p->message, "x: a buffer of f32[1099511627776x1099511627776] exceeds 64-bit addresses");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plain_fills),
      cmocka_unit_test(test_arange),
      cmocka_unit_test(test_randint_of_every_type),
      cmocka_unit_test(test_uniform_stays_inside),
      cmocka_unit_test(test_finite_covers_and_is_finite),
      cmocka_unit_test(test_special_covers_floats),
      cmocka_unit_test(test_special_covers_integers),
      cmocka_unit_test(test_special_is_mixed),
      cmocka_unit_test(test_empty_is_poison),
      cmocka_unit_test(test_errors),
      cmocka_unit_test(test_huge_buffers_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, free_test_arena);
}
