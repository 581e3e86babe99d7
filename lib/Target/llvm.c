/* LLVM as a library that neither ends the process nor prints: its errors become text.
 *
 * Fatal errors call a handler that must not return; ours jumps back to the guarded call of its thread. A
 * thread that is in no guarded call gets LLVM's default, so that another user of LLVM in the process sees no
 * change. */
#include "Target/compiler.h"
#include "llvm-c/Error.h"
#include "llvm-c/ErrorHandling.h"
#include "llvm-c/Target.h"
#include "llvm-c/Transforms/PassBuilder.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#define TRIPLE "nvptx64-nvidia-cuda"

/* Without no-verify-fixpoint instcombine ends the process where one round was not enough. */
#define INSTCOMBINE "instcombine<no-verify-fixpoint>"

/* No SLP (quadratic in the values of a thread), no vectoriser, no unrolling: the compiler's own passes have
 * decided those. Loops are rotated so that an iteration costs one branch. */
static const char pipeline[] =
    "function(sroa,early-cse<memssa>,simplifycfg," INSTCOMBINE ","
    "loop-mssa(loop-rotate,licm),simplifycfg,gvn," INSTCOMBINE ",adce,simplifycfg)";

typedef struct {
  jmp_buf back;
  LlvmErrors *errors;
} Guard;
static _Thread_local Guard *current;

static void add_error(LlvmErrors *errors, const char *text)
{
  if (!errors->error)
    errors->error = arena_strndup(errors->arena, text, strlen(text));
}

static void on_fatal_error(const char *reason)
{
  if (!current)
    return;
  add_error(current->errors, reason);
  longjmp(current->back, 1);
}

bool llvm_guarded(void (*work)(void *data), void *data, LlvmErrors *errors)
{
  Guard guard = {.errors = errors}, *outer = current;
  bool ended = setjmp(guard.back) == 0;
  if (ended) {
    current = &guard;
    work(data);
  }
  current = outer;
  return ended;
}

static void initialise(void)
{
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  LLVMInstallFatalErrorHandler(on_fatal_error);
}

void llvm_prepare(void)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, initialise);
}

static void on_diagnostic(LLVMDiagnosticInfoRef info, void *data)
{
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
    return;
  char *text = LLVMGetDiagInfoDescription(info);
  add_error(data, text);
  LLVMDisposeMessage(text);
}

void llvm_collect_errors(LLVMContextRef context, LlvmErrors *errors)
{
  LLVMContextSetDiagnosticHandler(context, on_diagnostic, errors);
}

LLVMTargetMachineRef llvm_machine(const Target *target, LlvmErrors *errors)
{
  LLVMTargetRef nvptx;
  char *why = NULL;
  if (LLVMGetTargetFromTriple(TRIPLE, &nvptx, &why)) {
    add_error(errors, why);
    LLVMDisposeMessage(why);
    return NULL;
  }
  return LLVMCreateTargetMachine(nvptx, TRIPLE, target->name, target->ptx, LLVMCodeGenLevelDefault,
                                 LLVMRelocDefault, LLVMCodeModelDefault);
}

bool llvm_optimise(LLVMModuleRef m, LLVMTargetMachineRef machine, LlvmErrors *errors)
{
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef failed = LLVMRunPasses(m, pipeline, machine, options);
  LLVMDisposePassBuilderOptions(options);
  if (!failed)
    return true;
  char *text = LLVMGetErrorMessage(failed);
  add_error(errors, text);
  LLVMDisposeErrorMessage(text);
  return false;
}
