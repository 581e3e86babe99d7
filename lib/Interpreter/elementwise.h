/* Elementwise ops: the kernel tables and what runs them.
 *
 * An op of arith or math is one row: its name, a kernel per element type, and the tests that say which
 * elements are undefined or at fault. Kernels are loops over whole arrays, made by macros from one expression
 * per op:
 *
 *   BINARY(addi, a + b, .nsw = add_signed_wraps, .nuw = add_unsigned_wraps)      a row of int_ops.def
 *
 * Kernels and tests are found at [major · TRI_TYPE_COUNT + type of operand 0], where major is 0 or, for ops
 * on two types or with a predicate, as `major` says.
 *
 * Invariant: a kernel is safe on any bits, since undefined elements may hold any, but for a divisor of zero,
 * which the tests exclude. */
#ifndef TRI_INTERPRETER_ELEMENTWISE_H
#define TRI_INTERPRETER_ELEMENTWISE_H

#include "Interpreter/program.h"
#include "Numeric/numeric.h"

typedef struct Elementwise Elementwise;

/* r[…][k] := op of a[…][k] for k < n. Of an op on one operand, a[1] is a[0]; the same for tests. */
typedef void Kernel(const Elementwise *e, int64_t n, void *const *r, const void *const *a);
/* marks[k] becomes 1 where the test holds of a[…][k] and stays elsewhere. Gives whether it holds anywhere. */
typedef bool Test(int64_t n, uint8_t *marks, const void *const *a);

typedef Kernel *const KernelTable;
typedef Test *const TestTable;

enum { MAX_TESTS = 4, MAX_FAULTS = 2 };
typedef enum { MAJOR_NONE, MAJOR_RESULT_TYPE, MAJOR_PREDICATE, MAJOR_VARIANT } Major;

typedef struct ElementwiseOp {
  const char *name;
  int n_in, n_out;
  Major major;
  size_t (*variant)(MlirOperation op); /* what MAJOR_VARIANT is of this op */
  KernelTable *kernels;                /* or, where one kernel serves all types, NULL and */
  Kernel *kernel;
  TestTable *undefined, *nsw, *nuw, *exact; /* undefined elements: always, and with a flag of the op */
  bool is_division;                         /* an undefined operand 1 is a fault */
  struct {
    TestTable *test;
    const char *sentence; /* "divides by zero" */
    bool of_divisor;      /* the test is of operand 1 alone */
  } faults[MAX_FAULTS];
} ElementwiseOp;

/* An op of known types: the data of its instruction. */
struct Elementwise {
  Kernel *kernel;
  Test *undefined[MAX_TESTS]; /* NULL after the last */
  Test *fault[MAX_FAULTS];
  const ElementwiseOp *op;
  TriType from, second, to; /* of operands 0 and 1 and of the result */
  TriRounding rounding;     /* of arith.truncf and tri.fp_cast */
  bool saturate;            /* of tri.fp_cast */
};

typedef struct {
  const ElementwiseOp *op;
  size_t n;
} ElementwiseTable;

extern const ElementwiseTable int_ops, float_ops, math_ops, compare_ops, convert_ops, tri_ops;

/* The op of an instruction; NULL where it is no elementwise one. */
const Elementwise *elementwise_of(const Inst *i);

/* Any float type to any other, in e's rounding mode. */
Kernel convert_any_float;

#endif
