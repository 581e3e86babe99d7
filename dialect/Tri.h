// The C++ face of the dialect: what ODS generates, and nothing else. C code uses the headers of
// include/tri-c.
#ifndef TRI_DIALECT_TRI_H
#define TRI_DIALECT_TRI_H

#include "Dialect/layout_attr.h"
#include "Dialect/types.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/xxhash.h"

#include "TriEnums.h.inc"

#include "TriDialect.h.inc"

// TriLayout as a parameter of an attribute: a value without padding, compared and hashed by its bytes.
inline bool operator==(const TriLayout &a, const TriLayout &b) { return tri_layout_equal(a, b); }
inline llvm::hash_code hash_value(const TriLayout &l)
{
  return llvm::xxh3_64bits({reinterpret_cast<const uint8_t *>(&l), sizeof l});
}

#define GET_ATTRDEF_CLASSES
#include "TriAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "TriTypes.h.inc"

#define GET_OP_CLASSES
#include "TriOps.h.inc"

#endif
