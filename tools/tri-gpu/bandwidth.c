/* vector_add beside a copy on the device of the same bytes read and written, interleaved. Buffers rotate so
 * that none is in L2 when its turn comes. */
#include "gpu.h"

#include <stdlib.h>

enum { MAX_SETS = 64 };

typedef struct {
  TriDevice *device;
  const TriFunction *function;
  char *memory;
  size_t set_bytes, buffer_bytes;
  int sets;
  int64_t n, grid[3];
} Sets;

static TriStatus add(void *data, int i, void *stream)
{
  const Sets *s = data;
  char *x = s->memory + (size_t)(i % s->sets) * s->set_bytes;
  TriArg args[] = {tri_buffer(x, 0), tri_buffer(x + s->buffer_bytes, 0),
                   tri_buffer(x + 2 * s->buffer_bytes, 0), tri_int(s->n)};
  return tri_function_launch(s->function, stream, s->grid, args, 4);
}

/* The memory with random elements of the type. */
static bool fill(Sets *s, TriType t)
{
  size_t chunk = 1 << 24, all = (size_t)s->sets * s->set_bytes;
  char *host = malloc(chunk);
  uint64_t seed = 1;
  for (size_t i = 0; host && i < chunk / 2; i++) /* numbers of moderate size in either type */
    ((uint16_t *)(void *)host)[i] =
        (uint16_t)((next_random(&seed) & 0x83ff) | (t == TRI_F16 ? 0x3800 : 0x3f00));
  bool ok = host != NULL;
  for (size_t at = 0; at < all && ok; at += chunk)
    ok =
        tri_device_copy(s->device, s->memory + at, host, all - at < chunk ? all - at : chunk, NULL) == TRI_OK;
  ok = ok && tri_device_wait(s->device, NULL) == TRI_OK;
  free(host);
  return ok;
}

static bool measure(TriDevice *d, TriKernel *k, TriCompiler *c, TriType t, int log2_n)
{
  Sets s = {.device = d, .n = INT64_C(1) << log2_n};
  s.buffer_bytes = (size_t)s.n * (size_t)tri_type_bytes(t);
  s.set_bytes = 3 * s.buffer_bytes;
  size_t sets = 4 * tri_device_info(d)->l2_bytes / s.set_bytes + 2;
  s.sets = sets < MAX_SETS ? (int)sets : MAX_SETS;
  s.memory = tri_device_alloc(d, (size_t)s.sets * s.set_bytes);
  TriArg like[] = {tri_buffer(s.memory, 0), tri_buffer(s.memory, 0), tri_buffer(s.memory, 0), tri_int(s.n)};
  TriFunction *f = s.memory ? tri_kernel_load(k, d, like, 4) : NULL;
  s.function = f;
  TriTimes times = {0};
  TriTiming timing = {.warm_l2 = true,
                      .launches = log2_n < 26 ? 20 : 1,
                      .seconds = 0.25,
                      .copy_bytes = 3 * s.buffer_bytes / 2};
  bool ok = f && tri_kernel_default_grid(k, like, 4, s.grid) == TRI_OK && fill(&s, t) &&
            tri_device_time(d, add, &s, &timing, &times) == TRI_OK;
  double bytes = (double)s.set_bytes;
  if (ok)
    printf(
        "{\"what\": \"bandwidth\", \"kernel\": \"vector_add\", \"type\": \"%s\", \"log2_n\": %d, \"GBps\": "
        "%.0f, "
        "\"GBps_p20\": %.0f, \"GBps_p80\": %.0f, \"copy_GBps\": %.0f, \"share_of_copy\": %.3f, \"us\": %.2f, "
        "\"repetitions\": %d, \"launches\": %d}\n",
        tri_type_name(t), log2_n, bytes / times.work.median * 1e-9, bytes / times.work.p80 * 1e-9,
        bytes / times.work.p20 * 1e-9, bytes / times.copy.median * 1e-9,
        times.copy.median / times.work.median, 1e6 * times.work.median, times.repetitions, timing.launches);
  else
    fprintf(stderr, "tri-gpu: bandwidth: %s%s\n", tri_device_error(), tri_error(c));
  tri_function_free(f);
  tri_device_free(d, s.memory);
  return ok;
}

int bandwidth(const char *examples)
{
  static const TriType types[] = {TRI_F32, TRI_F16};
  static const int logs[] = {20, 24, 28};
  TriDevice *d = tri_device_open(0);
  if (!d)
    return NO_DEVICE;
  bool ok = true;
  for (int t = 0; t < 2; t++) {
    TriCompiler *c = tri_compiler_new();
    TriDefine type = {"F", tri_type_name(types[t])};
    TriKernel *k = example_kernel(c, examples, "vector_add.mlir", "vector_add", &type, 1);
    for (int i = 0; i < 3 && k && ok; i++)
      if (tri_device_info(d)->memory_bytes >> (logs[i] + 5))
        ok = measure(d, k, c, types[t], logs[i]);
    ok = ok && k;
    tri_compiler_free(c);
  }
  tri_device_close(d);
  return ok ? 0 : 1;
}
