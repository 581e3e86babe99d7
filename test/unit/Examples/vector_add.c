/* examples/vector_add.mlir: the exact sum in every type and at every size of interest, on every target. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

static const size_t sizes[] = {1, 31, 1024, 98432, (1 << 20) + 3};

static void sum(TriType t, const void *x, const void *y, void *z, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (t == TRI_F32)
      ((float *)z)[i] = ((const float *)x)[i] + ((const float *)y)[i];
    else if (is_float_type(t))
      write_float(t, z, i, read_float(t, x, i) + read_float(t, y, i));
    else
      write_int(t, z, i, (int64_t)((uint64_t)read_int(t, x, i) + (uint64_t)read_int(t, y, i)));
}

static void run(TriTarget target, TriType t, const char *block, void *x, void *y, void *z, size_t n,
                const int64_t *grid)
{
  bool real = is_float_type(t);
  const TriDefine defines[] = {{real ? "F" : "I", tri_type_name(t)}, {"BLOCK", block}};
  Run r = run_begin("vector_add.mlir", real ? "vector_add" : "vector_add_int", target, defines, 2);
  size_t bytes = n * (size_t)tri_type_bytes(t);
  arg_buffer(&r, x, bytes);
  arg_buffer(&r, y, bytes);
  arg_buffer(&r, z, bytes);
  arg_int(&r, (int64_t)n);
  run_finish(&r, grid, TRI_OK, NULL);
}

static void check(TriTarget target, TriType t, size_t n, const char *block)
{
  void *x = special_array(t, n, 1), *y = special_array(t, n, 2), *z = special_array(t, n, 3),
       *want = special_array(t, n, 4);
  sum(t, x, y, want, n);
  run(target, t, block, x, y, z, n, (int64_t[]){-1, 0, 0});
  expect_same(t, z, want, n);
  free(x), free(y), free(z), free(want);
}

static void test_type(void **state)
{
  TriType t = (TriType)(uintptr_t)*state;
  for (size_t k = 0; k < n_targets; k++)
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
      check(targets[k], t, sizes[i], "1024");
}

static void test_other_block(void **state)
{
  (void)state;
  for (size_t k = 0; k < n_targets; k++)
    check(targets[k], TRI_F32, 5000, "128");
}

/* n = 0 on a grid of one program: nothing is read or written. */
static void test_nothing(void **state)
{
  (void)state;
  for (size_t k = 0; k < n_targets; k++)
    for (TriType t = TRI_I8; t <= TRI_F64; t++) {
      if (t == TRI_F8E4M3FN || t == TRI_F8E5M2)
        continue;
      void *z = special_array(t, 4, 5), *before = special_array(t, 4, 5);
      run(targets[k], t, "1024", z, z, z, 0, (int64_t[]){1, 1, 1});
      assert_memory_equal(z, before, 4 * (size_t)tri_type_bytes(t));
      free(z), free(before);
    }
}

/* x = x + x in place: one array passed three times. */
static void test_in_place(void **state)
{
  (void)state;
  for (size_t k = 0; k < n_targets; k++) {
    void *x = special_array(TRI_F32, 3000, 6), *want = special_array(TRI_F32, 3000, 6);
    sum(TRI_F32, want, want, want, 3000);
    run(targets[k], TRI_F32, "1024", x, x, x, 3000, (int64_t[]){-1, 0, 0});
    expect_same(TRI_F32, x, want, 3000);
    free(x), free(want);
  }
}

#define TYPE(t) {.name = "sum of " #t, .test_func = test_type, .initial_state = (void *)(uintptr_t)TRI_##t}

int main(void)
{
  const struct CMUnitTest tests[] = {
      TYPE(F16),
      TYPE(BF16),
      TYPE(F32),
      TYPE(F64),
      TYPE(I8),
      TYPE(I16),
      TYPE(I32),
      TYPE(I64),
      cmocka_unit_test(test_other_block),
      cmocka_unit_test(test_nothing),
      cmocka_unit_test(test_in_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
