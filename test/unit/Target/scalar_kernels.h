/* Kernels of one scalar op each: out[i] = op(a[i], b[i], c[i]), every element 64 bits wide, i over all
 * threads. Rows: scalar_rows.def. */
#ifndef TRI_TEST_TARGET_SCALAR_KERNELS_H
#define TRI_TEST_TARGET_SCALAR_KERNELS_H

#include "Support/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum { BLOCK = 256 };

typedef struct {
  const char *name, *op, *types[3], *result;            /* types: "" for no operand */
  uint64_t (*bits)(uint64_t a, uint64_t b, uint64_t c); /* NULL: value and ulps */
  double (*value)(double x);
  double ulps;
} ScalarRow;

extern const ScalarRow scalar_rows[];
extern const int scalar_row_count;

/* The gpu.module of all kernels, as MLIR text. */
const char *scalar_kernels_text(Arena *a);

/* Operand k of element i: about half of them of every kind of number, the rest uniform bits. */
uint64_t scalar_operand(const ScalarRow *row, int k, uint64_t i);

/* The result's bits, rounded once. */
uint64_t scalar_result(const ScalarRow *row, uint64_t a, uint64_t b, uint64_t c);

/* Whether got is what the row wants of the operands; the error in ulp (0 where the row is exact) in *ulps. */
bool scalar_agrees(const ScalarRow *row, uint64_t a, uint64_t b, uint64_t c, uint64_t got, double *ulps);

#endif
