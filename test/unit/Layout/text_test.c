/* The text form there and back, the place of every kind of error, the sentences of verification, and
 * drawings. */
#include "Layout/text.h"
#include "Layout/tiles.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const char accumulator[] =
    "register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], cta = []";

static void test_print(void **state)
{
  (void)state;
  Arena a = {0};
  assert_string_equal(tri_layout_print(&a, tri_layout_accumulator((TriExtent){2, {4, 3}}, (TriMma){.n = 3})),
                      accumulator);
  assert_string_equal(tri_layout_print(&a, tri_layout_unit(2)),
                      "register = [], lane = [], warp = [], cta = []");
  assert_string_equal(tri_layout_print(&a, tri_layout_replicate(tri_layout_unit(0), TRI_LANE, 2)),
                      "register = [], lane = [[], []], warp = [], cta = []");
  arena_free(&a);
}

/* post: of print and parse, for layouts that are onto: blanks are free. */
static void test_round_trip(void **state)
{
  (void)state;
  Random r = random_seeded();
  int tried = 0;
  while (tried < 2000) {
    Arena a = {0};
    TriExtent e = {.rank = random_below(&r, 9)};
    int m = 0, in[TRI_SLOT_DIMS] = {random_below(&r, 6), 5, random_below(&r, 4), random_below(&r, 3)};
    for (int k = 0; k < e.rank; k++)
      m += e.bits[k] = random_below(&r, 3);
    TriLayout l = tri_layout_of(random_map(&r, in[0] + in[1] + in[2] + in[3], m), in, e), back;
    TriTextError error;
    if (f2_is_onto(tri_layout_matrix(l))) {
      char *text = tri_layout_print(&a, l);
      assert_true(tri_layout_parse(&a, text, strlen(text), &back, &error));
      assert_true(tri_layout_equal(l, back));
      for (char *c = text; *c; c++)
        *c = *c == ' ' ? '\n' : *c;
      assert_true(tri_layout_parse(&a, text, strlen(text), &back, &error));
      assert_true(tri_layout_equal(l, back));
      tried++;
    }
    arena_free(&a);
  }
}

static void test_parse_errors(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    size_t at;
    const char *message;
  } cases[] = {
      {"", 0, "expected 'register', found the end"},
      {"lane = []", 0, "expected 'register', found 'l'"},
      {"register [", 9, "expected '=', found '['"},
      {"register = [1]", 12, "expected '[', found '1'"},
      {"register = [[1, x]]", 16, "expected a coordinate, found 'x'"},
      {"register = [[-1]]", 13, "expected a coordinate, found '-'"},
      {"register = [[1 2]]", 15, "expected ',', found '2'"},
      {"register = [[1, 2], [3]]", 20, "this vector has 1 coordinates, those before it have 2"},
      {"register = [[4294967296]]", 13, "a coordinate is less than 2^32"},
      {"register = [[1,1,1,1,1,1,1,1,1]]", 28, "a block has at most 8 axes"},
      {"register = [[1]] lane", 17, "expected ',', found 'l'"},
      {"register = [], warp = []", 15, "expected 'lane', found 'w'"},
      {"register = [[1]], lane = [[1]", 29, "expected ',', found the end"},
      {"register = [], lane = [], warp = [], cta = [] x", 46, "expected the end of the layout, found 'x'"},
      {"register = [[65536, 65536]], lane = [], warp = [], cta = []", 0,
       "the vectors span 2^34 elements, a block has at most 2^32"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Arena a = {0};
    TriLayout l;
    TriTextError error = {0};
    assert_false(tri_layout_parse(&a, cases[i].text, strlen(cases[i].text), &l, &error));
    assert_string_equal(error.message, cases[i].message);
    assert_int_equal(error.at, cases[i].at);
    arena_free(&a);
  }
}

static void test_too_many_vectors(void **state)
{
  (void)state;
  Arena a = {0};
  const char *text = "register = [[1]";
  for (int i = 1; i < 33; i++)
    text = arena_printf(&a, "%s, [1]", text);
  TriLayout l;
  TriTextError error;
  text = arena_printf(&a, "%s], lane = [], warp = [], cta = []", text);
  assert_false(tri_layout_parse(&a, text, strlen(text), &l, &error));
  assert_string_equal(error.message, "a layout has at most 32 vectors");
  assert_int_equal(error.at, strlen("register = [") + 32 * strlen("[1], "));
  arena_free(&a);
}

/* Every prefix of a text, and every text with one byte changed, is read or refused, never more. */
static void test_damaged_texts(void **state)
{
  (void)state;
  static const char bytes[] = "[],=0 9rz";
  for (size_t n = 0; n < sizeof accumulator; n++)
    for (size_t k = 0; k < sizeof bytes; k++) {
      Arena a = {0};
      char *copy = arena_strndup(&a, accumulator, strlen(accumulator));
      TriLayout l;
      TriTextError error = {.at = 0};
      if (!tri_layout_parse(&a, copy, n, &l, &error))
        assert_true(error.at <= n && error.message != NULL);
      copy[n] = bytes[k];
      if (!tri_layout_parse(&a, copy, strlen(accumulator), &l, &error))
        assert_true(error.at <= strlen(accumulator) && error.message != NULL);
      arena_free(&a);
    }
}

static TriLayout parsed(Arena *a, const char *text)
{
  TriLayout l;
  TriTextError error;
  assert_true(tri_layout_parse(a, text, strlen(text), &l, &error));
  return l;
}

static void test_verify(void **state)
{
  (void)state;
  static const struct {
    const char *text, *why;
    int rank;
    int64_t shape[2];
    int warps, ctas;
  } cases[] = {
      {accumulator, NULL, 2, {16, 8}, 1, 1},
      {accumulator, "the layout's vectors have 2 coordinates, the block has rank 1", 1, {128}, 1, 1},
      {accumulator,
       "extent 12 of axis 0 is not a power of two: a block with a layout must be padded to one",
       2,
       {12, 8},
       1,
       1},
      {accumulator,
       "the layout covers 16x8 elements, but axis 1 of the block has extent 16",
       2,
       {16, 16},
       1,
       1},
      {accumulator, "the layout is for 1 warps, the kernel has 4", 2, {16, 8}, 4, 1},
      {accumulator, "the layout is for 1 CTAs, the kernel has 2", 2, {16, 8}, 1, 2},
      {"register = [[1]], lane = [[2]], warp = [], cta = []",
       "lane has 1 vectors, but a warp has 32 lanes: 5 are needed; write zero vectors for lanes that hold "
       "copies",
       1,
       {4},
       1,
       1},
      {"register = [[1, 1]], lane = [[2, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [], cta = []",
       "no thread holds element [0, 1]: add a register vector for it",
       2,
       {4, 2},
       1,
       1},
      {"register = [[1], [2], [3]], lane = [[0], [0], [0], [0], [0]], warp = [], cta = []",
       "register vector 2, [3], is a sum of those before it: its registers hold copies; leave it out",
       1,
       {4},
       1,
       1},
      {"register = [[0]], lane = [[1], [0], [0], [0], [0]], warp = [[0]], cta = [[0]]",
       "register vector 0, [0], is a sum of those before it: its registers hold copies; leave it out",
       1,
       {2},
       2,
       2},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Arena a = {0};
    const char *why = tri_layout_verify(&a, parsed(&a, cases[i].text), cases[i].rank, cases[i].shape,
                                        cases[i].warps, cases[i].ctas);
    if (cases[i].why)
      assert_string_equal(why, cases[i].why);
    else
      assert_null(why);
    arena_free(&a);
  }
}

static void test_draw(void **state)
{
  (void)state;
  Arena a = {0};
  const char *two =
      "register = [[0, 1]], lane = [[0, 2], [1, 0], [0, 0], [0, 0], [0, 0]], warp = [[2, 0]], cta = []";
  assert_string_equal(tri_layout_draw(&a, parsed(&a, two), 32, 32),
                      "4x4 elements, 2 registers x 32 lanes x 2 warps x 1 CTAs\n"
                      "           0       1       2       3\n"
                      "   0  T0:0*8  T0:1*8  T1:0*8  T1:1*8\n"
                      "   1  T2:0*8  T2:1*8  T3:0*8  T3:1*8\n"
                      "   2 T32:0*8 T32:1*8 T33:0*8 T33:1*8\n"
                      "   3 T34:0*8 T34:1*8 T35:0*8 T35:1*8\n");
  assert_string_equal(tri_layout_draw(&a, parsed(&a, two), 2, 1),
                      "4x4 elements, 2 registers x 32 lanes x 2 warps x 1 CTAs\n"
                      "          0\n"
                      "   0 T0:0*8 ...\n"
                      "   1 T2:0*8 ...\n"
                      " ...\n");
  const char *one = "register = [], lane = [[1]], warp = [], cta = [[2]]";
  assert_string_equal(tri_layout_draw(&a, parsed(&a, one), 32, 32),
                      "4 elements, 1 registers x 2 lanes x 1 warps x 2 CTAs\n"
                      "          0      1      2      3\n"
                      "   0 C0T0:0 C0T1:0 C1T0:0 C1T1:0\n");
  const char *holes = "register = [[3]], lane = [], warp = [], cta = []";
  assert_string_equal(tri_layout_draw(&a, parsed(&a, holes), 32, 32),
                      "4 elements, 2 registers x 1 lanes x 1 warps x 1 CTAs\n"
                      "        0    1    2    3\n"
                      "   0 T0:0    -    - T0:1\n");
  arena_free(&a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_print),
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_parse_errors),
      cmocka_unit_test(test_damaged_texts),
      cmocka_unit_test(test_too_many_vectors),
      cmocka_unit_test(test_verify),
      cmocka_unit_test(test_draw),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
