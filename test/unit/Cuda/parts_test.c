/* The decisions of lib/Cuda that need no driver. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "Cuda/assemble.h"
#include "Cuda/build_id.h"

#include <stdio.h>
#include <string.h>

static void test_ptx_versions(void **state)
{
  (void)state;
  static const struct {
    int cuda, ptx;
  } cases[] = {{10020, 0},  {11000, 70}, {11080, 78}, {11090, 78}, {12000, 80}, {12010, 81},
               {12050, 85}, {12060, 85}, {12070, 86}, {12080, 87}, {13000, 90}, {99000, 90}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_int_equal(cuda_ptx_version(cases[i].cuda), cases[i].ptx);
  assert_int_equal(cuda_for_ptx(80), 12000);
  assert_int_equal(cuda_for_ptx(86), 12070);
  assert_int_equal(cuda_for_ptx(87), 12080);
  for (int ptx = 70; ptx <= 90; ptx++)
    assert_true(cuda_ptx_version(cuda_for_ptx(ptx)) >= ptx);
}

static void test_targets(void **state)
{
  (void)state;
  static const struct {
    int major, minor;
    const char *name; /* NULL: none */
  } cases[] = {{7, 5, NULL},       {8, 0, "sm_80"},  {8, 6, "sm_80"},   {8, 9, "sm_89"},  {9, 0, "sm_90a"},
               {10, 0, "sm_100a"}, {10, 3, "sm_89"}, {12, 0, "sm_120"}, {12, 1, "sm_120"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const Target *t = device_target(cases[i].major, cases[i].minor);
    if (!cases[i].name) {
      assert_null(t);
      continue;
    }
    assert_string_equal(t->name, cases[i].name);
    TriDevice d = {.info = {.major = cases[i].major, .minor = cases[i].minor}};
    assert_true(device_runs(&d, t));
  }
  TriDevice hopper = {.info = {.major = 9, .minor = 0}};
  assert_true(device_runs(&hopper, target_named("sm_80")));
  assert_false(device_runs(&hopper, target_named("sm_100a")));
  assert_false(device_runs(&hopper, target_named("sm_120")));
  TriDevice ampere = {.info = {.major = 8, .minor = 6}};
  assert_false(device_runs(&ampere, target_named("sm_90a")));
}

/* Every row's PTX is emitted at a version that knows the row. */
static void test_rows(void **state)
{
  (void)state;
  for (size_t i = 0; i < target_count; i++)
    assert_true(target_ptx(&targets[i]) >= targets[i].oldest_ptx);
}

static void test_explain_log(void **state)
{
  (void)state;
  Arena a = {0};
  const char *ptx = "// tri.meta: {\"kernels\":[{\"locations\":[\"\",\"k.mlir:3:1\",\"k.mlir:9:4\"]}]}\n"
                    ".version 8.7\n"
                    "  add.u32 %r1, %r2, %r3; // tri:1\n"
                    "  // tri:2\n"
                    "  bad.thing %r1;\n";
  assert_string_equal(cuda_explain_log(&a, "", ptx), "");
  assert_string_equal(cuda_explain_log(&a, "ptxas input, line 5; error : no\nptxas fatal", ptx),
                      "\n  ptxas input, line 5; error : no\n      bad.thing %r1;   from k.mlir:9:4"
                      "\n  ptxas fatal");
  assert_string_equal(cuda_explain_log(&a, "line 3", ptx),
                      "\n  line 3\n      add.u32 %r1, %r2, %r3; // tri:1   from k.mlir:3:1");
  assert_string_equal(cuda_explain_log(&a, "line 2", ptx), "\n  line 2\n    .version 8.7");
  assert_string_equal(cuda_explain_log(&a, "line 99\n", "no meta\n"), "\n  line 99\n    ");
  arena_free(&a);
}

static void test_build_id(void **state)
{
  (void)state;
  Arena a = {0};
  const char *mine = build_id_of(&a, (const void *)(uintptr_t)test_build_id),
             *of_libc = build_id_of(&a, stdout);
  assert_non_null(mine);
  assert_int_equal(strspn(mine, "0123456789abcdef"), strlen(mine));
  assert_true(strlen(mine) >= 16);
  assert_non_null(of_libc);
  assert_string_not_equal(mine, of_libc);
  assert_null(build_id_of(&a, NULL));
  arena_free(&a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ptx_versions), cmocka_unit_test(test_targets),  cmocka_unit_test(test_rows),
      cmocka_unit_test(test_explain_log),  cmocka_unit_test(test_build_id),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
