/* CTAs: building one, running its warps in turn, special registers. */
#include "Simulator/exec.h"

#include <stdlib.h>
#include <time.h>

enum { WARP_TURN = 4096 };

static void free_cta(Cta *c)
{
  if (!c)
    return;
  for (uint32_t i = 0; c->warps && i < c->warp_count; i++) {
    Warp *w = &c->warps[i];
    free(w->entry);
    free(w->local);
    free(w->local_known);
    free(w->async);
  }
  free(c->warps);
  free(c->shared);
  free(c->shared_known);
  free(c->shared_cells);
  free(c);
}

void cta_free_all(Worker *worker)
{
  for (Cta *c = worker->free_ctas, *next; c; c = next) {
    next = c->next;
    free_cta(c);
  }
  worker->free_ctas = NULL;
}

static bool build_warp(Worker *worker, Cta *c, uint32_t i)
{
  Launch *l = worker->launch;
  Warp *w = &c->warps[i];
  uint32_t threads = l->threads_per_cta - i * LANES;
  w->cta = c;
  w->worker = worker;
  w->launch = l;
  w->index = i;
  w->present = threads >= LANES ? FULL : (1u << threads) - 1;
  for (uint32_t k = 0; k < LANES; k++) {
    uint32_t t = i * LANES + k;
    w->tid[0][k] = t % l->block[0];
    w->tid[1][k] = t / l->block[0] % l->block[1];
    w->tid[2][k] = t / l->block[0] / l->block[1];
  }
  w->entry = act_new(w, l->kernel, NULL, NULL, NO_PC, LOCAL_BASE);
  w->local_bytes = l->local_bytes;
  w->local = calloc(LANES, l->local_bytes + 1u);
  w->local_known = calloc(LANES, l->local_bytes + 1u);
  return w->entry && w->local && w->local_known;
}

static Cta *build_cta(Worker *worker)
{
  Launch *l = worker->launch;
  Cta *c = calloc(1, sizeof *c);
  if (!c)
    return NULL;
  c->launch = l;
  c->worker = worker;
  c->warp_count = l->warps_per_cta;
  c->warps = calloc(c->warp_count, sizeof *c->warps);
  c->shared = aligned_alloc(1024, (l->shared_extent + 2047u) / 1024 * 1024);
  c->shared_known = calloc(1, l->shared_extent / 4 + 8);
  c->shared_cells = l->races ? calloc(l->shared_extent / 4 + 1, sizeof(Cell)) : NULL;
  bool ok = c->warps && c->shared && c->shared_known && (c->shared_cells || !l->races);
  for (uint32_t i = 0; ok && i < c->warp_count; i++)
    ok = build_warp(worker, c, i);
  if (ok)
    return c;
  free_cta(c);
  return NULL;
}

static void reset_warp(Warp *w)
{
  Act *a = w->entry;
  memset(a->defined, 0, sizeof(uint32_t) * (a->func->granules + 1));
  a->refs = 2; /* the fragment's and our own */
  warp_use_act(w, a);
  w->unknown_func = NULL;
  w->async_count = w->async_group = 0;
  if (w->launch->uninitialised && w->local_bytes)
    memset(w->local_known, 0, (size_t)LANES * w->local_bytes);
  warp_start(w);
}

bool cta_start(Worker *worker, uint64_t number)
{
  Launch *l = worker->launch;
  Cta *c = worker->free_ctas;
  if (c)
    worker->free_ctas = c->next;
  else if (!(c = build_cta(worker)))
    return false;
  c->number = (uint32_t)number;
  c->id[0] = (uint32_t)(number % l->grid[0]);
  c->id[1] = (uint32_t)(number / l->grid[0] % l->grid[1]);
  c->id[2] = (uint32_t)(number / l->grid[0] / l->grid[1]);
  memcpy(c->shared_known, l->shared_template, l->shared_extent / 4 + 1);
  memset(c->barriers, 0, sizeof c->barriers);
  c->next_warp = 0;
  for (uint32_t i = 0; i < c->warp_count; i++)
    reset_warp(&c->warps[i]);
  race_begin(c);
  c->next = worker->ctas;
  worker->ctas = c;
  worker->cta_count++;
  worker->counters.ctas++;
  return true;
}

/* Gives back what a CTA holds; it was unlinked from the worker's list by the caller. Warps stopped in the
 * middle (a fault) may still hold activations of called functions. */
void cta_finish(Worker *worker, Cta *c)
{
  for (uint32_t i = 0; i < c->warp_count; i++) {
    Warp *w = &c->warps[i];
    if (!w->frag_count)
      continue;
    for (uint32_t k = 0; k < w->frag_count; k++)
      act_release(k == w->current ? w->act : w->frags[k].act);
    for (int j = 0; j < MAX_JOINS; j++)
      act_release(w->joins[j].act);
    memset(w->joins, 0, sizeof w->joins);
    w->frag_count = 0;
  }
  race_end(c);
  c->next = worker->free_ctas;
  worker->free_ctas = c;
  worker->cta_count--;
}

static RunState deadlocked(Cta *c)
{
  for (uint32_t i = 0; i < c->warp_count; i++) {
    Warp *w = &c->warps[i];
    if (!w->frag_count)
      continue;
    for (uint32_t k = 0; k < w->frag_count; k++) {
      const Frag *f = &w->frags[k];
      if (f->state != FRAG_BARRIER)
        continue;
      const Barrier *b = &c->barriers[f->barrier];
      uint32_t here = 0;
      for (uint32_t n = 0; n < c->warp_count; n++)
        here += count_bits(b->arrived[n]);
      warp_use_act(w, f->act);
      const Inst *in = &w->code[f->pc - 1];
      fault(w, in, TRI_SIM_FAULT_DEADLOCK, (uint32_t)__builtin_ctz(f->lanes ? f->lanes : 1),
            "every warp of the CTA waits; barrier %u has %u threads of %u", f->barrier, here,
            b->has_count ? b->count : c->launch->threads_per_cta);
      return RUN_STOP;
    }
  }
  return RUN_STOP;
}

RunState cta_run(Cta *c, uint32_t budget)
{
  while (budget) {
    uint32_t done = 0, spinning = 0, blocked = 0;
    for (uint32_t i = 0; i < c->warp_count; i++) {
      uint32_t turn = budget < WARP_TURN ? budget : WARP_TURN, left = turn;
      Warp *w = &c->warps[i];
      if (!w->frag_count) {
        done++;
        continue;
      }
      RunState state = warp_run(w, &left);
      budget -= turn - left;
      switch (state) {
      case RUN_DONE:
        c->worker->ticks++;
        done++;
        break;
      case RUN_SPIN:
        spinning++;
        break;
      case RUN_BLOCKED:
        blocked++;
        break;
      case RUN_STOP:
        return RUN_STOP;
      case RUN_BUDGET:
        if (!budget)
          return RUN_BUDGET;
        break;
      }
    }
    if (done == c->warp_count)
      return RUN_DONE;
    if (blocked + done == c->warp_count) {
      bool runnable = false; /* a later warp may have opened an earlier one's barrier */
      for (uint32_t i = 0; i < c->warp_count && !runnable; i++)
        for (uint32_t k = 0; k < c->warps[i].frag_count; k++)
          runnable |= c->warps[i].frags[k].state == FRAG_RUN;
      if (!runnable)
        return deadlocked(c);
    } else if (spinning && spinning + blocked + done == c->warp_count) {
      return RUN_SPIN;
    }
  }
  return RUN_BUDGET;
}

/* ---- special registers
 * ------------------------------------------------------------------------------------- */

enum {
#define X(id, name, dims, bytes) SREG_##id,
#include "Simulator/sregs.def"
#undef X
};

static uint64_t nanoseconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

bool sreg_varies(uint32_t id)
{
  return id == SREG_TID ||
         (id >= SREG_LANEID && id <= SREG_LANEMASK_GT && id != SREG_WARPID && id != SREG_NWARPID);
}

bool sreg_is_clock(uint32_t id) { return id >= SREG_CLOCK && id <= SREG_GLOBALTIMER_HI; }

uint64_t sreg_value(const Warp *w, uint32_t id, uint32_t dim, uint32_t lane)
{
  const Launch *l = w->launch;
  uint64_t clock = w->worker->counters.lane_instructions;
  switch (id) {
  case SREG_TID:
    return dim < 3 ? w->tid[dim][lane] : 0;
  case SREG_NTID:
    return dim < 3 ? l->block[dim] : 0;
  case SREG_CTAID:
  case SREG_CLUSTERID:
    return dim < 3 ? w->cta->id[dim] : 0;
  case SREG_NCTAID:
  case SREG_NCLUSTERID:
    return dim < 3 ? l->grid[dim] : 0;
  case SREG_LANEID:
    return lane;
  case SREG_WARPID:
    return w->index;
  case SREG_NWARPID:
    return l->warps_per_cta;
  case SREG_LANEMASK_EQ:
    return 1u << lane;
  case SREG_LANEMASK_LE:
    return lane == 31 ? FULL : (2u << lane) - 1;
  case SREG_LANEMASK_LT:
    return (1u << lane) - 1;
  case SREG_LANEMASK_GE:
    return ~((1u << lane) - 1);
  case SREG_LANEMASK_GT:
    return lane == 31 ? 0 : ~((2u << lane) - 1);
  case SREG_CLOCK:
    return (uint32_t)clock;
  case SREG_CLOCK_HI:
    return clock >> 32;
  case SREG_CLOCK64:
    return clock;
  case SREG_GLOBALTIMER:
    return nanoseconds();
  case SREG_GLOBALTIMER_LO:
    return (uint32_t)nanoseconds();
  case SREG_GLOBALTIMER_HI:
    return nanoseconds() >> 32;
  case SREG_SMID:
    return w->cta->number % 132;
  case SREG_NSMID:
    return 132;
  case SREG_DYNAMIC_SMEM:
    return l->dynamic_shared;
  case SREG_TOTAL_SMEM:
  case SREG_AGGR_SMEM:
    return l->dynamic_shared + l->kernel->info.static_shared_bytes;
  case SREG_CLUSTER_NCTAID:
    return 1;
  case SREG_CLUSTER_NCTARANK:
    return 1;
  default:
    return 0;
  }
}
