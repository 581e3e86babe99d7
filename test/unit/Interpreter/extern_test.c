/* tri.extern_call of libdevice: each function against C's own of the same type; what is refused. */
#include "Numeric/numeric.h"
#include "harness.h"

#include <math.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

typedef float Unary32(float);
typedef double Unary64(double);
typedef float Binary32(float, float);
typedef double Binary64(double, double);

static float rsqrt32(float x) { return 1 / sqrtf(x); }
static double rsqrt64(double x) { return 1 / sqrt(x); }
static float rcbrt32(float x) { return 1 / cbrtf(x); }
static double rcbrt64(double x) { return 1 / cbrt(x); }

static const struct {
  const char *name;
  Unary32 *f32;
  Unary64 *f64;
} unary[] = {
#define C(name) {#name, name##f, name}
    C(acos),
    C(acosh),
    C(asin),
    C(asinh),
    C(atan),
    C(atanh),
    C(cbrt),
    C(ceil),
    C(cos),
    C(cosh),
    C(erf),
    C(erfc),
    C(exp),
    C(exp10),
    C(exp2),
    C(expm1),
    C(fabs),
    C(floor),
    C(j0),
    C(j1),
    C(log),
    C(log10),
    C(log1p),
    C(log2),
    C(logb),
    C(lgamma),
    C(nearbyint),
    C(rint),
    C(round),
    C(sin),
    C(sinh),
    C(sqrt),
    C(tan),
    C(tanh),
    C(tgamma),
    C(trunc),
    C(y0),
    C(y1),
    {"rsqrt", rsqrt32, rsqrt64},
    {"rcbrt", rcbrt32, rcbrt64}};

static const struct {
  const char *name;
  Binary32 *f32;
  Binary64 *f64;
} binary[] = {C(atan2),     C(copysign), C(fdim),      C(fmod), C(hypot),
              C(nextafter), C(pow),      C(remainder), C(fmax), C(fmin)};

enum { N = 24 };
static const double samples[N] = {0.5,  -0.5, 0.0,    -0.0,     1.0,      -1.0,     2.5,  -2.5,
                                  1e-3, 10.0, -10.25, 1e5,      -1e5,     INFINITY, NAN,  -INFINITY,
                                  3.0,  7.75, 0.125,  0.999999, 1.000001, 1e-30,    88.7, -3.5};

/* Of `n` operands, blocks of N of `type`; the last of `last`. */
static Kernel call(const char *symbol, const char *type, int n, const char *last)
{
  static char text[4096];
  int at =
      snprintf(text, sizeof text,
               "func.func @f(%%a: !tri.ptr<%s>, %%b: !tri.ptr<%s>, %%c: !tri.ptr<%s>, %%r: !tri.ptr<%s>) "
               "attributes {tri.kernel} {\n  %%k = tri.range : tensor<%dxi32>\n",
               type, n == 2 ? last : type, type, type, N);
  for (int k = 0; k < n; k++) {
    const char *t = k == n - 1 ? last : type;
    at += snprintf(text + at, sizeof text - (size_t)at,
                   "  %%p%c = tri.addptr %%%c, %%k : !tri.ptr<%s>, tensor<%dxi32>\n"
                   "  %%v%c = tri.load %%p%c : tensor<%dx%s>\n",
                   'a' + k, 'a' + k, t, N, 'a' + k, 'a' + k, N, t);
  }
  at += snprintf(text + at, sizeof text - (size_t)at, "  %%y = tri.extern_call \"%s\"(", symbol);
  for (int k = 0; k < n; k++)
    at += snprintf(text + at, sizeof text - (size_t)at, "%s%%v%c", k ? ", " : "", 'a' + k);
  at += snprintf(text + at, sizeof text - (size_t)at, ") from \"libdevice\" pure : (");
  for (int k = 0; k < n; k++)
    at += snprintf(text + at, sizeof text - (size_t)at, "%stensor<%dx%s>", k ? ", " : "", N,
                   k == n - 1 ? last : type);
  snprintf(text + at, sizeof text - (size_t)at,
           ") -> tensor<%dx%s>\n  %%pr = tri.addptr %%r, %%k : !tri.ptr<%s>, tensor<%dxi32>\n"
           "  tri.store %%y to %%pr : tensor<%dx%s>\n  return\n}\n",
           N, type, type, N, N, type);
  return kernel_of(text);
}

static void run_call(const char *symbol, const char *type, int n, const char *last, size_t bytes, void *a,
                     void *b, void *c, void *r)
{
  Kernel k = call(symbol, type, n, last);
  run_ok(&k, ARGS(buffer("a", a, N * bytes), buffer("b", b, N * bytes), buffer("c", c, N * bytes),
                  buffer("r", r, N * bytes)));
  kernel_free(&k);
}

/* f32 is rounded once from f64 and C's own may be off by an ulp or two; j0 … y1 by more, near their zeros. */
static void expect_f32(const char *name, double a, float got, float want)
{
  float room = (name[0] == 'j' || name[0] == 'y' || strstr(name, "gamma")) ? 1e-5f : 4e-7f;
  if (!(isnan(got) && isnan(want)) && got != want && !(fabsf(got - want) <= room * fmaxf(fabsf(want), 1e-3f)))
    fail_msg("__nv_%sf of %g is %g, expected %g", name, a, (double)got, (double)want);
}

static void expect_f64(const char *name, double a, double got, double want)
{
  if (!(isnan(got) && isnan(want)) && tri_f64_bits(got) != tri_f64_bits(want))
    fail_msg("__nv_%s of %g is %g, expected %g", name, a, got, want);
}

static float a32[N], b32[N], c32[N], r32[N];
static double a64[N], b64[N], c64[N], r64[N];
static int32_t n32[N], n64[2 * N];

static void fill(void)
{
  for (int k = 0; k < N; k++) {
    a64[k] = samples[k], b64[k] = samples[(k * 7 + 3) % N], c64[k] = samples[(k * 5 + 1) % N];
    a32[k] = (float)a64[k], b32[k] = (float)b64[k], c32[k] = (float)c64[k];
    n32[k] = n64[k] = k - 10;
  }
}

static const char *symbol(const char *name, const char *suffix)
{
  static char text[50];
  snprintf(text, sizeof text, "__nv_%s%s", name, suffix);
  return text;
}

static void test_unary(void **state)
{
  (void)state;
  fill();
  for (size_t f = 0; f < COUNT(unary); f++) {
    run_call(symbol(unary[f].name, "f"), "f32", 1, "f32", 4, a32, b32, c32, r32);
    run_call(symbol(unary[f].name, ""), "f64", 1, "f64", 8, a64, b64, c64, r64);
    for (int k = 0; k < N; k++) {
      expect_f32(unary[f].name, a64[k], r32[k], unary[f].f32(a32[k]));
      expect_f64(unary[f].name, a64[k], r64[k], unary[f].f64(a64[k]));
    }
  }
}

static void test_binary(void **state)
{
  (void)state;
  fill();
  for (size_t f = 0; f < COUNT(binary); f++) {
    run_call(symbol(binary[f].name, "f"), "f32", 2, "f32", 4, a32, b32, c32, r32);
    run_call(symbol(binary[f].name, ""), "f64", 2, "f64", 8, a64, b64, c64, r64);
    for (int k = 0; k < N; k++) {
      expect_f32(binary[f].name, a64[k], r32[k], binary[f].f32(a32[k], b32[k]));
      expect_f64(binary[f].name, a64[k], r64[k], binary[f].f64(a64[k], b64[k]));
    }
  }
}

static void test_others(void **state)
{
  (void)state;
  fill();
  run_call("__nv_fmaf", "f32", 3, "f32", 4, a32, b32, c32, r32);
  run_call("__nv_fma", "f64", 3, "f64", 8, a64, b64, c64, r64);
  for (int k = 0; k < N; k++) {
    float want = fmaf(a32[k], b32[k], c32[k]);
    assert_true(r32[k] == want || (isnan(want) && isnan(r32[k])));
    expect_f64("fma", a64[k], r64[k], fma(a64[k], b64[k], c64[k]));
  }
  static const char *const scales[] = {"ldexp", "scalbn"};
  for (size_t f = 0; f < COUNT(scales); f++) {
    run_call(symbol(scales[f], "f"), "f32", 2, "i32", 4, a32, n32, c32, r32);
    run_call(symbol(scales[f], ""), "f64", 2, "i32", 8, a64, n64, c64, r64);
    for (int k = 0; k < N; k++) {
      expect_f32(scales[f], a64[k], r32[k], ldexpf(a32[k], n32[k]));
      expect_f64(scales[f], a64[k], r64[k], ldexp(a64[k], n64[k]));
    }
  }
  run_call("__nv_powi", "f64", 2, "i32", 8, a64, n64, c64, r64);
  for (int k = 0; k < N; k++)
    expect_f64("powi", a64[k], r64[k], pow(a64[k], n64[k]));
}

/* One rounding: 1 + 2^-24 + 2^-60 is above the tie, which f64 cannot see after it has rounded. */
static void test_fma_rounds_once(void **state)
{
  (void)state;
  fill();
  a32[0] = 0x1p-30f, b32[0] = 0x1p-30f, c32[0] = 1;
  a32[1] = 0x1.000002p0f, b32[1] = 0x1.fffffep-1f, c32[1] = -1;
  run_call("__nv_fmaf", "f32", 3, "f32", 4, a32, b32, c32, r32);
  assert_true(r32[0] == 1);
  assert_true(r32[1] == (float)(0x1.000002p0 * 0x1.fffffep-1 - 1));
}

static void test_zeros(void **state)
{
  (void)state;
  fill();
  a64[0] = -0.0, b64[0] = 0.0, a64[1] = 0.0, b64[1] = -0.0, a64[2] = NAN, b64[2] = 2;
  run_call("__nv_fmin", "f64", 2, "f64", 8, a64, b64, c64, r64);
  assert_true(signbit(r64[0]) && signbit(r64[1]) && r64[2] == 2);
  run_call("__nv_fmax", "f64", 2, "f64", 8, a64, b64, c64, r64);
  assert_true(!signbit(r64[0]) && !signbit(r64[1]) && r64[2] == 2);
}

static void test_undefined(void **state)
{
  (void)state;
  float r[2];
  text_faults(
      "func.func @f(%r: !tri.ptr<f32>) attributes {tri.kernel} {\n"
      "  %k = tri.range : tensor<2xi32>\n  %p = tri.addptr %r, %k : !tri.ptr<f32>, tensor<2xi32>\n"
      "  %u = ub.poison : tensor<2xf32>\n  %x = arith.constant dense<1.0> : tensor<2xf32>\n"
      "  %m = arith.constant dense<[true, false]> : tensor<2xi1>\n"
      "  %y = arith.select %m, %x, %u : tensor<2xi1>, tensor<2xf32>\n"
      "  %e = tri.extern_call \"__nv_powf\"(%x, %y) from \"libdevice\" : (tensor<2xf32>, tensor<2xf32>) -> "
      "tensor<2xf32>\n  tri.store %e to %p : tensor<2xf32>\n  return\n}\n",
      PARTS("tri.store: element [1] of program (0, 0, 0) writes a value that is undefined"),
      ARGS(buffer("r", r, sizeof r)));
}

#define REFUSED(body) "func.func @f(%x: f32, %d: f64) attributes {tri.kernel} {\n  " body "\n  return\n}\n"

static void test_refused(void **state)
{
  (void)state;
  text_refused(
      REFUSED("%y = tri.extern_call \"__nv_erfcxf\"(%x) from \"libdevice\" pure : (f32) -> f32"),
      PARTS("k.mlir:2:8: 'tri.extern_call' op calls '__nv_erfcxf' of 'libdevice', which the interpreter does "
            "not have; it has those functions of libdevice that C's math library has too",
            "or use ops of arith and math"));
  text_refused(REFUSED("%y = tri.extern_call \"__nv_expf\"(%x) from \"mine\" pure : (f32) -> f32"),
               PARTS("calls '__nv_expf' of 'mine', which the interpreter does not have"));
  text_refused(REFUSED("%y = tri.extern_call \"__nv_expf\"(%d) from \"libdevice\" pure : (f64) -> f32"),
               PARTS("calls __nv_expf with other types; it is (f32) -> f32"));
  text_refused(REFUSED("%y = tri.extern_call \"__nv_pow\"(%d) from \"libdevice\" pure : (f64) -> f64"),
               PARTS("calls __nv_pow with other types; it is (f64, f64) -> f64"));
  text_refused(REFUSED("%y = tri.extern_call \"__nv_ldexpf\"(%x, %x) from \"libdevice\" : (f32, f32) -> f32"),
               PARTS("it is (f32, i32) -> f32"));
  text_refused(
      REFUSED("%y = tri.inline_ptx \"add.f32 $0, $1, 1.0;\"(%x) constraints \"=f,f\" pure : (f32) -> f32"),
      PARTS(
          "k.mlir:2:8: 'tri.inline_ptx' op is PTX, which the interpreter does not execute; use ops of arith "
          "and math, or compile the kernel"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_unary),           cmocka_unit_test(test_binary), cmocka_unit_test(test_others),
      cmocka_unit_test(test_fma_rounds_once), cmocka_unit_test(test_zeros),  cmocka_unit_test(test_undefined),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
