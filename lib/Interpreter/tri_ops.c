/* Elementwise arithmetic of the tri dialect: tri.mulhi and tri.clamp. */
#include "Interpreter/elementwise.h"
#include "Interpreter/float_types.h"
#include "Interpreter/int_types.h"
#include "tri-c/Ops.h"

/* ---- tri.mulhi ---- */

#define MULHI(T, E, U, S, UW, SW, W, unused)                                                                 \
  static void mulhi_unsigned_##T(const Elementwise *e, int64_t n, void *const *r, const void *const *p)      \
  {                                                                                                          \
    const E *x = p[0], *y = p[1];                                                                            \
    E *restrict z = r[0];                                                                                    \
    (void)e;                                                                                                 \
    for (int64_t k = 0; k < n; k++)                                                                          \
      z[k] = NARROW((UW)x[k] * y[k] >> W, E, W);                                                             \
  }                                                                                                          \
  static void mulhi_signed_##T(const Elementwise *e, int64_t n, void *const *r, const void *const *p)        \
  {                                                                                                          \
    const E *x = p[0], *y = p[1];                                                                            \
    E *restrict z = r[0];                                                                                    \
    (void)e;                                                                                                 \
    for (int64_t k = 0; k < n; k++)                                                                          \
      z[k] = NARROW((UW)((SW)SIGNED(x[k], U, S, W) * SIGNED(y[k], U, S, W)) >> W, E, W);                     \
  }
INT_TYPES(MULHI, )

#define BY_INT_TYPE(T, E, U, S, UW, SW, W, name) [TRI_##T] = name##_##T,
static KernelTable mulhi[][TRI_TYPE_COUNT] = {
    [TRI_SIGNEDNESS_SIGNED] = {INT_TYPES(BY_INT_TYPE, mulhi_signed)},
    [TRI_SIGNEDNESS_UNSIGNED] = {INT_TYPES(BY_INT_TYPE, mulhi_unsigned)},
};

static size_t signedness(MlirOperation op) { return (size_t)tri_mulhi_signedness(op); }

/* ---- tri.clamp ---- */

#define BY_FORMAT(a, of_f32, of_f64) _Generic((a), float: of_f32, double: of_f64)

#define CLAMP(T, E, C, get, put, name, max, min)                                                             \
  static void name##_##T(const Elementwise *e, int64_t n, void *const *r, const void *const *p)              \
  {                                                                                                          \
    const E *x = p[0], *low = p[1], *high = p[2];                                                            \
    E *restrict z = r[0];                                                                                    \
    (void)e;                                                                                                 \
    for (int64_t k = 0; k < n; k++) {                                                                        \
      const C a = BY_FORMAT((C)0, tri_f32_##max, tri_f64_##max)(get(x[k]), get(low[k]));                     \
      z[k] = put(BY_FORMAT(a, tri_f32_##min, tri_f64_##min)(a, get(high[k])));                               \
    }                                                                                                        \
  }
FLOAT_TYPES(CLAMP, clamp_number, maxnum, minnum)
FLOAT_TYPES(CLAMP, clamp_nan, maximum, minimum)

#define BY_FLOAT_TYPE(T, E, C, get, put, name) [TRI_##T] = name##_##T,
static KernelTable clamp[][TRI_TYPE_COUNT] = {
    {FLOAT_TYPES(BY_FLOAT_TYPE, clamp_number)},
    {FLOAT_TYPES(BY_FLOAT_TYPE, clamp_nan)},
};

static size_t propagates_nan(MlirOperation op) { return tri_clamp_propagate_nan(op); }

/* ---- rows ---- */

static const ElementwiseOp rows[] = {
    {.name = "tri.mulhi",
     .n_in = 2,
     .n_out = 1,
     .major = MAJOR_VARIANT,
     .variant = signedness,
     .kernels = mulhi[0]},
    {.name = "tri.clamp",
     .n_in = 3,
     .n_out = 1,
     .major = MAJOR_VARIANT,
     .variant = propagates_nan,
     .kernels = clamp[0]},
};
const ElementwiseTable tri_ops = {rows, sizeof rows / sizeof *rows};
