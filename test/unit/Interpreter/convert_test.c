/* Conversions between all types on edge values and random bits, against integers of 128 bits and Numeric's
 * exact layer; what is undefined is found by storing it. */
#include "harness.h"

#include "Numeric/numeric.h"

#include <math.h>

typedef __int128 Big;
enum { N = 512, INTS = 5, FLOATS = 6 };

static const struct {
  const char *name;
  int width;
} ints[INTS] = {{"i1", 1}, {"i8", 8}, {"i16", 16}, {"i32", 32}, {"i64", 64}};
static const struct {
  const char *name;
  TriFloat f;
} floats[FLOATS] = {{"f8E4M3FN", TRI_FLOAT_F8E4M3FN}, {"f8E5M2", TRI_FLOAT_F8E5M2}, {"f16", TRI_FLOAT_F16},
                    {"bf16", TRI_FLOAT_BF16},         {"f32", TRI_FLOAT_F32},       {"f64", TRI_FLOAT_F64}};

static int int_bytes(int width) { return width == 1 ? 1 : width / 8; }
static int float_bytes(TriFloat f) { return tri_float_format(f).bits / 8; }
static uint64_t low(uint64_t v, int width) { return width == 64 ? v : v & ((UINT64_C(1) << width) - 1); }
static Big signed_of(uint64_t v, int width)
{
  return (Big)low(v, width) - (low(v, width) >> (width - 1) ? (Big)1 << width : 0);
}

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

typedef struct {
  uint64_t x[N], z[N];
  uint8_t on[N];
} Data;

static bool run_data(const Kernel *k, Data *d, InterpreterFault *fault)
{
  memset(d->z, 0xaa, sizeof d->z);
  return run(
      k, 1, 1, 1, 1, fault,
      ARGS(buffer("m", d->on, sizeof d->on), buffer("x", d->x, sizeof d->x), buffer("z", d->z, sizeof d->z)));
}

/* What element k must become; false where it is undefined. */
typedef bool Want(uint64_t bits, int from, int to, uint64_t *want);

/* One conversion. from and to index ints or floats; want says which. */
typedef struct {
  const char *op, *from_name, *to_name;
  int from, from_bytes, to, to_bytes;
  bool gives_float;
  Want *want;
} Conversion;

static void check_values(const Kernel *k, const Conversion *c, Data *d)
{
  InterpreterFault fault;
  uint64_t want[N];
  for (int i = 0; i < N; i++)
    d->on[i] = c->want(get(d->x, i, c->from_bytes), c->from, c->to, &want[i]);
  if (!run_data(k, d, &fault))
    fail_msg("%s from %s to %s: %s", c->op, c->from_name, c->to_name, fault.message);
  for (int i = 0; i < N; i++) {
    uint64_t got = get(d->z, i, c->to_bytes);
    if (!d->on[i] || got == want[i] ||
        (c->gives_float && tri_float_is_nan(floats[c->to].f, got) &&
         tri_float_is_nan(floats[c->to].f, want[i])))
      continue;
    fail_msg("%s from %s to %s of 0x%llx: expected 0x%llx, got 0x%llx", c->op, c->from_name, c->to_name,
             (unsigned long long)get(d->x, i, c->from_bytes), (unsigned long long)want[i],
             (unsigned long long)got);
  }
}

static void check_undefined(const Kernel *k, const Conversion *c, Data *d)
{
  InterpreterFault fault;
  uint64_t unused;
  memset(d->on, 0, sizeof d->on);
  for (int i = 0; i < N; i++) {
    if (c->want(get(d->x, i, c->from_bytes), c->from, c->to, &unused))
      continue;
    d->on[i] = 1;
    if (run_data(k, d, &fault) || !strstr(fault.message, "is undefined"))
      fail_msg("%s from %s to %s of 0x%llx is defined", c->op, c->from_name, c->to_name,
               (unsigned long long)get(d->x, i, c->from_bytes));
    d->on[i] = 0;
  }
}

static void check(const Conversion *c, Data *d)
{
  char line[96];
  snprintf(line, sizeof line, "%s : $T to $R", c->op);
  Kernel k = op_kernel(&(OpKernel){.line = line, .n = N, .in = {c->from_name}, .out = {c->to_name}});
  check_values(&k, c, d);
  check_undefined(&k, c, d);
  kernel_free(&k);
}

static void ints_to_ints(const char *op, int from, int to, Want *want, Data *d)
{
  check(&(Conversion){op, ints[from].name, ints[to].name, from, int_bytes(ints[from].width), to,
                      int_bytes(ints[to].width), false, want},
        d);
}
static void ints_to_floats(const char *op, int from, int to, Want *want, Data *d)
{
  check(&(Conversion){op, ints[from].name, floats[to].name, from, int_bytes(ints[from].width), to,
                      float_bytes(floats[to].f), true, want},
        d);
}
static void floats_to_ints(const char *op, int from, int to, Want *want, Data *d)
{
  check(&(Conversion){op, floats[from].name, ints[to].name, from, float_bytes(floats[from].f), to,
                      int_bytes(ints[to].width), false, want},
        d);
}
static void floats_to_floats(const char *op, int from, int to, Want *want, Data *d)
{
  check(&(Conversion){op, floats[from].name, floats[to].name, from, float_bytes(floats[from].f), to,
                      float_bytes(floats[to].f), true, want},
        d);
}

/* ---- integer to integer ---- */

static bool extsi(uint64_t v, int from, int to, uint64_t *want)
{
  *want = low((uint64_t)signed_of(v, ints[from].width), ints[to].width);
  return true;
}
static bool extui(uint64_t v, int from, int to, uint64_t *want)
{
  (void)from;
  *want = low(v, ints[to].width);
  return true;
}
static bool trunci_nsw(uint64_t v, int from, int to, uint64_t *want)
{
  *want = low(v, ints[to].width);
  return signed_of(*want, ints[to].width) == signed_of(v, ints[from].width);
}
static bool trunci_nuw(uint64_t v, int from, int to, uint64_t *want)
{
  (void)from;
  *want = low(v, ints[to].width);
  return *want == v;
}

static void fill_ints(Data *d, int from, uint64_t *seed)
{
  int w = ints[from].width;
  for (int i = 0; i < N; i++) {
    uint64_t v = random_next(seed) >> (i % 3 ? 0 : random_next(seed) % 64);
    if (i < 32)
      v = (uint64_t)(int64_t)(i / 2 * (i % 2 ? 1 : -1));
    if (i >= 32 && i < 32 + 64 * 3)
      v = (UINT64_C(1) << (i - 32) / 3) + (uint64_t)((i - 32) % 3) - 1;
    set(d->x, i, int_bytes(w), low(v, w));
  }
}

static void integers_to_integers(void **state)
{
  static Data d;
  uint64_t seed = 23;
  (void)state;
  for (int from = 0; from < INTS; from++)
    for (int to = 0; to < INTS; to++) {
      fill_ints(&d, from, &seed);
      if (from < to) {
        ints_to_ints("arith.extsi %a", from, to, extsi, &d);
        ints_to_ints("arith.extui %a", from, to, extui, &d);
      }
      if (from > to) {
        ints_to_ints("arith.trunci %a", from, to, extui, &d);
        ints_to_ints("arith.trunci %a overflow<nsw>", from, to, trunci_nsw, &d);
        ints_to_ints("arith.trunci %a overflow<nuw>", from, to, trunci_nuw, &d);
      }
      if (from == to)
        ints_to_ints("arith.bitcast %a", from, to, extui, &d);
    }
}

/* ---- integer to float and back ---- */

static bool sitofp(uint64_t v, int from, int to, uint64_t *want)
{
  *want = tri_int_to_float(floats[to].f, v, (TriIntType){ints[from].width, true}, TRI_RN);
  return true;
}
static bool uitofp(uint64_t v, int from, int to, uint64_t *want)
{
  *want = tri_int_to_float(floats[to].f, v, (TriIntType){ints[from].width, false}, TRI_RN);
  return true;
}

static bool to_int(uint64_t v, int from, int to, uint64_t *want, bool is_signed)
{
  int w = ints[to].width;
  long double x = truncl((long double)tri_float_decode(floats[from].f, v));
  long double least = is_signed ? -ldexpl(1, w - 1) : 0, above = ldexpl(1, is_signed ? w - 1 : w);
  if (!(x >= least && x < above))
    return false;
  *want = low((uint64_t)(Big)x, w);
  return true;
}
static bool fptosi(uint64_t v, int from, int to, uint64_t *want) { return to_int(v, from, to, want, true); }
static bool fptoui(uint64_t v, int from, int to, uint64_t *want) { return to_int(v, from, to, want, false); }

/* Random patterns, half of them with an exponent near that of the integers; powers of two and their
 * neighbours. */
static void fill_floats(Data *d, int from, uint64_t *seed)
{
  TriFloat f = floats[from].f;
  for (int i = 0; i < N; i++) {
    uint64_t v = random_next(seed);
    if (i % 2)
      v = tri_float_encode(f, ldexp((double)(int64_t)v, -(int)(random_next(seed) % 66)), TRI_RN, false);
    if (i >= 100 && i < 100 + 66 * 3)
      v = tri_float_encode(f, ldexp(i % 2 ? -1 : 1, (i - 100) / 3 - 1), TRI_RN, false) +
          (uint64_t)((i - 100) % 3) - 1;
    set(d->x, i, float_bytes(f), v);
  }
  const uint64_t special[] = {0,
                              tri_float_encode(f, -0.0, TRI_RN, false),
                              tri_float_infinity(f),
                              tri_float_nan(f),
                              tri_float_max_finite(f),
                              1,
                              tri_float_encode(f, -0.75, TRI_RN, false),
                              tri_float_encode(f, -1, TRI_RN, false),
                              tri_float_encode(f, -1.5, TRI_RN, false)};
  for (int i = 0; i < (int)(sizeof special / sizeof *special); i++)
    set(d->x, i, float_bytes(f), special[i]);
}

static void integers_and_floats(void **state)
{
  static Data d;
  uint64_t seed = 29;
  (void)state;
  for (int i = 0; i < INTS; i++)
    for (int f = 0; f < FLOATS; f++) {
      fill_ints(&d, i, &seed);
      ints_to_floats("arith.sitofp %a", i, f, sitofp, &d);
      ints_to_floats("arith.uitofp %a", i, f, uitofp, &d);
      fill_floats(&d, f, &seed);
      floats_to_ints("arith.fptosi %a", f, i, fptosi, &d);
      floats_to_ints("arith.fptoui %a", f, i, fptoui, &d);
    }
}

/* ---- float to float ---- */

static TriRounding mode;
static bool rounded(uint64_t v, int from, int to, uint64_t *want)
{
  *want = tri_float_convert(floats[to].f, floats[from].f, v, mode, false);
  return true;
}

static void floats_of_other_widths(void **state)
{
  static const struct {
    const char *op;
    TriRounding mode;
  } modes[] = {{"arith.truncf %a", TRI_RN},
               {"arith.truncf %a to_nearest_even", TRI_RN},
               {"arith.truncf %a downward", TRI_RM},
               {"arith.truncf %a upward", TRI_RP},
               {"arith.truncf %a toward_zero", TRI_RZ},
               {"arith.truncf %a to_nearest_away", TRI_RNA}};
  static Data d;
  uint64_t seed = 31;
  (void)state;
  for (int from = 0; from < FLOATS; from++)
    for (int to = 0; to < FLOATS; to++) {
      int fb = float_bytes(floats[from].f), tb = float_bytes(floats[to].f);
      fill_floats(&d, from, &seed);
      mode = TRI_RN;
      if (fb < tb)
        floats_to_floats("arith.extf %a", from, to, rounded, &d);
      for (size_t m = 0; fb > tb && m < sizeof modes / sizeof *modes; m++) {
        mode = modes[m].mode;
        floats_to_floats(modes[m].op, from, to, rounded, &d);
      }
    }
}

static bool same_bits(uint64_t v, int from, int to, uint64_t *want)
{
  (void)from, (void)to;
  *want = v;
  return true;
}

static void bitcasts(void **state)
{
  static Data d;
  uint64_t seed = 37;
  (void)state;
  for (int f = 0; f < FLOATS; f++)
    for (int i = 1; i < INTS; i++) {
      int bytes = float_bytes(floats[f].f);
      if (ints[i].width != 8 * bytes)
        continue;
      fill_floats(&d, f, &seed);
      floats_to_ints("arith.bitcast %a", f, i, same_bits, &d);
      ints_to_floats("arith.bitcast %a", i, f, same_bits, &d);
    }
}

static void index_is_an_i64(void **state)
{
  int64_t z[4];
  (void)state;
  text_ok("func.func @f(%z: !tri.ptr<i64>, %n: i32, %w: i64) attributes {tri.kernel} {\n"
          "  %c1 = arith.constant 1 : i32\n"
          "  %c2 = arith.constant 2 : i32\n"
          "  %c3 = arith.constant 3 : i32\n"
          "  %a = arith.index_cast %n : i32 to index\n"
          "  %b = arith.index_castui %n : i32 to index\n"
          "  %ten = arith.constant 10 : index\n"
          "  %s = arith.addi %a, %ten : index\n"
          "  %r0 = arith.index_cast %s : index to i64\n"
          "  %r1 = arith.index_cast %b : index to i64\n"
          "  %back = arith.index_cast %w : i64 to index\n"
          "  %cut = arith.index_cast %back : index to i32\n"
          "  %r2 = arith.extui %cut : i32 to i64\n"
          "  %p1 = tri.addptr %z, %c1 : !tri.ptr<i64>, i32\n"
          "  %p2 = tri.addptr %z, %c2 : !tri.ptr<i64>, i32\n"
          "  tri.store %r0 to %z : i64\n"
          "  tri.store %r1 to %p1 : i64\n"
          "  tri.store %r2 to %p2 : i64\n"
          "  return\n"
          "}\n",
          ARGS(buffer("z", z, sizeof z), scalar((uint32_t)-3), scalar(UINT64_C(0x123456789abcdef0))));
  assert_int_equal(z[0], 7);
  assert_int_equal(z[1], 0xfffffffd);
  assert_int_equal(z[2], 0x9abcdef0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integers_to_integers),   cmocka_unit_test(integers_and_floats),
      cmocka_unit_test(floats_of_other_widths), cmocka_unit_test(bitcasts),
      cmocka_unit_test(index_is_an_i64),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
