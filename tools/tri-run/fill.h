/* Filling arrays: a Spec's fill with its names resolved, and the element values it gives. */
#ifndef TRI_RUN_FILL_H
#define TRI_RUN_FILL_H

#include "names.h"
#include "spec.h"

/* A number as written: 3 has both readings, 0.5 and inf only the floating one. */
typedef struct {
  bool is_integer;
  int64_t i;
  double d;
} Number;

/* "0.5", "-inf", "true", "cdiv(n, 2)". */
bool number_read(const char *what, const char *text, Names names, Number *number, Problem *p);

/* Whether the type can hold the number, integers in the signed or the unsigned reading; an error that says
 * the range where not. Infinities fit where the type has them. */
bool number_fits(const char *what, Number number, TriType type, Problem *p);

typedef struct {
  FillKind kind;
  Shape shape;
  Number value[2]; /* of full: value; arange: start, step; uniform, randint: lo, hi; pointers: step */
  const char *of;  /* of pointers: the buffer's name */
} Fill;

/* Evaluates the spec's fill (not FILL_NONE) for elements of the type: counts, extents, ranges. */
bool fill_resolve(const char *what, const Spec *spec, TriType type, Names names, Fill *fill, Problem *p);

/* Sets every element. The random ones are functions of seed, name and index alone. */
void fill_array(const Fill *fill, uint64_t seed, const char *name, Array *array);
/* The same for pointers, which fill_array leaves alone: addresses of elements of the array `of`. */
void fill_pointers(const Fill *fill, const Array *of, Array *array);

#endif
