/* The matrix products of examples/ against sums in double.
 *
 * The bound. Products of the inputs are exact in double, and a sum of k of them is off by less than
 * k·2^-52·S, where S is the sum of their absolute values. On the machines each of the k products may be
 * rounded or cut to f32 as it is added (docs/semantics.md, dot): k·2^-23·S, and twice 2^-23·S for the
 * activation. Then the result is rounded to the type of C: half of its last place, at least half of the least
 * subnormal.
 *
 * A product that is left out of the sum has to be seen: each case is compared with a sum of k - 1 products
 * too. */
#include "harness.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Matrices in rows of lda, ldb and ldc elements. */
typedef struct {
  int m, n, k, lda, ldb, ldc;
} Sizes;

static const Sizes all_sizes[] = {{1, 1, 1, 16, 16, 16},         {5, 7, 0, 16, 16, 16},
                                  {64, 64, 32, 64, 64, 64},      {65, 63, 33, 48, 64, 80},
                                  {3, 200, 97, 112, 208, 224},   {200, 3, 64, 64, 32, 16},
                                  {129, 130, 131, 144, 144, 160}};

static size_t elements(int rows, int stride) { return (size_t)rows * (size_t)stride; }
static size_t at(int row, int stride, int column) { return (size_t)row * (size_t)stride + (size_t)column; }

/* ---- the formula ---- */

/* Digits of the type's fraction and the exponent of its least subnormal. */
static double half_place(TriType t, double v)
{
  int digits = t == TRI_F16 ? 11 : t == TRI_BF16 ? 8 : 24;
  return ldexp(fabs(v), -digits) + (t == TRI_F16 ? ldexp(1, -25) : 0);
}

/* A product of matrices in double with its bound, row by row without gaps. */
typedef struct {
  double *sum, *bound;
} Product;

static Product product_new(Sizes s)
{
  size_t n = elements(s.m, s.n);
  return (Product){calloc(n, sizeof(double)), calloc(n, sizeof(double))};
}

static void product_free(Product p) { free(p.sum), free(p.bound); }

static Product product(TriType t, const void *a, const void *b, Sizes s)
{
  Product p = product_new(s);
  for (int i = 0; i < s.m; i++)
    for (int j = 0; j < s.n; j++)
      for (int k = 0; k < s.k; k++) {
        double x = read_float(t, a, at(i, s.lda, k)) * read_float(t, b, at(k, s.ldb, j));
        p.sum[at(i, s.n, j)] += x;
        p.bound[at(i, s.n, j)] += fabs(x);
      }
  return p;
}

/* From sum and sum of absolute values to result and bound; extra are roundings beyond those of the sum. */
static void complete(Product p, Sizes s, TriType c, bool leaky, int extra)
{
  for (size_t i = 0; i < elements(s.m, s.n); i++) {
    if (leaky && p.sum[i] <= 0)
      p.sum[i] *= 0.01;
    p.bound[i] = (s.k + extra) * 0x1p-23 * p.bound[i] + half_place(c, p.sum[i]);
  }
}

/* The m x n elements of a matrix in rows of ldc without what lies between the rows, which has to be as
 * before. */
static void *packed(TriType t, const void *c, const void *before, Sizes s)
{
  size_t bytes = (size_t)tri_type_bytes(t), row = (size_t)s.n * bytes, stride = (size_t)s.ldc * bytes;
  char *to = malloc(elements(s.m, s.n) * bytes);
  for (size_t i = 0; i < (size_t)s.m; i++) {
    const char *from = (const char *)c + i * stride;
    memcpy(to + i * row, from, row);
    assert_memory_equal(from + row, (const char *)before + i * stride + row, stride - row);
  }
  return to;
}

static void expect_product(TriType t, const void *c, const void *before, Sizes s, Product want)
{
  void *got = packed(t, c, before, s);
  expect_within(t, got, want.sum, want.bound, elements(s.m, s.n));
  free(got);
}

/* Where one product is missing from each sum, nearly all elements are beyond the bound. */
static void expect_seen(TriType t, const void *a, const void *b, Sizes s, Product want)
{
  Sizes shorter = s;
  shorter.k--;
  Product p = product(t, a, b, shorter);
  size_t seen = 0, n = elements(s.m, s.n);
  for (size_t i = 0; i < n; i++)
    seen += fabs(p.sum[i] - want.sum[i]) > want.bound[i];
  assert_true(10 * seen >= 8 * n);
  product_free(p);
}

/* ---- matmul, matmul_desc ---- */

typedef struct {
  const char *file, *kernel;
  const TriDefine *defines;
  size_t n_defines;
} Kernel;

/* Runs a kernel of (a, b, c, m, n, k, lda, ldb, ldc); false where the target cannot. */
static bool run_matmul(Kernel k, TriTarget target, TriType t, TriType out, void *a, void *b, void *c, Sizes s)
{
  Run r = run_begin(k.file, k.kernel, target, k.defines, k.n_defines);
  if (run_is_left_out(&r))
    return false;
  arg_buffer(&r, a, elements(s.m, s.lda) * (size_t)tri_type_bytes(t));
  arg_buffer(&r, b, elements(s.k, s.ldb) * (size_t)tri_type_bytes(t));
  arg_buffer(&r, c, elements(s.m, s.ldc) * (size_t)tri_type_bytes(out));
  const int scalars[] = {s.m, s.n, s.k, s.lda, s.ldb, s.ldc};
  for (size_t i = 0; i < COUNT(scalars); i++)
    arg_int(&r, scalars[i]);
  run_finish(&r, from_file, TRI_OK, NULL);
  return true;
}

static void check_matmul(Kernel k, TriTarget target, TriType t, TriType out, bool leaky, Sizes s)
{
  void *a = uniform_array(t, elements(s.m, s.lda), 1), *b = uniform_array(t, elements(s.k, s.ldb), 2),
       *c = uniform_array(out, elements(s.m, s.ldc), 3),
       *before = uniform_array(out, elements(s.m, s.ldc), 3);
  if (run_matmul(k, target, t, out, a, b, c, s)) {
    Product want = product(t, a, b, s);
    complete(want, s, out, leaky, 2);
    expect_product(out, c, before, s, want);
    if (s.k && out == TRI_F32 && !leaky)
      expect_seen(t, a, b, s, want);
    product_free(want);
  }
  free(a), free(b), free(c), free(before);
}

static const TriType input_types[] = {TRI_F16, TRI_BF16, TRI_F32, TRI_F8E4M3FN, TRI_F8E5M2};

static void check_file(const char *file)
{
  for (size_t k = 0; k < n_targets; k++)
    for (size_t t = 0; t < COUNT(input_types); t++)
      for (size_t i = 0; i < COUNT(all_sizes); i++) {
        bool leaky = (t + i) % 2;
        TriType out = i % 3 == 1 ? TRI_F16 : i % 3 == 2 ? TRI_BF16 : TRI_F32;
        const TriDefine defines[] = {{"T", tri_type_name(input_types[t])},
                                     {"C", tri_type_name(out)},
                                     {"LEAKY_RELU", leaky ? "true" : "false"}};
        Kernel kernel = {file, NULL, defines, COUNT(defines)};
        check_matmul(kernel, targets[k], input_types[t], out, leaky, all_sizes[i]);
      }
}

/* Other tiles: in one row and in groups that the rows do not fill. */
static void check_tiles(const char *file)
{
  static const char *const groups[] = {"1", "2", "16"};
  for (size_t k = 0; k < n_targets; k++)
    for (size_t g = 0; g < COUNT(groups); g++) {
      const TriDefine defines[] = {{"BM", "16"}, {"BN", "32"}, {"BK", "64"}, {"GROUP", groups[g]}};
      Kernel kernel = {file, NULL, defines, COUNT(defines)};
      check_matmul(kernel, targets[k], TRI_F16, TRI_F32, false, (Sizes){83, 100, 70, 80, 112, 112});
    }
}

static void test_matmul(void **state)
{
  (void)state;
  check_file("matmul.mlir");
  check_tiles("matmul.mlir");
}

static void test_matmul_desc(void **state)
{
  (void)state;
  check_file("matmul_desc.mlir");
  check_tiles("matmul_desc.mlir");
}

/* Rows need no padding and no alignment where pointers are used. */
static void test_matmul_dense(void **state)
{
  (void)state;
  for (size_t k = 0; k < n_targets; k++)
    check_matmul((Kernel){"matmul.mlir", "matmul", NULL, 0}, targets[k], TRI_F16, TRI_F32, false,
                 (Sizes){67, 71, 37, 37, 71, 71});
}

/* ---- integers ---- */

static void check_i8(TriTarget target, Sizes s)
{
  int8_t *a = uniform_array(TRI_I8, elements(s.m, s.lda), 1),
         *b = uniform_array(TRI_I8, elements(s.k, s.ldb), 2);
  int32_t *c = uniform_array(TRI_I32, elements(s.m, s.ldc), 3),
          *want = uniform_array(TRI_I32, elements(s.m, s.ldc), 3);
  for (int i = 0; i < s.m; i++)
    for (int j = 0; j < s.n; j++) {
      want[at(i, s.ldc, j)] = 0;
      for (int k = 0; k < s.k; k++)
        want[at(i, s.ldc, j)] += a[at(i, s.lda, k)] * b[at(k, s.ldb, j)];
    }
  if (run_matmul((Kernel){"matmul.mlir", "matmul_i8", NULL, 0}, target, TRI_I8, TRI_I32, a, b, c, s))
    expect_same(TRI_I32, c, want, elements(s.m, s.ldc));
  free(a), free(b), free(c), free(want);
}

static void test_matmul_i8(void **state)
{
  (void)state;
  for (size_t k = 0; k < n_targets; k++)
    for (size_t i = 0; i < COUNT(all_sizes); i++)
      check_i8(targets[k], all_sizes[i]);
}

/* ---- matmul_split_k ---- */

/* C is added to, and each part of the sum is rounded to f32 as it is added. */
static void check_split(TriTarget target, TriType t, const char *parts, Sizes s)
{
  void *a = uniform_array(t, elements(s.m, s.lda), 1), *b = uniform_array(t, elements(s.k, s.ldb), 2);
  float *c = uniform_array(TRI_F32, elements(s.m, s.ldc), 3),
        *before = uniform_array(TRI_F32, elements(s.m, s.ldc), 3);
  const TriDefine defines[] = {{"T", tri_type_name(t)}, {"SPLIT", parts}};
  if (run_matmul((Kernel){"matmul_split_k.mlir", NULL, defines, 2}, target, t, TRI_F32, a, b, c, s)) {
    Product want = product(t, a, b, s);
    for (int i = 0; i < s.m; i++)
      for (int j = 0; j < s.n; j++) {
        double old = (double)before[at(i, s.ldc, j)];
        want.sum[at(i, s.n, j)] += old;
        want.bound[at(i, s.n, j)] += fabs(old);
      }
    complete(want, s, TRI_F32, false, atoi(parts) + 1);
    expect_product(TRI_F32, c, before, s, want);
    product_free(want);
  }
  free(a), free(b), free(c), free(before);
}

static void test_split_k(void **state)
{
  (void)state;
  for (size_t k = 0; k < n_targets; k++)
    for (size_t t = 0; t < COUNT(input_types); t++) {
      check_split(targets[k], input_types[t], "4", all_sizes[t]);
      check_split(targets[k], input_types[t], "8", (Sizes){65, 70, 500, 512, 80, 80});
      check_split(targets[k], input_types[t], "1", (Sizes){33, 17, 129, 129, 17, 19});
    }
}

/* ---- batched_matmul ---- */

enum { BATCH = 5 };

/* Bytes of the i-th of several matrices, which lie in another order and with gaps. */
static size_t place(int i, size_t bytes) { return (size_t)((3 * i + 1) % BATCH) * (bytes + 64) + 32; }

static void check_batched(TriTarget target, TriType t, TriType out, int m, int n, int k)
{
  Sizes s = {m, n, k, k, n, n};
  size_t a_bytes = elements(m, k) * (size_t)tri_type_bytes(t),
         b_bytes = elements(k, n) * (size_t)tri_type_bytes(t),
         c_bytes = elements(m, n) * (size_t)tri_type_bytes(out);
  size_t sizes[] = {BATCH * (a_bytes + 64), BATCH * (b_bytes + 64), BATCH * (c_bytes + 64)};
  char *pool[3], *table[3][BATCH], *before = uniform_array(TRI_I8, sizes[2], 3);
  for (size_t p = 0; p < 3; p++)
    pool[p] = uniform_array(TRI_I8, sizes[p], p + 1);
  for (int i = 0; i < BATCH; i++) {
    void *a = uniform_array(t, elements(m, k), 10 + (uint64_t)i),
         *b = uniform_array(t, elements(k, n), 20 + (uint64_t)i);
    table[0][i] = memcpy(pool[0] + place(i, a_bytes), a, a_bytes);
    table[1][i] = memcpy(pool[1] + place(i, b_bytes), b, b_bytes);
    table[2][i] = pool[2] + place(i, c_bytes);
    free(a), free(b);
  }
  const TriDefine defines[] = {{"T", tri_type_name(t)}, {"C", tri_type_name(out)}};
  Run r = run_begin("batched_matmul.mlir", NULL, target, defines, 2);
  if (!run_is_left_out(&r)) {
    for (size_t p = 0; p < 3; p++)
      arg_buffer(&r, table[p], sizeof table[p]);
    for (size_t p = 0; p < 3; p++)
      arg_buffer(&r, pool[p], sizes[p]);
    const int scalars[] = {BATCH, m, n, k};
    for (size_t i = 0; i < COUNT(scalars); i++)
      arg_int(&r, scalars[i]);
    run_finish(&r, from_file, TRI_OK, NULL);
    for (int i = 0; i < BATCH; i++) {
      Product want = product(t, table[0][i], table[1][i], s);
      complete(want, s, out, false, 0);
      expect_within(out, table[2][i], want.sum, want.bound, elements(m, n));
      memcpy(table[2][i], before + (table[2][i] - pool[2]), c_bytes);
      product_free(want);
    }
    assert_memory_equal(pool[2], before, sizes[2]);
  }
  for (size_t p = 0; p < 3; p++)
    free(pool[p]);
  free(before);
}

static void test_batched(void **state)
{
  (void)state;
  for (size_t k = 0; k < n_targets; k++)
    for (size_t t = 0; t < COUNT(input_types); t++) {
      check_batched(targets[k], input_types[t], TRI_F32, 1, 1, 1);
      check_batched(targets[k], input_types[t], TRI_F16, 33, 65, 47);
      check_batched(targets[k], input_types[t], TRI_BF16, 7, 64, 96);
    }
}

/* ---- block_sparse_matmul ---- */

/* Which blocks of A there are: rows of none, of several, of one twice. */
static const int32_t starts[] = {0, 2, 2, 6, 7}, columns[] = {3, 0, 1, 1, 2, 0, 3};
enum { BLOCK_ROWS = 4, BLOCKS = 7 };

/* A with its zeros: m rows of k elements in f64; b_m x b_k is a block. */
static double *dense(TriType t, const void *blocks, int m, int k, int b_m, int b_k)
{
  double *a = calloc(elements(m, k), sizeof *a);
  for (int i = 0; i < m; i++)
    for (int p = starts[i / b_m]; p < starts[i / b_m + 1]; p++)
      for (int l = 0; l < b_k && columns[p] * b_k + l < k; l++)
        a[at(i, k, columns[p] * b_k + l)] += read_float(t, blocks, at(p * b_m + i % b_m, b_k, l));
  return a;
}

/* Blocks that share a place may cancel in the dense A, so that the bound takes k products of at most 1 more.
 */
static void check_sparse(TriTarget target, TriType t, TriType out, int b_m, int b_k, Sizes s)
{
  void *blocks = uniform_array(t, elements(BLOCKS * b_m, b_k), 1),
       *b = uniform_array(t, elements(s.k, s.n), 2);
  char *c = uniform_array(out, elements(s.m, s.n), 3), height[8], width[8];
  snprintf(height, sizeof height, "%d", b_m);
  snprintf(width, sizeof width, "%d", b_k);
  const TriDefine defines[] = {
      {"T", tri_type_name(t)}, {"C", tri_type_name(out)}, {"BM", height}, {"BK", width}};
  Run r = run_begin("block_sparse_matmul.mlir", NULL, target, defines, COUNT(defines));
  if (!run_is_left_out(&r)) {
    arg_buffer(&r, blocks, elements(BLOCKS * b_m, b_k) * (size_t)tri_type_bytes(t));
    arg_buffer(&r, (void *)(uintptr_t)starts, sizeof starts);
    arg_buffer(&r, (void *)(uintptr_t)columns, sizeof columns);
    arg_buffer(&r, b, elements(s.k, s.n) * (size_t)tri_type_bytes(t));
    arg_buffer(&r, c, elements(s.m, s.n) * (size_t)tri_type_bytes(out));
    arg_int(&r, s.m), arg_int(&r, s.n), arg_int(&r, s.k);
    run_finish(&r, from_file, TRI_OK, NULL);
    double *a = dense(t, blocks, s.m, s.k, b_m, b_k), *wide = malloc(elements(s.k, s.n) * sizeof *wide);
    for (size_t i = 0; i < elements(s.k, s.n); i++)
      wide[i] = read_float(t, b, i);
    Product want = product(TRI_F64, a, wide, s);
    for (size_t i = 0; i < elements(s.m, s.n); i++)
      want.bound[i] += s.k;
    complete(want, s, out, false, BLOCKS * b_k);
    expect_within(out, c, want.sum, want.bound, elements(s.m, s.n));
    product_free(want);
    free(a), free(wide);
  }
  free(blocks), free(b), free(c);
}

static void test_block_sparse(void **state)
{
  (void)state;
  for (size_t k = 0; k < n_targets; k++)
    for (size_t t = 0; t < COUNT(input_types); t++) {
      check_sparse(targets[k], input_types[t], TRI_F32, 32, 32, (Sizes){128, 64, 128, 128, 64, 64});
      check_sparse(targets[k], input_types[t], TRI_F16, 32, 16, (Sizes){101, 67, 59, 59, 67, 67});
      check_sparse(targets[k], input_types[t], TRI_BF16, 16, 64, (Sizes){64, 1, 200, 200, 1, 1});
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_matmul),       cmocka_unit_test(test_matmul_dense),
      cmocka_unit_test(test_matmul_i8),    cmocka_unit_test(test_matmul_desc),
      cmocka_unit_test(test_split_k),      cmocka_unit_test(test_batched),
      cmocka_unit_test(test_block_sparse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
