/* Launches: checks, host threads that take CTAs in order, fairness between CTAs, deadlock.
 *
 * A worker runs one CTA at a time as long as it makes progress. When all its CTAs only spin (strong reads
 * that change nothing) it takes on another one, up to the limit of resident CTAs, so that a grid-wide barrier
 * works. When there is none left, all workers spin and nothing changes any more, the launch is deadlocked. */
#include "Simulator/memory.h"

#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { CTA_TURN = 65536, DEFAULT_RESIDENT = 4096, DEFAULT_SHARED = 232448, STALE_ROUNDS = 64 };

static const char *const class_names[] = {"integer", "float",   "convert", "move", "load",  "store",
                                          "atomic",  "control", "sync",    "warp", "matrix"};
static const char *const space_names[] = {"global", "shared", "local", "const", "param"};
const char *tri_sim_class_name(TriSimClass c) { return class_names[c]; }
const char *tri_sim_space_name(TriSimSpace s) { return space_names[s]; }

/* ---- workers
 * ------------------------------------------------------------------------------------------------ */

static bool take_cta(Worker *k)
{
  Launch *l = k->launch;
  if (atomic_load(&l->next_cta) >= l->cta_total)
    return false;
  if (atomic_fetch_add(&l->resident, 1) >= l->options.resident_ctas) {
    atomic_fetch_sub(&l->resident, 1);
    return false;
  }
  uint64_t number = atomic_fetch_add(&l->next_cta, 1);
  if (number < l->cta_total && cta_start(k, number))
    return true;
  if (number < l->cta_total)
    fault_launch(l, TRI_SIM_FAULT_LAUNCH, "out of host memory for the CTAs in flight");
  atomic_fetch_sub(&l->resident, 1);
  return false;
}

static void account(Worker *k)
{
  Launch *l = k->launch;
  uint64_t total = 0;
  for (int i = 0; i < TRI_SIM_CLASSES; i++)
    total += k->counters.instructions[i];
  uint64_t all = atomic_fetch_add(&l->instructions, total - k->steps) + (total - k->steps);
  k->steps = total;
  if (l->options.instruction_limit && all > l->options.instruction_limit)
    fault_launch(l, TRI_SIM_FAULT_LIMIT, "the limit of %llu warp instructions is reached",
                 (unsigned long long)l->options.instruction_limit);
  if (l->options.cancel && *l->options.cancel)
    fault_launch(l, TRI_SIM_FAULT_CANCELLED, "cancelled by the caller");
  if (k->ticks != k->published) {
    k->published = k->ticks;
    atomic_fetch_add(&l->progress, 1);
  }
}

/* Runs every CTA of the worker for a turn; true when all that are left only spin. */
static bool round_of(Worker *k)
{
  bool spinning = k->ctas != NULL;
  for (Cta **at = &k->ctas; *at && !atomic_load_explicit(&k->launch->stop, memory_order_relaxed);) {
    Cta *c = *at;
    RunState s = cta_run(c, CTA_TURN);
    account(k);
    spinning &= s == RUN_SPIN;
    if (s == RUN_DONE) {
      *at = c->next;
      cta_finish(k, c);
      atomic_fetch_sub(&k->launch->resident, 1);
    } else {
      at = &c->next;
    }
  }
  return spinning;
}

static void report_deadlock(Worker *k)
{
  Cta *c = k->ctas;
  for (uint32_t i = 0; i < c->warp_count; i++) {
    Warp *w = &c->warps[i];
    if (!w->frag_count)
      continue;
    const Frag *f = &w->frags[w->current];
    warp_use_act(w, f->act);
    uint32_t pc = w->spin_pc;
    fault(w, &w->code[pc < w->act->func->count ? pc : f->pc], TRI_SIM_FAULT_DEADLOCK,
          (uint32_t)__builtin_ctz(f->mask ? f->mask : 1),
          "all CTAs in flight wait for memory that nobody changes; this warp reads it here");
    return;
  }
}

/* After a round of spinning: another CTA if there is one, else wait for the others; deadlock when all wait.
 */
static void spin_round(Worker *k, uint64_t *seen, uint32_t *stale, bool *counted)
{
  Launch *l = k->launch;
  uint64_t now = atomic_load(&l->progress);
  if (take_cta(k)) {
    *stale = 0;
    return;
  }
  *stale = now == *seen ? *stale + 1 : 0;
  *seen = now;
  if (*stale >= STALE_ROUNDS / 2 && !*counted) {
    *counted = true;
    atomic_fetch_add(&l->spinning_workers, 1);
  }
  if (*stale >= STALE_ROUNDS && atomic_load(&l->spinning_workers) >= atomic_load(&l->running_workers) &&
      atomic_load(&l->progress) == now)
    report_deadlock(k);
  sched_yield();
}

static void *work(void *arg)
{
  Worker *k = arg;
  Launch *l = k->launch;
  uint64_t seen = 0;
  uint32_t stale = 0;
  bool counted = false;
  while (!atomic_load(&l->stop)) {
    if (!k->ctas && !take_cta(k)) {
      if (atomic_load(&l->next_cta) >= l->cta_total)
        break;
      sched_yield(); /* the resident limit is used up by other workers */
      continue;
    }
    if (round_of(k)) {
      spin_round(k, &seen, &stale, &counted);
    } else {
      stale = 0;
      if (counted)
        atomic_fetch_sub(&l->spinning_workers, 1);
      counted = false;
    }
  }
  if (counted)
    atomic_fetch_sub(&l->spinning_workers, 1);
  atomic_fetch_sub(&l->running_workers, 1);
  return NULL;
}

static void add_counters(TriSimCounters *to, const TriSimCounters *from)
{
  uint64_t *t = (uint64_t *)(void *)to;
  const uint64_t *f = (const uint64_t *)(const void *)from;
  for (size_t i = 0; i < sizeof *to / sizeof *t; i++)
    t[i] += f[i];
}

static void end_worker(Worker *k)
{
  while (k->ctas) {
    Cta *c = k->ctas;
    k->ctas = c->next;
    cta_finish(k, c);
  }
  cta_free_all(k);
  add_counters(&k->launch->result->counters, &k->counters);
}

static void run_workers(Launch *l)
{
  atomic_store(&l->running_workers, l->worker_count);
  uint32_t started = 0;
  for (uint32_t i = 1; i < l->worker_count; i++, started++)
    if (pthread_create(&l->workers[i].thread, NULL, work, &l->workers[i]) != 0) {
      atomic_fetch_sub(&l->running_workers, l->worker_count - i);
      break;
    }
  work(&l->workers[0]);
  for (uint32_t i = 1; i <= started; i++)
    pthread_join(l->workers[i].thread, NULL);
  for (uint32_t i = 0; i < l->worker_count; i++)
    end_worker(&l->workers[i]);
}

/* ---- preparation
 * --------------------------------------------------------------------------------------------- */

static bool refuse(Launch *l, bool ok, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool refuse(Launch *l, bool ok, const char *format, ...)
{
  if (ok)
    return false;
  char text[300];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  fault_launch(l, TRI_SIM_FAULT_LAUNCH, "%s", text);
  return true;
}

static const Func *kernel_of(const TriSimModule *m, const TriSimKernel *k)
{
  for (uint32_t i = 0; i < m->kernel_count; i++)
    if (&m->kernels[i]->info == k)
      return m->kernels[i];
  return NULL;
}

static bool check_shape(Launch *l, const TriSimLaunch *a)
{
  const TriSimKernel *k = a->kernel;
  uint64_t threads = (uint64_t)a->block[0] * a->block[1] * a->block[2];
  uint64_t required = (uint64_t)k->required_threads[0] * k->required_threads[1] * k->required_threads[2];
  uint64_t most = (uint64_t)k->max_threads[0] * k->max_threads[1] * k->max_threads[2];
  for (int i = 0; i < 3; i++)
    if (refuse(l, a->block[i] && a->block[i] <= (i == 2 ? 64 : 1024),
               "the block is %ux%ux%u; extents are 1 to 1024, 1024, 64", a->block[0], a->block[1],
               a->block[2]) ||
        refuse(l, a->grid[i] && a->grid[i] <= (i == 0 ? 0x7fffffffu : 65535u),
               "the grid is %ux%ux%u; extents are 1 to 2147483647, 65535, 65535", a->grid[0], a->grid[1],
               a->grid[2]))
      return false;
  return !refuse(l, threads <= 1024, "the block has %llu threads, a CTA holds 1024",
                 (unsigned long long)threads) &&
         !refuse(l,
                 !required ||
                     (a->block[0] == k->required_threads[0] && a->block[1] == k->required_threads[1] &&
                      a->block[2] == k->required_threads[2]),
                 "the kernel requires a block of %ux%ux%u (.reqntid), got %ux%ux%u", k->required_threads[0],
                 k->required_threads[1], k->required_threads[2], a->block[0], a->block[1], a->block[2]) &&
         !refuse(l, !most || threads <= most, "the kernel allows %llu threads (.maxntid), the block has %llu",
                 (unsigned long long)most, (unsigned long long)threads) &&
         !refuse(l, a->param_bytes == k->param_bytes && (a->params || !k->param_bytes),
                 "the kernel takes %u bytes of parameters, got %zu", k->param_bytes, a->param_bytes) &&
         !refuse(l, (uint64_t)k->static_shared_bytes + a->dynamic_shared_bytes <= l->options.shared_limit,
                 "the CTA needs %u + %u bytes of shared memory (static + dynamic), the limit is %u",
                 k->static_shared_bytes, a->dynamic_shared_bytes, l->options.shared_limit);
}

static void set_options(Launch *l, const TriSimOptions *o)
{
  if (o)
    l->options = *o;
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  if (l->options.threads <= 0)
    l->options.threads = processors < 1 ? 1 : processors > 16 ? 16 : (int)processors;
  if (!l->options.resident_ctas)
    l->options.resident_ctas = DEFAULT_RESIDENT;
  if (!l->options.shared_limit)
    l->options.shared_limit = DEFAULT_SHARED;
  l->races = !l->options.no_races;
  l->uninitialised = !l->options.no_uninitialised;
}

static void mark_variable(Launch *l, const Var *v)
{
  if (v->space == SPACE_SHARED && !v->dynamic && v->bytes)
    memset(l->shared_template + v->offset / 4, 0, (v->offset + v->bytes + 3) / 4 - v->offset / 4);
}

/* Shared memory: static variables with gaps, then the dynamic part. Words of no variable are marked out of
 * bounds. */
static bool lay_out_shared(Launch *l)
{
  const TriSimModule *m = l->module;
  l->shared_extent = (m->dynamic_offset + l->dynamic_shared + 15) / 16 * 16;
  l->shared_template = malloc(l->shared_extent / 4 + 8);
  if (!l->shared_template)
    return false;
  memset(l->shared_template, 0x80, l->shared_extent / 4 + 8);
  memset(l->shared_template + m->dynamic_offset / 4, 0, l->shared_extent / 4 + 8 - m->dynamic_offset / 4);
  for (uint32_t i = 0; i < m->var_count; i++)
    if (!m->vars[i].entry_level)
      mark_variable(l, &m->vars[i]);
  for (uint32_t i = 0; i < l->kernel->var_count; i++)
    mark_variable(l, &l->kernel->vars[i]);
  return true;
}

static bool prepare(Launch *l, const TriSimLaunch *a)
{
  memcpy(l->grid, a->grid, sizeof l->grid);
  memcpy(l->block, a->block, sizeof l->block);
  l->cta_total = (uint64_t)a->grid[0] * a->grid[1] * a->grid[2];
  l->threads_per_cta = a->block[0] * a->block[1] * a->block[2];
  l->warps_per_cta = (l->threads_per_cta + LANES - 1) / LANES;
  l->dynamic_shared = a->dynamic_shared_bytes;
  l->local_bytes = (l->kernel->stack_bytes + 15) / 16 * 16;
  l->params = calloc(1, a->param_bytes + 16);
  l->worker_count =
      (uint64_t)l->options.threads < l->cta_total ? (uint32_t)l->options.threads : (uint32_t)l->cta_total;
  l->workers = calloc(l->worker_count, sizeof *l->workers);
  if (!l->params || !l->workers || !memory_buffers(l->memory, l) || !lay_out_shared(l)) {
    fault_launch(l, TRI_SIM_FAULT_LAUNCH, "out of host memory");
    return false;
  }
  if (a->param_bytes)
    memcpy(l->params, a->params, a->param_bytes);
  for (uint32_t i = 0; i < l->worker_count; i++)
    l->workers[i].launch = l;
  return true;
}

bool tri_sim_launch(TriSimMemory *mem, const TriSimLaunch *launch, const TriSimOptions *options,
                    TriSimResult *result)
{
  Launch l = {.memory = mem, .module = memory_module(mem), .result = result};
  *result = (TriSimResult){0};
  pthread_mutex_init(&l.mutex, NULL);
  set_options(&l, options);
  l.kernel = kernel_of(l.module, launch->kernel);
  if (!refuse(&l, l.kernel != NULL, "no such kernel in this module") && check_shape(&l, launch) &&
      prepare(&l, launch)) {
    race_launch_begin(&l);
    run_workers(&l);
    race_launch_end(&l);
  }
  free(l.params);
  free(l.workers);
  free(l.buffers);
  free(l.shared_template);
  pthread_mutex_destroy(&l.mutex);
  return result->fault.kind == TRI_SIM_OK;
}
