/* A kernel in a string on this program's own stream and device memory: y = a·x + y, ten times over, with
 * nothing copied in between.
 *
 *   cc device.c -ltri -o device && ./device
 *   NVIDIA H200, sm_90a: 10 launches over 1000000 elements, all right
 *
 * No CUDA header and no CUDA library are needed to build it. It ends with 77 where there is no CUDA device.
 */
#include <tri/device.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000000, BLOCK = 1024, LAUNCHES = 10, NO_DEVICE = 77 };

static const char kernel_text[] =
    "!index = tensor<1024xi32>\n"
    "!block = tensor<1024xf32>\n"
    "func.func @saxpy(%x: !tri.ptr<f32>, %y: !tri.ptr<f32>, %a: f32, %n: i32) attributes {tri.kernel} {\n"
    "  %pid   = tri.program_id x\n"
    "  %size  = arith.constant 1024 : i32\n"
    "  %start = arith.muli %pid, %size : i32\n"
    "  %first = tri.splat %start : !index\n"
    "  %lane  = tri.range : !index\n"
    "  %i     = arith.addi %first, %lane : !index\n"
    "  %end   = tri.splat %n : !index\n"
    "  %in    = arith.cmpi slt, %i, %end : !index\n"
    "  %px    = tri.addptr %x, %i : !tri.ptr<f32>, !index\n"
    "  %py    = tri.addptr %y, %i : !tri.ptr<f32>, !index\n"
    "  %xs    = tri.load %px where %in : !block\n"
    "  %ys    = tri.load %py where %in : !block\n"
    "  %as    = tri.splat %a : !block\n"
    "  %ax    = arith.mulf %as, %xs : !block\n"
    "  %sum   = arith.addf %ax, %ys : !block\n"
    "  tri.store %sum to %py where %in : !block\n"
    "  return\n"
    "}\n";

static int fail(const char *what, const char *why)
{
  fprintf(stderr, "device: %s: %s\n", what, why);
  return 1;
}

/* Everything of the device, in the order of one stream. */
static TriStatus run(TriDevice *d, const TriFunction *f, void *stream, float *x, float *y, float *host_x,
                     float *host_y)
{
  const size_t bytes = N * sizeof *x;
  TriArg args[] = {tri_buffer(x, 0), tri_buffer(y, 0), tri_float(0.5), tri_int(N)};
  TriStatus s = tri_device_copy(d, x, host_x, bytes, stream);
  if (s == TRI_OK)
    s = tri_device_copy(d, y, host_y, bytes, stream);
  for (int i = 0; i < LAUNCHES && s == TRI_OK; i++)
    s = tri_function_launch(f, stream, (int64_t[]){(N + BLOCK - 1) / BLOCK, 1, 1}, args, 4);
  if (s == TRI_OK)
    s = tri_device_copy(d, host_y, y, bytes, stream);
  return s == TRI_OK ? tri_device_wait(d, stream) : s;
}

static int report(const TriDevice *d, const float *y)
{
  int wrong = 0;
  for (int i = 0; i < N; i++)
    wrong += y[i] != 1 + 0.5f * (float)(LAUNCHES * (i % 1000));
  printf("%s, %s: %d launches over %d elements, %s\n", tri_device_info(d)->name, tri_device_info(d)->arch,
         LAUNCHES, N, wrong ? "wrong" : "all right");
  return wrong != 0;
}

static int work(TriDevice *d, TriCompiler *c)
{
  TriModule *m = tri_module_parse(c, kernel_text, strlen(kernel_text), "saxpy", NULL, 0);
  TriKernel *k = m ? tri_module_kernel(m, NULL) : NULL;
  TriFunction *f = k ? tri_kernel_load(k, d, NULL, 0) : NULL;
  if (!f)
    return fail("the kernel", tri_error(c));
  void *stream = tri_stream_new(d);
  float *x = tri_device_alloc(d, N * sizeof *x), *y = tri_device_alloc(d, N * sizeof *y);
  float *host_x = malloc(N * sizeof *host_x), *host_y = malloc(N * sizeof *host_y);
  bool there = stream && x && y && host_x && host_y;
  for (int i = 0; i < N && there; i++)
    host_x[i] = (float)(i % 1000), host_y[i] = 1;
  int status = there && run(d, f, stream, x, y, host_x, host_y) == TRI_OK
                   ? report(d, host_y)
                   : fail("running", tri_device_error());
  tri_device_free(d, x);
  tri_device_free(d, y);
  tri_stream_free(d, stream);
  tri_function_free(f);
  free(host_x);
  free(host_y);
  return status;
}

int main(void)
{
  TriDevice *d = tri_device_open(0);
  if (!d) {
    printf("no CUDA device: %s\n", tri_device_error());
    return NO_DEVICE;
  }
  TriCompiler *c = tri_compiler_new();
  int status = work(d, c);
  tri_compiler_free(c);
  tri_device_close(d);
  return status;
}
