#include "bench.h"

#include <string.h>

typedef struct {
  TriDevice *device;
  TriFunction *function;
  const TriLaunch *launch;
  TriArg *args; /* buffers on the device */
  void **buffers;
} Run;

/* ---- what a launch moves ---- */

static bool evaluate(Arguments *a, const char *what, const char *text, int64_t *value, Problem *p)
{
  return names_evaluate(arguments_names(a), what, text, value, p) &&
         (*value >= 0 || problem(p, TRI_USAGE, "%s: is negative: %lld", what, (long long)*value));
}

bool bench_prepare(const TriKernel *k, Arguments *a, Bench *b, Problem *p)
{
  const char *bytes = tri_kernel_bytes(k), *flops = tri_kernel_flops(k);
  *b = (Bench){0};
  for (size_t i = 0; i < a->n; i++)
    if (argument_pointed_to(a, &a->at[i]))
      return problem(p, TRI_USAGE, "--bench: %s holds addresses, which are the host's",
                     a->at[i].parameter->name);
  return (!bytes || evaluate(a, "tri.bytes", bytes, &b->bytes, p)) &&
         (!flops || evaluate(a, "tri.flops", flops, &b->flops, p));
}

/* The buffers that are read and those that are written, each once whole; of PTX nobody knows which. */
static int64_t bytes_of_buffers(const TriKernel *k, const TriLaunch *l)
{
  const TriParameter *q;
  int64_t bytes = 0;
  size_t n = tri_kernel_parameters(k, &q);
  for (size_t i = 0; i < n; i++)
    if (q[i].type == TRI_PTR && q[i].pointee != TRI_NONE)
      bytes += (int64_t)l->args[i].bytes * (q[i].is_read + q[i].is_written);
  return bytes;
}

/* ---- on the device ---- */

static bool device_failed(Problem *p, TriStatus status)
{
  return problem(p, status, "--bench: %s", tri_device_error());
}

static bool copy_buffers(Run *r, Arena *a, Problem *p)
{
  size_t n = r->launch->n_args;
  r->args = arena_array(a, TriArg, n);
  r->buffers = arena_array(a, void *, n);
  for (size_t i = 0; i < n; i++) {
    r->args[i] = r->launch->args[i];
    if (r->args[i].type != TRI_PTR)
      continue;
    r->buffers[i] = tri_device_alloc(r->device, r->args[i].bytes);
    if (!r->buffers[i] && r->args[i].bytes)
      return device_failed(p, TRI_DEVICE);
    TriStatus s = tri_device_copy(r->device, r->buffers[i], r->args[i].data, r->args[i].bytes, NULL);
    if (s != TRI_OK)
      return device_failed(p, s);
    r->args[i].data = r->buffers[i];
  }
  TriStatus s = tri_device_wait(r->device, NULL);
  return s == TRI_OK || device_failed(p, s);
}

static TriStatus work(void *data, int i, void *stream)
{
  const Run *r = data;
  (void)i;
  return tri_function_launch(r->function, stream, r->launch->grid, r->args, r->launch->n_args);
}

static bool load(Run *r, TriKernel *k, Problem *p)
{
  r->function = tri_kernel_load(k, r->device, r->args, r->launch->n_args);
  if (!r->function)
    return device_failed(p, TRI_DEVICE);
  TriStatus s = r->launch->block[0] || r->launch->shared
                    ? tri_function_block(r->function, r->launch->block, r->launch->shared)
                    : TRI_OK;
  return s == TRI_OK || device_failed(p, s);
}

static bool measure(Run *r, Bench *b, Problem *p)
{
  TriTiming timing = {.copy_bytes = (size_t)b->bytes / 2};
  TriStatus s = tri_device_time(r->device, work, r, &timing, &b->times);
  return s == TRI_OK || device_failed(p, s);
}

bool bench_run(TriKernel *k, const TriLaunch *launch, Bench *b, Problem *p)
{
  Arena a = {0};
  Run r = {.device = tri_device_open(launch->device), .launch = launch};
  if (!r.device)
    return device_failed(p, TRI_DEVICE);
  if (!b->bytes)
    b->bytes = bytes_of_buffers(k, launch);
  bool ok = copy_buffers(&r, &a, p) && load(&r, k, p) && measure(&r, b, p);
  for (size_t i = 0; r.buffers && i < launch->n_args; i++)
    tri_device_free(r.device, r.buffers[i]);
  tri_function_free(r.function);
  tri_device_close(r.device);
  arena_free(&a);
  return ok;
}

/* ---- telling ---- */

/* "4358 GB/s". */
static const char *rate_text(Arena *a, int64_t count, double seconds, const char *giga, const char *tera)
{
  double rate = (double)count / seconds;
  return rate < 1e13 ? arena_printf(a, "%.4g %s", rate * 1e-9, giga)
                     : arena_printf(a, "%.4g %s", rate * 1e-12, tera);
}

void bench_print(FILE *f, Arena *a, const Bench *b)
{
  const TriSpread *w = &b->times.work, *c = &b->times.copy;
  fprintf(f, "bench  %s median (p20 %s, p80 %s), %d repetitions, L2 flushed before each\n",
          time_text(a, w->median), time_text(a, w->p20), time_text(a, w->p80), b->times.repetitions);
  if (b->bytes)
    fprintf(f, "       %s of %lld bytes moved\n", rate_text(a, b->bytes, w->median, "GB/s", "TB/s"),
            (long long)b->bytes);
  if (c->median > 0)
    fprintf(f, "       %.3f of a copy of as many, alternating: %s median (p20 %s, p80 %s), %s\n",
            c->median / w->median, time_text(a, c->median), time_text(a, c->p20), time_text(a, c->p80),
            rate_text(a, b->bytes, c->median, "GB/s", "TB/s"));
  if (b->flops)
    fprintf(f, "       %s\n", rate_text(a, b->flops, w->median, "GFLOP/s", "TFLOP/s"));
}

static json_t *spread_json(const TriSpread *s)
{
  return json_pack("{s:f, s:f, s:f, s:f}", "median", s->median, "p20", s->p20, "p80", s->p80, "least",
                   s->least);
}

json_t *bench_json(const Bench *b)
{
  json_t *o =
      json_pack("{s:i, s:o}", "repetitions", b->times.repetitions, "work", spread_json(&b->times.work));
  if (b->bytes)
    json_object_set_new(o, "bytes", json_integer((json_int_t)b->bytes));
  if (b->flops)
    json_object_set_new(o, "flops", json_integer((json_int_t)b->flops));
  if (b->times.copy.median > 0) {
    json_object_set_new(o, "copy", spread_json(&b->times.copy));
    json_object_set_new(o, "share_of_copy", json_real(b->times.copy.median / b->times.work.median));
  }
  return o;
}
