/* How far compiled code may be from the correctly rounded result of each op. */
#ifndef TRI_CONVERSION_ACCURACY_H
#define TRI_CONVERSION_ACCURACY_H

#include "mlir-c/IR.h"
#include "tri/tri.h"

typedef struct {
  TriExactness exactness;
  double ulp;   /* of the type, next to the correctly rounded result; 0 where exact */
  TriType type; /* whose ulp it is */
  bool rounds;  /* its result is rounded to the type: operands that differ may round apart by an ulp */
  bool cancels; /* a sum or difference of floats: what was a small relative error may become a large one */
} Accuracy;

/* Of the op on its own, with exact operands. Products and sums that the compiler may fuse (contract) are
 * ORDERED: the rounding of the product may be left out. Of a tri.reduce or tri.scan it is that of its region,
 * as often as a result depends on it in a tree. */
Accuracy op_accuracy(MlirOperation op);

/* Whether the op stands in the region of a tri.reduce or tri.scan, whose accuracy says all. */
bool op_is_in_fold(MlirOperation op);

#endif
