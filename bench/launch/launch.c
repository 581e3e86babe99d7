/* Host time of a launch: batches that the queue of the device takes without waiting, timed on the host; the
 * device is waited for between them. The driver's own function is timed in turn with ours. Median, 20th and
 * 80th percentile and least over the batches. */
#include "launch.h"
#include "driver.h"

#include <tri/device.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WARM_UP_SHARE = 7, NO_DEVICE = 77, MAX_ARGS = 19 };

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

/* How a launch is made: by tri, or by the driver with a block or with addresses of arguments. */
typedef enum { BY_TRI, BY_BLOCK, BY_ADDRESS, WAYS } Way;
static const char *const way_names[] = {"tri_function_launch", "cuLaunchKernel, block",
                                        "cuLaunchKernel, addresses"};

typedef struct {
  TriDevice *device;
  const TriFunction *function;
  const TriArg *args;
  size_t n;
  const DriverKernel *driver;
  void *stream;
  unsigned char block[256]; /* zeros but for the first pointer, which all launches write to */
  void *addresses[MAX_ARGS];
} Contest;

static bool launch(Contest *c, Way way)
{
  if (way == BY_TRI)
    return tri_function_launch(c->function, c->stream, (int64_t[]){1, 1, 1}, c->args, c->n) == TRI_OK;
  return driver_launch(c->driver, c->stream, way == BY_BLOCK ? c->block : NULL, c->n == 4 ? 24 : 118,
                       c->addresses);
}

/* Seconds of one launch in a batch. */
static bool batch(Contest *c, Way way, int launches, double *seconds)
{
  bool ok = true;
  double start = now();
  for (int k = 0; k < launches && ok; k++)
    ok = launch(c, way);
  *seconds = (now() - start) / (double)launches;
  return ok && tri_device_wait(c->device, c->stream) == TRI_OK;
}

/* The ways take turns. */
static bool measure(Contest *c, int launches, int n)
{
  static double times[WAYS][LAUNCH_BATCHES];
  for (int i = -n / WARM_UP_SHARE; i < n; i++)
    for (int way = 0; way < WAYS; way++)
      if (!batch(c, (Way)way, launches, &times[way][i < 0 ? 0 : i]))
        return false;
  for (int way = 0; way < WAYS; way++) {
    qsort(times[way], (size_t)n, sizeof **times, by_value);
    printf("{\"what\": \"launch\", \"by\": \"%s\", \"arguments\": %zu, \"batch\": %d, \"ns\": %.0f, \"p20\": "
           "%.0f, "
           "\"p80\": %.0f, \"least\": %.0f}\n",
           way_names[way], c->n, launches, 1e9 * times[way][n / 2], 1e9 * times[way][n / 5],
           1e9 * times[way][n - 1 - n / 5], 1e9 * times[way][0]);
  }
  return true;
}

static bool compete(TriDevice *d, const TriFunction *f, const char *name, const TriArg *args, size_t n,
                    int batches)
{
  Contest c = {.device = d, .function = f, .args = args, .n = n, .stream = tri_stream_new(d)};
  DriverKernel *driver = driver_kernel_new(tri_function_info(f, args, n).cubin, name);
  c.driver = driver;
  memcpy(c.block, &args[0].data, sizeof args[0].data);
  for (size_t i = 0; i < n; i++)
    c.addresses[i] = i ? c.block + 16 : c.block;
  bool ok = c.stream && driver && measure(&c, 64, batches) && measure(&c, 512, batches);
  if (driver)
    driver_kernel_free(driver);
  tri_stream_free(d, c.stream);
  return ok;
}

static bool bench(TriDevice *d, TriCompiler *c, const char *text, int batches)
{
  TriArg args[MAX_ARGS];
  TriModule *m = tri_module_parse(c, text, strlen(text), "launch", NULL, 0);
  TriKernel *k = m ? tri_module_kernel(m, NULL) : NULL;
  void *p = tri_device_alloc(d, 4096);
  size_t n = k ? fill_args(k, p, args) : 0;
  TriFunction *f = k ? tri_kernel_load(k, d, args, n) : NULL;
  bool ok = f && p && compete(d, f, tri_kernel_name(k), args, n, batches);
  if (!ok)
    fprintf(stderr, "launch: %s\n", f ? tri_device_error() : tri_error(c));
  tri_function_free(f);
  tri_device_free(d, p);
  return ok;
}

int bench_launch(int batches)
{
  TriDevice *d = tri_device_open(0);
  if (!d) {
    printf("no CUDA device: %s\n", tri_device_error());
    return NO_DEVICE;
  }
  TriCompiler *c = tri_compiler_new();
  bool ok = bench(d, c, kernel_4, batches) && bench(d, c, kernel_19, batches);
  tri_compiler_free(c);
  tri_device_close(d);
  return ok ? 0 : 1;
}
