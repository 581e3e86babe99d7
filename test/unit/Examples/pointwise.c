/* The other pointwise examples against plain C: gather, 2-D copy, loop and branch, helper function. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

static const TriType all_types[] = {TRI_I8, TRI_I16, TRI_I32, TRI_I64, TRI_F16, TRI_BF16, TRI_F32, TRI_F64};
static const TriType float_types[] = {TRI_F16, TRI_BF16, TRI_F32, TRI_F64};
#define EACH_TYPE(t, list) for (const TriType *t = list; t < list + sizeof list / sizeof *list; t++)

/* ---- strided_gather ---- */

static void check_gather(TriTarget target, TriType t, int32_t n, int64_t stride)
{
  enum { ROWS = 777 };
  size_t bytes = (size_t)tri_type_bytes(t), table_n = (size_t)(ROWS * stride);
  char *table = special_array(t, table_n, 1), *out = special_array(t, (size_t)n, 2),
       *want = special_array(t, (size_t)n, 3);
  int32_t *index = malloc(sizeof *index * (size_t)n);
  uint64_t seed = 7;
  for (int32_t i = 0; i < n; i++) {
    index[i] = (int32_t)(next_random(&seed) % ROWS);
    memcpy(want + (size_t)i * bytes, table + (size_t)(index[i] * stride) * bytes, bytes);
  }
  Run r = run_begin("strided_gather.mlir", NULL, target, (const TriDefine[]){{"T", tri_type_name(t)}}, 1);
  arg_buffer(&r, table, table_n * bytes);
  arg_buffer(&r, index, sizeof *index * (size_t)n);
  arg_buffer(&r, out, (size_t)n * bytes);
  arg_int(&r, n);
  arg_int(&r, stride);
  run_finish(&r, from_file, TRI_OK, NULL);
  expect_same(t, out, want, (size_t)n);
  free(table), free(out), free(want), free(index);
}

static void test_gather(void **state)
{
  (void)state;
  EACH_TARGET(k) EACH_TYPE(t, all_types)
  {
    check_gather(targets[k], *t, 1, 1);
    check_gather(targets[k], *t, 1001, 3);
  }
}

/* An index past the table is a fault that names the line, the program and the element. */
static void test_gather_out_of_bounds(void **state)
{
  (void)state;
  EACH_TARGET(k)
  {
    float table[10] = {0}, out[300];
    int32_t index[300] = {0};
    index[290] = 10;
    Run r = run_begin("strided_gather.mlir", NULL, targets[k], NULL, 0);
    arg_buffer(&r, table, sizeof table);
    arg_buffer(&r, index, sizeof index);
    arg_buffer(&r, out, sizeof out);
    arg_int(&r, 300);
    arg_int(&r, 1);
    char error[512];
    run_finish(&r, from_file, TRI_FAULT, error);
    assert_non_null(strstr(error, "strided_gather.mlir:31:"));
    assert_non_null(strstr(error, "table"));
    assert_non_null(strstr(error, "34"));
  }
}

/* ---- masked_copy_2d ---- */

static void check_copy(TriTarget target, TriType t, const char *tile_rows, int rows, int columns,
                       int src_stride, int dst_stride)
{
  size_t bytes = (size_t)tri_type_bytes(t), src_n = (size_t)(rows * src_stride),
         dst_n = (size_t)(rows * dst_stride);
  char *src = special_array(t, src_n, 1), *dst = special_array(t, dst_n, 2),
       *want = special_array(t, dst_n, 2);
  for (int i = 0; i < rows; i++)
    memcpy(want + (size_t)(i * dst_stride) * bytes, src + (size_t)(i * src_stride) * bytes,
           (size_t)columns * bytes);
  Run r = run_begin("masked_copy_2d.mlir", NULL, target,
                    (const TriDefine[]){{"T", tri_type_name(t)}, {"ROWS", tile_rows}}, 2);
  arg_buffer(&r, src, src_n * bytes);
  arg_buffer(&r, dst, dst_n * bytes);
  arg_int(&r, rows);
  arg_int(&r, columns);
  arg_int(&r, src_stride);
  arg_int(&r, dst_stride);
  run_finish(&r, from_file, TRI_OK, NULL);
  expect_same(t, dst, want, dst_n);
  free(src), free(dst), free(want);
}

static void test_copy(void **state)
{
  (void)state;
  EACH_TARGET(k) EACH_TYPE(t, all_types)
  {
    check_copy(targets[k], *t, "16", 1, 1, 1, 1);
    check_copy(targets[k], *t, "16", 33, 65, 67, 71);
    check_copy(targets[k], *t, "1", 5, 129, 131, 129);
  }
}

/* ---- horner ---- */

static void horner(TriType t, const void *x, const void *c, void *y, size_t n, int degree, bool twice)
{
  for (size_t i = 0; i < n; i++) {
    double r = read_float(t, c, (size_t)degree);
    char acc[8];
    for (int k = degree - 1; k >= 0; k--) {
      write_float(t, acc, 0, r * read_float(t, x, i));
      write_float(t, acc, 0, read_float(t, acc, 0) + read_float(t, c, (size_t)k));
      r = read_float(t, acc, 0);
    }
    write_float(t, y, i, twice ? r + r : r);
  }
}

static void check_horner(TriTarget target, TriType t, size_t n, int degree, bool twice)
{
  size_t bytes = (size_t)tri_type_bytes(t);
  void *x = special_array(t, n, 1), *c = special_array(t, 16, 2), *y = special_array(t, n, 3),
       *want = special_array(t, n, 4);
  for (size_t i = 0; i < 16; i++)
    write_float(t, c, i, 0.25 * (double)i - 1.5);
  horner(t, x, c, want, n, degree, twice);
  Run r = run_begin("horner.mlir", NULL, target, (const TriDefine[]){{"T", tri_type_name(t)}}, 1);
  arg_buffer(&r, x, n * bytes);
  arg_buffer(&r, c, (size_t)(degree + 1) * bytes);
  arg_buffer(&r, y, n * bytes);
  arg_int(&r, (int64_t)n);
  arg_int(&r, degree);
  arg_int(&r, twice);
  run_finish(&r, from_file, TRI_OK, NULL);
  expect_same(t, y, want, n);
  free(x), free(c), free(y), free(want);
}

static void test_horner(void **state)
{
  (void)state;
  EACH_TARGET(k) EACH_TYPE(t, float_types)
  {
    check_horner(targets[k], *t, 1000, 0, false);
    check_horner(targets[k], *t, 513, 7, true);
    check_horner(targets[k], *t, 1, 15, false);
  }
}

/* ---- leaky_relu ---- */

static void test_leaky_relu(void **state)
{
  (void)state;
  enum { N = 3001 };
  EACH_TARGET(k) EACH_TYPE(t, float_types)
  {
    size_t bytes = (size_t)tri_type_bytes(*t);
    void *x = special_array(*t, N, 1), *y = special_array(*t, N, 2), *want = special_array(*t, N, 3);
    for (size_t i = 0; i < N; i++) {
      double v = read_float(*t, x, i);
      write_float(*t, want, i, v > 0 ? v : v * 0.25);
    }
    Run r = run_begin("leaky_relu.mlir", NULL, targets[k], (const TriDefine[]){{"T", tri_type_name(*t)}}, 1);
    arg_buffer(&r, x, N * bytes);
    arg_buffer(&r, y, N * bytes);
    arg_int(&r, N);
    arg_float(&r, 0.25);
    run_finish(&r, from_file, TRI_OK, NULL);
    expect_same(*t, y, want, N);
    free(x), free(y), free(want);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_gather), cmocka_unit_test(test_gather_out_of_bounds), cmocka_unit_test(test_copy),
      cmocka_unit_test(test_horner), cmocka_unit_test(test_leaky_relu),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
