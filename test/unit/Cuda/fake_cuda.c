#include "fake_cuda.h"

#include "Cuda/api.h"
#include "Simulator/simulator.h"
#include "Support/clock.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT FakeCuda fake_cuda = {
    .devices = 1, .version = 13000, .major = 9, .minor = 0, .memory = 1 << 30, .max_threads = 1024};
static FakeCuda *const fake = &fake_cuda;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Every function as the table says. */
#define F(member, symbol, ...) EXPORT CudaEnum symbol(__VA_ARGS__);
#include "Cuda/api.def"
#undef F

/* ---- failing on demand, and in what context ---- */

static CudaEnum injected(const char *symbol)
{
  if (!fake->fail || strcmp(fake->fail, symbol))
    return CUDA_OK;
  return fake->fail_after-- > 0 ? CUDA_OK : fake->fail_with;
}

#define MAY_FAIL()                                                                                           \
  do {                                                                                                       \
    CudaEnum failure = injected(__func__);                                                                   \
    if (failure)                                                                                             \
      return failure;                                                                                        \
  } while (0)

enum { DEPTH = 16 };
static _Thread_local CUcontext stack[DEPTH];
static _Thread_local int depth;
static CudaEnum sticky; /* a kernel's fault: every later call in the context fails */

#define IN_CONTEXT()                                                                                         \
  do {                                                                                                       \
    MAY_FAIL();                                                                                              \
    if (depth == 0)                                                                                          \
      return CUDA_INVALID_CONTEXT;                                                                           \
    if (sticky)                                                                                              \
      return sticky;                                                                                         \
  } while (0)

static void add(int *count, int n)
{
  pthread_mutex_lock(&lock);
  *count += n;
  pthread_mutex_unlock(&lock);
}

/* ---- the driver and its devices ---- */

CudaEnum cuInit(unsigned flags)
{
  MAY_FAIL();
  return flags ? CUDA_INVALID_VALUE : fake->devices ? CUDA_OK : CUDA_NO_DEVICE;
}

CudaEnum cuDriverGetVersion(int *version)
{
  MAY_FAIL();
  *version = fake->version;
  return CUDA_OK;
}

CudaEnum cuGetErrorName(CudaEnum error, const char **text)
{
  *text = NULL;
#define K(name, value, cuda_name)                                                                            \
  if (name == error && !strncmp(#cuda_name, "CUDA_ERROR", 10))                                               \
    *text = #cuda_name;
#include "Cuda/constants.def"
#undef K
  return *text ? CUDA_OK : CUDA_INVALID_VALUE;
}

CudaEnum cuGetErrorString(CudaEnum error, const char **text)
{
  *text = error == CUDA_OUT_OF_MEMORY ? "out of memory" : "so says the fake driver";
  return CUDA_OK;
}

CudaEnum cuDeviceGetCount(int *count)
{
  MAY_FAIL();
  *count = fake->devices;
  return CUDA_OK;
}

CudaEnum cuDeviceGet(CUdevice *device, int ordinal)
{
  MAY_FAIL();
  *device = ordinal;
  return ordinal >= 0 && ordinal < fake->devices ? CUDA_OK : CUDA_INVALID_DEVICE;
}

CudaEnum cuDeviceGetName(char *name, int bytes, CUdevice device)
{
  MAY_FAIL();
  snprintf(name, (size_t)bytes, "Fake GPU %d", device);
  return CUDA_OK;
}

CudaEnum cuDeviceGetAttribute(int *value, CudaEnum attribute, CUdevice device)
{
  MAY_FAIL();
  (void)device;
  switch (attribute) {
  case CUDA_DEVICE_MAJOR:
    *value = fake->major;
    return CUDA_OK;
  case CUDA_DEVICE_MINOR:
    *value = fake->minor;
    return CUDA_OK;
  case CUDA_DEVICE_MULTIPROCESSORS:
    *value = 132;
    return CUDA_OK;
  case CUDA_DEVICE_L2_BYTES:
    *value = 1 << 20;
    return CUDA_OK;
  case CUDA_DEVICE_MAX_SHARED_OPTIN:
    *value = 232448;
    return CUDA_OK;
  default:
    return CUDA_INVALID_VALUE;
  }
}

CudaEnum cuDeviceTotalMem_v2(size_t *bytes, CUdevice device)
{
  MAY_FAIL();
  (void)device;
  *bytes = fake->memory;
  return CUDA_OK;
}

/* The context of device n is the address n + 1. */
CudaEnum cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
  MAY_FAIL();
  *context = (CUcontext)(uintptr_t)(device + 1);
  add(&fake->contexts, 1);
  return CUDA_OK;
}

CudaEnum cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
  MAY_FAIL();
  (void)device;
  sticky = CUDA_OK;
  add(&fake->contexts, -1);
  return CUDA_OK;
}

CudaEnum cuCtxGetCurrent(CUcontext *context)
{
  MAY_FAIL();
  *context = depth ? stack[depth - 1] : NULL;
  return CUDA_OK;
}

CudaEnum cuCtxPushCurrent_v2(CUcontext context)
{
  MAY_FAIL();
  if (depth == DEPTH)
    abort();
  stack[depth++] = context;
  return CUDA_OK;
}

CudaEnum cuCtxPopCurrent_v2(CUcontext *context)
{
  MAY_FAIL();
  if (depth == 0)
    return CUDA_INVALID_CONTEXT;
  *context = stack[--depth];
  return CUDA_OK;
}

/* ---- memory: the host's ---- */

enum { MAX_ALLOCATIONS = 4096 };
static struct {
  void *p;
  size_t bytes;
} allocations[MAX_ALLOCATIONS]; /* guarded by lock */

CudaEnum cuMemGetInfo_v2(size_t *available, size_t *total)
{
  IN_CONTEXT();
  *total = fake->memory;
  *available = fake->memory - fake->allocated;
  return CUDA_OK;
}

CudaEnum cuMemAlloc_v2(CUdeviceptr *p, size_t bytes)
{
  IN_CONTEXT();
  if (bytes == 0)
    return CUDA_INVALID_VALUE;
  CudaEnum result = CUDA_OUT_OF_MEMORY;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < MAX_ALLOCATIONS && bytes <= fake->memory - fake->allocated; i++)
    if (!allocations[i].p) {
      allocations[i].p = aligned_alloc(512, (bytes + 511) & ~(size_t)511);
      allocations[i].bytes = bytes;
      memset(allocations[i].p, 0xcd, bytes);
      *p = (CUdeviceptr)(uintptr_t)allocations[i].p;
      fake->allocations++;
      fake->allocated += bytes;
      result = CUDA_OK;
      break;
    }
  pthread_mutex_unlock(&lock);
  return result;
}

CudaEnum cuMemFree_v2(CUdeviceptr p)
{
  IN_CONTEXT();
  CudaEnum result = CUDA_INVALID_VALUE;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < MAX_ALLOCATIONS; i++)
    if (p && allocations[i].p == (void *)(uintptr_t)p) {
      free(allocations[i].p);
      allocations[i].p = NULL;
      fake->allocations--;
      fake->allocated -= allocations[i].bytes;
      result = CUDA_OK;
    }
  pthread_mutex_unlock(&lock);
  return result;
}

CudaEnum cuMemHostAlloc(void **p, size_t bytes, unsigned flags)
{
  MAY_FAIL();
  CUdeviceptr at = 0;
  CudaEnum result = flags & CUDA_HOST_MAPPED ? cuMemAlloc_v2(&at, bytes) : CUDA_INVALID_VALUE;
  *p = (void *)(uintptr_t)at;
  return result;
}

CudaEnum cuMemFreeHost(void *p) { return cuMemFree_v2((CUdeviceptr)(uintptr_t)p); }

CudaEnum cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
  IN_CONTEXT();
  (void)stream;
  memcpy((void *)(uintptr_t)to, (void *)(uintptr_t)from, bytes);
  return CUDA_OK;
}

CudaEnum cuMemsetD8Async(CUdeviceptr p, unsigned char value, size_t bytes, CUstream stream)
{
  IN_CONTEXT();
  (void)stream;
  memset((void *)(uintptr_t)p, value, bytes);
  return CUDA_OK;
}

/* ---- streams and events ---- */

CudaEnum cuStreamCreate(CUstream *stream, unsigned flags)
{
  IN_CONTEXT();
  (void)flags;
  *stream = malloc(1);
  add(&fake->streams, 1);
  return CUDA_OK;
}

CudaEnum cuStreamDestroy_v2(CUstream stream)
{
  free(stream);
  add(&fake->streams, -1);
  return CUDA_OK;
}

CudaEnum cuStreamSynchronize(CUstream stream)
{
  IN_CONTEXT();
  (void)stream;
  return CUDA_OK;
}

CudaEnum cuEventCreate(CUevent *event, unsigned flags)
{
  IN_CONTEXT();
  (void)flags;
  *event = malloc(sizeof(double));
  add(&fake->events, 1);
  return CUDA_OK;
}

CudaEnum cuEventDestroy_v2(CUevent event)
{
  free(event);
  add(&fake->events, -1);
  return CUDA_OK;
}

CudaEnum cuEventRecord(CUevent event, CUstream stream)
{
  IN_CONTEXT();
  (void)stream;
  *(double *)event = wall_seconds();
  return CUDA_OK;
}

CudaEnum cuEventSynchronize(CUevent event)
{
  IN_CONTEXT();
  (void)event;
  return CUDA_OK;
}

CudaEnum cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to)
{
  IN_CONTEXT();
  *milliseconds = (float)(1e3 * (*(double *)to - *(double *)from));
  return CUDA_OK;
}

/* ---- code: a cubin is the PTX behind a word of its own ---- */

#define MAGIC "FAKECUBIN\n"

typedef struct {
  char *log, *cubin;
  size_t log_bytes, bytes;
} Link;

typedef struct {
  TriSimModule *module;
  const TriSimKernel *kernel;
  bool special;
} Module;

CudaEnum cuLinkCreate_v2(unsigned n, CudaEnum *options, void **values, CUlinkState *state)
{
  IN_CONTEXT();
  Link *l = calloc(1, sizeof *l);
  for (unsigned i = 0; i < n; i++) {
    if (options[i] == CUDA_JIT_ERROR_LOG)
      l->log = values[i];
    if (options[i] == CUDA_JIT_ERROR_LOG_BYTES)
      l->log_bytes = (size_t)(uintptr_t)values[i];
  }
  *state = (CUlinkState)l;
  add(&fake->links, 1);
  return CUDA_OK;
}

/* The driver's own rules: its newest PTX version, its GPU's architecture, and what the simulator parses. */
static CudaEnum check_ptx(Link *l, const char *ptx)
{
  int major = 0, minor = 0, arch = 0,
      newest = fake->version >= 13000   ? 90
               : fake->version >= 12080 ? 87
               : fake->version >= 12050 ? 85
               : fake->version >= 12000 ? 80
                                        : 78;
  char specific = 0;
  const char *version = strstr(ptx, ".version "), *target = strstr(ptx, ".target sm_");
  if (!version || sscanf(version, ".version %d.%d", &major, &minor) != 2 || !target ||
      sscanf(target, ".target sm_%d%c", &arch, &specific) < 1)
    return CUDA_INVALID_PTX;
  if (10 * major + minor > newest)
    return CUDA_UNSUPPORTED_PTX_VERSION;
  int device = 10 * fake->major + fake->minor;
  if (specific == 'a' ? arch != device : arch > device)
    return CUDA_NO_BINARY_FOR_GPU;
  TriSimError e;
  TriSimModule *m = tri_sim_module_parse(ptx, strlen(ptx), &e);
  if (!m && l->log)
    snprintf(l->log, l->log_bytes, "ptxas application ptx input, line %d; fatal   : %s", e.line, e.message);
  tri_sim_module_free(m);
  return m ? CUDA_OK : CUDA_INVALID_PTX;
}

CudaEnum cuLinkAddData_v2(CUlinkState state, CudaEnum type, void *data, size_t bytes, const char *name,
                          unsigned n, CudaEnum *options, void **values)
{
  (void)name, (void)n, (void)options, (void)values;
  Link *l = (Link *)state;
  if (fake->log && l->log)
    snprintf(l->log, l->log_bytes, "%s", fake->log);
  IN_CONTEXT();
  if (type != CUDA_JIT_INPUT_PTX || bytes != strlen(data) + 1)
    return CUDA_INVALID_VALUE;
  CudaEnum result = check_ptx(l, data);
  if (result != CUDA_OK)
    return result;
  l->bytes = sizeof MAGIC + strlen(data);
  l->cubin = malloc(l->bytes);
  snprintf(l->cubin, l->bytes, MAGIC "%s", (const char *)data);
  add(&fake->assembled, 1);
  return CUDA_OK;
}

CudaEnum cuLinkComplete(CUlinkState state, void **cubin, size_t *bytes)
{
  IN_CONTEXT();
  Link *l = (Link *)state;
  *cubin = l->cubin;
  *bytes = l->bytes;
  return CUDA_OK;
}

CudaEnum cuLinkDestroy(CUlinkState state)
{
  free(((Link *)state)->cubin);
  free(state);
  add(&fake->links, -1);
  return CUDA_OK;
}

CudaEnum cuModuleLoadData(CUmodule *module, const void *image)
{
  IN_CONTEXT();
  const char *text = image;
  TriSimError e;
  if (strncmp(text, MAGIC, sizeof MAGIC - 1))
    return CUDA_INVALID_VALUE;
  text += sizeof MAGIC - 1;
  Module *m = calloc(1, sizeof *m);
  m->module = tri_sim_module_parse(text, strlen(text), &e);
  if (!m->module)
    abort();
  m->special = strstr(tri_sim_module_meta(m->module), "\"divisibility\": 16") != NULL;
  *module = (CUmodule)m;
  add(&fake->modules, 1);
  return CUDA_OK;
}

CudaEnum cuModuleUnload(CUmodule module)
{
  tri_sim_module_free(((Module *)module)->module);
  free(module);
  add(&fake->modules, -1);
  return CUDA_OK;
}

CudaEnum cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
  IN_CONTEXT();
  Module *m = (Module *)module;
  m->kernel = tri_sim_kernel_find(m->module, name);
  *function = (CUfunction)m;
  return m->kernel ? CUDA_OK : CUDA_INVALID_VALUE;
}

CudaEnum cuFuncGetAttribute(int *value, CudaEnum attribute, CUfunction function)
{
  IN_CONTEXT();
  const Module *m = (const Module *)function;
  *value = attribute == CUDA_FUNC_MAX_THREADS    ? fake->max_threads
           : attribute == CUDA_FUNC_SHARED_BYTES ? (int)m->kernel->static_shared_bytes
           : attribute == CUDA_FUNC_LOCAL_BYTES  ? (int)m->kernel->local_bytes
                                                 : 32;
  return CUDA_OK;
}

CudaEnum cuFuncSetAttribute(CUfunction function, CudaEnum attribute, int value)
{
  IN_CONTEXT();
  (void)function, (void)attribute;
  return value <= 232448 ? CUDA_OK : CUDA_INVALID_VALUE;
}

/* ---- launching ---- */

static CudaEnum execute(const Module *m, const TriSimLaunch *launch)
{
  TriSimMemory *memory = tri_sim_memory_new(m->module);
  pthread_mutex_lock(&lock);
  for (int i = 0; i < MAX_ALLOCATIONS; i++)
    if (allocations[i].p)
      tri_sim_memory_add(memory, "allocation", allocations[i].p, allocations[i].bytes);
  pthread_mutex_unlock(&lock);
  TriSimResult r;
  bool ok = tri_sim_launch(memory, launch, &(TriSimOptions){.threads = 1}, &r);
  tri_sim_memory_free(memory);
  if (ok)
    return CUDA_OK;
  fprintf(stderr, "fake driver: %s\n", r.fault.message);
  return r.fault.kind == TRI_SIM_FAULT_MISALIGNED ? CUDA_MISALIGNED_ADDRESS : CUDA_ILLEGAL_ADDRESS;
}

/* The parameters' bytes, from the addresses of each or from one block; false where they are not the kernel's.
 */
static bool take_params(const TriSimKernel *k, void **params, void **extra, unsigned char *block)
{
  for (uint32_t i = 0; i < k->param_count && params; i++)
    memcpy(block + k->params[i].offset, params[i], k->params[i].size);
  if (params)
    return !extra;
  if (extra[0] != CUDA_PARAM_BLOCK || extra[2] != CUDA_PARAM_BYTES || extra[4] != CUDA_PARAM_END ||
      *(size_t *)extra[3] != k->param_bytes)
    return false;
  memcpy(block, extra[1], k->param_bytes);
  return true;
}

CudaEnum cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                        unsigned bz, unsigned shared, CUstream stream, void **params, void **extra)
{
  IN_CONTEXT();
  const Module *m = (const Module *)function;
  unsigned char block[sizeof fake->params] = {0};
  if (!gx || !gy || !gz || !take_params(m->kernel, params, extra, block))
    return CUDA_INVALID_VALUE;
  pthread_mutex_lock(&lock);
  fake->launches++;
  fake->grid[0] = gx, fake->grid[1] = gy, fake->grid[2] = gz;
  fake->block[0] = bx, fake->block[1] = by, fake->block[2] = bz;
  fake->shared = shared;
  fake->stream = stream;
  fake->param_bytes = m->kernel->param_bytes;
  fake->special = m->special;
  memcpy(fake->params, block, sizeof block);
  pthread_mutex_unlock(&lock);
  TriSimLaunch launch = {m->kernel, {gx, gy, gz}, {bx, by, bz}, shared, block, m->kernel->param_bytes};
  if (!fake->do_not_run)
    sticky = execute(m, &launch);
  return CUDA_OK;
}
