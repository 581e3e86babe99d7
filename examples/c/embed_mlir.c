/* tri inside another MLIR compiler: a kernel is built op by op, verified, run through a pipeline, and
 * printed.
 *
 *   y[i] = a * x[i] + y[i], 1024 elements per program
 *
 * The compiler here has dialects and passes of its own in the same context; tri adds a dialect
 * (tri-c/Dialect.h), ops with builders (tri-c/Ops.h) and passes that pipelines name (tri-c/Passes.h).
 * Everything else is the MLIR C API.
 *
 * Built against an installed tri: find_package(tri), target_link_libraries(… tri::TriMLIR). */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "mlir-c/Rewrite.h"
#include "mlir-c/Transforms.h"
#include "tri-c/Dialect.h"
#include "tri-c/Ops.h"
#include "tri-c/Passes.h"

#include <stdio.h>

/* ---- what is short to say in the C API, said once ---- */

static MlirStringRef str(const char *s) { return mlirStringRefCreateFromCString(s); }

typedef struct {
  MlirContext context;
  MlirLocation loc;
  MlirRewriterBase rw; /* inserts at the end of the kernel's body */
} Builder;

static MlirType type(Builder b, const char *text) { return mlirTypeParseGet(b.context, str(text)); }

static MlirNamedAttribute named(Builder b, const char *name, MlirAttribute value)
{
  return mlirNamedAttributeGet(mlirIdentifierGet(b.context, str(name)), value);
}

static MlirAttribute text(Builder b, const char *value) { return mlirStringAttrGet(b.context, str(value)); }

static MlirNamedAttribute parsed(Builder b, const char *name, const char *value)
{
  return named(b, name, mlirAttributeParseGet(b.context, str(value)));
}

/* An op of two operands from another dialect. */
static MlirValue binary(Builder b, const char *name, MlirType result, MlirValue x, MlirValue y,
                        MlirNamedAttribute attribute)
{
  MlirOperationState state = mlirOperationStateGet(str(name), b.loc);
  mlirOperationStateAddResults(&state, 1, &result);
  mlirOperationStateAddOperands(&state, 2, (MlirValue[]){x, y});
  mlirOperationStateAddAttributes(&state, 1, &attribute);
  return mlirOperationGetResult(mlirRewriterBaseInsert(b.rw, mlirOperationCreate(&state)), 0);
}

static MlirValue constant(Builder b, const char *value)
{
  MlirAttribute attribute = mlirAttributeParseGet(b.context, str(value));
  MlirType result = mlirAttributeGetType(attribute);
  MlirNamedAttribute field = named(b, "value", attribute);
  MlirOperationState state = mlirOperationStateGet(str("arith.constant"), b.loc);
  mlirOperationStateAddResults(&state, 1, &result);
  mlirOperationStateAddAttributes(&state, 1, &field);
  return mlirOperationGetResult(mlirRewriterBaseInsert(b.rw, mlirOperationCreate(&state)), 0);
}

static void finish_function(Builder b)
{
  MlirOperationState state = mlirOperationStateGet(str("func.return"), b.loc);
  mlirRewriterBaseInsert(b.rw, mlirOperationCreate(&state));
}

/* ---- the kernel ---- */

/* Its arguments: a, x, y, n. */
enum { A, X, Y, N, ARGUMENTS };
static const char *const argument_names[ARGUMENTS] = {"a", "x", "y", "n"};

/* An empty kernel in the module; gives its body. */
static MlirBlock add_kernel(Builder b, MlirModule module)
{
  MlirType f32 = mlirF32TypeGet(b.context), ptr = tri_ptr_type(f32, 1);
  MlirType types[ARGUMENTS] = {f32, ptr, ptr, mlirIntegerTypeGet(b.context, 32)};
  MlirLocation locs[ARGUMENTS] = {b.loc, b.loc, b.loc, b.loc};
  MlirAttribute names[ARGUMENTS];
  for (int i = 0; i < ARGUMENTS; i++) {
    MlirNamedAttribute name = named(b, "tri.name", text(b, argument_names[i]));
    names[i] = mlirDictionaryAttrGet(b.context, 1, &name);
  }
  MlirType signature = mlirFunctionTypeGet(b.context, ARGUMENTS, types, 0, NULL);
  MlirNamedAttribute attributes[] = {
      named(b, "sym_name", text(b, "saxpy")),
      named(b, "function_type", mlirTypeAttrGet(signature)),
      named(b, "arg_attrs", mlirArrayAttrGet(b.context, ARGUMENTS, names)),
      named(b, "tri.kernel", mlirUnitAttrGet(b.context)),
      named(b, "tri.grid", text(b, "cdiv(n, 1024)")),
  };
  MlirRegion region = mlirRegionCreate();
  MlirBlock body = mlirBlockCreate(ARGUMENTS, types, locs);
  mlirRegionAppendOwnedBlock(region, body);
  MlirOperationState state = mlirOperationStateGet(str("func.func"), b.loc);
  mlirOperationStateAddAttributes(&state, sizeof attributes / sizeof *attributes, attributes);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(module), mlirOperationCreate(&state));
  return body;
}

/* The block of pointers base + i. */
static MlirValue elements(Builder b, MlirValue base, MlirValue i)
{
  return tri_addptr_build(b.rw, b.loc, type(b, "tensor<1024x!tri.ptr<f32>>"), base, i);
}

static void build_saxpy(Builder b, MlirModule module)
{
  const MlirValue absent = {NULL};
  const MlirAttribute unset = {NULL};
  MlirType i32 = type(b, "i32"), index = type(b, "tensor<1024xi32>"), mask = type(b, "tensor<1024xi1>"),
           block = type(b, "tensor<1024xf32>");
  MlirNamedAttribute wraps = parsed(b, "overflowFlags", "#arith.overflow<none>"),
                     less = parsed(b, "predicate", "2 : i64"), /* arith.cmpi slt */
      contract = parsed(b, "fastmath", "#arith.fastmath<contract>");

  MlirBlock body = add_kernel(b, module);
  mlirRewriterBaseSetInsertionPointToEnd(b.rw, body);
  MlirValue x = mlirBlockGetArgument(body, X), y = mlirBlockGetArgument(body, Y);

  MlirValue pid = tri_program_id_build(b.rw, b.loc, i32, TRI_AXIS_X);
  MlirValue start = binary(b, "arith.muli", i32, pid, constant(b, "1024 : i32"), wraps);
  MlirValue i = binary(b, "arith.addi", index, tri_splat_build(b.rw, b.loc, index, start),
                       tri_range_build(b.rw, b.loc, index, 0), wraps);
  MlirValue end = tri_splat_build(b.rw, b.loc, index, mlirBlockGetArgument(body, N));
  MlirValue in = binary(b, "arith.cmpi", mask, i, end, less);
  MlirValue xs = tri_load_build(b.rw, b.loc, block, elements(b, x, i), in, absent, unset, unset, false);
  MlirValue ys = tri_load_build(b.rw, b.loc, block, elements(b, y, i), in, absent, unset, unset, false);
  MlirValue a = tri_splat_build(b.rw, b.loc, block, mlirBlockGetArgument(body, A));
  MlirValue sum =
      binary(b, "arith.addf", block, binary(b, "arith.mulf", block, a, xs, contract), ys, contract);
  tri_store_build(b.rw, b.loc, sum, elements(b, y, i), in, unset, unset, false);
  finish_function(b);
}

/* ---- the compiler around it ---- */

static MlirContext context_new(void)
{
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tri_register_dialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(context);
  return context;
}

static void to_stream(MlirStringRef s, void *stream) { fwrite(s.data, 1, s.length, stream); }

static bool run_pipeline(MlirContext context, MlirModule module, const char *pipeline)
{
  MlirPassManager pm = mlirPassManagerCreate(context);
  MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(pm);
  bool ok = mlirLogicalResultIsSuccess(mlirParsePassPipeline(passes, str(pipeline), to_stream, stderr)) &&
            mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(pm, mlirModuleGetOperation(module)));
  mlirPassManagerDestroy(pm);
  return ok;
}

int main(void)
{
  tri_register_passes();
  mlirRegisterTransformsPasses();
  MlirContext context = context_new();
  MlirLocation loc = mlirLocationUnknownGet(context);
  MlirModule module = mlirModuleCreateEmpty(loc);
  Builder b = {context, loc, mlirIRRewriterCreate(context)};
  build_saxpy(b, module);
  mlirIRRewriterDestroy(b.rw);
  bool ok =
      mlirOperationVerify(mlirModuleGetOperation(module)) &&
      run_pipeline(context, module, "builtin.module(canonicalize,cse,func.func(tri-fuse-fma),canonicalize)");
  if (ok)
    mlirOperationPrint(mlirModuleGetOperation(module), to_stream, stdout);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return ok ? 0 : 1;
}
