/* What folders and canonicalisations know of constants: uniform blocks, zeros, masks.
 *
 *   splat_element(dense<3> : tensor<4xi32>) is 3 : i32; of dense<[3, 4]> it is null
 *   mask_is(dense<true> : tensor<4xi1>) is MASK_ALL
 */
#ifndef TRI_DIALECT_CONSTANTS_H
#define TRI_DIALECT_CONSTANTS_H

#include "Dialect/fold.h"
#include "Support/ir.h"

static const Folded not_folded = {{NULL}, {NULL}};
static inline Folded folded_to(MlirValue v) { return (Folded){.value = v}; }
static inline Folded folded_attr(MlirAttribute a) { return (Folded){.attr = a}; }

/* The attribute of the arith.constant that defines v; null where it is no constant. */
MlirAttribute constant_of(MlirValue v);

/* The one element of a constant whose elements are all equal; null where it is no such constant, and for
 * null. */
MlirAttribute splat_element(MlirAttribute constant);
/* The constant of this type whose elements are all `element`; nothing where that is null. */
Folded folded_splat(MlirType block, MlirAttribute element);

/* Whether a constant is a number, or a block of numbers, that is zero everywhere; −0.0 is not. False for
 * null. */
bool is_zero(MlirAttribute constant);
/* A constant of the type whose elements are all zero; null for pointers, of which there are no constants. */
MlirValue zero(Builder b, MlirType t);

/* Whether the block's elements are all equal, as a splat's or a constant's are; that element, as a scalar, or
 * null.
 */
bool is_uniform(MlirValue block);
MlirValue uniform_scalar(Builder b, MlirValue block);
/* The scalar, or a block of this type that is a splat of it. */
MlirValue splat_to(Builder b, MlirType t, MlirValue scalar);

typedef enum { MASK_VARIES, MASK_ALL, MASK_NONE } MaskIs;
/* MASK_VARIES where it is null or not known. */
MaskIs mask_is(MlirValue mask);
/* Of an op whose last operand is the mask (null: it has none) and whose elements are zero where they are
 * masked off: a mask that is all true goes, and where it is all false the result is zero. Whether that was
 * so. */
bool simplify_mask(MlirOperation op, MlirRewriterBase rw, MlirValue mask);

#endif
