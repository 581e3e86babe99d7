/* NumPy's .npy files (NEP 1; numpy.lib.format): reading versions 1, 2 and 3, writing 1.
 *
 *   \x93NUMPY 1 0, length, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", spaces, newline,
 * data
 *
 * descr       type            descr        type
 * '|b1'       i1              '<f2' …'<f8' f16, f32, f64
 * '|i1' '|u1' i8              '<V2'        bf16 (as ml_dtypes writes it; 'bfloat16' is read too)
 * '<i2' … and unsigned        '<V1'        f8E4M3FN (ml_dtypes)
 *             i16, i32, i64   '<f1'        f8E5M2, read alone: ml_dtypes writes it, but NumPy cannot load it
 *
 * A void type says its size alone: '<V1' and '|V1' are read and written as either 8-bit float, '<V2' and
 * '|V2' are bf16. In NumPy: x.view(ml_dtypes.bfloat16). Big-endian, Fortran-ordered, structured and object
 * arrays are refused. */
#ifndef TRI_RUN_NPY_H
#define TRI_RUN_NPY_H

#include "array.h"

#include <stdio.h>

typedef struct {
  const char *descr;
  Shape shape;
  int64_t count;
  int item;         /* bytes of an element */
  const void *data; /* in the bytes that were parsed */
} Npy;

/* Reads the bytes of a file called name in errors. data points into bytes. */
bool npy_parse(const char *name, const void *bytes, size_t n, Npy *npy, Problem *p);

/* Whether the file's elements are of this type. */
bool npy_is(const Npy *npy, TriType type);
/* The type of the elements; TRI_F8E4M3FN for a void type of one byte. */
TriType npy_type(const Npy *npy);
/* What the elements are, in our words: "f64". */
const char *npy_type_name(const Npy *npy);

/* Header and data; errors stay in the stream. */
void npy_write(FILE *f, const Array *array);

#endif
