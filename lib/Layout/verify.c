/* Is this a layout for that block and kernel? The answer is a sentence. */
#include "Layout/text.h"

static const char *verify_extents(Arena *a, TriLayout l, int rank, const int64_t *shape)
{
  if ((int)l.rank != rank)
    return arena_printf(a, "the layout's vectors have %u coordinates, the block has rank %d", l.rank, rank);
  for (int k = 0; k < rank; k++) {
    if (shape[k] < 1 || shape[k] & (shape[k] - 1))
      return arena_printf(
          a, "extent %lld of axis %d is not a power of two: a block with a layout must be padded to one",
          (long long)shape[k], k);
    if (shape[k] != 1ll << l.out[k])
      return arena_printf(a, "the layout covers %s elements, but axis %d of the block has extent %lld",
                          tri_layout_print_extent(a, l), k, (long long)shape[k]);
  }
  return NULL;
}

static const char *verify_threads(Arena *a, TriLayout l, int num_warps, int num_ctas)
{
  if (l.in[TRI_LANE] != 5)
    return arena_printf(a,
                        "lane has %d vectors, but a warp has 32 lanes: 5 are needed; write zero vectors for "
                        "lanes that hold copies",
                        l.in[TRI_LANE]);
  if (1ll << l.in[TRI_WARP] != num_warps)
    return arena_printf(a, "the layout is for %lld warps, the kernel has %d", 1ll << l.in[TRI_WARP],
                        num_warps);
  if (1ll << l.in[TRI_CTA] != num_ctas)
    return arena_printf(a, "the layout is for %lld CTAs, the kernel has %d", 1ll << l.in[TRI_CTA], num_ctas);
  return NULL;
}

/* The lowest unit that the map does not reach; every map that is not onto misses one. */
static uint32_t unreached(F2 f)
{
  uint32_t unit = 1;
  while (f2_contains(f, unit))
    unit <<= 1;
  return unit;
}

const char *tri_layout_verify(Arena *a, TriLayout l, int rank, const int64_t *shape, int num_warps,
                              int num_ctas)
{
  const char *why = verify_extents(a, l, rank, shape);
  why = why ? why : verify_threads(a, l, num_warps, num_ctas);
  if (why)
    return why;
  F2 f = tri_layout_matrix(l);
  if (!f2_is_onto(f))
    return arena_printf(a, "no thread holds element %s: add a register vector for it",
                        tri_layout_print_element(a, l, unreached(f)));
  uint64_t copies =
      ~(uint64_t)f2_pivots(tri_layout_part(l, TRI_REGISTER)) & ((1ull << l.in[TRI_REGISTER]) - 1);
  int first = copies ? __builtin_ctzll(copies) : 0;
  if (copies)
    return arena_printf(
        a, "register vector %d, %s, is a sum of those before it: its registers hold copies; leave it out",
        first, tri_layout_print_element(a, l, l.col[first]));
  return NULL;
}
