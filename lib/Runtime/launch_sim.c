/* The PTX simulator as a target: what is compiled for a GPU, executed on the host. Op ids in the PTX lead
 * back to places in the source through the launch metadata. */
#include "Debug/records.h"
#include "Runtime/runtime.h"
#include "Support/clock.h"

#include <jansson.h>
#include <string.h>

/* The simulator's module of the code, parsed once. PTX of ours that does not parse is a bug, told as a
 * compile error. */
bool parse_code(TriKernel *k, Code *code)
{
  if (code->sim)
    return true;
  TriSimError e;
  code->sim = tri_sim_module_parse(code->text[TRI_STAGE_PTX], strlen(code->text[TRI_STAGE_PTX]), &e);
  if (!code->sim)
    fail(k->module->compiler, TRI_COMPILE,
         "the simulator does not take the PTX of kernel '%s': line %d, column %d: %s", k->name, e.line,
         e.column, e.message);
  return code->sim != NULL;
}

typedef struct {
  Arena *arena;
  json_t *locations;
} Places;

static const char *locate(void *user, const char *kernel, uint32_t op_id)
{
  (void)kernel;
  const Places *p = user;
  return json_string_value(json_array_get(p->locations, op_id));
}

/* The kernel's part of the metadata object. */
static json_t *kernel_metadata(json_t *meta) { return json_array_get(json_object_get(meta, "kernels"), 0); }

/* Lays the arguments out as the kernel's parameters are. */
static unsigned char *parameter_block(Arena *a, const TriKernel *k, const TriLaunch *l,
                                      const TriSimKernel *sim)
{
  unsigned char *block = arena_alloc(a, sim->param_bytes);
  for (size_t i = 0; i < l->n_args && i < sim->param_count; i++) {
    bool by_value = k->parameters[i].type == TRI_NONE;
    uint64_t bits = by_value ? 0 : arg_bits(&k->parameters[i], &l->args[i]);
    memcpy(block + sim->params[i].offset, by_value ? l->args[i].data : &bits, sim->params[i].size);
  }
  return block;
}

static TriCounters counters_of(const TriSimCounters *c)
{
  TriCounters t = {
      .lane_instructions = c->lane_instructions,
      .global_requests = c->global_requests,
      .global_sectors = c->global_sectors,
      .global_bytes = c->bytes_loaded[TRI_SIM_GLOBAL] + c->bytes_stored[TRI_SIM_GLOBAL],
      .shared_bytes = c->bytes_loaded[TRI_SIM_SHARED] + c->bytes_stored[TRI_SIM_SHARED],
      .shared_requests = c->shared_requests,
      .shared_wavefronts = c->shared_wavefronts,
      .shared_excess = c->shared_excess,
      .barriers = c->barriers,
  };
  for (int i = 0; i < TRI_SIM_CLASSES; i++) {
    t.by_class[i] = c->instructions[i];
    t.instructions += c->instructions[i];
  }
  return t;
}

static TriSimLaunch describe(Arena *a, const TriKernel *k, const TriLaunch *l, const TriSimKernel *sim,
                             json_t *meta)
{
  TriSimLaunch s = {
      .kernel = sim,
      .dynamic_shared_bytes = (uint32_t)json_integer_value(json_object_get(meta, "shared")),
      .params = parameter_block(a, k, l, sim),
      .param_bytes = sim->param_bytes,
  };
  for (size_t i = 0; i < 3; i++) {
    s.grid[i] = (uint32_t)l->grid[i];
    s.block[i] = (uint32_t)json_integer_value(json_array_get(json_object_get(meta, "threads"), i));
  }
  if (!s.block[0])
    for (size_t i = 0; i < 3; i++)
      s.block[i] = (uint32_t)l->block[i] + (l->block[i] == 0);
  if (l->shared)
    s.dynamic_shared_bytes = (uint32_t)l->shared;
  return s;
}

/* ---- what the kernel prints and asserts ---- */

typedef struct {
  const DebugOps *ops; /* NULL: nothing */
  DebugBuffer *buffer;
} Debug;

/* Makes the buffer and passes it as the last argument. */
static Debug debug_begin(Arena *a, json_t *meta, TriSimMemory *memory, const TriSimLaunch *launch)
{
  Debug d = {.ops = debug_ops_of(a, meta)};
  const TriSimKernel *kernel = launch->kernel;
  if (!d.ops || !kernel->param_count)
    return d;
  d.buffer = arena_alloc(a, DEBUG_BYTES);
  debug_buffer_clear(d.buffer);
  tri_sim_memory_add(memory, debug_argument, d.buffer, DEBUG_BYTES);
  memcpy((unsigned char *)(uintptr_t)launch->params + kernel->params[kernel->param_count - 1].offset,
         &d.buffer, sizeof d.buffer);
  return d;
}

/* Prints; gives what the launch's fault says. */
static const char *debug_end(Arena *a, Debug d, const TriSimFault *fault)
{
  const char *failure = d.buffer ? debug_drain(d.ops, d.buffer, stderr, a) : NULL;
  return failure && fault->kind == TRI_SIM_FAULT_TRAP ? failure : fault->message;
}

static TriStatus run(TriKernel *k, const TriLaunch *l, const Code *code, json_t *meta, TriStats *stats)
{
  Arena a = {0};
  Buffer *buffers;
  size_t n = launch_buffers(&a, k, l, &buffers);
  TriSimMemory *memory = tri_sim_memory_new(code->sim);
  for (size_t i = 0; i < n; i++)
    tri_sim_memory_add(memory, buffers[i].name, buffers[i].start, buffers[i].bytes);
  Places places = {&a, json_object_get(meta, "locations")};
  TriSimLaunch launch = describe(&a, k, l, tri_sim_kernel_find(code->sim, k->name), meta);
  Debug debug = debug_begin(&a, meta, memory, &launch);
  TriSimOptions options = {.threads = stats->threads, .locate = locate, .user = &places};
  TriSimResult r;
  double start = wall_seconds();
  bool ok = tri_sim_launch(memory, &launch, &options, &r);
  stats->seconds = wall_seconds() - start;
  stats->counters = counters_of(&r.counters);
  tri_sim_memory_free(memory);
  const char *message = debug_end(&a, debug, &r.fault);
  TriStatus s = ok ? TRI_OK
                   : fail(k->module->compiler, r.fault.kind == TRI_SIM_FAULT_LAUNCH ? TRI_USAGE : TRI_FAULT,
                          "%s", message);
  arena_free(&a);
  return s;
}

static bool is_empty(const int64_t grid[3]) { return !grid[0] || !grid[1] || !grid[2]; }

TriStatus launch_sim(TriKernel *k, const TriLaunch *l, TriStats *stats)
{
  double start = wall_seconds();
  const Target *target = find_target(k->module->compiler, l->arch);
  Code *code = target ? code_for(k, target, 0, TRI_STAGE_PTX) : NULL;
  if (!code || !parse_code(k, code))
    return k->module->compiler->status;
  stats->compile_seconds = wall_seconds() - start;
  if (is_empty(l->grid))
    return TRI_OK;
  json_t *meta = json_loads(code->text[TRI_STAGE_META], 0, NULL);
  TriStatus s = run(k, l, code, kernel_metadata(meta), stats);
  json_decref(meta);
  return s;
}
