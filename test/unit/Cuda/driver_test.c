/* Finding and loading a driver. It is loaded once for a process, so each case is a process of its own. */
#include "gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* True in the child, which ends with expect or fail; the parent checks that it ended well. */
static bool in_child(void)
{
  fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0)
    return true;
  int status;
  waitpid(child, &status, 0);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
  return false;
}

static void expect(bool condition, const char *what)
{
  if (condition)
    return;
  fprintf(stderr, "%s; the error is: %s\n", what, tri_device_error());
  _exit(1);
}

static void expect_no_device(const char *driver, const char *says)
{
  if (!in_child())
    return;
  setenv("TRI_CUDA_DRIVER", driver, 1);
  expect(tri_device_count() == 0 && !tri_device_open(0), "a device was found");
  expect(strstr(tri_device_error(), says) != NULL, says);
  _exit(0);
}

static void test_no_driver(void **state)
{
  (void)state;
  expect_no_device("none", "there is no CUDA driver here: TRI_CUDA_DRIVER is none");
  expect_no_device("/nowhere/libcuda.so.1", "there is no CUDA driver here: /nowhere/libcuda.so.1:");
  expect_no_device("/nowhere/libcuda.so.1",
                   "install the NVIDIA driver, or run on the simulator with target sim");
  expect_no_device("libm.so.6",
                   "the CUDA driver libm.so.6 has no function cuInit: it is older than CUDA 11.0");
}

static void test_failing_start(void **state)
{
  (void)state;
  static const char *const calls[] = {"cuInit", "cuDriverGetVersion"};
  for (size_t i = 0; i < COUNT(calls); i++) {
    if (!in_child())
      continue;
    FakeCuda *fake = fake_driver();
    fake->fail = calls[i];
    fake->fail_with = 803;
    expect(tri_device_count() == 0, "a device was found");
    expect(strstr(tri_device_error(), "libcuda and the kernel module are of different versions; reboot"),
           "remedy");
    expect(strstr(tri_device_error(), "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH (803)"), "name");
    fake->fail = NULL;
    expect(tri_device_count() == 1, "a driver that recovers is not asked again");
    _exit(0);
  }
}

/* A driver that is older than our PTX gets older PTX, which it takes. */
static void test_old_driver(void **state)
{
  (void)state;
  static const struct {
    int version, ptx;
    const char *line;
  } cases[] = {{13000, 87, ".version 8.7"},
               {12080, 87, ".version 8.7"},
               {12060, 85, ".version 8.5"},
               {12000, 80, ".version 8.0"}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    if (!in_child())
      continue;
    fake_driver()->version = cases[i].version;
    TriDevice *d = tri_device_open(0);
    expect(d != NULL, "no device");
    expect(tri_device_info(d)->ptx == cases[i].ptx, "the PTX version");
    TriCompiler *c = tri_compiler_new();
    TriFunction *f = tri_kernel_load(kernel_of(c, scale_text), d, NULL, 0);
    if (!f)
      fprintf(stderr, "%s\n", tri_error(c));
    expect(f != NULL, "the kernel does not load");
    expect(strstr(tri_function_info(f, NULL, 0).cubin, cases[i].line) != NULL, cases[i].line);
    _exit(0);
  }
}

static void test_too_old_driver(void **state)
{
  (void)state;
  if (!in_child())
    return;
  fake_driver()->version = 11040;
  expect(!tri_device_open(0), "a device was opened");
  expect(
      strstr(tri_device_error(),
             "the driver is for CUDA 11.4 and takes PTX up to 7.4; sm_90a needs PTX 8.0: update the NVIDIA "
             "driver to one for CUDA 12.0 or newer"),
      "the sentence");
  _exit(0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_no_driver),
      cmocka_unit_test(test_failing_start),
      cmocka_unit_test(test_old_driver),
      cmocka_unit_test(test_too_old_driver),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
