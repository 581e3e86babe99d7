/* Compiling: a kernel through every stage, each kept as text.
 *
 *   block    keep this kernel, inline, simplify, fuse what may be fused
 *   layout   layouts, barriers
 *   gpu      one thread
 *   llvm     llvm and nvvm dialects, then LLVM IR, then PTX with its metadata
 *
 * The module's own IR stays as it was parsed: a copy is lowered. */
#include "Bridge/bridge.h"
#include "Runtime/runtime.h"
#include "Support/ir.h"
#include "mlir-c/Pass.h"
#include "tri-c/Passes.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- targets ---- */

static const char *const default_arch = "sm_90a";

const Target *find_target(TriCompiler *c, const char *arch)
{
  const Target *t = target_named(arch ? arch : default_arch);
  if (t)
    return t;
  Arena a = {0};
  const char *names = targets[0].name;
  for (size_t i = 1; i < target_count; i++)
    names = arena_printf(&a, "%s, %s", names, targets[i].name);
  fail(c, TRI_USAGE, "no target '%s'; there are: %s", arch, names);
  arena_free(&a);
  return NULL;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char **names;

static void collect_names(void)
{
  names = calloc(target_count + 1, sizeof *names);
  for (size_t i = 0; names && i < target_count; i++)
    names[i] = targets[i].name;
}

const char *const *tri_arch_names(void)
{
  pthread_once(&once, collect_names);
  return names;
}

/* ---- passes ---- */

static pthread_once_t passes_once = PTHREAD_ONCE_INIT;

static void register_passes(void)
{
  bridge_register_upstream_passes();
  tri_register_passes();
}

typedef struct {
  Arena *arena;
  const char *text;
} Collected;

static void collect(MlirStringRef s, void *data)
{
  Collected *c = data;
  c->text = arena_printf(c->arena, "%s%.*s", c->text, (int)s.length, s.data);
}

/* Runs the pipeline on the module; false after diagnostics. */
static bool run_passes(MlirOperation module, const char *pipeline)
{
  MlirPassManager pm = mlirPassManagerCreateOnOperation(context_of(module), name_of(module));
  Arena a = {0};
  Collected said = {&a, ""};
  bool parsed = mlirLogicalResultIsSuccess(
      mlirParsePassPipeline(mlirPassManagerGetAsOpPassManager(pm), str(pipeline), collect, &said));
  bool ok = require_at(loc_of(module), parsed, "internal pipeline: %s", said.text) &&
            mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(pm, module));
  arena_free(&a);
  mlirPassManagerDestroy(pm);
  return ok;
}

/* ---- stages ---- */

static const char *print_ir(TriModule *m, MlirOperation op) { return operation_text(&m->arena, op); }

static PtxCompiler *ptx_compiler(TriCompiler *c, const Target *t)
{
  if (!c->ptx)
    c->ptx = calloc(target_count, sizeof *c->ptx);
  PtxCompiler **p = &c->ptx[t - targets];
  if (!*p)
    *p = ptx_compiler_new(c->context, t);
  return *p;
}

static bool lower(TriKernel *k, Code *code, MlirOperation module)
{
  TriModule *m = k->module;
  PtxCompiler *p = ptx_compiler(m->compiler, code->target);
  Ptx out;
  const char *block = arena_printf(&m->arena,
                                   "builtin.module(tri-keep-kernel{name=%s},inline,symbol-dce,"
                                   "any(canonicalize,cse,loop-invariant-code-motion),any(tri-fuse-fma))",
                                   k->name);
  if (!run_passes(module, block) ||
      !run_passes(module, "builtin.module(func.func(tri-assign-layouts,tri-insert-barriers))"))
    return false;
  code->text[TRI_STAGE_LAYOUT] = print_ir(m, module);
  if (!run_passes(module, "builtin.module(tri-to-gpu)"))
    return false;
  code->text[TRI_STAGE_GPU] = print_ir(m, module);
  if (!ptx_lower(p, module))
    return false;
  code->text[TRI_STAGE_LLVM] = print_ir(m, module);
  if (!ptx_emit(p, module, PTX_OPTIMISED_LLVM_IR, &m->arena, &out))
    return false;
  code->text[TRI_STAGE_LLVMIR] = out.optimised_llvm_ir;
  code->text[TRI_STAGE_PTX] = out.text;
  code->text[TRI_STAGE_META] = out.metadata;
  return true;
}

static Code *compile(TriKernel *k, const Target *t)
{
  TriModule *m = k->module;
  pthread_once(&passes_once, register_passes);
  Diagnostics *d = diagnostics_begin(m->compiler, m->text);
  MlirOperation copy = mlirOperationClone(mlirModuleGetOperation(m->ir));
  Code *code = arena_new(&m->arena, Code);
  *code = (Code){.next = k->codes, .target = t};
  bool ok = lower(k, code, copy);
  mlirOperationDestroy(copy);
  diagnostics_end(d, !ok, TRI_COMPILE, "the kernel does not compile");
  if (!ok)
    return NULL;
  return k->codes = code;
}

Code *code_for(TriKernel *k, const Target *t)
{
  for (Code *c = k->codes; c; c = c->next)
    if (c->target == t)
      return c;
  return compile(k, t);
}

const char *tri_kernel_text(TriKernel *k, const char *arch, TriStage stage)
{
  const Target *t = find_target(k->module->compiler, arch);
  Code *code = t ? code_for(k, t) : NULL;
  return code ? code->text[stage] : NULL;
}
