/* The bridge: what MLIR's C API lacks, as C functions. The only hand-written C++ besides the dialect's
 * forwards stands behind this header; everything else is C. */
#ifndef TRI_BRIDGE_H
#define TRI_BRIDGE_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "llvm-c/TargetMachine.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- diagnostics ---- */

/* A note under an error: "see the definition here". */
typedef struct {
  MlirLocation loc;
  const char *text;
} BridgeNote;

/* Reports text at loc with this severity (error, warning or remark) and the notes under it. */
void bridge_report(MlirLocation loc, MlirDiagnosticSeverity severity, const char *text,
                   const BridgeNote *notes, size_t n_notes);

/* ---- passes ---- */

typedef enum { PASS_INT, PASS_BOOL, PASS_STRING } PassOptionKind;

typedef struct {
  const char *name, *help;
  PassOptionKind kind;
  const char *initial; /* "4", "true", "text" */
} PassOption;

/* The values of a pass's options in one run, in the order of its table. */
typedef union {
  int64_t i;
  bool b;
  const char *s;
} PassValue;

enum { PASS_MAX_OPTIONS = 8, PASS_MAX_DIALECTS = 5 };

/* A pass as data. run gives false, after a diagnostic, where the pass fails. A desc is static: its address is
 * the pass's identity. */
typedef struct {
  _Alignas(8) const char *name; /* command-line argument: "tri-fuse-fma" */
  const char *help;             /* one sentence */
  const char *on;               /* op it runs on: "func.func"; NULL for any */
  bool (*run)(MlirOperation op, const PassValue *options);
  PassOption options[PASS_MAX_OPTIONS];                   /* up to the first without a name */
  MlirDialectHandle (*dialects[PASS_MAX_DIALECTS])(void); /* of what it may create, loaded before it runs */
} PassDesc;

/* Puts the pass into the global registry, under its name. Once per desc; again does nothing. */
void bridge_register_pass(const PassDesc *desc);

/* ---- ops ---- */

/* Whether the op's results have no use and leaving it out changes nothing. */
bool bridge_is_dead(MlirOperation op);

/* ---- contexts, parsing ---- */

/* Registers the upstream passes that tri's pipelines name: canonicalize, cse, inline, symbol-dce,
 * loop-invariant-code-motion, sccp, mem2reg, strip-debuginfo; convert-scf-to-cf, convert-to-llvm,
 * reconcile-unrealized-casts, ensure-debug-info-scope-on-llvm-func. */
void bridge_register_upstream_passes(void);

/* Parses and verifies the text; errors go to the context's diagnostic handlers. Arguments of functions get
 * `tri.name` from their SSA names where the text has such names. A null module on failure. */
MlirModule bridge_parse(MlirContext context, const char *text, size_t bytes, const char *file_name);

/* MlirOptMain with these dialects and the registered passes; its exit code. */
int bridge_opt_main(int argc, char **argv, const char *tool_name);

/* ---- LLVM ---- */

/* The module as assembly, in a new buffer; NULL where the target has no assembly. Passes of code generation
 * whose names (getPassName) are in left_out, up to a NULL, are left out: they have to be such as only make
 * code better. Errors go to the context's diagnostic handler. */
LLVMMemoryBufferRef bridge_emit_assembly(LLVMTargetMachineRef machine, LLVMModuleRef module,
                                         const char *const *left_out);

#ifdef __cplusplus
}
#endif
#endif
