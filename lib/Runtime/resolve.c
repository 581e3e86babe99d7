/* Names of template parameters in tri.grid, tri.bytes, tri.flops and tri.arg become their values, so that the
 * IR, and what is compiled from it, can be launched without the template.
 *
 *   tri.grid = "cdiv(n, BLOCK)"        with BLOCK = 1024        tri.grid = "cdiv(n, 1024)"
 *
 * Names that an argument has too mean the argument and stay. */
#include "Runtime/runtime.h"
#include "Support/ir.h"
#include "mlir-c/Dialect/Func.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_argument(const TriKernel *k, const char *name, size_t n)
{
  for (size_t i = 0; i < k->n_parameters; i++)
    if (strlen(k->parameters[i].name) == n && !memcmp(k->parameters[i].name, name, n))
      return true;
  return false;
}

/* The integer that the name stands for, as text; NULL where it is none of the template's. */
static const char *value_of(const TriKernel *k, const char *name, size_t n)
{
  const TriModule *m = k->module;
  if (is_argument(k, name, n))
    return NULL;
  for (size_t i = 0; i < m->n_params; i++) {
    const char *value = m->params[i].value;
    char *end;
    if (strlen(m->params[i].name) != n || memcmp(m->params[i].name, name, n))
      continue;
    if (!strcmp(value, "true") || !strcmp(value, "false"))
      return *value == 't' ? "1" : "0";
    strtoll(value, &end, 0);
    return *value && !*end ? value : NULL;
  }
  return NULL;
}

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.'; }

static const char *resolved(Arena *a, const TriKernel *k, const char *text)
{
  Vec(char) out = {0};
  while (*text) {
    size_t n = 0;
    while (is_name(text[n]))
      n++;
    bool name = n && !isdigit((unsigned char)*text);
    const char *value = name ? value_of(k, text, n) : NULL;
    n += !n;
    size_t bytes = value ? strlen(value) : n;
    for (size_t i = 0; i < bytes; i++)
      vec_push(a, &out) = value ? value[i] : text[i];
    text += n;
  }
  return arena_strndup(a, out.at, out.n);
}

void resolve_names(TriKernel *k)
{
  Arena *a = &k->module->arena;
  MlirContext c = k->module->compiler->context;
  const struct {
    const char *name, *text;
  } expressions[] = {{"tri.grid", k->grid}, {"tri.bytes", k->bytes}, {"tri.flops", k->flops}};
  for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++)
    if (expressions[i].text)
      set_attr(k->func, expressions[i].name, str_attr(c, resolved(a, k, expressions[i].text)));
  for (size_t i = 0; i < k->n_parameters; i++)
    if (k->parameters[i].fill)
      mlirFuncSetArgAttr(k->func, (intptr_t)i, str("tri.arg"),
                         str_attr(c, resolved(a, k, k->parameters[i].fill)));
}
