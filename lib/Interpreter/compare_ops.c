/* arith.cmpi and arith.cmpf: a kernel per predicate and type.
 *
 * Rows are in the order of the predicate's values in arith (ArithBase.td): major = predicate. Ordered float
 * predicates are false where an operand is NaN, unordered ones true. */
#include "Interpreter/elementwise.h"
#include "Interpreter/float_types.h"
#include "Interpreter/int_types.h"

#define INT_PREDICATES(P)                                                                                    \
  P(eq, a == b)                                                                                              \
  P(ne, a != b)                                                                                              \
  P(slt, sa < sb)                                                                                            \
  P(sle, sa <= sb)                                                                                           \
  P(sgt, sa > sb)                                                                                            \
  P(sge, sa >= sb)                                                                                           \
  P(ult, a < b)                                                                                              \
  P(ule, a <= b)                                                                                             \
  P(ugt, a > b)                                                                                              \
  P(uge, a >= b)

#define FLOAT_PREDICATES(P)                                                                                  \
  P(always_false, false)                                                                                     \
  P(oeq, a == b)                                                                                             \
  P(ogt, a > b)                                                                                              \
  P(oge, a >= b)                                                                                             \
  P(olt, a < b)                                                                                              \
  P(ole, a <= b)                                                                                             \
  P(one, a<b || a> b)                                                                                        \
  P(ord, a == a && b == b)                                                                                   \
  P(ueq, !(a < b || a > b))                                                                                  \
  P(ugt, !(a <= b))                                                                                          \
  P(uge, !(a < b))                                                                                           \
  P(ult, !(a >= b))                                                                                          \
  P(ule, !(a > b))                                                                                           \
  P(une, a != b)                                                                                             \
  P(uno, a != a || b != b)                                                                                   \
  P(always_true, true)

#define INT_KERNEL(T, E, U, S, UW, SW, W, name, holds)                                                       \
  static void i_##name##_##T(const Elementwise *e, int64_t n, void *const *r, const void *const *p)          \
  {                                                                                                          \
    const E *x = p[0], *y = p[1];                                                                            \
    uint8_t *restrict z = r[0];                                                                              \
    (void)e;                                                                                                 \
    for (int64_t k = 0; k < n; k++) {                                                                        \
      const U a = x[k], b = y[k];                                                                            \
      const S sa = SIGNED(a, U, S, W), sb = SIGNED(b, U, S, W);                                              \
      (void)sa, (void)sb;                                                                                    \
      z[k] = (uint8_t)(holds);                                                                               \
    }                                                                                                        \
  }
#define FLOAT_KERNEL(T, E, C, get, put, name, holds)                                                         \
  static void f_##name##_##T(const Elementwise *e, int64_t n, void *const *r, const void *const *p)          \
  {                                                                                                          \
    const E *x = p[0], *y = p[1];                                                                            \
    uint8_t *restrict z = r[0];                                                                              \
    (void)e;                                                                                                 \
    for (int64_t k = 0; k < n; k++) {                                                                        \
      const C a = get(x[k]), b = get(y[k]);                                                                  \
      (void)a, (void)b;                                                                                      \
      z[k] = (uint8_t)(holds);                                                                               \
    }                                                                                                        \
  }
#define INT_NAME(T, E, U, S, UW, SW, W, name) [TRI_##T] = i_##name##_##T,
#define FLOAT_NAME(T, E, C, get, put, name) [TRI_##T] = f_##name##_##T,

#define P(name, holds) INT_TYPES(INT_KERNEL, name, holds)
INT_PREDICATES(P)
#undef P
#define P(name, holds) FLOAT_TYPES(FLOAT_KERNEL, name, holds)
FLOAT_PREDICATES(P)
#undef P

#define P(name, holds) {INT_TYPES(INT_NAME, name)},
static KernelTable cmpi_kernels[][TRI_TYPE_COUNT] = {INT_PREDICATES(P)};
#undef P
#define P(name, holds) {FLOAT_TYPES(FLOAT_NAME, name)},
static KernelTable cmpf_kernels[][TRI_TYPE_COUNT] = {FLOAT_PREDICATES(P)};
#undef P

static const ElementwiseOp rows[] = {
    {.name = "arith.cmpi", .n_in = 2, .n_out = 1, .major = MAJOR_PREDICATE, .kernels = cmpi_kernels[0]},
    {.name = "arith.cmpf", .n_in = 2, .n_out = 1, .major = MAJOR_PREDICATE, .kernels = cmpf_kernels[0]},
};
const ElementwiseTable compare_ops = {rows, sizeof rows / sizeof *rows};
