/* Timing with events. Every repetition records three events: before the work, after it, and after the copy
 * that is compared with it. Nothing waits in between; all are read at the end. */
#include "Cuda/device.h"
#include "Support/clock.h"

#include <stdlib.h>

enum { EVENTS = 4, MAX_REPETITIONS = 2000, MIN_REPETITIONS = 10, TRIAL = 3 };
static const double WARM_UP_SECONDS = 0.05;

typedef struct {
  TriDevice *device;
  TriStatus (*work)(void *data, int i, void *stream);
  void *data;
  const TriTiming *timing;
  void *stream;
  void *flush, *copy_to, *copy_from;
  size_t flush_bytes;
  CUevent *events; /* EVENTS of each repetition: work from, work to, copy from, copy to */
  int repetitions, done;
} Bench;

static bool record(const Bench *b, int i, int which)
{
  return CU(b->device->cuda, EventRecord(b->events[EVENTS * i + which], b->stream));
}

static bool flush(const Bench *b)
{
  return !b->flush || tri_device_fill(b->device, b->flush, 0, b->flush_bytes, b->stream) == TRI_OK;
}

static int launches(const Bench *b) { return b->timing->launches > 0 ? b->timing->launches : 1; }

static bool copy(const Bench *b)
{
  bool ok = true;
  for (int i = 0; i < launches(b) && b->copy_to && ok; i++)
    ok = tri_device_copy(b->device, b->copy_to, b->copy_from, b->timing->copy_bytes, b->stream) == TRI_OK;
  return ok;
}

/* One repetition; the status of what failed. */
static TriStatus repeat(Bench *b, int i)
{
  if (!flush(b) || !record(b, i, 0))
    return cuda_status();
  for (int n = 0; n < launches(b); n++) {
    TriStatus s = b->work(b->data, b->done++, b->stream);
    if (s != TRI_OK)
      return s;
  }
  bool ok = record(b, i, 1) && flush(b) && record(b, i, 2) && copy(b) && record(b, i, 3);
  return ok ? TRI_OK : cuda_status();
}

static TriStatus repeat_all(Bench *b, int n)
{
  TriStatus s = TRI_OK;
  for (int i = 0; i < n && s == TRI_OK; i++)
    s = repeat(b, i);
  return s != TRI_OK ? s : tri_device_wait(b->device, b->stream);
}

static bool elapsed(const Bench *b, int i, int from, int to, double *seconds)
{
  float ms = 0;
  if (!CU(b->device->cuda, EventElapsedTime(&ms, b->events[EVENTS * i + from], b->events[EVENTS * i + to])))
    return false;
  *seconds = 1e-3 * (double)ms;
  return true;
}

/* So many repetitions, or as many as bring the clocks up. */
static TriStatus warm_up(Bench *b)
{
  int asked = b->timing->warmup;
  double start = wall_seconds();
  if (asked > 0)
    return repeat_all(b, asked < MAX_REPETITIONS ? asked : MAX_REPETITIONS);
  TriStatus s = TRI_OK;
  do
    s = repeat_all(b, TRIAL);
  while (s == TRI_OK && wall_seconds() - start < WARM_UP_SECONDS);
  return s;
}

/* As many repetitions as the trial's time says. */
static TriStatus choose_repetitions(Bench *b)
{
  double whole = 0, budget = b->timing->seconds > 0 ? b->timing->seconds : 0.5;
  b->repetitions = b->timing->repetitions;
  if (b->repetitions > 0)
    return TRI_OK;
  TriStatus s = repeat_all(b, TRIAL);
  if (s != TRI_OK)
    return s;
  if (!elapsed(b, 0, 0, 3, &whole) || !elapsed(b, TRIAL - 1, 0, 3, &whole))
    return cuda_status();
  double n = budget / (whole > 1e-6 ? whole : 1e-6);
  b->repetitions = n >= (double)MAX_REPETITIONS   ? (int)MAX_REPETITIONS
                   : n <= (double)MIN_REPETITIONS ? (int)MIN_REPETITIONS
                                                  : (int)n;
  return TRI_OK;
}

/* ---- what is needed for it ---- */

static bool make_events(Bench *b, int n)
{
  b->events = calloc((size_t)(EVENTS * n), sizeof *b->events);
  for (int i = 0; b->events && i < EVENTS * n; i++)
    if (!CU(b->device->cuda, EventCreate(&b->events[i], CUDA_EVENT_DEFAULT)))
      return false;
  return b->events || (cuda_fail(TRI_DEVICE, "out of host memory"), false);
}

static bool prepare(Bench *b)
{
  b->stream = tri_stream_new(b->device);
  if (!b->stream ||
      !make_events(b, b->timing->repetitions > MAX_REPETITIONS ? b->timing->repetitions : MAX_REPETITIONS))
    return false;
  b->flush_bytes = 2 * b->device->info.l2_bytes;
  if (!b->timing->warm_l2 && b->flush_bytes && !(b->flush = tri_device_alloc(b->device, b->flush_bytes)))
    return false;
  if (!b->timing->copy_bytes)
    return true;
  b->copy_to = tri_device_alloc(b->device, b->timing->copy_bytes);
  b->copy_from = b->copy_to ? tri_device_alloc(b->device, b->timing->copy_bytes) : NULL;
  return b->copy_from &&
         tri_device_fill(b->device, b->copy_from, 0x5a, b->timing->copy_bytes, b->stream) == TRI_OK;
}

static void finish(Bench *b, int events)
{
  for (int i = 0; b->events && i < events; i++)
    if (b->events[i])
      b->device->cuda->EventDestroy(b->events[i]);
  free(b->events);
  tri_device_free(b->device, b->flush);
  tri_device_free(b->device, b->copy_to);
  tri_device_free(b->device, b->copy_from);
  tri_stream_free(b->device, b->stream);
}

/* ---- results ---- */

static int by_value(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static bool spread(const Bench *b, int from, TriSpread *s)
{
  int n = b->repetitions;
  double *times = calloc((size_t)n, sizeof *times);
  bool ok = times != NULL;
  for (int i = 0; i < n && ok; i++)
    ok = elapsed(b, i, from, from + 1, &times[i]);
  for (int i = 0; i < n && ok; i++)
    times[i] /= launches(b);
  if (ok) {
    qsort(times, (size_t)n, sizeof *times, by_value);
    *s = (TriSpread){times[n / 2], times[n / 5], times[n - 1 - n / 5], times[0]};
  }
  free(times);
  return ok;
}

static TriStatus measure(Bench *b, TriTimes *times)
{
  TriStatus s = warm_up(b);
  if (s == TRI_OK)
    s = choose_repetitions(b);
  if (s == TRI_OK)
    s = repeat_all(b, b->repetitions);
  if (s != TRI_OK)
    return s;
  times->repetitions = b->repetitions;
  bool ok = spread(b, 0, &times->work) && (!b->copy_to || spread(b, 2, &times->copy));
  return ok ? TRI_OK : cuda_status();
}

TriStatus tri_device_time(TriDevice *d, TriStatus (*work)(void *data, int i, void *stream), void *data,
                          const TriTiming *timing, TriTimes *times)
{
  Bench b = {.device = d, .work = work, .data = data, .timing = timing};
  Current current;
  *times = (TriTimes){0};
  if (!device_enter(d, &current))
    return cuda_status();
  TriStatus s = prepare(&b) ? measure(&b, times) : cuda_status();
  finish(&b, EVENTS * (timing->repetitions > MAX_REPETITIONS ? timing->repetitions : MAX_REPETITIONS));
  device_leave(d, current);
  return s;
}
