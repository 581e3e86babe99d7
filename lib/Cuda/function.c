#include "Cuda/function.h"
#include "Cuda/debug.h"
#include "Debug/records.h"
#include "Numeric/numeric.h"
#include "Support/clock.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* PTX ISA, Kernel Function Parameter Attributes: 4352 bytes before PTX 8.1, which every driver takes. */
enum { MAX_PARAMETER_BYTES = 4096, MAX_ARGS = 64, MAX_VARIANTS = 2, MAX_THREADS = 1024 };

/* What becomes of an argument; ARG_BYTES: the bytes of a host buffer, by value. */
typedef enum { ARG_ADDRESS, ARG_INT, ARG_FLOAT, ARG_BYTES } ArgKind;
typedef struct {
  uint16_t offset, bytes;
  uint8_t kind; /* ArgKind */
  bool untyped; /* an integer, unless an address or a float of its size is passed */
  TriType type;
  int64_t least, most; /* of an integer */
  uint64_t mask;       /* bits that the promised divisibility, a power of two, wants clear */
} ArgPlan;

typedef struct {
  CUmodule module;
  CUfunction handle;
  unsigned threads[3], shared;
  bool open; /* the PTX does not say how many threads */
  int most_threads;
  uint64_t promised;
  Bytes cubin; /* malloc */
  TriFunctionInfo info;
} Variant;

struct TriFunction {
  TriDevice *device;
  Arena arena; /* holds this, names and plans */
  const char *name;
  size_t n_args, param_bytes;
  CudaDebug *debug;    /* of a kernel that prints or asserts */
  size_t debug_offset; /* of its hidden argument */
  const char **arg_names;
  ArgPlan *plan;
  Variant variants[MAX_VARIANTS];
  size_t n_variants;
};

static bool is_float(TriType t) { return t >= TRI_F8E4M3FN && t <= TRI_F64; }

/* ---- making one ---- */

static ArgKind kind_of(TriType t)
{
  static const uint8_t kinds[TRI_TYPE_COUNT] = {
      [TRI_NONE] = ARG_BYTES,   [TRI_PTR] = ARG_ADDRESS, [TRI_I1] = ARG_INT,     [TRI_I8] = ARG_INT,
      [TRI_I16] = ARG_INT,      [TRI_I32] = ARG_INT,     [TRI_I64] = ARG_INT,    [TRI_F8E4M3FN] = ARG_FLOAT,
      [TRI_F8E5M2] = ARG_FLOAT, [TRI_F16] = ARG_FLOAT,   [TRI_BF16] = ARG_FLOAT, [TRI_F32] = ARG_FLOAT,
      [TRI_F64] = ARG_FLOAT};
  return (ArgKind)kinds[t];
}

static bool plan_argument(TriFunction *f, size_t i, const TriParameter *p, json_t *arg)
{
  json_int_t offset = json_integer_value(json_object_get(arg, "offset")),
             bytes = json_integer_value(json_object_get(arg, "size"));
  json_int_t end = i ? f->plan[i - 1].offset + f->plan[i - 1].bytes : 0;
  int bits = p->type == TRI_I1 ? 1 : 8 * tri_type_bytes(p->type);
  if (!arg || bytes < 1 || (bytes > 8 && p->type != TRI_NONE) || offset < end ||
      offset + bytes > MAX_PARAMETER_BYTES) {
    cuda_fail(TRI_COMPILE, "kernel '%s': argument '%s' cannot be passed: %lld bytes at %lld; at most %d fit",
              f->name, p->name, (long long)bytes, (long long)offset, MAX_PARAMETER_BYTES);
    return false;
  }
  f->arg_names[i] = arena_strndup(&f->arena, p->name, strlen(p->name));
  f->plan[i] = (ArgPlan){
      .offset = (uint16_t)offset,
      .bytes = (uint16_t)bytes,
      .untyped = p->is_untyped,
      .kind = (uint8_t)kind_of(p->type),
      .type = p->type,
      .least = bits % 64 ? -(INT64_C(1) << (bits - 1)) : INT64_MIN,
      .most = bits % 64 ? (INT64_C(1) << bits) - 1 : INT64_MAX,
      .mask = (uint64_t)p->divisibility - 1,
  };
  return true;
}

/* The argument that is made here, behind the others. */
static bool plan_hidden(TriFunction *f, json_t *kernel)
{
  const char *name = json_string_value(json_array_get(json_object_get(kernel, "hidden"), 0));
  json_t *arg = json_array_get(json_object_get(kernel, "args"), f->n_args);
  json_int_t offset = json_integer_value(json_object_get(arg, "offset"));
  f->debug = name && !strcmp(name, debug_argument) ? cuda_debug_new(f->device, kernel) : NULL;
  f->debug_offset = (size_t)offset;
  if (f->debug && offset >= 0 && offset + 8 <= MAX_PARAMETER_BYTES)
    return true;
  cuda_fail(TRI_COMPILE,
            "kernel '%s' takes an argument '%s' that the launcher makes itself, and this one cannot", f->name,
            name ? name : "?");
  return false;
}

static bool plan_arguments(TriFunction *f, const TriParameter *p, json_t *kernel)
{
  json_t *args = json_object_get(kernel, "args");
  size_t hidden = json_array_size(json_object_get(kernel, "hidden"));
  if (hidden > 1 || json_array_size(args) != f->n_args + hidden || f->n_args > MAX_ARGS) {
    cuda_fail(TRI_COMPILE,
              "kernel '%s' takes %zu arguments, %zu with those that the launcher makes itself; here up to %d "
              "are passed, and one of the second kind",
              f->name, f->n_args, json_array_size(args), MAX_ARGS);
    return false;
  }
  if (hidden && !plan_hidden(f, kernel))
    return false;
  f->param_bytes = (size_t)json_integer_value(json_object_get(kernel, "param_bytes"));
  for (size_t i = 0; i < f->n_args; i++)
    if (!plan_argument(f, i, &p[i], json_array_get(args, i)))
      return false;
  return true;
}

static bool attribute(const TriFunction *f, const Variant *v, CudaEnum which, int *value)
{
  return CU(f->device->cuda, FuncGetAttribute(value, which, v->handle));
}

/* Past 48 KB a kernel must ask for its dynamic shared memory (CUDA Programming Guide, Shared Memory). */
static bool allow_shared(const TriFunction *f, const Variant *v)
{
  return v->shared == 0 ||
         CU(f->device->cuda, FuncSetAttribute(v->handle, CUDA_FUNC_MAX_DYNAMIC_SHARED, (int)v->shared));
}

/* Shared memory and threads against what the device has. */
static bool fits(TriFunction *f, Variant *v)
{
  const TriDeviceInfo *d = &f->device->info;
  int fixed, threads = v->info.threads, most;
  if (!attribute(f, v, CUDA_FUNC_SHARED_BYTES, &fixed) || !attribute(f, v, CUDA_FUNC_MAX_THREADS, &most))
    return false;
  v->info.shared_bytes = (size_t)fixed + v->shared;
  if (v->info.shared_bytes > d->shared_bytes)
    return cuda_fail(TRI_DEVICE,
                     "kernel '%s' needs %zu bytes of shared memory in a CTA; %s has %zu. Use smaller blocks "
                     "or fewer stages",
                     f->name, v->info.shared_bytes, d->name, d->shared_bytes),
           false;
  v->most_threads = most;
  if (threads > most)
    return cuda_fail(TRI_DEVICE,
                     "kernel '%s' has %d threads in a CTA and so many registers that %d fit. Use a smaller "
                     "tri.num_warps or smaller blocks",
                     f->name, threads, most),
           false;
  return allow_shared(f, v);
}

static bool load_code(TriFunction *f, Variant *v)
{
  const Cuda *cuda = f->device->cuda;
  int local;
  if (!CU(cuda, ModuleLoadData(&v->module, v->cubin.data)) ||
      !CU(cuda, ModuleGetFunction(&v->handle, v->module, f->name)) ||
      !attribute(f, v, CUDA_FUNC_REGISTERS, &v->info.registers) ||
      !attribute(f, v, CUDA_FUNC_LOCAL_BYTES, &local))
    return false;
  v->info.local_bytes = (size_t)local;
  return true;
}

static bool read_launch(TriFunction *f, Variant *v, json_t *kernel)
{
  json_t *threads = json_object_get(kernel, "threads"), *cluster = json_object_get(kernel, "cluster");
  v->info.threads = 1;
  for (size_t i = 0; i < 3; i++) {
    v->threads[i] = (unsigned)json_integer_value(json_array_get(threads, i));
    v->info.threads *= (int)v->threads[i];
    if (json_integer_value(json_array_get(cluster, i)) > 1)
      return cuda_fail(TRI_COMPILE, "kernel '%s' wants clusters of CTAs, which this version cannot launch",
                       f->name),
             false;
  }
  v->shared = (unsigned)json_integer_value(json_object_get(kernel, "shared"));
  v->open = v->info.threads == 0;
  if (v->info.threads >= 0 && v->info.threads <= MAX_THREADS)
    return true;
  cuda_fail(TRI_COMPILE, "kernel '%s' has %d threads in a CTA; up to %d can be launched", f->name,
            v->info.threads, MAX_THREADS);
  return false;
}

static bool add_variant(TriFunction *f, const CudaCode *code, json_t *kernel)
{
  Variant *v = &f->variants[f->n_variants++];
  double start = wall_seconds();
  void *copy = malloc(code->cubin.bytes);
  if (!copy)
    return cuda_fail(TRI_DEVICE, "out of host memory"), false;
  memcpy(copy, code->cubin.data, code->cubin.bytes);
  *v = (Variant){.promised = code->promised, .cubin = {copy, code->cubin.bytes}, .info = code->info};
  if (!read_launch(f, v, kernel) || !load_code(f, v) || !fits(f, v))
    return false;
  v->info.cubin = v->cubin.data;
  v->info.cubin_bytes = v->cubin.bytes;
  v->info.load_seconds += wall_seconds() - start;
  return true;
}

static bool build(TriFunction *f, const TriParameter *parameters, const CudaCode *code, size_t n)
{
  bool ok = true;
  for (size_t i = 0; i < n && ok; i++) {
    json_t *meta = json_loads(code[i].meta, 0, NULL);
    json_t *kernel = json_array_get(json_object_get(meta, "kernels"), 0);
    ok = kernel
             ? (i > 0 || plan_arguments(f, parameters, kernel)) && add_variant(f, &code[i], kernel)
             : (cuda_fail(TRI_COMPILE, "kernel '%s': its launch metadata is not readable", f->name), false);
    json_decref(meta);
  }
  return ok;
}

TriFunction *function_new(TriDevice *d, const char *name, const TriParameter *parameters, size_t n_parameters,
                          const CudaCode *code, size_t n)
{
  Arena a = {0};
  TriFunction *f = arena_new(&a, TriFunction);
  *f = (TriFunction){.device = device_retain(d), .arena = a, .n_args = n_parameters};
  f->name = arena_strndup(&f->arena, name, strlen(name));
  f->arg_names = arena_array(&f->arena, const char *, n_parameters);
  f->plan = arena_array(&f->arena, ArgPlan, n_parameters);
  Current current;
  if (device_enter(d, &current)) {
    bool ok = build(f, parameters, code, n);
    device_leave(d, current);
    if (ok)
      return f;
  }
  tri_function_free(f);
  return NULL;
}

void tri_function_free(TriFunction *f)
{
  if (!f)
    return;
  Current current;
  if (device_enter(f->device, &current)) {
    cuda_debug_free(f->debug);
    for (size_t i = 0; i < f->n_variants; i++)
      if (f->variants[i].module)
        f->device->cuda->ModuleUnload(f->variants[i].module);
    device_leave(f->device, current);
  }
  for (size_t i = 0; i < f->n_variants; i++)
    free((void *)(uintptr_t)f->variants[i].cubin.data);
  tri_device_close(f->device);
  Arena a = f->arena; /* holds f itself */
  arena_free(&a);
}

/* ---- launching ---- */

/* The argument's kind: what the parameter says, or what is passed where it leaves that open. */
static ArgKind settled(const ArgPlan *p, const TriArg *a)
{
  ArgKind passed = kind_of(a->type);
  bool other = passed == ARG_ADDRESS || passed == ARG_FLOAT;
  return p->untyped && other && tri_type_bytes(a->type) == p->bytes ? passed : (ArgKind)p->kind;
}

static TriStatus explain_one(const TriFunction *f, size_t i, const TriArg *a)
{
  static const char *const words[] = {"a buffer", "an integer", "a float", "nothing"};
  const ArgPlan *p = &f->plan[i];
  const char *name = f->arg_names[i];
  ArgKind kind = settled(p, a);
  if (kind == ARG_BYTES)
    return a->type == TRI_PTR && a->bytes == p->bytes
               ? TRI_OK
               : cuda_fail(TRI_USAGE, "argument '%s' is %u bytes by value and takes a buffer of that size",
                           name, p->bytes);
  if (kind_of(a->type) != kind)
    return cuda_fail(TRI_USAGE, "argument '%s' is %s; %s was passed", name, words[kind],
                     words[kind_of(a->type)]);
  if (kind == ARG_INT && (a->i < p->least || a->i > p->most))
    return cuda_fail(TRI_USAGE, "argument '%s' is an %s; %lld does not fit", name, tri_type_name(p->type),
                     (long long)a->i);
  uint64_t value = kind == ARG_ADDRESS ? (uint64_t)(uintptr_t)a->data : (uint64_t)a->i;
  if (kind != ARG_FLOAT && (value & p->mask))
    return cuda_fail(
        TRI_USAGE, "argument '%s': the kernel promises %s divisible by %llu (tri.divisibility); %lld is not",
        name, kind == ARG_ADDRESS ? "an address" : "a value", (unsigned long long)p->mask + 1,
        (long long)value);
  return TRI_OK;
}

/* The first argument that does not fit its parameter, in words. */
static TriStatus explain_arguments(const TriFunction *f, const TriArg *args)
{
  for (size_t i = 0; i < f->n_args; i++)
    if (explain_one(f, i, &args[i]) != TRI_OK)
      return TRI_USAGE;
  return TRI_OK;
}

static TriFloat float_format(TriType t)
{
  static const uint8_t formats[TRI_TYPE_COUNT] = {
      [TRI_F8E4M3FN] = TRI_FLOAT_F8E4M3FN, [TRI_F8E5M2] = TRI_FLOAT_F8E5M2, [TRI_F16] = TRI_FLOAT_F16,
      [TRI_BF16] = TRI_FLOAT_BF16,         [TRI_F32] = TRI_FLOAT_F32,       [TRI_F64] = TRI_FLOAT_F64};
  return (TriFloat)formats[t];
}

/* Rounded once: through float only where that is exact. */
static uint64_t float_bits(TriType t, double x)
{
  uint64_t bits = 0;
  float narrow = (float)x;
  bool exact = (double)narrow == x;
  if (t == TRI_F32)
    memcpy(&bits, &narrow, sizeof narrow);
  else if (t == TRI_F64)
    memcpy(&bits, &x, sizeof x);
  else if (t == TRI_F16 && exact)
    bits = tri_f32_to_f16(narrow);
  else if (t == TRI_BF16 && exact)
    bits = tri_f32_to_bf16(narrow);
  else
    bits = tri_float_encode(float_format(t), x, TRI_RN, false);
  return bits;
}

/* What packing the arguments found: whether all fit, and which are no multiples of 16. */
typedef struct {
  uint64_t wrong, loose;
} Packed;

/* Writes 8 bytes of each scalar: arguments lie in the order of their offsets, so that the next one overwrites
 * what is too much, and the block has room behind the last. */
static Packed pack(const TriFunction *f, const TriArg *args, unsigned char *block)
{
  Packed r = {0, 0};
  for (size_t i = 0; i < f->n_args; i++) {
    const ArgPlan *p = &f->plan[i];
    const TriArg *a = &args[i];
    uint64_t bits = 0;
    switch (p->untyped ? settled(p, a) : (ArgKind)p->kind) {
    case ARG_ADDRESS:
      bits = (uint64_t)(uintptr_t)a->data;
      r.wrong |= (bits & p->mask) | (uint64_t)(a->type != TRI_PTR);
      break;
    case ARG_INT:
      bits = (uint64_t)a->i;
      r.wrong |= (bits & p->mask) | (uint64_t)(a->i < p->least) | (uint64_t)(a->i > p->most) |
                 (uint64_t)(kind_of(a->type) != ARG_INT);
      bits = p->type == TRI_I1 ? bits & 1 : bits;
      break;
    case ARG_FLOAT:
      bits = float_bits(p->untyped ? a->type : p->type, a->f);
      r.wrong |= (uint64_t)!is_float(a->type);
      break;
    case ARG_BYTES:
      if (a->type == TRI_PTR && a->bytes == p->bytes)
        memcpy(block + p->offset, a->data, p->bytes);
      else
        r.wrong = 1;
      continue;
    }
    r.loose |= (uint64_t)((bits & (CUDA_PROMISED - 1)) != 0) << i;
    memcpy(block + p->offset, &bits, sizeof bits);
  }
  return r;
}

static TriStatus check_grid(const TriFunction *f, const int64_t grid[3])
{
  for (int i = 0; i < 3; i++)
    if (grid[i] < 0 || grid[i] > tri_grid_limit(i))
      return cuda_fail(TRI_USAGE, "kernel '%s': grid extent %lld on axis %c; 0 to %lld can be launched",
                       f->name, (long long)grid[i], "xyz"[i], (long long)tri_grid_limit(i));
  return TRI_OK;
}

TriStatus tri_function_block(TriFunction *f, const int block[3], int64_t shared)
{
  Variant *v = &f->variants[0];
  int64_t threads = 1;
  for (int i = 0; i < 3; i++) {
    int n = block[i] ? block[i] : 1;
    if (n < 1 || (!v->open && block[0] && (unsigned)n != v->threads[i]))
      return cuda_fail(TRI_USAGE, "kernel '%s': a CTA of %d x %d x %d threads; it requires %u x %u x %u",
                       f->name, block[0], block[1], block[2], v->threads[0], v->threads[1], v->threads[2]);
    threads *= n;
    if (v->open && block[0])
      v->threads[i] = (unsigned)n;
  }
  if (threads > v->most_threads)
    return cuda_fail(TRI_USAGE, "kernel '%s': a CTA of %lld threads; %d fit", f->name, (long long)threads,
                     v->most_threads);
  if (shared < 0 || shared > (int64_t)f->device->info.shared_bytes)
    return cuda_fail(TRI_USAGE, "kernel '%s': %lld bytes of shared memory; %s has %zu", f->name,
                     (long long)shared, f->device->name, f->device->info.shared_bytes);
  if (!shared)
    return TRI_OK;
  Current current;
  v->shared = (unsigned)shared;
  if (!device_enter(f->device, &current))
    return cuda_status();
  bool ok = allow_shared(f, v);
  device_leave(f->device, current);
  return ok ? TRI_OK : cuda_status();
}

static const Variant *variant_for(const TriFunction *f, uint64_t loose)
{
  const Variant *special = &f->variants[f->n_variants - 1];
  return special->promised & loose ? &f->variants[0] : special;
}

static TriStatus start(const TriFunction *f, const Variant *v, const int64_t grid[3], void *block,
                       void *stream)
{
  size_t bytes = f->param_bytes;
  void *extra[] = {CUDA_PARAM_BLOCK, block, CUDA_PARAM_BYTES, &bytes, CUDA_PARAM_END};
  Current current;
  if (!device_enter(f->device, &current))
    return cuda_status();
  bool ok = CU(f->device->cuda,
               LaunchKernel(v->handle, (unsigned)grid[0], (unsigned)grid[1], (unsigned)grid[2], v->threads[0],
                            v->threads[1], v->threads[2], v->shared, stream, NULL, extra));
  device_leave(f->device, current);
  return ok ? TRI_OK : cuda_status();
}

TriStatus tri_function_launch(const TriFunction *f, void *stream, const int64_t grid[3], const TriArg *args,
                              size_t n_args)
{
  _Alignas(16) unsigned char block[MAX_PARAMETER_BYTES + sizeof(uint64_t)];
  if (n_args != f->n_args)
    return cuda_fail(TRI_USAGE, "kernel '%s' takes %zu arguments; %zu were passed", f->name, f->n_args,
                     n_args);
  if (grid[0] < 1 || grid[1] < 1 || grid[2] < 1 || grid[0] > INT32_MAX || grid[1] > 65535 ||
      grid[2] > 65535) {
    TriStatus s = check_grid(f, grid);
    return s != TRI_OK ? s : explain_arguments(f, args);
  }
  if (!f->variants[0].threads[0])
    return cuda_fail(TRI_USAGE,
                     "kernel '%s': its PTX does not say how many threads a CTA has (.reqntid); set them with "
                     "tri_function_block",
                     f->name);
  Packed p = pack(f, args, block);
  if (p.wrong) {
    TriStatus s = explain_arguments(f, args);
    if (s != TRI_OK)
      return s;
  }
  if (f->debug) {
    void *buffer = cuda_debug_buffer(f->debug, stream);
    if (!buffer)
      return cuda_status();
    memcpy(block + f->debug_offset, &buffer, sizeof buffer);
  }
  return start(f, variant_for(f, p.loose), grid, block, stream);
}

/* ---- what there is to know ---- */

uint64_t function_promises(const TriParameter *parameters, const TriArg *args, size_t n)
{
  uint64_t promises = 0;
  for (size_t i = 0; i < n && i < MAX_ARGS; i++) {
    ArgKind kind = kind_of(parameters[i].type);
    uint64_t value = kind == ARG_ADDRESS ? (uint64_t)(uintptr_t)args[i].data : (uint64_t)args[i].i;
    if (kind != ARG_FLOAT && parameters[i].type != TRI_I1 && value % CUDA_PROMISED == 0)
      promises |= UINT64_C(1) << i;
  }
  return promises;
}

TriFunctionInfo tri_function_info(const TriFunction *f, const TriArg *args, size_t n_args)
{
  _Alignas(16) unsigned char block[MAX_PARAMETER_BYTES + sizeof(uint64_t)];
  const Variant *v = &f->variants[0];
  if (args && n_args == f->n_args)
    v = variant_for(f, pack(f, args, block).loose);
  return v->info;
}
