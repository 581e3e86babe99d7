/* The arena's contract: aligned, zeroed, never moved; arrays that grow in place or by moving keep their
 * content. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "Support/arena.h"

#include <stdbool.h>
#include <string.h>

static bool all_are(const void *p, size_t n, int byte)
{
  for (size_t i = 0; i < n; i++)
    if (((const unsigned char *)p)[i] != (unsigned char)byte)
      return false;
  return true;
}

/* Every size up to past the first block: aligned, zeroed, and apart from what was taken before. */
static void test_alignment_and_zeros(void **state)
{
  (void)state;
  enum { N = 600 };
  Arena a = {0};
  unsigned char *at[N];
  for (size_t n = 0; n < N; n++) {
    at[n] = arena_alloc(&a, n);
    assert_int_equal((uintptr_t)at[n] % 16, 0);
    assert_true(all_are(at[n], n, 0));
    memset(at[n], (int)(n & 255), n);
  }
  for (size_t n = 0; n < N; n++)
    assert_true(all_are(at[n], n, (int)(n & 255)));
  arena_free(&a);
  assert_null(a.block);
}

/* A block larger than any before it between two small ones; the arena is usable again after arena_free. */
static void test_large_blocks(void **state)
{
  (void)state;
  Arena a = {0};
  char *small = arena_alloc(&a, 3), *large = arena_alloc(&a, (size_t)5 << 20), *next = arena_alloc(&a, 1);
  memset(small, 1, 3);
  memset(large, 2, (size_t)5 << 20);
  *next = 3;
  assert_true(all_are(small, 3, 1));
  assert_true(all_are(large, (size_t)5 << 20, 2));
  arena_free(&a);
  assert_non_null(arena_alloc(&a, 16));
  arena_free(&a);
}

/* The newest allocation grows where it stands, while its block has room; what is new is zero, also where an
 * older arena user had written. */
static void test_growth_in_place(void **state)
{
  (void)state;
  Arena a = {0};
  char *p = arena_alloc(&a, 10);
  memset(p, 7, 10);
  char *q = arena_grow(&a, p, 10, 200);
  assert_ptr_equal(p, q);
  assert_true(all_are(q, 10, 7));
  assert_true(all_are(q + 10, 190, 0));
  char *r = arena_alloc(&a, 16);
  assert_true(r >= q + 200);
  arena_free(&a);
}

/* An older allocation, and one that its block cannot hold, move; the old place keeps its content. */
static void test_growth_by_moving(void **state)
{
  (void)state;
  Arena a = {0};
  char *p = arena_alloc(&a, 32);
  memset(p, 7, 32);
  char *between = arena_alloc(&a, 16);
  memset(between, 9, 16);
  char *q = arena_grow(&a, p, 32, 64);
  assert_ptr_not_equal(p, q);
  assert_true(all_are(q, 32, 7) && all_are(q + 32, 32, 0));
  assert_true(all_are(p, 32, 7) && all_are(between, 16, 9));
  char *huge = arena_grow(&a, q, 64, 1 << 20);
  assert_ptr_not_equal(q, huge);
  assert_true(all_are(huge, 32, 7) && all_are(huge + 32, (1 << 20) - 32, 0));
  assert_non_null(arena_grow(&a, NULL, 0, 16));
  arena_free(&a);
}

/* vec_push through several growths, two vectors in turn so that neither is the newest for long. */
static void test_vec(void **state)
{
  (void)state;
  enum { N = 10000 };
  Arena a = {0};
  Vec(size_t) evens = {0}, odds = {0};
  for (size_t i = 0; i < N; i++) {
    vec_push(&a, &evens) = 2 * i;
    vec_push(&a, &odds) = 2 * i + 1;
  }
  assert_int_equal(evens.n, N);
  assert_int_equal(odds.n, N);
  for (size_t i = 0; i < N; i++)
    assert_true(evens.at[i] == 2 * i && odds.at[i] == 2 * i + 1);
  assert_int_equal(vec_push(&a, &odds), 0);
  arena_free(&a);
}

static void test_text(void **state)
{
  (void)state;
  Arena a = {0};
  assert_string_equal(arena_printf(&a, "%s:%d:%-4d|", "k.mlir", 12, 8), "k.mlir:12:8   |");
  assert_string_equal(arena_printf(&a, "%s", ""), "");
  char *wide = arena_printf(&a, "%100000d", 7);
  assert_int_equal(strlen(wide), 100000);
  assert_int_equal(wide[99999], '7');
  assert_string_equal(arena_strndup(&a, "abcdef", 3), "abc");
  assert_string_equal(arena_strndup(&a, NULL, 0), "");
  assert_int_equal(memcmp(arena_strndup(&a, "a\0b", 3), "a\0b", 4), 0);
  arena_free(&a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_alignment_and_zeros),
      cmocka_unit_test(test_large_blocks),
      cmocka_unit_test(test_growth_in_place),
      cmocka_unit_test(test_growth_by_moving),
      cmocka_unit_test(test_vec),
      cmocka_unit_test(test_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
