/* Running a grid: threads take programs in their order, and the lowest fault wins.
 *
 * A counter hands out chunks of consecutive programs. `limit` is the lowest program that has faulted so far,
 * the grid's size at first; a program is run only if it is below. So every program below the limit at the end
 * has run without a fault, and the fault that is reported does not depend on the threads' timing. */
#include "Interpreter/program.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 256, CHUNKS_PER_THREAD = 16 };

typedef struct {
  const Interpreter *in;
  const InterpreterRun *run;
  const Range *range;
  int64_t n_programs, chunk;
  _Atomic int64_t next, limit;
  pthread_mutex_t lock; /* of fault */
  InterpreterFault *fault;
} Grid;

/* ---- a thread's state ---- */

static bool exec_init(Exec *x, const Grid *g)
{
  const Function *kernel = g->in->function[0];
  *x = (Exec){
      .in = g->in, .run = g->run, .function = kernel, .range = g->range, .n_ranges = g->run->n_buffers};
  x->free_frame = calloc(g->in->n_functions, sizeof *x->free_frame);
  Frame *frame = x->free_frame ? frame_take(x, kernel) : NULL;
  if (!frame)
    return false;
  x->cell = frame->cell;
  frame_give(x, kernel, frame);
  return true;
}

static void exec_fini(Exec *x)
{
  for (uint32_t k = 0; x->free_frame && k < x->in->n_functions; k++)
    for (Frame *f = x->free_frame[k], *next; f; f = next) {
      next = f->next;
      free(f->memory);
      free(f);
    }
  free(x->free_frame);
}

static void set_arguments(Exec *x)
{
  const Function *f = x->function;
  for (uint32_t k = 0; k < f->n_params; k++) {
    const Slot *s = &f->slot[f->param[k]];
    Cell *c = &x->cell[f->param[k]];
    uint64_t bits = x->run->args[k];
    if (s->type == TRI_I1)
      bits = (bits & 0xff) != 0;
    memcpy(c->data, &bits, (size_t)tri_type_bytes(s->type));
    c->undefined = NULL;
  }
}

static bool run_program(Exec *x, int64_t id)
{
  const int64_t *grid = x->run->grid;
  x->program[0] = id % grid[0];
  x->program[1] = id / grid[0] % grid[1];
  x->program[2] = id / grid[0] / grid[1];
  x->steps_left = x->run->max_steps ? x->run->max_steps : INT64_MAX;
  x->origin = NULL;
  x->element_of = NULL;
  x->faulted = false;
  set_arguments(x);
  Frame *frame = frame_take(x, x->function); /* the kernel's, so that a recursive kernel gets another */
  bool ok = interpret(x, x->function->code);
  frame_give(x, x->function, frame);
  return ok;
}

/* ---- the grid ---- */

static void report(Grid *g, int64_t id, const int64_t program[3], const char *message)
{
  pthread_mutex_lock(&g->lock);
  if (id < atomic_load(&g->limit)) {
    atomic_store(&g->limit, id);
    memcpy(g->fault->program, program, sizeof g->fault->program);
    snprintf(g->fault->message, sizeof g->fault->message, "%s", message);
  }
  pthread_mutex_unlock(&g->lock);
}

static void run_chunk(Grid *g, Exec *x, int64_t first)
{
  int64_t end = first + g->chunk < g->n_programs ? first + g->chunk : g->n_programs;
  for (int64_t id = first; id < end && id < atomic_load_explicit(&g->limit, memory_order_relaxed); id++)
    if (!run_program(x, id)) {
      report(g, id, x->program, x->message);
      return;
    }
}

static void *run_thread(void *data)
{
  Grid *g = data;
  Exec x;
  if (!exec_init(&x, g))
    report(g, 0, (int64_t[3]){0}, "the host has no memory for the values of a program");
  else
    for (int64_t first; (first = atomic_fetch_add(&g->next, g->chunk)) < atomic_load(&g->limit);)
      run_chunk(g, &x, first);
  exec_fini(&x);
  return NULL;
}

static int compare_ranges(const void *a, const void *b)
{
  const Range *p = a, *q = b;
  return (p->start > q->start) - (p->start < q->start);
}

static Range *sorted_ranges(const InterpreterRun *run)
{
  Range *range = malloc((run->n_buffers + 1) * sizeof *range);
  if (!range)
    return NULL;
  for (size_t k = 0; k < run->n_buffers; k++)
    range[k] = (Range){(uintptr_t)run->buffers[k].start, run->buffers[k].bytes, run->buffers[k].name};
  qsort(range, run->n_buffers, sizeof *range, compare_ranges);
  return range;
}

static bool refuse(InterpreterFault *fault, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool refuse(InterpreterFault *fault, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  vsnprintf(fault->message, sizeof fault->message, format, args);
  va_end(args);
  memset(fault->program, 0, sizeof fault->program);
  return false;
}

static void run_threads(Grid *g, int threads)
{
  pthread_t thread[MAX_THREADS];
  int started = 0;
  while (started < threads - 1 && pthread_create(&thread[started], NULL, run_thread, g) == 0)
    started++;
  run_thread(g);
  for (int k = 0; k < started; k++)
    pthread_join(thread[k], NULL);
}

static int threads_for(const InterpreterRun *run, int64_t n_programs)
{
  int64_t n = run->threads < 1 ? 1 : run->threads < MAX_THREADS ? run->threads : MAX_THREADS;
  return (int)(n < n_programs ? n : n_programs);
}

bool interpreter_run(const Interpreter *in, const InterpreterRun *run, InterpreterFault *fault)
{
  const Function *kernel = in->function[0];
  int64_t n;
  if (run->n_args != kernel->n_params)
    return refuse(fault, "@%s takes %u arguments, got %zu", kernel->name, kernel->n_params, run->n_args);
  if (run->grid[0] < 0 || run->grid[1] < 0 || run->grid[2] < 0)
    return refuse(fault, "the grid has a negative extent");
  if (__builtin_mul_overflow(run->grid[0], run->grid[1], &n) || __builtin_mul_overflow(n, run->grid[2], &n) ||
      n > INT64_MAX / 2)
    return refuse(fault, "the grid has more than 2^62 programs");
  if (n == 0)
    return true;
  int threads = threads_for(run, n);
  Range *range = sorted_ranges(run);
  if (!range)
    return refuse(fault, "the host has no memory for the list of buffers");
  int64_t share = n / ((int64_t)threads * CHUNKS_PER_THREAD);
  Grid g = {.in = in,
            .run = run,
            .range = range,
            .n_programs = n,
            .chunk = share < 1    ? 1
                     : share > 64 ? 64
                                  : share};
  g.fault = fault;
  atomic_init(&g.limit, n);
  pthread_mutex_init(&g.lock, NULL);
  run_threads(&g, threads);
  pthread_mutex_destroy(&g.lock);
  free(range);
  return atomic_load(&g.limit) == n;
}
