/* How arrays and elements look. */
#include "test.h"
#include "tri-run/print.h"

#include <stdlib.h>

static void prints(TriType type, const char *fill, const char *expected)
{
  Array a = filled(type, fill, 0, "x");
  char *text;
  size_t bytes;
  FILE *f = open_memstream(&text, &bytes);
  array_print(f, &a, !strncmp(fill, "empty", 5));
  fclose(f);
  assert_string_equal(text, expected);
  free(text);
  array_free(&a);
}

static void test_arrays(void **state)
{
  (void)state;
  prints(TRI_I32, "arange(4)", "[0 1 2 3]\n");
  prints(TRI_I32, "arange(3, 9)", "[ 9 10 11]\n");
  prints(TRI_F32, "arange(3, -0.5, 0.25)", "[ -0.5 -0.25     0]\n");
  prints(TRI_I1, "zeros(2)", "[false false]\n");
  prints(TRI_I32, "zeros(2, 3)", "[[0 0 0]\n [0 0 0]]\n");
  prints(TRI_I32, "ones(2, 1, 2)", "[[[1 1]]\n\n [[1 1]]]\n");
  prints(TRI_I32, "zeros(0)", "[]\n");
  prints(TRI_I32, "zeros(3, 0)", "[]\n");
  prints(TRI_F32, "empty(3)", "[· · ·]\n");
}

static void test_long_arrays_are_summarised(void **state)
{
  (void)state;
  prints(TRI_I32, "arange(1001)", "[   0    1    2 ...  998  999 1000]\n");
  prints(TRI_I8, "zeros(40, 40)",
         "[[0 0 0 ... 0 0 0]\n [0 0 0 ... 0 0 0]\n [0 0 0 ... 0 0 0]\n ...\n [0 0 0 ... 0 0 0]\n"
         " [0 0 0 ... 0 0 0]\n [0 0 0 ... 0 0 0]]\n");
  prints(TRI_I8, "zeros(2, 600)", "[[0 0 0 ... 0 0 0]\n [0 0 0 ... 0 0 0]]\n");
  prints(TRI_I8, "zeros(600, 2)", "[[0 0]\n [0 0]\n [0 0]\n ...\n [0 0]\n [0 0]\n [0 0]]\n");
}

static void test_rows_wrap(void **state)
{
  (void)state;
  prints(TRI_I16, "arange(30, 100)",
         "[100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118\n"
         " 119 120 121 122 123 124 125 126 127 128 129]\n");
}

static void line_is(TriType type, const char *fill, const char *expected)
{
  Array a = filled(type, fill, 0, "x");
  assert_string_equal(array_line(&arena, &a, false, 3), expected);
  array_free(&a);
}

static void test_lines(void **state)
{
  (void)state;
  line_is(TRI_I32, "arange(6)", "0  1  2  3  4  5");
  line_is(TRI_I32, "arange(7)", "0  1  2  …  4  5  6");
  line_is(TRI_F64, "full(0.333333333333, 1)", "0.333333");
  line_is(TRI_F64, "zeros(0)", "(no elements)");
}

/* The shortest text reads back as the same element, for every element of the small types. */
static void test_shortest_text(void **state)
{
  (void)state;
  char text[ELEMENT_TEXT];
  for (int t = TRI_F8E4M3FN; t <= TRI_BF16; t++)
    for (uint64_t bits = 0; bits < UINT64_C(1) << type_bits((TriType)t); bits += t <= TRI_F8E5M2 ? 1 : 7) {
      uint64_t back = 0;
      element_text((TriType)t, &bits, 17, text);
      element_set_double((TriType)t, &back, strtod(text, NULL));
      double x = element_double((TriType)t, &bits), y = element_double((TriType)t, &back);
      assert_true((x == y && signbit(x) == signbit(y)) || (isnan(x) && isnan(y)));
    }
  static const struct {
    double value;
    const char *text;
  } plain[] = {{10, "10"},     {98432, "98432"}, {100000000, "100000000"},
               {1e9, "1e+09"}, {12.5, "12.5"},   {1e-3, "0.001"}};
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    assert_string_equal(element_text(TRI_F64, &plain[i].value, 17, text), plain[i].text);
  double third = 1.0 / 3;
  assert_string_equal(element_text(TRI_F64, &third, 17, text), "0.3333333333333333");
  float tenth = 0.1f;
  assert_string_equal(element_text(TRI_F32, &tenth, 17, text), "0.1");
  uint16_t f16_tenth = 0x2e66;
  assert_string_equal(element_text(TRI_F16, &f16_tenth, 17, text), "0.1");
}

/* The quick conversions against the exact layer: random doubles of every magnitude, and every small pattern.
 */
static void test_conversions_round_once(void **state)
{
  (void)state;
  Array x = filled(TRI_F64, "special(200000)", 0, "x");
  for (int64_t i = 0; i < x.count; i++) {
    double wide = element_double(TRI_F64, array_at(&x, i));
    int exponent = 0;
    double scaled = ldexp(frexp(wide, &exponent), (int)(i % 40) - 20);
    for (int t = TRI_F8E4M3FN; t <= TRI_F64; t++) {
      uint64_t got = 0;
      double value = i % 2 && isfinite(scaled) ? scaled : wide;
      element_set_double((TriType)t, &got, value);
      uint64_t expected = tri_float_encode(type_format((TriType)t), value, TRI_RN, false);
      if (got != expected && !(isnan(value) && tri_float_is_nan(type_format((TriType)t), got)))
        fail_msg("%s of %a: 0x%llx, expected 0x%llx", tri_type_name((TriType)t), value,
                 (unsigned long long)got, (unsigned long long)expected);
    }
  }
  array_free(&x);
  for (int t = TRI_F16; t <= TRI_BF16; t++)
    for (uint64_t bits = 0; bits < 1 << 16; bits++) {
      double got = element_double((TriType)t, &bits),
             expected = tri_float_decode(type_format((TriType)t), bits);
      assert_true(got == expected || (isnan(got) && isnan(expected)));
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arrays),        cmocka_unit_test(test_long_arrays_are_summarised),
      cmocka_unit_test(test_rows_wrap),     cmocka_unit_test(test_lines),
      cmocka_unit_test(test_shortest_text), cmocka_unit_test(test_conversions_round_once),
  };
  return cmocka_run_group_tests(tests, NULL, free_test_arena);
}
