/* Kernels that go along the rows of a matrix: x, y, rows, columns. */
#ifndef TRI_TEST_EXAMPLES_ROWS_H
#define TRI_TEST_EXAMPLES_ROWS_H

#include "harness.h"

typedef struct {
  int rows, columns;
  const char *block; /* of the template */
} Shape;

static inline size_t elements(Shape s) { return (size_t)s.rows * (size_t)s.columns; }

/* Runs it on matrices of this shape and type. False, and nothing ran, where the target leaves it out. */
static inline bool run_rows(Run r, TriType t, void *x, void *y, Shape s, TriStatus status, char *error)
{
  if (run_is_left_out(&r))
    return false;
  size_t bytes = elements(s) * (size_t)tri_type_bytes(t);
  arg_buffer(&r, x, bytes);
  arg_buffer(&r, y, bytes);
  arg_int(&r, s.rows);
  arg_int(&r, s.columns);
  run_finish(&r, from_file, status, error);
  return true;
}

#endif
