/* The compiler object: one context with threading off, and the last error. */
#include "Runtime/runtime.h"
#include "Support/ir.h"
#include "tri-c/Dialect.h"

#include <stdlib.h>

TriCompiler *tri_compiler_new(void)
{
  TriCompiler *c = calloc(1, sizeof *c);
  if (!c)
    return NULL;
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tri_register_dialects(registry);
  c->context = mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirDialectRegistryDestroy(registry);
  c->error = "";
  return c;
}

static void module_free(TriModule *m)
{
  for (size_t i = 0; i < m->n_kernels; i++) {
    interpreter_free(m->kernels[i].interpreter);
    for (Code *code = m->kernels[i].codes; code; code = code->next)
      tri_sim_module_free(code->sim);
  }
  if (!is_null(m->ir))
    mlirModuleDestroy(m->ir);
  Arena a = m->arena; /* holds m itself */
  arena_free(&a);
}

void tri_compiler_free(TriCompiler *c)
{
  if (!c)
    return;
  for (TriModule *m = c->modules, *next; m; m = next) {
    next = m->next;
    module_free(m);
  }
  for (size_t i = 0; c->ptx && i < target_count; i++)
    ptx_compiler_free(c->ptx[i]);
  free(c->ptx);
  mlirContextDestroy(c->context);
  arena_free(&c->errors);
  free(c);
}

const char *tri_error(const TriCompiler *c) { return c->error; }
TriStatus tri_status(const TriCompiler *c) { return c->status; }

TriStatus fail(TriCompiler *c, TriStatus status, const char *format, ...)
{
  Arena fresh = {0};
  va_list args;
  va_start(args, format);
  const char *text = arena_vprintf(&fresh, format, args);
  va_end(args);
  arena_free(&c->errors);
  c->errors = fresh;
  c->error = text;
  return c->status = status;
}
