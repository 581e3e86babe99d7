/* tri.fp_cast between all formats, exhaustively where the source has 8 or 16 bits; tri.mulhi, tri.clamp, and
 * the casts of pointers.
 *
 * The oracle of fp_cast is a table: every finite number of the target, and the one that would follow the
 * largest. A number lies between two neighbours, and their mean, which f64 holds exactly, decides. */
#include "harness.h"

#include <math.h>
#include <stdlib.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* ---- formats, written from their definitions ---- */

typedef struct {
  const char *name;
  int bytes, mantissa, bias;
  bool has_infinity;
} Format;
static const Format formats[] = {{"f8E4M3FN", 1, 3, 7, false}, {"f8E5M2", 1, 2, 15, true},
                                 {"f16", 2, 10, 15, true},     {"bf16", 2, 7, 127, true},
                                 {"f32", 4, 23, 127, true},    {"f64", 8, 52, 1023, true}};
enum { N_FORMATS = COUNT(formats), N_TABLES = 4, MAX_N = 65536 };

static uint64_t get(const void *array, size_t k, int bytes)
{
  uint64_t bits = 0;
  memcpy(&bits, (const char *)array + k * (size_t)bytes, (size_t)bytes);
  return bits;
}

static void set(void *array, size_t k, int bytes, uint64_t bits)
{
  memcpy((char *)array + k * (size_t)bytes, &bits, (size_t)bytes);
}

static uint64_t sign_bit(const Format *f) { return UINT64_C(1) << (8 * f->bytes - 1); }

/* The first pattern, of those without the sign, that is no finite number. */
static uint64_t end_of_finite(const Format *f)
{
  return f->has_infinity ? sign_bit(f) - (UINT64_C(1) << f->mantissa) : sign_bit(f) - 1;
}

/* The number of a pattern without its sign, as if there were no infinity and no NaN. */
static double magnitude(const Format *f, uint64_t pattern)
{
  uint64_t exponent = pattern >> f->mantissa, fraction = pattern & ((UINT64_C(1) << f->mantissa) - 1);
  double significand = (double)fraction + (exponent ? ldexp(1, f->mantissa) : 0);
  return ldexp(significand, (exponent ? (int)exponent : 1) - f->bias - f->mantissa);
}

/* A double with the value; infinity and NaN as such. */
static double value_of(const Format *f, uint64_t bits)
{
  uint64_t pattern = bits & (sign_bit(f) - 1);
  double v;
  if (f->bytes == 8)
    memcpy(&v, &pattern, sizeof v);
  else
    v = pattern < end_of_finite(f)                       ? magnitude(f, pattern)
        : pattern == end_of_finite(f) && f->has_infinity ? (double)INFINITY
                                                         : (double)NAN;
  return bits & sign_bit(f) ? -v : v;
}

static bool is_nan(const Format *f, uint64_t bits) { return isnan(value_of(f, bits)); }

/* The pattern at or below v: the last whose magnitude is not above. */
static uint64_t below(const Format *f, double v)
{
  uint64_t low = 0, high = end_of_finite(f);
  while (low + 1 < high) {
    uint64_t middle = (low + high) / 2;
    if (magnitude(f, middle) <= v)
      low = middle;
    else
      high = middle;
  }
  return low;
}

typedef struct {
  bool rtz, saturate;
} Mode;

static uint64_t beyond(const Format *f, bool saturate)
{
  return end_of_finite(f) - (saturate ? 1 : 0); /* infinity; in f8E4M3FN NaN */
}

static uint64_t expected(const Format *to, double x, Mode m)
{
  uint64_t sign = signbit(x) ? sign_bit(to) : 0;
  double v = fabs(x);
  if (isnan(x))
    return sign | (sign_bit(to) - 1);
  if (isinf(x))
    return sign | beyond(to, m.saturate);
  uint64_t low = below(to, v);
  double mean = magnitude(to, low) / 2 + magnitude(to, low + 1) / 2;
  if (v > magnitude(to, low) && !m.rtz && (v > mean || (v >= mean && (low & 1))))
    low++;
  return sign | (low < end_of_finite(to) ? low : beyond(to, m.saturate));
}

/* ---- fp_cast ---- */

static uint64_t x[MAX_N], y[MAX_N];
static uint8_t on[MAX_N];

static Kernel cast_kernel(const Format *from, const Format *to, Mode m, int n)
{
  static char line[128];
  snprintf(line, sizeof line, "tri.fp_cast %%a%s%s : $T -> $R", m.rtz ? " rounding rtz" : "",
           m.saturate ? " saturate" : "");
  return op_kernel(&(OpKernel){.line = line, .n = n, .in = {from->name}, .out = {to->name}});
}

static void check_cast(const Format *from, const Format *to, Mode m, int n)
{
  Kernel k = cast_kernel(from, to, m, n);
  run_ok(&k, ARGS(buffer("m", on, (size_t)n), buffer("x", x, sizeof x), buffer("y", y, sizeof y)));
  kernel_free(&k);
  for (int i = 0; i < n; i++) {
    uint64_t bits = get(x, (size_t)i, from->bytes), got = get(y, (size_t)i, to->bytes);
    uint64_t want = expected(to, value_of(from, bits), m);
    if (got != want && !(is_nan(to, got) && is_nan(to, want)))
      fail_msg("%s to %s%s%s of 0x%llx: expected 0x%llx, got 0x%llx", from->name, to->name,
               m.rtz ? " rtz" : "", m.saturate ? " saturate" : "", (unsigned long long)bits,
               (unsigned long long)want, (unsigned long long)got);
  }
}

static void check_modes(const Format *from, const Format *to, int n)
{
  for (int rtz = 0; rtz < 2; rtz++)
    for (int saturate = 0; saturate <= (to->bytes == 1); saturate++)
      check_cast(from, to, (Mode){rtz, saturate}, n);
}

/* Every pattern of 8 and 16 bits; of wider formats means of neighbours of the target, numbers next to them,
 * and random bits. */
static int fill(const Format *from, const Format *to, uint64_t *seed)
{
  int n = from->bytes == 1 ? 256 : from->bytes == 2 ? 65536 : 4096;
  for (int i = 0; i < n; i++) {
    uint64_t bits = from->bytes <= 2 ? (uint64_t)i : random_next(seed);
    if (from->bytes > 2 && i % 2 && from->mantissa > to->mantissa) {
      uint64_t low = random_next(seed) % end_of_finite(to);
      double mean = magnitude(to, low) / 2 + magnitude(to, low + 1) / 2;
      float narrow = (float)mean;
      memcpy(&bits, from->bytes == 4 ? (void *)&narrow : (void *)&mean, (size_t)from->bytes);
      bits += random_next(seed) % 3 - 1;
    }
    set(x, (size_t)i, from->bytes, bits);
  }
  return n;
}

static void test_fp_cast(void **state)
{
  (void)state;
  uint64_t seed = 20;
  memset(on, 1, sizeof on);
  for (size_t f = 0; f < N_FORMATS; f++)
    for (size_t t = 0; t < N_FORMATS; t++)
      check_modes(&formats[f], &formats[t], fill(&formats[f], &formats[t], &seed));
}

/* The oracle sees a wrong bit. */
static void test_ties(void **state)
{
  (void)state;
  static const struct {
    double x;
    int to;
    Mode mode;
    uint64_t want;
  } cases[] = {
      {1.125, 1, {false, false}, 0x3c},       {1.125, 1, {true, false}, 0x3c},
      {1.0625, 0, {false, false}, 0x38},      {0x1.100001p0, 0, {false, false}, 0x39},
      {464, 0, {false, false}, 0x7e},         {0x1.d00001p8, 0, {false, false}, 0x7f},
      {0x1.d00001p8, 0, {false, true}, 0x7e}, {-1e30, 0, {true, false}, 0xfe},
      {-INFINITY, 1, {false, true}, 0xfb},    {-INFINITY, 1, {true, false}, 0xfc},
      {INFINITY, 0, {true, false}, 0x7f},     {500, 1, {false, false}, 0x60},
      {500, 1, {true, false}, 0x5f},          {1e30, 1, {false, false}, 0x7c},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    const Format *from = &formats[5], *to = &formats[cases[i].to];
    memcpy(x, &cases[i].x, sizeof cases[i].x);
    on[0] = 1;
    check_cast(from, to, cases[i].mode, 1);
    assert_int_equal(get(y, 0, 1), cases[i].want);
  }
}

static void test_fp_cast_undefined(void **state)
{
  (void)state;
  float in[4] = {1, 2, 3, 4};
  uint16_t out[4];
  text_faults(
      "func.func @f(%x: !tri.ptr<f32>, %y: !tri.ptr<f16>) attributes {tri.kernel} {\n"
      "  %i = tri.range : tensor<4xi32>\n"
      "  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<4xi32>\n"
      "  %py = tri.addptr %y, %i : !tri.ptr<f16>, tensor<4xi32>\n"
      "  %v = tri.load %px : tensor<4xf32>\n"
      "  %poison = ub.poison : tensor<4xf32>\n"
      "  %m = arith.constant dense<[true, true, false, true]> : tensor<4xi1>\n"
      "  %w = arith.select %m, %v, %poison : tensor<4xi1>, tensor<4xf32>\n"
      "  %h = tri.fp_cast %w : tensor<4xf32> -> tensor<4xf16>\n"
      "  tri.store %h to %py : tensor<4xf16>\n  return\n}\n",
      PARTS("k.mlir:10:3: tri.store: element [2] of program (0, 0, 0) writes a value that is undefined"),
      ARGS(buffer("x", in, sizeof in), buffer("y", out, sizeof out)));
}

/* ---- mulhi ---- */

static void check_mulhi(const char *type, int width, bool is_signed)
{
  enum { N = 4096 };
  static uint64_t z[N];
  uint64_t seed = 3, mask = width == 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1;
  static const uint64_t edges[] = {0, 1, 2, ~UINT64_C(0), UINT64_C(1) << 63, (UINT64_C(1) << 63) - 1};
  int bytes = width < 8 ? 1 : width / 8;
  for (size_t k = 0; k < N; k++) {
    uint64_t a = k < 36 ? edges[k / 6] : random_next(&seed), b = k < 36 ? edges[k % 6] : random_next(&seed);
    bool top = k < 36 && width < 64; /* the edges are of 64 bits; those of width are their upper bits */
    set(x, k, bytes, (top && k / 6 > 3 ? a >> (64 - width) : a) & mask);
    set(y, k, bytes, (top && k % 6 > 3 ? b >> (64 - width) : b) & mask);
  }
  const char *line = is_signed ? "tri.mulhi signed %a, %b : $T" : "tri.mulhi unsigned %a, %b : $T";
  Kernel k = op_kernel(&(OpKernel){.line = line, .n = N, .in = {type, type}, .out = {type}});
  memset(on, 1, sizeof on);
  run_ok(&k, ARGS(buffer("m", on, N), buffer("x", x, sizeof x), buffer("y", y, sizeof y),
                  buffer("z", z, sizeof z)));
  kernel_free(&k);
  for (size_t i = 0; i < N; i++) {
    uint64_t a = get(x, i, bytes), b = get(y, i, bytes);
    bool a_negative = is_signed && a >> (width - 1) & 1, b_negative = is_signed && b >> (width - 1) & 1;
    unsigned __int128 product = (unsigned __int128)a * b, one = 1;
    product -= (a_negative ? (one << width) * b : 0) + (b_negative ? (one << width) * a : 0);
    product += a_negative && b_negative && width < 64 ? (one << width) << width : 0;
    uint64_t want = (uint64_t)(product >> width) & mask;
    if (get(z, i, bytes) != want)
      fail_msg("%s %s: 0x%llx, 0x%llx: expected 0x%llx, got 0x%llx", line, type, (unsigned long long)a,
               (unsigned long long)b, (unsigned long long)want, (unsigned long long)get(z, i, bytes));
  }
}

static void test_mulhi(void **state)
{
  (void)state;
  for (int is_signed = 0; is_signed < 2; is_signed++) {
    check_mulhi("i1", 1, is_signed);
    check_mulhi("i8", 8, is_signed);
    check_mulhi("i16", 16, is_signed);
    check_mulhi("i32", 32, is_signed);
    check_mulhi("i64", 64, is_signed);
  }
}

/* ---- clamp ---- */

/* a < b with -0 below +0 */
static bool less(double a, double b) { return a < b || (a <= b && signbit(a) && !signbit(b)); }

static double larger(double a, double b, bool nan)
{
  if (isnan(a) || isnan(b))
    return nan ? (double)NAN : isnan(a) ? b : a;
  return less(a, b) ? b : a;
}

static double clamped(double a, double low, double high, bool nan)
{
  return -larger(-larger(a, low, nan), -high, nan);
}

static void check_clamp(const Format *f, bool nan)
{
  static const double values[] = {0.0, -0.0, 1.5, -1.5, 0.25, -3, 1024, INFINITY, -INFINITY, NAN};
  enum { V = COUNT(values), N = V * V * V };
  static uint64_t low[N], high[N], out[N];
  for (size_t k = 0; k < N; k++) {
    Mode nearest = {false, false};
    set(x, k, f->bytes, expected(f, values[k % V], nearest));
    set(low, k, f->bytes, expected(f, values[k / V % V], nearest));
    set(high, k, f->bytes, expected(f, values[k / V / V], nearest));
  }
  const char *line = nan ? "tri.clamp %a, %b, %c propagate_nan : $T" : "tri.clamp %a, %b, %c : $T";
  Kernel k =
      op_kernel(&(OpKernel){.line = line, .n = N, .in = {f->name, f->name, f->name}, .out = {f->name}});
  memset(on, 1, sizeof on);
  run_ok(&k, ARGS(buffer("m", on, N), buffer("x", x, sizeof x), buffer("low", low, sizeof low),
                  buffer("high", high, sizeof high), buffer("out", out, sizeof out)));
  kernel_free(&k);
  for (size_t i = 0; i < N; i++) {
    double want = clamped(values[i % V], values[i / V % V], values[i / V / V], nan);
    double got = value_of(f, get(out, i, f->bytes));
    if (isnan(want) ? !isnan(got) : memcmp(&want, &got, sizeof want) != 0)
      fail_msg("%s %s: %g, %g, %g: expected %g, got %g", line, f->name, values[i % V], values[i / V % V],
               values[i / V / V], want, got);
  }
}

static void test_clamp(void **state)
{
  (void)state;
  for (size_t f = 2; f < N_FORMATS; f++) {
    check_clamp(&formats[f], false);
    check_clamp(&formats[f], true);
  }
}

/* ---- pointers ---- */

/* The bits of floats through a bitcast pointer, from addresses that memory holds. */
static void test_pointers(void **state)
{
  (void)state;
  float a[2] = {1.0f, -2.0f};
  uint64_t table[2] = {(uint64_t)(uintptr_t)&a[1], (uint64_t)(uintptr_t)&a[0]}, back[2] = {0};
  int32_t bits[2] = {0};
  text_ok("func.func @f(%a: !tri.ptr<f32>, %t: !tri.ptr<i64>, %r: !tri.ptr<i32>, %b: !tri.ptr<i64>)\n"
          "    attributes {tri.kernel} {\n"
          "  %i = tri.range : tensor<2xi32>\n"
          "  %pt = tri.addptr %t, %i : !tri.ptr<i64>, tensor<2xi32>\n"
          "  %pr = tri.addptr %r, %i : !tri.ptr<i32>, tensor<2xi32>\n"
          "  %pb = tri.addptr %b, %i : !tri.ptr<i64>, tensor<2xi32>\n"
          "  %address = tri.load %pt : tensor<2xi64>\n"
          "  %p = tri.int_to_ptr %address : tensor<2x!tri.ptr<f32>>\n"
          "  %w = tri.bitcast %p : tensor<2x!tri.ptr<f32>> -> tensor<2x!tri.ptr<i32>>\n"
          "  %v = tri.load %w : tensor<2xi32>\n"
          "  tri.store %v to %pr : tensor<2xi32>\n"
          "  %one = arith.constant 1 : i8\n"
          "  %next = tri.addptr %p, %one : tensor<2x!tri.ptr<f32>>, i8\n"
          "  %n = tri.ptr_to_int %next : tensor<2x!tri.ptr<f32>>\n"
          "  tri.store %n to %pb : tensor<2xi64>\n  return\n}\n",
          ARGS(buffer("a", a, sizeof a), buffer("t", table, sizeof table), buffer("r", bits, sizeof bits),
               buffer("b", back, sizeof back)));
  assert_int_equal(bits[0], (int32_t)0xc0000000);
  assert_int_equal(bits[1], 0x3f800000);
  assert_int_equal(back[0], table[0] + 4);
  assert_int_equal(back[1], table[1] + 4);
}

/* A step is of the pointee that the pointer has when it is moved; what is not aligned faults. */
static void test_bitcast_steps(void **state)
{
  (void)state;
  unsigned char bytes[8] = {0, 1, 2, 3, 4, 5, 6, 7}, out[1] = {0};
  text_ok("func.func @f(%x: !tri.ptr<i32>, %y: !tri.ptr<i8>) attributes {tri.kernel} {\n"
          "  %one = arith.constant 1 : i32\n"
          "  %b = tri.bitcast %x : !tri.ptr<i32> -> !tri.ptr<i8>\n"
          "  %p = tri.addptr %b, %one : !tri.ptr<i8>, i32\n"
          "  %w = tri.bitcast %p : !tri.ptr<i8> -> !tri.ptr<i32>\n"
          "  %q = tri.addptr %w, %one : !tri.ptr<i32>, i32\n"
          "  %z = tri.bitcast %q : !tri.ptr<i32> -> !tri.ptr<i8>\n"
          "  %v = tri.load %z : i8\n"
          "  tri.store %v to %y : i8\n  return\n}\n",
          ARGS(buffer("x", bytes, sizeof bytes), buffer("y", out, sizeof out)));
  assert_int_equal(out[0], 5);
  text_faults("func.func @f(%x: !tri.ptr<i8>) attributes {tri.kernel} {\n"
              "  %one = arith.constant 1 : i32\n"
              "  %p = tri.addptr %x, %one : !tri.ptr<i8>, i32\n"
              "  %w = tri.bitcast %p : !tri.ptr<i8> -> !tri.ptr<i16>\n"
              "  %v = tri.load %w : i16\n  return\n}\n",
              PARTS("k.mlir:5:8: tri.load: program (0, 0, 0) reads 2 bytes at x + 1"),
              ARGS(buffer("x", bytes, sizeof bytes)));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fp_cast),
      cmocka_unit_test(test_ties),
      cmocka_unit_test(test_fp_cast_undefined),
      cmocka_unit_test(test_mulhi),
      cmocka_unit_test(test_clamp),
      cmocka_unit_test(test_pointers),
      cmocka_unit_test(test_bitcast_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
