/* From scalar gpu kernels to PTX text, in process.
 *
 *   PtxCompiler *p = ptx_compiler_new(context, target_named("sm_90a"));
 *   Ptx out;
 *   if (ptx_lower(p, module) && ptx_emit(p, module, PTX_TEXT, &arena, &out)) puts(out.text);
 *   ptx_compiler_free(p);
 *
 * The module is a builtin.module with one gpu.module. ptx_lower turns its gpu.funcs into the LLVM dialect in
 * place; ptx_emit reads that and adds nothing but the gpu.module's triple and data layout. Errors are
 * diagnostics of the context, at the op where one is known; LLVM's own, fatal ones too, come at the
 * gpu.module. A compiler belongs to its context's thread; compilers of different contexts work in parallel.
 */
#ifndef TRI_TARGET_PTX_H
#define TRI_TARGET_PTX_H

#include "Support/arena.h"
#include "Target/target.h"
#include "mlir-c/IR.h"

typedef struct PtxCompiler PtxCompiler;

/* Borrows the context, which has tri's dialects (tri_register_dialects) and must outlive it. */
PtxCompiler *ptx_compiler_new(MlirContext context, const Target *target);
void ptx_compiler_free(PtxCompiler *p);

/* The pipeline that ptx_lower runs, as tri-opt takes it: builtin.module(…). In the arena. */
const char *ptx_pipeline(Arena *a, const Target *target);

bool ptx_lower(PtxCompiler *p, MlirOperation module);

/* What of the way is wanted as text; PTX_TEXT is the least. PTX_NO_TEXT ends after the LLVM IR: no PTX. */
enum { PTX_TEXT = 0, PTX_LLVM_IR = 1, PTX_OPTIMISED_LLVM_IR = 2, PTX_NO_TEXT = 4 };

typedef struct {
  const char *text; /* PTX, its first line the metadata */
  size_t bytes;
  const char *metadata;                    /* the JSON object alone (metadata.h) */
  const char *llvm_ir, *optimised_llvm_ir; /* NULL where not wanted */
  double optimise_seconds, emit_seconds;   /* of processor time: LLVM IR translated and optimised; the rest */
} Ptx;

/* Results live in the arena. */
bool ptx_emit(PtxCompiler *p, MlirOperation module, unsigned want, Arena *a, Ptx *out);

#endif
