/* CTA barriers, warp barriers and fences.
 *
 * An aligned barrier first gathers all live lanes of its warp (divergence there is a fault); the warp's
 * fragments then wait until the expected threads have arrived: all warps that still have live lanes, or the
 * given count. A warp all of whose live lanes are there counts 32 threads (PTX ISA, bar: counts are in whole
 * warps). */
#include "Simulator/atomics.h"
#include "Simulator/exec.h"

static uint32_t arrived_threads(const Cta *c, const Barrier *b)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < c->warp_count; i++)
    if (b->arrived[i])
      n += b->arrived[i] == c->warps[i].live || !c->warps[i].live ? LANES : count_bits(b->arrived[i]);
  return n;
}

static bool all_there(const Cta *c, const Barrier *b)
{
  for (uint32_t i = 0; i < c->warp_count; i++)
    if (c->warps[i].live & ~b->arrived[i])
      return false;
  return true;
}

static bool complete(const Cta *c, const Barrier *b)
{
  return b->in_use && (b->has_count ? arrived_threads(c, b) >= b->count : all_there(c, b));
}

static void deliver(Warp *w, const Frag *f, const Barrier *b)
{
  const Func *func = f->act->func;
  const Inst *in = &func->code[f->pc - 1];
  unsigned char *regs = f->act->regs;
  bool all = b->votes == b->voters;
  if (in->sub < BAR_POPC)
    return;
  uint32_t *d = (uint32_t *)(void *)(regs + (size_t)in->d * GRANULE), *known = &f->act->defined[in->d];
  *known |= f->lanes;
  if (in->sub == BAR_POPC) {
    for (uint32_t m = f->lanes; m; m &= m - 1)
      d[__builtin_ctz(m)] = b->votes;
    return;
  }
  bool yes = in->sub == BAR_AND ? all : b->votes > 0;
  *d = yes ? *d | f->lanes : *d & ~f->lanes;
  (void)w;
}

static void open_barrier(Cta *c, uint32_t id)
{
  Barrier *b = &c->barriers[id];
  for (uint32_t i = 0; i < c->warp_count; i++) {
    Warp *w = &c->warps[i];
    if (b->arrived[i])
      w->spin = 0;
    for (uint32_t k = 0; k < w->frag_count; k++) {
      Frag *f = &w->frags[k];
      if (f->state != FRAG_BARRIER || f->barrier != id)
        continue;
      f->state = FRAG_RUN;
      deliver(w, f, b);
      race_barrier_leave(w, b);
    }
  }
  c->event++;
  c->worker->ticks++;
  c->worker->counters.barriers++;
  *b = (Barrier){0};
}

void barriers_recheck(Cta *c)
{
  for (uint32_t id = 0; id < MAX_BARRIERS; id++)
    if (complete(c, &c->barriers[id]))
      open_barrier(c, id);
}

static int check_operand(Warp *w, const Inst *in, Ref r, uint32_t mask, const char *what, uint32_t *value)
{
  const uint32_t *v = reg(w, r);
  uint32_t first = (uint32_t)__builtin_ctz(mask);
  if (mask & ~defined(w, r))
    return fault(w, in, TRI_SIM_FAULT_UNDEFINED, first, "the %s of the barrier was never written", what);
  for (uint32_t m = mask; m; m &= m - 1)
    if (v[__builtin_ctz(m)] != v[first])
      return fault(w, in, TRI_SIM_FAULT_DIVERGENT, (uint32_t)__builtin_ctz(m),
                   "lanes of a warp give the barrier different %ss: %u and %u", what, v[first],
                   v[__builtin_ctz(m)]);
  *value = v[first];
  return EV_NEXT;
}

/* Adds this warp's lanes; EV_FAULT where the use contradicts the others'. */
static int arrive(Warp *w, const Inst *in, Barrier *b, uint32_t lanes, uint32_t count, bool has_count)
{
  Cta *c = w->cta;
  uint32_t first = (uint32_t)__builtin_ctz(lanes);
  if (has_count && (count == 0 || count % LANES || count > 32 * LANES))
    return fault(w, in, TRI_SIM_FAULT_INVALID, first, "barrier count %u is no multiple of 32 up to 1024",
                 count);
  if (b->in_use && (b->has_count != has_count || b->count != count))
    return fault(w, in, TRI_SIM_FAULT_DIVERGENT, first,
                 "this barrier is in use with another thread count (%u, here %u)", b->count, count);
  if (b->arrived[w->index] & lanes)
    return fault(w, in, TRI_SIM_FAULT_DIVERGENT, first,
                 "the warp arrives twice at a barrier that did not open in between");
  b->in_use = true;
  b->has_count = has_count;
  b->count = count;
  b->arrived[w->index] |= lanes;
  race_barrier_arrive(w, b);
  (void)c;
  return EV_NEXT;
}

static void count_votes(Warp *w, const Inst *in, Barrier *b, uint32_t lanes)
{
  uint32_t p = predicate(w, in->c) ^ (in->width ? FULL : 0);
  b->votes += count_bits(p & lanes);
  b->voters += count_bits(lanes);
}

int exec_bar(Warp *w, const Inst *in, uint32_t mask)
{
  uint32_t id, count = 0;
  if (in->cmp) {
    mask = warp_gather(w, in, mask, w->live, false);
    if (!mask)
      return EV_WAIT;
  } else {
    w->gathered = 1u << w->current;
  }
  if (check_operand(w, in, in->a, mask, "id", &id) != EV_NEXT ||
      (in->b != REF_NONE && check_operand(w, in, in->b, mask, "thread count", &count) != EV_NEXT))
    return EV_FAULT;
  if (id >= MAX_BARRIERS)
    return fault(w, in, TRI_SIM_FAULT_INVALID, (uint32_t)__builtin_ctz(mask), "barrier %u: a CTA has 16", id);
  Barrier *b = &w->cta->barriers[id];
  if (arrive(w, in, b, mask, count, in->b != REF_NONE) != EV_NEXT)
    return EV_FAULT;
  if (in->sub >= BAR_POPC) {
    uint32_t unknown = mask & ~defined(w, in->c);
    if (unknown)
      return fault(w, in, TRI_SIM_FAULT_UNDEFINED, (uint32_t)__builtin_ctz(unknown),
                   "the predicate of the barrier was never written");
    count_votes(w, in, b, mask);
  }
  if (in->sub == BAR_ARRIVE) {
    if (complete(w->cta, b))
      open_barrier(w->cta, id);
    return EV_NEXT;
  }
  w->pc++;
  for (uint32_t i = 0; i < w->frag_count; i++)
    if (w->gathered >> i & 1) {
      Frag *f = &w->frags[i];
      f->state = FRAG_BARRIER;
      f->barrier = id;
      f->lanes = i == w->current ? w->mask & mask : f->mask & mask;
    }
  w->frags[w->current].act = w->act;
  w->frags[w->current].pc = w->pc;
  if (!complete(w->cta, b))
    return EV_WAIT;
  open_barrier(w->cta, id);
  return EV_FLOW;
}

/* The member mask of a .sync operation: the same in all executing lanes, which must be members. */
static int member_mask(Warp *w, const Inst *in, Ref r, uint32_t mask, uint32_t *members)
{
  const uint32_t *v = reg(w, r);
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    if (!(defined(w, r) >> l & 1))
      return fault(w, in, TRI_SIM_FAULT_UNDEFINED, l, "the member mask was never written");
    if (!(v[l] >> l & 1))
      return fault(w, in, TRI_SIM_FAULT_DIVERGENT, l,
                   "the executing lane %u is not in its member mask 0x%08x", l, v[l]);
  }
  *members = v[__builtin_ctz(mask)];
  return EV_NEXT;
}

int exec_bar_warp(Warp *w, const Inst *in, uint32_t mask)
{
  uint32_t members = 0;
  if (member_mask(w, in, in->a, mask, &members) != EV_NEXT)
    return EV_FAULT;
  if (!warp_gather(w, in, mask, members, true))
    return EV_WAIT;
  race_warp_sync(w);
  return EV_NEXT;
}

int exec_fence(Warp *w, const Inst *in, uint32_t mask)
{
  (void)mask;
  atomic_thread_fence(memory_order_seq_cst);
  if (in->sub != FENCE_PROXY)
    race_fence(w, in->sub == FENCE_WIDE);
  return EV_NEXT;
}
