/* Elements of arrays by type: reading, writing and showing one.
 *
 * Integers are signless in the IR and read as signed here; i1 is 0 or 1 in one byte. Floats of any format go
 * through double, which holds each of them exactly.
 *
 * Invariant: the host is little-endian, as the file format and the GPU are. */
#ifndef TRI_RUN_ELEMENT_H
#define TRI_RUN_ELEMENT_H

#include "Numeric/numeric.h"
#include "tri/tri.h"

bool type_is_float(TriType t);
bool type_is_integer(TriType t); /* i1 too */
/* Bits of the value: 1 for i1, which takes 8 in memory. */
int type_bits(TriType t);
/* The format of a float type. */
TriFloat type_format(TriType t);
/* Range of an integer type, read as signed; i1 is 0 … 1. */
int64_t type_least(TriType t);
int64_t type_most(TriType t);

/* The element's bytes as the low bits of a word, and back. */
uint64_t element_bits(TriType t, const void *at);
void element_set_bits(TriType t, void *at, uint64_t bits);

double element_double(TriType t, const void *at);   /* of a float or an integer */
int64_t element_integer(TriType t, const void *at); /* of an integer */
/* Rounds once to nearest; an integer type takes the low bits of the truncated value. */
void element_set_double(TriType t, void *at, double value);
void element_set_integer(TriType t, void *at, int64_t value); /* the low bits, or rounded to a float */

/* The shortest decimal text of at most digits significant digits that reads back as the element, or the
 * nearest one of so many digits: 17 tells every f64 apart. Gives text. */
enum { ELEMENT_TEXT = 40 };
const char *element_text(TriType t, const void *at, int digits, char text[ELEMENT_TEXT]);

#endif
