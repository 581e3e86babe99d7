#include "random_layouts.h"
#include "Layout/tiles.h"

TriExtent random_extent(Random *r)
{
  static const int most[] = {0, 11, 6, 4, 3};
  TriExtent e = {.rank = 1 + random_below(r, 4)};
  bool large = random_below(r, 2);
  for (int i = 0; i < e.rank; i++)
    e.bits[i] = large ? most[e.rank] - 1 - random_below(r, 2) : random_below(r, most[e.rank]);
  return e;
}

/* As many registers as it takes. */
static TriLayout any_columns(Random *r, TriExtent e, int warps)
{
  int in[TRI_SLOT_DIMS] = {random_below(r, 3), 5, warps, 0};
  for (;; in[0] += in[0] < 8) {
    TriLayout l = tri_layout_of(random_map(r, in[0] + 5 + warps, tri_extent_bits(e)), in, e);
    if (f2_is_onto(tri_layout_matrix(l)))
      return l;
  }
}

static TriLayout blocked(Random *r, TriExtent e, int warps)
{
  int order[TRI_LAYOUT_RANK] = {0};
  for (int i = 1; i < e.rank; i++) {
    int j = random_below(r, i + 1);
    order[i] = order[j];
    order[j] = i;
  }
  return tri_layout_coalesced(e, random_below(r, 5), warps, order);
}

static TriLayout fragment(Random *r, TriExtent e, int warps)
{
  TriMma mma = {.n = 3, .warps_m = random_below(r, warps + 1)};
  mma.warps_n = warps - mma.warps_m;
  int k = random_below(r, 4), bits = random_below(r, 2) ? 8 : 16;
  return k == 0 ? tri_layout_accumulator(e, mma)
                : tri_layout_operand(e, mma, k & 1 ? TRI_OPERAND_A : TRI_OPERAND_B, bits);
}

TriLayout random_layout_over(Random *r, TriExtent e, int warps)
{
  int k = random_below(r, 4);
  return k == 0                  ? any_columns(r, e, warps)
         : k == 1 && e.rank == 2 ? fragment(r, e, warps)
                                 : blocked(r, e, warps);
}

TriLayout random_neighbour(Random *r, TriLayout l)
{
  int bits = l.in[TRI_REGISTER] + l.in[TRI_LANE];
  for (int i = 0; i < 3; i++) {
    int j = random_below(r, bits), k = random_below(r, bits);
    uint32_t col = l.col[j];
    l.col[j] = l.col[k];
    l.col[k] = col;
  }
  return l;
}
