/* The pipeline from scalar gpu functions to the LLVM dialect, parsed once per compiler. What comes out is
 * verified, not what comes out of each pass: that took half of the time. */
#include "Bridge/bridge.h"
#include "Support/ir.h"
#include "Target/compiler.h"
#include "mlir-c/Pass.h"
#include "tri-c/Passes.h"

#include <pthread.h>

const char *ptx_pipeline(Arena *a, const Target *target)
{
  return arena_printf(
      a,
      "builtin.module(gpu.module(tri-expand-scalars{arch=%s},tri-gpu-to-llvm,convert-scf-to-cf,"
      "convert-to-llvm,reconcile-unrealized-casts),"
      "ensure-debug-info-scope-on-llvm-func{emission-kind=DebugDirectivesOnly})",
      target->name);
}

static void register_passes(void)
{
  bridge_register_upstream_passes();
  tri_register_passes();
}

typedef struct {
  Arena arena;
  const char *text;
} Message;

static void append(MlirStringRef s, void *data)
{
  Message *m = data;
  m->text = arena_printf(&m->arena, "%s%.*s", m->text, (int)s.length, s.data);
}

bool lower_prepare(PtxCompiler *p)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, register_passes);
  p->passes = mlirPassManagerCreateOnOperation(p->context, str("builtin.module"));
  mlirPassManagerEnableVerifier(p->passes, false);
  Message m = {.text = ""};
  MlirOpPassManager top = mlirPassManagerGetAsOpPassManager(p->passes);
  const char *pipeline = ptx_pipeline(&m.arena, p->target);
  bool ok = mlirLogicalResultIsSuccess(mlirParsePassPipeline(top, str(pipeline), append, &m));
  require_at(mlirLocationUnknownGet(p->context), ok, "the lowering pipeline does not parse: %s", m.text);
  arena_free(&m.arena);
  return ok;
}

bool ptx_lower(PtxCompiler *p, MlirOperation module)
{
  return p->ready && mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(p->passes, module)) &&
         require(module, mlirOperationVerify(module), "is not valid after its lowering to llvm");
}
