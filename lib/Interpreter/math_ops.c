/* Math functions, from math_ops.def, and those with two results or an integer operand. */
#include "Interpreter/elementwise.h"
#include "Interpreter/float_types.h"

#define SIGNATURE(op, T)                                                                                     \
  static void op##_##T(const Elementwise *e, int64_t n, void *const *r, const void *const *p)

#define KERNEL_1(T, E, C, get, put, op, value)                                                               \
  SIGNATURE(op, T)                                                                                           \
  {                                                                                                          \
    const E *x = p[0];                                                                                       \
    E *restrict z = r[0];                                                                                    \
    (void)e;                                                                                                 \
    for (int64_t k = 0; k < n; k++) {                                                                        \
      const double a = (double)get(x[k]);                                                                    \
      z[k] = put_f64_##T(value);                                                                             \
    }                                                                                                        \
  }
#define KERNEL_2(T, E, C, get, put, op, value)                                                               \
  SIGNATURE(op, T)                                                                                           \
  {                                                                                                          \
    const E *x = p[0], *y = p[1];                                                                            \
    E *restrict z = r[0];                                                                                    \
    (void)e;                                                                                                 \
    for (int64_t k = 0; k < n; k++) {                                                                        \
      const double a = (double)get(x[k]), b = (double)get(y[k]);                                             \
      z[k] = put_f64_##T(value);                                                                             \
    }                                                                                                        \
  }
#define KERNEL_SINCOS(T, E, C, get, put, op)                                                                 \
  SIGNATURE(op, T)                                                                                           \
  {                                                                                                          \
    const E *x = p[0];                                                                                       \
    E *restrict z = r[0], *restrict z1 = r[1];                                                               \
    (void)e;                                                                                                 \
    for (int64_t k = 0; k < n; k++) {                                                                        \
      const double a = (double)get(x[k]);                                                                    \
      z[k] = put_f64_##T(sin(a));                                                                            \
      z1[k] = put_f64_##T(cos(a));                                                                           \
    }                                                                                                        \
  }

/* base^exponent; the sign comes from the exponent's last bit, which f64 loses beyond 2^53. */
static double power(double base, int64_t exponent)
{
  double magnitude = pow(fabs(base), (double)exponent);
  return signbit(base) && exponent % 2 ? -magnitude : magnitude;
}

#define KERNEL_FPOWI(T, E, C, get, put, op)                                                                  \
  SIGNATURE(op, T)                                                                                           \
  {                                                                                                          \
    const E *x = p[0];                                                                                       \
    E *restrict z = r[0];                                                                                    \
    for (int64_t k = 0; k < n; k++)                                                                          \
      z[k] = put_f64_##T(power((double)get(x[k]), element_signed(e->second, p[1], k)));                      \
  }

#define NAME(T, E, C, get, put, op) [TRI_##T] = op##_##T,
#define TABLE(op) static KernelTable op##_kernels[TRI_TYPE_COUNT] = {FLOAT_TYPES(NAME, op)};
#define UNARY(op, value) FLOAT_TYPES(KERNEL_1, op, value) TABLE(op)
#define BINARY(op, value) FLOAT_TYPES(KERNEL_2, op, value) TABLE(op)
#include "Interpreter/math_ops.def"
#undef UNARY
#undef BINARY
FLOAT_TYPES(KERNEL_SINCOS, sincos)
TABLE(sincos)
FLOAT_TYPES(KERNEL_FPOWI, fpowi)
TABLE(fpowi)

#define ROW(op, in, out) {.name = "math." #op, .n_in = in, .n_out = out, .kernels = op##_kernels},
#define UNARY(op, value) ROW(op, 1, 1)
#define BINARY(op, value) ROW(op, 2, 1)

static const ElementwiseOp rows[] = {
#include "Interpreter/math_ops.def"
    ROW(sincos, 1, 2) ROW(fpowi, 2, 1)};
const ElementwiseTable math_ops = {rows, sizeof rows / sizeof *rows};
