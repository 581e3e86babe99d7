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
  cache_open(&c->cache, NULL);
  return c;
}

static void module_free(TriModule *m)
{
  for (size_t i = 0; i < m->n_kernels; i++) {
    interpreter_free(m->kernels[i].interpreter);
    for (Loaded *l = m->kernels[i].loaded; l; l = l->next)
      tri_function_free(l->function);
    for (Code *code = m->kernels[i].codes; code; code = code->next)
      tri_sim_module_free(code->sim);
  }
  if (!is_null(m->ir))
    mlirModuleDestroy(m->ir);
  Arena a = m->arena; /* holds m itself */
  arena_free(&a);
}

static void free_emitters(TriCompiler *c)
{
  for (Emitter *e = c->emitters, *next; e; e = next) {
    next = e->next;
    ptx_compiler_free(e->ptx);
    free(e);
  }
  for (OlderTarget *o = c->older, *next; o; o = next) {
    next = o->next;
    free(o);
  }
}

void tri_compiler_free(TriCompiler *c)
{
  if (!c)
    return;
  for (TriModule *m = c->modules, *next; m; m = next) {
    next = m->next;
    module_free(m);
  }
  free_emitters(c);
  mlirContextDestroy(c->context);
  arena_free(&c->errors);
  free(c);
}

void tri_compiler_cache(TriCompiler *c, const char *folder) { cache_open(&c->cache, folder); }
const char *tri_cache_problem(const TriCompiler *c) { return c->cache.problem; }

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
