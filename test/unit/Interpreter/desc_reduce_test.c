/* tri.desc_reduce against C: every kind on integers, floats with their special values, programs on several
 * threads. */
#include "harness.h"

enum { ALIGNED = 16 };

/* Reduces the eight elements at v into those of x from 1 on, which are six. */
static void reduce(const char *kind, const char *type, size_t bytes, void *x, void *v)
{
  static char text[2048];
  snprintf(text, sizeof text,
           "func.func @f(%%x: !tri.ptr<%s>, %%v: !tri.ptr<%s>) attributes {tri.kernel} {\n"
           "  %%c6 = arith.constant 6 : i32\n  %%c8 = arith.constant 8 : i32\n"
           "  %%c0 = arith.constant 0 : i32\n  %%m1 = arith.constant -1 : i32\n"
           "  %%d = tri.make_desc %%x shape [%%c6] : i32 -> !tri.desc<8x%s>\n"
           "  %%e = tri.make_desc %%v shape [%%c8] : i32 -> !tri.desc<8x%s>\n"
           "  %%b = tri.desc_load %%e[%%c0] : !tri.desc<8x%s>\n"
           "  tri.desc_reduce %s %%b to %%d[%%m1] : !tri.desc<8x%s>\n  return\n}\n",
           type, type, type, type, type, kind, type);
  text_ok(text, ARGS(buffer("x", x, 6 * bytes), buffer("v", v, 8 * bytes)));
}

typedef enum { ADD, MIN, MAX, UMIN, UMAX, AND, OR, XOR } ReduceKind;
static const char *const kinds[] = {"add", "min", "max", "umin", "umax", "and", "or", "xor"};

#define INTEGER_RESULT(U, S)                                                                                 \
  static U result_##U(ReduceKind k, U x, U v)                                                                \
  {                                                                                                          \
    switch (k) {                                                                                             \
    case ADD:                                                                                                \
      return (U)(x + v);                                                                                     \
    case MIN:                                                                                                \
      return (S)x <= (S)v ? x : v;                                                                           \
    case MAX:                                                                                                \
      return (S)x >= (S)v ? x : v;                                                                           \
    case UMIN:                                                                                               \
      return x <= v ? x : v;                                                                                 \
    case UMAX:                                                                                               \
      return x >= v ? x : v;                                                                                 \
    case AND:                                                                                                \
      return x & v;                                                                                          \
    case OR:                                                                                                 \
      return x | v;                                                                                          \
    case XOR:                                                                                                \
      return x ^ v;                                                                                          \
    }                                                                                                        \
    return 0;                                                                                                \
  }                                                                                                          \
  static void check_##U(ReduceKind k, const char *type)                                                      \
  {                                                                                                          \
    _Alignas(ALIGNED) U x[6], v[8];                                                                          \
    U want[6];                                                                                               \
    uint64_t seed = k;                                                                                       \
    for (int j = 0; j < 6; j++)                                                                              \
      x[j] = (U)random_next(&seed);                                                                          \
    for (int j = 0; j < 8; j++)                                                                              \
      v[j] = (U)random_next(&seed);                                                                          \
    x[0] = v[1];                                                                                             \
    for (int j = 0; j < 6; j++)                                                                              \
      want[j] = result_##U(k, x[j], v[j + 1]);                                                               \
    reduce(kinds[k], type, sizeof(U), x, v);                                                                 \
    assert_memory_equal(x, want, sizeof x);                                                                  \
  }
INTEGER_RESULT(uint32_t, int32_t)
INTEGER_RESULT(uint64_t, int64_t)

static void test_reduce_integers(void **state)
{
  (void)state;
  for (int k = ADD; k <= XOR; k++) {
    check_uint32_t((ReduceKind)k, "i32");
    check_uint64_t((ReduceKind)k, "i64");
  }
}

/* Bits; 0 and the last element of a block of 8 are outside of the tensor. NaN is compared by being one. */
static void check_half(const char *kind, const char *type, uint16_t infinity, const uint16_t *before,
                       const uint16_t *v, const uint16_t *want)
{
  _Alignas(ALIGNED) uint16_t x[6], block[8] = {0x1111, 0, 0, 0, 0, 0, 0, 0x2222};
  memcpy(x, before, sizeof x);
  memcpy(block + 1, v, 6 * sizeof *v);
  reduce(kind, type, 2, x, block);
  for (int j = 0; j < 6; j++)
    if ((want[j] & 0x7fff) > infinity)
      assert_true((x[j] & 0x7fff) > infinity);
    else
      assert_int_equal(x[j], want[j]);
}

static void test_reduce_floats(void **state)
{
  (void)state;
  /* f16: 1, 2, -0, NaN, 2048, 65504 with 2, -3, +0, 1, 1, 65504 */
  const uint16_t h[] = {0x3c00, 0x4000, 0x8000, 0x7e00, 0x6800, 0x7bff},
                 hv[] = {0x4000, 0xc200, 0x0000, 0x3c00, 0x3c00, 0x7bff};
  const uint16_t h_add[] = {0x4200, 0xbc00, 0x0000, 0x7e00, 0x6800, 0x7c00},
                 h_min[] = {0x3c00, 0xc200, 0x8000, 0x3c00, 0x3c00, 0x7bff},
                 h_max[] = {0x4000, 0x4000, 0x0000, 0x3c00, 0x6800, 0x7bff};
  check_half("add", "f16", 0x7c00, h, hv, h_add);
  check_half("min", "f16", 0x7c00, h, hv, h_min);
  check_half("max", "f16", 0x7c00, h, hv, h_max);
  /* bf16: 1, 2, -0, NaN, 256, the smallest subnormal with 2, -3, +0, 1, 1, itself */
  const uint16_t b[] = {0x3f80, 0x4000, 0x8000, 0x7fc0, 0x4380, 0x0001},
                 bv[] = {0x4000, 0xc040, 0x0000, 0x3f80, 0x3f80, 0x0001};
  const uint16_t b_add[] = {0x4040, 0xbf80, 0x0000, 0x7fc0, 0x4380, 0x0002},
                 b_min[] = {0x3f80, 0xc040, 0x8000, 0x3f80, 0x3f80, 0x0001},
                 b_max[] = {0x4000, 0x4000, 0x0000, 0x3f80, 0x4380, 0x0001};
  check_half("add", "bf16", 0x7f80, b, bv, b_add);
  check_half("min", "bf16", 0x7f80, b, bv, b_min);
  check_half("max", "bf16", 0x7f80, b, bv, b_max);
  _Alignas(ALIGNED) float x[6] = {1.0f, -0.5f, 0x1p24f, 0x1p-149f, 3.0f, -3.0f},
                          v[8] = {99.0f, 0.25f, 0.5f, 1.0f, 0x1p-149f, 0x1.000002p0f, 3.0f, 99.0f};
  float want[6];
  for (int j = 0; j < 6; j++)
    want[j] = x[j] + v[j + 1];
  reduce("add", "f32", 4, x, v);
  assert_memory_equal(x, want, sizeof x);
}

/* Every program of a grid adds into the same tensor, on several threads: nothing is lost. */
static void test_reduce_threads(void **state)
{
  (void)state;
  enum { PROGRAMS = 3000, TURNS = 40 };
  _Alignas(ALIGNED) int64_t x[16] = {0};
  _Alignas(ALIGNED) float y[16] = {0};
  InterpreterFault fault;
  Kernel k =
      kernel_of("func.func @f(%x: !tri.ptr<i64>, %y: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {\n"
                "  %c16 = arith.constant 16 : i32\n  %c0 = arith.constant 0 : i32\n"
                "  %c1 = arith.constant 1 : i32\n"
                "  %d = tri.make_desc %x shape [%c16] : i32 -> !tri.desc<16xi64>\n"
                "  %e = tri.make_desc %y shape [%c16] : i32 -> !tri.desc<16xf32>\n"
                "  %i = tri.range : tensor<16xi64>\n  %one = arith.constant dense<1.0> : tensor<16xf32>\n"
                "  scf.for %t = %c0 to %n step %c1 : i32 {\n"
                "    tri.desc_reduce add %i to %d[%c0] : !tri.desc<16xi64>\n"
                "    tri.desc_reduce add %one to %e[%c0] : !tri.desc<16xf32>\n  }\n  return\n}\n");
  if (!run(&k, PROGRAMS, 1, 1, 4, &fault,
           ARGS(buffer("x", x, sizeof x), buffer("y", y, sizeof y), scalar(TURNS))))
    fail_msg("fault: %s", fault.message);
  kernel_free(&k);
  for (int j = 0; j < 16; j++) {
    assert_int_equal(x[j], (int64_t)j * PROGRAMS * TURNS);
    assert_true(y[j] == (float)(PROGRAMS * TURNS));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reduce_integers),
      cmocka_unit_test(test_reduce_floats),
      cmocka_unit_test(test_reduce_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
