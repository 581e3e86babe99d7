/* The reference interpreter as a target. */
#include "Runtime/runtime.h"
#include "Support/clock.h"

/* Decodes, once. */
static bool prepare(TriKernel *k, TriStats *stats)
{
  if (k->interpreter)
    return true;
  double start = wall_seconds();
  Diagnostics *d = diagnostics_begin(k->module->compiler, k->module->text);
  k->interpreter = interpreter_new(k->func);
  diagnostics_end(d, !k->interpreter, TRI_COMPILE, "the interpreter cannot execute this kernel");
  stats->compile_seconds = wall_seconds() - start;
  return k->interpreter != NULL;
}

TriStatus launch_ref(TriKernel *k, const TriLaunch *l, TriStats *stats)
{
  if (k->module->arch)
    return fail(k->module->compiler, TRI_USAGE, "%s is PTX; the reference interpreter runs MLIR",
                k->module->name);
  if (!prepare(k, stats))
    return TRI_COMPILE;
  Arena a = {0};
  Buffer *all;
  size_t n = launch_buffers(&a, k, l, &all);
  InterpreterBuffer *buffers = arena_array(&a, InterpreterBuffer, n);
  for (size_t i = 0; i < n; i++)
    buffers[i] = (InterpreterBuffer){all[i].name, all[i].start, all[i].bytes};
  uint64_t *args = arena_array(&a, uint64_t, l->n_args);
  for (size_t i = 0; i < l->n_args; i++)
    args[i] = arg_bits(&k->parameters[i], &l->args[i]);
  InterpreterRun run = {
      .grid = {l->grid[0], l->grid[1], l->grid[2]},
      .args = args,
      .n_args = l->n_args,
      .buffers = buffers,
      .n_buffers = n,
      .threads = stats->threads,
  };
  InterpreterFault fault;
  double start = wall_seconds();
  bool ok = interpreter_run(k->interpreter, &run, &fault);
  stats->seconds = wall_seconds() - start;
  arena_free(&a);
  return ok ? TRI_OK : fail(k->module->compiler, TRI_FAULT, "%s", fault.message);
}
