/* Host time of a launch: batches that the queue of the device takes without waiting, timed on the host; the
 * device is waited for between them. Median, 20th and 80th percentile over the batches. */
#include "launch.h"

#include <tri/device.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 64, BATCHES = 300, WARM_UP = 30, NO_DEVICE = 77, MAX_ARGS = 19 };

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static const char kernel_4[] =
    "func.func @k4(%p: !tri.ptr<f32> {tri.divisibility = 16 : i32}, %q: !tri.ptr<f32>, %a: f32, %n: i32)\n"
    "    attributes {tri.kernel, tri.num_warps = 1 : i32} {\n"
    "  tri.store %a to %p : f32\n"
    "  return\n"
    "}\n";

static const char kernel_19[] =
    "func.func @k19(%p0: !tri.ptr<f32>, %p1: !tri.ptr<f32>, %p2: !tri.ptr<f16>, %p3: !tri.ptr<f16>,\n"
    "               %p4: !tri.ptr<f32>, %p5: !tri.ptr<f32>, %p6: !tri.ptr<f32>, %p7: !tri.ptr<f32>,\n"
    "               %n0: i32 {tri.divisibility = 16 : i32}, %n1: i32, %n2: i32, %n3: i32, %n4: i32, %n5: "
    "i64,\n"
    "               %n6: i64, %a: f32, %b: f32, %c: f32, %d: f16) attributes {tri.kernel, tri.num_warps = 1 "
    ": i32} {\n"
    "  tri.store %a to %p0 : f32\n"
    "  return\n"
    "}\n";

static size_t fill_args(const TriKernel *k, void *p, TriArg *args)
{
  const TriParameter *parameters;
  size_t n = tri_kernel_parameters(k, &parameters);
  for (size_t i = 0; i < n; i++)
    args[i] = parameters[i].type == TRI_PTR                                         ? tri_buffer(p, 0)
              : parameters[i].type >= TRI_F8E4M3FN && parameters[i].type <= TRI_F64 ? tri_float(0.5)
                                                                                    : tri_int(48);
  return n;
}

static bool measure(TriDevice *d, const TriFunction *f, const TriArg *args, size_t n)
{
  static double times[BATCHES];
  void *stream = tri_stream_new(d);
  bool ok = stream != NULL;
  for (int i = -WARM_UP; i < BATCHES && ok; i++) {
    double start = now();
    for (int k = 0; k < BATCH && ok; k++)
      ok = tri_function_launch(f, stream, (int64_t[]){1, 1, 1}, args, n) == TRI_OK;
    double seconds = (now() - start) / (double)BATCH;
    ok = ok && tri_device_wait(d, stream) == TRI_OK;
    if (i >= 0)
      times[i] = seconds;
  }
  tri_stream_free(d, stream);
  if (!ok)
    return false;
  qsort(times, BATCHES, sizeof *times, by_value);
  printf(
      "{\"what\": \"launch\", \"device\": \"%s\", \"arguments\": %zu, \"ns\": %.0f, \"p20\": %.0f, \"p80\": "
      "%.0f}\n",
      tri_device_info(d)->name, n, 1e9 * times[BATCHES / 2], 1e9 * times[BATCHES / 5],
      1e9 * times[BATCHES - 1 - BATCHES / 5]);
  return true;
}

static bool bench(TriDevice *d, TriCompiler *c, const char *text, bool like)
{
  TriArg args[MAX_ARGS];
  TriModule *m = tri_module_parse(c, text, strlen(text), "launch", NULL, 0);
  TriKernel *k = m ? tri_module_kernel(m, NULL) : NULL;
  void *p = tri_device_alloc(d, 4096);
  size_t n = k ? fill_args(k, p, args) : 0;
  TriFunction *f = k ? tri_kernel_load(k, d, like ? args : NULL, n) : NULL;
  bool ok = f && p && measure(d, f, args, n);
  if (!ok)
    fprintf(stderr, "launch: %s\n", f ? tri_device_error() : tri_error(c));
  tri_function_free(f);
  tri_device_free(d, p);
  return ok;
}

int bench_launch(void)
{
  TriDevice *d = tri_device_open(0);
  if (!d) {
    printf("no CUDA device: %s\n", tri_device_error());
    return NO_DEVICE;
  }
  TriCompiler *c = tri_compiler_new();
  bool ok = bench(d, c, kernel_4, true) && bench(d, c, kernel_19, true);
  tri_compiler_free(c);
  tri_device_close(d);
  return ok ? 0 : 1;
}
