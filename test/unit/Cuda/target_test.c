/* TRI_TARGET_CUDA and TRI_TARGET_AUTO on host buffers, and the cache behind them. */
#include "gpu.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { N = 100 };

static char folder[256];

static int set_up(void **state)
{
  (void)state;
  *fake_driver() = (FakeCuda){
      .devices = 1, .version = 13000, .major = 9, .minor = 0, .memory = 1 << 24, .max_threads = 1024};
  snprintf(folder, sizeof folder, "%s/tri-target-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
  return mkdtemp(folder) ? 0 : 1;
}

/* The files of the folder: how many; each is given to f where there is one. */
static int files(void (*f)(const char *path))
{
  int n = 0;
  DIR *d = opendir(folder);
  for (struct dirent *e; (e = readdir(d));)
    if (e->d_name[0] != '.') {
      char path[600];
      snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
      n++;
      if (f)
        f(path);
    }
  closedir(d);
  return n;
}

static void delete_file(const char *path) { unlink(path); }

static int tear_down(void **state)
{
  (void)state;
  files(delete_file);
  expect_nothing_left();
  return rmdir(folder);
}

typedef struct {
  TriCompiler *compiler;
  TriKernel *kernel;
  int32_t x[N], out[N + 28];
} Run;

static void run_begin(Run *r, const char *text)
{
  *r = (Run){.compiler = tri_compiler_new()};
  tri_compiler_cache(r->compiler, folder);
  r->kernel = kernel_of(r->compiler, text);
  for (int i = 0; i < N; i++)
    r->x[i] = 5 * i - 100;
}

static TriStatus launch(Run *r, TriTarget target, int32_t by, int32_t n, TriStats *stats)
{
  TriArg args[] = {tri_buffer(r->x, sizeof r->x), tri_buffer(r->out, sizeof r->out), tri_int(by), tri_int(n)};
  return tri_launch(r->kernel, &(TriLaunch){.target = target, .grid = {4, 1, 1}, .args = args, .n_args = 4},
                    stats);
}

static void expect_good(Run *r, TriTarget target, int32_t by, int32_t n, TriStats *stats)
{
  memset(r->out, 0x77, sizeof r->out);
  if (launch(r, target, by, n, stats) != TRI_OK)
    fail_msg("%s", tri_error(r->compiler));
  assert_true(scaled(r->out, r->x, by, n));
  for (int i = n; i < N + 28; i++)
    assert_int_equal(r->out[i], 0x77777777);
}

/* ---- running ---- */

static void test_cuda(void **state)
{
  (void)state;
  Run r;
  TriStats first, second;
  run_begin(&r, scale_text);
  expect_good(&r, TRI_TARGET_CUDA, 3, N, &first);
  assert_true(first.target == TRI_TARGET_CUDA && first.programs == 4 && first.compile_seconds > 0 &&
              first.seconds > 0);
  expect_good(&r, TRI_TARGET_CUDA, 4, N, &second);
  assert_true(second.compile_seconds == 0);
  assert_int_equal(fake_driver()->launches, 2);
  assert_int_equal(fake_driver()->allocations, 0);
  tri_compiler_free(r.compiler);
}

/* Other multiples of 16 are other code; what is computed is the same. */
static void test_promises(void **state)
{
  (void)state;
  Run r;
  run_begin(&r, scale_text);
  for (int32_t n = N; n > N - 34; n--)
    expect_good(&r, TRI_TARGET_CUDA, n % 3 ? 32 : 31, n, NULL);
  tri_compiler_free(r.compiler);
}

/* A buffer lies on the device as it lies on the host, modulo alignments; one array passed twice is one. */
static void test_places(void **state)
{
  (void)state;
  Run r;
  run_begin(&r, scale_text);
  static _Alignas(512) int32_t memory[2 * N];
  for (int shift = 0; shift < 8; shift++) {
    int32_t *x = memory + shift, want[N];
    for (int i = 0; i < N; i++)
      want[i] = (x[i] = i) * 6 + i;
    TriArg args[] = {tri_buffer(x, N * 4), tri_buffer(x, N * 4), tri_int(6), tri_int(N)};
    TriLaunch l = {.target = TRI_TARGET_CUDA, .grid = {4, 1, 1}, .args = args, .n_args = 4};
    assert_int_equal(tri_launch(r.kernel, &l, NULL), TRI_OK);
    assert_memory_equal(x, want, sizeof want);
    uint64_t on_device[2];
    memcpy(on_device, fake_driver()->params, sizeof on_device);
    assert_true(on_device[0] == on_device[1]);
    assert_int_equal(on_device[0] % 512, (uintptr_t)x % 512);
  }
  tri_compiler_free(r.compiler);
}

/* Tables hold addresses of the host before and after; on the device they lead to the copies. A row's
 * successor is written to the second table by the kernel. */
static void test_tables(void **state)
{
  (void)state;
  static const char text[] =
      "!p = !tri.ptr<i32>\n"
      "func.func @table(%xs: !tri.ptr<!p>, %out: !tri.ptr<!p>, %x: !p) attributes {tri.kernel} {\n"
      "  %row = tri.program_id x\n"
      "  %c1 = arith.constant 1 : i32\n"
      "  %pxs = tri.addptr %xs, %row : !tri.ptr<!p>, i32\n"
      "  %pout = tri.addptr %out, %row : !tri.ptr<!p>, i32\n"
      "  %p = tri.load %pxs : !p\n"
      "  %v = tri.load %p : i32\n"
      "  %w = arith.addi %v, %c1 : i32\n"
      "  tri.store %w to %p : i32\n"
      "  %next = tri.addptr %p, %c1 : !p, i32\n"
      "  tri.store %next to %pout : !p\n"
      "  return\n}\n";
  Run r;
  run_begin(&r, text);
  int32_t *xs[4] = {r.x + 3, r.x, r.x + N - 2, NULL}, *out[4], elsewhere = 7;
  int32_t *const before[4] = {xs[0], xs[1], xs[2], &elsewhere};
  xs[3] = &elsewhere;
  TriArg args[] = {tri_buffer(xs, sizeof xs), tri_buffer(out, sizeof out), tri_buffer(r.x, sizeof r.x)};
  TriLaunch l = {.target = TRI_TARGET_CUDA, .grid = {3, 1, 1}, .args = args, .n_args = 3};
  if (tri_launch(r.kernel, &l, NULL) != TRI_OK)
    fail_msg("%s", tri_error(r.compiler));
  assert_memory_equal(xs, before, sizeof before);
  for (int i = 0; i < N; i++)
    assert_int_equal(r.x[i], 5 * i - 100 + (i == 3 || i == 0 || i == N - 2));
  for (int i = 0; i < 3; i++)
    assert_ptr_equal(out[i], xs[i] + 1);
  tri_compiler_free(r.compiler);
}

static void test_auto(void **state)
{
  (void)state;
  Run r;
  TriStats stats;
  run_begin(&r, scale_text);
  expect_good(&r, TRI_TARGET_AUTO, 3, N, &stats);
  assert_int_equal(stats.target, TRI_TARGET_CUDA);
  tri_compiler_free(r.compiler);
  fake_driver()->devices = 0;
  run_begin(&r, scale_text);
  expect_good(&r, TRI_TARGET_AUTO, 3, N, &stats);
  assert_int_equal(stats.target, TRI_TARGET_SIM);
  assert_int_equal(launch(&r, TRI_TARGET_CUDA, 3, N, NULL), TRI_DEVICE);
  assert_non_null(strstr(tri_error(r.compiler), "there is no CUDA device here"));
  tri_compiler_free(r.compiler);
}

static void test_empty_grid(void **state)
{
  (void)state;
  Run r;
  run_begin(&r, scale_text);
  TriArg args[] = {tri_buffer(r.x, sizeof r.x), tri_buffer(r.out, sizeof r.out), tri_int(1), tri_int(N)};
  TriLaunch l = {.target = TRI_TARGET_CUDA, .grid = {4, 0, 1}, .args = args, .n_args = 4};
  assert_int_equal(tri_launch(r.kernel, &l, NULL), TRI_OK);
  assert_int_equal(fake_driver()->launches, 0);
  tri_compiler_free(r.compiler);
}

static void test_wrong_arch(void **state)
{
  (void)state;
  Run r;
  run_begin(&r, scale_text);
  TriArg args[] = {tri_buffer(r.x, sizeof r.x), tri_buffer(r.out, sizeof r.out), tri_int(1), tri_int(N)};
  TriLaunch l = {.target = TRI_TARGET_CUDA, .grid = {4, 1, 1}, .args = args, .n_args = 4, .arch = "sm_120"};
  assert_int_equal(tri_launch(r.kernel, &l, NULL), TRI_USAGE);
  assert_non_null(
      strstr(tri_error(r.compiler),
             "code for sm_120 does not run on device 0, Fake GPU 0, of compute capability 9.0; leave "
             "the arch out to compile for sm_90a"));
  l.arch = "sm_80";
  assert_int_equal(tri_launch(r.kernel, &l, NULL), TRI_OK);
  l.device = 1;
  assert_int_equal(tri_launch(r.kernel, &l, NULL), TRI_USAGE);
  assert_non_null(strstr(tri_error(r.compiler), "there is no device 1"));
  tri_compiler_free(r.compiler);
}

/* Every call of a launch fails once: an error, nothing left, and the next launch works. */
static void test_failures(void **state)
{
  (void)state;
  static const char *const calls[] = {"cuStreamCreate",     "cuMemAlloc_v2", "cuMemcpyAsync",
                                      "cuEventCreate",      "cuEventRecord", "cuStreamSynchronize",
                                      "cuEventElapsedTime", "cuLaunchKernel"};
  Run r;
  run_begin(&r, scale_text);
  expect_good(&r, TRI_TARGET_CUDA, 3, N, NULL);
  FakeCuda *fake = fake_driver();
  for (size_t i = 0; i < COUNT(calls); i++)
    for (int after = 0; after < 2; after++) {
      fake->fail = calls[i];
      fake->fail_with = 2;
      fake->fail_after = after;
      TriStatus s = launch(&r, TRI_TARGET_CUDA, 3, N, NULL);
      if (fake->fail_after < 0) {
        assert_int_equal(s, TRI_DEVICE);
        assert_non_null(strstr(tri_error(r.compiler), "CUDA_ERROR_OUT_OF_MEMORY (2): out of memory"));
      } else
        assert_int_equal(s, TRI_OK);
      fake->fail = NULL;
      assert_true(fake->allocations == 0 && fake->events == 0 && fake->streams == 0);
      expect_good(&r, TRI_TARGET_CUDA, 3, N, NULL);
    }
  tri_compiler_free(r.compiler);
}

static void test_fault(void **state)
{
  (void)state;
  Run r;
  run_begin(&r, scale_text);
  TriArg args[] = {tri_buffer(r.x, sizeof r.x), tri_buffer(r.out, sizeof r.out), tri_int(1), tri_int(9999)};
  TriLaunch l = {.target = TRI_TARGET_CUDA, .grid = {400, 1, 1}, .args = args, .n_args = 4};
  assert_int_equal(tri_launch(r.kernel, &l, NULL), TRI_FAULT);
  assert_non_null(strstr(tri_error(r.compiler), "the kernel accessed memory outside its buffers"));
  tri_compiler_free(r.compiler);
  fake_driver()->allocations = fake_driver()->streams = fake_driver()->events = 0; /* died with the context */
}

/* ---- kernels from PTX ---- */

static const char ptx[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry k(.param .u64 k_0, .param .u32 k_1, .param .f32 k_2, .param .align 4 .b8 k_3[12])\n"
    "{\n.reg .b64 %rd<3>; .reg .b32 %r<5>; .reg .f32 %f<3>; .reg .pred %p;\n"
    "mov.u32 %r1, %tid.x; ld.param.u32 %r2, [k_1]; setp.ge.u32 %p, %r1, %r2; @%p ret;\n"
    "ld.param.u64 %rd1, [k_0]; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd1, %rd1, %rd2;\n"
    "ld.param.f32 %f1, [k_2]; ld.param.f32 %f2, [k_3+8]; add.f32 %f2, %f2, %f1; st.global.f32 [%rd1], %f2;\n"
    "ret;\n}\n";

static void test_ptx(void **state)
{
  (void)state;
  TriCompiler *c = tri_compiler_new();
  TriModule *m = tri_module_parse_ptx(c, ptx, strlen(ptx), "k.ptx");
  if (!m)
    fail_msg("%s", tri_error(c));
  TriKernel *k = tri_module_kernel(m, NULL);
  float x[40] = {0}, three[3] = {1, 2, 4};
  TriArg args[] = {tri_buffer(x, sizeof x), tri_int(32), tri_float(0.5), tri_buffer(three, sizeof three)};
  TriLaunch l = {
      .target = TRI_TARGET_CUDA, .grid = {1, 1, 1}, .args = args, .n_args = 4, .block = {64, 1, 1}};
  if (tri_launch(k, &l, NULL) != TRI_OK)
    fail_msg("%s", tri_error(c));
  for (int i = 0; i < 40; i++)
    assert_true(x[i] == (i < 32 ? 4.5f : 0));
  assert_true(fake_driver()->block[0] == 64 && fake_driver()->shared == 0);
  l.block[0] = 2048;
  assert_int_equal(tri_launch(k, &l, NULL), TRI_USAGE);
  assert_non_null(strstr(tri_error(c), "2048"));

  TriDevice *d = tri_device_open(0);
  TriFunction *f = tri_kernel_load(k, d, NULL, 0);
  assert_non_null(f);
  assert_int_equal(tri_function_launch(f, NULL, (int64_t[]){1, 1, 1}, args, 4), TRI_USAGE);
  expect_device_error("its PTX does not say how many threads a CTA has (.reqntid); set them with "
                      "tri_function_block");
  assert_int_equal(tri_function_block(f, (int[]){32, 1, 1}, 300000), TRI_USAGE);
  expect_device_error("300000 bytes of shared memory; Fake GPU 0 has 232448");
  assert_int_equal(tri_function_block(f, (int[]){32, 2, 1}, 100000), TRI_OK);
  fake_driver()->do_not_run = true;
  assert_int_equal(tri_function_launch(f, NULL, (int64_t[]){1, 1, 1}, args, 4), TRI_OK);
  assert_true(fake_driver()->block[0] == 32 && fake_driver()->block[1] == 2 &&
              fake_driver()->shared == 100000);
  args[3].bytes = 8;
  assert_int_equal(tri_function_launch(f, NULL, (int64_t[]){1, 1, 1}, args, 4), TRI_USAGE);
  expect_device_error("argument '3' is 12 bytes by value and takes a buffer of that size");
  tri_function_free(f);
  tri_device_close(d);
  tri_compiler_free(c);
}

/* ---- the cache ---- */

static int assembled_by(Run *r, int32_t n)
{
  int before = fake_driver()->assembled;
  expect_good(r, TRI_TARGET_CUDA, 3, n, NULL);
  return fake_driver()->assembled - before;
}

/* What a fresh compiler assembles for this text. */
static int assembled_afresh(const char *text)
{
  Run r;
  run_begin(&r, text);
  int n = assembled_by(&r, N - 1);
  tri_compiler_free(r.compiler);
  return n;
}

static void damage(const char *path)
{
  FILE *f = fopen(path, "r+b");
  assert_non_null(f);
  fseek(f, -3, SEEK_END);
  fputc('?', f);
  fclose(f);
}

static void cut(const char *path) { assert_int_equal(truncate(path, 50), 0); }

static void test_cache(void **state)
{
  (void)state;
  int cold = assembled_afresh(scale_text);
  assert_true(cold >= 1);
  assert_int_equal(files(NULL), cold);
  assert_int_equal(assembled_afresh(scale_text), 0);
  files(damage);
  assert_int_equal(assembled_afresh(scale_text), cold);
  assert_int_equal(assembled_afresh(scale_text), 0);
  files(cut);
  assert_int_equal(assembled_afresh(scale_text), cold);
  assert_int_equal(files(NULL), cold);
  char other[2000];
  snprintf(other, sizeof other, "// another text\n%s", scale_text);
  assert_int_equal(assembled_afresh(other), cold);
  assert_int_equal(files(NULL), 2 * cold);
  fake_driver()->major = 8;
  assert_int_equal(assembled_afresh(scale_text), cold); /* sm_80 */
  assert_int_equal(files(NULL), 3 * cold);
}

static void test_cache_is_told(void **state)
{
  (void)state;
  Run r;
  run_begin(&r, scale_text);
  TriDevice *d = tri_device_open(0);
  TriFunction *cold = tri_kernel_load(r.kernel, d, NULL, 0), *warm = tri_kernel_load(r.kernel, d, NULL, 0);
  assert_false(tri_function_info(cold, NULL, 0).cached);
  TriFunctionInfo i = tri_function_info(warm, NULL, 0);
  assert_true(i.cached && i.compile_seconds == 0 && i.assemble_seconds == 0 && i.load_seconds > 0);
  tri_function_free(cold);
  tri_function_free(warm);
  tri_device_close(d);
  tri_compiler_free(r.compiler);
}

static void test_cache_off_or_broken(void **state)
{
  (void)state;
  Run r;
  run_begin(&r, scale_text);
  tri_compiler_cache(r.compiler, "off");
  assert_true(assembled_by(&r, N - 1) > 0);
  assert_string_equal(tri_cache_problem(r.compiler), "");
  tri_compiler_free(r.compiler);
  run_begin(&r, scale_text);
  tri_compiler_cache(r.compiler, "/dev/null/tri");
  assert_true(assembled_by(&r, N - 1) > 0);
  assert_non_null(
      strstr(tri_cache_problem(r.compiler), "the cache is not used: cannot make the folder /dev/null"));
  tri_compiler_free(r.compiler);
  assert_int_equal(files(NULL), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(test_ptx),
      TEST(test_cuda),
      TEST(test_promises),
      TEST(test_places),
      TEST(test_tables),
      TEST(test_auto),
      TEST(test_empty_grid),
      TEST(test_wrong_arch),
      TEST(test_failures),
      TEST(test_cache),
      TEST(test_fault),
      TEST(test_cache_is_told),
      TEST(test_cache_off_or_broken),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
