/* What tri.print and a failed tri.assert say: the same text whichever target runs the kernel.
 *
 *   kernel.mlir:9:3: program (5, 0, 0): x, s = [[1, 2], [3, 4]], 0.5
 *   kernel.mlir:9:3: tri.assert: element [2] of program (0, 0, 0) fails: v is small */
#ifndef TRI_DEBUG_TEXT_H
#define TRI_DEBUG_TEXT_H

#include "Support/arena.h"
#include "tri/tri.h"

/* A block or, of rank 0, a scalar: elements in their memory form, in row-major order. */
typedef struct {
  TriType type;
  int rank;
  const int64_t *dim;
  const void *data;
  const uint8_t *undefined; /* marks; NULL: none */
} DebugValue;

/* The line, with its newline. */
const char *debug_line(Arena *a, const char *where, const int64_t program[3], const char *prefix, bool hex,
                       const DebugValue *values, size_t n);

/* The sentence about element k of a condition of this shape; message is the op's. */
const char *debug_failure_text(Arena *a, const char *where, const int64_t program[3], int rank,
                               const int64_t *dim, int64_t k, const char *message);

#endif
