/* The scalar regions of tri.reduce, tri.scan and tri.map.
 *
 * A region is a function: its arguments are elements of the operands, tri.yield ends it with its results. A
 * combiner is a region that is one op of arith on its two arguments, which the assembly writes as a word:
 *
 *   tri.reduce add %x axis 0 : tensor<4xf32>     is     tri.reduce %x axis 0 : tensor<4xf32> by (%a), (%b) {
 *                                                         %s = arith.addf %a, %b : f32
 *                                                         tri.yield %s : f32
 *                                                       }
 *
 * Invariant: a region has one block, as the verifiers of the ops say (reduce_c4, map_c2). */
#ifndef TRI_DIALECT_REGION_H
#define TRI_DIALECT_REGION_H

#include "mlir-c/IR.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The op that the word is on elements of this type, "arith.addf"; NULL where the word is none, or has no op
 * on them. */
const char *tri_combiner_op(MlirStringRef word, MlirType element);
/* Word number i, from 0, of those that have an op on elements of this type; NULL past the last. */
const char *tri_combiner_word_on(MlirType element, int i);
/* Makes the empty region a combiner of this op. */
void tri_combiner_build(MlirRegion region, MlirLocation loc, const char *op, MlirType element);
/* The word for the region of a reduce or scan with one operand; NULL where it is no combiner, or its op
 * carries attributes. */
const char *tri_combiner_word(MlirOperation op);
/* Whether the op, by its name one of a combiner, gives x for x and x. */
bool tri_combiner_is_idempotent(MlirOperation combiner);
/* Whether the op, null or not, is by its name one of a combiner: these all commute. */
bool tri_combiner_is_known(MlirOperation op);

/* The op that alone computes yielded value k of a reduce or scan of its two arguments: f(argument k, argument
 * n + k). Null where that value is computed in another way. */
MlirOperation tri_combiner_of(MlirOperation op, intptr_t k);

/* Whether the op may read or write memory, or do anything else besides giving its results. Defined in
 * dialect/. */
bool tri_op_has_effects(MlirOperation op);
/* Whether the op on blocks does to each element what it does to scalars. Defined in dialect/. */
bool tri_op_is_elementwise(MlirOperation op);

#ifdef __cplusplus
}
#endif
#endif
