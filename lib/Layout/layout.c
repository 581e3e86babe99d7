/* Layouts as values: parts, building, comparing, asking. The shape operations are in shape.c. */
#include "Layout/layout.h"
#include <assert.h>
#include <string.h>

_Static_assert(sizeof(TriLayout) == TRI_SLOT_DIMS + TRI_LAYOUT_RANK + 4 + 4 * F2_MAX, "no padding");

const char *tri_slot_dim_name(TriSlotDim d)
{
  static const char *const names[TRI_SLOT_DIMS] = {"register", "lane", "warp", "cta"};
  return names[d];
}

static int min(int a, int b) { return a < b ? a : b; }
static uint32_t low_mask(int bits) { return bits < 32 ? (1u << bits) - 1 : ~0u; }

/* ---- parts --------------------------------------------------------------------------------------- */

int tri_layout_first(TriLayout l, TriSlotDim d)
{
  int first = 0;
  for (int k = 0; k < (int)d; k++)
    first += l.in[k];
  return first;
}

int tri_layout_in_bits(TriLayout l) { return tri_layout_first(l, TRI_SLOT_DIMS); }

int tri_layout_out_bits(TriLayout l)
{
  int bits = 0;
  for (uint32_t k = 0; k < l.rank; k++)
    bits += l.out[k];
  return bits;
}

int tri_layout_axis_shift(TriLayout l, int axis)
{
  int shift = 0;
  for (uint32_t k = (uint32_t)axis + 1; k < l.rank; k++)
    shift += l.out[k];
  return shift;
}

TriExtent tri_layout_extent(TriLayout l)
{
  TriExtent e = {.rank = (int)l.rank};
  for (uint32_t k = 0; k < l.rank; k++)
    e.bits[k] = l.out[k];
  return e;
}

int tri_extent_bits(TriExtent e)
{
  int bits = 0;
  for (int i = 0; i < e.rank; i++)
    bits += e.bits[i];
  return bits;
}

bool tri_extent_of(int rank, const int64_t *shape, TriExtent *e)
{
  *e = (TriExtent){.rank = rank};
  int bits = 0;
  bool ok = rank >= 0 && rank <= TRI_LAYOUT_RANK;
  for (int k = 0; ok && k < rank; k++) {
    ok = shape[k] > 0 && !(shape[k] & (shape[k] - 1));
    bits += ok ? e->bits[k] = __builtin_ctzll((unsigned long long)shape[k]) : 0;
    ok = ok && bits <= F2_MAX;
  }
  return ok;
}

F2 tri_layout_part(TriLayout l, TriSlotDim d)
{
  return f2_inputs(tri_layout_matrix(l), tri_layout_first(l, d), l.in[d]);
}

F2 tri_layout_matrix(TriLayout l)
{
  return f2_of_columns(tri_layout_in_bits(l), tri_layout_out_bits(l), l.col);
}

TriLayout tri_layout_of(F2 f, const int in[TRI_SLOT_DIMS], TriExtent e)
{
  TriLayout l = tri_layout_unit(e.rank);
  for (int d = 0; d < TRI_SLOT_DIMS; d++)
    l.in[d] = (uint8_t)in[d];
  for (int k = 0; k < e.rank; k++)
    l.out[k] = (uint8_t)e.bits[k];
  assert(f.n == tri_layout_in_bits(l) && f.m == tri_layout_out_bits(l));
  memcpy(l.col, f.col, sizeof l.col);
  return l;
}

uint32_t tri_layout_pack(TriLayout l, TriSlot s)
{
  uint32_t x = 0;
  for (int d = 0, at = 0; d < TRI_SLOT_DIMS; at += l.in[d++]) {
    assert(!(s.at[d] & ~low_mask(l.in[d])));
    x |= l.in[d] ? s.at[d] << at : 0;
  }
  return x;
}

TriSlot tri_layout_unpack(TriLayout l, uint32_t x)
{
  TriSlot s = {{0}};
  for (int d = 0, at = 0; d < TRI_SLOT_DIMS; at += l.in[d++])
    s.at[d] = l.in[d] ? x >> at & low_mask(l.in[d]) : 0;
  return s;
}

/* ---- building ------------------------------------------------------------------------------------ */

TriLayout tri_layout_unit(int rank)
{
  assert(rank >= 0 && rank <= TRI_LAYOUT_RANK);
  return (TriLayout){.rank = (uint32_t)rank};
}

/* `bits` zero columns become the highest of d. */
TriLayout tri_layout_replicate(TriLayout l, TriSlotDim d, int bits)
{
  int at = tri_layout_first(l, d) + l.in[d], n = tri_layout_in_bits(l);
  assert(bits >= 0 && n + bits <= F2_MAX);
  memmove(l.col + at + bits, l.col + at, sizeof *l.col * (size_t)(n - at));
  memset(l.col + at, 0, sizeof *l.col * (size_t)bits);
  l.in[d] = (uint8_t)(l.in[d] + bits);
  return l;
}

/* The axis gets `bits` new high bits, which are 0 in every column. */
static TriLayout widen(TriLayout l, int axis, int bits)
{
  int at = tri_layout_axis_shift(l, axis) + l.out[axis];
  assert(tri_layout_out_bits(l) + bits <= F2_MAX);
  for (int i = 0; i < F2_MAX; i++)
    l.col[i] = (l.col[i] & low_mask(at)) | (uint32_t)((uint64_t)(l.col[i] & ~low_mask(at)) << bits);
  l.out[axis] = (uint8_t)(l.out[axis] + bits);
  return l;
}

TriLayout tri_layout_times(TriLayout l, TriSlotDim d, int axis, int bits)
{
  assert(axis >= 0 && (uint32_t)axis < l.rank && bits >= 0);
  int at = tri_layout_axis_shift(l, axis) + l.out[axis];
  l = tri_layout_replicate(widen(l, axis, bits), d, bits);
  int first = tri_layout_first(l, d) + l.in[d] - bits;
  for (int i = 0; i < bits; i++)
    l.col[first + i] = 1u << (at + i);
  return l;
}

TriLayout tri_layout_fill(TriLayout l, TriSlotDim d, int bits, TriExtent e, const int *order)
{
  for (int k = 0; k < e.rank && bits > 0; k++) {
    int room = e.bits[order[k]] - l.out[order[k]], take = min(bits, room > 0 ? room : 0);
    l = tri_layout_times(l, d, order[k], take);
    bits -= take;
  }
  return d == TRI_REGISTER ? l : tri_layout_replicate(l, d, bits);
}

TriLayout tri_layout_fit(TriLayout l, TriExtent e, const int *order)
{
  assert((int)l.rank == e.rank);
  for (int k = 0; k < e.rank; k++) {
    int at = tri_layout_axis_shift(l, k) + e.bits[k], cut = l.out[k] - e.bits[k];
    if (cut <= 0)
      continue;
    for (int i = 0; i < F2_MAX; i++)
      l.col[i] = (l.col[i] & low_mask(at)) | (uint32_t)((uint64_t)l.col[i] >> (at + cut) << at);
    l.out[k] = (uint8_t)e.bits[k];
  }
  return tri_layout_fill(tri_layout_canonical(l), TRI_REGISTER, F2_MAX, e, order);
}

/* ---- comparing ----------------------------------------------------------------------------------- */

bool tri_layout_equal(TriLayout a, TriLayout b) { return memcmp(&a, &b, sizeof a) == 0; }

static TriLayout with_registers(TriLayout l, F2 registers)
{
  F2 matrix = tri_layout_matrix(l);
  int in[TRI_SLOT_DIMS] = {registers.n, l.in[TRI_LANE], l.in[TRI_WARP], l.in[TRI_CTA]};
  F2 threads = f2_inputs(matrix, l.in[TRI_REGISTER], matrix.n - l.in[TRI_REGISTER]);
  return tri_layout_of(f2_beside(registers, threads), in, tri_layout_extent(l));
}

TriLayout tri_layout_canonical(TriLayout l)
{
  F2 registers = tri_layout_part(l, TRI_REGISTER), kept = f2_zero(0, registers.m);
  uint32_t pivots = f2_pivots(registers);
  for (int i = 0; i < registers.n; i++)
    if (pivots >> i & 1)
      kept.col[kept.n++] = registers.col[i];
  return with_registers(l, kept);
}

TriLayout tri_layout_sort_registers(TriLayout l)
{
  return with_registers(l, f2_basis(tri_layout_part(l, TRI_REGISTER)));
}

/* ---- asking -------------------------------------------------------------------------------------- */

uint32_t tri_layout_element(TriLayout l, TriSlot s)
{
  F2 matrix = tri_layout_matrix(l);
  return f2_apply(&matrix, tri_layout_pack(l, s));
}

uint32_t tri_layout_coordinate(TriLayout l, uint32_t element, int axis)
{
  return l.out[axis] ? element >> tri_layout_axis_shift(l, axis) & low_mask(l.out[axis]) : 0;
}

bool tri_layout_owner(TriLayout l, uint32_t element, TriSlot *s)
{
  uint32_t x;
  bool found = f2_solve(tri_layout_matrix(l), element, &x);
  *s = tri_layout_unpack(l, found ? x : 0);
  return found;
}

TriSlot tri_layout_copies(TriLayout l)
{
  return tri_layout_unpack(l, ~f2_pivots(tri_layout_matrix(l)) & low_mask(tri_layout_in_bits(l)));
}

uint32_t tri_layout_contiguous(TriLayout l, int axis)
{
  F2 registers = tri_layout_part(l, TRI_REGISTER);
  int bits = 0, at = tri_layout_axis_shift(l, axis);
  while (bits < l.out[axis] && f2_contains(registers, 1u << (at + bits)))
    bits++;
  return 1u << bits;
}

uint32_t tri_layout_sectors(TriLayout l, int axis, int element, uint32_t vector)
{
  int at = tri_layout_axis_shift(l, axis), inside = min(5 - element, l.out[axis]);
  uint32_t within = inside > 0 ? low_mask(inside) << at : 0;
  F2 touched = tri_layout_part(l, TRI_LANE);
  for (uint32_t step = 1; step < vector; step <<= 1)
    touched.col[touched.n++] = step << at;
  for (int i = 0; i < touched.n; i++)
    touched.col[i] &= ~within;
  return 1u << f2_rank(touched);
}
