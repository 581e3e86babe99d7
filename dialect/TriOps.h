// What the shards of the op classes share: the hooks of the assembly format (defined in TriOps.cpp).
#ifndef TRI_DIALECT_TRIOPS_H
#define TRI_DIALECT_TRIOPS_H

#include "Tri.h"

namespace tri {
mlir::ParseResult parsePointedTo(mlir::OpAsmParser &p, mlir::Type &ptr, mlir::Type &value,
                                 mlir::StringRef word);
void printPointedTo(mlir::OpAsmPrinter &p, mlir::Operation *, mlir::Type ptr, mlir::Type value,
                    mlir::StringRef word);
mlir::ParseResult parseOneType(mlir::OpAsmParser &p, mlir::SmallVectorImpl<mlir::Type> &first,
                               mlir::SmallVectorImpl<mlir::Type> &second,
                               const mlir::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &operands,
                               const mlir::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &others);
void printOneType(mlir::OpAsmPrinter &p, mlir::Operation *, mlir::TypeRange first, mlir::TypeRange second,
                  mlir::ValueRange, mlir::ValueRange);
mlir::ParseResult parseDescBlock(mlir::OpAsmParser &p, mlir::Type &desc, mlir::Type &block);
void printDescBlock(mlir::OpAsmPrinter &p, mlir::Operation *, mlir::Type desc, mlir::Type block);
mlir::ParseResult parseDescRows(mlir::OpAsmParser &p, mlir::Type &rows, mlir::Type &desc, mlir::Type &block);
void printDescRows(mlir::OpAsmPrinter &p, mlir::Operation *, mlir::Type rows, mlir::Type desc,
                   mlir::Type block);
} // namespace tri

#endif
