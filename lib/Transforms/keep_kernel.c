/* tri-keep-kernel: a module of several kernels becomes one of a single kernel.
 *
 * With name=K every other function with `tri.kernel` and every gpu.module is erased; helpers stay (symbol-dce
 * removes those that are private and no longer used). Without a name the first kernel is kept. A name that no
 * kernel has is an error that lists them. Values of types that kernels do not compute with are refused. */
#include "Dialect/kernel.h"
#include "Support/ir.h"
#include "Transforms/lowered.h"
#include "Transforms/passes.h"

static MlirStringRef symbol_of(MlirOperation op) { return text_of(attr_of(op, "sym_name")); }

/* The kernel of this name, or the first where the name is empty; null where there is none. */
static MlirOperation chosen(MlirBlock module_body, const char *name)
{
  foreach_op(op, module_body) if (is_kernel(op) && (!*name || str_is(symbol_of(op), name))) return op;
  return (MlirOperation){NULL};
}

static const char *kernels_in(Arena *a, MlirBlock module_body)
{
  const char *names = "";
  foreach_op(op, module_body) if (is_kernel(op)) names =
      arena_printf(a, "%s%s%.*s", names, *names ? ", " : "", (int)symbol_of(op).length, symbol_of(op).data);
  return *names ? names : "none";
}

/* Also kernels of one thread: a gpu.module stands for what is made of the kept kernel alone. */
static bool is_other_kernel(MlirOperation op, MlirOperation keep)
{
  return (is_kernel(op) && !same(op, keep)) || is_op(op, "gpu.module");
}

static void check_values(MlirOperation op, void *ok)
{
  *(bool *)ok = *(bool *)ok && has_known_values(op, true);
}

/* Before anything is simplified: a value that no kernel may have is refused also where nobody uses it. */
static bool has_known_values_alone(MlirBlock module_body)
{
  bool ok = true;
  foreach_op(op, module_body) if (is_op(op, "func.func")) walk(op, check_values, &ok);
  return ok;
}

static bool run(MlirOperation module, const PassValue *options)
{
  MlirBlock body = body_of(module);
  MlirOperation keep = chosen(body, options[0].s);
  Arena a = {0};
  bool found = require(module, !is_null(keep), "has no kernel '%s'; its kernels: %s", options[0].s,
                       kernels_in(&a, body));
  arena_free(&a);
  if (!found)
    return false;
  foreach_op(op, body) if (is_other_kernel(op, keep)) mlirOperationDestroy(op);
  return has_known_values_alone(body);
}

const PassDesc keep_kernel_pass = {
    .name = "tri-keep-kernel",
    .help = "Keep one kernel of the module and erase the others",
    .on = "builtin.module",
    .run = run,
    .options = {{"name", "kernel to keep; the first where empty", PASS_STRING, ""}},
};
