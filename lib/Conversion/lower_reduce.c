/* tri.reduce, by its plan (Layout/fold.h): trees over registers, butterflies over lanes, one pass
 * through shared memory.
 *
 * Invariant: the tuple of register r stands for what all of r's coset by `folded` has become; only those of
 * registers without these vectors' highest bits are kept up to date. */
#include "Conversion/lower_fold.h"

#include "tri-c/Ops.h"

#include <assert.h>
#include <string.h>

enum { MAX_BITS = 32 };

typedef struct {
  Fold f;
  TriReducePlan plan;
  Tuples t; /* by register */
  int n_folded;
  uint32_t folded[MAX_BITS]; /* registers that differ by these hold, or have become, the same */
} Reduce;

static uint32_t registers_of(const Reduce *s, uint32_t slot)
{
  return slot & (tri_layout_size(s->plan.layout, TRI_REGISTER) - 1);
}

static uint32_t lanes_of(const Reduce *s, uint32_t slot) { return slot >> s->plan.layout.in[TRI_REGISTER]; }

static uint32_t top_bit(uint32_t x) { return 1u << (31 - __builtin_clz(x)); }

/* The register that stands for r. */
static uint32_t leader(const Reduce *s, uint32_t r)
{
  for (int i = 0; i < s->n_folded; i++)
    if (r & top_bit(s->folded[i]))
      r ^= s->folded[i];
  return r;
}

static void fold_away(Reduce *s, uint32_t vector)
{
  vector = leader(s, vector);
  s->folded[s->n_folded++] = vector;
}

/* The registers that stand for themselves, but for those with this bit. */
static uint32_t live_registers(const Reduce *s, uint32_t without, uint32_t *r)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->t.n; i++)
    if (leader(s, i) == i && !(i & without))
      r[n++] = i;
  return n;
}

static uint32_t *some_registers(Reduce *s) { return arena_array(s->f.l->arena, uint32_t, s->t.n); }

/* Tuples here and there, of which there are on the right where `right` is true (null: nowhere). */
static bool combine_sides(Reduce *s, MlirValue right, Tuples here, Tuples there, Tuples *t)
{
  Tuples left = here, other = there;
  if (!is_null(right)) {
    left = fold_select(&s->f, right, there, here);
    other = fold_select(&s->f, right, here, there);
  }
  return fold_combine(&s->f, left, other, t);
}

/* ---- registers ---- */

static bool is_odd(uint32_t x) { return __builtin_popcount(x) & 1; }

static bool step_in_registers(Reduce *s, TriFoldStep step)
{
  uint32_t vector = leader(s, registers_of(s, step.diff)), *here = some_registers(s),
           *left = some_registers(s), *right = some_registers(s),
           n = live_registers(s, top_bit(vector), here), threads = lanes_of(s, step.right);
  for (uint32_t i = 0; i < n; i++) {
    bool swap = is_odd(here[i] & step.right);
    left[i] = swap ? here[i] ^ vector : here[i];
    right[i] = swap ? here[i] : here[i] ^ vector;
  }
  Tuples t, first = fold_pick(&s->f, s->t, n, left), second = fold_pick(&s->f, s->t, n, right);
  MlirValue swapped = threads ? thread_parity(s->f.l, s->f.op, threads) : (MlirValue){NULL};
  if (!combine_sides(s, swapped, first, second, &t))
    return false;
  fold_put(&s->f, s->t, t, here);
  fold_away(s, vector);
  return true;
}

/* ---- lanes ---- */

/* Whether the lane stands on the right, one for each parity of registers; null where any order will do. */
static MlirValue lane_is_right(Reduce *s, TriFoldStep step)
{
  return step.right ? thread_parity(s->f.l, s->f.op, lanes_of(s, step.right)) : (MlirValue){NULL};
}

/* The lane where the bit is clear goes on with the registers without `half`, its partner with the others. */
static bool step_halving(Reduce *s, TriFoldStep step)
{
  uint32_t *low = some_registers(s), *high = some_registers(s), n = live_registers(s, step.half, low);
  for (uint32_t i = 0; i < n; i++)
    high[i] = low[i] | step.half;
  MlirValue right = lane_is_right(s, step);
  Tuples t, a = fold_pick(&s->f, s->t, n, low), b = fold_pick(&s->f, s->t, n, high);
  Tuples keep = fold_select(&s->f, right, b, a), give = fold_select(&s->f, right, a, b);
  Tuples got = fold_shuffle(&s->f, (Shuffle){.flip = (int)lanes_of(s, step.diff)}, give);
  if (!combine_sides(s, right, keep, got, &t))
    return false;
  fold_put(&s->f, s->t, t, low);
  fold_away(s, step.half);
  return true;
}

/* Registers on the left and on the right of their partners, where that differs among registers. */
static uint32_t registers_of_side(const Reduce *s, TriFoldStep step, bool side, uint32_t *r)
{
  uint32_t n = live_registers(s, 0, r), kept = 0;
  for (uint32_t i = 0; i < n; i++)
    if (is_odd(registers_of(s, step.right) & r[i]) == side)
      r[kept++] = r[i];
  return kept;
}

/* Tuples of these registers with those of the other lane, as they were before this step. */
static bool exchange_side(Reduce *s, TriFoldStep step, Tuples before, bool side)
{
  uint32_t *here = some_registers(s), *there = some_registers(s), n = registers_of_side(s, step, side, here);
  if (!n)
    return true;
  for (uint32_t i = 0; i < n; i++)
    there[i] = leader(s, here[i] ^ registers_of(s, step.diff));
  Tuples t, mine = fold_pick(&s->f, before, n, here);
  Tuples theirs =
      fold_shuffle(&s->f, (Shuffle){.flip = (int)lanes_of(s, step.diff)}, fold_pick(&s->f, before, n, there));
  MlirValue right = lane_is_right(s, step);
  bool ok = side ? combine_sides(s, right, theirs, mine, &t) : combine_sides(s, right, mine, theirs, &t);
  if (ok)
    fold_put(&s->f, s->t, t, here);
  return ok;
}

static bool step_in_lanes(Reduce *s, TriFoldStep step)
{
  uint32_t *all = arena_array(s->f.l->arena, uint32_t, s->t.n);
  for (uint32_t i = 0; i < s->t.n; i++)
    all[i] = i;
  Tuples before = fold_pick(&s->f, s->t, s->t.n, all);
  return exchange_side(s, step, before, false) && exchange_side(s, step, before, true);
}

enum { LANE_BITS = 5 };

/* Whether steps first … are over all lanes, and over nothing but lanes, of what they can do at once. */
static bool fits_redux(const Reduce *s, int first)
{
  bool fits = s->plan.n - first == LANE_BITS && fold_has_redux(&s->f);
  for (int i = first; fits && i < s->plan.n; i++)
    fits = leader(s, registers_of(s, s->plan.step[i].diff)) == 0;
  return fits;
}

static bool step_by_redux(Reduce *s)
{
  uint32_t *r = some_registers(s), n = live_registers(s, 0, r);
  fold_put(&s->f, s->t, fold_redux(&s->f, fold_pick(&s->f, s->t, n, r)), r);
  return true;
}

static bool steps_in_warp(Reduce *s)
{
  bool ok = true;
  for (int i = 0; ok && i < s->plan.n; i++) {
    TriFoldStep step = s->plan.step[i];
    bool lanes = lanes_of(s, step.diff);
    if (lanes && fits_redux(s, i))
      return step_by_redux(s);
    ok = !lanes ? step_in_registers(s, step) : step.half ? step_halving(s, step) : step_in_lanes(s, step);
  }
  return ok;
}

/* ---- warps ---- */

/* Few indices are read by each thread; many are shared among lanes that want the same results. */
static TriFoldShare share_of(const Reduce *s)
{
  const TriFoldExchange *x = &s->plan.exchange;
  TriFoldShare share = {.bits = x->bits};
  int wide = 1, first = s->plan.layout.in[TRI_REGISTER];
  for (intptr_t k = 0; k < s->f.operands; k++)
    wide = element_bytes(s->f.types[k]) > wide ? element_bytes(s->f.types[k]) : wide;
  int vector = wide == 8 ? 1 : 2;
  uint32_t index = (1u << x->bits) - 1;
  for (int i = 0; x->bits > vector + 1 && i < s->plan.layout.in[TRI_LANE] && share.bits > vector; i++)
    if (!(x->place.col[first + i] & ~index)) {
      share.lane[share.lanes++] = i;
      share.bits--;
    }
  return share;
}

/* 2^bits tuples side by side into one, in order. */
static bool combine_neighbours(Reduce *s, int bits, Tuples *t)
{
  uint32_t *left = arena_array(s->f.l->arena, uint32_t, t->n),
           *right = arena_array(s->f.l->arena, uint32_t, t->n);
  for (; bits > 0; bits--) {
    uint32_t n = t->n / 2;
    for (uint32_t i = 0; i < n; i++) {
      left[i] = 2 * i;
      right[i] = 2 * i + 1;
    }
    Tuples a = fold_pick(&s->f, *t, n, left), b = fold_pick(&s->f, *t, n, right);
    if (!fold_combine(&s->f, a, b, t))
      return false;
  }
  return true;
}

/* From here on registers with elements of one result stand for each other. */
static void forget_axis(Reduce *s)
{
  F2 kernel = f2_kernel(f2_inputs(s->plan.result, 0, s->plan.layout.in[TRI_REGISTER]));
  s->n_folded = kernel.n;
  for (int i = 0; i < kernel.n; i++)
    s->folded[i] = kernel.col[i];
}

static bool combine_shares(Reduce *s, TriFoldShare share, Tuples *t)
{
  if (!combine_neighbours(s, share.bits, t))
    return false;
  for (int i = 0; i < share.lanes; i++) {
    uint32_t lane = 1u << share.lane[i];
    MlirValue right = s->f.any_order ? (MlirValue){NULL} : thread_parity(s->f.l, s->f.op, lane);
    if (!combine_sides(s, right, *t, fold_shuffle(&s->f, (Shuffle){.flip = (int)lane}, *t), t))
      return false;
  }
  return true;
}

static bool over_warps(Reduce *s)
{
  if (!s->plan.exchange.bits)
    return true;
  FoldPass pass = {.exchange = s->plan.exchange, .share = share_of(s)};
  if (!fold_publish(&s->f, &pass, 0, s->t))
    return false;
  cta_barrier(s->f.l, s->f.op);
  forget_axis(s);
  uint32_t *r = some_registers(s), n = live_registers(s, 0, r);
  Tuples t = fold_gather(&s->f, &pass, n, r);
  if (!combine_shares(s, pass.share, &t))
    return false;
  fold_put(&s->f, s->t, t, r);
  return true;
}

/* ---- the result ---- */

/* The tuple of each register of the result's layout: that of a register with its element. */
static void give_results(Reduce *s)
{
  TriLayout to = tri_layout_drop(s->plan.layout, tri_reduce_axis(s->f.op));
  F2 have = f2_inputs(s->plan.result, 0, s->plan.layout.in[TRI_REGISTER]), source;
  bool found = f2_factor(have, tri_layout_part(to, TRI_REGISTER), &source);
  assert(found && "a thread has the results of its elements");
  (void)found;
  uint32_t n = tri_layout_size(to, TRI_REGISTER), *which = arena_array(s->f.l->arena, uint32_t, n);
  for (uint32_t r = 0; r < n; r++)
    which[r] = leader(s, f2_apply(&source, r));
  fold_results(&s->f, fold_pick(&s->f, s->t, n, which));
}

bool lower_reduce(Lowering *l, MlirOperation op)
{
  Reduce s;
  memset(&s, 0, sizeof s);
  if (!fold_begin(l, op, &s.f))
    return false;
  s.plan = tri_reduce_plan(s.f.layout, tri_reduce_axis(op), s.f.any_order);
  if (!fold_elements(&s.f, s.plan.layout, &s.t) || !steps_in_warp(&s) || !over_warps(&s))
    return false;
  give_results(&s);
  return true;
}
