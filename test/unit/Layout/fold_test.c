/* The plans of reductions and scans, carried out on lists of elements: each slot begins with its own element,
 * a step puts two lists together, an exchange hands them over; in the end each slot must have all elements of
 * its result, each once, and where the order counts in the order of the axis. */
#include "Layout/fold.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

enum { MAX_AXIS = 64, MAX_SLOTS = 1 << 12, CASES = 600 };

typedef struct {
  int n;
  uint16_t at[2 * MAX_AXIS];
} List;

static bool is_odd(uint32_t x) { return __builtin_popcount(x) & 1; }

static List joined(const List *left, const List *right)
{
  List made = *left;
  for (int i = 0; i < right->n && made.n < 2 * MAX_AXIS; i++)
    made.at[made.n++] = right->at[i];
  return made;
}

/* Two slots that meet in a step, seen from x: where its partner's list is. */
static List combined(const List *before, uint32_t x, TriFoldStep s)
{
  uint32_t mine = x, theirs = x ^ s.diff;
  bool right = is_odd(x & s.right);
  if (s.half) {
    mine = (x & ~s.half) | (right ? s.half : 0);
    theirs = mine ^ s.diff;
  }
  return right ? joined(&before[theirs], &before[mine]) : joined(&before[mine], &before[theirs]);
}

static void take_step(List *lists, uint32_t slots, TriFoldStep s)
{
  List *before = malloc(slots * sizeof *before);
  memcpy(before, lists, slots * sizeof *before);
  for (uint32_t x = 0; x < slots; x++)
    lists[x] = combined(before, x, s);
  free(before);
}

/* False where a place is written twice, or read and not written. */
static bool take_exchange(List *lists, uint32_t slots, const TriFoldExchange *e)
{
  uint32_t places = 1u << e->place.m, index = (1u << e->bits) - 1;
  List *at = calloc(places, sizeof *at);
  bool ok = true;
  for (uint32_t x = 0; x < slots; x++)
    if (!(x & e->copies)) {
      uint32_t place = f2_apply(&e->place, x);
      ok &= at[place].n == 0;
      at[place] = lists[x];
    }
  for (uint32_t x = 0; x < slots; x++) {
    List all = {0};
    for (uint32_t i = 0; i < 1u << e->bits; i++) {
      const List *next = &at[(f2_apply(&e->place, x) & ~index) | i];
      ok &= next->n > 0;
      all = joined(&all, next);
    }
    lists[x] = all;
  }
  free(at);
  return ok;
}

/* Whether the list is the axis at the other coordinates of the slot. */
static bool is_result(const TriReducePlan *p, int axis, uint32_t x, const List *list, bool any_order)
{
  bool seen[MAX_AXIS] = {false};
  F2 all = tri_layout_matrix(p->layout);
  uint32_t mine = f2_apply(&all, x);
  int shift = tri_layout_axis_shift(p->layout, axis);
  uint32_t on_axis = ((1u << p->layout.out[axis]) - 1) << shift;
  if (list->n != 1 << p->layout.out[axis])
    return false;
  for (int i = 0; i < list->n; i++) {
    uint32_t k = (list->at[i] & on_axis) >> shift;
    if ((list->at[i] ^ mine) & ~on_axis || seen[k] || (!any_order && k != (uint32_t)i))
      return false;
    seen[k] = true;
  }
  return true;
}

static bool reduces(const TriReducePlan *p, int axis, bool any_order)
{
  uint32_t slots = 1u << tri_layout_in_bits(p->layout);
  F2 all = tri_layout_matrix(p->layout);
  List *lists = calloc(slots, sizeof *lists);
  for (uint32_t x = 0; x < slots; x++)
    lists[x] = (List){1, {(uint16_t)f2_apply(&all, x)}};
  for (int i = 0; i < p->n; i++)
    take_step(lists, slots, p->step[i]);
  bool ok = !p->exchange.bits || take_exchange(lists, slots, &p->exchange);
  uint32_t gone = 0;
  for (int i = 0; i < p->n && !p->exchange.bits; i++)
    gone |= p->step[i].half;
  for (uint32_t x = 0; ok && x < slots; x++)
    ok = (x & gone) || is_result(p, axis, x, &lists[x], any_order);
  free(lists);
  return ok;
}

/* ---- random layouts ---- */

static TriExtent random_extent(Random *r)
{
  TriExtent e = {.rank = 1 + random_below(r, 3)};
  int room = 6;
  for (int i = 0; i < e.rank; i++) {
    e.bits[i] = random_below(r, room + 1);
    room -= e.bits[i];
  }
  return e;
}

/* Onto: units in any order, or in order, with sums and copies among them. */
static TriLayout random_layout(Random *r, TriExtent e, int warps)
{
  int bits = 0, threads = 5 + warps;
  for (int i = 0; i < e.rank; i++)
    bits += e.bits[i];
  int slots = bits + random_below(r, 3);
  slots = slots < threads ? threads : slots;
  uint32_t col[F2_MAX] = {0};
  for (int i = 0; i < bits; i++)
    col[i] = 1u << i;
  bool mixed = random_below(r, 3) == 0;
  for (int i = 0; mixed && i + 1 < bits; i++)
    col[i] ^= col[i + 1 + random_below(r, bits - i - 1)];
  for (int i = bits; mixed && bits && i < slots; i++)
    col[i] = col[random_below(r, bits)];
  for (int i = slots - 1; i > 0; i--) {
    int j = random_below(r, i + 1);
    uint32_t t = col[i];
    col[i] = col[j];
    col[j] = t;
  }
  int in[TRI_SLOT_DIMS] = {slots - threads, 5, warps, 0};
  return tri_layout_canonical(tri_layout_of(f2_of_columns(slots, bits, col), in, e));
}

/* ---- laws ---- */

static void test_reduce(void **state)
{
  (void)state;
  Random r = random_seeded();
  for (int i = 0; i < CASES; i++) {
    TriExtent e = random_extent(&r);
    int axis = random_below(&r, e.rank);
    TriLayout l = random_layout(&r, e, random_below(&r, 4));
    for (int any = 0; any < 2; any++) {
      TriReducePlan p = tri_reduce_plan(l, axis, any);
      assert_true(reduces(&p, axis, any));
    }
  }
}

/* A plan with a step less is found wrong, and one whose last step has no right side; not where only slots on
 * the left go on from there. */
static void test_planted(void **state)
{
  (void)state;
  Random r = random_seeded();
  int planted = 0;
  for (int i = 0; i < CASES; i++) {
    TriExtent e = random_extent(&r);
    int axis = random_below(&r, e.rank);
    TriReducePlan p = tri_reduce_plan(random_layout(&r, e, random_below(&r, 4)), axis, false), q = p;
    if (!p.n)
      continue;
    planted++;
    q.n--;
    assert_false(reduces(&q, axis, false));
    p.step[p.n - 1].right = 0;
    assert_true(p.exchange.bits || !reduces(&p, axis, false));
  }
  assert_true(planted > CASES / 4);
}

/* Registers, then lanes, then warps; in registers the widest step first. */
static void test_steps(void **state)
{
  (void)state;
  TriExtent e = {1, {10}};
  TriLayout l = tri_layout_fit(tri_layout_unit(1), (TriExtent){1, {0}}, (int[]){0});
  l = tri_layout_times(l, TRI_REGISTER, 0, 2);
  l = tri_layout_times(l, TRI_LANE, 0, 5);
  l = tri_layout_times(l, TRI_WARP, 0, 2);
  l = tri_layout_times(l, TRI_REGISTER, 0, 1);
  assert_int_equal(tri_layout_extent(l).bits[0], e.bits[0]);
  TriReducePlan any = tri_reduce_plan(l, 0, true), order = tri_reduce_plan(l, 0, false);
  static const uint32_t steps[] = {4, 2, 1, 8, 16, 32, 64, 128};
  assert_int_equal(any.n, 8);
  for (int i = 0; i < 8; i++)
    assert_int_equal(any.step[i].diff, steps[i]);
  assert_int_equal(any.exchange.bits, 2);
  assert_int_equal(order.n, 7);
  assert_int_equal(order.step[2].diff, 8);
  assert_int_equal(order.step[2].half, 4);
  assert_int_equal(order.exchange.bits, 3);
}

/* Each bit of the axis is in one segment, in order, and the layout in which a scan is done has a plan. */
static void test_scan(void **state)
{
  (void)state;
  Random r = random_seeded();
  int moved = 0;
  for (int i = 0; i < CASES; i++) {
    TriExtent e = random_extent(&r);
    int axis = random_below(&r, e.rank), next = 0;
    TriLayout l = random_layout(&r, e, random_below(&r, 4)), to = tri_scan_layout(l, axis);
    TriScanPlan p;
    moved += !tri_scan_plan(l, axis, &p);
    assert_true(tri_scan_plan(to, axis, &p));
    for (int s = 0; s < p.n; s++) {
      assert_int_equal(p.segment[s].first, next);
      next += p.segment[s].bits;
      for (int k = p.segment[s].first; k < next; k++) {
        TriSlot slot = tri_layout_unpack(p.layout, 1u << p.slot[k]);
        assert_int_equal(tri_layout_element(p.layout, slot), 1u << (tri_layout_axis_shift(to, axis) + k));
        assert_true(slot.at[p.segment[s].dim] != 0);
      }
    }
    assert_int_equal(next, e.bits[axis]);
  }
  assert_true(moved > 0 && moved < CASES);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reduce),
      cmocka_unit_test(test_planted),
      cmocka_unit_test(test_steps),
      cmocka_unit_test(test_scan),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
