/* Tiles against the formulas of the PTX ISA, written here with division and remainder as the ISA does, and
 * the promises of tiles.h for many extents. */
#include "Layout/tiles.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

typedef struct {
  uint32_t row, column;
} Place;

static Place place(TriLayout l, uint32_t r, uint32_t lane, uint32_t warp)
{
  uint32_t e = tri_layout_element(l, (TriSlot){{r, lane, warp, 0}});
  return (Place){tri_layout_coordinate(l, e, 0), tri_layout_coordinate(l, e, 1)};
}

static void expect_place(Place got, uint32_t row, uint32_t column)
{
  assert_int_equal(got.row, row);
  assert_int_equal(got.column, column);
}

/* "Matrix fragments for mma.m16n8k8 / k16 / k32": groupID = lane / 4, threadID_in_group = lane % 4. */
static void test_mma_fragments(void **state)
{
  (void)state;
  TriMma mma = {.n = 3};
  TriLayout c = tri_layout_accumulator((TriExtent){2, {4, 3}}, mma);
  TriLayout a16 = tri_layout_operand((TriExtent){2, {4, 4}}, mma, TRI_OPERAND_A, 16);
  TriLayout b16 = tri_layout_operand((TriExtent){2, {4, 3}}, mma, TRI_OPERAND_B, 16);
  TriLayout a32 = tri_layout_operand((TriExtent){2, {4, 3}}, mma, TRI_OPERAND_A, 32);
  TriLayout b32 = tri_layout_operand((TriExtent){2, {3, 3}}, mma, TRI_OPERAND_B, 32);
  TriLayout a8 = tri_layout_operand((TriExtent){2, {4, 5}}, mma, TRI_OPERAND_A, 8);
  TriLayout b8 = tri_layout_operand((TriExtent){2, {5, 3}}, mma, TRI_OPERAND_B, 8);
  for (uint32_t lane = 0; lane < 32; lane++) {
    uint32_t g = lane / 4, t = lane % 4;
    for (uint32_t i = 0; i < 4; i++)
      expect_place(place(c, i, lane, 0), i < 2 ? g : g + 8, t * 2 + i % 2);
    for (uint32_t i = 0; i < 8; i++)
      expect_place(place(a16, i, lane, 0), i % 4 < 2 ? g : g + 8, t * 2 + i % 2 + (i >= 4 ? 8 : 0));
    for (uint32_t i = 0; i < 4; i++)
      expect_place(place(b16, i, lane, 0), t * 2 + i % 2 + (i >= 2 ? 8 : 0), g);
    for (uint32_t i = 0; i < 4; i++)
      expect_place(place(a32, i, lane, 0), i % 2 ? g + 8 : g, i < 2 ? t : t + 4);
    for (uint32_t i = 0; i < 2; i++)
      expect_place(place(b32, i, lane, 0), i ? t + 4 : t, g);
    for (uint32_t i = 0; i < 16; i++)
      expect_place(place(a8, i, lane, 0), i < 4 || (i >= 8 && i < 12) ? g : g + 8,
                   t * 4 + i % 4 + (i < 8 ? 0 : 16));
    for (uint32_t i = 0; i < 8; i++)
      expect_place(place(b8, i, lane, 0), t * 4 + i % 4 + (i < 4 ? 0 : 16), g);
  }
}

/* "WGMMA .m64nNk16 register fragment layout for accumulator matrix D", two warpgroups down the rows or side
 * by side. */
static void test_wgmma_accumulator(void **state)
{
  (void)state;
  for (int n = 3; n <= 8; n++) {
    TriLayout down = tri_layout_accumulator((TriExtent){2, {7, n}}, (TriMma){.n = n, .warps_m = 3});
    TriLayout side =
        tri_layout_accumulator((TriExtent){2, {6, n + 1}}, (TriMma){.n = n, .warps_m = 2, .warps_n = 1});
    assert_int_equal(tri_layout_size(down, TRI_REGISTER), 1u << (n - 1));
    assert_int_equal(tri_layout_size(side, TRI_REGISTER), 1u << (n - 1));
    for (uint32_t warp = 0; warp < 8; warp++)
      for (uint32_t lane = 0; lane < 32; lane++)
        for (uint32_t i = 0; i < 1u << (n - 1); i++) {
          uint32_t row = 16 * (warp % 4) + 8 * (i / 2 % 2) + lane / 4,
                   column = 8 * (i / 4) + 2 * (lane % 4) + i % 2;
          expect_place(place(down, i, lane, warp), row + 64 * (warp / 4), column);
          expect_place(place(side, i, lane, warp), row, column + (warp / 4 << n));
        }
  }
}

/* Warps along the other operand's axis hold copies, those along the own axis step by an instruction. */
static void test_operand_warps(void **state)
{
  (void)state;
  TriMma mma = {.n = 3, .warps_m = 1, .warps_n = 1};
  TriLayout a = tri_layout_operand((TriExtent){2, {6, 5}}, mma, TRI_OPERAND_A, 16);
  TriLayout b = tri_layout_operand((TriExtent){2, {5, 6}}, mma, TRI_OPERAND_B, 16);
  TriLayout c = tri_layout_accumulator((TriExtent){2, {6, 6}}, mma);
  for (uint32_t warp = 0; warp < 4; warp++) {
    expect_place(place(a, 0, 0, warp), 16 * (warp % 2), 0);
    expect_place(place(b, 0, 0, warp), 0, 8 * (warp / 2));
    expect_place(place(c, 0, 0, warp), 16 * (warp % 2), 8 * (warp / 2));
  }
  /* A wider instruction: 32 columns of B belong to a warp, in registers, before the next warp's begin. */
  TriLayout wide =
      tri_layout_operand((TriExtent){2, {4, 6}}, (TriMma){.n = 5, .warps_n = 1}, TRI_OPERAND_B, 16);
  for (uint32_t warp = 0; warp < 2; warp++)
    for (uint32_t i = 0; i < 4; i++)
      expect_place(place(wide, 4 * i, 0, warp), 0, 32 * warp + 8 * i);
  assert_int_equal(tri_layout_copies(a).at[TRI_WARP], 2);
  assert_int_equal(tri_layout_copies(b).at[TRI_WARP], 1);
  assert_int_equal(tri_layout_copies(c).at[TRI_WARP], 0);
}

/* The header's example, and a block smaller and larger than the threads. */
static void test_blocked(void **state)
{
  (void)state;
  TriBlocked shape = {.per_thread = {0, 3}, .lanes = {2, 3}, .warps = {2, 0}, .order = {1, 0}};
  TriLayout l = tri_layout_blocked((TriExtent){2, {4, 6}}, shape);
  TriLayout big = tri_layout_blocked((TriExtent){2, {5, 7}}, shape);
  TriLayout small = tri_layout_blocked((TriExtent){2, {1, 4}}, shape);
  for (uint32_t warp = 0; warp < 4; warp++)
    for (uint32_t lane = 0; lane < 32; lane++)
      for (uint32_t r = 0; r < 8; r++) {
        uint32_t row = warp * 4 + lane / 8, column = lane % 8 * 8 + r;
        expect_place(place(l, r, lane, warp), row, column);
        expect_place(place(small, r, lane, warp), row % 2, column % 16);
        for (uint32_t k = 0; k < 4; k++)
          expect_place(place(big, r + 8 * k, lane, warp), row + k / 2 * 16, column + k % 2 * 64);
      }
  assert_int_equal(tri_layout_size(big, TRI_REGISTER), 32);
  assert_int_equal(tri_layout_contiguous(l, 1), 8);
  assert_int_equal(tri_layout_sectors(l, 1, 1, 8), 16);
}

static void expect_promises(TriLayout l, TriExtent e, int warps)
{
  assert_true(tri_layout_equal(tri_layout_canonical(l), l));
  assert_true(f2_is_onto(tri_layout_matrix(l)));
  assert_int_equal(l.in[TRI_LANE], 5);
  assert_int_equal(l.in[TRI_WARP], warps);
  for (int k = 0; k < e.rank; k++)
    assert_int_equal(l.out[k], e.bits[k]);
}

/* For every extent up to 128 x 128 and up to 8 warps: canonical, onto, as wide as promised. */
static void test_promises(void **state)
{
  (void)state;
  static const int orders[2][2] = {{1, 0}, {0, 1}};
  for (int rows = 0; rows <= 7; rows++)
    for (int columns = 0; columns <= 7; columns++)
      for (int warps = 0; warps <= 3; warps++) {
        TriExtent e = {2, {rows, columns}};
        for (int vector = 0; vector <= 4; vector++)
          for (int k = 0; k < 2; k++) {
            TriLayout l = tri_layout_coalesced(e, vector, warps, orders[k]);
            int fast = e.bits[orders[k][0]];
            expect_promises(l, e, warps);
            assert_true(tri_layout_contiguous(l, orders[k][0]) >= 1u << (vector < fast ? vector : fast));
          }
        for (int m = 0; m <= warps; m++) {
          TriMma mma = {.n = 3, .warps_m = m, .warps_n = warps - m};
          expect_promises(tri_layout_accumulator(e, mma), e, warps);
          for (int bits = 8; bits <= 32; bits *= 2) {
            expect_promises(tri_layout_operand(e, mma, TRI_OPERAND_A, bits), e, warps);
            expect_promises(tri_layout_operand(e, mma, TRI_OPERAND_B, bits), e, warps);
          }
        }
      }
}

/* One dimension: consecutive lanes hold consecutive vectors. */
static void test_one_dimension(void **state)
{
  (void)state;
  TriLayout l = tri_layout_coalesced((TriExtent){1, {10}}, 2, 2, (const int[]){0});
  for (uint32_t e = 0; e < 1024; e++) {
    TriSlot s;
    assert_true(tri_layout_owner(l, e, &s));
    assert_int_equal(s.at[TRI_REGISTER], e % 4 + e / 512 * 4);
    assert_int_equal(s.at[TRI_LANE], e / 4 % 32);
    assert_int_equal(s.at[TRI_WARP], e / 128 % 4);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_mma_fragments), cmocka_unit_test(test_wgmma_accumulator),
      cmocka_unit_test(test_operand_warps), cmocka_unit_test(test_blocked),
      cmocka_unit_test(test_promises),      cmocka_unit_test(test_one_dimension),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
