/* Compiling: a kernel through the phases of tri.h.
 *
 *   block    keep this kernel, inline, simplify, fuse what may be fused
 *   layout   layouts, barriers
 *   gpu      one thread
 *   llvm     llvm and nvvm dialects, then LLVM IR, then PTX with its metadata
 *
 * The module's own IR stays as it was parsed: a copy is lowered. A compile goes as far as a stage and keeps
 * the text of that one; printing costs as much as a phase does, so that nobody pays for texts that nobody
 * reads. Who asks for an earlier stage later compiles again, to there. */
#include "Bridge/bridge.h"
#include "Cuda/function.h"
#include "Dialect/kernel.h"
#include "Runtime/runtime.h"
#include "Support/clock.h"
#include "Support/ir.h"
#include "mlir-c/Dialect/Func.h"
#include "mlir-c/Pass.h"
#include "tri-c/Passes.h"

#include <pthread.h>
#include <stdio.h>
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

static PtxCompiler *ptx_compiler(TriCompiler *c, const Target *t)
{
  Emitter *e = c->emitters;
  while (e && e->target != t)
    e = e->next;
  if (!e) {
    e = calloc(1, sizeof *e);
    *e = (Emitter){c->emitters, t, ptx_compiler_new(c->context, t)};
    c->emitters = e;
  }
  return e->ptx;
}

const Target *target_at_ptx(TriCompiler *c, const Target *t, int ptx)
{
  if (ptx >= target_ptx(t))
    return t;
  for (OlderTarget *o = c->older; o; o = o->next)
    if (o->target.name == t->name && target_ptx(&o->target) == ptx)
      return &o->target;
  OlderTarget *o = calloc(1, sizeof *o);
  *o = (OlderTarget){.next = c->older, .target = *t};
  snprintf(o->ptx, sizeof o->ptx, "+ptx%d", ptx);
  o->target.ptx = o->ptx;
  c->older = o;
  return &o->target;
}

/* One compile on its way. */
typedef struct {
  TriKernel *kernel;
  Code *code;
  TriStage stage; /* wanted */
  PtxCompiler *ptx;
  MlirOperation module; /* a copy */
} Compile;

static MlirOperation kernel_in(MlirOperation module, const char *name)
{
  foreach_op(op, body_of(module))
  {
    MlirStringRef symbol = text_of(attr_of(op, "sym_name"));
    if (is_kernel(op) && symbol.length == strlen(name) && !memcmp(symbol.data, name, symbol.length))
      return op;
  }
  return (MlirOperation){NULL};
}

/* Adds what is promised beyond what the kernel says of its arguments. */
static void promise(Compile *c)
{
  MlirOperation func = kernel_in(c->module, c->kernel->name);
  for (size_t i = 0; i < c->kernel->n_parameters && c->code->promised >> i; i++) {
    if (c->code->promised >> i & 1 && c->kernel->parameters[i].divisibility < CUDA_PROMISED)
      mlirFuncSetArgAttr(func, (intptr_t)i, str("tri.divisibility"),
                         i32_attr(c->kernel->module->compiler->context, CUDA_PROMISED));
  }
}

static bool lower_block(Compile *c)
{
  promise(c);
  const char *passes = arena_printf(&c->kernel->module->arena,
                                    "builtin.module(tri-keep-kernel{name=%s},inline,symbol-dce,"
                                    "any(canonicalize,cse,loop-invariant-code-motion),any(tri-fuse-fma))",
                                    c->kernel->name);
  return run_passes(c->module, passes);
}

static bool lower_layout(Compile *c)
{
  const char *passes = arena_printf(
      &c->kernel->module->arena,
      "builtin.module(func.func(tri-assign-layouts,tri-allocate-shared{arch=%s},tri-insert-barriers))",
      c->code->target->name);
  return run_passes(c->module, passes);
}

static bool lower_gpu(Compile *c)
{
  return run_passes(c->module, arena_printf(&c->kernel->module->arena, "builtin.module(tri-to-gpu{arch=%s})",
                                            c->code->target->name));
}
static bool lower_llvm(Compile *c) { return ptx_lower(c->ptx, c->module); }

static bool emit(Compile *c)
{
  Ptx out;
  bool ir = c->stage == TRI_STAGE_LLVMIR;
  if (!ptx_emit(c->ptx, c->module, ir ? PTX_OPTIMISED_LLVM_IR | PTX_NO_TEXT : PTX_TEXT,
                &c->kernel->module->arena, &out))
    return false;
  if (ir) {
    c->code->text[TRI_STAGE_LLVMIR] = out.optimised_llvm_ir;
    return true;
  }
  c->code->text[TRI_STAGE_PTX] = out.text;
  c->code->text[TRI_STAGE_META] = out.metadata;
  c->code->seconds[TRI_PHASE_PARSE] = c->kernel->module->seconds;
  c->code->seconds[TRI_PHASE_OPTIMISE] = out.optimise_seconds;
  c->code->seconds[TRI_PHASE_EMIT] = out.emit_seconds;
  return true;
}

/* The phases on MLIR, and the stage, if any, at which each ends. */
static const struct {
  TriPhase phase;
  TriStage stage;
  bool (*run)(Compile *c);
} phases[] = {
    {TRI_PHASE_BLOCK, TRI_STAGE_COUNT, lower_block},
    {TRI_PHASE_LAYOUT, TRI_STAGE_LAYOUT, lower_layout},
    {TRI_PHASE_GPU, TRI_STAGE_GPU, lower_gpu},
    {TRI_PHASE_LLVM, TRI_STAGE_LLVM, lower_llvm},
};

static bool lower(Compile *c)
{
  Code *code = c->code;
  bool timed = c->stage == TRI_STAGE_PTX;
  for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
    double start = thread_seconds();
    if (!phases[i].run(c))
      return false;
    if (timed)
      code->seconds[phases[i].phase] = thread_seconds() - start;
    if (phases[i].stage == c->stage) {
      code->text[c->stage] = operation_text(&c->kernel->module->arena, c->module);
      return true;
    }
  }
  return emit(c);
}

static Code *new_code(TriKernel *k, const Target *t, uint64_t promised)
{
  Code *code = arena_new(&k->module->arena, Code);
  *code = (Code){.next = k->codes, .target = t, .promised = promised};
  return k->codes = code;
}

/* Fills in the stage's text; false after an error. */
static bool compile(TriKernel *k, Code *code, TriStage stage)
{
  TriModule *m = k->module;
  pthread_once(&passes_once, register_passes);
  Diagnostics *d = diagnostics_begin(m->compiler, m->text);
  Compile c = {k, code, stage, ptx_compiler(m->compiler, code->target),
               mlirOperationClone(mlirModuleGetOperation(m->ir))};
  bool ok = lower(&c);
  mlirOperationDestroy(c.module);
  diagnostics_end(d, !ok, TRI_COMPILE, "the kernel does not compile");
  return ok;
}

Code *code_for(TriKernel *k, const Target *t, uint64_t promised, TriStage stage)
{
  if (k->module->arch)
    return k->codes;
  Code *c = k->codes;
  while (c && (c->target != t || c->promised != promised))
    c = c->next;
  c = c ? c : new_code(k, t, promised);
  stage = stage == TRI_STAGE_META ? TRI_STAGE_PTX : stage;
  return c->text[stage] || compile(k, c, stage) ? c : NULL;
}

const char *tri_kernel_text(TriKernel *k, const char *arch, TriStage stage)
{
  if (k->module->arch)
    return ptx_text(k, stage);
  const Target *t = find_target(k->module->compiler, arch);
  Code *code = t ? code_for(k, t, 0, stage) : NULL;
  return code ? code->text[stage] : NULL;
}

/* ---- time ---- */

const char *tri_phase_name(TriPhase p)
{
  static const char *const phase_names[] = {
#define X(name, text, what) text,
    TRI_PHASES(X)
#undef X
  };
  return phase_names[p];
}

const double *tri_kernel_seconds(TriKernel *k, const char *arch)
{
  const Target *t = find_target(k->module->compiler, arch);
  Code *code = t ? code_for(k, t, 0, TRI_STAGE_PTX) : NULL;
  return code ? code->seconds : NULL;
}
