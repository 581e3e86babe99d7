/* Descriptors of tensors as values, and the walk over a block of a tensor that every access makes.
 *
 * A descriptor's slot is DESCRIPTOR_WORDS elements of i64: the struct below, so that moves, selects and calls
 * copy it as they copy anything. Making one checks nothing; an access checks it first (tri.make_desc).
 *
 * A block is walked in lines, along its last axis, whose elements are neighbours in memory:
 *
 *   5 elements a line, offset -2, extent 2   ->   {first = 2, n = 2}: elements 2 and 3 are in the tensor
 */
#ifndef TRI_INTERPRETER_DESCRIPTOR_H
#define TRI_INTERPRETER_DESCRIPTOR_H

#include "Interpreter/atomic_step.h"
#include "Interpreter/program.h"

typedef struct {
  uint64_t base;
  int64_t extent[TRI_MAX_DESC_RANK], stride[TRI_MAX_DESC_RANK]; /* strides in elements; the last is 1 */
  uint64_t padding;                                             /* an element's bits */
  uintptr_t where; /* its make_desc: a const char *, "kernel.mlir:12:8" */
} Descriptor;

enum { DESCRIPTOR_WORDS = sizeof(Descriptor) / sizeof(uint64_t) };

/* Where an access has its operands: the descriptor is `desc`, and an index for each axis follows; the first
 * of them may be a block of rows. */
typedef struct {
  Shape block;
  TriType type;
  int bytes; /* of an element */
  int desc;
  AtomicStep *reduce; /* of tri.desc_reduce: how */
} DescAccess;

/* An access that is being executed. */
typedef struct {
  const DescAccess *access;
  const Descriptor *desc;
  int64_t from[TRI_MAX_DESC_RANK];
  const void *rows; /* the indices along axis 0, or NULL where they are from[0], from[0] + 1, … */
  TriType row_type;
  int64_t lines, line_length;
} BlockWalk;

/* Elements [at + first, at + first + n) of the block are in the tensor, the first of them at this address. */
typedef struct {
  int64_t at, first, n;
  uint64_t address;
} Line;

/* Checks the descriptor and the indices. False after a fault. */
bool walk_begin(Exec *x, const Inst *i, BlockWalk *w);
Line walk_line(const BlockWalk *w, int64_t line);

RunInst run_desc_reduce;
/* How this op reduces elements of this type; one of the pairs that desc_reduce_c3 allows. */
AtomicStep *desc_reduction(int kind, TriType t);

#endif
