/* The map against arithmetic: the value of a key is a function of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "Support/map.h"

enum { KEYS = 20000 };

/* Addresses as MLIR gives them: 16 apart, in a few runs far from each other. */
static const void *key(size_t i)
{
  static const uintptr_t runs[] = {0x10, 0x7f0000000000, 0x555500000000, 0x7fff00000000};
  return (const void *)(runs[i % 4] + 16 * (i / 4));
}

static void test_empty(void **state)
{
  (void)state;
  Arena a = {0};
  Map m = {.arena = &a};
  assert_null(map_find(&m, key(0)));
  assert_int_equal(m.n, 0);
  arena_free(&a);
}

static void test_many_keys(void **state)
{
  (void)state;
  Arena a = {0};
  Map m = {.arena = &a};
  for (size_t i = 0; i < KEYS; i++) {
    uint64_t *place = map_at(&m, key(i));
    assert_int_equal(*place, 0);
    *place = i * i + 1;
    assert_int_equal(m.n, i + 1);
    assert_true(2 * m.n <= m.places && (m.places & (m.places - 1)) == 0);
  }
  for (size_t i = 0; i < KEYS; i++) {
    assert_non_null(map_find(&m, key(i)));
    assert_int_equal(*map_find(&m, key(i)), i * i + 1);
  }
  for (size_t i = KEYS; i < 2 * KEYS; i++)
    assert_null(map_find(&m, key(i)));
  arena_free(&a);
}

/* A second map_at of a key finds the same place and adds nothing. */
static void test_again(void **state)
{
  (void)state;
  Arena a = {0};
  Map m = {.arena = &a};
  *map_at(&m, key(1)) |= BIT(3);
  *map_at(&m, key(1)) |= BIT(63);
  assert_int_equal(m.n, 1);
  assert_true(*map_find(&m, key(1)) == (BIT(3) | BIT(63)));
  arena_free(&a);
}

/* Keys that differ only in high bits must not all meet in one run of places. */
static void test_spread(void **state)
{
  (void)state;
  Arena a = {0};
  Map m = {.arena = &a};
  for (uintptr_t i = 1; i <= 4096; i++)
    map_at(&m, (const void *)(i << 20));
  size_t longest = 0, run = 0;
  for (size_t i = 0; i < m.places; i++) {
    run = m.at[i].key ? run + 1 : 0;
    longest = run > longest ? run : longest;
  }
  assert_in_range(longest, 1, 64);
  arena_free(&a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_empty), cmocka_unit_test(test_many_keys),
                                     cmocka_unit_test(test_again), cmocka_unit_test(test_spread)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
