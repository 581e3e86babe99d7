/* What the types of the dialect are: the predicates and the small constructions that the ODS constraints,
 * verifiers, interpreter and passes share.
 *
 *   element (of a block or itself)   f32, i1, !tri.ptr<f16>
 *   scalar                           a number or a pointer
 *   block                            a ranked tensor of scalars, rank >= 1, static extents >= 1,
 *                                    at most TRI_MAX_ELEMENTS elements
 *
 * Everything is a pure function of the type; null types give false or null. */
#ifndef TRI_DIALECT_TYPES_H
#define TRI_DIALECT_TYPES_H

#include "mlir-c/IR.h"
#include "tri-c/Dialect.h"
#include "tri/tri.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TRI_MAX_RANK = 8, TRI_MAX_ELEMENTS = 1 << 20 };

/* Extents of a block; rank 0 for a scalar. */
typedef struct {
  int rank;
  int64_t dim[TRI_MAX_RANK];
} Shape;

Shape shape_of_type(MlirType t);
/* Number of elements: the product of the extents, 1 for a scalar. */
int64_t shape_count(Shape s);
bool shape_equal(Shape a, Shape b);

/* Predicates of TriBase.td. */
bool tri_type_is_int(MlirType t);    /* i1 i8 i16 i32 i64 */
bool tri_type_is_float(MlirType t);  /* f8E4M3FN f8E5M2 f16 bf16 f32 f64 */
bool tri_type_is_scalar(MlirType t); /* of these or a pointer */
bool tri_type_is_block(MlirType t);  /* of scalars */
bool tri_type_is_value(MlirType t);  /* scalar or block */
bool tri_type_is_int_block(MlirType t);
bool tri_type_is_int_like(MlirType t);   /* integer or block of integers */
bool tri_type_is_bool_like(MlirType t);  /* i1 or block of i1 */
bool tri_type_is_float_like(MlirType t); /* float or block of floats */
bool tri_type_is_real_like(MlirType t);  /* the same, f8 left out: what can be computed with */
bool tri_type_is_ptr_like(MlirType t);   /* pointer or block of pointers */

/* The element type of a block; t itself where it is no block. */
MlirType tri_type_element(MlirType t);
/* The block t, or the scalar, with another element type; shape and encoding stay. */
MlirType tri_type_with_element(MlirType t, MlirType element);
/* i1 with t's shape. */
MlirType tri_type_mask_of(MlirType t);
/* i64 with t's shape. */
MlirType tri_type_i64_of(MlirType t);
/* The type of each half of a block whose last axis has extent 2; t itself where it has not. */
MlirType tri_type_split(MlirType t);
/* The type of what is left of a block where an axis is reduced: a block of lower rank, or a scalar; t itself
 * where it has no such axis. */
MlirType tri_type_without_axis(MlirType t, int64_t axis);
/* Which memory type a scalar is; TRI_NONE where it is none. */
TriType tri_type_kind(MlirType scalar);

/* The block type of this shape, element type and encoding (null for none). */
MlirType block_type(Shape s, MlirType element, MlirAttribute encoding);

/* t with each element replaced by a global pointer to it; null where t is no value. */
MlirType tri_type_ptr_to(MlirType t);

enum { TRI_MAX_DESC_RANK = 5 }; /* PTX ISA, Tensor Dimension, size and format */

/* The type of a descriptor's base, a global pointer to an element; t itself where it is no descriptor. */
MlirType tri_desc_base_type(MlirType t);
/* The block that an access through the descriptor copies; null where it is no descriptor. */
MlirType tri_type_accessed(MlirType desc);
/* The block of one row of the descriptor for each element of rows; null where rows is no block or desc no
 * descriptor. */
MlirType tri_type_rows_accessed(MlirType rows, MlirType desc);

#ifdef __cplusplus
}
#endif
#endif
