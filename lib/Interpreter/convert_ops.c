/* Conversions: a kernel per pair of types, major = type of the result.
 *
 * A float becomes another float with one rounding: to nearest through f32 or f64 where that is exact, else in
 * integers (convert_any_float). A float becomes an integer by rounding towards zero; out of range the element
 * is undefined. An integer becomes a float with one rounding. */
#include "Interpreter/elementwise.h"
#include "Interpreter/float_types.h"
#include "Interpreter/int_types.h"

#include <stddef.h>

typedef KernelTable Row[TRI_TYPE_COUNT];
typedef TestTable TestRow[TRI_TYPE_COUNT];

#define SIGNATURE(name, To, From)                                                                            \
  static void name##_##To##_##From(const Elementwise *e, int64_t n, void *const *r, const void *const *p)
#define TEST_SIGNATURE(name, To, From)                                                                       \
  static bool name##_##To##_##From(int64_t n, uint8_t *restrict marks, const void *const *p)

/* ---- tables of types for the inner loop, each as the outer one ---- */

/* X(type, E, W, …) */
#define TO_INT_TYPES(X, ...)                                                                                 \
  X(I1, uint8_t, 1, __VA_ARGS__)                                                                             \
  X(I8, uint8_t, 8, __VA_ARGS__)                                                                             \
  X(I16, uint16_t, 16, __VA_ARGS__)                                                                          \
  X(I32, uint32_t, 32, __VA_ARGS__)                                                                          \
  X(I64, uint64_t, 64, __VA_ARGS__)

/* X(type, E, get, …): every float type, as f32 or f64 */
#define FROM_FLOAT_TYPES(X, ...)                                                                             \
  X(F8E4M3FN, uint8_t, tri_f8e4m3fn_to_f32, __VA_ARGS__)                                                     \
  X(F8E5M2, uint8_t, tri_f8e5m2_to_f32, __VA_ARGS__)                                                         \
  X(F16, uint16_t, tri_f16_to_f32, __VA_ARGS__)                                                              \
  X(BF16, uint16_t, tri_bf16_to_f32, __VA_ARGS__)                                                            \
  X(F32, float, get_same_f32, __VA_ARGS__)                                                                   \
  X(F64, double, get_same_f64, __VA_ARGS__)

static uint8_t put_f32_F8E4M3FN(float x) { return tri_f32_to_f8e4m3fn(x, false); }
static uint8_t put_f32_F8E5M2(float x) { return tri_f32_to_f8e5m2(x, false); }
static double put_f32_F64(float x) { return (double)x; }

/* X(type, E, put from f32, …) */
#define TO_FLOAT_TYPES(X, ...)                                                                               \
  X(F8E4M3FN, uint8_t, put_f32_F8E4M3FN, __VA_ARGS__)                                                        \
  X(F8E5M2, uint8_t, put_f32_F8E5M2, __VA_ARGS__)                                                            \
  X(F16, uint16_t, tri_f32_to_f16, __VA_ARGS__)                                                              \
  X(BF16, uint16_t, tri_f32_to_bf16, __VA_ARGS__)                                                            \
  X(F32, float, get_same_f32, __VA_ARGS__)                                                                   \
  X(F64, double, put_f32_F64, __VA_ARGS__)

/* What a test does with element k. */
#define MARK(k, holds)                                                                                       \
  {                                                                                                          \
    const uint8_t h = (holds);                                                                               \
    any |= h;                                                                                                \
    marks[k] |= h;                                                                                           \
  }

/* ---- integer to integer ---- */

#define INT_TO_INT(To, E2, W2, From, E, U, S, W)                                                             \
  SIGNATURE(zext, To, From)                                                                                  \
  {                                                                                                          \
    const E *x = p[0];                                                                                       \
    E2 *restrict z = r[0];                                                                                   \
    (void)e;                                                                                                 \
    for (int64_t k = 0; k < n; k++)                                                                          \
      z[k] = NARROW((E2)x[k], E2, W2);                                                                       \
  }                                                                                                          \
  SIGNATURE(sext, To, From)                                                                                  \
  {                                                                                                          \
    const E *x = p[0];                                                                                       \
    E2 *restrict z = r[0];                                                                                   \
    (void)e;                                                                                                 \
    for (int64_t k = 0; k < n; k++)                                                                          \
      z[k] = NARROW((E2)SIGNED(x[k], U, S, W), E2, W2);                                                      \
  }                                                                                                          \
  TEST_SIGNATURE(trunc_unsigned_wraps, To, From)                                                             \
  {                                                                                                          \
    const E *x = p[0];                                                                                       \
    uint8_t any = 0;                                                                                         \
    for (int64_t k = 0; k < n; k++)                                                                          \
      MARK(k, NARROW((E2)x[k], E2, W2) != x[k])                                                              \
    return any;                                                                                              \
  }                                                                                                          \
  TEST_SIGNATURE(trunc_signed_wraps, To, From)                                                               \
  {                                                                                                          \
    const E *x = p[0];                                                                                       \
    uint8_t any = 0;                                                                                         \
    for (int64_t k = 0; k < n; k++)                                                                          \
      MARK(k, SIGNED(x[k], uint64_t, int64_t, W2) != (int64_t)SIGNED(x[k], U, S, W))                         \
    return any;                                                                                              \
  }
#define INT_TO_EACH_INT(From, E, U, S, UW, SW, W, unused) TO_INT_TYPES(INT_TO_INT, From, E, U, S, W)
INT_TYPES(INT_TO_EACH_INT, )

#define FROM_INT_NAME(From, E, U, S, UW, SW, W, name, To) [TRI_##From] = name##_##To##_##From,
#define TO_INT_ROW(To, E2, W2, name) [TRI_##To] = {INT_TYPES(FROM_INT_NAME, name, To)},
static Row zext[TRI_TYPE_COUNT] = {TO_INT_TYPES(TO_INT_ROW, zext)};
static Row sext[TRI_TYPE_COUNT] = {TO_INT_TYPES(TO_INT_ROW, sext)};
static TestRow trunc_unsigned_wraps[TRI_TYPE_COUNT] = {TO_INT_TYPES(TO_INT_ROW, trunc_unsigned_wraps)};
static TestRow trunc_signed_wraps[TRI_TYPE_COUNT] = {TO_INT_TYPES(TO_INT_ROW, trunc_signed_wraps)};

/* ---- float to integer ---- */

/* The numbers that are in range after rounding towards zero: low < x < high. */
#define SIGNED_LOW(W) (W == 64 ? -0x1.0000000000001p63 : -0x1p63 / (double)(UINT64_C(1) << (64 - (W))) - 1)
#define SIGNED_HIGH(W) (0x1p63 / (double)(UINT64_C(1) << ((64 - (W)) % 64)))
#define UNSIGNED_HIGH(W) (2 * SIGNED_HIGH(W))

#define FLOAT_TO_INT_KERNEL(name, low, high, I, To, E2, W2, From, E, get)                                    \
  SIGNATURE(name, To, From)                                                                                  \
  {                                                                                                          \
    const E *x = p[0];                                                                                       \
    E2 *restrict z = r[0];                                                                                   \
    (void)e;                                                                                                 \
    for (int64_t k = 0; k < n; k++) {                                                                        \
      const double a = (double)get(x[k]);                                                                    \
      z[k] = a > low && a < high ? NARROW((E2)(I)a, E2, W2) : 0;                                             \
    }                                                                                                        \
  }                                                                                                          \
  TEST_SIGNATURE(name##_undefined, To, From)                                                                 \
  {                                                                                                          \
    const E *x = p[0];                                                                                       \
    uint8_t any = 0;                                                                                         \
    for (int64_t k = 0; k < n; k++) {                                                                        \
      const double a = (double)get(x[k]);                                                                    \
      MARK(k, !(a > low && a < high))                                                                        \
    }                                                                                                        \
    return any;                                                                                              \
  }
#define FLOAT_TO_INT(To, E2, W2, From, E, get)                                                               \
  FLOAT_TO_INT_KERNEL(fptosi, SIGNED_LOW(W2), SIGNED_HIGH(W2), int64_t, To, E2, W2, From, E, get)            \
  FLOAT_TO_INT_KERNEL(fptoui, -1, UNSIGNED_HIGH(W2), uint64_t, To, E2, W2, From, E, get)
#define FLOAT_TO_EACH_INT(From, E, get, unused) TO_INT_TYPES(FLOAT_TO_INT, From, E, get)
FROM_FLOAT_TYPES(FLOAT_TO_EACH_INT, )

#define FROM_FLOAT_NAME(From, E, get, name, To) [TRI_##From] = name##_##To##_##From,
#define TO_INT_FROM_FLOAT_ROW(To, E2, W2, name) [TRI_##To] = {FROM_FLOAT_TYPES(FROM_FLOAT_NAME, name, To)},
static Row fptosi[TRI_TYPE_COUNT] = {TO_INT_TYPES(TO_INT_FROM_FLOAT_ROW, fptosi)};
static Row fptoui[TRI_TYPE_COUNT] = {TO_INT_TYPES(TO_INT_FROM_FLOAT_ROW, fptoui)};
static TestRow fptosi_undefined[TRI_TYPE_COUNT] = {TO_INT_TYPES(TO_INT_FROM_FLOAT_ROW, fptosi_undefined)};
static TestRow fptoui_undefined[TRI_TYPE_COUNT] = {TO_INT_TYPES(TO_INT_FROM_FLOAT_ROW, fptoui_undefined)};

/* ---- any float to any float, any integer to any float: in integers ---- */

static TriFloat format_of(TriType t)
{
  static const TriFloat formats[TRI_TYPE_COUNT] = {
      [TRI_F8E4M3FN] = TRI_FLOAT_F8E4M3FN, [TRI_F8E5M2] = TRI_FLOAT_F8E5M2, [TRI_F16] = TRI_FLOAT_F16,
      [TRI_BF16] = TRI_FLOAT_BF16,         [TRI_F32] = TRI_FLOAT_F32,       [TRI_F64] = TRI_FLOAT_F64,
  };
  return formats[t];
}

static void put_bits(TriType t, void *data, int64_t k, uint64_t bits)
{
  size_t bytes = (size_t)tri_type_bytes(t);
  memcpy((char *)data + (size_t)k * bytes, &bits, bytes);
}

void convert_any_float(const Elementwise *e, int64_t n, void *const *r, const void *const *p)
{
  TriFloat from = format_of(e->from), to = format_of(e->to);
  for (int64_t k = 0; k < n; k++)
    put_bits(e->to, r[0], k,
             tri_float_convert(to, from, element_unsigned(e->from, p[0], k), e->rounding, e->saturate));
}

static void convert_any_int(const Elementwise *e, int64_t n, void *r, const void *p, bool is_signed)
{
  TriIntType from = {e->from == TRI_I1 ? 1 : 8 * tri_type_bytes(e->from), is_signed};
  for (int64_t k = 0; k < n; k++)
    put_bits(e->to, r, k, tri_int_to_float(format_of(e->to), element_unsigned(e->from, p, k), from, TRI_RN));
}
static void any_sitofp(const Elementwise *e, int64_t n, void *const *r, const void *const *p)
{
  convert_any_int(e, n, r[0], p[0], true);
}
static void any_uitofp(const Elementwise *e, int64_t n, void *const *r, const void *const *p)
{
  convert_any_int(e, n, r[0], p[0], false);
}

/* ---- float to float, to nearest ---- */

#define FLOAT_TO_FLOAT(To, E2, put, From, E, get)                                                            \
  SIGNATURE(fptofp, To, From)                                                                                \
  {                                                                                                          \
    const E *x = p[0];                                                                                       \
    E2 *restrict z = r[0];                                                                                   \
    (void)e;                                                                                                 \
    for (int64_t k = 0; k < n; k++)                                                                          \
      z[k] = put(get(x[k]));                                                                                 \
  }
#define FLOAT_TO_EACH_FLOAT(From, E, get) TO_FLOAT_TYPES(FLOAT_TO_FLOAT, From, E, get)
FLOAT_TO_EACH_FLOAT(F8E4M3FN, uint8_t, tri_f8e4m3fn_to_f32)
FLOAT_TO_EACH_FLOAT(F8E5M2, uint8_t, tri_f8e5m2_to_f32)
FLOAT_TO_EACH_FLOAT(F16, uint16_t, tri_f16_to_f32)
FLOAT_TO_EACH_FLOAT(BF16, uint16_t, tri_bf16_to_f32)
FLOAT_TO_EACH_FLOAT(F32, float, get_same_f32)
FLOAT_TO_FLOAT(F16, uint16_t, put_f64_F16, F64, double, get_same_f64)
FLOAT_TO_FLOAT(BF16, uint16_t, put_f64_BF16, F64, double, get_same_f64)
FLOAT_TO_FLOAT(F32, float, put_f64_F32, F64, double, get_same_f64)
#define fptofp_F8E4M3FN_F64 convert_any_float
#define fptofp_F8E5M2_F64 convert_any_float
#define fptofp_F64_F64 convert_any_float

#define TO_FLOAT_ROW(To, E2, put, name) [TRI_##To] = {FROM_FLOAT_TYPES(FROM_FLOAT_NAME, name, To)},
static Row fptofp[TRI_TYPE_COUNT] = {TO_FLOAT_TYPES(TO_FLOAT_ROW, fptofp)};

/* ---- integer to float ---- */

#define INT_TO_FLOAT(To, E2, put, From, E, U, S, W)                                                          \
  SIGNATURE(sitofp, To, From)                                                                                \
  {                                                                                                          \
    const E *x = p[0];                                                                                       \
    E2 *restrict z = r[0];                                                                                   \
    (void)e;                                                                                                 \
    for (int64_t k = 0; k < n; k++)                                                                          \
      z[k] = put(SIGNED(x[k], U, S, W));                                                                     \
  }                                                                                                          \
  SIGNATURE(uitofp, To, From)                                                                                \
  {                                                                                                          \
    const E *x = p[0];                                                                                       \
    E2 *restrict z = r[0];                                                                                   \
    (void)e;                                                                                                 \
    for (int64_t k = 0; k < n; k++)                                                                          \
      z[k] = put((U)x[k]);                                                                                   \
  }
#define AS_F16(i) put_f64_F16((double)(i)) /* exact in f64 where the integer has 32 bits */
#define AS_BF16(i) put_f64_BF16((double)(i))
#define AS_F32(i) ((float)(i))
#define AS_F64(i) ((double)(i))
#define SMALL_INT_TO_FLOATS(From, E, W)                                                                      \
  INT_TO_FLOAT(F16, uint16_t, AS_F16, From, E, uint32_t, int32_t, W)                                         \
  INT_TO_FLOAT(BF16, uint16_t, AS_BF16, From, E, uint32_t, int32_t, W)                                       \
  INT_TO_FLOAT(F32, float, AS_F32, From, E, uint32_t, int32_t, W)                                            \
  INT_TO_FLOAT(F64, double, AS_F64, From, E, uint32_t, int32_t, W)
SMALL_INT_TO_FLOATS(I1, uint8_t, 1)
SMALL_INT_TO_FLOATS(I8, uint8_t, 8)
SMALL_INT_TO_FLOATS(I16, uint16_t, 16)
SMALL_INT_TO_FLOATS(I32, uint32_t, 32)
INT_TO_FLOAT(F32, float, AS_F32, I64, uint64_t, uint64_t, int64_t, 64)
INT_TO_FLOAT(F64, double, AS_F64, I64, uint64_t, uint64_t, int64_t, 64)
#define sitofp_F16_I64 any_sitofp
#define sitofp_BF16_I64 any_sitofp
#define uitofp_F16_I64 any_uitofp
#define uitofp_BF16_I64 any_uitofp

#define ANY_INT(From, E, U, S, UW, SW, W, kernel) [TRI_##From] = kernel,
#define INT_TO_FLOAT_TABLE(name)                                                                              \
  {                                                                                                           \
      [TRI_F8E4M3FN] = {INT_TYPES(ANY_INT, any_##name)}, [TRI_F8E5M2] = {INT_TYPES(ANY_INT, any_##name)},     \
      [TRI_F16] = {INT_TYPES(FROM_INT_NAME, name, F16)}, [TRI_BF16] = {INT_TYPES(FROM_INT_NAME, name, BF16)}, \
      [TRI_F32] = {INT_TYPES(FROM_INT_NAME, name, F32)}, [TRI_F64] = {INT_TYPES(FROM_INT_NAME, name, F64)},   \
  }
static Row sitofp[TRI_TYPE_COUNT] = INT_TO_FLOAT_TABLE(sitofp);
static Row uitofp[TRI_TYPE_COUNT] = INT_TO_FLOAT_TABLE(uitofp);

/* ---- bits ---- */

static void same_bits(const Elementwise *e, int64_t n, void *const *r, const void *const *p)
{
  memcpy(r[0], p[0], (size_t)n * (size_t)tri_type_bytes(e->from));
}

#define ARITH "arith."
#define TRI "tri."
#define ROW(op, ...) {.name = op, .n_in = 1, .n_out = 1, __VA_ARGS__}
#define TABLE(t) .major = MAJOR_RESULT_TYPE, .kernels = t[0]
static const ElementwiseOp rows[] = {
    ROW(ARITH "extsi", TABLE(sext)),
    ROW(ARITH "extui", TABLE(zext)),
    ROW(ARITH "trunci", TABLE(zext), .nsw = trunc_signed_wraps[0], .nuw = trunc_unsigned_wraps[0]),
    ROW(ARITH "index_cast", TABLE(sext)),
    ROW(ARITH "index_castui", TABLE(zext)),
    ROW(ARITH "sitofp", TABLE(sitofp)),
    ROW(ARITH "uitofp", TABLE(uitofp)),
    ROW(ARITH "fptosi", TABLE(fptosi), .undefined = fptosi_undefined[0]),
    ROW(ARITH "fptoui", TABLE(fptoui), .undefined = fptoui_undefined[0]),
    ROW(ARITH "extf", TABLE(fptofp)),
    ROW(ARITH "truncf", TABLE(fptofp)),
    ROW(ARITH "bitcast", .kernel = same_bits),
    ROW(TRI "fp_cast", TABLE(fptofp)),
    ROW(TRI "bitcast", .kernel = same_bits),
    ROW(TRI "ptr_to_int", .kernel = same_bits),
    ROW(TRI "int_to_ptr", .kernel = same_bits),
};
const ElementwiseTable convert_ops = {rows, sizeof rows / sizeof *rows};
