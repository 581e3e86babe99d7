/* tri.scan, by its plan (Analysis/fold_plan.h).
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
#include "Conversion/lower_fold.h"

#include "tri-c/Ops.h"

typedef enum { NEVER, SOMETIMES, ALWAYS } When;

typedef struct {
  Fold f;
  ScanPlan plan;
  bool reverse;
  Tuples elements;     /* by register */
  uint32_t runs, *run; /* the registers that name runs: those without run_bits */
  uint32_t run_bits;   /* registers that differ in these are a run */
  uint32_t done;       /* the register bits of the segments so far */
  Tuples total;        /* by run */
  uint32_t knows; /* the lanes' bits that are set where the totals are known: before warps publish them */
  When *when;     /* by run: whether anything comes before it … */
  MlirValue *is;  /* … i1, SOMETIMES */
  Tuples before;  /* … and what */
} Scan;

static uint32_t *some(Scan *s, uint32_t n) { return arena_array(s->f.l->arena, uint32_t, n); }

/* The bits of the slot part of segment k's dimension that step through it, lowest first. */
static uint32_t bits_of(const Scan *s, ScanSegment k)
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
static uint32_t registers_at(const Scan *s, ScanSegment k, uint32_t place)
{
  uint32_t bits = bits_of(s, k);
  return spread(s->reverse ? ~place : place, bits);
}

/* ---- runs ---- */

static void name_runs(Scan *s, uint32_t bits)
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
static uint32_t *at_place(Scan *s, ScanSegment k, uint32_t place)
{
  uint32_t *r = some(s, s->runs), bits = registers_at(s, k, place);
  for (uint32_t u = 0; u < s->runs; u++)
    r[u] = s->run[u] | bits;
  return r;
}

static bool scan_runs(Scan *s, ScanSegment k)
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

/* The runs with totals of their own, and in `head` for each run which of these it shares. */
static uint32_t find_heads(Scan *s, uint32_t *heads, uint32_t *head)
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

/* The same for all runs: tuples by head. */
static bool put_before_all(Scan *s, MlirValue is, Tuples left, const uint32_t *head)
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
static bool scan_heads(Scan *s, ScanSegment k, uint32_t base)
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

static bool scan_in_registers(Scan *s, ScanSegment k)
{
  uint32_t bits = bits_of(s, k), below = s->done & ~s->run_bits;
  for (uint32_t u = 0; u < s->runs; u++)
    if (!(s->run[u] & (bits | below)) && !scan_heads(s, k, s->run[u]))
      return false;
  s->done |= bits;
  return true;
}

/* ---- lanes ---- */

static MlirValue masked(Scan *s, MlirValue v, const char *op, uint32_t mask)
{
  Builder b = at(s->f.l, s->f.op);
  MlirType i32 = int_type(s->f.l, 32);
  return build(b, op, i32, VALS(v, int_const(s->f.l, b, i32, (int32_t)mask)));
}

/* The lane with the bits of `clear` 0 and those of `set` 1. */
static MlirValue lane_with(Scan *s, uint32_t clear, uint32_t set)
{
  MlirValue v = clear ? masked(s, s->f.l->thread, "arith.andi", ~clear) : s->f.l->thread;
  return set ? masked(s, v, "arith.ori", set) : v;
}

/* The lane one place before this one. */
static MlirValue lane_before(Scan *s, uint32_t bits)
{
  MlirValue v = s->f.l->thread;
  v = s->reverse ? masked(s, masked(s, v, "arith.ori", ~bits), "arith.addi", 1)
                 : masked(s, masked(s, v, "arith.andi", bits), "arith.addi", UINT32_MAX);
  return build(at(s->f.l, s->f.op), "arith.ori", type_of(v),
               VALS(masked(s, v, "arith.andi", bits), lane_with(s, bits, 0)));
}

/* i1: whether the lane is not at place 0 of these bits. */
static MlirValue comes_later(Scan *s, uint32_t bits)
{
  Builder b = at(s->f.l, s->f.op);
  MlirType i32 = int_type(s->f.l, 32);
  MlirValue first = int_const(s->f.l, b, i32, s->reverse ? bits : 0);
  return build_with(b, "arith.cmpi", int_type(s->f.l, 1), VALS(lane_with(s, ~bits, 0), first),
                    ATTRS({"predicate", i64_attr(s->f.l->context, 1 /* ne */)}));
}

/* Inclusive: bit by bit, the upper half of each block with the total of the lower one. */
static bool scan_lanes(Scan *s, uint32_t bits, Tuples *t)
{
  for (uint32_t rest = bits, below = 0; rest; rest &= rest - 1) {
    uint32_t bit = rest & -rest;
    MlirValue from = lane_with(s, below | bit, s->reverse ? bit : below), upper = comes_later(s, bit);
    Tuples both, lower = fold_shuffle(&s->f, (Shuffle){.lane = from}, *t);
    if (!fold_combine(&s->f, lower, *t, &both))
      return false;
    *t = fold_select(&s->f, upper, both, *t);
    below |= bit;
  }
  return true;
}

/* The totals that the last of the lanes have are told to the others; not where warps are next, to which the
 * last lane itself will tell them, and not at the end. */
static Tuples totals_of_lanes(Scan *s, int segment, Tuples inclusive)
{
  uint32_t bits = bits_of(s, s->plan.segment[segment]);
  bool more = segment + 1 < s->plan.n;
  if (more && s->plan.segment[segment + 1].dim == TRI_WARP)
    s->knows = s->reverse ? 0 : bits;
  else if (more)
    return fold_shuffle(&s->f, (Shuffle){.lane = s->reverse ? lane_with(s, bits, 0) : lane_with(s, 0, bits)},
                        inclusive);
  return inclusive;
}

/* Totals by head become those of all runs. */
static void set_totals(Scan *s, Tuples by_head, const uint32_t *head)
{
  s->total = fold_pick(&s->f, by_head, s->runs, head);
}

static bool scan_in_lanes(Scan *s, int segment)
{
  ScanSegment k = s->plan.segment[segment];
  uint32_t *heads = some(s, s->runs), *head = some(s, s->runs), n = find_heads(s, heads, head),
           bits = bits_of(s, k);
  Tuples t = fold_pick(&s->f, s->total, n, heads);
  if (!scan_lanes(s, bits, &t))
    return false;
  Tuples before = fold_shuffle(&s->f, (Shuffle){.lane = lane_before(s, bits)}, t);
  set_totals(s, totals_of_lanes(s, segment, t), head);
  return put_before_all(s, comes_later(s, bits), before, head);
}

/* Where nothing lies below, the lanes' results are the elements'. */
static bool scan_elements_in_lanes(Scan *s)
{
  name_runs(s, 0);
  if (!scan_lanes(s, bits_of(s, s->plan.segment[0]), &s->elements))
    return false;
  s->total = totals_of_lanes(s, 0, s->elements);
  return true;
}

/* ---- warps ---- */

/* The place of the thread's warp in the segment, as i32. */
static MlirValue place_of_warp(Scan *s, int segment)
{
  ScanSegment k = s->plan.segment[segment];
  F2 on = f2_zero(tri_layout_in_bits(s->plan.layout), k.bits);
  for (int i = 0; i < k.bits; i++)
    on.col[s->plan.slot[k.first + i]] = 1u << i;
  MlirValue place = fold_thread_place(&s->f, on);
  return s->reverse ? masked(s, place, "arith.xori", (1u << k.bits) - 1) : place;
}

static MlirValue is_beyond(Scan *s, MlirValue place, uint32_t w)
{
  Builder b = at(s->f.l, s->f.op);
  return build_with(b, "arith.cmpi", int_type(s->f.l, 1),
                    VALS(place, int_const(s->f.l, b, int_type(s->f.l, 32), w)),
                    ATTRS({"predicate", i64_attr(s->f.l->context, 8 /* ugt */)}));
}

/* The tuples at this place, of 2^bits of each head. */
static Tuples totals_at(Scan *s, Tuples read, uint32_t heads, int bits, uint32_t place)
{
  uint32_t *which = some(s, heads), last = (1u << bits) - 1;
  for (uint32_t i = 0; i < heads; i++)
    which[i] = (i << bits) + (s->reverse ? last - place : place);
  return fold_pick(&s->f, read, heads, which);
}

/* The totals of all warps, one after the other; what comes before this one's is kept on the way. */
static bool scan_totals(Scan *s, int segment, Tuples read, const uint32_t *head, uint32_t heads)
{
  int bits = s->plan.segment[segment].bits;
  bool more = segment + 1 < s->plan.n;
  MlirValue place = place_of_warp(s, segment);
  Tuples sum = totals_at(s, read, heads, bits, 0), before = sum;
  for (uint32_t w = 1; w + !more < 1u << bits; w++) {
    if (!fold_combine(&s->f, sum, totals_at(s, read, heads, bits, w), &sum))
      return false;
    if (w + 1 < 1u << bits)
      before = fold_select(&s->f, is_beyond(s, place, w), sum, before);
  }
  set_totals(s, sum, head);
  return put_before_all(s, is_beyond(s, place, 0), before, head);
}

static bool scan_in_warps(Scan *s, int segment)
{
  uint32_t *heads = some(s, s->runs), *head = some(s, s->runs), n = find_heads(s, heads, head),
           *registers = some(s, n);
  int64_t start = scan_exchange_start(s->f.op, &s->plan, segment);
  FoldExchange x = scan_exchange(&s->plan, segment);
  Tuples by_register = fold_new(&s->f, s->elements.n);
  for (uint32_t i = 0; i < n; i++)
    registers[i] = s->run[heads[i]];
  fold_put(&s->f, by_register, fold_pick(&s->f, s->total, n, heads), registers);
  if (!fold_publish(&s->f, &x, start, s->knows, by_register))
    return false;
  s->knows = 0;
  cta_barrier(s->f.l, s->f.op);
  Tuples read = fold_gather(&s->f, &x, start, (FoldShare){.bits = x.bits}, n, registers);
  return scan_totals(s, segment, read, head, n);
}

/* ---- the op ---- */

static bool scan_segment(Scan *s, int i)
{
  ScanSegment k = s->plan.segment[i];
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
  TriLayout home = s.f.layout, layout = scan_layout(home, tri_scan_axis(op));
  scan_plan(layout, tri_scan_axis(op), &s.plan);
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
