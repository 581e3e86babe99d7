/* The generator against its published vectors; the distributions against their moments and quantiles. */
#include "test.h"
#include "tri-run/fill_random.h"
#include "tri-run/rng.h"

#include <math.h>

static void philox_gives(Philox counter, uint32_t k0, uint32_t k1, Philox expected)
{
  Philox got = philox4x32(counter, k0, k1);
  assert_memory_equal(got.word, expected.word, sizeof got.word);
}

/* Known-answer tests of Random123 (kat_vectors, philox4x32 with 10 rounds). */
static void test_philox_vectors(void **state)
{
  (void)state;
  philox_gives((Philox){{0, 0, 0, 0}}, 0, 0, (Philox){{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}});
  philox_gives((Philox){{~0u, ~0u, ~0u, ~0u}}, ~0u, ~0u,
               (Philox){{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}});
  philox_gives((Philox){{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0xa4093822, 0x299f31d0,
               (Philox){{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}});
}

/* Phi(quantile(p)) = p, where erfc knows Phi: a relative error e of z is one of about e z^2 of Phi(z). */
static void test_normal_quantile(void **state)
{
  (void)state;
  assert_true(normal_quantile(0.5) == 0);
  for (double p = 1e-15; p < 0.5; p *= 1.07) {
    double z = normal_quantile(p), back = 0.5 * erfc(-z / sqrt(2));
    if (fabs(back - p) > 2e-15 * (1 + z * z) * p)
      fail_msg("p = %g: z = %.17g, Phi(z) = %.17g", p, z, back);
    if (p > 1e-3)
      assert_true(fabs(normal_quantile(1 - p) + z) < 1e-12);
  }
}

static void test_uniform_ends(void **state)
{
  (void)state;
  assert_true(rng_uniform(0) == 0);
  assert_true(rng_uniform(UINT64_MAX) == 1 - 0x1p-53);
  assert_true(isfinite(rng_normal(0)) && isfinite(rng_normal(UINT64_MAX)));
  assert_true(rng_normal(0) == -rng_normal(UINT64_MAX));
}

static void test_integers_stay_in_range(void **state)
{
  (void)state;
  assert_int_equal(rng_integer(0, -5, 10), -5);
  assert_int_equal(rng_integer(UINT64_MAX, -5, 10), 4);
  assert_true(rng_integer(UINT64_MAX, INT64_MIN, 0) == INT64_MAX);
  assert_true(rng_integer(0, INT64_MIN, 0) == INT64_MIN);
  assert_true(rng_integer(UINT64_MAX, INT64_MIN, UINT64_MAX) == INT64_MAX - 1);
}

/* A seed means these numbers on every machine: changing them changes what users' seeds mean. */
static void test_seeds_are_forever(void **state)
{
  (void)state;
  Array x = filled(TRI_F64, "randn(3)", 0, "x");
  double first[3];
  memcpy(first, x.data, sizeof first);
  array_free(&x);
  const double expected[3] = {0x1.26e2d879f8d78p+0, -0x1.1b4842fb740bbp+0, 0x1.a87c5c8f446c7p+0};
  for (int i = 0; i < 3; i++)
    if (first[i] != expected[i])
      fail_msg("element %d: got %a, expected %a", i, first[i], expected[i]);
}

static void test_streams_differ(void **state)
{
  (void)state;
  Array x = filled(TRI_I64, "finite(1000)", 0, "x"), again = filled(TRI_I64, "finite(1000)", 0, "x");
  Array y = filled(TRI_I64, "finite(1000)", 0, "y"), other = filled(TRI_I64, "finite(1000)", 1, "x");
  Array longer = filled(TRI_I64, "finite(5000)", 0, "x");
  assert_memory_equal(x.data, again.data, x.bytes);
  assert_memory_equal(x.data, longer.data, x.bytes);
  for (int64_t i = 0; i < x.count; i++) {
    assert_true(element_bits(TRI_I64, array_at(&x, i)) != element_bits(TRI_I64, array_at(&y, i)));
    assert_true(element_bits(TRI_I64, array_at(&x, i)) != element_bits(TRI_I64, array_at(&other, i)));
  }
  array_free(&x), array_free(&again), array_free(&y), array_free(&other), array_free(&longer);
}

typedef struct {
  double mean, deviation, skew, kurtosis, lag; /* lag: correlation of neighbours */
} Moments;

static Moments moments_of(const Array *a)
{
  Moments m = {0};
  double n = (double)a->count, before = 0;
  for (int64_t i = 0; i < a->count; i++)
    m.mean += element_double(a->type, array_at(a, i)) / n;
  for (int64_t i = 0; i < a->count; i++) {
    double d = element_double(a->type, array_at(a, i)) - m.mean;
    m.deviation += d * d / n;
    m.skew += d * d * d / n;
    m.kurtosis += d * d * d * d / n;
    m.lag += d * before / n;
    before = d;
  }
  m.lag /= m.deviation;
  m.deviation = sqrt(m.deviation);
  return m;
}

/* Five standard errors of each moment at a million samples. */
static void test_distributions(void **state)
{
  (void)state;
  Array z = filled(TRI_F64, "randn(1000000)", 7, "z");
  Moments m = moments_of(&z);
  assert_true(fabs(m.mean) < 5e-3 && fabs(m.deviation - 1) < 3.6e-3);
  assert_true(fabs(m.skew) < 0.0123 * 1.6 && fabs(m.kurtosis - 3) < 0.05 && fabs(m.lag) < 5e-3);
  Array u = filled(TRI_F64, "uniform(1000000, -1, 3)", 7, "u");
  m = moments_of(&u);
  assert_true(fabs(m.mean - 1) < 5.8e-3 && fabs(m.deviation - 4 / sqrt(12)) < 3e-3 && fabs(m.lag) < 5e-3);
  Array i = filled(TRI_I32, "randint(1000000, 10, 20)", 7, "i");
  int64_t counts[10] = {0};
  for (int64_t k = 0; k < i.count; k++)
    counts[element_integer(TRI_I32, array_at(&i, k)) - 10]++;
  double chi2 = 0;
  for (int k = 0; k < 10; k++)
    chi2 += pow((double)counts[k] - 1e5, 2) / 1e5;
  assert_true(chi2 < 33.7); /* 9 degrees of freedom, p = 1e-4 */
  array_free(&z), array_free(&u), array_free(&i);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_philox_vectors),    cmocka_unit_test(test_normal_quantile),
      cmocka_unit_test(test_uniform_ends),      cmocka_unit_test(test_integers_stay_in_range),
      cmocka_unit_test(test_seeds_are_forever), cmocka_unit_test(test_streams_differ),
      cmocka_unit_test(test_distributions),
  };
  return cmocka_run_group_tests(tests, NULL, free_test_arena);
}
