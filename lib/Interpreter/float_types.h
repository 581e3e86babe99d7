/* The float types as the kernels see them: X(type, E, C, get, put, …).
 *
 *   E  an element in memory     C  the type in which exact ops are computed; get and put convert, put rounds
 * once
 *
 * put_f64_TYPE rounds an f64 once. f16 and bf16 are computed in f32, whose extra bits make the second
 * rounding of
 * +, -, ·, / and the root harmless (Numeric/numeric.h). */
#ifndef TRI_INTERPRETER_FLOAT_TYPES_H
#define TRI_INTERPRETER_FLOAT_TYPES_H

#include "Numeric/numeric.h"

static inline float get_same_f32(float x) { return x; }
static inline double get_same_f64(double x) { return x; }
static inline uint16_t put_f64_F16(double x) { return tri_f64_to_f16(x); }
static inline uint16_t put_f64_BF16(double x) { return tri_f64_to_bf16(x); }
static inline float put_f64_F32(double x) { return (float)x; }
static inline double put_f64_F64(double x) { return x; }

#define FLOAT_TYPES(X, ...)                                                                                  \
  X(F16, uint16_t, float, tri_f16_to_f32, tri_f32_to_f16, __VA_ARGS__)                                       \
  X(BF16, uint16_t, float, tri_bf16_to_f32, tri_f32_to_bf16, __VA_ARGS__)                                    \
  X(F32, float, float, get_same_f32, get_same_f32, __VA_ARGS__)                                              \
  X(F64, double, double, get_same_f64, get_same_f64, __VA_ARGS__)

#endif
