/* Shared memory: wavefronts are counted again from byte addresses, for every register and warp; swizzles are
 * one to one, keep vectors together and have no conflicts, for every pair of layouts that kernels use and for
 * random ones. */
#include "Layout/shared.h"
#include "Layout/tiles.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* The hardware's rule on plain addresses: n lanes, each `bytes` wide; the worst bank counts. */
static uint32_t bank_wavefronts(const uint32_t *address, int n, uint32_t bytes)
{
  uint32_t words[128], count = 0, per_bank[32] = {0}, worst = 0;
  for (int i = 0; i < n; i++)
    for (uint32_t b = 0; b < bytes; b += 4) {
      uint32_t word = (address[i] + b) / 4;
      bool seen = false;
      for (uint32_t j = 0; j < count; j++)
        seen = seen || words[j] == word;
      if (!seen)
        words[count++] = word;
    }
  for (uint32_t i = 0; i < count; i++)
    per_bank[words[i] % 32]++;
  for (int bank = 0; bank < 32; bank++)
    worst = per_bank[bank] > worst ? per_bank[bank] : worst;
  return worst;
}

/* The instruction that moves slot x of lane 0 (and its vector): wavefronts from the addresses of all lanes.
 * `place` takes slots to offsets. */
static uint32_t counted(F2 place, int element, int first_lane, int vector, uint32_t x)
{
  uint32_t bytes = 1u << (vector + element), lanes = bytes <= 4 ? 32 : 128 / bytes, address[32], total = 0;
  bool same_as_next = true, same_as_second = true;
  for (uint32_t lane = 0; lane < 32; lane++) {
    uint32_t offset = f2_apply(&place, x | lane << first_lane) << element;
    address[lane] = offset - offset % bytes;
  }
  for (uint32_t lane = 0; lane < 32; lane++) {
    same_as_next = same_as_next && address[lane] == address[lane ^ 1];
    same_as_second = same_as_second && address[lane] == address[lane ^ 2];
  }
  lanes = lanes < 32 && (same_as_next || same_as_second) ? 2 * lanes : lanes;
  for (uint32_t first = 0; first < 32; first += lanes)
    total += bank_wavefronts(address + first, (int)lanes, bytes);
  return total;
}

/* Each thread holds all elements of each of its vectors, and they lie one after the other, aligned. */
static bool check_vector(TriShared s, TriLayout l, F2 vector)
{
  bool ok = true;
  for (int i = 0; ok && i < vector.n; i++)
    ok = f2_apply(&s.offset, vector.col[i]) == 1u << i &&
         f2_contains(tri_layout_part(l, TRI_REGISTER), vector.col[i]);
  return ok;
}

static bool check_access(TriShared s, TriLayout l, TriSharedAccess a, bool free_of_conflicts)
{
  uint32_t expected = tri_shared_wavefronts(s, a);
  bool ok = check_vector(s, l, a.vector) && expected > 0;
  ok = ok && (!free_of_conflicts || expected == tri_access_phases(a, s.element));
  F2 place = f2_compose(s.offset, tri_layout_matrix(l));
  int first_lane = tri_layout_first(l, TRI_LANE);
  for (uint32_t x = 0; ok && x < 1u << place.n; x++)
    ok = x >> first_lane & 31 || counted(place, s.element, first_lane, a.vector.n, x) == expected;
  return ok;
}

static bool check_staging(TriLayout writer, TriLayout reader, int element)
{
  TriStaging t = tri_shared_staging(writer, reader, element);
  uint32_t writes = tri_layout_size(writer, TRI_REGISTER) >> t.write.vector.n;
  uint32_t reads = tri_layout_size(reader, TRI_REGISTER) >> t.read.vector.n;
  return f2_is_onto(t.shared.offset) && f2_is_injective(t.shared.offset) &&
         check_access(t.shared, writer, t.write, true) && check_access(t.shared, reader, t.read, true) &&
         t.write.vector.n + element <= 4 && t.read.vector.n + element <= 4 &&
         t.instructions == writes + reads &&
         t.wavefronts ==
             writes * tri_access_phases(t.write, element) + reads * tri_access_phases(t.read, element);
}

enum { KINDS = 7 };
static TriLayout kind(int k, TriExtent e, int element)
{
  static const int rows[] = {1, 0}, columns[] = {0, 1};
  TriMma mma = {.n = 3, .warps_m = 1, .warps_n = 1};
  switch (k) {
  case 0:
    return tri_layout_coalesced(e, 4 - element, 2, rows);
  case 1:
    return tri_layout_coalesced(e, 4 - element, 2, columns);
  case 2:
    return tri_layout_coalesced(e, 0, 2, rows);
  case 3:
    return tri_layout_coalesced(e, 1, 2, columns);
  case 4:
    return tri_layout_accumulator(e, mma);
  case 5:
    return tri_layout_operand(e, mma, TRI_OPERAND_A, 16);
  default:
    return tri_layout_operand(e, mma, TRI_OPERAND_B, 8);
  }
}

/* Every pair of the kinds above, every extent from 2 x 2 to 64 x 64, elements of 1 to 8 bytes. */
static void test_all_kinds(void **state)
{
  (void)state;
  for (int rows = 1; rows <= 6; rows++)
    for (int columns = 1; columns <= 6; columns++)
      for (int element = 0; element <= 3; element++)
        for (int i = 0; i < KINDS; i++)
          for (int j = 0; j < KINDS; j++) {
            TriExtent e = {2, {rows, columns}};
            TriLayout a = kind(i, e, element), b = kind(j, e, element);
            assert_true(check_staging(a, b, element));
            assert_int_equal(tri_shared_staging(a, b, element).wavefronts,
                             tri_shared_staging(b, a, element).wavefronts);
          }
}

/* Which side gets the wide vectors, where they share none: four elements at once on one side save three
 * instructions, two on the other only one. */
static void test_choice_of_vectors(void **state)
{
  (void)state;
  int in[] = {2, 5, 0, 0}, in_more[] = {1, 5, 1, 0};
  TriExtent e = {1, {7}};
  TriLayout four = tri_layout_of(f2_of_columns(7, 7, (uint32_t[]){1, 2, 4, 8, 16, 32, 64}), in, e);
  TriLayout two = tri_layout_of(f2_of_columns(7, 7, (uint32_t[]){64, 1, 2, 4, 8, 16, 32}), in_more, e);
  TriStaging there = tri_shared_staging(four, two, 2), back = tri_shared_staging(two, four, 2);
  assert_true(there.write.vector.n == 2 && there.read.vector.n == 0 && there.instructions == 3);
  assert_true(back.write.vector.n == 0 && back.read.vector.n == 2 && back.instructions == 3);
  TriStaging same = tri_shared_staging(four, four, 2);
  assert_true(same.write.vector.n == 2 && same.read.vector.n == 2 && same.instructions == 2);
}

/* Onto and canonical layouts with any columns. */
static TriLayout random_layout(Random *r, int bits)
{
  int in[TRI_SLOT_DIMS] = {bits > 3 ? bits - 3 : 0, 5, 1, 0};
  for (;;) {
    TriLayout l = tri_layout_of(random_map(r, in[0] + 6, bits), in, (TriExtent){1, {bits}});
    l = tri_layout_canonical(l);
    if (f2_is_onto(tri_layout_matrix(l)))
      return l;
  }
}

static void test_random_layouts(void **state)
{
  (void)state;
  Random r = random_seeded();
  for (int i = 0; i < 1500; i++) {
    int bits = random_below(&r, 10);
    assert_true(check_staging(random_layout(&r, bits), random_layout(&r, bits), random_below(&r, 4)));
  }
}

/* The counter on conflicts: rows of 32 words read by columns are 32 wavefronts, and so on. */
static void test_conflicts_are_counted(void **state)
{
  (void)state;
  const int rows[] = {1, 0}, columns[] = {0, 1};
  TriExtent e = {2, {5, 5}};
  TriLayout by_column = tri_layout_coalesced(e, 0, 0, columns), by_row = tri_layout_coalesced(e, 0, 0, rows);
  F2 none = f2_zero(0, 10);
  TriShared plain = tri_shared_row_major(e, 2);
  assert_int_equal(tri_shared_wavefronts(plain, tri_access_registers(by_row, none)), 1);
  assert_int_equal(tri_shared_wavefronts(plain, tri_access_registers(by_column, none)), 32);
  assert_int_equal(tri_shared_wavefronts(tri_shared_row_major(e, 1), tri_access_registers(by_column, none)),
                   16);
  assert_int_equal(tri_shared_wavefronts(tri_shared_row_major(e, 0), tri_access_registers(by_column, none)),
                   8);
  F2 four = f2_of_columns(2, 10, (uint32_t[]){1, 2}), split = f2_of_columns(2, 10, (uint32_t[]){1, 4});
  TriLayout wide = tri_layout_coalesced(e, 2, 0, rows);
  assert_int_equal(tri_shared_wavefronts(plain, tri_access_registers(wide, four)), 4);
  assert_int_equal(tri_shared_wavefronts(plain, tri_access_registers(wide, split)), 0);
  /* Lanes that pair at one address halve the phases of a wide access: lane ^ 1 or lane ^ 2, but not lane ^ 4.
   */
  for (int pair = 0; pair < 3; pair++) {
    TriSharedAccess paired = {four, f2_zero(5, 10)};
    for (int i = 0; i < 5; i++)
      paired.lanes.col[i] = i == pair ? 0 : 4u << (i - (i > pair));
    assert_int_equal(tri_shared_wavefronts(plain, paired), pair < 2 ? 2 : 4);
  }
  Random r = random_seeded();
  for (int i = 0; i < 300; i++) {
    TriLayout l = random_layout(&r, 8);
    TriShared s = {random_below(&r, 4), f2_identity(8)};
    assert_true(check_access(s, l, tri_access_registers(l, f2_zero(0, 8)), false));
  }
}

/* The header's example: 32 x 32 words, element (r, c) in bank r ^ c. */
static void test_transposition(void **state)
{
  (void)state;
  const int rows[] = {1, 0}, columns[] = {0, 1};
  TriExtent e = {2, {5, 5}};
  TriLayout by_row = tri_layout_coalesced(e, 0, 0, rows), by_column = tri_layout_coalesced(e, 0, 0, columns);
  TriSharedAccess write = tri_access_registers(by_row, f2_zero(0, 10)),
                  read = tri_access_registers(by_column, f2_zero(0, 10));
  TriShared s = tri_shared_without_conflicts(2, write, read);
  for (uint32_t row = 0; row < 32; row++)
    for (uint32_t column = 0; column < 32; column++)
      assert_int_equal(f2_apply(&s.offset, row << 5 | column) % 32, row ^ column);
}

/* Lanes that hold copies leave room in the line: it goes to what the other side needs, and nothing is xored.
 */
static void test_nothing_swizzled_in_vain(void **state)
{
  (void)state;
  F2 none = f2_zero(0, 9);
  TriSharedAccess few = {none, f2_of_columns(5, 9, (uint32_t[]){128, 256, 0, 0, 0})};
  TriSharedAccess many = {none, f2_of_columns(5, 9, (uint32_t[]){64, 128, 32, 256, 16})};
  TriShared there = tri_shared_without_conflicts(2, few, many),
            back = tri_shared_without_conflicts(2, many, few);
  for (int i = 0; i < 9; i++) {
    assert_int_equal(__builtin_popcount(there.offset.col[i]), 1);
    assert_int_equal(__builtin_popcount(back.offset.col[i]), 1);
  }
}

/* The PTX ISA's swizzling modes on addresses: 16-byte chunk number xored with bits 7 and up. */
static void test_hardware_swizzles(void **state)
{
  (void)state;
  for (int element = 0; element <= 2; element++)
    for (int line = 4; line <= 7; line++) {
      TriExtent e = {2, {5, 8 - element}};
      TriShared s = tri_shared_boxes(e, element, line);
      uint32_t width = 1u << (line - element), chunks = 1u << (line - 4);
      assert_true(f2_is_onto(s.offset) && f2_is_injective(s.offset));
      for (uint32_t row = 0; row < 32; row++)
        for (uint32_t column = 0; column < 256u >> element; column++) {
          uint32_t plain = (column / width * 32 * width + row * width + column % width) << element;
          uint32_t chunk = plain >> 4 & (chunks - 1), other = plain >> 7 & (chunks - 1);
          uint32_t byte = plain - (chunk << 4) + ((chunk ^ other) << 4);
          assert_int_equal(f2_apply(&s.offset, row << (8 - element) | column) << element, byte);
        }
    }
}

/* ldmatrix of an mma operand: from the 128-byte swizzle, and from a swizzle made for the writer and it,
 * without conflicts. */
static void test_ldmatrix(void **state)
{
  (void)state;
  const int rows[] = {1, 0};
  TriExtent e = {2, {6, 6}};
  TriMma mma = {.n = 3, .warps_m = 2};
  TriLayout a = tri_layout_operand(e, mma, TRI_OPERAND_A, 16),
            b = tri_layout_operand(e, mma, TRI_OPERAND_B, 16);
  TriSharedAccess load, transposed, never;
  assert_true(tri_access_matrix(a, 1, false, &load));
  assert_true(tri_access_matrix(b, 1, true, &transposed) == true);
  assert_false(tri_access_matrix(tri_layout_coalesced(e, 3, 2, rows), 2, false, &never));
  assert_false(tri_access_matrix(a, 0, true, &never));
  TriShared hardware = tri_shared_boxes(e, 1, 7);
  assert_int_equal(tri_shared_wavefronts(hardware, load), 4);
  assert_int_equal(tri_shared_wavefronts(hardware, transposed), 4);
  assert_int_equal(tri_shared_wavefronts(tri_shared_row_major(e, 1), load), 32);
  TriLayout writer = tri_layout_coalesced(e, 3, 2, rows);
  TriSharedAccess store = tri_access_registers(writer, f2_of_columns(3, 12, (uint32_t[]){1, 2, 4}));
  TriShared s = tri_shared_without_conflicts(1, store, load);
  assert_int_equal(tri_shared_wavefronts(s, load), 4);
  assert_true(check_access(s, writer, store, true));
  /* The row that lane r of a matrix names holds the elements of lanes 4r … 4r + 3. */
  for (uint32_t lane = 0; lane < 32; lane++)
    for (uint32_t r = 0; r < 2; r++) {
      uint32_t base = f2_apply(&load.lanes, lane / 4), within = 2 * (lane % 4) + r;
      assert_int_equal(tri_layout_element(a, (TriSlot){{r, lane, 0, 0}}),
                       base ^ f2_apply(&load.vector, within));
    }
}

/* Bits i and j of every offset change places. */
static TriShared with_swapped_bits(TriShared s, int i, int j)
{
  F2 swap = f2_identity(s.offset.m);
  swap.col[i] = 1u << j;
  swap.col[j] = 1u << i;
  return (TriShared){s.element, f2_compose(swap, s.offset)};
}

/* The injected fault: no swizzle, or a bit of the line taken for the lowest bit of the segment, is seen by
 * one side. */
static void test_checkers_see_a_fault(void **state)
{
  (void)state;
  const int rows[] = {1, 0}, columns[] = {0, 1};
  TriExtent e = {2, {6, 6}};
  TriLayout writer = tri_layout_coalesced(e, 2, 2, rows), reader = tri_layout_coalesced(e, 2, 2, columns);
  TriStaging t = tri_shared_staging(writer, reader, 2);
  assert_true(check_access(t.shared, writer, t.write, true) && check_access(t.shared, reader, t.read, true));
  assert_false(check_access(tri_shared_row_major(e, 2), reader, t.read, true));
  for (int line = 0; line < 5; line++) {
    TriShared wrong = with_swapped_bits(t.shared, line, 5);
    assert_false(check_access(wrong, writer, t.write, true) && check_access(wrong, reader, t.read, true));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_kinds),
      cmocka_unit_test(test_random_layouts),
      cmocka_unit_test(test_conflicts_are_counted),
      cmocka_unit_test(test_transposition),
      cmocka_unit_test(test_nothing_swizzled_in_vain),
      cmocka_unit_test(test_choice_of_vectors),
      cmocka_unit_test(test_hardware_swizzles),
      cmocka_unit_test(test_ldmatrix),
      cmocka_unit_test(test_checkers_see_a_fault),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
