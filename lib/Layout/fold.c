#include "Layout/fold.h"

#include "Layout/shared.h"
#include "Layout/tiles.h"

#include <stddef.h>

/* ---- layouts ---- */

/* The bits of the element along the axis, and all others. */
static F2 on_axis(TriLayout l, int axis)
{
  return f2_outputs(tri_layout_matrix(l), tri_layout_axis_shift(l, axis), l.out[axis]);
}

/* f above g: one input, two outputs. */
static F2 above(F2 f, F2 g)
{
  F2 h = f2_zero(f.n, f.m + g.m);
  for (int i = 0; i < f.n; i++)
    h.col[i] = g.col[i] | (f.m ? f.col[i] << g.m : 0);
  return h;
}

static F2 off_axis(TriLayout l, int axis)
{
  F2 f = tri_layout_matrix(l);
  int at = tri_layout_axis_shift(l, axis), end = at + l.out[axis];
  return above(f2_outputs(f, end, f.m - end), f2_outputs(f, 0, at));
}

/* The inputs that output i of f is the parity of. */
static uint32_t row_of(F2 f, int i) { return f2_transpose(f).col[i]; }

static int highest(uint32_t x) { return 31 - __builtin_clz(x); }

static TriSlotDim dim_of(TriLayout l, int bit)
{
  int d = TRI_REGISTER;
  while (bit >= tri_layout_first(l, (TriSlotDim)d) + l.in[d])
    d++;
  return (TriSlotDim)d;
}

/* Whether each bit of the axis is stepped through by one slot bit that steps through nothing else: slot[k].
 */
static bool axis_slots(TriLayout l, int axis, int *slot)
{
  F2 on = on_axis(l, axis), off = off_axis(l, axis);
  uint32_t seen = 0;
  for (int i = 0; i < on.n; i++) {
    uint32_t step = on.col[i];
    if (!step)
      continue;
    if ((step & (step - 1)) || (seen & step) || off.col[i])
      return false;
    seen |= step;
    slot[highest(step)] = i;
  }
  return __builtin_popcount(seen) == on.m;
}

/* ---- exchange ---- */

/* The highest bits of vectors of a basis of the kernel: slots without them are one of each coset. */
static uint32_t leaders(F2 f)
{
  F2 kernel = f2_kernel(f);
  uint32_t bits = 0;
  for (int i = 0; i < kernel.n; i++)
    bits |= 1u << highest(kernel.col[i]);
  return bits;
}

static TriFoldExchange exchange_of(F2 index, F2 group)
{
  F2 place = above(group, index);
  return (TriFoldExchange){.place = place, .copies = leaders(place), .bits = index.m};
}

F2 tri_fold_reading(const TriFoldExchange *x, TriLayout l, TriFoldShare share)
{
  F2 place = x->place;
  for (int i = 0; i < place.n; i++)
    place.col[i] &= ~((1u << x->bits) - 1);
  for (int i = 0; i < share.lanes; i++)
    place.col[tri_layout_first(l, TRI_LANE) + share.lane[i]] |= 1u << (share.bits + i);
  return place;
}

enum { VECTOR_BITS = 4 }; /* of bytes: ld.shared.v4.b32 */

int tri_fold_vector(TriFoldShare share, int element)
{
  int most = VECTOR_BITS - element;
  return share.bits < most ? share.bits : most;
}

/* The bits within a vector are set to what they are in the place, so that vectors begin where they are
 * aligned; in which bank a word lies is a matter of the others. */
F2 tri_fold_offsets(const TriFoldExchange *x, TriLayout l, TriFoldShare share, int element)
{
  int first = tri_layout_first(l, TRI_LANE), lanes = l.in[TRI_LANE], m = x->place.m;
  F2 vector = f2_zero(tri_fold_vector(share, element), m);
  for (int i = 0; i < vector.n; i++)
    vector.col[i] = 1u << i;
  TriSharedAccess writer = {f2_zero(0, m), f2_inputs(x->place, first, lanes)},
                  reader = {vector, f2_inputs(tri_fold_reading(x, l, share), first, lanes)};
  F2 offsets = tri_shared_without_conflicts(element, writer, reader).offset;
  for (int i = 0; i < m; i++)
    offsets.col[i] = (offsets.col[i] >> vector.n << vector.n) | (i < vector.n ? 1u << i : 0);
  return offsets;
}

/* ---- reduce ---- */

static F2 with_column(F2 f, uint32_t column)
{
  f.col[f.n++] = column;
  return f;
}

/* The masks whose parities number the combinations of the last p->n - inside steps and do not depend on the
 * other steps and on copies. */
static F2 numbering(const TriReducePlan *p, int inside)
{
  F2 basis = f2_kernel(tri_layout_matrix(p->layout));
  for (int i = 0; i < inside; i++)
    basis = with_column(basis, p->step[i].diff);
  int first = basis.n;
  for (int i = inside; i < p->n; i++)
    basis = with_column(basis, p->step[i].diff);
  F2 rows = f2_zero(p->n - inside, basis.m), by_slot = f2_transpose(basis);
  for (int i = 0; i < rows.n; i++)
    f2_solve(by_slot, 1u << (first + i), &rows.col[i]);
  return f2_transpose(rows);
}

/* Any order: a basis of the slots of one result without copies, registers first, the widest steps first among
 * them. */
static void steps_of_any_order(TriReducePlan *p, int axis)
{
  F2 same_result = f2_kernel(off_axis(p->layout, axis)), on = on_axis(p->layout, axis);
  uint32_t pivots = f2_pivots(f2_compose(on, same_result));
  int registers = 0;
  for (int i = 0; i < same_result.n; i++)
    if (pivots >> i & 1) {
      p->step[p->n++].diff = same_result.col[i];
      registers += highest(same_result.col[i]) < p->layout.in[TRI_REGISTER];
    }
  for (int i = 0; i < registers / 2; i++) {
    TriFoldStep other = p->step[i];
    p->step[i] = p->step[registers - 1 - i];
    p->step[registers - 1 - i] = other;
  }
}

/* Index order, any layout: step k leaves all higher bits of the axis alone; lower ones are combined by then.
 */
static void steps_in_order(TriReducePlan *p, int axis)
{
  F2 on = on_axis(p->layout, axis), off = off_axis(p->layout, axis);
  for (int k = 0; k < on.m; k++) {
    TriFoldStep *s = &p->step[p->n++];
    f2_solve(above(off, f2_outputs(on, k, on.m - k)), 1, &s->diff);
    s->right = row_of(on, k);
  }
}

/* The highest bit of the axis above k that lies in registers; -1: none. */
static int register_above(TriLayout l, const int *slot, int k, int bits)
{
  for (int j = bits - 1; j > k; j--)
    if (slot[j] < l.in[TRI_REGISTER])
      return j;
  return -1;
}

/* Index order where each bit of the axis has a slot bit of its own. What comes after other warps is not done
 * in steps, so nothing is halved there. */
static void halving_steps(TriReducePlan *p, int *slot, int bits)
{
  bool inside = true;
  for (int k = 0; k < bits; k++) {
    TriFoldStep *s = &p->step[p->n++];
    s->diff = s->right = 1u << slot[k];
    TriSlotDim d = dim_of(p->layout, slot[k]);
    inside = inside && d <= TRI_LANE;
    int j = inside && d == TRI_LANE ? register_above(p->layout, slot, k, bits) : -1;
    if (j < 0)
      continue;
    s->half = 1u << slot[j];
    slot[j] = slot[k];
  }
}

/* The steps before the first that needs other warps; with `half` only these are done. */
static int steps_inside(const TriReducePlan *p)
{
  uint32_t inside = (1u << tri_layout_first(p->layout, TRI_WARP)) - 1;
  int n = 0;
  while (n < p->n && p->step[n].diff <= inside)
    n++;
  return n;
}

/* The bits of the axis from `first` on, as parities of slots. */
static F2 order_of(const TriReducePlan *p, int first)
{
  F2 rows = f2_zero(p->n - first, tri_layout_in_bits(p->layout));
  for (int i = 0; i < rows.n; i++)
    rows.col[i] = p->step[first + i].right;
  return f2_transpose(rows);
}

TriReducePlan tri_reduce_plan(TriLayout l, int axis, bool any_order)
{
  TriReducePlan p = {.layout = tri_layout_canonical(l)};
  p.result = off_axis(p.layout, axis);
  int slot[F2_MAX];
  bool plain = axis_slots(p.layout, axis, slot);
  if (any_order)
    steps_of_any_order(&p, axis);
  else if (plain)
    halving_steps(&p, slot, p.layout.out[axis]);
  else
    steps_in_order(&p, axis);
  int inside = steps_inside(&p);
  if (inside < p.n) {
    F2 index = any_order ? numbering(&p, inside) : order_of(&p, inside);
    p.exchange = exchange_of(index, p.result);
  }
  p.n = inside;
  return p;
}

/* ---- scan ---- */

bool tri_scan_plan(TriLayout l, int axis, TriScanPlan *p)
{
  *p = (TriScanPlan){.layout = tri_layout_canonical(l), .axis = axis};
  if (!axis_slots(p->layout, axis, p->slot))
    return false;
  for (int k = 0; k < p->layout.out[axis]; k++) {
    TriSlotDim d = dim_of(p->layout, p->slot[k]);
    TriScanSegment *last = p->n ? &p->segment[p->n - 1] : NULL;
    if (last && last->dim == d && p->slot[k] > p->slot[k - 1])
      last->bits++;
    else
      p->segment[p->n++] = (TriScanSegment){d, k, 1};
  }
  return true;
}

TriLayout tri_scan_layout(TriLayout l, int axis)
{
  TriScanPlan p;
  if (tri_scan_plan(l, axis, &p))
    return p.layout;
  TriExtent e = tri_layout_extent(l);
  int order[TRI_LAYOUT_RANK] = {axis}, n = 1, share = -l.in[TRI_LANE] - l.in[TRI_WARP];
  for (int i = e.rank - 1; i >= 0; i--) {
    share += e.bits[i];
    if (i != axis)
      order[n++] = i;
  }
  share = share < 0 ? 0 : share < e.bits[axis] ? share : e.bits[axis];
  return tri_layout_coalesced(e, share, l.in[TRI_WARP], order);
}

TriFoldExchange tri_scan_exchange(const TriScanPlan *p, int s)
{
  TriScanSegment segment = p->segment[s];
  F2 on = on_axis(p->layout, p->axis), off = off_axis(p->layout, p->axis);
  int end = segment.first + segment.bits;
  return exchange_of(f2_outputs(on, segment.first, segment.bits),
                     above(f2_outputs(on, end, on.m - end), off));
}
