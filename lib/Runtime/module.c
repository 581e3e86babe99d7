/* Modules: template, parse, and the kernels in the result. */
#include "Bridge/bridge.h"
#include "Runtime/runtime.h"
#include "Support/clock.h"
#include "Support/ir.h"
#include "Template/template.h"

#include <string.h>

TriModule *module_new(TriCompiler *c, const char *name)
{
  Arena a = {0};
  TriModule *m = arena_new(&a, TriModule);
  *m = (TriModule){.compiler = c, .arena = a, .next = c->modules};
  m->name = arena_strndup(&m->arena, name, strlen(name));
  c->modules = m;
  return m;
}

/* The module keeps what the template gave; false after an error. */
static bool expand(TriModule *m, const char *text, size_t bytes, const TriDefine *defines, size_t n)
{
  TriDefine *own = arena_array(&m->arena, TriDefine, n);
  size_t n_own = 0;
  for (size_t i = 0; i < n; i++)
    if (!is_attribute_definition(defines[i].name))
      own[n_own++] = defines[i];
  Template t = template_expand(&m->arena, text, bytes, m->name, own, n_own);
  if (t.status != TRI_OK) {
    fail(m->compiler, t.status, "%s", t.error);
    return false;
  }
  m->text = arena_strndup(&m->arena, t.text, t.bytes);
  m->params = t.params;
  m->n_params = t.n_params;
  m->configs = t.configs;
  m->n_configs = t.n_configs;
  return true;
}

/* What begins at c and holds no brackets: a string, a comment, an arrow; its bytes, else 0. */
static size_t bracketless(const char *c)
{
  size_t n = 1;
  if (c[0] == '/' && c[1] == '/')
    return strcspn(c, "\n");
  if (c[0] == '-' && c[1] == '>')
    return 2;
  if (c[0] != '"')
    return 0;
  while (c[n] && c[n] != '"' && c[n] != '\n')
    n += c[n] == '\\' && c[n + 1] ? 2 : 1;
  return n + (c[n] == '"');
}

/* MLIR's parser, verifier and printer recurse. Types nest too. */
enum { MAX_NESTING = 256 };
static bool is_nested_too_deep(const char *text, int *line)
{
  int depth = 0;
  *line = 1;
  for (const char *c = text; *c && depth <= MAX_NESTING;) {
    size_t skip = bracketless(c);
    depth += !skip && strchr("([{<", *c);
    depth -= !skip && depth > 0 && strchr(")]}>", *c);
    *line += *c == '\n';
    c += skip ? skip : 1;
  }
  return depth > MAX_NESTING;
}

static bool parse(TriModule *m)
{
  int line;
  if (is_nested_too_deep(m->text, &line)) {
    fail(m->compiler, TRI_COMPILE, "%s:%d: regions or types are nested deeper than %d levels", m->name, line,
         MAX_NESTING);
    return false;
  }
  Diagnostics *d = diagnostics_begin(m->compiler, m->text);
  m->ir = bridge_parse(m->compiler->context, m->text, strlen(m->text), m->name);
  diagnostics_end(d, is_null(m->ir), TRI_COMPILE, "the text does not parse");
  return !is_null(m->ir);
}

TriModule *tri_module_parse(TriCompiler *c, const char *text, size_t bytes, const char *name,
                            const TriDefine *defines, size_t n_defines)
{
  if (memchr(text, '\0', bytes)) {
    fail(c, TRI_COMPILE, "%s: holds a NUL byte; a kernel is text", name);
    return NULL;
  }
  double start = thread_seconds();
  TriModule *m = module_new(c, name);
  if (!expand(m, text, bytes, defines, n_defines) || !parse(m) || !apply_attributes(m, defines, n_defines))
    return NULL;
  find_kernels(m);
  m->seconds = thread_seconds() - start;
  return m;
}

const char *tri_module_text(const TriModule *m) { return m->text; }

const char *tri_module_ir(TriModule *m)
{
  if (is_null(m->ir)) {
    fail(m->compiler, TRI_USAGE, "%s is PTX; it has no IR to print", m->name);
    return NULL;
  }
  if (!m->ir_text)
    m->ir_text = operation_text(&m->arena, mlirModuleGetOperation(m->ir));
  return m->ir_text;
}

size_t tri_module_params(const TriModule *m, const TriParam **params)
{
  *params = m->params;
  return m->n_params;
}

size_t tri_module_configs(const TriModule *m, const char *const **configs)
{
  *configs = m->configs;
  return m->n_configs;
}

size_t tri_module_kernel_count(const TriModule *m) { return m->n_kernels; }
TriKernel *tri_module_kernel_at(TriModule *m, size_t i) { return i < m->n_kernels ? &m->kernels[i] : NULL; }

static const char *kernel_names(Arena *a, const TriModule *m)
{
  const char *names = m->n_kernels ? m->kernels[0].name : "";
  for (size_t i = 1; i < m->n_kernels; i++)
    names = arena_printf(a, "%s, %s", names, m->kernels[i].name);
  return names;
}

TriKernel *tri_module_kernel(TriModule *m, const char *name)
{
  if (m->n_kernels == 0) {
    fail(m->compiler, TRI_COMPILE,
         "%s: no kernel here; a kernel is a func.func with the attribute tri.kernel", m->name);
    return NULL;
  }
  for (size_t i = 0; i < m->n_kernels; i++)
    if (!name || strcmp(m->kernels[i].name, name) == 0)
      return &m->kernels[i];
  Arena a = {0};
  fail(m->compiler, TRI_USAGE, "%s: no kernel '%s'; here are: %s", m->name, name, kernel_names(&a, m));
  arena_free(&a);
  return NULL;
}
