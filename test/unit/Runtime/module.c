#include "module.h"

#include <string.h>

Module module_try(const char *text, size_t bytes, const TriDefine *defines, size_t n)
{
  Module m = {.compiler = tri_compiler_new()};
  assert_non_null(m.compiler);
  assert_string_equal(tri_error(m.compiler), "");
  assert_int_equal(tri_status(m.compiler), TRI_OK);
  m.module = tri_module_parse(m.compiler, text, bytes, "k.mlir", defines, n);
  if (m.module)
    m.kernel = tri_module_kernel_at(m.module, 0);
  return m;
}

Module module_of(const char *text)
{
  Module m = module_try(text, strlen(text), NULL, 0);
  if (!m.module || !m.kernel)
    fail_msg("%s", tri_error(m.compiler));
  return m;
}

void module_free(Module *m)
{
  tri_compiler_free(m->compiler);
  *m = (Module){0};
}

void expect_error(const TriCompiler *c, TriStatus status, const char *text)
{
  if (tri_status(c) != status || !strstr(tri_error(c), text))
    fail_msg("expected status %d and \"%s\"; got status %d and:\n%s", status, text, tri_status(c),
             tri_error(c));
}

const TriParameter *parameter(const TriKernel *k, const char *name)
{
  const TriParameter *all;
  size_t n = tri_kernel_parameters(k, &all);
  for (size_t i = 0; i < n; i++)
    if (!strcmp(all[i].name, name))
      return &all[i];
  fail_msg("no parameter %s", name);
  return NULL;
}
