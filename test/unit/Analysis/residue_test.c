/* Residues: every law, for all residues of few bits and all integers of a few more. */
#include "Analysis/residue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { BITS = 4, INTEGERS = 64 };

static bool holds(Residue r, uint64_t x) { return ((x ^ r.low) & low_mask(r.bits)) == 0; }

#define FOR_EACH_RESIDUE(r)                                                                                  \
  for (int r##_bits = 0; r##_bits <= BITS; r##_bits++)                                                       \
    for (uint64_t r##_low = 0; r##_low <= low_mask(r##_bits); r##_low++)                                     \
      for (Residue r = residue(r##_low, r##_bits), *r##_once = &r; r##_once; r##_once = NULL)

/* How many low bits all integers f(x, y) agree in, where a holds for x and b for y. */
static int bits_that_agree(Residue a, Residue b, uint64_t (*f)(uint64_t, uint64_t))
{
  uint64_t differ = 0, first = f(a.low, b.low);
  for (uint64_t x = 0; x < INTEGERS; x++)
    for (uint64_t y = 0; y < INTEGERS; y++)
      if (holds(a, x) && holds(b, y))
        differ |= f(x, y) ^ first;
  return differ ? __builtin_ctzll(differ) : 64;
}

static uint64_t plus(uint64_t x, uint64_t y) { return x + y; }
static uint64_t minus(uint64_t x, uint64_t y) { return x - y; }
static uint64_t times(uint64_t x, uint64_t y) { return x * y; }

/* Sound and as sharp as can be: known are exactly the bits in which all outcomes agree. */
static void arithmetic_is_exact(void **state)
{
  (void)state;
  static const struct {
    Residue (*of)(Residue, Residue);
    uint64_t (*f)(uint64_t, uint64_t);
  } laws[] = {{residue_add, plus}, {residue_sub, minus}, {residue_mul, times}};
  for (size_t k = 0; k < sizeof laws / sizeof *laws; k++)
    FOR_EACH_RESIDUE(a) FOR_EACH_RESIDUE(b)
    {
      Residue r = laws[k].of(a, b);
      assert_int_equal(r.bits, bits_that_agree(a, b, laws[k].f));
      assert_int_equal(r.low, laws[k].f(a.low, b.low) & low_mask(r.bits));
    }
}

static void join_is_the_least(void **state)
{
  (void)state;
  FOR_EACH_RESIDUE(a) FOR_EACH_RESIDUE(b)
  {
    Residue j = residue_join(a, b);
    uint64_t differ = 0;
    for (uint64_t x = 0; x < INTEGERS; x++)
      if (holds(a, x) || holds(b, x)) {
        assert_true(holds(j, x));
        differ |= x ^ a.low;
      }
    assert_int_equal(j.bits, differ ? __builtin_ctzll(differ) : 64);
  }
}

static void zeros_ones_nearest(void **state)
{
  (void)state;
  assert_int_equal(residue_zeros(residue_exact(0)), 64);
  assert_int_equal(residue_zeros(residue(12, 4)), 2);
  assert_int_equal(residue_zeros(residue_multiple(5)), 5);
  assert_int_equal(residue_ones(residue(7, 4)), 3);
  assert_int_equal(residue_ones(residue(7, 3)), 3);
  assert_int_equal(residue_ones(residue_exact(~UINT64_C(0))), 64);
  assert_int_equal(residue_nearest(residue(15, 4)), -1);
  assert_int_equal(residue_nearest(residue(7, 4)), 7);
  assert_int_equal(residue_nearest(residue_unknown()), 0);
  FOR_EACH_RESIDUE(a)
  {
    assert_true(holds(a, (uint64_t)residue_nearest(a)));
    assert_true(residue_same(residue_add(a, residue_neg(a)), residue_multiple(a.bits)));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arithmetic_is_exact),
      cmocka_unit_test(join_is_the_least),
      cmocka_unit_test(zeros_ones_nearest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
