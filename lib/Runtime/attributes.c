/* Definitions that are no template parameters but kernel attributes: num_warps=8 sets tri.num_warps of every
 * kernel in the module, as a `tri-config:` line may ask for. What the attribute may be is the verifier's
 * concern. */
#include "Dialect/kernel.h"
#include "Runtime/runtime.h"
#include "Support/ir.h"

#include <stdlib.h>
#include <string.h>

static const char *const attribute_names[] = {"num_warps", "num_stages", "num_ctas", "max_registers"};

bool is_attribute_definition(const char *name)
{
  for (size_t i = 0; i < sizeof attribute_names / sizeof *attribute_names; i++)
    if (!strcmp(name, attribute_names[i]))
      return true;
  return false;
}

static bool apply(TriModule *m, const TriDefine *d)
{
  char *end;
  long value = strtol(d->value, &end, 10);
  if (!*d->value || *end || value < 1 || value > INT32_MAX) {
    fail(m->compiler, TRI_USAGE, "-D %s=%s: expected an integer from 1", d->name, d->value);
    return false;
  }
  const char *attribute = arena_printf(&m->arena, "tri.%s", d->name);
  foreach_op(op, mlirModuleGetBody(m->ir)) if (is_kernel(op))
      set_attr(op, attribute, i32_attr(m->compiler->context, value));
  return true;
}

bool apply_attributes(TriModule *m, const TriDefine *defines, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (is_attribute_definition(defines[i].name) && !apply(m, &defines[i]))
      return false;
  Diagnostics *d = diagnostics_begin(m->compiler, m->text);
  bool ok = mlirOperationVerify(mlirModuleGetOperation(m->ir));
  diagnostics_end(d, !ok, TRI_USAGE, "a kernel attribute does not fit");
  return ok;
}
