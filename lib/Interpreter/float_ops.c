/* Float kernels of f16, bf16, f32 and f64, from float_ops.def. */
#include "Interpreter/elementwise.h"
#include "Interpreter/float_types.h"

#include <tgmath.h>

#define BY_FORMAT(a, of_f32, of_f64) _Generic((a), float: of_f32, double: of_f64)

/* X(type, representation, sign bit) */
#define FORMATS(X, ...)                                                                                      \
  X(F16, uint16_t, UINT16_C(0x8000), __VA_ARGS__)                                                            \
  X(BF16, uint16_t, UINT16_C(0x8000), __VA_ARGS__)                                                           \
  X(F32, uint32_t, UINT32_C(0x80000000), __VA_ARGS__)                                                        \
  X(F64, uint64_t, UINT64_C(0x8000000000000000), __VA_ARGS__)

/* ---- kernels ---- */

#define SIGNATURE(op, T)                                                                                     \
  static void op##_##T(const Elementwise *e, int64_t n, void *const *r, const void *const *p)

#define KERNEL_BITS(T, E, SIGN_, op, value)                                                                  \
  SIGNATURE(op, T)                                                                                           \
  {                                                                                                          \
    const E SIGN = SIGN_, *x = p[0], *y = p[1];                                                              \
    E *restrict z = r[0];                                                                                    \
    (void)e, (void)SIGN;                                                                                     \
    for (int64_t k = 0; k < n; k++) {                                                                        \
      const E a = x[k], b = y[k];                                                                            \
      (void)b;                                                                                               \
      z[k] = (E)(value);                                                                                     \
    }                                                                                                        \
  }
#define KERNEL_1(T, E, C, get, put, op, value)                                                               \
  SIGNATURE(op, T)                                                                                           \
  {                                                                                                          \
    const E *x = p[0];                                                                                       \
    E *restrict z = r[0];                                                                                    \
    (void)e;                                                                                                 \
    for (int64_t k = 0; k < n; k++) {                                                                        \
      const C a = get(x[k]);                                                                                 \
      z[k] = put(value);                                                                                     \
    }                                                                                                        \
  }
#define KERNEL_2(T, E, C, get, put, op, value)                                                               \
  SIGNATURE(op, T)                                                                                           \
  {                                                                                                          \
    const E *x = p[0], *y = p[1];                                                                            \
    E *restrict z = r[0];                                                                                    \
    (void)e;                                                                                                 \
    for (int64_t k = 0; k < n; k++) {                                                                        \
      const C a = get(x[k]), b = get(y[k]);                                                                  \
      z[k] = put(value);                                                                                     \
    }                                                                                                        \
  }
#define KERNEL_CLASS(T, E, C, get, put, op, holds)                                                           \
  SIGNATURE(op, T)                                                                                           \
  {                                                                                                          \
    const E *x = p[0];                                                                                       \
    uint8_t *restrict z = r[0];                                                                              \
    const C smallest = (C)smallest_normal_##T;                                                               \
    (void)e, (void)smallest;                                                                                 \
    for (int64_t k = 0; k < n; k++) {                                                                        \
      const C a = get(x[k]);                                                                                 \
      z[k] = (uint8_t)(holds);                                                                               \
    }                                                                                                        \
  }
#define KERNEL_3(T, E, op, function)                                                                         \
  SIGNATURE(op, T)                                                                                           \
  {                                                                                                          \
    const E *x = p[0], *y = p[1], *w = p[2];                                                                 \
    E *restrict z = r[0];                                                                                    \
    (void)e;                                                                                                 \
    for (int64_t k = 0; k < n; k++)                                                                          \
      z[k] = function(x[k], y[k], w[k]);                                                                     \
  }

static const double smallest_normal_F16 = 0x1p-14, smallest_normal_BF16 = 0x1p-126,
                    smallest_normal_F32 = 0x1p-126, smallest_normal_F64 = 0x1p-1022;

#define NAME(T, E, C, get, put, op) [TRI_##T] = op##_##T,
#define TABLE(op) static KernelTable op##_kernels[TRI_TYPE_COUNT] = {FLOAT_TYPES(NAME, op)};
#define BITS(dialect, op, n, value) FORMATS(KERNEL_BITS, op, value) TABLE(op)
#define UNARY(dialect, op, value) FLOAT_TYPES(KERNEL_1, op, value) TABLE(op)
#define BINARY(dialect, op, value) FLOAT_TYPES(KERNEL_2, op, value) TABLE(op)
#define CLASS(dialect, op, holds) FLOAT_TYPES(KERNEL_CLASS, op, holds) TABLE(op)
#define TERNARY(dialect, op, f16, bf16, f32, f64)                                                            \
  KERNEL_3(F16, uint16_t, op, f16)                                                                           \
  KERNEL_3(BF16, uint16_t, op, bf16) KERNEL_3(F32, float, op, f32) KERNEL_3(F64, double, op, f64) TABLE(op)
#include "Interpreter/float_ops.def"
#undef BITS
#undef UNARY
#undef BINARY
#undef CLASS
#undef TERNARY

/* ---- rows ---- */

#define ARITH "arith."
#define MATH "math."
#define ROW(dialect, op, n) {.name = dialect #op, .n_in = n, .n_out = 1, .kernels = op##_kernels},
#define BITS(dialect, op, n, value) ROW(dialect, op, n)
#define UNARY(dialect, op, value) ROW(dialect, op, 1)
#define BINARY(dialect, op, value) ROW(dialect, op, 2)
#define CLASS(dialect, op, holds) ROW(dialect, op, 1)
#define TERNARY(dialect, op, f16, bf16, f32, f64) ROW(dialect, op, 3)

static const ElementwiseOp rows[] = {
#include "Interpreter/float_ops.def"
};
const ElementwiseTable float_ops = {rows, sizeof rows / sizeof *rows};
