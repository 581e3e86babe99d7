/* What a kernel's code costs, as far as the text tells: registers, shared memory, how wide its accesses are.
 */
#include "Runtime/runtime.h"

#include <jansson.h>
#include <string.h>

static const char *const class_names[] = {
#define X(name, text) text,
    TRI_INSTRUCTION_CLASSES(X)
#undef X
};
#define X(name, text)                                                                                        \
  _Static_assert((int)TRI_INSTRUCTIONS_##name == (int)TRI_SIM_##name, "the classes are the simulator's");
TRI_INSTRUCTION_CLASSES(X)
#undef X
_Static_assert((int)TRI_INSTRUCTIONS_COUNT == (int)TRI_SIM_CLASSES, "all of them");

const char *tri_instruction_class_name(TriInstructionClass c) { return class_names[c]; }

/* Where the access stands in the kernel's source, by its op where it has one. */
static const char *place_of(Arena *a, json_t *locations, const TriSimAccess *x)
{
  const char *known = x->op_id ? json_string_value(json_array_get(locations, x->op_id)) : NULL;
  const char *text = known && *known ? known : x->location;
  return arena_strndup(a, text, strlen(text));
}

static TriAccess *same_as(TriAccess *all, size_t n, const TriAccess *x)
{
  for (size_t i = 0; i < n; i++)
    if (all[i].what == x->what && all[i].bits == x->bits && !strcmp(all[i].place, x->place))
      return &all[i];
  return NULL;
}

static void list_accesses(Arena *a, const Code *code, const TriSimKernel *sim, json_t *locations,
                          TriCost *cost)
{
  uint32_t n = tri_sim_kernel_accesses(code->sim, sim, NULL, 0);
  TriSimAccess *found = arena_array(a, TriSimAccess, n);
  TriAccess *all = arena_array(a, TriAccess, n);
  tri_sim_kernel_accesses(code->sim, sim, found, n);
  for (uint32_t i = 0; i < n; i++) {
    TriAccess x = {.place = place_of(a, locations, &found[i]),
                   .what = tri_sim_class_name(found[i].cls),
                   .bits = (int)(8 * found[i].bytes),
                   .count = 1};
    TriAccess *before = same_as(all, cost->n_accesses, &x);
    if (before)
      before->count++;
    else
      all[cost->n_accesses++] = x;
  }
  cost->accesses = all;
}

const TriCost *tri_kernel_cost(TriKernel *k, const char *arch)
{
  const Target *t = find_target(k->module->compiler, arch);
  Code *code = t ? code_for(k, t, 0, TRI_STAGE_PTX) : NULL;
  if (!code || !parse_code(k, code))
    return NULL;
  Arena *a = &k->module->arena;
  const TriSimKernel *sim = tri_sim_kernel_find(code->sim, k->name);
  TriCost *cost = arena_new(a, TriCost);
  json_t *meta = json_loads(code->text[TRI_STAGE_META], 0, NULL);
  json_t *kernel = json_array_get(json_object_get(meta, "kernels"), 0);
  *cost = (TriCost){.registers = (int)sim->register_count,
                    .static_shared = sim->static_shared_bytes,
                    .dynamic_shared = json_integer_value(json_object_get(kernel, "shared")),
                    .local_bytes = sim->local_bytes};
  for (size_t i = 0; i < 3; i++)
    cost->threads[i] = json_integer_value(json_array_get(json_object_get(kernel, "threads"), i));
  list_accesses(a, code, sim, json_object_get(kernel, "locations"), cost);
  json_decref(meta);
  return cost;
}
