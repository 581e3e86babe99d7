/* Devices, memory, streams and time, and what is said when the driver refuses. */
#include "gpu.h"

#include <string.h>

static int reset(void **state)
{
  (void)state;
  *fake_driver() = (FakeCuda){
      .devices = 2, .version = 13000, .major = 9, .minor = 0, .memory = 1 << 24, .max_threads = 1024};
  return 0;
}

static int check(void **state)
{
  (void)state;
  expect_nothing_left();
  return 0;
}

/* ---- opening ---- */

static void test_open(void **state)
{
  (void)state;
  assert_int_equal(tri_device_count(), 2);
  TriDevice *d = tri_device_open(1), *again = tri_device_open(1), *other = tri_device_open(0);
  assert_ptr_equal(d, again);
  assert_ptr_not_equal(d, other);
  assert_int_equal(fake_driver()->contexts, 2);
  const TriDeviceInfo *i = tri_device_info(d);
  assert_string_equal(i->name, "Fake GPU 1");
  assert_string_equal(i->arch, "sm_90a");
  assert_true(i->ordinal == 1 && i->major == 9 && i->minor == 0 && i->driver == 13000 && i->ptx == 87);
  assert_true(i->multiprocessors == 132 && i->memory_bytes == 1 << 24 && i->shared_bytes == 232448);
  tri_device_close(d);
  assert_int_equal(fake_driver()->contexts, 2);
  tri_device_close(again);
  assert_int_equal(fake_driver()->contexts, 1);
  tri_device_close(other);
  tri_device_close(NULL);
}

static void test_no_such_device(void **state)
{
  (void)state;
  assert_null(tri_device_open(2));
  expect_device_error("there is no device 2; the devices are 0 to 1");
  assert_null(tri_device_open(-1));
  expect_device_error("there is no device -1");
}

static void test_no_device(void **state)
{
  (void)state;
  fake_driver()->devices = 0;
  assert_int_equal(tri_device_count(), 0);
  expect_device_error("there is no CUDA device here");
  expect_device_error("target sim");
  assert_null(tri_device_open(0));
}

static void test_old_gpu(void **state)
{
  (void)state;
  fake_driver()->major = 7, fake_driver()->minor = 5;
  assert_null(tri_device_open(0));
  expect_device_error(
      "Fake GPU 0, has compute capability 7.5, for which nothing is compiled; the targets are "
      "sm_80, sm_89");
}

/* Every call on the way to an open device that can fail. */
static void test_open_fails(void **state)
{
  (void)state;
  static const char *const calls[] = {"cuDeviceGetCount",    "cuDeviceGet",
                                      "cuDeviceGetName",     "cuDeviceGetAttribute",
                                      "cuDeviceTotalMem_v2", "cuDevicePrimaryCtxRetain"};
  for (size_t i = 0; i < COUNT(calls); i++)
    for (int after = 0; after < (strcmp(calls[i], "cuDeviceGetAttribute") ? 1 : 5); after++) {
      fake_driver()->fail = calls[i];
      fake_driver()->fail_with = 999;
      fake_driver()->fail_after = after;
      assert_null(tri_device_open(0));
      expect_device_error("gave an error without a name (999): so says the fake driver");
      expect_device_error("device.c:");
      assert_int_equal(fake_driver()->contexts, 0);
    }
}

/* ---- memory ---- */

static void test_memory(void **state)
{
  (void)state;
  enum { N = 1000 };
  TriDevice *d = tri_device_open(0);
  void *stream = tri_stream_new(d);
  int32_t *p = tri_device_alloc(d, N * sizeof *p), *q = tri_device_alloc(d, N * sizeof *q), in[N], out[N];
  assert_true(p && q && stream);
  for (int i = 0; i < N; i++)
    in[i] = i;
  assert_int_equal(tri_device_copy(d, p, in, sizeof in, stream), TRI_OK);
  assert_int_equal(tri_device_fill(d, q, 0xff, sizeof in, stream), TRI_OK);
  assert_int_equal(tri_device_copy(d, q + 1, p, sizeof in - sizeof *p, stream), TRI_OK);
  assert_int_equal(tri_device_copy(d, out, q, sizeof out, stream), TRI_OK);
  assert_int_equal(tri_device_wait(d, stream), TRI_OK);
  assert_int_equal(out[0], -1);
  assert_memory_equal(out + 1, in, sizeof in - sizeof *in);
  void *nothing = tri_device_alloc(d, 0);
  assert_non_null(nothing);
  assert_int_equal(tri_device_copy(d, NULL, NULL, 0, NULL), TRI_OK);
  assert_int_equal(tri_device_free(d, nothing), TRI_OK);
  assert_int_equal(tri_device_free(d, NULL), TRI_OK);
  assert_int_equal(tri_device_free(d, p), TRI_OK);
  assert_int_equal(tri_device_free(d, p), TRI_DEVICE);
  expect_device_error("cuMemFree(address(p)) gave CUDA_ERROR_INVALID_VALUE (1)");
  assert_int_equal(tri_device_free(d, q), TRI_OK);
  tri_stream_free(d, stream);
  tri_device_close(d);
}

static void test_out_of_memory(void **state)
{
  (void)state;
  TriDevice *d = tri_device_open(0);
  void *most = tri_device_alloc(d, 12 << 20);
  assert_non_null(most);
  assert_null(tri_device_alloc(d, 5 << 20));
  expect_device_error("device 0, Fake GPU 0, cannot give 5.0 MiB: 4.0 of its 16.0 MiB are free; use smaller "
                      "buffers");
  assert_int_equal(tri_device_free(d, most), TRI_OK);
  tri_device_close(d);
}

/* ---- time ---- */

typedef struct {
  int calls, last, fail_at;
} Work;

static TriStatus work(void *data, int i, void *stream)
{
  Work *w = data;
  assert_non_null(stream);
  assert_int_equal(i, w->calls);
  w->last = i;
  return w->calls++ == w->fail_at ? TRI_FAULT : TRI_OK;
}

static void test_time(void **state)
{
  (void)state;
  TriDevice *d = tri_device_open(0);
  Work w = {.fail_at = -1};
  TriTimes t;
  TriTiming timing = {.warmup = 2, .repetitions = 20, .copy_bytes = 1 << 20};
  assert_int_equal(tri_device_time(d, work, &w, &timing, &t), TRI_OK);
  assert_int_equal(w.calls, 22);
  assert_int_equal(t.repetitions, 20);
  assert_true(t.work.least >= 0 && t.work.least <= t.work.p20 && t.work.p20 <= t.work.median &&
              t.work.median <= t.work.p80);
  assert_true(t.copy.median > 0);
  w = (Work){.fail_at = -1};
  assert_int_equal(tri_device_time(d, work, &w, &(TriTiming){.seconds = 0.01}, &t), TRI_OK);
  assert_true(t.repetitions >= 10 && t.copy.median == 0);
  w = (Work){.fail_at = -1};
  assert_int_equal(
      tri_device_time(d, work, &w, &(TriTiming){.warmup = 1, .repetitions = 10, .launches = 5}, &t), TRI_OK);
  assert_int_equal(w.calls, 55);
  w = (Work){.fail_at = 7};
  assert_int_equal(tri_device_time(d, work, &w, &timing, &t), TRI_FAULT);
  assert_int_equal(w.calls, 8);
  tri_device_close(d);
}

static void test_time_fails(void **state)
{
  (void)state;
  static const char *const calls[] = {"cuStreamCreate",  "cuEventCreate",      "cuEventRecord",
                                      "cuMemAlloc_v2",   "cuEventElapsedTime", "cuStreamSynchronize",
                                      "cuMemsetD8Async", "cuMemcpyAsync"};
  TriDevice *d = tri_device_open(0);
  for (size_t i = 0; i < COUNT(calls); i++) {
    Work w = {.fail_at = -1};
    TriTimes t;
    fake_driver()->fail = calls[i];
    fake_driver()->fail_with = 700;
    fake_driver()->fail_after = 0;
    assert_int_equal(tri_device_time(d, work, &w, &(TriTiming){.repetitions = 3, .copy_bytes = 64}, &t),
                     TRI_FAULT);
    expect_device_error("outside its buffers");
  }
  tri_device_close(d);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, reset, check)
  const struct CMUnitTest tests[] = {
      TEST(test_open),       TEST(test_no_such_device), TEST(test_no_device),
      TEST(test_old_gpu),    TEST(test_memory),         TEST(test_out_of_memory),
      TEST(test_open_fails), TEST(test_time),           TEST(test_time_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
