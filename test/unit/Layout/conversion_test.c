/* Conversions: every slot of the result gets its element, and nothing moves further than it must, which is
 * decided by trying all sources. */
#include "Layout/conversion.h"
#include "Layout/tiles.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static uint32_t slots(TriLayout l) { return 1u << tri_layout_in_bits(l); }

/* How far it is from s to t, registers aside. */
static TriMove distance(TriSlot s, TriSlot t)
{
  return s.at[TRI_CTA] != t.at[TRI_CTA]     ? TRI_MOVE_CTAS
         : s.at[TRI_WARP] != t.at[TRI_WARP] ? TRI_MOVE_WARPS
         : s.at[TRI_LANE] != t.at[TRI_LANE] ? TRI_MOVE_LANES
                                            : TRI_MOVE_NONE;
}

/* The nearest slot of `from` with this element, by looking at all; *found says whether there is one. */
static TriMove nearest(TriLayout from, uint32_t element, TriSlot s, bool *found)
{
  TriMove best = TRI_MOVE_CTAS;
  *found = false;
  for (uint32_t x = 0; x < slots(from); x++) {
    TriSlot t = tri_layout_unpack(from, x);
    if (tri_layout_element(from, t) != element)
      continue;
    best = distance(s, t) < best ? distance(s, t) : best;
    *found = true;
  }
  return best;
}

/* post: of tri_layout_conversion and tri_conversion_source. The furthest slot decides the kind of move. */
static bool check_conversion(TriLayout from, TriLayout to)
{
  TriConversion c;
  bool possible = tri_layout_conversion(from, to, &c), all = true, unmoved = slots(from) == slots(to);
  TriMove furthest = TRI_MOVE_NONE;
  for (uint32_t x = 0; x < slots(to); x++) {
    TriSlot s = tri_layout_unpack(to, x);
    bool found;
    TriMove near = nearest(from, tri_layout_element(to, s), s, &found);
    all = all && found;
    furthest = near > furthest ? near : furthest;
    if (!possible || !found)
      continue;
    TriSlot source = tri_conversion_source(&c, s);
    if (tri_layout_element(from, source) != tri_layout_element(to, s) || distance(s, source) > c.move)
      return false;
    unmoved = unmoved && tri_layout_pack(from, source) == x;
  }
  if (possible != all)
    return false;
  TriMove want = furthest == TRI_MOVE_NONE && !unmoved ? TRI_MOVE_REGISTERS : furthest;
  return !possible || c.move == want;
}

static TriLayout random_layout(Random *r, TriExtent e, int registers)
{
  int in[TRI_SLOT_DIMS] = {registers, 2, 1, 1}, m = 0;
  for (int k = 0; k < e.rank; k++)
    m += e.bits[k];
  return tri_layout_of(random_map(r, registers + 4, m), in, e);
}

static void test_random_conversions(void **state)
{
  (void)state;
  Random r = random_seeded();
  int moves[TRI_MOVE_CTAS + 1] = {0};
  for (int i = 0; i < 800; i++) {
    TriExtent e = {2, {random_below(&r, 3), random_below(&r, 3)}};
    TriLayout a = random_layout(&r, e, random_below(&r, 4)), b = random_layout(&r, e, random_below(&r, 4));
    TriConversion c;
    if (random_below(&r, 2))
      for (int k = a.in[TRI_REGISTER] + random_below(&r, 4), n = tri_layout_in_bits(a); k < n; k++)
        b.col[k - a.in[TRI_REGISTER] + b.in[TRI_REGISTER]] = a.col[k];
    assert_true(check_conversion(a, b));
    assert_true(check_conversion(a, a));
    moves[tri_layout_conversion(a, b, &c) ? c.move : TRI_MOVE_NONE]++;
  }
  for (int k = TRI_MOVE_REGISTERS; k <= TRI_MOVE_CTAS; k++)
    assert_true(moves[k] > 0);
}

/* Every pair of layouts of 2 elements over one bit of register, lane and warp each. */
static void test_all_small_conversions(void **state)
{
  (void)state;
  int in[] = {1, 1, 1, 0};
  for (uint32_t i = 0; i < 64; i++)
    for (uint32_t j = 0; j < 64; j++) {
      uint32_t a[3] = {i & 3, i >> 2 & 3, i >> 4}, b[3] = {j & 3, j >> 2 & 3, j >> 4};
      TriExtent e = {1, {2}};
      assert_true(check_conversion(tri_layout_of(f2_of_columns(3, 2, a), in, e),
                                   tri_layout_of(f2_of_columns(3, 2, b), in, e)));
    }
}

static TriMove move_between(TriLayout from, TriLayout to)
{
  TriConversion c;
  assert_true(tri_layout_conversion(from, to, &c));
  return c.move;
}

/* What kernels do. */
static void test_kinds(void **state)
{
  (void)state;
  const int rows_first[] = {1, 0}, columns_first[] = {0, 1};
  TriExtent e = {2, {4, 4}};
  TriLayout row = tri_layout_coalesced(e, 3, 0, rows_first),
            column = tri_layout_coalesced(e, 3, 0, columns_first);
  TriLayout accumulator = tri_layout_accumulator(e, (TriMma){.n = 3});
  TriLayout operand = tri_layout_operand(e, (TriMma){.n = 3}, TRI_OPERAND_A, 16);
  assert_int_equal(move_between(row, row), TRI_MOVE_NONE);
  assert_int_equal(move_between(row, column), TRI_MOVE_LANES);
  /* The accumulator of one product is operand A of the next, in 16 bits; in 8 bits lanes hold other runs of
   * k. */
  assert_int_equal(move_between(accumulator, operand), TRI_MOVE_NONE);
  TriLayout narrow = tri_layout_operand(e, (TriMma){.n = 3}, TRI_OPERAND_A, 8);
  assert_int_equal(move_between(accumulator, narrow), TRI_MOVE_LANES);
  TriLayout sorted = tri_layout_sort_registers(accumulator);
  assert_int_equal(move_between(accumulator, sorted), TRI_MOVE_REGISTERS);
  TriExtent wide = {2, {6, 6}};
  TriLayout by_rows = tri_layout_coalesced(wide, 2, 2, rows_first),
            by_columns = tri_layout_coalesced(wide, 2, 2, columns_first);
  assert_int_equal(move_between(by_rows, by_columns), TRI_MOVE_WARPS);
  /* A sum over rows is in all lanes of a column: to spread it over those lanes moves registers only. */
  TriLayout sums = tri_layout_drop(accumulator, 0);
  int in[] = {1, 5, 0, 0};
  F2 columns = f2_of_columns(6, 4, (uint32_t[]){1, 2, 4, 8, 0, 0});
  TriLayout spread = tri_layout_of(columns, in, (TriExtent){1, {4}});
  assert_int_equal(tri_layout_copies(sums).at[TRI_LANE], 28);
  assert_int_equal(move_between(sums, spread), TRI_MOVE_REGISTERS);
}

static void test_refused(void **state)
{
  (void)state;
  const int order[] = {0};
  TriConversion c;
  TriLayout a = tri_layout_coalesced((TriExtent){1, {6}}, 0, 1, order);
  assert_false(tri_layout_conversion(a, tri_layout_coalesced((TriExtent){1, {7}}, 0, 1, order), &c));
  assert_false(tri_layout_conversion(a, tri_layout_coalesced((TriExtent){1, {6}}, 0, 2, order), &c));
  assert_false(tri_layout_conversion(a, tri_layout_expand_dims(a, 0), &c));
}

/* Shuffles, counted by hand: for each register of the result, the registers that one lane must send. */
static void test_shuffles(void **state)
{
  (void)state;
  Random r = random_seeded();
  for (int i = 0; i < 2000; i++) {
    TriExtent e = {1, {4}};
    TriLayout a = random_layout(&r, e, 2), b = random_layout(&r, e, 2);
    TriConversion c;
    if (!tri_layout_conversion(a, b, &c) || c.move != TRI_MOVE_LANES)
      continue;
    uint32_t total = 0;
    for (uint32_t reg = 0; reg < 4; reg++) {
      uint32_t most = 0;
      for (uint32_t sender = 0; sender < 4; sender++) {
        uint32_t sent = 0;
        for (uint32_t lane = 0; lane < 4; lane++) {
          TriSlot from = tri_conversion_source(&c, (TriSlot){{reg, lane, 0, 0}});
          sent |= from.at[TRI_LANE] == sender ? 1u << from.at[TRI_REGISTER] : 0;
        }
        most = (uint32_t)__builtin_popcount(sent) > most ? (uint32_t)__builtin_popcount(sent) : most;
      }
      total += most;
    }
    assert_int_equal(tri_conversion_shuffles(&c), total);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_conversions),
      cmocka_unit_test(test_all_small_conversions),
      cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_shuffles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
