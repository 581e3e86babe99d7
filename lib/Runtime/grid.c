/* Grids: how large they may be, and what tri.grid gives. */
#include "Runtime/runtime.h"

#include <stdlib.h>
#include <string.h>

TriStatus check_grid(TriCompiler *c, const int64_t grid[3])
{
  for (int i = 0; i < 3; i++) {
    if (grid[i] < 0)
      return fail(c, TRI_USAGE, "grid: extent %lld on axis %c is negative", (long long)grid[i], "xyz"[i]);
    if (grid[i] > tri_grid_limit(i))
      return fail(c, TRI_USAGE, "grid: extent %lld on axis %c is too large; at most %lld fit",
                  (long long)grid[i], "xyz"[i], (long long)tri_grid_limit(i));
  }
  return TRI_OK;
}

typedef struct {
  const TriKernel *kernel;
  const TriArg *args;
  size_t n_args;
} Names;

static bool value_of(const char *name, int64_t *value, void *data)
{
  const Names *n = data;
  for (size_t i = 0; i < n->n_args && i < n->kernel->n_parameters; i++)
    if (strcmp(n->kernel->parameters[i].name, name) == 0 && n->args[i].type != TRI_PTR) {
      *value = n->args[i].i;
      return true;
    }
  const TriModule *m = n->kernel->module;
  for (size_t i = 0; i < m->n_params; i++)
    if (strcmp(m->params[i].name, name) == 0) {
      char *end;
      *value = strtoll(m->params[i].value, &end, 0);
      return *end == '\0' && end != m->params[i].value;
    }
  return false;
}

TriStatus tri_kernel_default_grid(TriKernel *k, const TriArg *args, size_t n_args, int64_t grid[3])
{
  TriCompiler *c = k->module->compiler;
  if (!k->grid)
    return fail(c, TRI_USAGE, "kernel '%s' has no tri.grid; say how many programs run", k->name);
  char error[256];
  Names names = {k, args, n_args};
  if (tri_evaluate_grid(k->grid, value_of, &names, grid, error, sizeof error))
    return TRI_OK;
  return fail(c, TRI_USAGE, "tri.grid of kernel '%s': %s", k->name, error);
}
