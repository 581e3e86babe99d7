/* A CUDA device as a target, for buffers of the host: they are copied there, and those that may have been
 * written are copied back. A buffer's place on the device is congruent to its place on the host modulo
 * ALIGNMENT, so that alignments promised of one hold of the other. Addresses that an argument of pointers to
 * pointers holds are those of the copies there, and of the buffers again when it is copied back. */
#include "Cuda/debug.h"
#include "Cuda/device.h"
#include "Cuda/function.h"
#include "Runtime/runtime.h"
#include "Support/clock.h"

#include <string.h>

enum { ALIGNMENT = 512 };

/* A host buffer and its copy. */
typedef struct {
  Buffer host;
  char *allocation, *data; /* of the device: what to free; the copy */
  bool written;
} Mirror;

typedef struct {
  TriKernel *kernel;
  const TriLaunch *launch;
  TriDevice *device;
  Mirror *mirrors;
  size_t n_mirrors;
  TriArg *args;
  void *stream;
} Launch;

static TriStatus device_failed(const TriKernel *k)
{
  return fail(k->module->compiler, cuda_status(), "%s", tri_device_error());
}

static bool inside(const Buffer *b, const void *p)
{
  return (const char *)p >= (const char *)b->start && (const char *)p < (const char *)b->start + b->bytes;
}

/* ---- the function ---- */

static const Target *target_for(TriKernel *k, const TriLaunch *l, const TriDevice *d)
{
  const Target *t = l->arch ? find_target(k->module->compiler, l->arch) : d->target;
  if (!t || device_runs(d, t))
    return t;
  fail(
      k->module->compiler, TRI_USAGE,
      "code for %s does not run on device %d, %s, of compute capability %d.%d; leave the arch out to compile "
      "for %s",
      t->name, d->info.ordinal, d->name, d->info.major, d->info.minor, d->target->name);
  return NULL;
}

static TriFunction *function_for(TriKernel *k, const TriLaunch *l, TriDevice *d)
{
  const Target *t = target_for(k, l, d);
  uint64_t promised = new_promises(k, l->args, l->n_args);
  for (Loaded *o = k->loaded; o && t; o = o->next)
    if (o->device == l->device && o->target == t && o->promised == promised)
      return o->function;
  TriFunction *f = t ? load_function(k, d, t, promised) : NULL;
  if (!f)
    return NULL;
  Loaded *new = arena_new(&k->module->arena, Loaded);
  *new = (Loaded){k->loaded, l->device, t, promised, f};
  k->loaded = new;
  return f;
}

/* ---- buffers ---- */

static bool may_be_written(const Launch *l, const Buffer *b)
{
  for (size_t i = 0; i < l->launch->n_args; i++)
    if (l->kernel->parameters[i].is_written && inside(b, l->launch->args[i].data))
      return true;
  return false;
}

static bool make_mirrors(Launch *l, Arena *a)
{
  Buffer *buffers;
  l->n_mirrors = launch_buffers(a, l->kernel, l->launch, &buffers);
  l->mirrors = arena_array(a, Mirror, l->n_mirrors);
  for (size_t i = 0; i < l->n_mirrors; i++) {
    Mirror *m = &l->mirrors[i];
    *m = (Mirror){.host = buffers[i], .written = may_be_written(l, &buffers[i])};
    m->allocation = tri_device_alloc(l->device, m->host.bytes + ALIGNMENT);
    if (!m->allocation)
      return false;
    size_t shift = ((uintptr_t)m->host.start - (uintptr_t)m->allocation) % ALIGNMENT;
    m->data = m->allocation + shift;
  }
  return true;
}

/* The same place in the other memory, of the device or of the host; what is no place in a buffer as it is. */
static uint64_t other_place(const Launch *l, uint64_t address, bool on_device)
{
  for (size_t i = 0; i < l->n_mirrors; i++) {
    uint64_t host = (uintptr_t)l->mirrors[i].host.start, device = (uintptr_t)l->mirrors[i].data;
    uint64_t past = address - (on_device ? host : device);
    if (past < l->mirrors[i].host.bytes)
      return (on_device ? device : host) + past;
  }
  return address;
}

/* Makes addresses of the other memory of those that the arguments which are buffers of pointers hold. bytes
 * are the mirrored buffer's, on the host or a copy of it. */
static void move_pointers(const Launch *l, const Mirror *m, char *bytes, bool to_device)
{
  for (size_t i = 0; i < l->launch->n_args; i++) {
    const TriArg *arg = &l->launch->args[i];
    if (l->kernel->parameters[i].pointee != TRI_PTR || !inside(&m->host, arg->data))
      continue;
    char *first = bytes + ((char *)arg->data - (char *)m->host.start);
    for (size_t at = 0; at + sizeof(uint64_t) <= arg->bytes; at += sizeof(uint64_t)) {
      uint64_t address;
      memcpy(&address, first + at, sizeof address);
      address = other_place(l, address, to_device);
      memcpy(first + at, &address, sizeof address);
    }
  }
}

static bool holds_pointers(const Launch *l, const Buffer *b)
{
  for (size_t i = 0; i < l->launch->n_args; i++)
    if (l->kernel->parameters[i].pointee == TRI_PTR && inside(b, l->launch->args[i].data))
      return true;
  return false;
}

static bool copy_in(Launch *l, Arena *a)
{
  if (!make_mirrors(l, a))
    return false;
  for (size_t i = 0; i < l->n_mirrors; i++) {
    Mirror *m = &l->mirrors[i];
    void *from = m->host.start;
    if (holds_pointers(l, &m->host)) {
      from = memcpy(arena_alloc(a, m->host.bytes), from, m->host.bytes);
      move_pointers(l, m, from, true);
    }
    if (tri_device_copy(l->device, m->data, from, m->host.bytes, l->stream) != TRI_OK)
      return false;
  }
  return true;
}

static bool copy_out(const Launch *l)
{
  for (size_t i = 0; i < l->n_mirrors; i++) {
    const Mirror *m = &l->mirrors[i];
    if (m->written && tri_device_copy(l->device, m->host.start, m->data, m->host.bytes, l->stream) != TRI_OK)
      return false;
  }
  if (tri_device_wait(l->device, l->stream) != TRI_OK)
    return false;
  for (size_t i = 0; i < l->n_mirrors; i++)
    if (l->mirrors[i].written)
      move_pointers(l, &l->mirrors[i], l->mirrors[i].host.start, false);
  return true;
}

static void set_args(Launch *l, Arena *a)
{
  l->args = arena_array(a, TriArg, l->launch->n_args);
  for (size_t i = 0; i < l->launch->n_args; i++) {
    l->args[i] = l->launch->args[i];
    if (l->args[i].type == TRI_PTR && l->kernel->parameters[i].type != TRI_NONE)
      l->args[i].data = (void *)(uintptr_t)other_place(l, (uintptr_t)l->args[i].data, true);
  }
}

/* ---- running ---- */

/* Between two events. */
static bool run_timed(const Launch *l, const TriFunction *f, double *seconds)
{
  const Cuda *cuda = l->device->cuda;
  CUevent events[2] = {NULL, NULL};
  float ms = 0;
  bool ok = CU(cuda, EventCreate(&events[0], CUDA_EVENT_DEFAULT)) &&
            CU(cuda, EventCreate(&events[1], CUDA_EVENT_DEFAULT)) &&
            CU(cuda, EventRecord(events[0], l->stream)) &&
            tri_function_launch(f, l->stream, l->launch->grid, l->args, l->launch->n_args) == TRI_OK &&
            CU(cuda, EventRecord(events[1], l->stream)) && copy_out(l) &&
            CU(cuda, EventElapsedTime(&ms, events[0], events[1]));
  for (int i = 0; i < 2; i++)
    if (events[i])
      cuda->EventDestroy(events[i]);
  *seconds = 1e-3 * (double)ms;
  return ok;
}

static TriStatus run(Launch *l, const TriFunction *f, TriStats *stats)
{
  Arena a = {0};
  Current current;
  if (!device_enter(l->device, &current))
    return device_failed(l->kernel);
  l->stream = tri_stream_new(l->device);
  bool ok = l->stream && copy_in(l, &a);
  if (ok) {
    set_args(l, &a);
    ok = run_timed(l, f, &stats->seconds);
  }
  ok = cuda_debug_drain(l->device, l->stream, ok ? TRI_OK : cuda_status()) == TRI_OK;
  TriStatus s = ok ? TRI_OK : device_failed(l->kernel);
  for (size_t i = 0; i < l->n_mirrors; i++)
    tri_device_free(l->device, l->mirrors[i].allocation);
  tri_stream_free(l->device, l->stream);
  device_leave(l->device, current);
  arena_free(&a);
  return s;
}

TriStatus launch_cuda(TriKernel *k, const TriLaunch *l, TriStats *stats)
{
  double start = wall_seconds();
  TriDevice *d = tri_device_open(l->device);
  if (!d)
    return device_failed(k);
  const Loaded *before = k->loaded;
  TriFunction *f = function_for(k, l, d);
  stats->threads = 0;
  if (k->loaded != before)
    stats->compile_seconds = wall_seconds() - start;
  TriStatus s = f ? TRI_OK : k->module->compiler->status;
  if (f && k->module->arch && tri_function_block(f, l->block, l->shared) != TRI_OK)
    s = device_failed(k);
  if (s == TRI_OK && l->grid[0] && l->grid[1] && l->grid[2])
    s = run(&(Launch){.kernel = k, .launch = l, .device = d}, f, stats);
  tri_device_close(d);
  return s;
}
