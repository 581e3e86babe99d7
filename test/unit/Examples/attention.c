/* examples/attention.mlir against the softmax in double.
 *
 * The bound, for o = sum p·v / sum p with p = exp(s - max s) and s = scale · q·k, on any machine:
 *   a score is off by e = (D + 4)·2^-23·scale·sum |q·k|, so that each p is off by 2·e of itself, and its
 * exponential by 2^-21 more (two ulp, and the rounding of the argument); p is rounded to T, half of its last
 * place u, before it meets v; the sum of the p is not; n products are added in f32, and what there is so far
 * is scaled once for each block of keys, of at least 16. Numerator and denominator together: |got - want| <=
 * (u + 4·e + 2^-20 + 2·(n + n / 8 + 2)·2^-23) · sum p·|v| / sum p, and half of T's last place of the result;
 * of p that are subnormal in T, 2^-25·sum |v| more.
 *
 * An output from which one key is left out has to be seen. */
#include "harness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  TriType t;
  const char *d_text, *bm, *bn;
  int heads, m, n, d;
  bool causal;
} Case;

static double half_place(TriType t) { return ldexp(1, t == TRI_F16 ? -11 : t == TRI_BF16 ? -8 : -24); }

/* The row's scores and their bound e; gives the largest score. */
static double scores(const Case *c, const void *q, const void *k, size_t row, size_t keys, int n,
                     double scale, double *s, double *e)
{
  double most = -INFINITY;
  *e = 0;
  for (int j = 0; j < n; j++) {
    double size = 0;
    s[j] = 0;
    for (int x = 0; x < c->d; x++) {
      double product = read_float(c->t, q, row * (size_t)c->d + (size_t)x) *
                       read_float(c->t, k, (keys + (size_t)j) * (size_t)c->d + (size_t)x);
      s[j] += scale * product;
      size += scale * fabs(product);
    }
    *e = fmax(*e, (c->d + 4) * 0x1p-23 * size);
    most = fmax(most, s[j]);
  }
  return most;
}

/* Row i of a head: c->d outputs and their bounds. left_out is a key that is left out, or -1. */
static void attend(const Case *c, const void *q, const void *k, const void *v, int head, int i, int left_out,
                   double *o, double *bound)
{
  int n = c->causal && i + 1 < c->n ? i + 1 : c->n;
  size_t keys = (size_t)head * (size_t)c->n, row = (size_t)head * (size_t)c->m + (size_t)i;
  double *s = malloc(sizeof *s * (size_t)n), e, sum = 0;
  double most = scores(c, q, k, row, keys, n, 0.25, s, &e);
  for (int j = 0; j < n; j++)
    sum += s[j] = j == left_out ? 0 : exp(s[j] - most);
  for (int x = 0; x < c->d; x++) {
    double out = 0, size = 0, all = 0;
    for (int j = 0; j < n; j++) {
      double value = read_float(c->t, v, (keys + (size_t)j) * (size_t)c->d + (size_t)x);
      out += s[j] * value / sum;
      size += s[j] * fabs(value) / sum;
      all += fabs(value);
    }
    o[x] = out;
    bound[x] = (half_place(c->t) + 4 * e + 0x1p-20 + (2 * n + n / 4.0 + 4) * 0x1p-23) * size +
               half_place(c->t) * fabs(out) + (c->t == TRI_F16 ? 0x1p-25 * (all + 1) : 0);
  }
  free(s);
}

static size_t elements(const Case *c, int rows) { return (size_t)c->heads * (size_t)rows * (size_t)c->d; }

static bool run(TriTarget target, const Case *c, void *q, void *k, void *v, void *o)
{
  const TriDefine defines[] = {{"T", tri_type_name(c->t)},
                               {"D", c->d_text},
                               {"BM", c->bm},
                               {"BN", c->bn},
                               {"CAUSAL", c->causal ? "true" : "false"}};
  size_t bytes = (size_t)tri_type_bytes(c->t);
  Run r = run_begin("attention.mlir", NULL, target, defines, sizeof defines / sizeof *defines);
  if (run_is_left_out(&r))
    return false;
  arg_buffer(&r, q, elements(c, c->m) * bytes);
  arg_buffer(&r, k, elements(c, c->n) * bytes);
  arg_buffer(&r, v, elements(c, c->n) * bytes);
  arg_buffer(&r, o, elements(c, c->m) * bytes);
  arg_int(&r, c->heads), arg_int(&r, c->m), arg_int(&r, c->n);
  arg_float(&r, 0.25);
  run_finish(&r, from_file, TRI_OK, NULL);
  return true;
}

/* All rows: what is wanted, its bound, and how many elements differ by more without the row's first key. */
static size_t attend_all(const Case *c, const void *q, const void *k, const void *v, double *want,
                         double *bound)
{
  size_t seen = 0, d = (size_t)c->d;
  double *without = malloc(sizeof *without * d), *ignored = malloc(sizeof *ignored * d);
  for (int head = 0; head < c->heads; head++)
    for (int i = 0; i < c->m; i++) {
      size_t row = ((size_t)head * (size_t)c->m + (size_t)i) * d;
      attend(c, q, k, v, head, i, -1, want + row, bound + row);
      attend(c, q, k, v, head, i, 0, without, ignored);
      for (size_t x = 0; x < d; x++)
        seen += !(fabs(without[x] - want[row + x]) <= bound[row + x]);
    }
  free(without), free(ignored);
  return seen;
}

static void check(TriTarget target, Case c)
{
  void *q = uniform_array(c.t, elements(&c, c.m), 1), *k = uniform_array(c.t, elements(&c, c.n), 2),
       *v = uniform_array(c.t, elements(&c, c.n), 3), *o = uniform_array(c.t, elements(&c, c.m), 4);
  if (run(target, &c, q, k, v, o)) {
    size_t n = elements(&c, c.m);
    double *want = malloc(sizeof *want * n), *bound = malloc(sizeof *bound * n);
    size_t seen = attend_all(&c, q, k, v, want, bound);
    expect_within(c.t, o, want, bound, n);
    assert_true(c.t != TRI_F32 || 10 * seen >= 9 * n);
    free(want), free(bound);
  }
  free(q), free(k), free(v), free(o);
}

static void test_type(void **state)
{
  TriType t = (TriType)(uintptr_t)*state;
  for (size_t k = 0; k < n_targets; k++)
    for (int causal = 0; causal < 2; causal++) {
      check(targets[k], (Case){t, "16", "16", "16", 2, 1, 1, 16, causal});
      check(targets[k], (Case){t, "64", "64", "32", 3, 65, 65, 64, causal});
      check(targets[k], (Case){t, "32", "16", "64", 1, 37, 150, 32, causal});
      check(targets[k], (Case){t, "128", "32", "16", 2, 50, 33, 128, causal});
    }
}

/* Scores that rise and fall by hundreds: what was summed is scaled away, or hides what comes. */
static void test_large_scores(void **state)
{
  (void)state;
  Case c = {TRI_F32, "16", "16", "16", 1, 20, 100, 16, false};
  for (size_t target = 0; target < n_targets; target++) {
    float *q = uniform_array(TRI_F32, elements(&c, c.m), 1),
          *k = uniform_array(TRI_F32, elements(&c, c.n), 2),
          *v = uniform_array(TRI_F32, elements(&c, c.n), 3),
          *o = uniform_array(TRI_F32, elements(&c, c.m), 4);
    for (size_t i = 0; i < elements(&c, c.n); i++)
      k[i] *= (float)(i / 16 % 7) * 100;
    if (run(targets[target], &c, q, k, v, o)) {
      size_t n = elements(&c, c.m);
      double *want = malloc(sizeof *want * n), *bound = malloc(sizeof *bound * n);
      attend_all(&c, q, k, v, want, bound);
      expect_within(TRI_F32, o, want, bound, n);
      free(want), free(bound);
    }
    free(q), free(k), free(v), free(o);
  }
}

#define TYPE(t)                                                                                              \
  {.name = "attention in " #t, .test_func = test_type, .initial_state = (void *)(uintptr_t)TRI_##t}

int main(void)
{
  const struct CMUnitTest tests[] = {TYPE(F16), TYPE(BF16), TYPE(F32), cmocka_unit_test(test_large_scores)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
