/* tri.dot_scaled against sums in plain C: every pair of formats, scales or none, extents that groups do not
 * divide. */
#include "Numeric/numeric.h"
#include "harness.h"

#include <math.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* ---- formats ---- */

typedef struct {
  const char *name; /* of the block's elements */
  int bits;         /* of an element */
  TriFloat format;
  int significant; /* bits of the integers it holds exactly */
} Format;

static const Format formats[] = {{"i8", 4, TRI_FLOAT_COUNT, 0},
                                 {"f8E4M3FN", 8, TRI_FLOAT_F8E4M3FN, 4},
                                 {"f8E5M2", 8, TRI_FLOAT_F8E5M2, 3},
                                 {"f16", 16, TRI_FLOAT_F16, 11},
                                 {"bf16", 16, TRI_FLOAT_BF16, 8}};

/* OCP microscaling, e2m1: one sign, two exponent bits of bias 1, one bit of mantissa. */
static double e2m1(unsigned bits)
{
  unsigned exponent = bits >> 1 & 3, mantissa = bits & 1;
  double x = exponent ? ldexp(1 + mantissa / 2.0, (int)exponent - 1) : mantissa / 2.0;
  return bits & 8 ? -x : x;
}

static uint64_t any_element(const Format *f, uint64_t *seed)
{
  if (f->bits == 4)
    return random_next(seed) >> 60;
  int64_t v = (int64_t)(random_next(seed) >> (64 - f->significant));
  return tri_float_encode(f->format, random_next(seed) & 1 ? -ldexp((double)v, -3) : ldexp((double)v, -3),
                          TRI_RN, false);
}

static double value_of(const Format *f, uint64_t bits)
{
  return f->bits == 4 ? e2m1((unsigned)bits) : tri_float_decode(f->format, bits);
}

/* ---- kernels ---- */

typedef struct {
  const Format *a, *b;
  bool a_scaled, b_scaled;
  int batch, m, k, n; /* batch 0: no leading axis */
} Case;

static int batches(const Case *c) { return c->batch ? c->batch : 1; }
static int groups(const Case *c) { return (c->k + 31) / 32; }

static const char *block(char text[100], const Case *c, int rows, int columns, const char *type)
{
  if (c->batch)
    snprintf(text, 100, "tensor<%dx%dx%dx%s>", c->batch, rows, columns, type);
  else
    snprintf(text, 100, "tensor<%dx%dx%s>", rows, columns, type);
  return text;
}

static void say_matrix(Source *s, const char *name, const Case *c, int rows, int columns, const char *type)
{
  char shaped[100];
  say_load(s, name, batches(c) * rows * columns, type, block(shaped, c, rows, columns, type));
}

static int packed(const Format *f, int n) { return f->bits == 4 ? n / 2 : n; }

static Kernel kernel(const Case *c)
{
  static Source s;
  char a[100], b[100], sa[100], sb[100], acc[100], scale_a[150] = "", scale_b[150] = "";
  s.n = 0;
  say(&s,
      "func.func @f(%%a: !tri.ptr<%s>, %%b: !tri.ptr<%s>, %%sa: !tri.ptr<i8>, %%sb: !tri.ptr<i8>, "
      "%%c: !tri.ptr<f32>, %%r: !tri.ptr<f32>) attributes {tri.kernel} {\n",
      c->a->name, c->b->name);
  say_matrix(&s, "a", c, c->m, packed(c->a, c->k), c->a->name);
  say_matrix(&s, "b", c, packed(c->b, c->k), c->n, c->b->name);
  say_matrix(&s, "sa", c, c->m, groups(c), "i8");
  say_matrix(&s, "sb", c, c->n, groups(c), "i8");
  say_matrix(&s, "c", c, c->m, c->n, "f32");
  block(a, c, c->m, packed(c->a, c->k), c->a->name), block(b, c, packed(c->b, c->k), c->n, c->b->name);
  block(acc, c, c->m, c->n, "f32");
  if (c->a_scaled)
    snprintf(scale_a, sizeof scale_a, " scale %s", block(sa, c, c->m, groups(c), "i8"));
  if (c->b_scaled)
    snprintf(scale_b, sizeof scale_b, " scale %s", block(sb, c, c->n, groups(c), "i8"));
  int n = batches(c) * c->m * c->n;
  say(&s,
      "  %%d = tri.dot_scaled %%va%s, %%vb%s, %%vc : %s%s, %s%s, %s\n"
      "  %%f = tri.reshape %%d : %s -> tensor<%dxf32>\n"
      "  %%pr = tri.addptr %%r, %%ic : !tri.ptr<f32>, tensor<%dxi32>\n"
      "  tri.store %%f to %%pr : tensor<%dxf32>\n  return\n}\n",
      c->a_scaled ? " scale %vsa" : "", c->b_scaled ? " scale %vsb" : "", a, scale_a, b, scale_b, acc, acc, n,
      n, n);
  return kernel_of(s.text);
}

/* ---- data ---- */

enum { MOST = 3 * 70 * 70 };
static uint64_t a[MOST], b[MOST]; /* bits, one element each */
static uint8_t sa[MOST], sb[MOST], a_data[MOST * 2], b_data[MOST * 2];
static float acc[MOST], r[MOST];

static void fill(const Case *c)
{
  uint64_t seed = (uint64_t)(c->m * 11 + c->k * 3 + c->n);
  for (int k = 0; k < MOST; k++) {
    a[k] = any_element(c->a, &seed), b[k] = any_element(c->b, &seed);
    sa[k] = (uint8_t)(120 + random_next(&seed) % 14), sb[k] = (uint8_t)(120 + random_next(&seed) % 14);
    acc[k] = (float)(random_next(&seed) % 1000);
  }
}

/* Element (row, column) of a matrix of `columns`, whose neighbours along the contracted axis share bytes. */
static void put(const Format *f, uint8_t *data, int row, int column, int columns, bool along_rows,
                uint64_t bits)
{
  if (f->bits != 4) {
    memcpy(data + (row * columns + column) * f->bits / 8, &bits, (size_t)f->bits / 8);
    return;
  }
  int place = along_rows ? row / 2 * columns + column : (row * columns + column) / 2;
  int shift = (along_rows ? row : column) % 2 * 4;
  data[place] = (uint8_t)((data[place] & ~(15 << shift)) | (int)bits << shift);
}

static void lay_out(const Case *c)
{
  for (int i = 0; i < batches(c) * c->m; i++)
    for (int k = 0; k < c->k; k++)
      put(c->a, a_data, i, k, c->k, false, a[i * c->k + k]);
  for (int k = 0; k < batches(c) * c->k; k++)
    for (int j = 0; j < c->n; j++)
      put(c->b, b_data, k, j, c->n, true, b[k * c->n + j]);
}

static double scale(bool scaled, uint8_t bits) { return scaled ? ldexp(1, bits - 127) : 1; }

static double sum_at(const Case *c, int batch, int i, int j)
{
  int row = batch * c->m + i;
  double sum = (double)acc[row * c->n + j];
  for (int k = 0; k < c->k; k++)
    sum += value_of(c->a, a[row * c->k + k]) * scale(c->a_scaled, sa[row * groups(c) + k / 32]) *
           value_of(c->b, b[(batch * c->k + k) * c->n + j]) *
           scale(c->b_scaled, sb[(batch * c->n + j) * groups(c) + k / 32]);
  return sum;
}

static void run_case(const Case *c)
{
  Kernel k = kernel(c);
  size_t n = (size_t)batches(c), m = (size_t)c->m, l = (size_t)c->n, g = (size_t)groups(c);
  run_ok(&k,
         ARGS(buffer("a", a_data, n * m * (size_t)(c->k * c->a->bits / 8)),
              buffer("b", b_data, n * l * (size_t)(c->k * c->b->bits) / 8), buffer("sa", sa, n * m * g),
              buffer("sb", sb, n * l * g), buffer("c", acc, n * m * l * 4), buffer("r", r, n * m * l * 4)));
  kernel_free(&k);
}

static void check(const Case *c)
{
  fill(c);
  lay_out(c);
  run_case(c);
  for (int batch = 0; batch < batches(c); batch++)
    for (int i = 0; i < c->m; i++)
      for (int j = 0; j < c->n; j++) {
        float got = r[(batch * c->m + i) * c->n + j], want = (float)sum_at(c, batch, i, j);
        if (got != want)
          fail_msg("%s x %s, %d x %d x %d x %d: [%d, %d, %d] is %a, expected %a", c->a->name, c->b->name,
                   c->batch, c->m, c->k, c->n, batch, i, j, (double)got, (double)want);
      }
}

/* ---- tests ---- */

static void test_formats(void **state)
{
  (void)state;
  static const int extents[][4] = {
      {0, 1, 2, 1}, {0, 3, 32, 5}, {0, 66, 70, 67}, {2, 5, 66, 3}, {3, 1, 64, 70}};
  for (size_t f = 0; f < COUNT(formats); f++)
    for (size_t g = 0; g < COUNT(formats); g++)
      for (size_t e = 0; e < COUNT(extents); e++)
        for (int scaled = 0; scaled < 4; scaled++) {
          const int *x = extents[e];
          bool left = scaled & 1, right = scaled & 2;
          if ((!left || formats[f].bits < 16) && (!right || formats[g].bits < 16))
            check(&(Case){&formats[f], &formats[g], left, right, x[0], x[1], x[2], x[3]});
        }
}

/* Scales at the ends of their range; 255 is NaN, even of zero. */
static void test_scales(void **state)
{
  (void)state;
  const Case c = {&formats[1], &formats[1], true, true, 0, 4, 1, 1};
  static const uint8_t scales[] = {0, 254, 127, 255};
  fill(&c);
  for (int i = 0; i < 4; i++) {
    a[i] = 0x38; /* 1 */
    sa[i] = scales[i];
    acc[i] = 0;
  }
  b[0] = 0x40, sb[0] = 127; /* 2 */
  lay_out(&c);
  run_case(&c);
  assert_true(r[0] == 0x1p-126f && r[1] == INFINITY && r[2] == 2 && isnan(r[3]));
  sb[0] = 126;
  run_case(&c);
  assert_true(r[0] == 0x1p-127f && r[1] == 0x1p127f && r[2] == 1 && isnan(r[3]));
}

/* The example of the documentation. */
static void test_example(void **state)
{
  (void)state;
  const Case c = {&formats[0], &formats[4], true, false, 0, 1, 4, 1};
  const uint16_t one = 0x3f80;
  a_data[0] = 0x42, a_data[1] = 0x51, sa[0] = 128, acc[0] = 0.25f;
  for (int k = 0; k < 4; k++)
    memcpy(b_data + 2 * k, &one, 2);
  run_case(&c);
  assert_true(r[0] == 13.25f);
}

#define UNDEFINED                                                                                            \
  "func.func @f(%r: !tri.ptr<f32>) attributes {tri.kernel} {\n"                                              \
  "  %one = arith.constant dense<1.0> : tensor<3x3xf32>\n  %u = ub.poison : tensor<3x1xi8>\n"                \
  "  %m = arith.constant dense<[[true], [false], [true]]> : tensor<3x1xi1>\n"                                \
  "  %b = arith.constant dense<34> : tensor<3x1xi8>\n  %t = tri.transpose %b order [1, 0] : "                \
  "tensor<3x1xi8>\n"                                                                                         \
  "  %x = arith.select %m, %b, %u : tensor<3x1xi1>, tensor<3x1xi8>\n"                                        \
  "  %y = tri.transpose %x order [1, 0] : tensor<3x1xi8>\n"                                                  \
  "  %i = tri.range : tensor<9xi32>\n  %j = tri.reshape %i : tensor<9xi32> -> tensor<3x3xi32>\n"             \
  "  %p = tri.addptr %r, %j : !tri.ptr<f32>, tensor<3x3xi32>\n"
#define TYPES " : tensor<3x1xi8> scale tensor<3x1xi8>, tensor<1x3xi8> scale tensor<3x1xi8>, tensor<3x3xf32>\n"
#define ROWS "[[true, true, true], [false, false, false], [true, true, true]]"
#define COLUMNS "[[true, false, true], [true, false, true], [true, false, true]]"

/* One of factors or scales has an undefined element in row or column 1: all else is defined, nothing of that.
 */
static void test_undefined(void **state)
{
  (void)state;
  static const struct {
    const char *operands, *rest, *first;
  } cases[] = {{"%x scale %b, %t scale %b", ROWS, "1, 0"},
               {"%b scale %x, %t scale %b", ROWS, "1, 0"},
               {"%b scale %b, %y scale %b", COLUMNS, "0, 1"},
               {"%b scale %b, %t scale %x", COLUMNS, "0, 1"}};
  for (size_t k = 0; k < COUNT(cases); k++) {
    char text[4096], fault[200];
    float out[9];
    for (int masked = 0; masked < 2; masked++) {
      snprintf(text, sizeof text,
               "%s  %%d = tri.dot_scaled %s, %%one%s  %%in = arith.constant dense<%s> : tensor<3x3xi1>\n"
               "  tri.store %%d to %%p where %%in : tensor<3x3xf32>\n  return\n}\n",
               UNDEFINED, cases[k].operands, TYPES, masked ? cases[k].rest : "true");
      snprintf(fault, sizeof fault, "element [%s] of program (0, 0, 0) writes a value that is undefined",
               cases[k].first);
      if (masked)
        text_ok(text, ARGS(buffer("r", out, sizeof out)));
      else
        text_faults(text, PARTS(fault), ARGS(buffer("r", out, sizeof out)));
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_formats),
      cmocka_unit_test(test_scales),
      cmocka_unit_test(test_example),
      cmocka_unit_test(test_undefined),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
