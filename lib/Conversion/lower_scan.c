/* tri.scan, by its plan (Layout/fold.h).
 *
 *   registers [1, 2]   lanes [4 … 64]   warps [128, 256]   registers [512]
 *
 * Runs are the registers of the first segment, scanned one after the other; here there are two of four. The
 * other segments work on the runs' totals. Each scans the totals of the blocks below it, in registers one
 * after the other, in lanes by shuffles, in warps through shared memory: what comes before a block in its
 * segment is put before what is known to come before its runs, and the last total is that of the block above.
 * In the end each element is combined with what comes before its run.
 *
 * Backwards, places count from the end: all bits of the axis are flipped.
 *
 * Invariant: the total of a run is that of the block of its segments so far, and all threads of the block
 * know it. Runs that differ in `done` alone have the same. */
#include "Conversion/lower_scan.h"

#include "tri-c/Ops.h"

uint32_t *some(Scan *s, uint32_t n) { return arena_array(s->f.l->arena, uint32_t, n); }

uint32_t bits_of(const Scan *s, TriScanSegment k)
{
  uint32_t bits = 0;
  for (int i = k.first; i < k.first + k.bits; i++)
    bits |= 1u << (s->plan.slot[i] - tri_layout_first(s->plan.layout, k.dim));
  return bits;
}

/* The low bits of x, spread over `bits`. */
static uint32_t spread(uint32_t x, uint32_t bits)
{
  uint32_t made = 0;
  for (; bits; bits &= bits - 1, x >>= 1)
    made |= x & 1 ? bits & -bits : 0;
  return made;
}

/* The registers' bits of the place'th of 2^n blocks. */
static uint32_t registers_at(const Scan *s, TriScanSegment k, uint32_t place)
{
  uint32_t bits = bits_of(s, k);
  return spread(s->reverse ? ~place : place, bits);
}

/* ---- runs ---- */

void name_runs(Scan *s, uint32_t bits)
{
  s->run_bits = s->done = bits;
  s->run = some(s, s->elements.n);
  for (uint32_t r = 0; r < s->elements.n; r++)
    if (!(r & bits))
      s->run[s->runs++] = r;
  s->when = arena_array(s->f.l->arena, When, s->runs);
  s->is = arena_array(s->f.l->arena, MlirValue, s->runs);
  s->before = fold_new(&s->f, s->runs);
}

/* The runs' registers at this place of the run. */
static uint32_t *at_place(Scan *s, TriScanSegment k, uint32_t place)
{
  uint32_t *r = some(s, s->runs), bits = registers_at(s, k, place);
  for (uint32_t u = 0; u < s->runs; u++)
    r[u] = s->run[u] | bits;
  return r;
}

static bool scan_runs(Scan *s, TriScanSegment k)
{
  name_runs(s, bits_of(s, k));
  Tuples last = fold_pick(&s->f, s->elements, s->runs, at_place(s, k, 0));
  for (uint32_t place = 1; place < 1u << k.bits; place++) {
    uint32_t *r = at_place(s, k, place);
    if (!fold_combine(&s->f, last, fold_pick(&s->f, s->elements, s->runs, r), &last))
      return false;
    fold_put(&s->f, s->elements, last, r);
  }
  s->total = last;
  return true;
}

uint32_t find_heads(Scan *s, uint32_t *heads, uint32_t *head)
{
  uint32_t n = 0, *by_register = some(s, s->elements.n);
  for (uint32_t u = 0; u < s->runs; u++) {
    uint32_t r = s->run[u] & (~s->done | s->run_bits);
    if (r == s->run[u]) {
      by_register[r] = n;
      heads[n++] = u;
    }
    head[u] = by_register[r];
  }
  return n;
}

/* ---- what comes before ---- */

static MlirValue either(Scan *s, MlirValue x, MlirValue y)
{
  return build(at(s->f.l, s->f.op), "arith.ori", type_of(x), VALS(x, y));
}

/* A tuple that comes before run u, and before what is known to come before it. A neutral element makes
 * SOMETIMES ALWAYS. */
static bool put_before(Scan *s, uint32_t u, When when, MlirValue is, Tuples left)
{
  if (when == SOMETIMES && s->f.any_order) {
    left = fold_select(&s->f, is, left, fold_neutral(&s->f, 1));
    when = ALWAYS;
  }
  Tuples right = fold_pick(&s->f, s->before, 1, &u), both = left;
  When had = s->when[u];
  if (had != NEVER && !fold_combine(&s->f, left, right, &both))
    return false;
  if (had == SOMETIMES)
    both = fold_select(&s->f, s->is[u], both, left);
  if (had != NEVER && when == SOMETIMES)
    both = fold_select(&s->f, is, both, right);
  fold_put(&s->f, s->before, both, &u);
  s->is[u] = had == SOMETIMES && when == SOMETIMES ? either(s, is, s->is[u]) : is;
  s->when[u] = had == ALWAYS ? ALWAYS : had == SOMETIMES && when == ALWAYS ? ALWAYS : when;
  return true;
}

bool put_before_all(Scan *s, MlirValue is, Tuples left, const uint32_t *head)
{
  for (uint32_t u = 0; u < s->runs; u++)
    if (!put_before(s, u, SOMETIMES, is, fold_pick(&s->f, left, 1, &head[u])))
      return false;
  return true;
}

/* Each element with what comes before its run. */
static bool finish_run(Scan *s, uint32_t u)
{
  uint32_t n = 1u << __builtin_popcount(s->run_bits), *r = some(s, n), *same = some(s, n);
  for (uint32_t i = 0; i < n; i++) {
    r[i] = s->run[u] | spread(i, s->run_bits);
    same[i] = u;
  }
  Tuples mine = fold_pick(&s->f, s->elements, n, r), all;
  if (!fold_combine(&s->f, fold_pick(&s->f, s->before, n, same), mine, &all))
    return false;
  fold_put(&s->f, s->elements, s->when[u] == ALWAYS ? all : fold_select(&s->f, s->is[u], all, mine), r);
  return true;
}

/* ---- registers above the runs ---- */

/* The places of the segment for the runs that differ in it and in `done` alone. */
static bool scan_heads(Scan *s, TriScanSegment k, uint32_t base)
{
  uint32_t bits = bits_of(s, k), below = s->done & ~s->run_bits;
  Tuples carry = {0};
  for (uint32_t place = 0; place < 1u << k.bits; place++) {
    uint32_t mine = base | registers_at(s, k, place), found = 0;
    for (uint32_t u = 0; u < s->runs; u++) {
      if ((s->run[u] & ~below) != mine)
        continue;
      if (place && !put_before(s, u, ALWAYS, (MlirValue){NULL}, carry))
        return false;
      found = u;
    }
    Tuples t = fold_pick(&s->f, s->total, 1, &found);
    if (!place)
      carry = t;
    else if (!fold_combine(&s->f, carry, t, &carry))
      return false;
  }
  for (uint32_t u = 0; u < s->runs; u++)
    if ((s->run[u] & ~below & ~bits) == base)
      fold_put(&s->f, s->total, carry, &u);
  return true;
}

static bool scan_in_registers(Scan *s, TriScanSegment k)
{
  uint32_t bits = bits_of(s, k), below = s->done & ~s->run_bits;
  for (uint32_t u = 0; u < s->runs; u++)
    if (!(s->run[u] & (bits | below)) && !scan_heads(s, k, s->run[u]))
      return false;
  s->done |= bits;
  return true;
}

/* ---- the op ---- */

static bool scan_segment(Scan *s, int i)
{
  TriScanSegment k = s->plan.segment[i];
  if (i == 0 && k.dim == TRI_REGISTER)
    return scan_runs(s, k);
  if (i == 0 && k.dim == TRI_LANE)
    return scan_elements_in_lanes(s);
  if (i == 0) {
    name_runs(s, 0);
    s->total = fold_pick(&s->f, s->elements, s->runs, s->run);
  }
  return k.dim == TRI_REGISTER ? scan_in_registers(s, k)
         : k.dim == TRI_LANE   ? scan_in_lanes(s, i)
                               : scan_in_warps(s, i);
}

bool lower_scan(Lowering *l, MlirOperation op)
{
  Scan s = {.reverse = tri_scan_reverse(op)};
  if (!fold_begin(l, op, &s.f))
    return false;
  TriLayout home = s.f.layout, layout = tri_scan_layout(home, tri_scan_axis(op));
  tri_scan_plan(layout, tri_scan_axis(op), &s.plan);
  if (!fold_elements(&s.f, layout, &s.elements))
    return false;
  for (int i = 0; i < s.plan.n; i++)
    if (!scan_segment(&s, i))
      return false;
  for (uint32_t u = 0; u < s.runs; u++)
    if (s.when[u] != NEVER && !finish_run(&s, u))
      return false;
  return fold_move_results(&s.f, s.elements, home);
}
