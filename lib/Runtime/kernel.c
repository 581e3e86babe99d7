/* Kernels: what a caller wants to know of them before a launch. */
#include "Dialect/kernel.h"
#include "Dialect/types.h"
#include "Runtime/runtime.h"
#include "Support/ir.h"

static const char *text_or_null(Arena *a, MlirAttribute attr)
{
  MlirStringRef s = text_of(attr);
  return s.data ? arena_strndup(a, s.data, s.length) : NULL;
}

static TriParameter describe_parameter(Arena *a, MlirOperation func, intptr_t i)
{
  MlirType t = mlirFunctionTypeGetInput(mlirTypeAttrGetValue(attr_of(func, "function_type")), i);
  const char *name = text_or_null(a, arg_attr(func, i, "tri.name"));
  return (TriParameter){
      .name = name ? name : arena_printf(a, "arg%ld", (long)i),
      .type = tri_type_kind(t),
      .pointee = tri_type_is_ptr(t) ? tri_type_kind(tri_ptr_pointee(t)) : TRI_NONE,
      .divisibility = int_of(arg_attr(func, i, "tri.divisibility"), 1),
      .fill = text_or_null(a, arg_attr(func, i, "tri.arg")),
  };
}

static int line_of(MlirOperation op)
{
  MlirLocation loc = loc_of(op);
  return mlirLocationIsAFileLineColRange(loc) ? mlirLocationFileLineColRangeGetStartLine(loc) : 0;
}

static void describe(TriModule *m, TriKernel *k, MlirOperation func)
{
  Arena *a = &m->arena;
  MlirType type = mlirTypeAttrGetValue(attr_of(func, "function_type"));
  *k = (TriKernel){
      .module = m,
      .func = func,
      .name = text_or_null(a, attr_of(func, "sym_name")),
      .grid = text_or_null(a, attr_of(func, "tri.grid")),
      .bytes = text_or_null(a, attr_of(func, "tri.bytes")),
      .flops = text_or_null(a, attr_of(func, "tri.flops")),
      .line = line_of(func),
      .n_parameters = (size_t)mlirFunctionTypeGetNumInputs(type),
  };
  k->parameters = arena_array(a, TriParameter, k->n_parameters);
  for (size_t i = 0; i < k->n_parameters; i++)
    k->parameters[i] = describe_parameter(a, func, (intptr_t)i);
  find_accesses(k);
  resolve_names(k);
}

MlirOperation called_function(const TriModule *m, MlirOperation call)
{
  MlirStringRef callee = text_of(attr_of(call, "callee"));
  foreach_op(op, mlirModuleGetBody(m->ir)) if (mlirStringRefEqual(text_of(attr_of(op, "sym_name")),
                                                                  callee)) return op;
  return (MlirOperation){NULL};
}

void find_kernels(TriModule *m)
{
  MlirBlock body = mlirModuleGetBody(m->ir);
  size_t n = 0;
  foreach_op(op, body) n += is_kernel(op);
  m->kernels = arena_array(&m->arena, TriKernel, n);
  foreach_op(op, body) if (is_kernel(op)) describe(m, &m->kernels[m->n_kernels++], op);
}

const char *tri_kernel_name(const TriKernel *k) { return k->name; }
const char *tri_kernel_grid(const TriKernel *k) { return k->grid; }
const char *tri_kernel_bytes(const TriKernel *k) { return k->bytes; }
const char *tri_kernel_flops(const TriKernel *k) { return k->flops; }
int tri_kernel_line(const TriKernel *k) { return k->line; }

size_t tri_kernel_parameters(const TriKernel *k, const TriParameter **parameters)
{
  *parameters = k->parameters;
  return k->n_parameters;
}
