/* Kernels onto devices: machine code from the cache, or compiled, assembled by the driver and kept there. */
#include "Cuda/assemble.h"
#include "Cuda/build_id.h"
#include "Cuda/function.h"
#include "Runtime/runtime.h"
#include "Support/clock.h"
#include "llvm-c/Core.h"

#include <string.h>

/* The build id of what holds this code, of LLVM and of the driver. */
static const char *id(Arena *a, void (*function)(void))
{
  const char *text = build_id_of(a, (const void *)(uintptr_t)function);
  return text ? text : "none";
}

/* Everything that the machine code and its metadata depend on. */
static Bytes key_of(Arena *a, const TriKernel *k, const TriDevice *d, const Target *t, uint64_t promised)
{
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  const char *key = arena_printf(
      a, "tri %s build %s\nLLVM %u.%u.%u build %s\ndriver %d build %s\n%s %s kernel %s promised %llx\n%s\n%s",
      TRI_VERSION, id(a, (void (*)(void))load_function), major, minor, patch,
      id(a, (void (*)(void))LLVMGetVersion), d->cuda->version, id(a, (void (*)(void))d->cuda->LinkComplete),
      t->name, t->ptx, k->name, (unsigned long long)promised, k->module->name, k->module->text);
  return (Bytes){key, strlen(key)};
}

/* A cached value is the metadata, a NUL and the cubin. */
static bool split(Bytes value, CudaCode *code)
{
  const char *end = memchr(value.data, '\0', value.bytes);
  if (!end)
    return false;
  size_t n = (size_t)(end - (const char *)value.data) + 1;
  code->meta = value.data;
  code->cubin = (Bytes){end + 1, value.bytes - n};
  return code->cubin.bytes > 0;
}

static Bytes join(Arena *a, const CudaCode *code)
{
  size_t n = strlen(code->meta) + 1;
  char *value = arena_alloc(a, n + code->cubin.bytes);
  memcpy(value, code->meta, n);
  memcpy(value + n, code->cubin.data, code->cubin.bytes);
  return (Bytes){value, n + code->cubin.bytes};
}

static bool take_from_cache(TriCompiler *c, Arena *a, Bytes key, CudaCode *code)
{
  double start = wall_seconds();
  Bytes value;
  if (!cache_get(&c->cache, a, key, &value) || !split(value, code))
    return false;
  code->info.cached = true;
  code->info.load_seconds = wall_seconds() - start;
  return true;
}

static bool make(TriKernel *k, TriDevice *d, Arena *a, const Target *t, CudaCode *code)
{
  double start = wall_seconds();
  Code *compiled = code_for(k, t, code->promised, TRI_STAGE_PTX);
  double end = wall_seconds();
  code->info.compile_seconds = end - start;
  if (!compiled)
    return false;
  code->meta = compiled->text[TRI_STAGE_META];
  Current current;
  bool ok = device_enter(d, &current);
  if (ok) {
    ok = cuda_assemble(d, a, compiled->text[TRI_STAGE_PTX], k->name, &code->cubin);
    device_leave(d, current);
  }
  code->info.assemble_seconds = wall_seconds() - end;
  return ok || (fail(k->module->compiler, cuda_status(), "%s", tri_device_error()), false);
}

static bool code_of(TriKernel *k, TriDevice *d, Arena *a, const Target *t, CudaCode *code)
{
  TriCompiler *c = k->module->compiler;
  Bytes key = key_of(a, k, d, t, code->promised);
  if (take_from_cache(c, a, key, code))
    return true;
  if (!make(k, d, a, t, code))
    return false;
  cache_put(&c->cache, key, join(a, code));
  return true;
}

TriFunction *load_function(TriKernel *k, TriDevice *d, const Target *t, uint64_t promised)
{
  Arena a = {0};
  TriCompiler *c = k->module->compiler;
  CudaCode code[2] = {{.promised = 0}, {.promised = promised}};
  size_t n = promised ? 2 : 1;
  t = target_at_ptx(c, t, d->info.ptx);
  TriFunction *f = NULL;
  bool ok = true;
  for (size_t i = 0; i < n && ok; i++)
    ok = code_of(k, d, &a, t, &code[i]);
  if (ok) {
    f = function_new(d, k->name, k->parameters, k->n_parameters, code, n);
    if (!f)
      fail(c, cuda_status(), "%s", tri_device_error());
  }
  arena_free(&a);
  return f;
}

uint64_t new_promises(const TriKernel *k, const TriArg *args, size_t n)
{
  if (k->module->arch)
    return 0; /* from PTX: compiled already */
  uint64_t promised = function_promises(k->parameters, args, n);
  for (size_t i = 0; i < n && i < 64; i++)
    if (k->parameters[i].divisibility >= CUDA_PROMISED)
      promised &= ~(UINT64_C(1) << i);
  return promised;
}

TriFunction *tri_kernel_load(TriKernel *k, TriDevice *d, const TriArg *like, size_t n_like)
{
  TriCompiler *c = k->module->compiler;
  if (like && n_like != k->n_parameters) {
    fail(c, TRI_USAGE, "kernel '%s' takes %zu arguments; %zu were passed", k->name, k->n_parameters, n_like);
    return NULL;
  }
  return load_function(k, d, d->target, like ? new_promises(k, like, n_like) : 0);
}
