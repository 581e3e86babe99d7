/* A context in which the dialect and those that kernels mix with are registered, for tests. */
#ifndef TRI_TEST_DIALECT_CONTEXT_H
#define TRI_TEST_DIALECT_CONTEXT_H

#include "mlir-c/IR.h"
#include "tri-c/Dialect.h"

/* The caller destroys it. */
static inline MlirContext dialect_context(void)
{
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tri_register_dialects(registry);
  MlirContext c = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  return c;
}

#endif
