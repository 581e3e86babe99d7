/* The tri dialect for other MLIR compilers: its registration and its types, over the MLIR C API.
 *
 *   mlirDialectHandleInsertDialect(mlirGetDialectHandle__tri__(), registry);
 *   MlirType p = tri_ptr_type(mlirF32TypeGet(context), 1);
 *   MlirType d = tri_desc_type(mlirRankedTensorTypeGet(2, (int64_t[]){128, 64}, f16, no_encoding));
 *
 * Ops: tri-c/Ops.h. Passes: tri-c/Passes.h. */
#ifndef TRI_C_DIALECT_H
#define TRI_C_DIALECT_H

#include "mlir-c/IR.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TRI_API
#define TRI_API __attribute__((visibility("default")))
#endif

MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Tri, tri);

/* Adds tri and every dialect that its kernels are written in (arith, math, scf, cf, func, ub) or lowered
 * to (gpu, nvvm, llvm), with the
 * interfaces that the inliner and the folders need. */
TRI_API void tri_register_dialects(MlirDialectRegistry registry);

TRI_API bool tri_type_is_ptr(MlirType type);
/* !tri.ptr<pointee, address_space>; 1 is global, 3 shared. A null type, and no diagnostic, where
 * tri_ptr_why_not objects. */
TRI_API MlirType tri_ptr_type(MlirType pointee, unsigned address_space);
TRI_API MlirType tri_ptr_pointee(MlirType ptr);
TRI_API unsigned tri_ptr_address_space(MlirType ptr);
/* A sentence that says why there is no such pointer; NULL where there is one. */
TRI_API const char *tri_ptr_why_not(MlirType pointee, unsigned address_space);

TRI_API bool tri_type_is_desc(MlirType type);
/* !tri.desc<128x64xf16>, of the block that one access copies: a ranked tensor without an encoding. A null
 * type, and no diagnostic, where tri_desc_why_not objects. */
TRI_API MlirType tri_desc_type(MlirType block);
/* tensor<128x64xf16> */
TRI_API MlirType tri_desc_block(MlirType desc);
/* A sentence that says why there is no such descriptor; NULL where there is one. */
TRI_API const char *tri_desc_why_not(MlirType block);

#ifdef __cplusplus
}
#endif
#endif
