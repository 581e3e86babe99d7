/* Places of inlined ops, as debug info of LLVM can have them.
 *
 *   loc(callsite(unknown at callsite("k.mlir":3:5 at "k.mlir":9:8)))   ->   the inner call site
 *
 * A pass upstream asks the callee of every call site for its file and does not expect that there is none. A
 * constant has no place where the folder made one of several, and is inlined without one. */
#include "Conversion/gpu_to_llvm.h"

/* The location made of lines of files and call sites of these alone; null where no file is in it. */
static MlirLocation placed(MlirLocation loc)
{
  MlirContext c = mlirLocationGetContext(loc);
  if (mlirLocationIsAFileLineColRange(loc))
    return mlirLocationFileLineColGet(c, mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(loc)),
                                      (unsigned)mlirLocationFileLineColRangeGetStartLine(loc),
                                      (unsigned)mlirLocationFileLineColRangeGetStartColumn(loc));
  if (mlirLocationIsAName(loc))
    return placed(mlirLocationNameGetChildLoc(loc));
  if (mlirLocationIsAFused(loc) && mlirLocationFusedGetNumLocations(loc) > 0) {
    Arena a = {0};
    MlirLocation *all = arena_array(&a, MlirLocation, mlirLocationFusedGetNumLocations(loc));
    mlirLocationFusedGetLocations(loc, all);
    MlirLocation first = all[0];
    arena_free(&a);
    return placed(first);
  }
  if (!mlirLocationIsACallSite(loc))
    return (MlirLocation){NULL};
  MlirLocation callee = placed(mlirLocationCallSiteGetCallee(loc)),
               caller = placed(mlirLocationCallSiteGetCaller(loc));
  return is_null(callee) ? caller : is_null(caller) ? callee : mlirLocationCallSiteGet(callee, caller);
}

static void place_op(MlirOperation op, void *data)
{
  (void)data;
  if (!mlirLocationIsACallSite(loc_of(op)))
    return;
  MlirLocation loc = placed(loc_of(op));
  mlirOperationSetLocation(op, is_null(loc) ? mlirLocationUnknownGet(context_of(op)) : loc);
}

void place_calls(MlirOperation func) { walk(func, place_op, NULL); }
