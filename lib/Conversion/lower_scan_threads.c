/* Scans over the totals of lanes and of warps. */
#include "Conversion/lower_scan.h"

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

static MlirValue last_lane(Scan *s, uint32_t bits)
{
  return s->reverse ? lane_with(s, bits, 0) : lane_with(s, 0, bits);
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

bool scan_in_lanes(Scan *s, int segment)
{
  TriScanSegment k = s->plan.segment[segment];
  uint32_t *heads = some(s, s->runs), *head = some(s, s->runs), n = find_heads(s, heads, head),
           bits = bits_of(s, k);
  Tuples t = fold_pick(&s->f, s->total, n, heads);
  if (!scan_lanes(s, bits, &t))
    return false;
  Tuples before = fold_shuffle(&s->f, (Shuffle){.lane = lane_before(s, bits)}, t);
  set_totals(s, totals_of_lanes(s, segment, t), head);
  return put_before_all(s, comes_later(s, bits), before, head);
}

bool scan_elements_in_lanes(Scan *s)
{
  name_runs(s, 0);
  if (!scan_lanes(s, bits_of(s, s->plan.segment[0]), &s->elements))
    return false;
  s->total = totals_of_lanes(s, 0, s->elements);
  return true;
}

/* ---- warps ---- */

static F2 place_in(const Scan *s, TriScanSegment k)
{
  F2 on = f2_zero(tri_layout_in_bits(s->plan.layout), k.bits);
  for (int i = 0; i < k.bits; i++)
    on.col[s->plan.slot[k.first + i]] = 1u << i;
  return on;
}

/* The index of the thread's warp in the segment, and its place, which counts from the end of a reverse scan:
 * i32.
 */
static MlirValue index_of_warp(Scan *s, TriScanSegment k) { return fold_thread_place(&s->f, place_in(s, k)); }

static MlirValue place_of_warp(Scan *s, TriScanSegment k)
{
  MlirValue index = index_of_warp(s, k);
  return s->reverse ? masked(s, index, "arith.xori", (1u << k.bits) - 1) : index;
}

static MlirValue is_beyond(Scan *s, MlirValue place, uint32_t w)
{
  Builder b = at(s->f.l, s->f.op);
  return build_with(b, "arith.cmpi", int_type(s->f.l, 1),
                    VALS(place, int_const(s->f.l, b, int_type(s->f.l, 32), w)),
                    ATTRS({"predicate", i64_attr(s->f.l->context, 8 /* ugt */)}));
}

/* The totals of all warps on their way through one segment. */
typedef struct {
  TriScanSegment segment;
  FoldPass pass;
  bool more; /* segments follow */
  uint32_t heads, *registers, *head;
} Warps;

/* The tuples at this place, of 2^bits of each head. */
static Tuples totals_at(Scan *s, const Warps *w, Tuples read, uint32_t place)
{
  uint32_t *which = some(s, w->heads), last = (1u << w->segment.bits) - 1;
  for (uint32_t i = 0; i < w->heads; i++)
    which[i] = (i << w->segment.bits) + (s->reverse ? last - place : place);
  return fold_pick(&s->f, read, w->heads, which);
}

/* Each thread reads all totals and goes through them; what comes before its warp is kept on the way. */
static bool scan_by_threads(Scan *s, const Warps *w)
{
  uint32_t end = 1u << w->segment.bits;
  Tuples read = fold_gather(&s->f, &w->pass, w->heads, w->registers);
  MlirValue place = place_of_warp(s, w->segment);
  Tuples sum = totals_at(s, w, read, 0), before = sum;
  for (uint32_t i = 1; i + !w->more < end; i++) {
    if (!fold_combine(&s->f, sum, totals_at(s, w, read, i), &sum))
      return false;
    if (i + 1 < end)
      before = fold_select(&s->f, is_beyond(s, place, i), sum, before);
  }
  set_totals(s, sum, w->head);
  return put_before_all(s, is_beyond(s, place, 0), before, w->head);
}

/* The lowest of as many neighbouring lane bits as the segment has, among those that do not matter to the
 * group; -1: there are not so many. */
static int spare_lanes(const Scan *s, const Warps *w)
{
  uint32_t index = (1u << w->segment.bits) - 1;
  const uint32_t *col = &w->pass.exchange.place.col[s->plan.layout.in[TRI_REGISTER]];
  for (int i = 0, run = 0; i < s->plan.layout.in[TRI_LANE]; i++) {
    run = col[i] & ~index ? 0 : run + 1;
    if (run == w->segment.bits)
      return i + 1 - run;
  }
  return -1;
}

/* Each lane reads the total of one warp; then it is as in lanes. */
static bool scan_by_lanes(Scan *s, const Warps *w, int first)
{
  uint32_t low = (1u << w->segment.bits) - 1, bits = low << first;
  Tuples sums = fold_gather(&s->f, &w->pass, w->heads, w->registers);
  if (!scan_lanes(s, bits, &sums))
    return false;
  MlirValue neighbour = masked(s, index_of_warp(s, w->segment), "arith.addi", s->reverse ? 1 : UINT32_MAX);
  neighbour = masked(s, masked(s, neighbour, "arith.andi", low), "arith.shli", (uint32_t)first);
  MlirValue lane =
      build(at(s->f.l, s->f.op), "arith.ori", type_of(neighbour), VALS(neighbour, lane_with(s, bits, 0)));
  Tuples before = fold_shuffle(&s->f, (Shuffle){.lane = lane}, sums);
  if (w->more)
    set_totals(s, fold_shuffle(&s->f, (Shuffle){.lane = last_lane(s, bits)}, sums), w->head);
  return put_before_all(s, is_beyond(s, place_of_warp(s, w->segment), 0), before, w->head);
}

/* Heads' totals, by register. */
static Tuples totals_by_register(Scan *s, Warps *w)
{
  uint32_t *heads = some(s, s->runs);
  w->heads = find_heads(s, heads, w->head);
  w->registers = some(s, w->heads);
  for (uint32_t i = 0; i < w->heads; i++)
    w->registers[i] = s->run[heads[i]];
  Tuples t = fold_new(&s->f, s->elements.n);
  fold_put(&s->f, t, fold_pick(&s->f, s->total, w->heads, heads), w->registers);
  return t;
}

/* From so many warps on it is better to go through their totals by lanes: 2·4 steps instead of 2·15. */
enum { MANY_WARPS = 4 };

static TriFoldShare share_of(const Warps *w, int first_lane)
{
  TriFoldShare share = {.bits = first_lane < 0 ? w->segment.bits : 0};
  for (int i = 0; first_lane >= 0 && i < w->segment.bits; i++)
    share.lane[share.lanes++] = first_lane + i;
  return share;
}

bool scan_in_warps(Scan *s, int i)
{
  Warps w = {.segment = s->plan.segment[i],
             .pass = {.exchange = tri_scan_exchange(&s->plan, i),
                      .start = scan_exchange_start(s->f.op, &s->plan, i)},
             .more = i + 1 < s->plan.n,
             .head = some(s, s->runs)};
  int first = w.segment.bits >= MANY_WARPS ? spare_lanes(s, &w) : -1;
  w.pass.share = share_of(&w, first);
  Tuples totals = totals_by_register(s, &w);
  if (!fold_publish(&s->f, &w.pass, s->knows, totals))
    return false;
  s->knows = 0;
  cta_barrier(s->f.l, s->f.op);
  return first < 0 ? scan_by_threads(s, &w) : scan_by_lanes(s, &w, first);
}
