/* The laws of f2.h. Each check_… function is one declaration's `post:`, decided by trying all inputs; the
 * tests run them on every map of up to 3x3 bits and on random larger ones, and one test proves that they can
 * fail. */
#include "Layout/f2.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static uint32_t size(int bits) { return 1u << bits; }

/* Membership by trying everything. */
static bool reaches(F2 f, uint32_t y)
{
  for (uint32_t x = 0; x < size(f.n); x++)
    if (f2_apply(&f, x) == y)
      return true;
  return false;
}

/* ---- laws ---------------------------------------------------------------------------------------- */

static bool check_compose(F2 h, F2 g, F2 f)
{
  bool ok = h.n == f.n && h.m == g.m;
  for (uint32_t x = 0; ok && x < size(f.n); x++)
    ok = f2_apply(&h, x) == f2_apply(&g, f2_apply(&f, x));
  return ok;
}

static bool check_direct_sum(F2 h, F2 f, F2 g)
{
  bool ok = h.n == f.n + g.n && h.m == f.m + g.m;
  for (uint32_t x = 0; ok && x < size(f.n); x++)
    for (uint32_t y = 0; ok && y < size(g.n); y++)
      ok = f2_apply(&h, x | y << f.n) == (f2_apply(&f, x) | f2_apply(&g, y) << f.m);
  return ok;
}

static bool check_beside(F2 h, F2 f, F2 g)
{
  bool ok = h.n == f.n + g.n && h.m == f.m;
  for (uint32_t x = 0; ok && x < size(f.n); x++)
    for (uint32_t y = 0; ok && y < size(g.n); y++)
      ok = f2_apply(&h, x | y << f.n) == (f2_apply(&f, x) ^ f2_apply(&g, y));
  return ok;
}

static bool check_transpose(F2 t, F2 f)
{
  bool ok = t.n == f.m && t.m == f.n;
  for (int i = 0; ok && i < t.n; i++)
    for (int j = 0; ok && j < t.m; j++)
      ok = (t.col[i] >> j & 1) == (f.col[j] >> i & 1);
  return ok;
}

/* The number of different values says the rank; the free inputs are those whose column earlier ones reach. */
static bool check_rank(F2 f)
{
  uint32_t values = 0, pivots = 0;
  for (uint32_t y = 0; y < size(f.m); y++)
    values += reaches(f, y);
  for (int i = 0; i < f.n; i++)
    pivots |= (uint32_t)!reaches(f2_inputs(f, 0, i), f.col[i]) << i;
  return values == size(f2_rank(f)) && pivots == f2_pivots(f) && f2_rank(f2_transpose(f)) == f2_rank(f) &&
         f2_is_onto(f) == (values == size(f.m)) && f2_is_injective(f) == (values == size(f.n));
}

static bool check_solve(F2 f)
{
  for (uint32_t y = 0; y < size(f.m); y++) {
    uint32_t smallest = 0, got;
    while (smallest < size(f.n) && f2_apply(&f, smallest) != y)
      smallest++;
    if (f2_solve(f, y, &got) != (smallest < size(f.n)) || f2_contains(f, y) != (smallest < size(f.n)))
      return false;
    if (smallest < size(f.n) && got != smallest)
      return false;
  }
  return true;
}

static bool check_right_inverse(F2 f)
{
  F2 g;
  uint32_t x;
  if (f2_right_inverse(f, &g) != f2_is_onto(f))
    return false;
  if (!f2_is_onto(f))
    return true;
  for (uint32_t y = 0; y < size(f.m); y++)
    if (!f2_solve(f, y, &x) || f2_apply(&g, y) != x)
      return false;
  return f2_equal(f2_compose(f, g), f2_identity(f.m));
}

static bool check_factor(F2 f, F2 h)
{
  F2 g;
  bool inside = true;
  for (int i = 0; i < h.n; i++)
    inside = inside && reaches(f, h.col[i]);
  return f2_factor(f, h, &g) == inside && (!inside || f2_equal(f2_compose(f, g), h));
}

static bool check_quotient(F2 f, F2 g)
{
  F2 rest, sum = f2_direct_sum(f, g);
  return f2_quotient(sum, f, &rest) && f2_equal(rest, g);
}

static bool check_kernel(F2 f)
{
  F2 k = f2_kernel(f);
  bool ok = k.n == f.n - f2_rank(f) && k.m == f.n && f2_is_injective(k);
  for (int i = 0; ok && i < k.n; i++)
    ok = f2_apply(&f, k.col[i]) == 0;
  return ok;
}

static bool check_basis(F2 f)
{
  F2 b = f2_basis(f);
  bool ok = b.n == f2_rank(f) && b.m == f.m;
  for (uint32_t y = 0; ok && y < size(f.m); y++)
    ok = reaches(b, y) == reaches(f, y);
  for (int i = 0; ok && i < b.n; i++)
    for (int j = 0; ok && j < b.n; j++) {
      uint32_t pivot = b.col[i] & -b.col[i];
      ok = i == j || ((b.col[j] & pivot) == 0 && (j < i) == ((b.col[j] & -b.col[j]) < pivot));
    }
  for (int k = 0; ok && k < f.m && reaches(f, 1u << k); k++)
    ok = b.col[k] == 1u << k;
  return ok;
}

static bool check_spaces(F2 a, F2 b)
{
  F2 sum = f2_sum(a, b), both = f2_intersection(a, b), rest = f2_complement(a);
  bool same_image = true;
  for (uint32_t y = 0; y < size(a.m); y++) {
    bool in_sum = false;
    for (uint32_t x = 0; x < size(a.m); x++)
      in_sum = in_sum || (reaches(a, x) && reaches(b, x ^ y));
    same_image = same_image && reaches(a, y) == reaches(b, y);
    if (reaches(sum, y) != in_sum || reaches(both, y) != (reaches(a, y) && reaches(b, y)))
      return false;
  }
  return same_image == f2_equal(f2_basis(a), f2_basis(b)) && rest.n == a.m - f2_rank(a) &&
         f2_rank(f2_sum(a, rest)) == a.m;
}

static bool check_common_complement(F2 a, F2 b)
{
  F2 c = f2_common_complement(a, b);
  return c.n == a.m - f2_rank(a) && f2_rank(f2_sum(a, c)) == a.m && f2_rank(f2_sum(b, c)) == a.m;
}

/* ---- exhaustive and random ----------------------------------------------------------------------- */

/* The map number k of those with n inputs and m outputs. */
static F2 numbered(int n, int m, uint32_t k)
{
  F2 f = f2_zero(n, m);
  for (int i = 0; i < n; i++)
    f.col[i] = k >> (i * m) & (size(m) - 1);
  return f;
}

static void laws_of_one(F2 f)
{
  assert_true(check_transpose(f2_transpose(f), f));
  assert_true(check_rank(f));
  assert_true(check_solve(f));
  assert_true(check_right_inverse(f));
  assert_true(check_kernel(f));
  assert_true(check_basis(f));
  assert_true(check_compose(f2_compose(f, f2_identity(f.n)), f, f2_identity(f.n)));
}

static void laws_of_two(F2 f, F2 g)
{
  assert_true(check_direct_sum(f2_direct_sum(f, g), f, g));
  assert_true(check_quotient(f, g));
  if (g.n == f.m)
    assert_true(check_compose(f2_compose(g, f), g, f));
  if (g.m != f.m)
    return;
  assert_true(check_beside(f2_beside(f, g), f, g));
  assert_true(check_factor(f, g));
  assert_true(check_spaces(f, g));
  if (f2_rank(f) == f2_rank(g))
    assert_true(check_common_complement(f, g));
}

static void test_all_small_maps(void **state)
{
  (void)state;
  for (int n = 0; n <= 3; n++)
    for (int m = 0; m <= 3; m++)
      for (uint32_t k = 0; k < size(n * m); k++)
        laws_of_one(numbered(n, m, k));
  for (uint32_t k = 0; k < size(16); k += 3)
    laws_of_one(numbered(4, 4, k));
}

static void test_all_pairs_of_small_maps(void **state)
{
  (void)state;
  for (uint32_t j = 0; j < size(9); j++)
    for (uint32_t k = 0; k < size(9); k++)
      laws_of_two(numbered(3, 3, j), numbered(3, 3, k));
  for (uint32_t j = 0; j < size(6); j++)
    for (uint32_t k = 0; k < size(6); k++) {
      laws_of_two(numbered(2, 3, j), numbered(3, 2, k));
      laws_of_two(numbered(3, 2, j), numbered(3, 2, k));
      laws_of_two(numbered(2, 3, j), numbered(2, 3, k));
    }
}

static void test_random_maps(void **state)
{
  (void)state;
  Random r = random_seeded();
  for (int i = 0; i < 300; i++) {
    int m = random_below(&r, 9);
    F2 f = random_map(&r, random_below(&r, 9), m), g = random_map(&r, random_below(&r, 9), m);
    laws_of_one(f);
    laws_of_two(f, g);
    laws_of_two(f, random_map(&r, m, random_below(&r, 9)));
  }
}

/* At full width no input can be tried: the laws between the answers remain. */
static void test_full_width(void **state)
{
  (void)state;
  Random r = random_seeded();
  for (int i = 0; i < 2000; i++) {
    F2 f = random_map(&r, 32, 32), g = random_map(&r, 32, 32), inverse, k = f2_kernel(f);
    uint32_t x = random_bits(&r), least;
    assert_true(f2_solve(f, f2_apply(&f, x), &least));
    assert_true(least <= x && f2_apply(&f, least) == f2_apply(&f, x));
    assert_int_equal(k.n + f2_rank(f), 32);
    assert_true(f2_equal(f2_compose(f, k), f2_zero(k.n, 32)));
    assert_int_equal(f2_intersection(f, g).n + f2_sum(f, g).n, f2_rank(f) + f2_rank(g));
    assert_true(f2_equal(f2_transpose(f2_compose(f, g)), f2_compose(f2_transpose(g), f2_transpose(f))));
    if (f2_right_inverse(f, &inverse))
      assert_true(f2_equal(f2_compose(inverse, f), f2_identity(32)));
    F2 a = f2_inputs(f2_identity(32), 0, 12), b = f2_inputs(f2_basis(g), 0, 12);
    assert_true(check_common_complement(a, b));
  }
}

/* The header's worked numbers. */
static void test_worked_numbers(void **state)
{
  (void)state;
  F2 f = f2_of_columns(3, 2, (uint32_t[]){1, 2, 3}), g;
  assert_int_equal(f2_apply(&f, 5), 2);
  assert_int_equal(f2_rank(f), 2);
  assert_int_equal(f2_kernel(f).col[0], 7);
  assert_true(f2_right_inverse(f, &g));
  assert_int_equal(f2_apply(&g, 3), 3);
}

/* A quotient that does not exist: every single bit that joins the two halves. */
static void test_no_quotient(void **state)
{
  (void)state;
  F2 f = f2_identity(2), sum = f2_direct_sum(f, f2_identity(3)), rest;
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++) {
      F2 wrong = sum;
      wrong.col[i] ^= 1u << j;
      bool in_rest = i >= 2 && j >= 2;
      assert_int_equal(f2_quotient(wrong, f, &rest), in_rest);
    }
}

/* The injected fault: any one bit of a result flipped, and the checker must see it. */
static void test_checkers_see_a_flipped_bit(void **state)
{
  (void)state;
  Random r = random_seeded();
  F2 f = random_map(&r, 5, 6), g = random_map(&r, 6, 4), other = random_map(&r, 3, 6);
  F2 composed = f2_compose(g, f), sum = f2_direct_sum(f, g), beside = f2_beside(f, other),
     turned = f2_transpose(f);
  assert_true(check_compose(composed, g, f) && check_direct_sum(sum, f, g));
  assert_true(check_beside(beside, f, other) && check_transpose(turned, f));
  for (int i = 0; i < F2_MAX; i++)
    for (int j = 0; j < F2_MAX; j++) {
      F2 c = composed, s = sum, b = beside, t = turned;
      c.col[i] ^= 1u << j;
      s.col[i] ^= 1u << j;
      b.col[i] ^= 1u << j;
      t.col[i] ^= 1u << j;
      assert_true(i >= c.n || !check_compose(c, g, f));
      assert_true(i >= s.n || !check_direct_sum(s, f, g));
      assert_true(i >= b.n || !check_beside(b, f, other));
      assert_true(i >= t.n || j >= t.m || !check_transpose(t, f));
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_small_maps),
      cmocka_unit_test(test_all_pairs_of_small_maps),
      cmocka_unit_test(test_random_maps),
      cmocka_unit_test(test_full_width),
      cmocka_unit_test(test_worked_numbers),
      cmocka_unit_test(test_no_quotient),
      cmocka_unit_test(test_checkers_see_a_flipped_bit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
