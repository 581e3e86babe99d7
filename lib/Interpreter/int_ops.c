/* Integer kernels and tests of i1, i8, i16, i32 and i64, from int_ops.def and int_tests.def. */
#include "Interpreter/elementwise.h"
#include "Interpreter/int_types.h"

static unsigned leading_zeros(uint64_t a, unsigned width)
{
  return a ? (unsigned)__builtin_clzll(a) - (64 - width) : width;
}

static unsigned trailing_zeros(uint64_t a, unsigned width)
{
  return a ? (unsigned)__builtin_ctzll(a) : width;
}

/* base^exponent modulo 2^64; of a negative exponent 1 / base^-exponent rounded towards zero, 0 for base 0. */
static uint64_t integer_power(int64_t base, int64_t exponent)
{
  if (exponent < 0)
    return base == 1 || base == -1 ? (uint64_t)(exponent % 2 ? base : 1) : 0;
  uint64_t power = 1, square = (uint64_t)base;
  for (uint64_t e = (uint64_t)exponent; e; e >>= 1, square *= square)
    power *= e & 1 ? square : 1;
  return power;
}

/* ---- kernels ---- */

#define OPERANDS_1(U, S, W)                                                                                  \
  const U a = x[k];                                                                                          \
  const S sa = SIGNED(a, U, S, W);                                                                           \
  (void)sa;
#define OPERANDS_2(U, S, W)                                                                                  \
  OPERANDS_1(U, S, W)                                                                                        \
  const U b = y[k];                                                                                          \
  const S sb = SIGNED(b, U, S, W);                                                                           \
  (void)b, (void)sb;

#define KERNEL_1(T, E_, U_, S_, UW_, SW_, W_, op, value)                                                     \
  static void op##_##T(const Elementwise *e, int64_t n, void *const *r, const void *const *p)                \
  {                                                                                                          \
    typedef E_ E;                                                                                            \
    typedef U_ U;                                                                                            \
    typedef S_ S;                                                                                            \
    enum { W = W_ };                                                                                         \
    const E *x = p[0];                                                                                       \
    E *restrict z = r[0];                                                                                    \
    (void)e, (void)W;                                                                                        \
    for (int64_t k = 0; k < n; k++) {                                                                        \
      OPERANDS_1(U, S, W)                                                                                    \
      z[k] = NARROW((U)(value), E, W);                                                                       \
    }                                                                                                        \
  }
#define KERNEL_2(T, E_, U_, S_, UW_, SW_, W_, op, value)                                                     \
  static void op##_##T(const Elementwise *e, int64_t n, void *const *r, const void *const *p)                \
  {                                                                                                          \
    typedef E_ E;                                                                                            \
    typedef U_ U;                                                                                            \
    typedef S_ S;                                                                                            \
    enum { W = W_ };                                                                                         \
    const E *x = p[0], *y = p[1];                                                                            \
    E *restrict z = r[0];                                                                                    \
    (void)e, (void)W;                                                                                        \
    for (int64_t k = 0; k < n; k++) {                                                                        \
      OPERANDS_2(U, S, W)                                                                                    \
      z[k] = NARROW((U)(value), E, W);                                                                       \
    }                                                                                                        \
  }
#define KERNEL_PAIR(T, E_, U_, S_, UW_, SW_, W_, op, E1, value, value1)                                      \
  static void op##_##T(const Elementwise *e, int64_t n, void *const *r, const void *const *p)                \
  {                                                                                                          \
    typedef E_ E;                                                                                            \
    typedef U_ U;                                                                                            \
    typedef S_ S;                                                                                            \
    enum { W = W_ };                                                                                         \
    typedef UW_ UW;                                                                                          \
    typedef SW_ SW;                                                                                          \
    const E *x = p[0], *y = p[1];                                                                            \
    E *restrict z = r[0];                                                                                    \
    E1 *restrict z1 = r[1];                                                                                  \
    (void)e, (void)W, (void)sizeof(SW), (void)sizeof(UW);                                                    \
    for (int64_t k = 0; k < n; k++) {                                                                        \
      OPERANDS_2(U, S, W)                                                                                    \
      z[k] = NARROW((U)(value), E, W);                                                                       \
      z1[k] = NARROW((U)(value1), E1, W);                                                                    \
    }                                                                                                        \
  }
#define KERNEL_TEST(T, E_, U_, S_, UW_, SW_, W_, name, holds)                                                \
  static bool name##_##T(int64_t n, uint8_t *restrict marks, const void *const *p)                           \
  {                                                                                                          \
    typedef E_ E;                                                                                            \
    typedef U_ U;                                                                                            \
    typedef S_ S;                                                                                            \
    enum { W = W_ };                                                                                         \
    typedef UW_ UW;                                                                                          \
    typedef SW_ SW;                                                                                          \
    const E *x = p[0], *y = p[1];                                                                            \
    uint8_t any = 0;                                                                                         \
    (void)sizeof(SW), (void)sizeof(UW);                                                                      \
    for (int64_t k = 0; k < n; k++) {                                                                        \
      OPERANDS_2(U, S, W)                                                                                    \
      const uint8_t h = (holds);                                                                             \
      any |= h;                                                                                              \
      marks[k] |= h;                                                                                         \
    }                                                                                                        \
    return any;                                                                                              \
  }

#define BY_TYPE(T, E, U, S, UW, SW, W, name) [TRI_##T] = name##_##T,

/* ---- tests ---- */

#define TEST(name, holds)                                                                                    \
  INT_TYPES(KERNEL_TEST, name, holds)                                                                        \
  static TestTable name[TRI_TYPE_COUNT] = {INT_TYPES(BY_TYPE, name)};
#include "Interpreter/int_tests.def"
#undef TEST

/* ---- ops ---- */

#define UNARY(dialect, op, value, ...)                                                                       \
  INT_TYPES(KERNEL_1, op, value)                                                                             \
  static KernelTable op##_kernels[TRI_TYPE_COUNT] = {INT_TYPES(BY_TYPE, op)};
#define BINARY(dialect, op, value, ...)                                                                      \
  INT_TYPES(KERNEL_2, op, value)                                                                             \
  static KernelTable op##_kernels[TRI_TYPE_COUNT] = {INT_TYPES(BY_TYPE, op)};
#define PAIR(dialect, op, E1, value, value1)                                                                 \
  INT_TYPES(KERNEL_PAIR, op, E1, value, value1)                                                              \
  static KernelTable op##_kernels[TRI_TYPE_COUNT] = {INT_TYPES(BY_TYPE, op)};
#include "Interpreter/int_ops.def"
#undef UNARY
#undef BINARY
#undef PAIR

#define ARITH "arith."
#define MATH "math."
#define ZERO_DIVISOR {zero_divisor, "divides by zero", .of_divisor = true}
#define DIVISION .is_division = true, .faults = {ZERO_DIVISOR}
#define SIGNED_DIVISION                                                                                      \
  .is_division = true,                                                                                       \
  .faults = {ZERO_DIVISOR, {quotient_overflows, "divides the smallest integer by -1", false}}
#define NEGATIVE_POWER .faults = {{zero_to_negative, "raises zero to a negative power", false}}
#define ROW(dialect, op, in, out, ...)                                                                       \
  {.name = dialect #op, .n_in = in, .n_out = out, .kernels = op##_kernels, __VA_ARGS__},
#define UNARY(dialect, op, value, ...) ROW(dialect, op, 1, 1, __VA_ARGS__)
#define BINARY(dialect, op, value, ...) ROW(dialect, op, 2, 1, __VA_ARGS__)
#define PAIR(dialect, op, E1, value, value1) ROW(dialect, op, 2, 2, )

static const ElementwiseOp rows[] = {
#include "Interpreter/int_ops.def"
};
const ElementwiseTable int_ops = {rows, sizeof rows / sizeof *rows};
