/* tri-gpu-to-llvm: kernels of the gpu dialect become kernels of LLVM's and NVVM's.
 *
 *   gpu.func @k(%x: !llvm.ptr<1>) kernel            llvm.func @k(%x: !llvm.ptr<1> {llvm.align = 16})
 *       attributes {known_block_size = …}       ->      attributes {nvvm.kernel, nvvm.reqntid = …}
 *   gpu.thread_id x                                 nvvm.read.ptx.sreg.tid.x
 *   gpu.barrier                                     nvvm.barrier0
 *   gpu.return                                      llvm.return
 *
 * Bodies keep their arith, math, scf, cf and ub ops; upstream's conversions follow. Upstream's own
 * convert-gpu-to-nvvm is not used: it drops attributes of arguments and makes calls to libdevice. */
#include "Conversion/gpu_to_llvm.h"
#include "Transforms/passes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir-c/Dialect/NVVM.h"

typedef struct {
  MlirRewriterBase rw;
  int32_t block[3]; /* zeros where it is not known */
} Lowering;

static void lower_op(MlirOperation op, void *data)
{
  Lowering *l = data;
  Builder b = before(l->rw, op);
  if (lower_gpu_id(b, op, l->block) || fold_index_cast(b, op) || lower_i1_memory(b, op))
    return;
  if (is_op(op, "gpu.barrier"))
    build_op(b, "nvvm.barrier0", NULL, 0, NO_VALS, ATTRS({NULL, {NULL}}));
  else if (is_op(op, "gpu.return"))
    build_op(b, "llvm.return", NULL, 0, NO_VALS, ATTRS({NULL, {NULL}}));
  else
    return;
  erase(b, op);
}

static void read_block_size(MlirOperation gpu_func, int32_t block[3])
{
  MlirAttribute size = attr_of(gpu_func, "known_block_size");
  for (int i = 0; i < 3 && !is_null(size); i++)
    block[i] = mlirDenseI32ArrayGetElement(size, i);
}

static bool lower_func(MlirRewriterBase rw, MlirOperation gpu_func)
{
  Lowering l = {.rw = rw};
  read_block_size(gpu_func, l.block);
  MlirOperation f = llvm_func_for(before(rw, gpu_func), gpu_func);
  if (is_null(f))
    return false;
  mlirRegionTakeBody(region_at(f, 0), region_at(gpu_func, 0));
  erase(before(rw, gpu_func), gpu_func);
  place_calls(f);
  walk(f, lower_op, &l);
  return true;
}

typedef struct {
  MlirRewriterBase rw;
  bool ok;
} Run;

static void visit(MlirOperation op, void *data)
{
  Run *r = data;
  if (is_op(op, "gpu.func"))
    r->ok &= lower_func(r->rw, op);
}

static bool run(MlirOperation top, const PassValue *options)
{
  (void)options;
  Run r = {.rw = mlirIRRewriterCreateFromOp(top), .ok = true};
  walk(top, visit, &r);
  mlirIRRewriterDestroy(r.rw);
  return r.ok;
}

const PassDesc gpu_to_llvm_pass = {
    .name = "tri-gpu-to-llvm",
    .help = "Turn gpu kernels into llvm.func with nvvm attributes, and ids and barriers into nvvm ops",
    .run = run,
    .dialects = {mlirGetDialectHandle__llvm__, mlirGetDialectHandle__nvvm__, mlirGetDialectHandle__arith__},
};
