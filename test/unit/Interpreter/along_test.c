/* tri.reduce and tri.scan by word: every word, type, axis and direction against loops. Also as regions that
 * hold one op more, so that they are run rather than folded. */
#include "harness.h"

#include "Numeric/numeric.h"

#include <math.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

enum { MAX_N = 128 };

typedef struct {
  const char *name;
  int width;       /* bits; of a float 0 */
  TriFloat format; /* of a float */
  size_t bytes;
} Type;

static const Type types[] = {
    {"i1", 1, 0, 1},
    {"i8", 8, 0, 1},
    {"i16", 16, 0, 2},
    {"i32", 32, 0, 4},
    {"i64", 64, 0, 8},
    {"f16", 0, TRI_FLOAT_F16, 2},
    {"bf16", 0, TRI_FLOAT_BF16, 2},
    {"f32", 0, TRI_FLOAT_F32, 4},
    {"f64", 0, TRI_FLOAT_F64, 8},
};

/* A number of any type: an integer's low bits, or a float. */
typedef struct {
  uint64_t i;
  double f;
} Number;

static uint64_t low(uint64_t v, int width) { return width == 64 ? v : v & ((UINT64_C(1) << width) - 1); }
static int64_t as_signed(uint64_t v, int width) { return (int64_t)(v << (64 - width)) >> (64 - width); }

/* ---- what the words mean ---- */

typedef struct {
  const char *word, *int_op, *float_op;
  uint64_t (*on_ints)(uint64_t a, uint64_t b, int width);
  double (*on_floats)(double a, double b);
} Word;

static uint64_t add(uint64_t a, uint64_t b, int w) { return low(a + b, w); }
static uint64_t mul(uint64_t a, uint64_t b, int w) { return low(a * b, w); }
static uint64_t min(uint64_t a, uint64_t b, int w) { return as_signed(a, w) < as_signed(b, w) ? a : b; }
static uint64_t max(uint64_t a, uint64_t b, int w) { return as_signed(a, w) < as_signed(b, w) ? b : a; }
static uint64_t umin(uint64_t a, uint64_t b, int w) { return (void)w, a < b ? a : b; }
static uint64_t umax(uint64_t a, uint64_t b, int w) { return (void)w, a < b ? b : a; }
static uint64_t and(uint64_t a, uint64_t b, int w) { return (void)w, a & b; }
static uint64_t or(uint64_t a, uint64_t b, int w) { return (void)w, a | b; }
static uint64_t xor(uint64_t a, uint64_t b, int w) { return (void)w, a ^ b; }

static double addf(double a, double b) { return a + b; }
static double mulf(double a, double b) { return a * b; }
static bool below(double a, double b) { return a < b || (a == b && signbit(a) && !signbit(b)); }
static double minnum(double a, double b) { return isnan(a) ? b : isnan(b) || below(a, b) ? a : b; }
static double maxnum(double a, double b) { return isnan(a) ? b : isnan(b) || below(b, a) ? a : b; }
static double minimum(double a, double b) { return isnan(a) || isnan(b) ? NAN : minnum(a, b); }
static double maximum(double a, double b) { return isnan(a) || isnan(b) ? NAN : maxnum(a, b); }

static const Word words[] = {
    {"add", "arith.addi", "arith.addf", add, addf},
    {"mul", "arith.muli", "arith.mulf", mul, mulf},
    {"min", "arith.minsi", "arith.minnumf", min, minnum},
    {"max", "arith.maxsi", "arith.maxnumf", max, maxnum},
    {"umin", "arith.minui", NULL, umin, NULL},
    {"umax", "arith.maxui", NULL, umax, NULL},
    {"minimum", NULL, "arith.minimumf", NULL, minimum},
    {"maximum", NULL, "arith.maximumf", NULL, maximum},
    {"and", "arith.andi", NULL, and, NULL},
    {"or", "arith.ori", NULL, or, NULL},
    {"xor", "arith.xori", NULL, xor, NULL},
};

/* ---- elements ---- */

/* Integers of the whole range. Floats whose sums and products are exact in f64 and not in f16 or bf16: of
 * sums multiples of 1/16, of products 1 and 1.5 with signs; of minima and maxima those, zeros of both signs,
 * and NaN. */
static Number random_number(const Type *t, const Word *w, uint64_t *seed)
{
  static const double factors[] = {1, -1, 1.5, -1.5, 1, 1, -1, 0.5}, specials[] = {0.0, -0.0, NAN, INFINITY};
  uint64_t r = random_next(seed);
  Number x = {0, 0};
  if (t->width) {
    x.i = low(r, t->width);
    return x;
  }
  x.f = strcmp(w->word, "mul") == 0            ? factors[r % 8]
        : strcmp(w->word, "add") && r % 3 == 0 ? specials[r / 3 % 4]
                                               : (double)((int64_t)(r % 2048) - 1024) / 16;
  return x;
}

static void write(const Type *t, void *at, Number x)
{
  uint64_t bits = t->width ? x.i : tri_float_encode(t->format, x.f, TRI_RN, false);
  memcpy(at, &bits, t->bytes);
}

static Number read(const Type *t, const void *at)
{
  Number x = {0, 0};
  memcpy(&x.i, at, t->bytes);
  if (!t->width)
    x.f = tri_float_decode(t->format, x.i);
  return x;
}

static Number combine(const Type *t, const Word *w, Number a, Number b)
{
  return t->width ? (Number){w->on_ints(a.i, b.i, t->width), 0} : (Number){0, w->on_floats(a.f, b.f)};
}

static void expect(const Type *t, const void *got, Number want)
{
  uint64_t bits = 0;
  memcpy(&bits, got, t->bytes);
  if (!t->width && isnan(want.f))
    assert_true(tri_float_is_nan(t->format, bits));
  else
    assert_int_equal(bits, t->width ? want.i : tri_float_encode(t->format, want.f, TRI_RN, false));
}

/* ---- the kernel ---- */

typedef struct {
  int64_t dim[3], n, outer, extent, inner;
  int axis;
} Space;

static Space space_of(int64_t a, int64_t b, int64_t c, int axis)
{
  Space s = {{a, b, c}, a * b * c, 1, 1, 1, axis};
  for (int k = 0; k < 3; k++)
    *(k < axis ? &s.outer : k > axis ? &s.inner : &s.extent) *= s.dim[k];
  return s;
}

typedef enum { REDUCE, SCAN, REVERSE } Form;

/* "tri.scan add %v axis 1 reverse : TYPE", or the same with the region written out and an op more in it. */
static void write_op(char *text, size_t bytes, const Type *t, const Word *w, Form form, int axis, bool run)
{
  const char *name = form == REDUCE ? "reduce" : "scan", *reverse = form == REVERSE ? " reverse" : "";
  if (!run) {
    snprintf(text, bytes, "tri.%s %s %%v axis %d%s : $B", name, w->word, axis, reverse);
    return;
  }
  snprintf(text, bytes,
           "tri.%s %%v axis %d%s : $B by (%%p), (%%q) {\n    %%unused = arith.%s %%p, %%q : %s\n"
           "    %%s = %s %%p, %%q : %s\n    tri.yield %%s : %s\n  }",
           name, axis, reverse, t->width ? "subi" : "subf", t->name, t->width ? w->int_op : w->float_op,
           t->name, t->name);
}

/* Copies text with $B replaced by block. */
static void substitute(char *to, const char *text, const char *block)
{
  for (; *text; text++)
    if (text[0] == '$' && text[1] == 'B') {
      strcpy(to, block);
      to += strlen(to);
      text++;
    } else {
      *to++ = *text;
    }
  *to = '\0';
}

static void write_kernel(char *text, size_t bytes, const Type *t, const Word *w, Form form, const Space *s,
                         bool run)
{
  char block[64], result[64], op[512], form_text[512];
  int64_t d[3], m = form == REDUCE ? s->n / s->extent : s->n;
  int rank = 0;
  for (int k = 0; k < 3; k++)
    if (form != REDUCE || k != s->axis)
      d[rank++] = s->dim[k];
  snprintf(block, sizeof block, "tensor<%ldx%ldx%ldx%s>", (long)s->dim[0], (long)s->dim[1], (long)s->dim[2],
           t->name);
  if (rank == 2)
    snprintf(result, sizeof result, "tensor<%ldx%ldx%s>", (long)d[0], (long)d[1], t->name);
  else
    snprintf(result, sizeof result, "%s", block);
  write_op(form_text, sizeof form_text, t, w, form, s->axis, run);
  substitute(op, form_text, block);
  snprintf(
      text, bytes,
      "func.func @f(%%x: !tri.ptr<%s>, %%y: !tri.ptr<%s>) attributes {tri.kernel} {\n"
      "  %%i = tri.range : tensor<%ldxi32>\n  %%j = tri.range : tensor<%ldxi32>\n"
      "  %%px = tri.addptr %%x, %%i : !tri.ptr<%s>, tensor<%ldxi32>\n"
      "  %%py = tri.addptr %%y, %%j : !tri.ptr<%s>, tensor<%ldxi32>\n"
      "  %%l = tri.load %%px : tensor<%ldx%s>\n  %%v = tri.reshape %%l : tensor<%ldx%s> -> %s\n  %%r = %s\n"
      "  %%w = tri.reshape %%r : %s -> tensor<%ldx%s>\n  tri.store %%w to %%py : tensor<%ldx%s>\n  "
      "return\n}\n",
      t->name, t->name, (long)s->n, (long)m, t->name, (long)s->n, t->name, (long)m, (long)s->n, t->name,
      (long)s->n, t->name, block, op, result, (long)m, t->name, (long)m, t->name);
}

/* ---- the test ---- */

static void check_line(const Type *t, const Word *w, Form form, const Space *s, const unsigned char *x,
                       const unsigned char *y, int64_t outer, int64_t inner)
{
  Number total = {0, 0};
  for (int64_t step = 0; step < s->extent; step++) {
    int64_t row = form == REVERSE ? s->extent - 1 - step : step;
    size_t at = (size_t)((outer * s->extent + row) * s->inner + inner) * t->bytes;
    Number next = read(t, x + at);
    total = step ? combine(t, w, total, next) : next;
    if (form != REDUCE)
      expect(t, y + at, total);
  }
  if (form == REDUCE)
    expect(t, y + (size_t)(outer * s->inner + inner) * t->bytes, total);
}

static void check(const Type *t, const Word *w, Form form, const Space *s, bool run)
{
  static char text[4096];
  unsigned char x[MAX_N * 8], y[MAX_N * 8] = {0};
  uint64_t seed = (uint64_t)s->n * 31 + (uint64_t)form;
  size_t m = (size_t)(form == REDUCE ? s->n / s->extent : s->n);
  for (int64_t k = 0; k < s->n; k++)
    write(t, x + (size_t)k * t->bytes, random_number(t, w, &seed));
  write_kernel(text, sizeof text, t, w, form, s, run);
  text_ok(text, ARGS(buffer("x", x, (size_t)s->n * t->bytes), buffer("y", y, m * t->bytes)));
  for (int64_t outer = 0; outer < s->outer; outer++)
    for (int64_t inner = 0; inner < s->inner; inner++)
      check_line(t, w, form, s, x, y, outer, inner);
}

static void check_forms(const Type *t, const Word *w)
{
  const Space spaces[] = {space_of(3, 7, 5, 0),  space_of(3, 7, 5, 1),  space_of(3, 7, 5, 2),
                          space_of(2, 16, 1, 1), space_of(1, 16, 1, 2), space_of(1, 1, 37, 2)};
  bool rounds = !t->width && w - words < 2;
  for (size_t k = 0; k < COUNT(spaces); k++)
    for (Form form = REDUCE; form <= REVERSE; form++)
      for (int run = 0; run < 2 - rounds; run++)
        check(t, w, form, &spaces[k], run);
}

static void test_words(void **state)
{
  (void)state;
  for (size_t t = 0; t < COUNT(types); t++)
    for (size_t w = 0; w < COUNT(words); w++)
      if (types[t].width ? words[w].on_ints != NULL : words[w].on_floats != NULL)
        check_forms(&types[t], &words[w]);
}

/* ---- single cases ---- */

#define VECTOR(T, n, op)                                                                                     \
  "func.func @f(%x: !tri.ptr<" T ">, %y: !tri.ptr<" T ">) attributes {tri.kernel} {\n"                       \
  "  %i = tri.range : tensor<" n "xi32>\n"                                                                   \
  "  %px = tri.addptr %x, %i : !tri.ptr<" T ">, tensor<" n "xi32>\n"                                         \
  "  %v = tri.load %px : tensor<" n "x" T ">\n" op "  return\n}\n"
#define SUM(T, n)                                                                                            \
  VECTOR(T, n, "  %r = tri.reduce add %v axis 0 : tensor<" n "x" T ">\n  tri.store %r to %y : " T "\n")

static void test_i8_sums_wrap(void **state)
{
  (void)state;
  int8_t x[] = {100, 100, 100}, y = 0, most[] = {-128, -128, 1};
  text_ok(SUM("i8", "3"), ARGS(buffer("x", x, sizeof x), buffer("y", &y, 1)));
  assert_int_equal(y, 44);
  text_ok(SUM("i8", "3"), ARGS(buffer("x", most, sizeof most), buffer("y", &y, 1)));
  assert_int_equal(y, 1);
}

/* An f16 sum past 2048 loses every 1 when each step rounds; f64 loses 1 beside 2^60 unless it is carried. */
static void test_float_sums_round_once(void **state)
{
  (void)state;
  uint16_t h[100], sum = 0;
  double d[] = {0x1p60, 1, 1, 1, -0x1p60, 0.5}, total = 0, zero[] = {-0.0, -0.0, -0.0, -0.0, -0.0, -0.0},
         infinite[] = {INFINITY, 1, 2, 3, 4, 5}, both[] = {INFINITY, 1, 2, 3, -INFINITY, 5};
  h[0] = tri_f32_to_f16(2048);
  for (int k = 1; k < 100; k++)
    h[k] = tri_f32_to_f16(1);
  text_ok(SUM("f16", "100"), ARGS(buffer("x", h, sizeof h), buffer("y", &sum, 2)));
  assert_int_equal(sum, tri_f32_to_f16(2147)); /* between 2146 and 2148 */
  text_ok(SUM("f64", "6"), ARGS(buffer("x", d, sizeof d), buffer("y", &total, 8)));
  assert_true(total == 3.5);
  text_ok(SUM("f64", "6"), ARGS(buffer("x", zero, sizeof zero), buffer("y", &total, 8)));
  assert_true(total == 0 && signbit(total));
  text_ok(SUM("f64", "6"), ARGS(buffer("x", infinite, sizeof infinite), buffer("y", &total, 8)));
  assert_true(isinf(total) && total > 0);
  text_ok(SUM("f64", "6"), ARGS(buffer("x", both, sizeof both), buffer("y", &total, 8)));
  assert_true(isnan(total));
}

static void test_nan_modes(void **state)
{
  (void)state;
  float x[] = {NAN, 3, -0.0f, NAN, 0.0f}, y = 0, nothing[] = {NAN, NAN, NAN, NAN, NAN};
#define OF_5(word)                                                                                           \
  VECTOR("f32", "5", "  %r = tri.reduce " word " %v axis 0 : tensor<5xf32>\n  tri.store %r to %y : f32\n")
  text_ok(OF_5("max"), ARGS(buffer("x", x, sizeof x), buffer("y", &y, 4)));
  assert_true(y == 3);
  text_ok(OF_5("min"), ARGS(buffer("x", x, sizeof x), buffer("y", &y, 4)));
  assert_true(y == 0 && signbit(y));
  text_ok(OF_5("min"), ARGS(buffer("x", nothing, sizeof nothing), buffer("y", &y, 4)));
  assert_true(isnan(y));
  text_ok(OF_5("maximum"), ARGS(buffer("x", x, sizeof x), buffer("y", &y, 4)));
  assert_true(isnan(y));
  text_ok(OF_5("minimum"), ARGS(buffer("x", x, sizeof x), buffer("y", &y, 4)));
  assert_true(isnan(y));
}

/* Row 1 of [16, 1] along axis 1 is itself. */
static void test_16_by_1(void **state)
{
  (void)state;
  int32_t x[16], y[16] = {0};
  for (int k = 0; k < 16; k++)
    x[k] = k * k - 5;
  text_ok(
      VECTOR("i32", "16",
             "  %py = tri.addptr %y, %i : !tri.ptr<i32>, tensor<16xi32>\n"
             "  %c = tri.expand_dims %v axis 1 : tensor<16xi32>\n"
             "  %r = tri.reduce add %c axis 1 : tensor<16x1xi32>\n  tri.store %r to %py : tensor<16xi32>\n"),
      ARGS(buffer("x", x, sizeof x), buffer("y", y, sizeof y)));
  assert_memory_equal(x, y, sizeof x);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_words),
      cmocka_unit_test(test_i8_sums_wrap),
      cmocka_unit_test(test_float_sums_round_once),
      cmocka_unit_test(test_nan_modes),
      cmocka_unit_test(test_16_by_1),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
