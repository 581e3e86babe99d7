/* Kernels: functions with `tri.kernel`, and the attributes that they and their arguments may carry.
 *
 * One table holds every attribute: its name, where it may stand, what it must be. The rules and their
 * labels (kernel_c1 …) stand in the dialect's description, TriBase.td. */
#ifndef TRI_DIALECT_KERNEL_H
#define TRI_DIALECT_KERNEL_H

#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

bool is_kernel(MlirOperation op);

/* Whether all control flow of the kernel is that of scf, its body one block; else false, after an error. */
bool is_structured(MlirOperation func);

/* Verifiers of `tri.*` attributes on ops and on function arguments; false after a diagnostic. */
bool tri_kernel_attr_verify(MlirOperation op, MlirStringRef name, MlirAttribute value);
bool tri_kernel_arg_attr_verify(MlirOperation op, unsigned arg, MlirStringRef name, MlirAttribute value);

#ifdef __cplusplus
}
#endif
#endif
