#include "Cuda/debug.h"
#include "Debug/records.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct StreamBuffer {
  struct StreamBuffer *next;
  _Atomic(void *) stream; /* or `idle` */
  DebugBuffer *at;
} StreamBuffer;

struct CudaDebug {
  CudaDebug *next; /* of the device */
  TriDevice *device;
  Arena arena; /* holds this, the ops and the list */
  const DebugOps *ops;
  _Atomic(StreamBuffer *) buffers; /* a launch walks it without a lock; it only grows */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of lists and arenas */
static char no_stream;
static void *const idle = &no_stream;

CudaDebug *cuda_debug_new(TriDevice *d, const json_t *kernel)
{
  Arena a = {0};
  const DebugOps *ops = debug_ops_of(&a, kernel);
  if (!ops) {
    arena_free(&a);
    return NULL;
  }
  CudaDebug *g = arena_new(&a, CudaDebug);
  pthread_mutex_lock(&lock);
  *g = (CudaDebug){.next = d->debug, .device = d, .arena = a, .ops = ops};
  d->debug = g;
  pthread_mutex_unlock(&lock);
  return g;
}

/* ---- buffers ---- */

static StreamBuffer *buffer_of(CudaDebug *g, void *stream)
{
  StreamBuffer *s = atomic_load(&g->buffers);
  while (s && atomic_load(&s->stream) != stream)
    s = s->next;
  return s;
}

/* CUDA Driver API, Unified Addressing: the device's address of mapped host memory is the host's. */
static StreamBuffer *add_buffer(CudaDebug *g)
{
  void *at = NULL;
  Current current;
  if (!device_enter(g->device, &current))
    return NULL;
  bool ok = CU(g->device->cuda, MemHostAlloc(&at, DEBUG_BYTES, CUDA_HOST_PORTABLE | CUDA_HOST_MAPPED));
  device_leave(g->device, current);
  if (!ok)
    return NULL;
  StreamBuffer *s = arena_new(&g->arena, StreamBuffer);
  *s = (StreamBuffer){.next = atomic_load(&g->buffers), .stream = idle, .at = at};
  debug_buffer_clear(s->at);
  atomic_store(&g->buffers, s);
  return s;
}

void *cuda_debug_buffer(CudaDebug *g, void *stream)
{
  StreamBuffer *s = buffer_of(g, stream);
  if (s)
    return s->at;
  pthread_mutex_lock(&lock);
  s = buffer_of(g, stream);
  s = s ? s : buffer_of(g, idle);
  s = s ? s : add_buffer(g);
  if (s)
    atomic_store(&s->stream, stream);
  pthread_mutex_unlock(&lock);
  return s ? s->at : NULL;
}

/* ---- reading ---- */

/* The sentence of the first failure, in the arena; NULL where there is none. */
static const char *drain_all(TriDevice *d, void *stream, Arena *a)
{
  const char *first = NULL;
  for (CudaDebug *g = d->debug; g; g = g->next) {
    StreamBuffer *s = buffer_of(g, stream);
    const char *failure = s ? debug_drain(g->ops, s->at, stderr, a) : NULL;
    first = first ? first : failure;
  }
  return first;
}

TriStatus cuda_debug_drain(TriDevice *d, void *stream, TriStatus s)
{
  Arena a = {0};
  pthread_mutex_lock(&lock);
  const char *failure = drain_all(d, stream, &a);
  pthread_mutex_unlock(&lock);
  if (failure)
    s = cuda_fail(TRI_FAULT, "%s\n  The device's context is lost: start the process again", failure);
  arena_free(&a);
  return s;
}

void cuda_debug_forget(TriDevice *d, void *stream)
{
  Arena a = {0};
  pthread_mutex_lock(&lock);
  drain_all(d, stream, &a);
  for (CudaDebug *g = d->debug; g; g = g->next) {
    StreamBuffer *s = buffer_of(g, stream);
    if (s)
      atomic_store(&s->stream, idle);
  }
  pthread_mutex_unlock(&lock);
  arena_free(&a);
}

/* ---- the end ---- */

static void leave_list(CudaDebug *g)
{
  for (CudaDebug **at = &g->device->debug; *at; at = &(*at)->next)
    if (*at == g) {
      *at = g->next;
      return;
    }
}

void cuda_debug_free(CudaDebug *g)
{
  if (!g)
    return;
  pthread_mutex_lock(&lock);
  leave_list(g);
  pthread_mutex_unlock(&lock);
  Arena said = {0};
  for (StreamBuffer *s = atomic_load(&g->buffers); s; s = s->next) {
    debug_drain(g->ops, s->at, stderr, &said);
    g->device->cuda->MemFreeHost(s->at);
  }
  arena_free(&said);
  Arena a = g->arena; /* holds g itself */
  arena_free(&a);
}
