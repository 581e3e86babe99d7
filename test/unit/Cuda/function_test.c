/* Kernels on a device: what reaches the driver, what is checked first, which code is chosen, what is said
 * when the driver refuses. */
#include "gpu.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 100 };

typedef struct {
  TriCompiler *compiler;
  TriKernel *kernel;
  TriDevice *device;
  int32_t *x, *out;
} Gpu;

static Gpu gpu_with(const char *text)
{
  *fake_driver() = (FakeCuda){
      .devices = 1, .version = 13000, .major = 9, .minor = 0, .memory = 1 << 24, .max_threads = 1024};
  Gpu g = {.compiler = tri_compiler_new(), .device = tri_device_open(0)};
  assert_non_null(g.device);
  g.kernel = kernel_of(g.compiler, text);
  g.x = tri_device_alloc(g.device, N * sizeof *g.x);
  g.out = tri_device_alloc(g.device, N * sizeof *g.out);
  assert_true(g.x && g.out);
  for (int i = 0; i < N; i++)
    g.x[i] = 3 * i;
  return g;
}

static void gpu_end(Gpu *g)
{
  tri_compiler_free(g->compiler);
  tri_device_free(g->device, g->x);
  tri_device_free(g->device, g->out);
  tri_device_close(g->device);
  expect_nothing_left();
}

static void expect_error_of(const Gpu *g, TriStatus status, const char *text)
{
  if (tri_status(g->compiler) != status || !strstr(tri_error(g->compiler), text))
    fail_msg("expected status %d and \"%s\"; got %d and:\n%s", status, text, tri_status(g->compiler),
             tri_error(g->compiler));
}

static void scale_args(const Gpu *g, TriArg args[4], int32_t by, int32_t n)
{
  args[0] = tri_buffer(g->x, 0);
  args[1] = tri_buffer(g->out, 0);
  args[2] = tri_int(by);
  args[3] = tri_int(n);
}

static const int64_t grid[3] = {4, 1, 1};

/* ---- launching ---- */

static void test_launch(void **state)
{
  (void)state;
  Gpu g = gpu_with(scale_text);
  FakeCuda *fake = fake_driver();
  TriFunction *f = tri_kernel_load(g.kernel, g.device, NULL, 0);
  if (!f)
    fail_msg("%s", tri_error(g.compiler));
  TriArg args[4];
  scale_args(&g, args, 7, N);
  void *stream = tri_stream_new(g.device);
  assert_int_equal(tri_function_launch(f, stream, grid, args, 4), TRI_OK);
  assert_true(scaled(g.out, g.x, 7, N));
  assert_int_equal(fake->launches, 1);
  assert_ptr_equal(fake->stream, stream);
  assert_true(fake->grid[0] == 4 && fake->grid[1] == 1 && fake->grid[2] == 1);
  assert_true(fake->block[0] == 32 && fake->block[1] == 1 && fake->block[2] == 1);
  assert_int_equal(fake->param_bytes, 24);
  struct {
    void *x, *out;
    int32_t by, n;
  } want = {g.x, g.out, 7, N};
  assert_memory_equal(fake->params, &want, 24);
  TriFunctionInfo info = tri_function_info(f, NULL, 0);
  assert_true(info.threads == 32 && info.registers == 32 && !info.cached && info.cubin_bytes > 100);
  assert_true(info.compile_seconds > 0 && info.assemble_seconds > 0 && info.load_seconds > 0);
  tri_stream_free(g.device, stream);
  tri_function_free(f);
  gpu_end(&g);
}

/* A function needs neither its compiler nor the device's first user. */
static void test_function_stands_alone(void **state)
{
  (void)state;
  Gpu g = gpu_with(scale_text);
  TriFunction *f = tri_kernel_load(g.kernel, g.device, NULL, 0);
  tri_compiler_free(g.compiler);
  g.compiler = NULL;
  TriArg args[4];
  scale_args(&g, args, -2, N);
  assert_int_equal(tri_function_launch(f, NULL, grid, args, 4), TRI_OK);
  assert_true(scaled(g.out, g.x, -2, N));
  tri_device_free(g.device, g.x);
  tri_device_free(g.device, g.out);
  tri_device_close(g.device);
  assert_int_equal(fake_driver()->contexts, 1);
  tri_function_free(f);
  expect_nothing_left();
}

static void test_refused_launches(void **state)
{
  (void)state;
  static const char promising[] =
      "func.func @k(%p: !tri.ptr<i32> {tri.divisibility = 64 : i32}, %n: i32 {tri.divisibility = 8 : i32},\n"
      "             %b: i8, %flag: i1, %h: f16) attributes {tri.kernel} {\n"
      "  tri.store %n to %p : i32\n  return\n}\n";
  Gpu g = gpu_with(promising);
  TriFunction *f = tri_kernel_load(g.kernel, g.device, NULL, 0);
  if (!f)
    fail_msg("%s", tri_error(g.compiler));
  const TriArg good[] = {tri_buffer(g.out, 0), tri_int(24), tri_int(-128), tri_int(1), tri_float(0.5)};
  static const int64_t one[3] = {1, 1, 1};
  assert_int_equal(tri_function_launch(f, NULL, one, good, 5), TRI_OK);
  assert_int_equal(g.out[0], 24);
  const struct {
    size_t at;
    TriArg arg;
    const char *error;
  } cases[] = {
      {0, tri_buffer((char *)g.out + 32, 0),
       "argument 'p': the kernel promises an address divisible by 64 (tri.divisibility)"},
      {0, tri_int(64), "argument 'p' is a buffer; an integer was passed"},
      {1, tri_int(18),
       "argument 'n': the kernel promises a value divisible by 8 (tri.divisibility); 18 is not"},
      {1, tri_int(INT64_C(1) << 32), "argument 'n' is an i32; 4294967296 does not fit"},
      {1, tri_float(24), "argument 'n' is an integer; a float was passed"},
      {2, tri_int(256), "argument 'b' is an i8; 256 does not fit"},
      {2, tri_int(-129), "argument 'b' is an i8; -129 does not fit"},
      {3, tri_int(2), "argument 'flag' is an i1; 2 does not fit"},
      {4, tri_int(0), "argument 'h' is a float; an integer was passed"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    TriArg args[5];
    memcpy(args, good, sizeof args);
    args[cases[i].at] = cases[i].arg;
    assert_int_equal(tri_function_launch(f, NULL, one, args, 5), TRI_USAGE);
    expect_device_error(cases[i].error);
  }
  assert_int_equal(tri_function_launch(f, NULL, one, good, 4), TRI_USAGE);
  expect_device_error("kernel 'k' takes 5 arguments; 4 were passed");
  static const struct {
    int64_t grid[3];
    const char *error; /* NULL: runs nothing */
  } grids[] = {{{1, 65536, 1}, "grid extent 65536 on axis y; 0 to 65535 can be launched"},
               {{1, 1, -1}, "grid extent -1 on axis z"},
               {{INT64_C(2147483648), 1, 1}, "grid extent 2147483648 on axis x; 0 to 2147483647"},
               {{0, 65536, 1}, "axis y"},
               {{0, 1, 1}, NULL},
               {{1, 1, 0}, NULL}};
  int before = fake_driver()->launches;
  for (size_t i = 0; i < COUNT(grids); i++) {
    assert_int_equal(tri_function_launch(f, NULL, grids[i].grid, good, 5),
                     grids[i].error ? TRI_USAGE : TRI_OK);
    if (grids[i].error)
      expect_device_error(grids[i].error);
  }
  assert_int_equal(fake_driver()->launches, before);
  tri_function_free(f);
  gpu_end(&g);
}

/* Scalars arrive rounded or truncated to their types, at their places. */
static void test_values_arrive(void **state)
{
  (void)state;
  Gpu g = gpu_with("func.func @k(%b: i8, %flag: i1, %h: f16, %bf: bf16, %f: f32, %d: f64, %w: i64, %s: i16)\n"
                   "    attributes {tri.kernel} {\n  return\n}\n");
  TriFunction *f = tri_kernel_load(g.kernel, g.device, NULL, 0);
  const TriArg args[] = {tri_int(-2),    tri_int(-1),     tri_float(0.1),     tri_float(0.1),
                         tri_float(0.1), tri_float(-0.0), tri_int(INT64_MIN), tri_int(65535)};
  assert_int_equal(tri_function_launch(f, NULL, (int64_t[]){1, 1, 1}, args, 8), TRI_OK);
  const unsigned char *p = fake_driver()->params;
  assert_int_equal(fake_driver()->param_bytes, 34);
  assert_int_equal(p[0], 254);
  assert_int_equal(p[1], 1);
  uint16_t half;
  memcpy(&half, p + 2, 2);
  assert_int_equal(half, 0x2e66);
  memcpy(&half, p + 4, 2);
  assert_int_equal(half, 0x3dcd);
  float single;
  memcpy(&single, p + 8, 4);
  assert_true(single == 0.1f);
  uint64_t word;
  memcpy(&word, p + 16, 8);
  assert_true(word == UINT64_C(1) << 63);
  memcpy(&word, p + 24, 8);
  assert_true(word == UINT64_C(1) << 63);
  memcpy(&half, p + 32, 2);
  assert_int_equal(half, 65535);
  /* half-way cases, in floats and just past them in doubles: rounded once */
  static const struct {
    double value;
    uint16_t f16, bf16;
  } rounded[] = {{1.00048828125, 0x3c00, 0x3f80}, {0x1.0020000000001p+0, 0x3c01, 0x3f80},
                 {1.00390625, 0x3c04, 0x3f80},    {0x1.0100000000001p+0, 0x3c04, 0x3f81},
                 {65504, 0x7bff, 0x4780},         {1e30, 0x7c00, 0x714a},
                 {-0.0, 0x8000, 0x8000},          {0x1p-24, 0x0001, 0x3380}};
  for (size_t i = 0; i < COUNT(rounded); i++) {
    TriArg again[8];
    memcpy(again, args, sizeof args);
    again[2].f = again[3].f = rounded[i].value;
    assert_int_equal(tri_function_launch(f, NULL, (int64_t[]){1, 1, 1}, again, 8), TRI_OK);
    memcpy(&half, p + 2, 2);
    assert_int_equal(half, rounded[i].f16);
    memcpy(&half, p + 4, 2);
    assert_int_equal(half, rounded[i].bf16);
  }
  tri_function_free(f);
  gpu_end(&g);
}

/* ---- code under promises ---- */

static void test_promises(void **state)
{
  (void)state;
  Gpu g = gpu_with(scale_text);
  FakeCuda *fake = fake_driver();
  TriArg args[4];
  scale_args(&g, args, 3, 96);
  TriFunction *f = tri_kernel_load(g.kernel, g.device, args, 4);
  if (!f)
    fail_msg("%s", tri_error(g.compiler));
  assert_int_equal(fake->assembled, 2);
  static const struct {
    int32_t by, n;
    int shift;
    bool special;
  } cases[] = {{3, 96, 0, true},  {5, 96, 0, true},  {3, 80, 0, true},
               {3, 97, 0, false}, {3, 96, 1, false}, {3, 32, 4, true}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    scale_args(&g, args, cases[i].by, cases[i].n);
    args[0].data = g.x + cases[i].shift;
    assert_int_equal(tri_function_launch(f, NULL, (int64_t[]){3, 1, 1}, args, 4), TRI_OK);
    assert_true(fake->special == cases[i].special);
    int32_t most = cases[i].n < 96 ? cases[i].n : 96;
    assert_true(scaled(g.out, g.x + cases[i].shift, cases[i].by, most));
  }
  tri_function_free(f);
  assert_null(tri_kernel_load(g.kernel, g.device, args, 3));
  expect_error_of(&g, TRI_USAGE, "kernel 'scale' takes 4 arguments; 3 were passed");
  gpu_end(&g);
}

/* ---- what the driver refuses ---- */

static void expect_load_fails(Gpu *g, TriStatus status, const char *text)
{
  assert_null(tri_kernel_load(g->kernel, g->device, NULL, 0));
  expect_error_of(g, status, text);
  fake_driver()->fail = NULL;
  fake_driver()->log = NULL;
  assert_int_equal(fake_driver()->modules, 0);
  assert_int_equal(fake_driver()->links, 0);
}

static void test_assembler_error(void **state)
{
  (void)state;
  Gpu g = gpu_with(scale_text);
  const char *ptx = tri_kernel_text(g.kernel, NULL, TRI_STAGE_PTX), *store = strstr(ptx, "st.global");
  assert_non_null(store);
  int line = 1;
  for (const char *p = ptx; p < store; p++)
    line += *p == '\n';
  char log[200];
  snprintf(log, sizeof log, "ptxas application ptx input, line %d; error   : Unknown symbol\nptxas fatal",
           line);
  fake_driver()->log = log;
  fake_driver()->fail = "cuLinkAddData_v2";
  fake_driver()->fail_with = 218;
  expect_load_fails(&g, TRI_DEVICE, "the driver does not assemble the PTX of kernel 'scale': ");
  assert_non_null(strstr(tri_error(g.compiler), "CUDA_ERROR_INVALID_PTX (218)"));
  assert_non_null(strstr(tri_error(g.compiler), "error   : Unknown symbol"));
  assert_non_null(strstr(tri_error(g.compiler), "ptxas fatal"));
  assert_non_null(strstr(tri_error(g.compiler), "st.global"));
  assert_non_null(strstr(tri_error(g.compiler), "from k.mlir:18:3"));
  gpu_end(&g);
}

/* Each call between PTX and function fails once, with what the user should do where that is known. */
static void test_load_fails(void **state)
{
  (void)state;
  static const struct {
    const char *call;
    unsigned result;
    const char *says;
  } cases[] = {
      {"cuLinkCreate_v2", 2, "the device has not enough free memory"},
      {"cuLinkAddData_v2", 222, "the driver is older than the PTX; update the NVIDIA driver"},
      {"cuLinkComplete", 209, "compiled for another architecture; leave the arch out"},
      {"cuModuleLoadData", 209,
       "cuModuleLoadData(&v->module, v->cubin.data) gave CUDA_ERROR_NO_BINARY_FOR_GPU"},
      {"cuModuleGetFunction", 1, "CUDA_ERROR_INVALID_VALUE"},
      {"cuFuncGetAttribute", 999, "(999)"},
      {"cuCtxGetCurrent", 201, "CUDA_ERROR_INVALID_CONTEXT"},
      {"cuCtxPushCurrent_v2", 201, "CUDA_ERROR_INVALID_CONTEXT"},
  };
  Gpu g = gpu_with(scale_text);
  for (size_t i = 0; i < COUNT(cases); i++) {
    fake_driver()->fail = cases[i].call;
    fake_driver()->fail_with = cases[i].result;
    fake_driver()->fail_after = 0;
    expect_load_fails(&g, TRI_DEVICE, cases[i].says);
  }
  fake_driver()->max_threads = 31;
  expect_load_fails(&g, TRI_DEVICE,
                    "kernel 'scale' has 32 threads in a CTA and so many registers that 31 fit. "
                    "Use a smaller tri.num_warps");
  gpu_end(&g);
}

/* A fault shows when the stream is waited for. */
static void test_fault(void **state)
{
  (void)state;
  Gpu g = gpu_with(scale_text);
  TriFunction *f = tri_kernel_load(g.kernel, g.device, NULL, 0);
  TriArg args[4];
  scale_args(&g, args, 3, 10 * N);
  assert_int_equal(tri_function_launch(f, NULL, (int64_t[]){40, 1, 1}, args, 4), TRI_OK);
  assert_int_equal(tri_device_wait(g.device, NULL), TRI_FAULT);
  expect_device_error("the kernel accessed memory outside its buffers; target sim names the line");
  expect_device_error("CUDA_ERROR_ILLEGAL_ADDRESS (700)");
  tri_function_free(f);
  tri_compiler_free(g.compiler);
  tri_device_close(g.device);
  TriDevice *d = tri_device_open(0); /* closing the last user ended the lost context */
  assert_int_equal(tri_device_free(d, g.x), TRI_OK);
  assert_int_equal(tri_device_free(d, g.out), TRI_OK);
  tri_device_close(d);
  expect_nothing_left();
}

/* ---- threads ---- */

typedef struct {
  Gpu *gpu;
  const TriFunction *function;
  int32_t by;
  const char *wrong;
} Worker;

static void *work(void *data)
{
  Worker *w = data;
  int32_t *out = tri_device_alloc(w->gpu->device, N * sizeof *out);
  void *stream = tri_stream_new(w->gpu->device);
  for (int i = 0; i < 50 && !w->wrong; i++) {
    TriArg args[4];
    scale_args(w->gpu, args, w->by + i, N);
    args[1].data = out;
    if (tri_function_launch(w->function, stream, grid, args, 4) != TRI_OK ||
        tri_device_wait(w->gpu->device, stream) != TRI_OK)
      w->wrong = "a launch failed";
    else if (!scaled(out, w->gpu->x, w->by + i, N))
      w->wrong = "a result is wrong";
    if (tri_function_launch(w->function, stream, grid, args, 3) != TRI_USAGE ||
        !strstr(tri_device_error(), "3 were passed"))
      w->wrong = "an error is not the thread's own";
  }
  tri_stream_free(w->gpu->device, stream);
  tri_device_free(w->gpu->device, out);
  return NULL;
}

static void test_threads(void **state)
{
  (void)state;
  enum { THREADS = 8 };
  Gpu g = gpu_with(scale_text);
  TriFunction *f = tri_kernel_load(g.kernel, g.device, NULL, 0);
  pthread_t threads[THREADS];
  Worker workers[THREADS];
  for (int i = 0; i < THREADS; i++) {
    workers[i] = (Worker){.gpu = &g, .function = f, .by = 100 * i};
    assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    if (workers[i].wrong)
      fail_msg("%s", workers[i].wrong);
  }
  assert_int_equal(fake_driver()->launches, THREADS * 50);
  tri_function_free(f);
  gpu_end(&g);
}

/* ---- print and assert ---- */

static const char asserting_text[] =
    "func.func @asserting(%x: !tri.ptr<i32>, %most: i32) attributes {tri.kernel} {\n"
    "  %v = tri.load %x : i32\n"
    "  %small = arith.cmpi sle, %v, %most : i32\n"
    "  tri.assert %small, \"x is small\" : i1\n"
    "  return\n"
    "}\n";

/* A buffer for each stream, which the next stream gets; given back with the function. */
static void test_debug_buffers(void **state)
{
  (void)state;
  Gpu g = gpu_with(asserting_text);
  FakeCuda *fake = fake_driver();
  TriFunction *f = tri_kernel_load(g.kernel, g.device, NULL, 0);
  assert_non_null(f);
  int before = fake->allocations;
  TriArg args[] = {tri_buffer(g.x, 0), tri_int(5)};
  for (int i = 0; i < 3; i++) {
    void *stream = tri_stream_new(g.device);
    assert_int_equal(tri_function_launch(f, stream, grid, args, 2), TRI_OK);
    assert_int_equal(tri_function_launch(f, stream, grid, args, 2), TRI_OK);
    assert_int_equal(tri_device_wait(g.device, stream), TRI_OK);
    assert_int_equal(fake->allocations, before + 1);
    tri_stream_free(g.device, stream);
  }
  void *streams[2] = {tri_stream_new(g.device), NULL};
  for (int i = 0; i < 2; i++)
    assert_int_equal(tri_function_launch(f, streams[i], grid, args, 2), TRI_OK);
  assert_int_equal(fake->allocations, before + 2);
  tri_stream_free(g.device, streams[0]);
  fake->fail = "cuMemHostAlloc", fake->fail_with = 2;
  void *third = tri_stream_new(g.device);
  assert_int_equal(tri_function_launch(f, third, grid, args, 2), TRI_OK);
  assert_int_equal(tri_function_launch(f, (void *)&third, grid, args, 2), TRI_DEVICE);
  fake->fail = NULL;
  tri_stream_free(g.device, third);
  tri_function_free(f);
  gpu_end(&g);
}

/* What failed is said by the wait, with its line, on the stream where it failed. */
static void test_failed_assert(void **state)
{
  (void)state;
  Gpu g = gpu_with(asserting_text);
  TriFunction *f = tri_kernel_load(g.kernel, g.device, NULL, 0);
  assert_non_null(f);
  g.x[0] = 6;
  TriArg args[] = {tri_buffer(g.x, 0), tri_int(5)};
  assert_int_equal(tri_function_launch(f, NULL, (int64_t[]){1, 1, 1}, args, 2), TRI_OK);
  assert_int_equal(tri_device_wait(g.device, NULL), TRI_FAULT);
  expect_device_error(":4:3: tri.assert: program (0, 0, 0) fails: x is small");
  tri_function_free(f);
  tri_compiler_free(g.compiler);
  tri_device_close(g.device);
  TriDevice *d = tri_device_open(0); /* closing the last user ended the lost context */
  assert_int_equal(tri_device_free(d, g.x), TRI_OK);
  assert_int_equal(tri_device_free(d, g.out), TRI_OK);
  tri_device_close(d);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_launch),
      cmocka_unit_test(test_debug_buffers),
      cmocka_unit_test(test_function_stands_alone),
      cmocka_unit_test(test_refused_launches),
      cmocka_unit_test(test_values_arrive),
      cmocka_unit_test(test_promises),
      cmocka_unit_test(test_assembler_error),
      cmocka_unit_test(test_load_fails),
      cmocka_unit_test(test_fault),
      cmocka_unit_test(test_threads),
      cmocka_unit_test(test_failed_assert),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
