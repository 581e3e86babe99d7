/* The integer types as the kernels see them: X(type, E, U, S, UW, SW, W, …).
 *
 *   E  an element in memory     U, S  it zero- and sign-extended, in which values are computed
 *   W  bits                     UW, SW  types in which no sum, product or shift of two elements overflows
 *
 * i1 is a byte that holds 0 or 1; as a signed number true is -1. */
#ifndef TRI_INTERPRETER_INT_TYPES_H
#define TRI_INTERPRETER_INT_TYPES_H

#include <stdint.h>

typedef unsigned __int128 uint128_t;
typedef __int128 int128_t;

#define INT_TYPES(X, ...)                                                                                    \
  X(I1, uint8_t, uint32_t, int32_t, uint64_t, int64_t, 1, __VA_ARGS__)                                       \
  X(I8, uint8_t, uint32_t, int32_t, uint64_t, int64_t, 8, __VA_ARGS__)                                       \
  X(I16, uint16_t, uint32_t, int32_t, uint64_t, int64_t, 16, __VA_ARGS__)                                    \
  X(I32, uint32_t, uint32_t, int32_t, uint64_t, int64_t, 32, __VA_ARGS__)                                    \
  X(I64, uint64_t, uint64_t, int64_t, uint128_t, int128_t, 64, __VA_ARGS__)

/* The low W bits of u as a signed number. */
#define SIGNED(u, U, S, W) ((S)((U)(u) << (sizeof(U) * 8 - (W))) >> (sizeof(U) * 8 - (W)))
/* The low W bits of u; all of it but for i1, which a cast to E does not narrow. */
#define NARROW(u, E, W) ((E)((W) == 1 ? (u) & 1 : (u)))

#endif
