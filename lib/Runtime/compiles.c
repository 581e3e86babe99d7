/* Whether compiled code has every op of a kernel: the kernel and the functions that it calls are searched,
 * each once, for an op that lib/Transforms/lowered.h does not have. */
#include "Runtime/runtime.h"
#include "Support/ir.h"
#include "Transforms/lowered.h"

typedef Vec(MlirOperation) Functions;

typedef struct {
  Arena arena;
  const TriModule *module;
  Functions functions; /* searched, or to be */
  MlirOperation missing;
} Search;

static void add_function(Search *s, MlirOperation function)
{
  if (is_null(function))
    return;
  for (size_t i = 0; i < s->functions.n; i++)
    if (same(s->functions.at[i], function))
      return;
  vec_push(&s->arena, &s->functions) = function;
}

static void look_at(MlirOperation op, void *data)
{
  Search *s = data;
  if (is_op(op, "func.call"))
    add_function(s, called_function(s->module, op));
  if (is_null(s->missing) && !is_lowered(op))
    s->missing = op;
}

static const char *find_missing(TriKernel *k)
{
  Search s = {.module = k->module};
  Arena *a = &k->module->arena;
  const char *text = NULL;
  add_function(&s, k->func);
  for (size_t i = 0; i < s.functions.n && is_null(s.missing); i++)
    walk(s.functions.at[i], look_at, &s);
  if (!is_null(s.missing)) {
    MlirStringRef name = name_of(s.missing);
    text = arena_printf(a, "%.*s at %s is not compiled yet", (int)name.length, name.data,
                        loc_text(a, loc_of(s.missing)));
  }
  arena_free(&s.arena);
  return text;
}

bool tri_kernel_compiles(TriKernel *k, const char **why)
{
  if (!k->searched && !k->module->arch)
    k->missing = find_missing(k);
  k->searched = true;
  if (why)
    *why = k->missing;
  return !k->missing;
}
