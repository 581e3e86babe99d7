/* tri-to-gpu: each kernel becomes the gpu.func of one thread, in a gpu.module of its own.
 *
 *   func.func @vector_add(%x: !tri.ptr<f32>, …, %n: i32) attributes {tri.kernel}
 *   ->
 *   gpu.module @vector_add_gpu {
 *     gpu.func @vector_add(%x: !llvm.ptr<1>, …, %n: i32) kernel
 *         attributes {known_block_size = array<i32: 128, 1, 1>, tri.launch = {args = […], locations = […],
 * …}}
 *
 * tri.launch says what a launch needs to know: the arguments, the place in the source of each memory op by
 * its id, the dynamic shared memory in bytes, registers and CTAs. Blocks must have layouts; helper functions
 * must be gone. How ops are lowered: lower.h. */
#include "Analysis/access.h"
#include "Conversion/lower.h"
#include "Dialect/kernel.h"
#include "Transforms/passes.h"
#include "mlir-c/Dialect/GPU.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir-c/Dialect/Math.h"
#include "mlir-c/Dialect/NVVM.h"
#include "mlir-c/Dialect/SCF.h"
#include "tri-c/Ops.h"

/* ---- attributes ---- */

MlirAttribute dictionary_attr(MlirContext c, Attrs attrs)
{
  MlirNamedAttribute named[16];
  intptr_t n = 0;
  for (intptr_t i = 0; i < attrs.n; i++)
    if (!is_null(attrs.a[i].attr))
      named[n++] = (MlirNamedAttribute){mlirIdentifierGet(c, str(attrs.a[i].name)), attrs.a[i].attr};
  return mlirDictionaryAttrGet(c, n, named);
}

/* "r", "w", "rw", or "" of a pointer. */
static MlirAttribute describe_access(MlirOperation func, Accesses accesses, intptr_t i)
{
  bool read = accesses.read & reach_bit((size_t)i), written = accesses.written & reach_bit((size_t)i);
  return str_attr(context_of(func), read && written ? "rw" : read ? "r" : written ? "w" : "");
}

static MlirAttribute describe_arg(Arena *a, MlirOperation func, Accesses accesses, intptr_t i, MlirType t)
{
  MlirContext c = context_of(func);
  MlirAttribute name = arg_attr(func, i, "tri.name");
  bool pointer = tri_type_is_ptr(t);
  return dictionary_attr(
      c, ATTRS({"name", is_null(name) ? str_attr(c, arena_printf(a, "arg%ld", (long)i)) : name},
               {"type", str_attr(c, tri_type_name(tri_type_kind(t)))},
               {"pointee", pointer ? str_attr(c, tri_type_name(tri_type_kind(tri_ptr_pointee(t))))
                                   : (MlirAttribute){NULL}},
               {"access", pointer ? describe_access(func, accesses, i) : (MlirAttribute){NULL}},
               {"fill", arg_attr(func, i, "tri.arg")},
               {"divisibility", i64_attr(c, int_of(arg_attr(func, i, "tri.divisibility"), 1))},
               {"noalias", arg_attr(func, i, "tri.noalias")}));
}

/* The argument that the launcher makes, behind the others. */
static const char debug_name[] = "tri.debug";

static MlirAttribute describe_debug_arg(MlirContext c)
{
  return dictionary_attr(c, ATTRS({"name", str_attr(c, debug_name)}, {"type", str_attr(c, "ptr")},
                                  {"pointee", str_attr(c, "i64")}, {"access", str_attr(c, "rw")},
                                  {"divisibility", i64_attr(c, 16)}));
}

static MlirAttribute describe_args(Lowering *l, MlirOperation func, MlirType type)
{
  intptr_t n = mlirFunctionTypeGetNumInputs(type);
  MlirAttribute *all = arena_array(l->arena, MlirAttribute, n + 1);
  Accesses accesses = accesses_of(func);
  for (intptr_t i = 0; i < n; i++)
    all[i] = describe_arg(l->arena, func, accesses, i, mlirFunctionTypeGetInput(type, i));
  if (!is_null(l->debug_buffer))
    all[n++] = describe_debug_arg(l->context);
  return mlirArrayAttrGet(context_of(func), n, all);
}

static MlirAttribute describe_debug_ops(const Lowering *l)
{
  if (is_null(l->debug_buffer))
    return (MlirAttribute){NULL};
  return mlirArrayAttrGet(l->context, (intptr_t)l->debug_ops.n, l->debug_ops.at);
}

static MlirAttribute describe_hidden(const Lowering *l)
{
  MlirAttribute name = str_attr(l->context, debug_name);
  return is_null(l->debug_buffer) ? (MlirAttribute){NULL} : mlirArrayAttrGet(l->context, 1, &name);
}

static MlirAttribute describe_locations(const Lowering *l)
{
  MlirAttribute *all = arena_array(l->arena, MlirAttribute, l->locations.n);
  for (size_t i = 0; i < l->locations.n; i++)
    all[i] = str_attr(l->context, l->locations.at[i]);
  return mlirArrayAttrGet(l->context, (intptr_t)l->locations.n, all);
}

static MlirAttribute launch_attr(Lowering *l, MlirOperation func, MlirType type)
{
  MlirContext c = l->context;
  return dictionary_attr(c,
                         ATTRS({"args", describe_args(l, func, type)}, {"hidden", describe_hidden(l)},
                               {"debug", describe_debug_ops(l)}, {"grid", attr_of(func, "tri.grid")},
                               {"bytes", attr_of(func, "tri.bytes")}, {"flops", attr_of(func, "tri.flops")},
                               {"locations", describe_locations(l)},
                               {"shared", i64_attr(c, int_of(attr_of(func, "tri.shared"), 0))},
                               {"max_registers", i32_attr(c, int_of(attr_of(func, "tri.max_registers"), 0))},
                               {"num_ctas", i32_attr(c, int_of(attr_of(func, "tri.num_ctas"), 1))}));
}

/* ---- the function ---- */

static bool is_f8(MlirType t) { return tri_type_kind(t) == TRI_F8E4M3FN || tri_type_kind(t) == TRI_F8E5M2; }

/* i1 is passed as i8: LLVM 22 loads an i1 parameter without its upper bits and takes true for 1 where it is
 * -1. So are numbers of f8, which LLVM does not have. */
static MlirType argument_type(Lowering *l, MlirType t)
{
  return tri_type_kind(t) == TRI_I1 || is_f8(t) ? int_type(l, 8) : part_type(t);
}

static MlirValue argument_part(Builder b, MlirType t, MlirValue v)
{
  return tri_type_kind(t) == TRI_I1 ? build(b, "arith.trunci", t, VALS(v))
         : is_f8(t)                 ? build(b, "arith.bitcast", t, VALS(v))
                                    : v;
}

static MlirType lowered_type(Lowering *l, MlirType type)
{
  intptr_t n = mlirFunctionTypeGetNumInputs(type);
  MlirType *inputs = arena_array(l->arena, MlirType, n + 1);
  for (intptr_t i = 0; i < n; i++)
    inputs[i] = argument_type(l, mlirFunctionTypeGetInput(type, i));
  if (!is_null(l->debug_buffer))
    inputs[n++] = type_of(l->debug_buffer);
  return mlirFunctionTypeGet(l->context, n, inputs, 0, NULL);
}

static MlirOperation make_module(MlirOperation func, MlirStringRef name)
{
  MlirContext c = context_of(func);
  Arena a = {0};
  MlirOperationState s = mlirOperationStateGet(str("gpu.module"), loc_of(func));
  MlirNamedAttribute sym = {mlirIdentifierGet(c, str("sym_name")),
                            str_attr(c, arena_printf(&a, "%.*s_gpu", (int)name.length, name.data))};
  mlirOperationStateAddAttributes(&s, 1, &sym);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, mlirBlockCreate(0, NULL, NULL));
  mlirOperationStateAddOwnedRegions(&s, 1, &region);
  MlirOperation module = mlirOperationCreate(&s);
  arena_free(&a);
  return module;
}

static MlirOperation make_func(Lowering *l, MlirOperation func, MlirType type, MlirBlock body)
{
  MlirContext c = l->context;
  int32_t block[3] = {32 << l->warps, 1, 1};
  MlirOperationState s = mlirOperationStateGet(str("gpu.func"), loc_of(func));
  const Attr attrs[] = {{"function_type", mlirTypeAttrGet(lowered_type(l, type))},
                        {"sym_name", attr_of(func, "sym_name")},
                        {"gpu.kernel", unit_attr(c)},
                        {"workgroup_attributions", i64_attr(c, 0)},
                        {"known_block_size", mlirDenseI32ArrayGet(c, 3, block)}};
  for (size_t i = 0; i < sizeof attrs / sizeof *attrs; i++) {
    MlirNamedAttribute named = {mlirIdentifierGet(c, str(attrs[i].name)), attrs[i].attr};
    mlirOperationStateAddAttributes(&s, 1, &named);
  }
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  mlirOperationStateAddOwnedRegions(&s, 1, &region);
  MlirOperation made = mlirOperationCreate(&s);
  mlirBlockAppendOwnedOperation(body_of(l->module), made);
  return made;
}

static void find_debug(MlirOperation op, void *found)
{
  TriOpKind kind = tri_op_kind(op);
  *(bool *)found |= kind == TRI_OP_PRINT || kind == TRI_OP_ASSERT;
}

static bool has_debug(MlirOperation func)
{
  bool found = false;
  walk(func, find_debug, &found);
  return found;
}

static MlirBlock make_entry(Lowering *l, MlirOperation func)
{
  MlirBlock old = body_of(func), made = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(old); i++)
    mlirBlockAddArgument(made, argument_type(l, type_of(block_arg(old, i))), loc_of(func));
  if (has_debug(func))
    l->debug_buffer =
        mlirBlockAddArgument(made, mlirLLVMPointerTypeGet(l->context, GLOBAL_SPACE), loc_of(func));
  return made;
}

/* The arguments as parts, at the insertion point. */
static void bind_arguments(Lowering *l, MlirOperation func, MlirBlock entry)
{
  Builder b = at(l, func);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body_of(func)); i++) {
    MlirValue old = block_arg(body_of(func), i), v = block_arg(entry, i);
    Parts p = new_parts(l, 1);
    p.at[0] = argument_part(b, type_of(old), v);
    set_parts(l, old, p);
  }
}

static void make_thread(Lowering *l, MlirOperation func)
{
  Builder b = at(l, func);
  MlirType i32 = int_type(l, 32);
  MlirValue tid = build_with(b, "gpu.thread_id", mlirIndexTypeGet(l->context), NO_VALS,
                             ATTRS({"dimension", mlirAttributeParseGet(l->context, str("#gpu<dim x>"))}));
  l->thread = build(b, "arith.index_cast", i32, VALS(tid));
  l->is_first = build_with(b, "arith.cmpi", int_type(l, 1), VALS(l->thread, int_const(l, b, i32, 0)),
                           ATTRS({"predicate", i64_attr(l->context, 0 /* eq */)}));
}

/* Erases what the block computes for nobody: addresses that became immediates, above all. */
static void sweep(Arena *a, MlirBlock block)
{
  Vec(MlirOperation) ops = {0};
  foreach_op(op, block) vec_push(a, &ops) = op;
  for (size_t i = ops.n; i-- > 0;) {
    MlirOperation op = ops.at[i];
    if (bridge_is_dead(op)) {
      mlirOperationDestroy(op);
      continue;
    }
    for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
      foreach_block(b, region_at(op, r)) sweep(a, b);
  }
}

static int warps_of(MlirOperation func)
{
  return 63 - __builtin_clzll((unsigned long long)int_of(attr_of(func, "tri.num_warps"), 4));
}

static bool lower_kernel(Lowering *l, MlirOperation func)
{
  if (!is_structured(func))
    return false;
  MlirType type = mlirTypeAttrGetValue(attr_of(func, "function_type"));
  l->module = make_module(func, text_of(attr_of(func, "sym_name")));
  MlirBlock entry = make_entry(l, func);
  MlirOperation made = make_func(l, func, type, entry);
  mlirRewriterBaseSetInsertionPointBefore(l->rw, func);
  mlirRewriterBaseInsert(l->rw, l->module);
  mlirRewriterBaseSetInsertionPointToEnd(l->rw, entry);
  make_thread(l, func);
  bind_arguments(l, func, entry);
  if (!lower_body(l, body_of(func)))
    return false;
  build_op(at(l, func), "gpu.return", NULL, 0, NO_VALS, (Attrs){0, NULL});
  set_attr(made, "tri.launch", launch_attr(l, func, type));
  sweep(l->arena, entry);
  return true;
}

static bool convert(MlirRewriterBase rw, MlirOperation func, const Target *target)
{
  Arena a = {0};
  Lowering l = {
      .arena = &a,
      .rw = rw,
      .context = context_of(func),
      .target = target,
      .parts = {.arena = &a},
      .axis = axis_analyse(&a, func),
      .undefined = undefined_analyse(&a, func),
      .warps = warps_of(func),
      .flags_none = mlirAttributeParseGet(context_of(func), str("#arith.fastmath<none>")),
      .flags_contract = mlirAttributeParseGet(context_of(func), str("#arith.fastmath<contract>")),
  };
  vec_push(&a, &l.locations) = "";
  bool ok = lower_kernel(&l, func);
  arena_free(&a);
  if (ok)
    mlirRewriterBaseEraseOp(rw, func);
  return ok;
}

static bool run(MlirOperation module, const PassValue *options)
{
  const Target *target = target_named(options[0].s);
  if (!require(module, target, "is to be compiled for '%s', which is no target; targets are %s", options[0].s,
               target_names()))
    return false;
  MlirRewriterBase rw = mlirIRRewriterCreateFromOp(module);
  bool ok = true;
  foreach_op(op, body_of(module)) ok = ok && (!is_kernel(op) || convert(rw, op, target));
  mlirIRRewriterDestroy(rw);
  return ok;
}

const PassDesc tri_to_gpu_pass = {
    .name = "tri-to-gpu",
    .help = "Lower kernels on blocks with layouts to the code of one thread",
    .on = "builtin.module",
    .run = run,
    .options = {{"arch", "target to compile for", PASS_STRING, "sm_90a"}},
    .dialects = {mlirGetDialectHandle__gpu__, mlirGetDialectHandle__llvm__, mlirGetDialectHandle__nvvm__,
                 mlirGetDialectHandle__math__, mlirGetDialectHandle__scf__},
};
