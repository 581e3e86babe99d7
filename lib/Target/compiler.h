/* Inside of a PtxCompiler, and the parts of ptx.c. */
#ifndef TRI_TARGET_COMPILER_H
#define TRI_TARGET_COMPILER_H

#include "Target/ptx.h"
#include "mlir-c/Pass.h"
#include "llvm-c/Core.h"
#include "llvm-c/TargetMachine.h"

struct PtxCompiler {
  MlirContext context;
  const Target *target;
  MlirPassManager passes;
  LLVMTargetMachineRef machine; /* NULL until first used, and after a fatal error */
  bool ready;
};

/* ---- lower.c ---- */

/* Parses the pipeline; false after a diagnostic. */
bool lower_prepare(PtxCompiler *p);

/* ---- llvm.c ---- */

/* What LLVM did not like: its own words, the first first. NULL where nothing. */
typedef struct {
  Arena *arena;
  const char *error;
} LlvmErrors;

/* LLVM and its NVPTX target, ready for this process. */
void llvm_prepare(void);
/* Errors that LLVM reports to this context go to errors from now on. */
void llvm_collect_errors(LLVMContextRef context, LlvmErrors *errors);
/* Calls work(data); false, with the reason in errors, where LLVM gave up in a fatal error. What LLVM had
 * allocated is then lost, and neither the LLVM context nor the machine may be used again. */
bool llvm_guarded(void (*work)(void *data), void *data, LlvmErrors *errors);
/* A machine for the target; NULL with the reason in errors. */
LLVMTargetMachineRef llvm_machine(const Target *target, LlvmErrors *errors);
/* Runs our pass pipeline. */
bool llvm_optimise(LLVMModuleRef m, LLVMTargetMachineRef machine, LlvmErrors *errors);

/* ---- convergent.c ---- */

/* Every call of inline assembly becomes convergent. Without it LLVM copied a bar.sync into both arms of a
 * divergent if and unrolled a loop around one. */
void mark_assembly_convergent(LLVMModuleRef m);

/* ---- signed_bool.c ---- */

/* Each sitofp of i1 becomes a select of -1 and 0; after optimisation, which makes them. */
void spell_out_signed_bools(LLVMModuleRef m);

#endif
