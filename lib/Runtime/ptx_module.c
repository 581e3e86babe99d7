/* Modules from PTX: kernels that another compiler made, or this one before.
 *
 *   .visible .entry scale(                     parameters "0" (any 8 bytes) and "1" (i32)
 *       .param .u64 x, .param .u32 n)
 *   // tri.meta: {"kernels": [{"args": …        names, types, promises, defaults, as they were in the source
 *
 * Every kernel gets the launch metadata that a kernel compiled here has (Target/metadata.h): its own part of
 * what the text carries, or one made of what the PTX declares. Launching needs to know no difference.
 *
 * Invariant: such a module has no IR; each of its kernels has one Code, for whatever target, with PTX and
 * metadata. */
#include "Runtime/runtime.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- types ---- */

/* What the PTX says of a parameter: X(PTX type, our type, whether the bits may be something else).
 * PTX ISA, Fundamental Types: .b types are bits; compilers pass f16 and pointers as .b16, .u16 and .u64. */
#define PARAMETER_TYPES(X)                                                                                   \
  X("u8", TRI_I8, true)                                                                                      \
  X("s8", TRI_I8, true)                                                                                      \
  X("b8", TRI_I8, true)                                                                                      \
  X("u16", TRI_I16, true)                                                                                    \
  X("s16", TRI_I16, true)                                                                                    \
  X("b16", TRI_I16, true)                                                                                    \
  X("u32", TRI_I32, true)                                                                                    \
  X("s32", TRI_I32, true)                                                                                    \
  X("b32", TRI_I32, true)                                                                                    \
  X("u64", TRI_I64, true)                                                                                    \
  X("s64", TRI_I64, true)                                                                                    \
  X("b64", TRI_I64, true)                                                                                    \
  X("f16", TRI_F16, false)                                                                                   \
  X("f32", TRI_F32, false)                                                                                   \
  X("f64", TRI_F64, false)

static void type_from_ptx(const TriSimParam *q, TriParameter *p)
{
#define X(name, kind, open)                                                                                  \
  if (!strcmp(q->type, name) && q->size == (uint32_t)tri_type_bytes(kind))                                   \
    p->type = kind, p->is_untyped = open;
  PARAMETER_TYPES(X)
#undef X
  if (q->is_pointer)
    p->type = TRI_PTR, p->is_untyped = false;
}

static TriParameter parameter_from_ptx(Arena *a, const TriSimParam *q, size_t i)
{
  TriParameter p = {.name = arena_printf(a, "%zu", i), .divisibility = 1, .bytes = q->size};
  type_from_ptx(q, &p);
  p.is_read = p.is_written = p.type == TRI_PTR || (p.is_untyped && q->size == 8);
  return p;
}

/* ---- metadata ---- */

static const char *string_of(json_t *object, const char *key)
{
  return json_string_value(json_object_get(object, key));
}

static json_t *kernel_named(json_t *meta, const char *name)
{
  size_t i;
  json_t *kernel;
  json_array_foreach(json_object_get(meta, "kernels"), i, kernel)
  {
    const char *its = string_of(kernel, "name");
    if (its && !strcmp(its, name))
      return kernel;
  }
  return NULL;
}

static const char *copy_string(Arena *a, json_t *object, const char *key)
{
  const char *s = string_of(object, key);
  return s ? arena_strndup(a, s, strlen(s)) : NULL;
}

/* The argument as the metadata tells it; false where it is not the parameter that the PTX declares. */
static bool parameter_from_meta(Arena *a, json_t *arg, const TriSimParam *q, TriParameter *p)
{
  const char *type = string_of(arg, "type"), *pointee = string_of(arg, "pointee"),
             *access = string_of(arg, "access");
  *p = (TriParameter){
      .name = copy_string(a, arg, "name"),
      .type = type ? tri_type_named(type) : TRI_NONE,
      .pointee = pointee ? tri_type_named(pointee) : TRI_NONE,
      .bytes = q->size,
      .divisibility = json_integer_value(json_object_get(arg, "divisibility")),
      .fill = copy_string(a, arg, "fill"),
      .is_read = !access || strchr(access, 'r'),
      .is_written = !access || strchr(access, 'w'),
  };
  p->is_read &= p->type == TRI_PTR;
  p->is_written &= p->type == TRI_PTR;
  return p->name && p->type && (p->type == TRI_PTR) == (p->pointee != TRI_NONE) && p->divisibility > 0 &&
         json_integer_value(json_object_get(arg, "offset")) == q->offset &&
         json_integer_value(json_object_get(arg, "size")) == q->size &&
         q->size == (uint32_t)tri_type_bytes(p->type);
}

static bool describe_from_meta(TriKernel *k, json_t *meta, const TriSimKernel *sim)
{
  TriModule *m = k->module;
  json_t *args = json_object_get(meta, "args");
  size_t hidden = json_array_size(json_object_get(meta, "hidden"));
  bool ok = json_array_size(args) == sim->param_count && hidden <= sim->param_count;
  k->n_parameters = ok ? sim->param_count - hidden : 0;
  for (size_t i = 0; ok && i < k->n_parameters; i++)
    ok = parameter_from_meta(&m->arena, json_array_get(args, i), &sim->params[i], &k->parameters[i]);
  k->grid = copy_string(&m->arena, meta, "grid");
  k->bytes = copy_string(&m->arena, meta, "bytes");
  k->flops = copy_string(&m->arena, meta, "flops");
  if (!ok)
    fail(m->compiler, TRI_COMPILE,
         "%s: the tri.meta lines do not describe kernel '%s' as it stands there; without them its arguments "
         "go by position",
         m->name, k->name);
  return ok;
}

static json_t *extents_json(const uint32_t e[3])
{
  return json_pack("[I, I, I]", (json_int_t)e[0], (json_int_t)e[1], (json_int_t)e[2]);
}

static json_t *args_json(const TriKernel *k, const TriSimKernel *sim)
{
  json_t *args = json_array();
  for (size_t i = 0; i < k->n_parameters; i++)
    json_array_append_new(args, json_pack("{s:s, s:s, s:I, s:I, s:i}", "name", k->parameters[i].name, "type",
                                          tri_type_name(k->parameters[i].type), "offset",
                                          (json_int_t)sim->params[i].offset, "size",
                                          (json_int_t)sim->params[i].size, "divisibility", 1));
  return args;
}

static json_t *kernel_meta(const TriKernel *k, const TriSimKernel *sim)
{
  static const uint32_t one[3] = {1, 1, 1};
  return json_pack("{s:s, s:o, s:I, s:o, s:i, s:o, s:i, s:[], s:[]}", "name", k->name, "args",
                   args_json(k, sim), "param_bytes", (json_int_t)sim->param_bytes, "threads",
                   extents_json(sim->required_threads), "shared", 0, "cluster", extents_json(one),
                   "max_registers", 0, "hidden", "locations");
}

/* The launch metadata of this kernel alone. */
static const char *meta_text(Arena *a, const char *arch, json_t *kernel)
{
  json_t *all = json_pack("{s:i, s:s, s:[O]}", "version", 1, "arch", arch, "kernels", kernel);
  char *text = json_dumps(all, JSON_ENSURE_ASCII);
  const char *kept = arena_strndup(a, text, strlen(text));
  free(text);
  json_decref(all);
  return kept;
}

/* ---- kernels ---- */

static bool describe(TriKernel *k, json_t *meta, const TriSimKernel *sim)
{
  Arena *a = &k->module->arena;
  k->name = arena_strndup(a, sim->name, strlen(sim->name));
  k->n_parameters = sim->param_count;
  k->parameters = arena_array(a, TriParameter, k->n_parameters);
  json_t *known = kernel_named(meta, k->name);
  if (known && !describe_from_meta(k, known, sim))
    return false;
  for (size_t i = 0; !known && i < k->n_parameters; i++)
    k->parameters[i] = parameter_from_ptx(a, &sim->params[i], i);
  json_t *kernel = known ? json_incref(known) : kernel_meta(k, sim);
  k->codes = arena_new(a, Code);
  *k->codes = (Code){.target = target_named(k->module->arch)};
  k->codes->text[TRI_STAGE_PTX] = k->module->text;
  k->codes->text[TRI_STAGE_META] = meta_text(a, k->module->arch, kernel);
  json_decref(kernel);
  memcpy(k->block, sim->required_threads, sizeof k->block);
  return true;
}

static bool describe_all(TriModule *m, const TriSimModule *sim)
{
  const char *text = tri_sim_module_meta(sim);
  json_error_t e;
  json_t *meta = *text ? json_loads(text, 0, &e) : json_object();
  int n = tri_sim_kernel_count(sim);
  bool ok = meta != NULL;
  if (!ok)
    fail(m->compiler, TRI_COMPILE, "%s: the tri.meta lines hold no JSON: %s", m->name, e.text);
  else if (n == 0) {
    fail(m->compiler, TRI_COMPILE, "%s: no kernel here; a kernel in PTX is an .entry", m->name);
    ok = false;
  }
  m->kernels = arena_array(&m->arena, TriKernel, (size_t)n);
  for (int i = 0; ok && i < n; i++) {
    TriKernel *k = &m->kernels[m->n_kernels++];
    *k = (TriKernel){.module = m};
    ok = describe(k, meta, tri_sim_kernel(sim, i));
  }
  json_decref(meta);
  return ok;
}

/* The first operand of the text's .target: "sm_90" where comments hide it. */
static const char *arch_of(Arena *a, const char *text)
{
  for (const char *at = text; at; at = strchr(at, '\n')) {
    at += strspn(at, " \t\r\n");
    if (!strncmp(at, ".target", 7)) {
      at += 7 + strspn(at + 7, " \t");
      return arena_strndup(a, at, strcspn(at, " \t\r\n,/"));
    }
  }
  return "sm_90";
}

TriModule *tri_module_parse_ptx(TriCompiler *c, const char *text, size_t bytes, const char *name)
{
  if (memchr(text, '\0', bytes)) {
    fail(c, TRI_COMPILE, "%s: holds a NUL byte; a kernel is text", name);
    return NULL;
  }
  TriSimError e;
  TriSimModule *sim = tri_sim_module_parse(text, bytes, &e);
  TriModule *m = module_new(c, name);
  m->text = arena_strndup(&m->arena, text, bytes);
  m->arch = arch_of(&m->arena, m->text);
  if (!sim) {
    fail(c, TRI_COMPILE, "%s:%d:%d: error: %s%s", name, e.line, e.column, e.message,
         line_and_caret(&m->arena, m->text, e.line, e.column));
    return NULL;
  }
  bool ok = describe_all(m, sim);
  tri_sim_module_free(sim);
  return ok ? m : NULL;
}

const char *tri_module_arch(const TriModule *m) { return m->arch; }

void tri_kernel_block(const TriKernel *k, int64_t block[3])
{
  for (int i = 0; i < 3; i++)
    block[i] = k->block[i];
}

const char *ptx_text(TriKernel *k, TriStage stage)
{
  static const char *const names[TRI_STAGE_COUNT] = {"layout", "gpu", "llvm", "llvmir", "ptx", "meta"};
  const char *text = k->codes->text[stage];
  if (!text)
    fail(k->module->compiler, TRI_USAGE, "%s is PTX; it has no stage '%s', only ptx and meta",
         k->module->name, names[stage]);
  return text;
}
