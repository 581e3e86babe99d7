// What the shards of the op classes share: the hooks of the assembly format (defined in TriOps.cpp).
#ifndef TRI_DIALECT_TRIOPS_H
#define TRI_DIALECT_TRIOPS_H

#include "Tri.h"

namespace tri {
mlir::ParseResult parsePointedTo(mlir::OpAsmParser &p, mlir::Type &ptr, mlir::Type &value,
                                 mlir::StringRef word);
void printPointedTo(mlir::OpAsmPrinter &p, mlir::Operation *, mlir::Type ptr, mlir::Type value,
                    mlir::StringRef word);
} // namespace tri

#endif
