/* Launch metadata: what whoever launches a PTX text must know, as one JSON object in its `// tri.meta:` line.
 *
 *   {"version": 1, "arch": "sm_90a", "kernels": [{
 *      "name": "vector_add",
 *      "args": [{"name": "x", "type": "ptr", "pointee": "f32", "offset": 0, "size": 8, "divisibility": 16,
 *                "access": "r", "fill": "randn(n)"},          read, write or both; the default of tri-run
 *               {"name": "n", "type": "i32", "offset": 24, "size": 4, "divisibility": 1}],
 *      "param_bytes": 28,
 *      "grid": "cdiv(n, 1024)",       by default; an expression over scalar arguments
 *      "threads": [128, 1, 1],        of a CTA
 *      "shared": 0,                   dynamic shared bytes
 *      "cluster": [1, 1, 1],          CTAs
 *      "max_registers": 0,            0: not limited
 *      "hidden": [],                  names of arguments, of those above, last, that the launcher makes
 * itself "debug": [{"op": "tri.assert", …}],  of a kernel that prints or asserts: Debug/records.h
 *      "locations": ["", "vector_add.mlir:31:14"]}]}    op id (`// tri:1` in the PTX) -> source location
 *
 * Offsets are those of the kernel's parameter block; a tensor map has size 128 and is aligned to 64. Whatever
 * else the kernel's tri.launch says about an argument is passed on. */
#ifndef TRI_TARGET_METADATA_H
#define TRI_TARGET_METADATA_H

#include "Support/arena.h"
#include "Target/target.h"
#include "mlir-c/IR.h"

/* The object, on one line, of the kernels (llvm.func with nvvm.kernel) in the gpu.module; NULL after an
 * error. */
char *metadata_text(Arena *a, MlirOperation gpu_module, const Target *target);

#endif
