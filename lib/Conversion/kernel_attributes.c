/* What the launch metadata says, as attributes of the llvm.func.
 *
 *   tri.launch = {max_registers = 128 : i32, num_ctas = 2 : i32, min_ctas = 1 : i32, …}   nvvm.maxnreg,
 * cluster_dim, minctasm known_block_size = array<i32: 128, 1, 1> nvvm.reqntid args = [{type = "ptr",
 * divisibility = 16, …}]                                         llvm.align = 16 args = [{type =
 * "tensor_map", …}]                      llvm.byval, llvm.align = 64, nvvm.grid_constant: without the last
 * LLVM copies the map to local memory without a word tri.noalias on an argument llvm.noalias */
#include "Conversion/gpu_to_llvm.h"

#include "mlir-c/Dialect/LLVM.h"

#include <string.h>

MlirAttribute attr_parse(MlirContext c, const char *text) { return mlirAttributeParseGet(c, str(text)); }

static MlirAttribute entry(MlirAttribute dictionary, const char *name)
{
  if (is_null(dictionary) || !mlirAttributeIsADictionary(dictionary))
    return (MlirAttribute){NULL};
  return mlirDictionaryAttrGetElementByName(dictionary, str(name));
}

/* The launch's entry for argument i; null where it has none. */
static MlirAttribute argument_entry(MlirAttribute launch, intptr_t i)
{
  MlirAttribute args = entry(launch, "args");
  if (is_null(args) || !mlirAttributeIsAArray(args) || i >= mlirArrayAttrGetNumElements(args))
    return (MlirAttribute){NULL};
  return mlirArrayAttrGetElement(args, i);
}

typedef struct {
  MlirContext c;
  MlirNamedAttribute at[8];
  intptr_t n;
} Names;

static void add(Names *n, const char *name, MlirAttribute value)
{
  n->at[n->n++] = mlirNamedAttributeGet(mlirIdentifierGet(n->c, str(name)), value);
}

static int64_t largest_power_of_two(int64_t divisor) { return divisor & -divisor; }

static bool is_pointer(MlirType t) { return mlirTypeIsALLVMPointerType(t); }

static MlirAttribute argument_attributes(MlirOperation func, MlirAttribute launch, intptr_t i)
{
  Names n = {.c = context_of(func)};
  MlirAttribute e = argument_entry(launch, i);
  bool pointer = is_pointer(type_of(block_arg(body_of(func), i)));
  int64_t align = largest_power_of_two(int_of(entry(e, "divisibility"), 1));
  if (str_is(text_of(entry(e, "type")), "tensor_map")) {
    add(&n, "llvm.byval", attr_parse(n.c, "!llvm.array<128 x i8>"));
    add(&n, "llvm.align", i64_attr(n.c, 64));
    add(&n, "nvvm.grid_constant", unit_attr(n.c));
  } else if (pointer && align > 1)
    add(&n, "llvm.align", i64_attr(n.c, align));
  if (pointer && !is_null(arg_attr(func, i, "tri.noalias")))
    add(&n, "llvm.noalias", unit_attr(n.c));
  return mlirDictionaryAttrGet(n.c, n.n, n.at);
}

static MlirAttribute every_argument(Arena *a, MlirOperation func, MlirAttribute launch)
{
  intptr_t n = mlirBlockGetNumArguments(body_of(func));
  MlirAttribute *all = arena_array(a, MlirAttribute, n + 1);
  for (intptr_t i = 0; i < n; i++)
    all[i] = argument_attributes(func, launch, i);
  return mlirArrayAttrGet(context_of(func), n, all);
}

static MlirType llvm_function_type(Arena *a, MlirOperation func)
{
  MlirBlock body = body_of(func);
  intptr_t n = mlirBlockGetNumArguments(body);
  MlirType *inputs = arena_array(a, MlirType, n + 1);
  for (intptr_t i = 0; i < n; i++)
    inputs[i] = type_of(block_arg(body, i));
  return mlirLLVMFunctionTypeGet(mlirLLVMVoidTypeGet(context_of(func)), n, inputs, false);
}

static void set_positive(MlirOperation f, const char *name, int64_t value)
{
  if (value > 0)
    set_attr(f, name, i32_attr(context_of(f), value));
}

static void set_launch_attributes(MlirOperation f, MlirOperation gpu_func, MlirAttribute launch)
{
  MlirAttribute block = attr_of(gpu_func, "known_block_size");
  set_attr(f, "nvvm.kernel", unit_attr(context_of(f)));
  if (!is_null(block))
    set_attr(f, "nvvm.reqntid", block);
  set_positive(f, "nvvm.maxnreg", int_of(entry(launch, "max_registers"), 0));
  set_positive(f, "nvvm.minctasm", int_of(entry(launch, "min_ctas"), 0));
  int32_t cluster[3] = {(int32_t)int_of(entry(launch, "num_ctas"), 1), 1, 1};
  if (cluster[0] > 1)
    set_attr(f, "nvvm.cluster_dim", mlirDenseI32ArrayGet(context_of(f), 3, cluster));
  if (!is_null(launch))
    set_attr(f, "tri.launch", launch);
}

/* The attributes that a gpu.func's own form uses up, or that are set here. */
static bool is_used_up(MlirStringRef name)
{
  static const char *const names[] = {"gpu.kernel", "sym_name", "workgroup_attributions", "tri.launch"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (str_is(name, names[i]))
      return true;
  return false;
}

static void copy_other_attributes(MlirOperation to, MlirOperation from)
{
  for (intptr_t i = 0; i < mlirOperationGetNumDiscardableAttributes(from); i++) {
    MlirNamedAttribute a = mlirOperationGetDiscardableAttribute(from, i);
    if (!is_used_up(mlirIdentifierStr(a.name)))
      mlirOperationSetDiscardableAttributeByName(to, mlirIdentifierStr(a.name), a.attribute);
  }
}

static bool is_lowerable(MlirOperation gpu_func)
{
  MlirType type = mlirTypeAttrGetValue(attr_of(gpu_func, "function_type"));
  return require(gpu_func, has_attr(gpu_func, "gpu.kernel"),
                 "is no kernel; helpers are inlined before this pass") &&
         require(gpu_func, mlirFunctionTypeGetNumResults(type) == 0, "is a kernel and gives a result") &&
         require(gpu_func, mlirFunctionTypeGetNumInputs(type) == mlirBlockGetNumArguments(body_of(gpu_func)),
                 "has workgroup or private memory of gpu; tri's shared memory is one symbol");
}

static MlirOperation build_func(Builder b, MlirAttribute name, MlirAttribute type, MlirAttribute args)
{
  MlirContext c = mlirLocationGetContext(b.loc);
  MlirOperationState state = mlirOperationStateGet(str("llvm.func"), b.loc);
  MlirNamedAttribute attributes[] = {
      mlirNamedAttributeGet(mlirIdentifierGet(c, str("sym_name")), name),
      mlirNamedAttributeGet(mlirIdentifierGet(c, str("function_type")), type),
      mlirNamedAttributeGet(mlirIdentifierGet(c, str("arg_attrs")), args),
  };
  MlirRegion body = mlirRegionCreate();
  mlirOperationStateAddAttributes(&state, sizeof attributes / sizeof *attributes, attributes);
  mlirOperationStateAddOwnedRegions(&state, 1, &body);
  return mlirRewriterBaseInsert(b.rw, mlirOperationCreate(&state));
}

MlirOperation llvm_func_for(Builder b, MlirOperation gpu_func)
{
  if (!is_lowerable(gpu_func))
    return (MlirOperation){NULL};
  Arena a = {0};
  MlirAttribute launch = attr_of(gpu_func, "tri.launch");
  MlirAttribute type = mlirTypeAttrGet(llvm_function_type(&a, gpu_func));
  MlirOperation f = build_func(b, attr_of(gpu_func, "sym_name"), type, every_argument(&a, gpu_func, launch));
  arena_free(&a);
  set_launch_attributes(f, gpu_func, launch);
  copy_other_attributes(f, gpu_func);
  return f;
}
