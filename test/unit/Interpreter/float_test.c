/* Every float op at f16, bf16, f32 and f64: exact ones against arithmetic in integers (Numeric's exact layer,
 * which the kernels do not use), comparisons and extrema against sets of relations, math functions against
 * long double. */
#include "harness.h"

#include "Numeric/numeric.h"

#include <math.h>

static const struct {
  const char *name;
  TriFloat f;
} types[] = {
    {"f16", TRI_FLOAT_F16}, {"bf16", TRI_FLOAT_BF16}, {"f32", TRI_FLOAT_F32}, {"f64", TRI_FLOAT_F64}};
enum { TYPES = 4, EDGES = 24, N = EDGES * EDGES };

/* ---- values ---- */

static int bytes_of(TriFloat f) { return tri_float_format(f).bits / 8; }
static uint64_t sign_of(TriFloat f) { return UINT64_C(1) << (tri_float_format(f).bits - 1); }
static uint64_t bits_of(TriFloat f, double x) { return tri_float_encode(f, x, TRI_RN, false); }

static uint64_t get(const void *array, int k, int bytes)
{
  uint64_t bits = 0;
  memcpy(&bits, (const char *)array + k * bytes, (size_t)bytes);
  return bits;
}
static void set(void *array, int k, int bytes, uint64_t bits)
{
  memcpy((char *)array + k * bytes, &bits, (size_t)bytes);
}

static uint64_t edge(int k, TriFloat f)
{
  static const double numbers[] = {0.0,  1.0, -1.0,    0.5,    -0.5,  1.5, 2.5,
                                   -2.5, 3.0, 1.0 / 3, 100.25, -7.75, 1e4};
  enum { NUMBERS = sizeof numbers / sizeof *numbers };
  const uint64_t least_normal = UINT64_C(1) << tri_float_format(f).mantissa;
  const uint64_t patterns[] = {sign_of(f),
                               1,
                               sign_of(f) + 1,
                               least_normal - 1,
                               least_normal,
                               bits_of(f, 1) + 1,
                               bits_of(f, 1) - 1,
                               tri_float_max_finite(f),
                               tri_float_infinity(f),
                               tri_float_infinity(f) | sign_of(f),
                               tri_float_nan(f)};
  _Static_assert(NUMBERS + sizeof patterns / sizeof *patterns == EDGES, "as many edges as are named");
  return k < NUMBERS ? bits_of(f, numbers[k]) : patterns[k - NUMBERS];
}

static bool same_float(TriFloat f, uint64_t a, uint64_t b)
{
  return a == b || (tri_float_is_nan(f, a) && tri_float_is_nan(f, b));
}

/* ---- exact ops ---- */

typedef uint64_t Exact(TriFloat f, uint64_t a, uint64_t b, uint64_t c);

#define NUMERIC(name, ...)                                                                                   \
  static uint64_t name##_(TriFloat f, uint64_t a, uint64_t b, uint64_t c)                                    \
  {                                                                                                          \
    (void)b, (void)c;                                                                                        \
    return tri_float_##name(f, __VA_ARGS__, TRI_RN);                                                         \
  }
NUMERIC(add, a, b)
NUMERIC(sub, a, b)
NUMERIC(mul, a, b)
NUMERIC(div, a, b)
NUMERIC(sqrt, a)
NUMERIC(fma, a, b, c)

static uint64_t neg_(TriFloat f, uint64_t a, uint64_t b, uint64_t c)
{
  (void)b, (void)c;
  return a >= sign_of(f) ? a - sign_of(f) : a + sign_of(f);
}
static uint64_t abs_(TriFloat f, uint64_t a, uint64_t b, uint64_t c)
{
  (void)b, (void)c;
  return a % sign_of(f);
}
static uint64_t copysign_(TriFloat f, uint64_t a, uint64_t b, uint64_t c)
{
  (void)c;
  return a % sign_of(f) + (b >= sign_of(f) ? sign_of(f) : 0);
}

/* An order of all patterns but NaN in which -0 comes right before +0. */
static int64_t rank(TriFloat f, uint64_t a)
{
  return a >= sign_of(f) ? -1 - (int64_t)(a - sign_of(f)) : (int64_t)a;
}
static uint64_t extremum(TriFloat f, uint64_t a, uint64_t b, bool most, bool propagate)
{
  bool na = tri_float_is_nan(f, a), nb = tri_float_is_nan(f, b);
  if (na || nb)
    return propagate ? tri_float_nan(f) : na ? b : a;
  return (rank(f, a) > rank(f, b)) == most ? a : b;
}
#define EXTREMUM(name, most, propagate)                                                                      \
  static uint64_t name(TriFloat f, uint64_t a, uint64_t b, uint64_t c)                                       \
  {                                                                                                          \
    (void)c;                                                                                                 \
    return extremum(f, a, b, most, propagate);                                                               \
  }
EXTREMUM(maximum_, true, true)
EXTREMUM(minimum_, false, true)
EXTREMUM(maxnum_, true, false)
EXTREMUM(minnum_, false, false)

/* The remainder of truncated division by repeated exact subtraction of scaled divisors. */
static uint64_t rem_(TriFloat f, uint64_t a, uint64_t b, uint64_t c)
{
  (void)c;
  double x = fabs(tri_float_decode(f, a)), y = fabs(tri_float_decode(f, b));
  if (isnan(x) || isnan(y) || isinf(x) || y == 0)
    return tri_float_nan(f);
  for (int e = isinf(y) ? -1 : ilogb(x > 0 ? x : 1) - ilogb(y) + 1; e >= 0; e--)
    if (ldexp(y, e) <= x)
      x -= ldexp(y, e);
  return bits_of(f, tri_float_decode(f, a) < 0 || a == sign_of(f) ? -x : x);
}

static double round_half_away(double x)
{
  return copysign(floor(fabs(x)) + (fabs(x) - floor(fabs(x)) >= 0.5), x);
}
static double round_half_even(double x)
{
  double below = floor(fabs(x)), rest = fabs(x) - below;
  return copysign(below + (rest > 0.5 || (rest == 0.5 && fmod(below, 2) == 1)), x);
}
#define ROUNDING(name, function)                                                                             \
  static uint64_t name(TriFloat f, uint64_t a, uint64_t b, uint64_t c)                                       \
  {                                                                                                          \
    (void)b, (void)c;                                                                                        \
    double x = tri_float_decode(f, a);                                                                       \
    return isfinite(x) ? bits_of(f, function(x)) : a;                                                        \
  }
ROUNDING(floor_, floor)
ROUNDING(ceil_, ceil)
ROUNDING(trunc_, trunc)
ROUNDING(round_, round_half_away)
ROUNDING(roundeven_, round_half_even)

static const struct {
  const char *line;
  int n_in;
  Exact *exact;
} exact_ops[] = {
    {"arith.addf %a, %b : $T", 2, add_},
    {"arith.addf %a, %b fastmath<contract> : $T", 2, add_},
    {"arith.subf %a, %b : $T", 2, sub_},
    {"arith.mulf %a, %b : $T", 2, mul_},
    {"arith.divf %a, %b : $T", 2, div_},
    {"arith.remf %a, %b : $T", 2, rem_},
    {"arith.negf %a : $T", 1, neg_},
    {"arith.maximumf %a, %b : $T", 2, maximum_},
    {"arith.minimumf %a, %b : $T", 2, minimum_},
    {"arith.maxnumf %a, %b : $T", 2, maxnum_},
    {"arith.minnumf %a, %b : $T", 2, minnum_},
    {"math.absf %a : $T", 1, abs_},
    {"math.copysign %a, %b : $T", 2, copysign_},
    {"math.sqrt %a : $T", 1, sqrt_},
    {"math.fma %a, %b, %c : $T", 3, fma_},
    {"math.floor %a : $T", 1, floor_},
    {"math.ceil %a : $T", 1, ceil_},
    {"math.trunc %a : $T", 1, trunc_},
    {"math.round %a : $T", 1, round_},
    {"math.roundeven %a : $T", 1, roundeven_},
};

typedef struct {
  uint64_t in[3][N], out[2][N];
  uint8_t on[N];
} Data;

static void run_data(const Kernel *k, Data *d, int n_in, int n_out)
{
  Arg args[6] = {buffer("m", d->on, sizeof d->on)};
  int n = 1;
  memset(d->on, 1, sizeof d->on);
  memset(d->out, 0xaa, sizeof d->out);
  for (int i = 0; i < n_in; i++)
    args[n++] = buffer("x", d->in[i], sizeof d->in[i]);
  for (int i = 0; i < n_out; i++)
    args[n++] = buffer("z", d->out[i], sizeof d->out[i]);
  run_ok(k, args, (size_t)n);
}

/* Round 0: all pairs of edges, the third operand an edge as well; then random patterns, and near each other.
 */
static void fill(Data *d, TriFloat f, int round, uint64_t *seed)
{
  int bytes = bytes_of(f);
  for (int k = 0; k < N; k++) {
    uint64_t a = round ? random_next(seed) : edge(k / EDGES, f),
             b = round ? random_next(seed) : edge(k % EDGES, f),
             c = round ? random_next(seed) : edge((int)(random_next(seed) % EDGES), f);
    if (round == 2) {
      b = a ^ (b & 15);
      c = a ^ sign_of(f) ^ (c & 3);
    }
    set(d->in[0], k, bytes, a);
    set(d->in[1], k, bytes, b);
    set(d->in[2], k, bytes, c);
  }
}

static void check_exact(size_t op, int t, uint64_t *seed)
{
  static Data d;
  const char *type = types[t].name;
  TriFloat f = types[t].f;
  int n = exact_ops[op].n_in, bytes = bytes_of(f);
  OpKernel o = {.line = exact_ops[op].line, .n = N, .out = {type}};
  for (int i = 0; i < n; i++)
    o.in[i] = type;
  Kernel k = op_kernel(&o);
  for (int round = 0; round < 3; round++) {
    fill(&d, f, round, seed);
    run_data(&k, &d, n, 1);
    for (int i = 0; i < N; i++) {
      uint64_t a = get(d.in[0], i, bytes), b = get(d.in[1], i, bytes), c = get(d.in[2], i, bytes),
               want = exact_ops[op].exact(f, a, b, c), got = get(d.out[0], i, bytes);
      if (!same_float(f, want, got))
        fail_msg("%s at %s of 0x%llx, 0x%llx, 0x%llx: expected 0x%llx, got 0x%llx", o.line, type,
                 (unsigned long long)a, (unsigned long long)b, (unsigned long long)c,
                 (unsigned long long)want, (unsigned long long)got);
    }
  }
  kernel_free(&k);
}

static void exact_ops_round_once(void **state)
{
  uint64_t seed = 7;
  (void)state;
  for (size_t op = 0; op < sizeof exact_ops / sizeof *exact_ops; op++)
    for (int t = 0; t < TYPES; t++)
      check_exact(op, t, &seed);
}

/* ---- comparisons and classes ---- */

/* The relations (Unordered, Less, Equal, Greater) in which a predicate holds. */
static const struct {
  const char *name, *holds;
} predicates[] = {{"false", ""},  {"oeq", "E"},   {"ogt", "G"},   {"oge", "GE"},
                  {"olt", "L"},   {"ole", "LE"},  {"one", "LG"},  {"ord", "LEG"},
                  {"ueq", "UE"},  {"ugt", "UG"},  {"uge", "UGE"}, {"ult", "UL"},
                  {"ule", "ULE"}, {"une", "ULG"}, {"uno", "U"},   {"true", "ULEG"}};

static char relation(double a, double b)
{
  return isnan(a) || isnan(b) ? 'U' : a < b ? 'L' : a > b ? 'G' : 'E';
}

static void comparisons(void **state)
{
  static Data d;
  uint64_t seed = 11;
  (void)state;
  for (size_t p = 0; p < sizeof predicates / sizeof *predicates; p++)
    for (int t = 0; t < TYPES; t++) {
      char line[64];
      snprintf(line, sizeof line, "arith.cmpf %s, %%a, %%b : $T", predicates[p].name);
      Kernel k =
          op_kernel(&(OpKernel){.line = line, .n = N, .in = {types[t].name, types[t].name}, .out = {"i1"}});
      fill(&d, types[t].f, 0, &seed);
      run_data(&k, &d, 2, 1);
      for (int i = 0; i < N; i++) {
        double a = tri_float_decode(types[t].f, get(d.in[0], i, bytes_of(types[t].f))),
               b = tri_float_decode(types[t].f, get(d.in[1], i, bytes_of(types[t].f)));
        if (get(d.out[0], i, 1) != (strchr(predicates[p].holds, relation(a, b)) != NULL))
          fail_msg("%s at %s of %g, %g", line, types[t].name, a, b);
      }
      kernel_free(&k);
    }
}

static void classes(void **state)
{
  static const char *const ops[] = {"isnan", "isinf", "isfinite", "isnormal"};
  static Data d;
  uint64_t seed = 13;
  (void)state;
  for (int op = 0; op < 4; op++)
    for (int t = 0; t < TYPES; t++) {
      char line[64];
      TriFloat f = types[t].f;
      snprintf(line, sizeof line, "math.%s %%a : $T", ops[op]);
      Kernel k = op_kernel(&(OpKernel){.line = line, .n = N, .in = {types[t].name}, .out = {"i1"}});
      fill(&d, f, 0, &seed);
      run_data(&k, &d, 1, 1);
      for (int i = 0; i < N; i++) {
        uint64_t magnitude = get(d.in[0], i, bytes_of(f)) % sign_of(f),
                 least = UINT64_C(1) << tri_float_format(f).mantissa;
        bool nan = magnitude > tri_float_infinity(f), inf = magnitude == tri_float_infinity(f);
        bool want = op == 0   ? nan
                    : op == 1 ? inf
                    : op == 2 ? !nan && !inf
                              : !nan && !inf && magnitude >= least;
        if (get(d.out[0], i, 1) != want)
          fail_msg("%s at %s of 0x%llx", line, types[t].name, (unsigned long long)magnitude);
      }
      kernel_free(&k);
    }
}

/* ---- math functions ---- */

typedef long double Real(long double a, long double b);
#define REAL1(name)                                                                                          \
  static long double name##_l(long double a, long double b)                                                  \
  {                                                                                                          \
    (void)b;                                                                                                 \
    return name##l(a);                                                                                       \
  }
#define REAL1_LIST(X)                                                                                        \
  X(exp)                                                                                                     \
  X(exp2)                                                                                                    \
  X(expm1)                                                                                                   \
  X(log)                                                                                                     \
  X(log2)                                                                                                    \
  X(log10)                                                                                                   \
  X(log1p)                                                                                                   \
  X(cbrt)                                                                                                    \
  X(sin)                                                                                                     \
  X(cos)                                                                                                     \
  X(tan)                                                                                                     \
  X(asin)                                                                                                    \
  X(acos)                                                                                                    \
  X(atan)                                                                                                    \
  X(sinh)                                                                                                    \
  X(cosh)                                                                                                    \
  X(tanh)                                                                                                    \
  X(asinh)                                                                                                   \
  X(acosh)                                                                                                   \
  X(atanh)                                                                                                   \
  X(erf)                                                                                                     \
  X(erfc)
REAL1_LIST(REAL1)
static long double rsqrt_l(long double a, long double b)
{
  (void)b;
  return 1 / sqrtl(a);
}
static const struct {
  const char *line;
  int n_in;
  Real *real;
} math_ops[] = {
#define ROW(name) {"math." #name " %a : $T", 1, name##_l},
    REAL1_LIST(ROW){"math.rsqrt %a : $T", 1, rsqrt_l},
    {"math.atan2 %a, %b : $T", 2, atan2l},
    {"math.powf %a, %b : $T", 2, powl},
};

/* got is the rounding of want or a neighbour of it, as the f64 that was rounded has an error of its own; in
 * f64 within 4 units in the last place, the largest error that glibc documents for these functions (cbrt). */
static bool is_close(TriFloat f, uint64_t got, long double want)
{
  if (isnan(want))
    return tri_float_is_nan(f, got);
  uint64_t nearest = bits_of(f, (double)want);
  int64_t apart = rank(f, got) - rank(f, nearest), most = f == TRI_FLOAT_F64 ? 4 : 1;
  return !tri_float_is_nan(f, got) && apart >= -most && apart <= most;
}

static void math_functions_are_close(void **state)
{
  static Data d;
  uint64_t seed = 17;
  (void)state;
  for (size_t op = 0; op < sizeof math_ops / sizeof *math_ops; op++)
    for (int t = 0; t < TYPES; t++) {
      const char *type = types[t].name;
      TriFloat f = types[t].f;
      int bytes = bytes_of(f);
      Kernel k = op_kernel(&(OpKernel){.line = math_ops[op].line,
                                       .n = N,
                                       .in = {type, math_ops[op].n_in > 1 ? type : NULL},
                                       .out = {type}});
      for (int round = 0; round < 2; round++) {
        fill(&d, f, round, &seed);
        run_data(&k, &d, math_ops[op].n_in, 1);
        for (int i = 0; i < N; i++) {
          long double a = tri_float_decode(f, get(d.in[0], i, bytes)),
                      b = tri_float_decode(f, get(d.in[1], i, bytes));
          if (!is_close(f, get(d.out[0], i, bytes), math_ops[op].real(a, b)))
            fail_msg("%s at %s of %Lg, %Lg: expected %Lg, got %g", math_ops[op].line, type, a, b,
                     math_ops[op].real(a, b), tri_float_decode(f, get(d.out[0], i, bytes)));
        }
      }
      kernel_free(&k);
    }
}

static void sincos_gives_both(void **state)
{
  static Data d;
  uint64_t seed = 19;
  (void)state;
  for (int t = 0; t < TYPES; t++) {
    TriFloat f = types[t].f;
    Kernel k = op_kernel(&(OpKernel){
        .line = "math.sincos %a : $T", .n = N, .in = {types[t].name}, .out = {types[t].name, types[t].name}});
    fill(&d, f, 0, &seed);
    run_data(&k, &d, 1, 2);
    for (int i = 0; i < N; i++) {
      long double a = tri_float_decode(f, get(d.in[0], i, bytes_of(f)));
      assert_true(is_close(f, get(d.out[0], i, bytes_of(f)), sinl(a)));
      assert_true(is_close(f, get(d.out[1], i, bytes_of(f)), cosl(a)));
    }
    kernel_free(&k);
  }
}

static void integer_powers(void **state)
{
  static Data d;
  static const int64_t exponents[] = {0, 1, 2, 3, -1, -2, -3, 10, 31, -31, 127, -128};
  enum { E = sizeof exponents / sizeof *exponents };
  (void)state;
  for (int t = 0; t < TYPES; t++)
    for (int width = 8; width <= 64; width *= 2) {
      char type[8];
      TriFloat f = types[t].f;
      snprintf(type, sizeof type, "i%d", width);
      Kernel k = op_kernel(&(OpKernel){
          .line = "math.fpowi %a, %b : $T, $U", .n = N, .in = {types[t].name, type}, .out = {types[t].name}});
      for (int i = 0; i < N; i++) {
        set(d.in[0], i, bytes_of(f), edge(i / EDGES, f));
        set(d.in[1], i, width / 8, (uint64_t)exponents[i % E]);
      }
      run_data(&k, &d, 2, 1);
      for (int i = 0; i < N; i++) {
        long double a = tri_float_decode(f, edge(i / EDGES, f));
        if (!is_close(f, get(d.out[0], i, bytes_of(f)), powl(a, (long double)exponents[i % E])))
          fail_msg("fpowi %s of %Lg to %lld: got %g", types[t].name, a, (long long)exponents[i % E],
                   tri_float_decode(f, get(d.out[0], i, bytes_of(f))));
      }
      kernel_free(&k);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exact_ops_round_once),
      cmocka_unit_test(comparisons),
      cmocka_unit_test(classes),
      cmocka_unit_test(math_functions_are_close),
      cmocka_unit_test(sincos_gives_both),
      cmocka_unit_test(integer_powers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
