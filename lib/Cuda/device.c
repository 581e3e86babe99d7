#include "Cuda/device.h"
#include "Cuda/debug.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEVICES = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static TriDevice *open_devices[MAX_DEVICES]; /* guarded by lock */

/* ---- the current context ---- */

bool device_enter(const TriDevice *d, Current *current)
{
  CUcontext now = NULL;
  *current = (Current){false};
  if (!CU(d->cuda, CtxGetCurrent(&now)))
    return false;
  if (now == d->context)
    return true;
  return current->pushed = CU(d->cuda, CtxPushCurrent(d->context));
}

void device_leave(const TriDevice *d, Current current)
{
  CUcontext left;
  if (current.pushed)
    d->cuda->CtxPopCurrent(&left);
}

/* ---- opening ---- */

/* "sm_90a" is {90, true}: code of an architecture-specific row runs on that very GPU alone. */
static int number_of(const Target *t, bool *specific)
{
  char *end;
  long n = strtol(t->name + 3, &end, 10);
  *specific = *end == 'a';
  return (int)n;
}

const Target *device_target(int major, int minor)
{
  int device = 10 * major + minor, best = 0;
  const Target *found = NULL;
  for (size_t i = 0; i < target_count; i++) {
    bool specific;
    int n = number_of(&targets[i], &specific);
    if (n == device)
      return &targets[i];
    if (!specific && n < device && n > best) {
      best = n;
      found = &targets[i];
    }
  }
  return found;
}

bool device_runs(const TriDevice *d, const Target *t)
{
  bool specific;
  int n = number_of(t, &specific), device = 10 * d->info.major + d->info.minor;
  return n == device || (!specific && n < device);
}

static bool attribute(const TriDevice *d, CudaEnum which, int *value)
{
  return CU(d->cuda, DeviceGetAttribute(value, which, d->handle));
}

static bool describe(TriDevice *d, int ordinal)
{
  TriDeviceInfo *i = &d->info;
  int l2, shared;
  if (!CU(d->cuda, DeviceGetName(d->name, (int)sizeof d->name, d->handle)) ||
      !CU(d->cuda, DeviceTotalMem(&i->memory_bytes, d->handle)) ||
      !attribute(d, CUDA_DEVICE_MAJOR, &i->major) || !attribute(d, CUDA_DEVICE_MINOR, &i->minor) ||
      !attribute(d, CUDA_DEVICE_MULTIPROCESSORS, &i->multiprocessors) ||
      !attribute(d, CUDA_DEVICE_L2_BYTES, &l2) || !attribute(d, CUDA_DEVICE_MAX_SHARED_OPTIN, &shared))
    return false;
  i->name = d->name;
  i->ordinal = ordinal;
  i->driver = d->cuda->version;
  i->l2_bytes = (size_t)l2;
  i->shared_bytes = (size_t)shared;
  return true;
}

/* The target, and a PTX version that both it and the driver know. */
static bool choose_code(TriDevice *d)
{
  TriDeviceInfo *i = &d->info;
  d->target = device_target(i->major, i->minor);
  if (!d->target)
    return cuda_fail(
               TRI_DEVICE,
               "device %d, %s, has compute capability %d.%d, for which nothing is compiled; the targets "
               "are %s",
               i->ordinal, i->name, i->major, i->minor, target_names()),
           false;
  int newest = target_ptx(d->target), driver = cuda_ptx_version(i->driver);
  i->arch = d->target->name;
  i->ptx = driver < newest ? driver : newest;
  if (i->ptx >= d->target->oldest_ptx)
    return true;
  int needed = cuda_for_ptx(d->target->oldest_ptx);
  cuda_fail(TRI_DEVICE,
            "the driver is for CUDA %d.%d and takes PTX up to %d.%d; %s needs PTX %d.%d: update the NVIDIA "
            "driver to one for CUDA %d.%d or newer",
            i->driver / 1000, i->driver % 1000 / 10, driver / 10, driver % 10, i->arch,
            d->target->oldest_ptx / 10, d->target->oldest_ptx % 10, needed / 1000, needed % 1000 / 10);
  return false;
}

static TriDevice *device_new(const Cuda *cuda, int ordinal)
{
  TriDevice *d = calloc(1, sizeof *d);
  if (!d) {
    cuda_fail(TRI_DEVICE, "out of host memory");
    return NULL;
  }
  *d = (TriDevice){.cuda = cuda};
  if (CU(cuda, DeviceGet(&d->handle, ordinal)) && describe(d, ordinal) && choose_code(d) &&
      CU(cuda, DevicePrimaryCtxRetain(&d->context, d->handle)))
    return d;
  free(d);
  return NULL;
}

static int count(const Cuda *cuda)
{
  int n = 0;
  if (!cuda || !CU(cuda, DeviceGetCount(&n)))
    return 0;
  if (n == 0)
    cuda_fail(TRI_DEVICE, "there is no CUDA device here (or CUDA_VISIBLE_DEVICES hides it); run on the "
                          "simulator with target sim");
  return n < MAX_DEVICES ? n : MAX_DEVICES;
}

int tri_device_count(void) { return count(cuda_driver()); }

TriDevice *tri_device_open(int ordinal)
{
  const Cuda *cuda = cuda_driver();
  int n = count(cuda);
  if (n == 0)
    return NULL;
  if (ordinal < 0 || ordinal >= n) {
    cuda_fail(TRI_USAGE, "there is no device %d; the devices are 0 to %d", ordinal, n - 1);
    return NULL;
  }
  pthread_mutex_lock(&lock);
  TriDevice *d = open_devices[ordinal];
  d = d ? d : device_new(cuda, ordinal);
  if (d)
    d->users++;
  open_devices[ordinal] = d;
  pthread_mutex_unlock(&lock);
  return d;
}

TriDevice *device_retain(TriDevice *d)
{
  pthread_mutex_lock(&lock);
  d->users++;
  pthread_mutex_unlock(&lock);
  return d;
}

void tri_device_close(TriDevice *d)
{
  if (!d)
    return;
  pthread_mutex_lock(&lock);
  if (--d->users == 0) {
    open_devices[d->info.ordinal] = NULL;
    d->cuda->DevicePrimaryCtxRelease(d->handle);
    free(d);
  }
  pthread_mutex_unlock(&lock);
}

const TriDeviceInfo *tri_device_info(const TriDevice *d) { return &d->info; }

/* ---- memory and streams ---- */

/* Runs one call of the driver in the device's context. */
#define IN_CONTEXT(d, call)                                                                                  \
  Current current;                                                                                           \
  if (!device_enter(d, &current))                                                                            \
    return cuda_status();                                                                                    \
  bool ok = CU((d)->cuda, call);                                                                             \
  device_leave(d, current);                                                                                  \
  return ok ? TRI_OK : cuda_status()

static CUdeviceptr address(const void *p) { return (CUdeviceptr)(uintptr_t)p; }

static TriStatus allocate(TriDevice *d, CUdeviceptr *p, size_t bytes) { IN_CONTEXT(d, MemAlloc(p, bytes)); }

static void explain_memory(TriDevice *d, size_t bytes)
{
  Current current;
  size_t available = 0, total = 0;
  if (cuda_status() != TRI_DEVICE || !device_enter(d, &current))
    return;
  if (d->cuda->MemGetInfo(&available, &total) == CUDA_OK && available < bytes)
    cuda_fail(
        TRI_DEVICE,
        "device %d, %s, cannot give %.1f MiB: %.1f of its %.1f MiB are free; use smaller buffers, or see "
        "with nvidia-smi who holds it",
        d->info.ordinal, d->name, (double)bytes / 0x1p20, (double)available / 0x1p20, (double)total / 0x1p20);
  device_leave(d, current);
}

void *tri_device_alloc(TriDevice *d, size_t bytes)
{
  CUdeviceptr p = 0;
  if (allocate(d, &p, bytes ? bytes : 1) == TRI_OK)
    return (void *)(uintptr_t)p;
  explain_memory(d, bytes);
  return NULL;
}

static TriStatus give_back(TriDevice *d, const void *p) { IN_CONTEXT(d, MemFree(address(p))); }
TriStatus tri_device_free(TriDevice *d, void *p) { return p ? give_back(d, p) : TRI_OK; }

static TriStatus copy(TriDevice *d, void *to, const void *from, size_t bytes, void *stream)
{
  IN_CONTEXT(d, MemcpyAsync(address(to), address(from), bytes, stream));
}

TriStatus tri_device_copy(TriDevice *d, void *to, const void *from, size_t bytes, void *stream)
{
  return bytes ? copy(d, to, from, bytes, stream) : TRI_OK;
}

static TriStatus fill(TriDevice *d, void *p, unsigned char value, size_t bytes, void *stream)
{
  IN_CONTEXT(d, MemsetD8Async(address(p), value, bytes, stream));
}

TriStatus tri_device_fill(TriDevice *d, void *p, unsigned char value, size_t bytes, void *stream)
{
  return bytes ? fill(d, p, value, bytes, stream) : TRI_OK;
}

static TriStatus new_stream(TriDevice *d, CUstream *s)
{
  IN_CONTEXT(d, StreamCreate(s, CUDA_STREAM_NON_BLOCKING));
}

void *tri_stream_new(TriDevice *d)
{
  CUstream s = NULL;
  return new_stream(d, &s) == TRI_OK ? s : NULL;
}

void tri_stream_free(TriDevice *d, void *stream)
{
  Current current;
  if (!stream || !device_enter(d, &current))
    return;
  if (d->debug)
    cuda_debug_forget(d, stream);
  d->cuda->StreamDestroy(stream);
  device_leave(d, current);
}

static TriStatus wait_for(TriDevice *d, void *stream) { IN_CONTEXT(d, StreamSynchronize(stream)); }

TriStatus tri_device_wait(TriDevice *d, void *stream)
{
  TriStatus s = wait_for(d, stream);
  return d->debug ? cuda_debug_drain(d, stream, s) : s;
}
