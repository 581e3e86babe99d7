/* Several compilers at once, each in a thread of its own: parse, fail, launch, free, over and over. */
#include "module.h"

#include <pthread.h>
#include <string.h>

enum { THREADS = 4, ROUNDS = 20, N = 300 };

static const char kernel[] = "func.func @k(%p: !tri.ptr<i32>, %by: i32) attributes {tri.kernel} {\n"
                             "  %pid = tri.program_id x\n"
                             "  %q = tri.addptr %p, %pid : !tri.ptr<i32>, i32\n"
                             "  %v = arith.muli %pid, %by : i32\n"
                             "  tri.store %v to %q : i32\n"
                             "  return\n}\n";

/* NULL, or what went wrong: cmocka's assertions are for the main thread. */
static const char *round_trip(TriCompiler *c, int32_t by)
{
  int32_t out[N] = {0};
  TriModule *m = tri_module_parse(c, kernel, sizeof kernel - 1, "k.mlir", NULL, 0);
  TriKernel *k = m ? tri_module_kernel(m, NULL) : NULL;
  TriArg args[] = {tri_buffer(out, sizeof out), tri_int(by)};
  if (!k ||
      tri_launch(k, &(TriLaunch){.grid = {N, 1, 1}, .args = args, .n_args = 2, .threads = 2}, NULL) != TRI_OK)
    return tri_error(c);
  for (int32_t i = 0; i < N; i++)
    if (out[i] != i * by)
      return "wrong result";
  if (tri_module_parse(c, "broken", 6, "b.mlir", NULL, 0) || !strstr(tri_error(c), "b.mlir:1:1"))
    return "broken text was not refused in its own words";
  return NULL;
}

static void *work(void *by)
{
  for (int i = 0; i < ROUNDS; i++) {
    TriCompiler *c = tri_compiler_new();
    const char *wrong = round_trip(c, *(int32_t *)by);
    if (wrong)
      return strdup(wrong);
    tri_compiler_free(c);
  }
  return NULL;
}

static void test_compilers_in_parallel(void **state)
{
  (void)state;
  pthread_t threads[THREADS];
  int32_t by[THREADS];
  for (int i = 0; i < THREADS; i++) {
    by[i] = 7 * i + 1;
    assert_int_equal(pthread_create(&threads[i], NULL, work, &by[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) {
    void *wrong;
    assert_int_equal(pthread_join(threads[i], &wrong), 0);
    if (wrong)
      fail_msg("%s", (char *)wrong);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_compilers_in_parallel)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
