#include "Bridge/bridge.h"
#include "Support/clock.h"
#include "Support/ir.h"
#include "Target/compiler.h"
#include "Target/metadata.h"
#include "mlir-c/Target/LLVMIR.h"

#include <stdlib.h>
#include <string.h>

PtxCompiler *ptx_compiler_new(MlirContext context, const Target *target)
{
  PtxCompiler *p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  *p = (PtxCompiler){.context = context, .target = target};
  llvm_prepare();
  p->ready = lower_prepare(p);
  return p;
}

void ptx_compiler_free(PtxCompiler *p)
{
  if (!p)
    return;
  mlirPassManagerDestroy(p->passes);
  if (p->machine)
    LLVMDisposeTargetMachine(p->machine);
  free(p);
}

/* The machine, made when first asked for; NULL with the reason in errors. */
static LLVMTargetMachineRef machine_of(PtxCompiler *p, LlvmErrors *errors)
{
  if (!p->machine)
    p->machine = llvm_machine(p->target, errors);
  return p->machine;
}

/* One emission on its way. */
typedef struct {
  PtxCompiler *compiler;
  MlirOperation gpu_module;
  unsigned want;
  Arena *arena;
  Ptx *out;
  LLVMContextRef context;
  LLVMModuleRef module;
  bool done;
  double start;
  LlvmErrors errors;
} Emission;

static const char *ir_text(Emission *e, unsigned which)
{
  if (!(e->want & which))
    return NULL;
  char *text = LLVMPrintModuleToString(e->module);
  char *kept = arena_strndup(e->arena, text, strlen(text));
  LLVMDisposeMessage(text);
  return kept;
}

/* The translation computes alignments from the module's data layout: with LLVM's default an i64 is aligned to
 * 4 bytes and every access to it is split. */
static void set_target(Emission *e)
{
  char *triple = LLVMGetTargetMachineTriple(e->compiler->machine);
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(e->compiler->machine);
  char *text = LLVMCopyStringRepOfTargetData(layout);
  set_attr(e->gpu_module, "llvm.target_triple", str_attr(e->compiler->context, triple));
  set_attr(e->gpu_module, "llvm.data_layout", str_attr(e->compiler->context, text));
  LLVMDisposeMessage(text);
  LLVMDisposeTargetData(layout);
  LLVMDisposeMessage(triple);
}

static void keep_text(Emission *e, LLVMMemoryBufferRef buffer)
{
  int n = (int)LLVMGetBufferSize(buffer);
  e->out->text =
      arena_printf(e->arena, "// tri.meta: %s\n%.*s", e->out->metadata, n, LLVMGetBufferStart(buffer));
  e->out->bytes = strlen(e->out->text);
}

/* What takes time with the square of a block of code, and a kernel's is long: with 128 exp in a thread the
 * first took 95 % of the compilation. An assembler does both anyway. */
static const char *const quadratic_passes[] = {"Straight line strength reduction", "Machine code sinking",
                                               NULL};

static void make_text(Emission *e)
{
  LLVMMemoryBufferRef buffer = bridge_emit_assembly(e->compiler->machine, e->module, quadratic_passes);
  if (!buffer) {
    e->errors.error = "the target has no assembly";
    return;
  }
  if (!e->errors.error)
    keep_text(e, buffer);
  LLVMDisposeMemoryBuffer(buffer);
}

/* From the translated module to what is wanted. e->done tells whether it went well. */
static void generate(void *data)
{
  Emission *e = data;
  PtxCompiler *p = e->compiler;
  mark_assembly_convergent(e->module);
  e->out->llvm_ir = ir_text(e, PTX_LLVM_IR);
  if (!llvm_optimise(e->module, p->machine, &e->errors))
    return;
  spell_out_signed_bools(e->module);
  e->out->optimised_llvm_ir = ir_text(e, PTX_OPTIMISED_LLVM_IR);
  double optimised = thread_seconds();
  e->out->optimise_seconds = optimised - e->start;
  if (!(e->want & PTX_NO_TEXT))
    make_text(e);
  e->out->emit_seconds = thread_seconds() - optimised;
  e->done = !e->errors.error;
}

static bool succeeded(Emission *e)
{
  return require(e->gpu_module, e->done, "does not become PTX for %s: LLVM says: %s",
                 e->compiler->target->name, e->errors.error ? e->errors.error : "nothing");
}

static bool translate(Emission *e)
{
  if (!machine_of(e->compiler, &e->errors))
    return succeeded(e);
  set_target(e);
  e->context = LLVMContextCreate();
  llvm_collect_errors(e->context, &e->errors);
  e->module = mlirTranslateModuleToLLVMIR(e->gpu_module, e->context);
  return e->module != NULL;
}

/* The gpu.module of the module, or the module itself where it is one. */
static MlirOperation gpu_module_of(MlirOperation module)
{
  if (is_op(module, "gpu.module"))
    return module;
  foreach_op(op, body_of(module)) if (is_op(op, "gpu.module")) return op;
  return (MlirOperation){NULL};
}

bool ptx_emit(PtxCompiler *p, MlirOperation module, unsigned want, Arena *a, Ptx *out)
{
  *out = (Ptx){0};
  MlirOperation gpu_module = gpu_module_of(module);
  if (!require(module, !is_null(gpu_module), "has no gpu.module to make PTX of"))
    return false;
  Emission e = {.compiler = p,
                .gpu_module = gpu_module,
                .want = want,
                .arena = a,
                .out = out,
                .start = thread_seconds()};
  e.errors.arena = a;
  out->metadata = metadata_text(a, gpu_module, p->target);
  if (!out->metadata)
    return false;
  bool translated = translate(&e);
  if (translated && !llvm_guarded(generate, &e, &e.errors)) {
    p->machine = NULL;
    return succeeded(&e);
  }
  if (translated)
    LLVMDisposeModule(e.module);
  if (e.context)
    LLVMContextDispose(e.context);
  return translated && succeeded(&e);
}
