#include "simplify.h"

#include "Bridge/bridge.h"
#include "Support/ir.h"
#include "mlir-c/Pass.h"

#include <stdio.h>

static void say(MlirStringRef s, void *data)
{
  (void)data;
  fprintf(stderr, "%.*s", (int)s.length, s.data);
}

bool simplify(MlirOperation module)
{
  static bool is_registered;
  if (!is_registered)
    bridge_register_upstream_passes();
  is_registered = true;
  MlirPassManager pm = mlirPassManagerCreateOnOperation(context_of(module), name_of(module));
  MlirStringRef passes =
      str("builtin.module(inline,symbol-dce,any(canonicalize,cse,loop-invariant-code-motion,"
          "canonicalize))");
  bool ok = mlirLogicalResultIsSuccess(
                mlirParsePassPipeline(mlirPassManagerGetAsOpPassManager(pm), passes, say, NULL)) &&
            mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(pm, module));
  mlirPassManagerDestroy(pm);
  return ok;
}
