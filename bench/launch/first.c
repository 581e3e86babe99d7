/* From the start of a process to its first result: run it twice over one cache folder to see what the cache
 * saves. */
#include "launch.h"

#include <tri/device.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NO_DEVICE = 77, MAX_ARGS = 64, BUFFER_BYTES = 1 << 22 };

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Processor and wall time before main are not seen; a dynamic loader's share is a few milliseconds. */
static double last;
static double lap(void)
{
  double t = now(), passed = t - last;
  last = t;
  return passed;
}

static char *read_file(const char *file, size_t *bytes)
{
  FILE *f = fopen(file, "rb");
  char *text = f ? malloc(1 << 20) : NULL;
  *bytes = text ? fread(text, 1, 1 << 20, f) : 0;
  if (f)
    fclose(f);
  return text;
}

static bool set_args(TriDevice *d, const TriKernel *k, TriArg *args, size_t *n)
{
  const TriParameter *p;
  *n = tri_kernel_parameters(k, &p);
  for (size_t i = 0; i < *n && i < MAX_ARGS; i++) {
    args[i] = p[i].type >= TRI_F8E4M3FN && p[i].type <= TRI_F64 ? tri_float(0) : tri_int(1024);
    if (p[i].type != TRI_PTR)
      continue;
    args[i] = tri_buffer(tri_device_alloc(d, BUFFER_BYTES), 0);
    if (!args[i].data || tri_device_fill(d, args[i].data, 0, BUFFER_BYTES, NULL) != TRI_OK)
      return false;
  }
  return *n <= MAX_ARGS;
}

static int fail(const char *why)
{
  fprintf(stderr, "first: %s\n", why);
  return 1;
}

int bench_first(const char *file)
{
  size_t bytes, n;
  TriArg args[MAX_ARGS];
  char *text = read_file(file, &bytes);
  if (!text)
    return fail("the file cannot be read");
  double begin = now();
  last = begin;
  if (tri_device_count() == 0) {
    printf("no CUDA device: %s\n", tri_device_error());
    return NO_DEVICE;
  }
  double driver = lap();
  TriDevice *d = tri_device_open(0);
  if (!d)
    return fail(tri_device_error());
  double context = lap();
  TriCompiler *c = tri_compiler_new();
  TriModule *m = tri_module_parse(c, text, bytes, file, NULL, 0);
  TriKernel *k = m ? tri_module_kernel(m, NULL) : NULL;
  if (!k)
    return fail(tri_error(c));
  double parse = lap();
  if (!set_args(d, k, args, &n))
    return fail(tri_device_error());
  double buffers = lap();
  TriFunction *f = tri_kernel_load(k, d, args, n);
  if (!f)
    return fail(tri_error(c));
  double load = lap();
  if (tri_function_launch(f, NULL, (int64_t[]){1, 1, 1}, args, n) != TRI_OK ||
      tri_device_wait(d, NULL) != TRI_OK)
    return fail(tri_device_error());
  double run = lap();
  TriFunctionInfo i = tri_function_info(f, args, n);
  printf(
      "{\"what\": \"first result\", \"cached\": %s, \"total_ms\": %.2f, \"driver_ms\": %.2f, \"context_ms\": "
      "%.2f, \"parse_ms\": %.2f, \"buffers_ms\": %.2f, \"load_ms\": %.2f, \"compile_ms\": %.2f, "
      "\"assemble_ms\": %.2f, \"run_ms\": %.2f}\n",
      i.cached ? "true" : "false", 1e3 * (now() - begin), 1e3 * driver, 1e3 * context, 1e3 * parse,
      1e3 * buffers, 1e3 * load, 1e3 * i.compile_seconds, 1e3 * i.assemble_seconds, 1e3 * run);
  for (size_t a = 0; a < n; a++)
    if (args[a].type == TRI_PTR)
      tri_device_free(d, args[a].data);
  tri_function_free(f);
  tri_compiler_free(c);
  tri_device_close(d);
  free(text);
  return 0;
}
