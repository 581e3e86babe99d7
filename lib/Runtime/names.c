/* Template parameters in the strings of a kernel: tri.grid and tri.arg speak of them by name, and the lines
 * that define them are gone once the text is parsed. Their values take the names' places, so that what is
 * printed at any stage stands by itself.
 *
 *   tri.grid = "cdiv(n, BLOCK)"   ->   tri.grid = "cdiv(n, 1024)" */
#include "Dialect/kernel.h"
#include "Runtime/runtime.h"
#include "Support/ir.h"
#include "Template/expression.h"

#include <string.h>

/* The value of the parameter of this name; NULL where there is none. */
static const char *value_of(const TriModule *m, const char *name, size_t bytes)
{
  for (size_t i = 0; i < m->n_params; i++)
    if (strlen(m->params[i].name) == bytes && memcmp(m->params[i].name, name, bytes) == 0)
      return m->params[i].value;
  return NULL;
}

static const char *with_values(TriModule *m, MlirStringRef text)
{
  const char *s = arena_strndup(&m->arena, text.data, text.length), *made = "";
  while (*s) {
    const char *end = name_end(s);
    size_t bytes = end > s ? (size_t)(end - s) : 1;
    const char *value = end > s ? value_of(m, s, bytes) : NULL;
    made = value ? arena_printf(&m->arena, "%s%s", made, value)
                 : arena_printf(&m->arena, "%s%.*s", made, (int)bytes, s);
    s += bytes;
  }
  return made;
}

static MlirAttribute valued(TriModule *m, MlirAttribute a)
{
  return str_attr(m->compiler->context, with_values(m, text_of(a)));
}

/* The argument's attributes with tri.arg rewritten. */
static MlirAttribute valued_arg(TriModule *m, MlirAttribute dictionary)
{
  intptr_t n = mlirDictionaryAttrGetNumElements(dictionary);
  MlirNamedAttribute *all = arena_array(&m->arena, MlirNamedAttribute, n);
  for (intptr_t i = 0; i < n; i++) {
    all[i] = mlirDictionaryAttrGetElement(dictionary, i);
    if (str_is(mlirIdentifierStr(all[i].name), "tri.arg"))
      all[i].attribute = valued(m, all[i].attribute);
  }
  return mlirDictionaryAttrGet(m->compiler->context, n, all);
}

static void name_values(TriModule *m, MlirOperation func)
{
  MlirAttribute grid = attr_of(func, "tri.grid"), args = attr_of(func, "arg_attrs");
  if (!is_null(grid))
    set_attr(func, "tri.grid", valued(m, grid));
  if (is_null(args))
    return;
  intptr_t n = mlirArrayAttrGetNumElements(args);
  MlirAttribute *all = arena_array(&m->arena, MlirAttribute, n);
  for (intptr_t i = 0; i < n; i++)
    all[i] = valued_arg(m, mlirArrayAttrGetElement(args, i));
  set_attr(func, "arg_attrs", mlirArrayAttrGet(m->compiler->context, n, all));
}

void replace_parameter_names(TriModule *m)
{
  if (m->n_params == 0)
    return;
  foreach_op(op, mlirModuleGetBody(m->ir)) if (is_kernel(op)) name_values(m, op);
}
