/* Arrays: the memory behind pointer arguments.
 *
 * An array is dense and row-major. Its elements start at a multiple of 256 bytes, with a guard zone before
 * and behind them, so that two arrays never touch and a stray write beside one is seen afterwards.
 *
 * Invariant: count is the product of the extents (1 for rank 0), bytes is count elements. */
#ifndef TRI_RUN_ARRAY_H
#define TRI_RUN_ARRAY_H

#include "problem.h"

enum { MAX_RANK = 8, ARRAY_ALIGNMENT = 256, ARRAY_GUARD = 4096 };

typedef struct {
  int rank;
  int64_t extent[MAX_RANK];
} Shape;

typedef struct {
  TriType type;
  Shape shape;
  int64_t count;
  int item; /* bytes of an element */
  size_t bytes;
  void *data;
  void *block; /* what is freed */
} Array;

/* A new array with undetermined elements. what names it in errors: a shape that is too large for 63 bits, or
 * memory that is not to be had (TRI_DEVICE). */
bool array_new(TriType type, Shape shape, const char *what, Array *array, Problem *p);
/* Bytes that can still be had without swapping; all of the machine's memory where that is not known. */
double free_memory(void);
void array_free(Array *array);

/* Whether the guard zones are as array_new left them. */
bool array_guards_hold(const Array *array);

static inline void *array_at(const Array *a, int64_t i) { return (char *)a->data + i * a->item; }

bool same_shape(Shape a, Shape b);
/* "128x64"; "" for rank 0. */
const char *shape_text(Arena *a, Shape s);
/* "f32[128x64]"; "f32" for rank 0. */
const char *array_type_text(Arena *a, TriType t, Shape s);
/* "[3, 5]": the index of the element number i. */
const char *index_text(Arena *a, Shape s, int64_t i);
/* Fills every byte with the mark of an element that was never written, and whether an element still is one:
 * NaNs with a payload where the type has payloads, 0xa5 bytes in integers. */
void array_poison(Array *array);
bool array_is_poison(const Array *array, int64_t i);

#endif
