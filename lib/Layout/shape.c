/* What shape operations do to layouts: the matrix changes its outputs (rows move, appear, go), and where a
 * thread comes to hold more elements, its registers. */
#include "Layout/layout.h"
#include <assert.h>
#include <string.h>

static void in_bits(TriLayout l, int in[TRI_SLOT_DIMS])
{
  for (int d = 0; d < TRI_SLOT_DIMS; d++)
    in[d] = l.in[d];
}

/* l with another map to other extents; same slots. */
static TriLayout with_elements(TriLayout l, F2 f, TriExtent e)
{
  int in[TRI_SLOT_DIMS];
  in_bits(l, in);
  return tri_layout_of(f, in, e);
}

static TriExtent without_axis(TriExtent e, int axis)
{
  for (int k = axis; k + 1 < e.rank; k++)
    e.bits[k] = e.bits[k + 1];
  e.bits[--e.rank] = 0;
  return e;
}

static TriExtent with_axis(TriExtent e, int axis, int bits)
{
  assert(e.rank < TRI_LAYOUT_RANK && axis >= 0 && axis <= e.rank);
  for (int k = e.rank++; k > axis; k--)
    e.bits[k] = e.bits[k - 1];
  e.bits[axis] = bits;
  return e;
}

TriLayout tri_layout_expand_dims(TriLayout l, int axis)
{
  return with_elements(l, tri_layout_matrix(l), with_axis(tri_layout_extent(l), axis, 0));
}

TriLayout tri_layout_broadcast(TriLayout l, int axis, int bits)
{
  assert(l.out[axis] == 0);
  return tri_layout_times(l, TRI_REGISTER, axis, bits);
}

TriLayout tri_layout_before_broadcast(TriLayout l, TriExtent e)
{
  F2 f = f2_zero(tri_layout_in_bits(l), 0);
  for (int k = 0; k < e.rank; k++)
    f.m += e.bits[k];
  TriLayout r = with_elements(l, f, e);
  for (int k = 0; k < e.rank; k++)
    for (int i = 0; e.bits[k] && i < f.n; i++)
      r.col[i] |= tri_layout_coordinate(l, l.col[i], k) << tri_layout_axis_shift(r, k);
  return r;
}

TriLayout tri_layout_transpose(TriLayout l, const int *order)
{
  F2 from = tri_layout_matrix(l), to = f2_zero(from.n, from.m);
  TriExtent e = {.rank = (int)l.rank};
  for (int k = 0; k < e.rank; k++)
    e.bits[k] = l.out[order[k]];
  TriLayout r = with_elements(l, to, e);
  for (int k = 0; k < e.rank; k++)
    for (int i = 0; i < from.n; i++)
      if (e.bits[k])
        r.col[i] |= tri_layout_coordinate(l, from.col[i], order[k]) << tri_layout_axis_shift(r, k);
  return r;
}

TriLayout tri_layout_reshape(TriLayout l, TriExtent e) { return with_elements(l, tri_layout_matrix(l), e); }

/* Without `width` bits of elements from `at` on. */
static TriLayout without_bits(TriLayout l, int at, int width, TriExtent e)
{
  F2 f = tri_layout_matrix(l), low = f2_outputs(f, 0, at), high = f2_outputs(f, at + width, f.m - at - width),
     rest = f2_zero(f.n, f.m - width);
  for (int i = 0; i < f.n; i++)
    rest.col[i] = low.col[i] | (high.m ? high.col[i] << at : 0);
  return tri_layout_canonical(with_elements(l, rest, e));
}

TriLayout tri_layout_drop(TriLayout l, int axis)
{
  return without_bits(l, tri_layout_axis_shift(l, axis), l.out[axis],
                      without_axis(tri_layout_extent(l), axis));
}

TriLayout tri_layout_halve(TriLayout l, int axis)
{
  TriExtent half = tri_layout_extent(l);
  assert(half.bits[axis] > 0);
  half.bits[axis]--;
  return without_bits(l, tri_layout_axis_shift(l, axis) + half.bits[axis], 1, half);
}

TriLayout tri_layout_squash(TriLayout l, int axis)
{
  return tri_layout_expand_dims(tri_layout_drop(l, axis), axis);
}

TriLayout tri_layout_join(TriLayout l)
{
  int last = (int)l.rank, in[TRI_SLOT_DIMS];
  in_bits(l, in);
  in[TRI_REGISTER]++;
  F2 pair = f2_direct_sum(f2_identity(1), tri_layout_matrix(l));
  return tri_layout_of(pair, in, with_axis(tri_layout_extent(l), last, 1));
}

bool tri_layout_split(TriLayout l, TriLayout *half, int *bit)
{
  assert(l.rank > 0 && l.out[l.rank - 1] == 1);
  int n = tri_layout_in_bits(l), found = -1;
  for (int i = 0; i < n; i++)
    if (l.col[i] & 1) {
      if (found >= 0 || i >= l.in[TRI_REGISTER] || l.col[i] != 1)
        return false;
      found = i;
    }
  if (found < 0)
    return false;
  int in[TRI_SLOT_DIMS];
  in_bits(l, in);
  in[TRI_REGISTER]--;
  memmove(l.col + found, l.col + found + 1, sizeof *l.col * (size_t)(n - found - 1));
  F2 rest = f2_outputs(f2_of_columns(n - 1, tri_layout_out_bits(l), l.col), 1, tri_layout_out_bits(l) - 1);
  *bit = found;
  *half = tri_layout_of(rest, in, without_axis(tri_layout_extent(l), (int)l.rank - 1));
  return true;
}

TriLayout tri_layout_concat(TriLayout l, int axis) { return tri_layout_times(l, TRI_REGISTER, axis, 1); }
