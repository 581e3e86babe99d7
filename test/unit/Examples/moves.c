/* The kernels of examples/ that move and count elements, and dropout, against plain C.
 *
 * Dropout's random numbers have to be those of Philox, so which elements are kept is exact. What is kept is
 * divided by 1 − p, both rounded to f32, and rounded to the type: off by at most 2^-23 of it and rounding_of.
 */
#include "harness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EACH_TYPE(t, list) for (const TriType *t = list; t < list + COUNT(list); t++)

static const TriType all_types[] = {TRI_I8, TRI_I16, TRI_I32, TRI_I64, TRI_F16, TRI_BF16, TRI_F32, TRI_F64};
static const TriType float_types[] = {TRI_F16, TRI_BF16, TRI_F32};

/* ---- histogram ---- */

static void check_histogram(TriTarget target, TriType t, int bins, const char *bins_text, int n)
{
  void *x = special_array(t, (size_t)n, 1);
  int32_t *counts = calloc((size_t)bins, sizeof *counts), *want = calloc((size_t)bins, sizeof *want);
  for (int i = 0; i < n; i += 3)
    write_int(t, x, (size_t)i, i % 17);
  counts[5] = want[5] = 1000;
  for (int i = 0; i < n; i++) {
    uint64_t v = (uint64_t)read_int(t, x, (size_t)i) & (UINT64_MAX >> (64 - 8 * tri_type_bytes(t)));
    if (v < (uint64_t)bins)
      want[v]++;
  }
  const TriDefine defines[] = {{"T", tri_type_name(t)}, {"BINS", bins_text}};
  Run r = run_begin("histogram.mlir", NULL, target, defines, COUNT(defines));
  if (!run_is_left_out(&r)) {
    arg_buffer(&r, x, (size_t)n * (size_t)tri_type_bytes(t));
    arg_buffer(&r, counts, (size_t)bins * sizeof *counts);
    arg_int(&r, n);
    run_finish(&r, from_file, TRI_OK, NULL);
    expect_same(TRI_I32, counts, want, (size_t)bins);
  }
  free(x), free(counts), free(want);
}

static void test_histogram(void **state)
{
  (void)state;
  const TriType types[] = {TRI_I8, TRI_I16, TRI_I32};
  EACH_TARGET(k) EACH_TYPE(t, types)
  {
    check_histogram(targets[k], *t, 256, "256", 1);
    check_histogram(targets[k], *t, 16, "16", 1024);
    check_histogram(targets[k], *t, 256, "256", 10001);
  }
}

/* ---- transpose ---- */

static void check_transpose(TriTarget target, TriType t, const char *tile_rows, int rows, int columns)
{
  size_t bytes = (size_t)tri_type_bytes(t), n = (size_t)rows * (size_t)columns;
  char *x = special_array(t, n, 1), *y = special_array(t, n, 2), *want = special_array(t, n, 3);
  for (size_t r = 0; r < (size_t)rows; r++)
    for (size_t c = 0; c < (size_t)columns; c++)
      memcpy(want + (c * (size_t)rows + r) * bytes, x + (r * (size_t)columns + c) * bytes, bytes);
  const TriDefine defines[] = {{"T", tri_type_name(t)}, {"ROWS", tile_rows}};
  Run r = run_begin("transpose.mlir", NULL, target, defines, COUNT(defines));
  if (!run_is_left_out(&r)) {
    arg_buffer(&r, x, n * bytes);
    arg_buffer(&r, y, n * bytes);
    arg_int(&r, rows);
    arg_int(&r, columns);
    run_finish(&r, from_file, TRI_OK, NULL);
    expect_same(t, y, want, n);
  }
  free(x), free(y), free(want);
}

static void test_transpose(void **state)
{
  (void)state;
  EACH_TARGET(k) EACH_TYPE(t, all_types)
  {
    check_transpose(targets[k], *t, "32", 1, 1);
    check_transpose(targets[k], *t, "32", 64, 128);
    check_transpose(targets[k], *t, "16", 33, 65);
  }
}

/* ---- embedding ---- */

enum { TABLE = 100 };

static Run begin_embedding(TriTarget target, TriType t, void *table, int32_t *ids, void *y, int n, int width)
{
  size_t row = (size_t)width * (size_t)tri_type_bytes(t);
  Run r = run_begin("embedding.mlir", NULL, target, (const TriDefine[]){{"T", tri_type_name(t)}}, 1);
  arg_buffer(&r, table, TABLE * row);
  arg_buffer(&r, ids, (size_t)n * sizeof *ids);
  arg_buffer(&r, y, (size_t)n * row);
  arg_int(&r, n);
  arg_int(&r, width);
  return r;
}

static void check_embedding(TriTarget target, TriType t, int n, int width)
{
  size_t row = (size_t)width * (size_t)tri_type_bytes(t), elements = (size_t)n * (size_t)width;
  char *table = special_array(t, (size_t)(TABLE * width), 1), *y = special_array(t, elements, 2),
       *want = special_array(t, elements, 3);
  int32_t *ids = malloc((size_t)n * sizeof *ids);
  uint64_t seed = 4;
  for (int i = 0; i < n; i++) {
    ids[i] = i == 0 ? TABLE - 1 : (int32_t)(next_random(&seed) % TABLE);
    memcpy(want + (size_t)i * row, table + (size_t)ids[i] * row, row);
  }
  Run r = begin_embedding(target, t, table, ids, y, n, width);
  if (!run_is_left_out(&r)) {
    run_finish(&r, from_file, TRI_OK, NULL);
    expect_same(t, y, want, elements);
  }
  free(table), free(y), free(want), free(ids);
}

static void test_embedding(void **state)
{
  (void)state;
  EACH_TARGET(k) EACH_TYPE(t, all_types)
  {
    check_embedding(targets[k], *t, 1, 1);
    check_embedding(targets[k], *t, 16, 128);
    check_embedding(targets[k], *t, 50, 301);
  }
}

/* A row that the table does not have is a fault. */
static void test_embedding_out_of_bounds(void **state)
{
  (void)state;
  _Alignas(16) float table[TABLE * 4] = {0}, y[3 * 4];
  _Alignas(16) int32_t ids[] = {0, TABLE, 1};
  char error[512];
  EACH_TARGET(k)
  {
    Run r = begin_embedding(targets[k], TRI_F32, table, ids, y, 3, 4);
    if (run_is_left_out(&r))
      continue;
    run_finish(&r, from_file, TRI_FAULT, error);
    assert_non_null(strstr(error, "embedding.mlir:"));
    assert_non_null(strstr(error, "table"));
  }
}

/* ---- dropout ---- */

typedef struct {
  uint32_t w[4];
} Words;

static Words philox(Words c, uint64_t key)
{
  uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
  for (int round = 0; round < 10; round++, k0 += 0x9E3779B9u, k1 += 0xBB67AE85u) {
    uint64_t a = UINT64_C(0xD2511F53) * c.w[0], b = UINT64_C(0xCD9E8D57) * c.w[2];
    c = (Words){
        {(uint32_t)(b >> 32) ^ c.w[1] ^ k0, (uint32_t)b, (uint32_t)(a >> 32) ^ c.w[3] ^ k1, (uint32_t)a}};
  }
  return c;
}

/* The known answers of Random123, kat_vectors. */
static void test_philox(void **state)
{
  (void)state;
  Words zero = philox((Words){{0, 0, 0, 0}}, 0);
  assert_memory_equal(zero.w, ((uint32_t[]){0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}), 16);
  Words pi = philox((Words){{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0x299f31d0a4093822);
  assert_memory_equal(pi.w, ((uint32_t[]){0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}), 16);
}

static void check_dropout(TriTarget target, TriType t, int n, double p, uint64_t seed)
{
  size_t bytes = (size_t)n * (size_t)tri_type_bytes(t);
  void *x = uniform_array(t, (size_t)n, 1), *y = uniform_array(t, (size_t)n, 2);
  double *want = calloc((size_t)n, sizeof *want), *bound = calloc((size_t)n, sizeof *bound);
  int kept = 0;
  for (int i = 0; i < n; i++) {
    Words w = philox((Words){{(uint32_t)i / 4, 0, 0, 0}}, seed);
    bool keep = ldexp(w.w[i % 4] >> 8, -24) >= (double)(float)p;
    want[i] = keep ? read_float(t, x, (size_t)i) / (1 - p) : 0;
    bound[i] = keep ? 0x1p-23 * fabs(want[i]) + rounding_of(t, want[i]) : 0;
    kept += keep;
  }
  assert_true(fabs(kept - n * (1 - p)) <= 5 * sqrt(n * p * (1 - p)));
  Run r = run_begin("dropout.mlir", NULL, target, (const TriDefine[]){{"T", tri_type_name(t)}}, 1);
  if (!run_is_left_out(&r)) {
    arg_buffer(&r, x, bytes);
    arg_buffer(&r, y, bytes);
    arg_int(&r, n);
    arg_float(&r, p);
    arg_int(&r, (int64_t)seed);
    run_finish(&r, from_file, TRI_OK, NULL);
    expect_within(t, y, want, bound, (size_t)n);
  }
  free(x), free(y), free(want), free(bound);
}

/* The last case has the number of element 9 for p: it is kept. */
static void test_dropout(void **state)
{
  (void)state;
  EACH_TARGET(k) EACH_TYPE(t, float_types)
  {
    check_dropout(targets[k], *t, 1, 0, 0);
    check_dropout(targets[k], *t, 5000, 0.5, 0x123456789abcdef0);
    check_dropout(targets[k], *t, 4096, 0.1, 42);
    check_dropout(targets[k], *t, 1027, 0.875, UINT64_MAX);
    check_dropout(targets[k], *t, 100, 1, 7);
    check_dropout(targets[k], *t, 100, ldexp(philox((Words){{2, 0, 0, 0}}, 7).w[1] >> 8, -24), 7);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_histogram), cmocka_unit_test(test_transpose),
      cmocka_unit_test(test_embedding), cmocka_unit_test(test_embedding_out_of_bounds),
      cmocka_unit_test(test_philox),    cmocka_unit_test(test_dropout),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
