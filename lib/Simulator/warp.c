/* A warp: the instruction loop, fragments, joins, activations. exec.h states the invariant. */
#include "Simulator/exec.h"

#include <stdlib.h>

enum { FRAGMENT_TURN = 512, SPIN_LIMIT = 48 };

/* ---- activations ------------------------------------------------------------------------------------------
 */

static size_t file_bytes(const Func *f) { return (size_t)(f->granules + 1) * GRANULE; }

Act *act_new(Warp *w, const Func *f, Act *parent, const CallSite *site, uint32_t return_pc,
             uint32_t local_base)
{
  (void)w;
  size_t header = (sizeof(Act) + GRANULE - 1) / GRANULE * GRANULE,
         masks = sizeof(uint32_t) * (f->granules + 1);
  masks = (masks + GRANULE - 1) / GRANULE * GRANULE;
  unsigned char *block = aligned_alloc(GRANULE, header + masks + file_bytes(f));
  if (!block)
    return NULL;
  Act *a = (Act *)block;
  *a = (Act){
      .func = f, .parent = parent, .site = site, .return_pc = return_pc, .local_base = local_base, .refs = 1};
  a->defined = (uint32_t *)(block + header);
  a->regs = block + header + masks;
  memset(a->defined, 0, masks + file_bytes(f));
  if (parent)
    parent->refs++;
  return a;
}

void act_release(Act *a)
{
  while (a && --a->refs == 0) {
    Act *parent = a->parent;
    free(a);
    a = parent;
  }
}

void warp_use_act(Warp *w, Act *a)
{
  w->act = a;
  w->code = a->func->code;
  w->base[0] = a->regs;
  w->base[1] = a->func->pool;
  w->defined[0] = a->defined;
  w->defined[1] = a->func->pool_defined;
}

/* ---- fragments --------------------------------------------------------------------------------------------
 */

static void save(Warp *w)
{
  Frag *f = &w->frags[w->current];
  f->pc = w->pc;
  f->mask = w->mask;
  f->act = w->act;
  f->join = w->join;
}

static void load(Warp *w, uint32_t i)
{
  const Frag *f = &w->frags[i];
  w->current = i;
  w->pc = f->pc;
  w->mask = f->mask;
  w->join = f->join;
  warp_use_act(w, f->act);
}

static void join_unref(Warp *w, int j)
{
  while (j >= 0 && --w->joins[j].refs == 0) {
    act_release(w->joins[j].act);
    w->joins[j].act = NULL;
    j = w->joins[j].parent;
  }
}

static void frag_add(Warp *w, uint32_t pc, uint32_t mask, Act *act, int join)
{
  w->frags[w->frag_count++] = (Frag){.pc = pc, .mask = mask, .act = act, .join = join};
  act->refs++;
  if (join >= 0)
    w->joins[join].refs++;
}

/* Takes the current fragment away; its references go. The caller must pick another one. */
static void frag_drop_current(Warp *w)
{
  join_unref(w, w->join);
  act_release(w->act);
  w->frags[w->current] = w->frags[--w->frag_count];
  w->current = w->frag_count ? w->current % w->frag_count : 0;
}

static int join_new(Warp *w, uint32_t pc, uint32_t expected)
{
  for (int j = 0; j < MAX_JOINS; j++)
    if (!w->joins[j].act) {
      w->joins[j] = (Join){.pc = pc, .expected = expected, .act = w->act, .parent = w->join, .refs = 0};
      w->act->refs++;
      if (w->join >= 0)
        w->joins[w->join].refs++;
      return j;
    }
  return -1;
}

static bool join_matches(const Warp *w, int j, uint32_t pc)
{
  return j >= 0 && w->joins[j].pc == pc && w->joins[j].act == w->act;
}

/* The lanes that wait at join j go on as a fragment of its parent. */
static void join_release(Warp *w, int j)
{
  Join *join = &w->joins[j];
  uint32_t lanes = join->arrived;
  join->arrived = 0;
  join->expected &= ~lanes;
  frag_add(w, join->pc, lanes, join->act, join->parent);
}

void warp_diverge(Warp *w, uint32_t taken, uint32_t taken_pc, uint32_t other_pc, uint32_t reconv)
{
  uint32_t rest = w->mask & ~taken;
  if (reconv != NO_PC && !join_matches(w, w->join, reconv)) {
    int j = join_new(w, reconv, w->mask), old = w->join;
    if (j >= 0) {
      w->joins[j].refs++;
      w->join = j;
      if (old >= 0)
        w->joins[old].refs--; /* the fragment now holds j, and j holds old */
    }
  }
  bool joined = reconv != NO_PC && join_matches(w, w->join, reconv);
  if (joined && taken_pc == reconv) {
    w->joins[w->join].arrived |= taken;
    w->mask = rest;
    w->pc = other_pc;
  } else if (joined && other_pc == reconv) {
    w->joins[w->join].arrived |= rest;
    w->mask = taken;
    w->pc = taken_pc;
  } else {
    frag_add(w, taken_pc, taken, w->act, w->join);
    w->mask = rest;
    w->pc = other_pc;
  }
}

/* At a reconvergence point: false when the fragment now waits there (and is gone). */
static bool join_arrive(Warp *w)
{
  while (join_matches(w, w->join, w->pc)) {
    int j = w->join;
    Join *join = &w->joins[j];
    join->arrived |= w->mask;
    if (join->arrived != join->expected) {
      frag_drop_current(w);
      return false;
    }
    w->mask = join->expected;
    w->join = join->parent;
    if (w->join >= 0)
      w->joins[w->join].refs++;
    join->arrived = 0;
    join_unref(w, j);
  }
  return true;
}

void warp_exit_lanes(Warp *w, uint32_t lanes)
{
  w->live &= ~lanes;
  w->mask &= ~lanes;
  for (int j = w->join; j >= 0; j = w->joins[j].parent) {
    Join *join = &w->joins[j];
    join->expected &= ~lanes;
    if (join->arrived && join->arrived == join->expected)
      join_release(w, j);
  }
  for (uint32_t i = 0; i < w->frag_count; i++)
    if (w->frags[i].state == FRAG_GATHER) /* looks again whom it waits for */
      w->frags[i].state = FRAG_RUN;
  w->spin = 0;
}

static bool release_waiting(Warp *w)
{
  bool any = false;
  for (int j = 0; j < MAX_JOINS; j++)
    if (w->joins[j].act && w->joins[j].arrived) {
      join_release(w, j);
      any = true;
    }
  return any;
}

uint32_t warp_gather(Warp *w, const Inst *in, uint32_t mask, uint32_t want, bool any_pc)
{
  Frag *self = &w->frags[w->current];
  want &= w->live;
  uint32_t here = mask, who = 1u << w->current;
  for (uint32_t i = 0; i < w->frag_count; i++) {
    const Frag *f = &w->frags[i];
    if (i == w->current || f->state != FRAG_GATHER)
      continue;
    bool same = f->pc == w->pc && f->act == w->act;
    if (!same && !(any_pc && f->act->func->code[f->pc].exec == in->exec))
      continue;
    here |= f->lanes;
    who |= 1u << i;
    want |= f->want & w->live;
  }
  if (want & ~here) {
    self->state = FRAG_GATHER;
    self->lanes = mask;
    self->want = want;
    return 0;
  }
  for (uint32_t i = 0; i < w->frag_count; i++)
    if (i != w->current && who >> i & 1) {
      w->frags[i].state = FRAG_RUN;
      w->frags[i].pc++;
    }
  w->gathered = who;
  return here;
}

/* ---- the loop ---------------------------------------------------------------------------------------------
 */

static RunState stuck(Warp *w)
{
  for (uint32_t i = 0; i < w->frag_count; i++)
    if (w->frags[i].state == FRAG_BARRIER)
      return RUN_BLOCKED;
  if (!w->frag_count)
    return RUN_DONE;
  load(w, 0);
  const Inst *in = &w->code[w->pc];
  const Frag *f = &w->frags[0];
  uint32_t missing = f->want & ~f->lanes;
  fault(w, in, TRI_SIM_FAULT_DIVERGENT, (uint32_t)__builtin_ctz(f->lanes ? f->lanes : 1),
        "lanes 0x%08x stand here and lanes 0x%08x, which must execute it together with them, never come",
        f->lanes, missing);
  return RUN_STOP;
}

/* The next runnable fragment after the current one becomes current. */
static bool pick(Warp *w)
{
  for (uint32_t n = 1; n <= w->frag_count; n++) {
    uint32_t i = (w->current + n) % w->frag_count;
    if (w->frags[i].state == FRAG_RUN) {
      load(w, i);
      return true;
    }
  }
  return false;
}

static int undefined_guard(Warp *w, const Inst *in)
{
  uint32_t lanes = w->mask & ~defined(w, in->guard);
  return fault(w, in, TRI_SIM_FAULT_UNDEFINED, (uint32_t)__builtin_ctz(lanes),
               "the %s depends on a value that was never written", in->flags & F_FLOW ? "branch" : "guard");
}

/* After EV_YIELD: the fragment spins. Others get their turn; when all of them spin, lanes waiting at joins go
 * on. */
static bool spin_on(Warp *w)
{
  save(w);
  if (w->spin > SPIN_LIMIT * (w->frag_count + 1)) {
    w->spin = 0;
    if (!release_waiting(w))
      return false;
  }
  pick(w);
  return true;
}

RunState warp_run(Warp *w, uint32_t *budget)
{
  if (!w->frag_count)
    return RUN_DONE;
  if (w->frags[w->current].state == FRAG_RUN)
    load(w, w->current);
  else if (!pick(w))
    return stuck(w);
  TriSimCounters *counters = &w->worker->counters;
  uint32_t turn = FRAGMENT_TURN;
  while (*budget) {
    --*budget;
    const Inst *in = &w->code[w->pc];
    uint32_t mask = w->mask;
    if (in->flags & (F_JOIN | F_GUARD)) {
      if (in->flags & F_JOIN) {
        if (!join_arrive(w)) {
          if (!pick(w))
            return stuck(w);
          continue;
        }
        mask = w->mask;
      }
      if (in->flags & F_GUARD) {
        if (mask & ~defined(w, in->guard)) {
          undefined_guard(w, in);
          return RUN_STOP;
        }
        uint32_t p = predicate(w, in->guard);
        mask &= in->flags & F_GUARD_NOT ? ~p : p;
        if (!mask) {
          w->pc++;
          continue;
        }
      }
    }
    counters->instructions[in->cls]++;
    counters->lane_instructions += count_bits(mask);
    int event = in->exec(w, in, mask);
    if (event == EV_NEXT) {
      w->pc++;
      if (w->frag_count > 1 && --turn == 0) {
        turn = FRAGMENT_TURN;
        save(w);
        pick(w);
      }
      continue;
    }
    switch ((Event)event) {
    case EV_NEXT:
    case EV_FLOW:
      if (w->mask && !(w->frag_count > 1 && --turn == 0))
        break;
      turn = FRAGMENT_TURN;
      if (w->mask)
        save(w);
      else
        frag_drop_current(w);
      if (!pick(w))
        return stuck(w);
      break;
    case EV_YIELD:
      w->pc++;
      if (!spin_on(w))
        return RUN_SPIN;
      break;
    case EV_WAIT:
      save(w);
      if (!pick(w))
        return stuck(w);
      break;
    case EV_FAULT:
      return RUN_STOP;
    }
  }
  save(w);
  pick(w);
  return RUN_BUDGET;
}

void warp_start(Warp *w)
{
  w->current = 0;
  w->frag_count = 0;
  w->live = w->mask = w->present;
  w->pc = 0;
  w->join = -1;
  w->spin = 0;
  w->carry = 0;
  w->frags[w->frag_count++] = (Frag){.pc = 0, .mask = w->present, .act = w->act, .join = -1};
}
