/* Conversions: every pattern of the small formats, every tie and its neighbours, integers of every width. */
#include "oracle.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const TriFloat small[] = {TRI_FLOAT_F16, TRI_FLOAT_BF16, TRI_FLOAT_F8E4M3FN, TRI_FLOAT_F8E5M2,
                                 TRI_FLOAT_TF32};
enum { SMALL = sizeof small / sizeof *small };

static bool same_value(double a, double b)
{
  return (a == b && !signbit(a) == !signbit(b)) || (a != a && b != b);
}

/* Decoding is the definition; encoding undoes it in every mode. */
static void test_round_trip(void **state)
{
  (void)state;
  for (int k = 0; k < SMALL; k++)
    for (uint64_t p = 0; p < 1ull << tri_float_format(small[k]).bits; p++) {
      double v = value_by_definition(small[k], p);
      assert_true(same_value(tri_float_decode(small[k], p), v));
      for (int mode = TRI_RN; mode <= TRI_RNA; mode++)
        assert_true(same(small[k], tri_float_encode(small[k], v, (TriRounding)mode, false), p));
    }
}

/* The pattern for |x| between the neighbours low and low + 1, whose middle is exact in f64. */
static uint64_t rounded_between(TriFloat f, uint64_t low, double x, TriRounding mode, bool saturate)
{
  TriFloatFormat t = tri_float_format(f);
  uint64_t sign = signbit(x) ? 1ull << (t.bits - 1) : 0, max = tri_float_max_finite(f);
  double v = value_by_definition(f, low), a = fabs(x);
  double next = low == max ? v + ldexp(1, (int)(low >> t.mantissa) - t.bias - t.mantissa)
                           : value_by_definition(f, low + 1);
  double middle = (v + next) / 2;
  bool up = a > v && (mode == TRI_RN    ? a > middle || (a == middle && low % 2)
                      : mode == TRI_RNA ? a >= middle
                      : mode == TRI_RP  ? !sign
                                        : mode == TRI_RM && sign);
  if (low + up <= max)
    return sign | (low + up);
  return saturate ? sign | max : t.special == TRI_SPECIAL_IEEE ? sign | (max + 1) : tri_float_nan(f);
}

/* Each value, the middle to its successor, and the neighbours of both in f64; both signs, all modes. */
static void test_every_tie(void **state)
{
  (void)state;
  for (int k = 0; k < SMALL; k++) {
    TriFloat f = small[k];
    TriFloatFormat t = tri_float_format(f);
    uint64_t stride = f == TRI_FLOAT_TF32 ? 17 : 1;
    for (uint64_t p = 0; p <= tri_float_max_finite(f); p += stride) {
      double v = value_by_definition(f, p);
      int field = (int)(p >> t.mantissa);
      double middle = v + ldexp(1, (field ? field : 1) - t.bias - t.mantissa - 1);
      double x[] = {v, nextafter(v, 1e300), nextafter(middle, 0), middle, nextafter(middle, 1e300)};
      for (int i = 0; i < 10; i++)
        for (int mode = TRI_RN; mode <= TRI_RNA; mode++)
          for (int saturate = 0; saturate < 2; saturate++) {
            double y = i < 5 ? x[i] : -x[i - 5];
            uint64_t got = tri_float_encode(f, y, (TriRounding)mode, saturate);
            assert_int_equal(got, rounded_between(f, p, y, (TriRounding)mode, saturate));
          }
    }
  }
}

/* The inline conversions on values, ties and the f32 neighbours of both, and on f32 patterns at random. */
static void check_inline(float x)
{
  uint32_t u = tri_f32_bits(x);
  for (int saturate = 0; saturate < 2; saturate++) {
    assert_true(same(TRI_FLOAT_F8E4M3FN, tri_f32_to_f8e4m3fn(x, saturate),
                     tri_float_convert(TRI_FLOAT_F8E4M3FN, TRI_FLOAT_F32, u, TRI_RN, saturate)));
    assert_true(same(TRI_FLOAT_F8E5M2, tri_f32_to_f8e5m2(x, saturate),
                     tri_float_convert(TRI_FLOAT_F8E5M2, TRI_FLOAT_F32, u, TRI_RN, saturate)));
  }
  assert_true(same(TRI_FLOAT_F16, tri_f32_to_f16(x),
                   tri_float_convert(TRI_FLOAT_F16, TRI_FLOAT_F32, u, TRI_RN, false)));
  assert_true(same(TRI_FLOAT_BF16, tri_f32_to_bf16(x),
                   tri_float_convert(TRI_FLOAT_BF16, TRI_FLOAT_F32, u, TRI_RN, false)));
}

static void test_inline_from_f32(void **state)
{
  (void)state;
  for (uint32_t high = 0; high < 65536; high++)
    for (uint32_t low = 0; low < 9; low++) {
      static const uint32_t pattern[] = {0, 1, 0xffff, 0x8000, 0x7fff, 0x8001, 0x1000, 0x0fff, 0x1001};
      check_inline(tri_f32_of_bits(high << 16 | pattern[low]));
    }
  uint64_t s = seed();
  for (int i = 0; i < 300000; i++)
    check_inline(tri_f32_of_bits((uint32_t)random_bits(&s)));
}

static void test_inline_from_f64(void **state)
{
  (void)state;
  uint64_t s = seed();
  for (int i = 0; i < 300000; i++) {
    double wild = tri_f64_of_bits(random_operand(TRI_FLOAT_F64, &s));
    uint64_t p = random_bits(&s) & 0x7fff;
    double tie = (value_by_definition(TRI_FLOAT_F16, p) + value_by_definition(TRI_FLOAT_F16, p + 1)) / 2;
    double tie_b = (value_by_definition(TRI_FLOAT_BF16, p) + value_by_definition(TRI_FLOAT_BF16, p + 1)) / 2;
    double x[] = {wild,
                  tie,
                  nextafter(tie, 0),
                  nextafter(tie, 1e300),
                  tie_b,
                  nextafter(tie_b, 0),
                  nextafter(tie_b, 1e300)};
    for (int k = 0; k < 7; k++) {
      assert_true(
          same(TRI_FLOAT_F16, tri_f64_to_f16(x[k]), tri_float_encode(TRI_FLOAT_F16, x[k], TRI_RN, false)));
      assert_true(
          same(TRI_FLOAT_BF16, tri_f64_to_bf16(x[k]), tri_float_encode(TRI_FLOAT_BF16, x[k], TRI_RN, false)));
    }
  }
}

static void test_inline_to_f32(void **state)
{
  (void)state;
  for (uint32_t p = 0; p < 65536; p++) {
    assert_true(same_value((double)tri_f16_to_f32((uint16_t)p), value_by_definition(TRI_FLOAT_F16, p)));
    assert_true(same_value((double)tri_bf16_to_f32((uint16_t)p), value_by_definition(TRI_FLOAT_BF16, p)));
  }
  for (uint32_t p = 0; p < 256; p++) {
    assert_true(
        same_value((double)tri_f8e4m3fn_to_f32((uint8_t)p), value_by_definition(TRI_FLOAT_F8E4M3FN, p)));
    assert_true(same_value((double)tri_f8e5m2_to_f32((uint8_t)p), value_by_definition(TRI_FLOAT_F8E5M2, p)));
  }
}

/* The header's examples, and what infinities and NaN become. */
static void test_worked_numbers(void **state)
{
  (void)state;
  assert_true(tri_f8e5m2_to_f32(tri_f32_to_f8e5m2(1.125f, true)) == 1);
  assert_true(tri_f8e4m3fn_to_f32(tri_f32_to_f8e4m3fn(1.0625001f, true)) == 1.125f);
  assert_int_equal(tri_f32_to_f16(65520), 0x7c00);
  assert_int_equal(tri_float_encode(TRI_FLOAT_F16, 65520, TRI_RN, true), 0x7bff);
  assert_int_equal(tri_f32_to_f8e4m3fn(464, false), 0x7e);
  assert_int_equal(tri_f32_to_f8e4m3fn(464.1f, false), 0x7f);
  assert_int_equal(tri_f32_to_f8e4m3fn(464.1f, true), 0x7e);
  assert_int_equal(tri_f32_to_f8e4m3fn(-(float)INFINITY, true), 0xfe);
  assert_int_equal(tri_f32_to_f8e4m3fn((float)NAN, true) & 0x7f, 0x7f);
  assert_int_equal(tri_f32_to_f8e5m2((float)INFINITY, true), 0x7b);
  assert_int_equal(tri_f32_to_f8e5m2((float)INFINITY, false), 0x7c);
  assert_int_equal(tri_float_encode(TRI_FLOAT_F16, 1e9, TRI_RZ, false), 0x7bff);
  assert_int_equal(tri_float_encode(TRI_FLOAT_F16, -1e9, TRI_RP, false), 0xfbff);
  assert_int_equal(tri_float_encode(TRI_FLOAT_F16, -1e9, TRI_RM, false), 0xfc00);
  assert_true(tri_f32_to_tf32(1 + 0x1p-11f, TRI_RN) == 1 &&
              tri_f32_to_tf32(1 + 0x1p-11f, TRI_RNA) == 1 + 0x1p-10f);
}

/* ---- integers ------------------------------------------------------------------------------------ */

typedef __int128 I128;

static I128 low_end(TriIntType t) { return t.is_signed ? -((I128)1 << (t.width - 1)) : 0; }
static I128 high_end(TriIntType t) { return ((I128)1 << (t.width - t.is_signed)) - 1; }

/* The rounded value by counting quarters: x is n/4 exactly. */
static I128 rounded_quarters(I128 n, TriRounding mode)
{
  I128 floor = n >= 0 ? n / 4 : -((-n + 3) / 4), rest = n - 4 * floor;
  bool up = mode == TRI_RN    ? rest == 3 || (rest == 2 && floor % 2 != 0)
            : mode == TRI_RNA ? rest == 3 || (rest == 2 && n > 0)
            : mode == TRI_RP  ? rest > 0
                              : mode == TRI_RZ && n < 0 && rest > 0;
  return floor + up;
}

static void check_float_to_int(TriIntType t, I128 quarters)
{
  double x = (double)quarters / 4;
  if ((I128)(x * 4) != quarters)
    return;
  for (int mode = TRI_RN; mode <= TRI_RNA; mode++) {
    I128 r = rounded_quarters(quarters, (TriRounding)mode);
    bool out = r < low_end(t) || r > high_end(t);
    I128 want = r < low_end(t) ? low_end(t) : r > high_end(t) ? high_end(t) : r;
    TriIntResult got = tri_float_to_int(TRI_FLOAT_F64, x, t, (TriRounding)mode);
    assert_true(got.bits == (uint64_t)want && got.out_of_range == out);
  }
}

static void test_float_to_int(void **state)
{
  (void)state;
  for (int width = 1; width <= 64; width++)
    for (int is_signed = 0; is_signed < 2; is_signed++) {
      TriIntType t = {width, is_signed};
      for (int q = -12; q <= 12; q++) {
        check_float_to_int(t, q);
        check_float_to_int(t, 4 * low_end(t) + q);
        check_float_to_int(t, 4 * high_end(t) + q);
        check_float_to_int(t, 4 * high_end(t) + ((I128)q * ((I128)1 << (width > 50 ? width - 50 : 0))));
      }
      TriIntResult top = tri_float_to_int(TRI_FLOAT_F32, (double)INFINITY, t, TRI_RZ);
      TriIntResult bottom = tri_float_to_int(TRI_FLOAT_F32, -(double)INFINITY, t, TRI_RZ);
      assert_true(top.out_of_range && top.bits == (uint64_t)high_end(t));
      assert_true(bottom.out_of_range && bottom.bits == (uint64_t)low_end(t));
    }
}

/* PTX ISA, cvt: NaN is zero unless the source is f64 or the destination has 64 bits. */
static void test_nan_to_int(void **state)
{
  (void)state;
  double nan = (double)NAN;
  assert_true(tri_float_to_int(TRI_FLOAT_F32, nan, (TriIntType){32, true}, TRI_RZ).bits == 0);
  assert_true(tri_float_to_int(TRI_FLOAT_F32, nan, (TriIntType){64, true}, TRI_RZ).bits == 1ull << 63);
  assert_true(tri_float_to_int(TRI_FLOAT_F64, nan, (TriIntType){32, true}, TRI_RZ).bits ==
              (uint64_t)INT32_MIN);
  assert_true(tri_float_to_int(TRI_FLOAT_F64, nan, (TriIntType){32, false}, TRI_RZ).bits == 1u << 31);
  assert_true(tri_float_to_int(TRI_FLOAT_F16, nan, (TriIntType){16, true}, TRI_RZ).out_of_range);
}

/* An integer as a sum of two f64 halves, each exact, added by the search oracle in the target format. Where
 * the target is too narrow for the halves, f64 rounded to odd stands between (53 >= 24 + 2). */
static uint64_t int_by_halves(TriFloat f, uint64_t value, bool is_signed, TriRounding mode)
{
  double high = is_signed ? (double)((int64_t)value >> 32) * 0x1p32 : (double)(value >> 32) * 0x1p32;
  double low = (double)(value & 0xffffffff);
  if (f == TRI_FLOAT_F64)
    return oracle(f, OP_ADD, tri_f64_bits(high), tri_f64_bits(low), 0, mode);
  uint64_t down = oracle(TRI_FLOAT_F64, OP_ADD, tri_f64_bits(high), tri_f64_bits(low), 0, TRI_RZ);
  uint64_t up = oracle(TRI_FLOAT_F64, OP_ADD, tri_f64_bits(high), tri_f64_bits(low), 0,
                       signbit(tri_f64_of_bits(down)) ? TRI_RM : TRI_RP);
  return tri_float_encode(f, tri_f64_of_bits(down == up || down & 1 ? down : up), mode, false);
}

static void test_int_to_float(void **state)
{
  (void)state;
  static const TriFloat to[] = {TRI_FLOAT_F16, TRI_FLOAT_BF16, TRI_FLOAT_F32, TRI_FLOAT_F64,
                                TRI_FLOAT_F8E5M2};
  uint64_t s = seed();
  for (int i = 0; i < 20000; i++) {
    uint64_t v = random_bits(&s) >> (random_bits(&s) % 64);
    v = random_bits(&s) & 1 ? v : 0 - v;
    v &= random_bits(&s) & 1 ? ~0ull : ~0ull << (random_bits(&s) % 64);
    TriRounding mode = (TriRounding)(random_bits(&s) % 5);
    for (int k = 0; k < 5; k++)
      for (int is_signed = 0; is_signed < 2; is_signed++)
        assert_int_equal(tri_int_to_float(to[k], v, (TriIntType){64, is_signed}, mode),
                         int_by_halves(to[k], v, is_signed, mode));
  }
  for (uint64_t v = 0; v < 256; v++) {
    uint64_t low = tri_int_to_float(TRI_FLOAT_F16, v, (TriIntType){8, true}, TRI_RN);
    uint64_t high = tri_int_to_float(TRI_FLOAT_F16, 0xabcd00 + v, (TriIntType){8, false}, TRI_RN);
    assert_true(tri_float_decode(TRI_FLOAT_F16, low) == (double)(int8_t)v);
    assert_true(tri_float_decode(TRI_FLOAT_F16, high) == (double)v);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),      cmocka_unit_test(test_every_tie),
      cmocka_unit_test(test_inline_from_f32), cmocka_unit_test(test_inline_from_f64),
      cmocka_unit_test(test_inline_to_f32),   cmocka_unit_test(test_worked_numbers),
      cmocka_unit_test(test_float_to_int),    cmocka_unit_test(test_nan_to_int),
      cmocka_unit_test(test_int_to_float),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
