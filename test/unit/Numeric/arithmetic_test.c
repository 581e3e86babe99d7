/* Arithmetic: the exact layer against the search oracle, the inline layer against the exact layer. */
#include "oracle.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static void expect(TriFloat f, int op, TriRounding mode, const uint64_t x[3], uint64_t got, uint64_t want)
{
  if (!same(f, got, want))
    fail_msg("%s op %d mode %d on %#llx %#llx %#llx: got %#llx, want %#llx", tri_float_format(f).name, op,
             mode, (unsigned long long)x[0], (unsigned long long)x[1], (unsigned long long)x[2],
             (unsigned long long)got, (unsigned long long)want);
}

static void check(TriFloat f, Operation op, const uint64_t x[3], TriRounding mode)
{
  expect(f, (int)op, mode, x, exact_layer(f, op, x[0], x[1], x[2], mode),
         oracle(f, op, x[0], x[1], x[2], mode));
}

/* Every pair of 8-bit operands, every operation of two, every mode. */
static void test_pairs_of_8_bits(void **state)
{
  (void)state;
  for (int k = 0; k < 2; k++)
    for (unsigned pair = 0; pair < 65536; pair++)
      for (int op = OP_ADD; op <= OP_SQRT; op++)
        for (int mode = TRI_RN; mode <= TRI_RNA; mode++)
          if (op != OP_SQRT || pair < 256)
            check(k ? TRI_FLOAT_F8E5M2 : TRI_FLOAT_F8E4M3FN, (Operation)op,
                  (uint64_t[]){pair & 255, pair >> 8, 0}, (TriRounding)mode);
}

/* Every root of 16 bits, in every mode, and by the inline layer. */
static void test_roots_of_16_bits(void **state)
{
  (void)state;
  for (unsigned a = 0; a < 65536; a++) {
    uint64_t x[3] = {a};
    for (int mode = TRI_RN; mode <= TRI_RNA; mode++) {
      check(TRI_FLOAT_F16, OP_SQRT, x, (TriRounding)mode);
      check(TRI_FLOAT_BF16, OP_SQRT, x, (TriRounding)mode);
    }
    expect(TRI_FLOAT_F16, OP_SQRT, TRI_RN, x, tri_f16_sqrt((uint16_t)a),
           tri_float_sqrt(TRI_FLOAT_F16, a, TRI_RN));
    expect(TRI_FLOAT_BF16, OP_SQRT, TRI_RN, x, tri_bf16_sqrt((uint16_t)a),
           tri_float_sqrt(TRI_FLOAT_BF16, a, TRI_RN));
  }
}

static void test_random_all_formats(void **state)
{
  (void)state;
  uint64_t s = seed();
  for (int f = 0; f < TRI_FLOAT_COUNT; f++)
    for (int i = 0; i < (f == TRI_FLOAT_F64 ? 2000 : 10000); i++) {
      uint64_t x[3];
      for (int k = 0; k < 3; k++)
        x[k] = random_operand((TriFloat)f, &s);
      for (int op = OP_ADD; op <= OP_FMA; op++)
        check((TriFloat)f, (Operation)op, x, (TriRounding)(random_bits(&s) % 5));
    }
}

/* a·b + c where c is close to -a·b, or to a tie of it: what double rounding gets wrong. */
static void test_fma_near_ties(void **state)
{
  (void)state;
  uint64_t s = seed();
  for (int f = 0; f < TRI_FLOAT_COUNT; f++)
    for (int i = 0; i < (f == TRI_FLOAT_F64 ? 1000 : 10000); i++) {
      TriFloatFormat t = tri_float_format((TriFloat)f);
      uint64_t sign = 1ull << (t.bits - 1), a = random_operand((TriFloat)f, &s),
               b = random_operand((TriFloat)f, &s);
      uint64_t c = tri_float_mul((TriFloat)f, a, b, TRI_RZ) ^ (random_bits(&s) & sign);
      uint64_t step = (random_bits(&s) % (uint64_t)(2 * t.mantissa + 4)) << t.mantissa;
      c = (c & sign) | ((random_bits(&s) & 1 ? c - step : c + step) & (sign - 1) & ~(random_bits(&s) & 3));
      for (int mode = TRI_RN; mode <= TRI_RNA; mode++)
        check((TriFloat)f, OP_FMA, (uint64_t[]){a, b, c}, (TriRounding)mode);
    }
}

/* Worked ties. f16: (1+2^-10)·(1-2^-10)·2^-11 + (1+2^-10) lies 2^-31 below the tie at 1+3·2^-11; f32 cannot
 * hold that. bf16: 7·(37/256) is the tie 1+3·2^-8, and c = -2^-100 decides; f64 cannot hold that. */
static void test_fma_is_not_double_rounded(void **state)
{
  (void)state;
  assert_int_equal(tri_f16_fma(0x3c01, 0x0ffe, 0x3c01), 0x3c01);
  assert_int_equal(tri_f32_to_f16(tri_f16_to_f32(0x3c01) * tri_f16_to_f32(0x0ffe) + tri_f16_to_f32(0x3c01)),
                   0x3c02);
  assert_int_equal(tri_bf16_fma(0x40e0, 0x3e14, 0x8d80), 0x3f81);
  assert_int_equal(tri_bf16_fma(0x40e0, 0x3e14, 0x0000), 0x3f82);
}

static void check_half(uint16_t a, uint16_t b, uint16_t c)
{
  uint64_t x[3] = {a, b, c};
  uint16_t got[2][5] = {
      {tri_f16_add(a, b), tri_f16_sub(a, b), tri_f16_mul(a, b), tri_f16_div(a, b), tri_f16_fma(a, b, c)},
      {tri_bf16_add(a, b), tri_bf16_sub(a, b), tri_bf16_mul(a, b), tri_bf16_div(a, b),
       tri_bf16_fma(a, b, c)}};
  static const Operation op[] = {OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_FMA};
  for (int f = 0; f < 2; f++)
    for (int k = 0; k < 5; k++) {
      TriFloat format = f ? TRI_FLOAT_BF16 : TRI_FLOAT_F16;
      expect(format, (int)op[k], TRI_RN, x, got[f][k], exact_layer(format, op[k], a, b, c, TRI_RN));
    }
}

/* The inline layer. Where bf16 results are subnormal f32 has no spare bits: every pair of significands there.
 */
static void test_inline_halves(void **state)
{
  (void)state;
  uint64_t s = seed();
  for (int i = 0; i < 500000; i++)
    check_half((uint16_t)random_operand(TRI_FLOAT_F16, &s), (uint16_t)random_operand(TRI_FLOAT_BF16, &s),
               (uint16_t)random_operand(TRI_FLOAT_F16, &s));
  for (unsigned a = 0; a < 128; a++)
    for (unsigned b = 0; b < 128; b++)
      for (unsigned e = 0; e < 12; e++) {
        uint16_t x = (uint16_t)(0x2000 | a), product = (uint16_t)(0x1c80 + (e << 7) + b);
        uint16_t y = (uint16_t)(0x0080 + (e << 7) + a), quotient = (uint16_t)(0x4200 | b);
        check_half(x, product, 1);
        check_half(y, quotient, 1);
      }
}

/* The host's f32 and f64, libc's fma among them, round as the exact layer does. */
static void test_host_to_nearest(void **state)
{
  (void)state;
  uint64_t s = seed();
  for (int i = 0; i < 200000; i++) {
    uint64_t x[3], y[3];
    float a[3];
    double b[3];
    for (int k = 0; k < 3; k++) {
      a[k] = tri_f32_of_bits((uint32_t)(x[k] = random_operand(TRI_FLOAT_F32, &s)));
      b[k] = tri_f64_of_bits(y[k] = random_operand(TRI_FLOAT_F64, &s));
    }
    float f[] = {tri_f32_add(a[0], a[1], TRI_RN), tri_f32_sub(a[0], a[1], TRI_RN),
                 tri_f32_mul(a[0], a[1], TRI_RN), tri_f32_div(a[0], a[1], TRI_RN),
                 tri_f32_sqrt(a[0], TRI_RN),      tri_f32_fma(a[0], a[1], a[2], TRI_RN)};
    double d[] = {tri_f64_add(b[0], b[1], TRI_RN), tri_f64_sub(b[0], b[1], TRI_RN),
                  tri_f64_mul(b[0], b[1], TRI_RN), tri_f64_div(b[0], b[1], TRI_RN),
                  tri_f64_sqrt(b[0], TRI_RN),      tri_f64_fma(b[0], b[1], b[2], TRI_RN)};
    for (int op = OP_ADD; op <= OP_FMA; op++) {
      expect(TRI_FLOAT_F32, op, TRI_RN, x, tri_f32_bits(f[op]),
             exact_layer(TRI_FLOAT_F32, (Operation)op, x[0], x[1], x[2], TRI_RN));
      expect(TRI_FLOAT_F64, op, TRI_RN, y, tri_f64_bits(d[op]),
             exact_layer(TRI_FLOAT_F64, (Operation)op, y[0], y[1], y[2], TRI_RN));
    }
  }
}

/* The directed modes of the inline names reach the exact layer: 1 + 2^-60 and 1/3. */
static void test_directed_modes(void **state)
{
  (void)state;
  assert_true(tri_f32_add(1, 0x1p-60f, TRI_RP) == 1 + 0x1p-23f);
  assert_true(tri_f32_add(1, 0x1p-60f, TRI_RM) == 1 && tri_f32_add(1, 0x1p-60f, TRI_RZ) == 1);
  assert_true(tri_f32_sub(1, 0x1p-60f, TRI_RZ) == 1 - 0x1p-24f);
  assert_true(tri_f64_div(-1, 3, TRI_RP) > tri_f64_div(-1, 3, TRI_RM));
  assert_true(tri_f32_mul(3e38f, 2, TRI_RZ) == 0x1.fffffep127f);
  assert_true(tri_f64_sqrt(2, TRI_RP) * tri_f64_sqrt(2, TRI_RP) > 2);
  assert_true(tri_f64_fma(0x1p-600, 0x1p-600, 1, TRI_RP) == 1 + 0x1p-52);
  assert_true(tri_f64_to_f32(1 + 0x1p-30, TRI_RP) == 1 + 0x1p-23f &&
              tri_f64_to_f32(1 + 0x1p-30, TRI_RZ) == 1);
  assert_true(signbit(tri_f32_add(1, -1, TRI_RM)) && !signbit(tri_f32_add(1, -1, TRI_RN)));
}

/* min and max of every pair of interesting f16 values, from the rule: order the numbers with -0 below +0. */
static void test_min_max(void **state)
{
  (void)state;
  static const uint16_t v[] = {0,      0x8000, 1,      0x8001, 0x3c00, 0xbc00,
                               0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0xfe01};
  enum { N = sizeof v / sizeof *v };
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      uint16_t a = v[i], b = v[j];
      bool a_nan = (a & 0x7fff) > 0x7c00, b_nan = (b & 0x7fff) > 0x7c00;
      int rank_a = a & 0x8000 ? -(a & 0x7fff) - 1 : a, rank_b = b & 0x8000 ? -(b & 0x7fff) - 1 : b;
      uint16_t low = b_nan || (!a_nan && rank_a < rank_b) ? a : b,
               high = b_nan || (!a_nan && rank_a > rank_b) ? a : b;
      uint16_t nan = 0x7fff;
      float x = tri_f16_to_f32(a), y = tri_f16_to_f32(b);
      assert_true(same(TRI_FLOAT_F16, tri_f16_minnum(a, b), low));
      assert_true(same(TRI_FLOAT_F16, tri_f16_maxnum(a, b), high));
      assert_true(same(TRI_FLOAT_F16, tri_f16_minimum(a, b), a_nan || b_nan ? nan : low));
      assert_true(same(TRI_FLOAT_F16, tri_f16_maximum(a, b), a_nan || b_nan ? nan : high));
      assert_true(same(TRI_FLOAT_F64, tri_f64_bits(tri_f64_minnum((double)x, (double)y)),
                       tri_f64_bits((double)tri_f32_minnum(x, y))));
      assert_true(same(TRI_FLOAT_F64, tri_f64_bits(tri_f64_maximum((double)x, (double)y)),
                       tri_f64_bits((double)tri_f32_maximum(x, y))));
      assert_true(same(TRI_FLOAT_BF16, tri_bf16_minimum(a, b),
                       tri_f32_to_bf16(tri_f32_minimum(tri_bf16_to_f32(a), tri_bf16_to_f32(b)))));
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pairs_of_8_bits),
      cmocka_unit_test(test_roots_of_16_bits),
      cmocka_unit_test(test_random_all_formats),
      cmocka_unit_test(test_fma_near_ties),
      cmocka_unit_test(test_fma_is_not_double_rounded),
      cmocka_unit_test(test_inline_halves),
      cmocka_unit_test(test_host_to_nearest),
      cmocka_unit_test(test_directed_modes),
      cmocka_unit_test(test_min_max),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
