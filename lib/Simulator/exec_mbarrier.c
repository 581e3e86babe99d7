/* mbarrier objects and bulk copies without tensor maps.
 *
 * The object is its own 64 bits in shared memory: expected arrivals 20 bits, pending arrivals 20, transaction
 * bytes 21 (signed), phase parity 1. A phase ends when no arrival and no byte is pending; the next begins
 * with the expected count. An arrival publishes what its warp has seen, a wait that succeeds takes it (the
 * race detector's view).
 *
 * Bulk copies are done at once, 16 bytes after 16, and complete their bytes on the barrier at once. */
#include "Simulator/access.h"
#include "Simulator/atomics.h"
#include "Simulator/memops.h"

typedef struct {
  uint32_t expected, pending;
  int32_t bytes;
  uint32_t parity;
} Phase;

enum { COUNT_BITS = 20, COUNT_MAX = (1 << COUNT_BITS) - 1, BYTES_MAX = (1 << 20) - 1 };

static Phase unpack(uint64_t v)
{
  return (Phase){.expected = v & COUNT_MAX,
                 .pending = v >> 20 & COUNT_MAX,
                 .bytes = (int32_t)((uint32_t)(v >> 40) << 11) >> 11,
                 .parity = v >> 61 & 1};
}

static uint64_t packed(Phase p)
{
  return p.expected | (uint64_t)p.pending << 20 | (uint64_t)((uint32_t)p.bytes & 0x1fffff) << 40 |
         (uint64_t)p.parity << 61;
}

static void settle(Phase *p)
{
  if (p->pending || p->bytes)
    return;
  p->pending = p->expected;
  p->parity ^= 1;
}

static int bad_count(const AccessGroup *g, uint32_t l, const char *what, int64_t n)
{
  return fault_memory(g->warp, g->inst, TRI_SIM_FAULT_INVALID, l, TRI_SIM_SHARED,
                      space_address(g->space, g->address[l]), 8, "%s (%lld)", what, (long long)n);
}

/* One lane's operation on the object at host; *value: the old state, or whether a wait is over. */
static int step(const AccessGroup *g, uint32_t l, uint32_t sub, uint32_t count, uint64_t state,
                uint64_t *value)
{
  uint64_t bits;
  memcpy(&bits, g->host[l], 8);
  Phase p = unpack(bits);
  *value = bits;
  switch (sub) {
  case MBAR_INIT:
    if (count == 0 || count > COUNT_MAX)
      return bad_count(g, l, "an mbarrier expects 1 to 1048575 arrivals", count);
    p = (Phase){.expected = count, .pending = count};
    break;
  case MBAR_INVAL:
    p = (Phase){0};
    break;
  case MBAR_DROP:
    if (count > p.expected)
      return bad_count(g, l, "more arrivals are dropped than the mbarrier expects", count);
    p.expected -= count; /* fall through to the arrival */
    __attribute__((fallthrough));
  case MBAR_ARRIVE:
    if (count > p.pending)
      return bad_count(g, l, "more arrivals than the mbarrier expects in this phase", count);
    p.pending -= count;
    settle(&p);
    break;
  case MBAR_ARRIVE_TX:
    if (!p.pending)
      return bad_count(g, l, "more arrivals than the mbarrier expects in this phase", 1);
    p.bytes += (int32_t)count;
    p.pending--;
    settle(&p);
    break;
  case MBAR_EXPECT_TX:
    p.bytes += (int32_t)count;
    break;
  case MBAR_COMPLETE_TX:
    p.bytes -= (int32_t)count;
    settle(&p);
    break;
  case MBAR_WAIT:
    *value = p.parity != unpack(state).parity;
    return EV_NEXT;
  default: /* MBAR_WAIT_PARITY */
    *value = p.parity != (state & 1);
    return EV_NEXT;
  }
  if (p.bytes > BYTES_MAX || p.bytes < -BYTES_MAX)
    return bad_count(g, l, "more than 1048575 bytes are pending on the mbarrier", p.bytes);
  bits = packed(p);
  memcpy(g->host[l], &bits, 8);
  return EV_NEXT;
}

static bool waits(uint32_t sub) { return sub == MBAR_WAIT || sub == MBAR_WAIT_PARITY; }

/* The lanes' operations on their objects. done: lanes whose wait is over; values: old states. */
static int operate(Warp *w, const Inst *in, uint32_t mask, uint32_t sub, const uint32_t *counts,
                   const uint64_t *states, uint64_t values[LANES])
{
  AccessGroup g;
  if (access_begin(&g, w, in, mask, 8, !waits(sub)) != EV_NEXT)
    return EV_FAULT;
  for (int more; (more = access_next(&g)) != 0;) {
    uint32_t first = more < 0 ? 0 : (uint32_t)__builtin_ctz(g.lanes);
    if (more < 0)
      return EV_FAULT;
    if (g.space != SPACE_SHARED)
      return bad_count(&g, first, "an mbarrier lies in shared memory", 0);
    if (sub != MBAR_INIT && g.lanes & ~access_known(&g, 0, 8))
      return fault_memory(w, in, TRI_SIM_FAULT_UNINITIALISED, first, TRI_SIM_SHARED,
                          space_address(g.space, g.address[first]), 8, "the mbarrier was never initialised");
    if (access_race(&g, sub == MBAR_INIT || sub == MBAR_INVAL ? ACCESS_WRITE : ACCESS_ATOMIC,
                    sub != MBAR_INIT && sub != MBAR_INVAL, NULL) != EV_NEXT)
      return EV_FAULT;
    for (uint32_t m = g.lanes; m; m &= m - 1) {
      uint32_t l = (uint32_t)__builtin_ctz(m);
      if (!waits(sub) && sub != MBAR_INIT && sub != MBAR_INVAL &&
          (l == first || g.address[l] != g.address[first]))
        race_publish(w, g.address[l]);
      if (step(&g, l, sub, counts ? counts[l] : 1, states ? states[l] : 0, &values[l]) != EV_NEXT)
        return EV_FAULT;
      if (waits(sub) && values[l])
        race_acquire(w, g.address[l], false);
    }
    access_set_known(&g, 0, 8, sub == MBAR_INVAL ? 0 : FULL);
  }
  if (!waits(sub)) {
    w->spin = 0;
    w->worker->ticks++;
  }
  return EV_NEXT;
}

static int undefined_operand(Warp *w, const Inst *in, uint32_t lanes)
{
  return fault(w, in, TRI_SIM_FAULT_UNDEFINED, (uint32_t)__builtin_ctz(lanes),
               "an operand of the mbarrier operation was never written");
}

/* in->sub: MBAR_*; in->b: count, bytes, state or parity (REF_NONE: 1); in->d: old state or wait result,
 * REF_NONE: none. */
int exec_mbarrier(Warp *w, const Inst *in, uint32_t mask)
{
  uint64_t values[LANES] = {0}, states[LANES];
  bool wait = waits(in->sub);
  if (in->b != REF_NONE && mask & ~defined(w, in->b))
    return undefined_operand(w, in, mask & ~defined(w, in->b));
  for (uint32_t l = 0; wait && l < LANES; l++)
    states[l] = lane_value(reg(w, in->b), in->sub == MBAR_WAIT ? 8 : 4, l);
  if (operate(w, in, mask, in->sub, in->b == REF_NONE || wait ? NULL : reg(w, in->b), wait ? states : NULL,
              values) != EV_NEXT)
    return EV_FAULT;
  if (wait) {
    uint32_t yes = 0;
    for (uint32_t l = 0; l < LANES; l++)
      yes |= (uint32_t)(values[l] & 1) << l;
    set_predicate(w, in->d, mask, yes, FULL);
    if ((yes & mask) == mask) {
      w->spin = 0;
      return EV_NEXT;
    }
    w->spin_pc = in->index;
    return ++w->spin % 64 == 48 ? EV_YIELD : EV_NEXT;
  }
  if (in->d != REF_NONE) {
    uint64_t *d = reg(w, in->d);
    FOR_LANES(mask, d[l] = values[l];);
    define(w, in->d, mask, FULL);
  }
  return EV_NEXT;
}

/* cp.async.mbarrier.arrive: the warp's copies have arrived. in->sub: .noinc, the arrival is one of the
 * expected; without it the copy brings its own, which leaves the count as it is. */
int exec_cp_async_mbarrier(Warp *w, const Inst *in, uint32_t mask)
{
  uint64_t values[LANES];
  async_complete_all(w);
  return operate(w, in, mask, in->sub ? MBAR_ARRIVE : MBAR_EXPECT_TX,
                 in->sub ? NULL : (const uint32_t[LANES]){0}, NULL, values);
}

static int copy_piece(AccessGroup *to, AccessGroup *from, uint32_t l, uint64_t at)
{
  to->address[l] += at ? 16 : 0;
  from->address[l] += at ? 16 : 0;
  to->left = from->left = 1u << l;
  if (access_next(from) < 0 || access_race(from, ACCESS_READ, false, NULL) != EV_NEXT)
    return EV_FAULT;
  uint32_t known = access_known(from, 0, 16);
  if (!(known >> l & 1))
    access_note_unknown(from, 1u << l);
  if (access_next(to) < 0 || access_race(to, ACCESS_WRITE, false, NULL) != EV_NEXT)
    return EV_FAULT;
  memcpy(to->host[l], from->host[l], 16);
  access_set_known(to, 0, 16, known);
  count_access(from, true, false);
  count_access(to, false, true);
  return EV_NEXT;
}

/* cp.async.bulk: ext has both addresses, the size and, for copies to shared memory, the mbarrier. */
int exec_cp_bulk(Warp *w, const Inst *in, uint32_t mask)
{
  const BulkCopy *copy = in->ext;
  AccessGroup to, from;
  Inst destination = copy->to, source = copy->from, barrier = copy->barrier;
  const uint32_t *size = reg(w, copy->size);
  uint64_t values[LANES];
  destination.index = source.index = barrier.index = in->index;
  if (mask & ~defined(w, copy->size))
    return fault(w, in, TRI_SIM_FAULT_UNDEFINED, (uint32_t)__builtin_ctz(mask & ~defined(w, copy->size)),
                 "the size of the copy was never written");
  if (access_begin(&to, w, &destination, mask, 16, true) != EV_NEXT ||
      access_begin(&from, w, &source, mask, 16, false) != EV_NEXT)
    return EV_FAULT;
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    if (size[l] % 16)
      return fault(w, in, TRI_SIM_FAULT_INVALID, l, "the size of a bulk copy, %u, is no multiple of 16",
                   size[l]);
    for (uint64_t at = 0; at < size[l]; at += 16)
      if (copy_piece(&to, &from, l, at) != EV_NEXT)
        return EV_FAULT;
  }
  w->spin = 0;
  w->worker->ticks++;
  return copy->has_barrier ? operate(w, &barrier, mask, MBAR_COMPLETE_TX, size, NULL, values) : EV_NEXT;
}
