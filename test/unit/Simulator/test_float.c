/* Floating-point instructions against the host's own arithmetic, its rounding modes, and Numeric's exact
 * layer. */
#include "harness.h"

#include "Numeric/numeric.h"

#include <fenv.h>
#include <stdio.h>

static float f(uint64_t x) { return tri_f32_of_bits((uint32_t)x); }
static double d(uint64_t x) { return tri_f64_of_bits(x); }
static double h(uint64_t x) { return tri_float_decode(TRI_FLOAT_F16, x & 0xffff); }
static double g(uint64_t x) { return tri_float_decode(TRI_FLOAT_BF16, x & 0xffff); }
static uint64_t F(float x)
{
  return tri_f32_bits(x);
}
static uint64_t D(double x) { return tri_f64_bits(x); }
static uint64_t H(double x) { return tri_float_encode(TRI_FLOAT_F16, x, TRI_RN, false); }
static uint64_t G(double x) { return tri_float_encode(TRI_FLOAT_BF16, x, TRI_RN, false); }
static float z(float x) { return fpclassify(x) == FP_SUBNORMAL ? copysignf(0, x) : x; }
static float sat(float x) { return x != x || x < 0 ? 0 : x > 1 ? 1 : x == 0 ? 0 : x; }
static double satd(double x) { return x != x || x <= 0 ? 0 : x > 1 ? 1 : x; }
static bool nan32(uint64_t x) { return (x & 0x7fffffff) > 0x7f800000; }
static bool less32(uint64_t a, uint64_t b) { return f(a) < f(b) || (f(a) == f(b) && a >> 31); }
static uint64_t relu16(uint64_t x) { return x & 0x8000 && (x & 0x7fff) <= 0x7c00 ? 0 : x; }
static uint64_t xorsign(uint64_t a, uint64_t b)
{
  uint64_t x = a & 0x7fffffff, y = b & 0x7fffffff, sign = (a ^ b) & 0x80000000;
  return nan32(a) && nan32(b) ? 0x7fffffff
         : nan32(a)           ? y | sign
         : nan32(b)           ? x | sign
                              : (x > y ? x : y) | sign;
}
static uint64_t min_bf16(uint64_t a, uint64_t b)
{
  return g(a) != g(a) ? b : g(b) != g(b) ? a : g(a) < g(b) || (g(a) == g(b) && a >> 15) ? a : b;
}
static double tri_round(double x) { return fabs(x) < 0x1p-126 ? copysign(0, x) : x; }

/* The host's operation in one of its rounding modes; volatile keeps it between the mode's changes. */
static double add32(uint64_t a, uint64_t b)
{
  volatile float x = f(a), y = f(b), r = x + y;
  return (double)r;
}
static double mul32(uint64_t a, uint64_t b)
{
  volatile float x = f(a), y = f(b), r = x * y;
  return (double)r;
}
static double div32(uint64_t a, uint64_t b)
{
  volatile float x = f(a), y = f(b), r = x / y;
  return (double)r;
}
static double add64(uint64_t a, uint64_t b)
{
  volatile double x = d(a), y = d(b), r = x + y;
  return r;
}
static double mul64(uint64_t a, uint64_t b)
{
  volatile double x = d(a), y = d(b), r = x * y;
  return r;
}
static double from_u32(uint64_t a, uint64_t b)
{
  (void)b;
  volatile uint32_t x = (uint32_t)a;
  volatile float r = (float)x;
  return (double)r;
}
static double narrow(uint64_t a, uint64_t b)
{
  (void)b;
  volatile double x = d(a);
  volatile float r = (float)x;
  return (double)r;
}
static double MODE(int mode, double (*op)(uint64_t, uint64_t), uint64_t a, uint64_t b)
{
  fesetround(mode);
  double r = op(a, b);
  fesetround(FE_TONEAREST);
  return r;
}

typedef enum { INT, F32, F64, F16, BF16, F16X2, BF16X2 } Format;

static bool same(Format t, uint64_t x, uint64_t y)
{
  switch (t) {
  case F32:
    return (uint32_t)x == (uint32_t)y || (nan32(x) && nan32(y));
  case F64:
    return x == y || (d(x) != d(x) && d(y) != d(y));
  case F16:
    return (uint16_t)x == (uint16_t)y || (h(x) != h(x) && h(y) != h(y));
  case BF16:
    return (uint16_t)x == (uint16_t)y || (g(x) != g(x) && g(y) != g(y));
  case F16X2:
    return same(F16, x, y) && same(F16, x >> 16, y >> 16);
  case BF16X2:
    return same(BF16, x, y) && same(BF16, x >> 16, y >> 16);
  case INT:
    return x == y;
  }
  return false;
}

static bool near(float got, double want)
{
  if (want != want)
    return got != got;
  return (double)got == want || (float)want == got ||
         fabs((double)got - want) <= 1e-6 * fabs(want) + 1e-7 * (fabs(want) <= 1);
}

static void fill(Lanes *l, int ab, int bb, int cb)
{
  for (uint32_t i = 0; i < HARNESS_THREADS; i++) {
    l->a[i] = harness_edge(ab, i);
    l->b[i] = harness_edge(bb, i / 5 + i * 3);
    l->c[i] = harness_edge(cb, i / 11 + i * 7);
  }
}

static void every_row(void **state)
{
  (void)state;
  static Lanes lanes;
#define CHECK(ptx, good, want)                                                                               \
  if (!(good))                                                                                               \
  fail_msg("%s\n  a %llx b %llx c %llx: got %llx, expected %llx", ptx, (unsigned long long)a,                \
           (unsigned long long)b, (unsigned long long)c, (unsigned long long)lanes.d[i],                     \
           (unsigned long long)(want))
#define C(ptx, db, ab, bb, cb, format, e)                                                                    \
  fill(&lanes, ab, bb, cb);                                                                                  \
  harness_run(ptx, db, ab, bb, cb, &lanes);                                                                  \
  for (int i = 0; i < HARNESS_THREADS; i++) {                                                                \
    uint64_t a = lanes.a[i], b = lanes.b[i], c = lanes.c[i], want = (uint64_t)(e);                           \
    (void)b, (void)c;                                                                                        \
    CHECK(ptx, same(format, lanes.d[i], want), want);                                                        \
  }
#define X(ptx, e)                                                                                            \
  fill(&lanes, 4, 4, 4);                                                                                     \
  harness_run(ptx, 4, 4, 4, 4, &lanes);                                                                      \
  for (int i = 0; i < HARNESS_THREADS; i++) {                                                                \
    uint64_t a = lanes.a[i], b = lanes.b[i], c = lanes.c[i];                                                 \
    (void)b, (void)c;                                                                                        \
    double want = (e);                                                                                       \
    CHECK(ptx, near(f(lanes.d[i]), want), F((float)want));                                                   \
  }
#include "float_cases.def"
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_row)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
