/* The laws of layout.h. Each check_… function is the `post:` of one declaration, decided slot by slot; they
 * run on every layout of a few small kinds and on random larger ones. */
#include "Layout/layout.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

static uint32_t slots(TriLayout l) { return 1u << tri_layout_in_bits(l); }
static uint32_t elements(TriLayout l) { return 1u << tri_layout_out_bits(l); }
static uint32_t element(TriLayout l, uint32_t x) { return tri_layout_element(l, tri_layout_unpack(l, x)); }
static uint32_t registers(TriLayout l) { return tri_layout_size(l, TRI_REGISTER); }

/* A coordinate by division: the row-major numbering itself. */
static uint32_t coordinate(TriLayout l, uint32_t e, int axis)
{
  for (int k = (int)l.rank - 1; k > axis; k--)
    e /= 1u << l.out[k];
  return e % (1u << l.out[axis]);
}

/* Does the thread t (a slot without its register bits) hold e? How many times? */
static uint32_t held(TriLayout l, uint32_t thread, uint32_t e)
{
  uint32_t times = 0;
  for (uint32_t r = 0; r < registers(l); r++)
    times += element(l, thread * registers(l) + r) == e;
  return times;
}

static uint32_t threads(TriLayout l) { return slots(l) / registers(l); }

static bool same_holdings(TriLayout a, TriLayout b)
{
  bool same = threads(a) == threads(b) && elements(a) == elements(b);
  for (uint32_t t = 0; same && t < threads(a); t++)
    for (uint32_t e = 0; same && e < elements(a); e++)
      same = !held(a, t, e) == !held(b, t, e);
  return same;
}

/* ---- laws ---------------------------------------------------------------------------------------- */

static bool check_slots(TriLayout l)
{
  F2 m = tri_layout_matrix(l);
  bool ok = true;
  for (uint32_t x = 0; ok && x < slots(l); x++) {
    TriSlot s = tri_layout_unpack(l, x);
    ok = tri_layout_pack(l, s) == x && f2_apply(&m, x) == tri_layout_element(l, s);
    for (int k = 0; ok && k < (int)l.rank; k++)
      ok = tri_layout_coordinate(l, element(l, x), k) == coordinate(l, element(l, x), k);
  }
  int in[TRI_SLOT_DIMS] = {l.in[0], l.in[1], l.in[2], l.in[3]};
  return ok && tri_layout_equal(tri_layout_of(m, in, tri_layout_extent(l)), l);
}

static bool check_times(TriLayout l, TriSlotDim d, int axis, int bits)
{
  TriLayout r = tri_layout_times(l, d, axis, bits);
  bool ok = r.in[d] == l.in[d] + bits && r.out[axis] == l.out[axis] + bits;
  for (uint32_t x = 0; ok && x < slots(r); x++) {
    TriSlot s = tri_layout_unpack(r, x), low = s;
    low.at[d] = s.at[d] % tri_layout_size(l, d);
    uint32_t step = s.at[d] / tri_layout_size(l, d), e = tri_layout_element(l, low);
    for (int k = 0; ok && k < (int)l.rank; k++)
      ok = coordinate(r, element(r, x), k) == coordinate(l, e, k) + (k == axis ? step << l.out[axis] : 0);
  }
  return ok;
}

static bool check_replicate(TriLayout l, TriSlotDim d, int bits)
{
  TriLayout r = tri_layout_replicate(l, d, bits);
  bool ok = r.in[d] == l.in[d] + bits;
  for (uint32_t x = 0; ok && x < slots(r); x++) {
    TriSlot s = tri_layout_unpack(r, x);
    s.at[d] %= tri_layout_size(l, d);
    ok = element(r, x) == tri_layout_element(l, s);
  }
  return ok;
}

static bool check_canonical(TriLayout l)
{
  TriLayout c = tri_layout_canonical(l), s = tri_layout_sort_registers(l);
  bool ok = same_holdings(l, c) && same_holdings(l, s) && tri_layout_equal(tri_layout_canonical(c), c) &&
            tri_layout_equal(tri_layout_sort_registers(s), s) &&
            tri_layout_equal(tri_layout_canonical(s), s) && tri_layout_equal(tri_layout_sort_registers(c), s);
  for (uint32_t t = 0; ok && t < threads(l); t++)
    for (uint32_t e = 0; ok && e < elements(l); e++)
      ok = held(c, t, e) <= 1 && held(s, t, e) <= 1;
  return ok;
}

static bool check_owner(TriLayout l)
{
  TriSlot copies = tri_layout_copies(l), s;
  uint32_t copy = tri_layout_pack(l, copies);
  for (uint32_t e = 0; e < elements(l); e++) {
    uint32_t first = 0, originals = 0;
    while (first < slots(l) && element(l, first) != e)
      first++;
    for (uint32_t x = 0; x < slots(l); x++)
      originals += element(l, x) == e && !(x & copy);
    if (tri_layout_owner(l, e, &s) != (first < slots(l)) || originals != (first < slots(l)))
      return false;
    if (originals && (tri_layout_pack(l, s) != first || first & copy))
      return false;
  }
  return true;
}

/* The widest aligned runs that every thread holds whole, by looking; and after sorting they are in order. */
static bool check_contiguous(TriLayout l, int axis)
{
  uint32_t step = 1u << tri_layout_axis_shift(l, axis), widest = 1;
  for (uint32_t n = 2; n <= 1u << l.out[axis]; n *= 2) {
    bool whole = true;
    for (uint32_t x = 0; whole && x < slots(l); x++)
      for (uint32_t k = 0; whole && k < n; k++) {
        uint32_t e = element(l, x), run = e - coordinate(l, e, axis) % n * step;
        whole = held(l, x / registers(l), run + k * step) > 0;
      }
    widest = whole ? n : widest;
  }
  TriLayout s = tri_layout_sort_registers(l);
  bool ok = tri_layout_contiguous(l, axis) == widest && tri_layout_contiguous(s, axis) == widest;
  for (uint32_t x = 0; ok && axis == (int)l.rank - 1 && x < slots(s); x++)
    ok = (element(s, x) ^ element(s, x - x % widest)) == x % widest;
  return ok;
}

static bool check_sectors(TriLayout l, int axis, int size)
{
  uint32_t vector = tri_layout_contiguous(l, axis), lanes = tri_layout_size(l, TRI_LANE), seen[256], n = 0;
  uint32_t per_sector = 32u >> size, step = 1u << tri_layout_axis_shift(l, axis);
  for (uint32_t x = 0; x < lanes * vector; x++) {
    uint32_t e = element(l, x / vector << l.in[TRI_REGISTER]), at = coordinate(l, e, axis);
    uint32_t mine = e + (at - at % vector + x % vector) * step - at * step;
    uint32_t sector = mine - coordinate(l, mine, axis) % per_sector * step;
    bool again = false;
    for (uint32_t k = 0; k < n; k++)
      again = again || seen[k] == sector;
    if (!again)
      seen[n++] = sector;
  }
  return tri_layout_sectors(l, axis, size, vector) == n;
}

/* Coordinates of r's element equal those of l's, axis i of r being axis order[i] of l; -1 must be 0. */
static bool check_axes(TriLayout r, uint32_t in_r, TriLayout l, uint32_t in_l, const int *order)
{
  bool ok = true;
  for (int i = 0; ok && i < (int)r.rank; i++)
    ok = coordinate(r, in_r, i) == (order[i] < 0 ? 0 : coordinate(l, in_l, order[i]));
  return ok;
}

static bool check_expand_dims(TriLayout l, int axis)
{
  TriLayout r = tri_layout_expand_dims(l, axis);
  int order[TRI_LAYOUT_RANK];
  for (int i = 0; i < (int)r.rank; i++)
    order[i] = i == axis ? -1 : i - (i > axis);
  bool ok = r.rank == l.rank + 1 && r.out[axis] == 0;
  for (uint32_t x = 0; ok && x < slots(l); x++)
    ok = check_axes(r, element(r, x), l, element(l, x), order);
  return ok && tri_layout_equal(tri_layout_drop(r, axis), tri_layout_canonical(l));
}

static bool check_broadcast(TriLayout l, int axis, int bits)
{
  TriLayout r = tri_layout_broadcast(l, axis, bits),
            back = tri_layout_before_broadcast(r, tri_layout_extent(l));
  bool ok = registers(r) == registers(l) << bits && memcmp(back.in, r.in, sizeof r.in) == 0;
  for (uint32_t x = 0; ok && x < slots(r); x++) {
    TriSlot s = tri_layout_unpack(r, x);
    uint32_t k = s.at[TRI_REGISTER] / registers(l);
    s.at[TRI_REGISTER] %= registers(l);
    uint32_t e = tri_layout_element(l, s);
    ok = element(back, x) == e;
    for (int i = 0; ok && i < (int)r.rank; i++)
      ok = coordinate(r, element(r, x), i) == (i == axis ? k : coordinate(l, e, i));
  }
  return ok && tri_layout_equal(tri_layout_squash(r, axis), tri_layout_canonical(l));
}

static bool check_transpose(TriLayout l, const int *order)
{
  TriLayout r = tri_layout_transpose(l, order);
  bool ok = r.rank == l.rank;
  for (uint32_t x = 0; ok && x < slots(l); x++)
    ok = check_axes(r, element(r, x), l, element(l, x), order);
  int back[TRI_LAYOUT_RANK];
  for (int i = 0; i < (int)l.rank; i++)
    back[order[i]] = i;
  return ok && tri_layout_equal(tri_layout_transpose(r, back), l);
}

static bool check_reshape(TriLayout l, TriExtent e)
{
  TriLayout r = tri_layout_reshape(l, e);
  bool ok = (int)r.rank == e.rank;
  for (uint32_t x = 0; ok && x < slots(l); x++)
    ok = element(r, x) == element(l, x);
  return ok && tri_layout_equal(tri_layout_reshape(r, tri_layout_extent(l)), l);
}

/* A thread holds exactly the elements that it held with the axis left out, each once. */
static bool check_drop(TriLayout l, int axis)
{
  TriLayout r = tri_layout_drop(l, axis), q = tri_layout_squash(l, axis);
  bool ok = threads(r) == threads(l) && r.rank == l.rank - 1 && q.rank == l.rank && q.out[axis] == 0;
  for (uint32_t t = 0; ok && t < threads(l); t++)
    for (uint32_t e = 0; ok && e < elements(r); e++) {
      uint32_t expected = 0;
      for (uint32_t x = 0; x < registers(l); x++) {
        bool same = true;
        for (int i = 0; same && i < (int)r.rank; i++)
          same = coordinate(r, e, i) == coordinate(l, element(l, t * registers(l) + x), i + (i >= axis));
        expected |= same;
      }
      ok = held(r, t, e) == expected && held(q, t, e) == expected;
    }
  return ok;
}

static bool check_join(TriLayout l)
{
  TriLayout r = tri_layout_join(l), half;
  int bit = -1;
  bool ok = r.rank == l.rank + 1 && r.out[l.rank] == 1;
  for (uint32_t x = 0; ok && x < slots(r); x++)
    ok = element(r, x) == 2 * element(l, x / 2) + x % 2;
  return ok && tri_layout_split(r, &half, &bit) && bit == 0 && tri_layout_equal(half, l);
}

/* pre: the last axis has extent 2. */
static bool check_split(TriLayout l)
{
  TriLayout half;
  int bit = -1;
  bool possible = false;
  for (int b = 0; b < l.in[TRI_REGISTER]; b++) {
    bool all = true;
    for (uint32_t x = 0; all && x < slots(l); x++)
      all = (element(l, x) & 1) == (x >> b & 1) && (element(l, x) ^ element(l, x ^ 1u << b)) == 1;
    possible = possible || all;
  }
  if (tri_layout_split(l, &half, &bit) != possible)
    return false;
  for (uint32_t x = 0; possible && x < slots(half); x++)
    for (uint32_t k = 0; k < 2; k++) {
      uint32_t low = x & ((1u << bit) - 1), whole = (x ^ low) << 1 | k << bit | low;
      if (element(l, whole) != 2 * element(half, x) + k)
        return false;
    }
  return true;
}

static bool check_concat(TriLayout l, int axis)
{
  TriLayout r = tri_layout_concat(l, axis);
  bool ok = registers(r) == 2 * registers(l);
  for (uint32_t x = 0; ok && x < slots(r); x++) {
    TriSlot s = tri_layout_unpack(r, x);
    uint32_t k = s.at[TRI_REGISTER] / registers(l);
    s.at[TRI_REGISTER] %= registers(l);
    for (int i = 0; ok && i < (int)r.rank; i++)
      ok = coordinate(r, element(r, x), i) ==
           coordinate(l, tri_layout_element(l, s), i) + (i == axis ? k << l.out[axis] : 0);
  }
  return ok;
}

/* Each thread holds what it held, without the coordinate's highest bit. */
static bool check_halve(TriLayout l, int axis)
{
  TriLayout r = tri_layout_halve(l, axis), whole = tri_layout_concat(l, axis);
  bool ok = r.out[axis] + 1 == l.out[axis] && tri_layout_equal(tri_layout_canonical(r), r);
  for (uint32_t x = 0; ok && x < slots(l); x++) {
    uint32_t wanted = 0;
    for (int k = 0; k < (int)l.rank; k++)
      wanted = wanted << r.out[k] | (coordinate(l, element(l, x), k) & ((1u << r.out[k]) - 1));
    ok = held(r, x / registers(l), wanted) == 1;
  }
  return ok && tri_layout_equal(tri_layout_halve(whole, axis), tri_layout_canonical(l));
}

/* Elements inside e stay where they are, those beyond lose the coordinate bits that are too high; all of e is
 * covered. */
static bool check_fit(TriLayout l, TriExtent e, const int *order)
{
  TriLayout r = tri_layout_fit(l, e, order);
  bool ok = tri_layout_equal(tri_layout_canonical(r), r);
  for (int k = 0; ok && k < e.rank; k++)
    ok = r.out[k] == e.bits[k];
  for (uint32_t x = 0; ok && x < slots(l); x++) {
    uint32_t wanted = 0;
    for (int k = 0; k < e.rank; k++)
      wanted = wanted << e.bits[k] | (coordinate(l, element(l, x), k) & ((1u << e.bits[k]) - 1));
    ok = held(r, x / registers(l), wanted) == 1;
  }
  return ok && f2_is_onto(tri_layout_matrix(r)) >= f2_is_onto(tri_layout_matrix(l));
}

/* ---- on which layouts ---------------------------------------------------------------------------- */

static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

static void laws_of_axis(TriLayout l, int axis)
{
  assert_true(check_contiguous(l, axis));
  assert_true(check_sectors(l, axis, 1) && check_sectors(l, axis, 2));
  assert_true(check_expand_dims(l, axis));
  assert_true(check_drop(l, axis));
  assert_true(check_concat(l, axis));
  assert_true(l.out[axis] == 0 || check_halve(l, axis));
  assert_true(check_broadcast(tri_layout_expand_dims(l, axis), axis, 2));
  for (int d = 0; d < TRI_SLOT_DIMS; d++)
    assert_true(check_times(l, (TriSlotDim)d, axis, 1) && check_times(l, (TriSlotDim)d, axis, 2));
}

static void laws_of(TriLayout l)
{
  assert_true(check_slots(l));
  assert_true(check_canonical(l));
  assert_true(check_owner(l));
  assert_true(check_join(l));
  for (int d = 0; d < TRI_SLOT_DIMS; d++)
    assert_true(check_replicate(l, (TriSlotDim)d, 1));
  for (int axis = 0; axis < (int)l.rank; axis++)
    laws_of_axis(l, axis);
  assert_true(check_reshape(l, (TriExtent){1, {tri_layout_out_bits(l)}}));
  assert_true(
      check_reshape(l, (TriExtent){3, {tri_layout_out_bits(l) / 2, 0, (tri_layout_out_bits(l) + 1) / 2}}));
  if (l.rank == 2)
    assert_true(check_transpose(l, orders[2]) && check_transpose(l, orders[0]));
  for (int k = 0; l.rank == 3 && k < 6; k++)
    assert_true(check_transpose(l, orders[k]));
  if (l.rank && l.out[l.rank - 1] == 1)
    assert_true(check_split(l));
}

/* Every layout with these bits: columns counted through. */
static void all_layouts(const int in[TRI_SLOT_DIMS], TriExtent e)
{
  int n = in[0] + in[1] + in[2] + in[3], m = 0;
  for (int k = 0; k < e.rank; k++)
    m += e.bits[k];
  for (uint32_t number = 0; number < 1u << (n * m); number++) {
    F2 f = f2_zero(n, m);
    for (int i = 0; i < n; i++)
      f.col[i] = number >> (i * m) & ((1u << m) - 1);
    laws_of(tri_layout_of(f, in, e));
  }
}

static void test_all_small_layouts(void **state)
{
  (void)state;
  all_layouts((const int[]){1, 1, 0, 0}, (TriExtent){2, {1, 1}});
  all_layouts((const int[]){2, 1, 0, 0}, (TriExtent){2, {1, 1}});
  all_layouts((const int[]){1, 1, 1, 0}, (TriExtent){2, {2, 1}});
  all_layouts((const int[]){2, 0, 0, 1}, (TriExtent){1, {2}});
  all_layouts((const int[]){0, 2, 0, 0}, (TriExtent){3, {1, 0, 1}});
}

static TriLayout random_layout(Random *r)
{
  TriExtent e = {.rank = 1 + random_below(r, 3)};
  int m = 0,
      in[TRI_SLOT_DIMS] = {random_below(r, 4), random_below(r, 4), random_below(r, 2), random_below(r, 2)};
  for (int k = 0; k < e.rank; k++)
    m += e.bits[k] = random_below(r, 3);
  return tri_layout_of(random_map(r, in[0] + in[1] + in[2] + in[3], m), in, e);
}

static void test_random_layouts(void **state)
{
  (void)state;
  Random r = random_seeded();
  for (int i = 0; i < 400; i++) {
    TriLayout l = random_layout(&r);
    laws_of(l);
    TriExtent e = {.rank = (int)l.rank};
    for (int k = 0; k < e.rank; k++)
      e.bits[k] = random_below(&r, 4);
    int order[3] = {0, 1, 2};
    assert_true(check_fit(l, e, l.rank == 3 ? orders[random_below(&r, 6)] : order));
  }
}

/* Sorting names equal holdings equally, whatever the registers were called. */
static void test_sorted_is_unique(void **state)
{
  (void)state;
  Random r = random_seeded();
  for (int i = 0; i < 2000; i++) {
    TriLayout a = random_layout(&r), b = a;
    for (int k = 0; k < a.in[TRI_REGISTER]; k++)
      b.col[k] ^= b.col[random_below(&r, a.in[TRI_REGISTER])];
    bool same = same_holdings(a, b);
    assert_int_equal(same, tri_layout_equal(tri_layout_sort_registers(a), tri_layout_sort_registers(b)));
  }
}

/* The injected fault: one bit of one column flipped is a different layout, and the checkers say so. */
static void test_checkers_see_a_flipped_bit(void **state)
{
  (void)state;
  TriLayout l = tri_layout_unit(2);
  l = tri_layout_times(tri_layout_times(l, TRI_REGISTER, 1, 1), TRI_LANE, 1, 2);
  l = tri_layout_times(tri_layout_times(l, TRI_LANE, 0, 1), TRI_REGISTER, 0, 1);
  int order[] = {1, 0};
  TriLayout turned = tri_layout_transpose(l, order);
  for (int i = 0; i < tri_layout_in_bits(l); i++)
    for (int j = 0; j < tri_layout_out_bits(l); j++) {
      TriLayout wrong = turned;
      wrong.col[i] ^= 1u << j;
      bool seen = false;
      for (uint32_t x = 0; x < slots(l); x++)
        seen = seen || !check_axes(wrong, element(wrong, x), l, element(l, x), order);
      assert_true(seen);
      assert_false(tri_layout_equal(wrong, turned));
    }
}

/* The header's numbers: the accumulator of mma.m16n8. */
static void test_worked_numbers(void **state)
{
  (void)state;
  int in[] = {2, 5, 0, 0};
  TriLayout l =
      tri_layout_of(f2_of_columns(7, 7, (uint32_t[]){1, 64, 2, 4, 8, 16, 32}), in, (TriExtent){2, {4, 3}});
  assert_int_equal(tri_layout_element(l, (TriSlot){{0, 13, 0, 0}}), 26);
  assert_int_equal(tri_layout_element(l, (TriSlot){{3, 13, 0, 0}}), 11 * 8 + 3);
  assert_int_equal(tri_layout_contiguous(l, 1), 2);
  assert_int_equal(tri_layout_sectors(l, 1, 2, 2), 8);
  TriExtent e;
  assert_true(tri_extent_of(2, (const int64_t[]){16, 8}, &e) && e.bits[0] == 4 && e.bits[1] == 3);
  assert_false(tri_extent_of(2, (const int64_t[]){16, 12}, &e));
  assert_false(tri_extent_of(1, (const int64_t[]){0}, &e));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_small_layouts), cmocka_unit_test(test_random_layouts),
      cmocka_unit_test(test_sorted_is_unique),  cmocka_unit_test(test_checkers_see_a_flipped_bit),
      cmocka_unit_test(test_worked_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
