/* Showing arrays to people.
 *
 *   array_line    -0.1234  0.5  1.25  …  0.3  -0.4  1.1
 *   array_print   [[ 0   1   2   3]
 *                  [ 4   5   6   7]]
 *
 * Elements that are still poisoned (array.h) are shown as '·'. */
#ifndef TRI_RUN_PRINT_H
#define TRI_RUN_PRINT_H

#include "array.h"

#include <stdio.h>

/* The first and the last `edge` elements in one line, six digits each; all where they are few. */
const char *array_line(Arena *a, const Array *array, bool poisoned, int edge);

/* As NumPy prints: nested brackets, aligned columns, lines of at most 80 columns; of more than 1000 elements
 * the first and last three along each axis. poisoned: the array was filled by empty(…). */
void array_print(FILE *f, const Array *array, bool poisoned);

#endif
