// The C++ face of the dialect: what ODS generates, and nothing else. C code uses the headers of
// include/tri-c.
#ifndef TRI_DIALECT_TRI_H
#define TRI_DIALECT_TRI_H

#include "Dialect/types.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "TriEnums.h.inc"

#include "TriDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "TriTypes.h.inc"

#define GET_OP_CLASSES
#include "TriOps.h.inc"

#endif
