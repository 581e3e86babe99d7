/* Expansions: scalar ops that the target lacks, or that LLVM would lower wrongly, as functions in MLIR text.
 *
 * An op's key is its name, the type of its first operand, the result's type where that is another, and its
 * rounding mode where it has one:
 *
 *   arith.remf %x, %y : f32                        arith.remf.f32
 *   arith.sitofp %x : i64 to bf16                  arith.sitofp.i64.bf16
 *   arith.truncf %x toward_zero : f32 to f16       arith.truncf.f32.f16.toward_zero
 *
 * and that of a tri.extern_call the symbol: __nv_expf. Functions that others call are of the library "tri".
 *
 * The function of that name (expansions/ *.mlir) takes the op's operands and gives its result; it has one
 * block and may use any op that expand-scalars takes, expanded in turn. */
#ifndef TRI_CONVERSION_EXPANSION_H
#define TRI_CONVERSION_EXPANSION_H

#include "Target/target.h"
#include "mlir-c/IR.h"

typedef struct {
  const char *key;
  Capability capability; /* CAPABILITY_COUNT: for every target */
  bool wanted;           /* else the target must lack the capability */
  const char *text;
} Expansion;

/* The key, in key[0..bytes); false where the op has none: no operand, or types that no expansion is written
 * for. */
bool expansion_key(MlirOperation op, char *key, size_t bytes);

/* The expansion of the key on this target, or NULL. */
const Expansion *expansion_find(const char *key, const Target *t);

#endif
