/* Strides: parts of a block that are another part plus a constant.
 *
 *   i of a thread          0     1     2     3   512   513   514   515
 *   as part + constant    i0  i0+1  i0+2  i0+3 i0+512 …
 *
 * A layout is linear: a bit of the register's number steps one bit of one coordinate, if no other part of the
 * slot touches that. Where the analysis knows by how much such a step raises the element, always by the same,
 * registers that differ in the bit share a base. So the parts of an index are immediates, and addresses are
 * one register and the offsets of its instructions; and code grows with what differs, not with registers. */
#ifndef TRI_CONVERSION_LOWER_STRIDES_H
#define TRI_CONVERSION_LOWER_STRIDES_H

#include "Conversion/lower.h"

/* Per bit of the register's number: whether the step is known, and by how much it raises the element (bytes
 * for a pointer; modulo 2^64). */
typedef struct {
  uint32_t known;
  int64_t step[F2_MAX];
} Strides;

/* Of a block of integers or pointers; nothing is known of other values, nor where the analysis speaks of
 * defined elements alone and a neighbour may not be. */
Strides strides_of(const Lowering *l, MlirValue v);

/* The element in register r is that in register `base` plus `by`. */
typedef struct {
  uint32_t base;
  int64_t by;
} Stride;

/* post: base is r without some of its known bits; base itself has base and 0; |by| <= 2^30, well within what
 * an instruction's offset holds */
Stride stride_at(const Strides *s, uint32_t r);

#endif
