#include "Cuda/driver.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- errors ---- */

static _Thread_local struct {
  char text[6000]; /* a JIT log is the longest */
  TriStatus status;
} last;

const char *tri_device_error(void) { return last.text; }
TriStatus cuda_status(void) { return last.status; }

TriStatus cuda_fail(TriStatus status, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  vsnprintf(last.text, sizeof last.text, format, args);
  va_end(args);
  return last.status = status;
}

/* What to do about a result, and whose fault it is. */
static const struct {
  CudaEnum result;
  TriStatus status;
  const char *remedy;
} remedies[] = {
    {CUDA_OUT_OF_MEMORY, TRI_DEVICE,
     "the device has not enough free memory; use smaller buffers, or see with nvidia-smi who holds it"},
    {CUDA_NO_DEVICE, TRI_DEVICE,
     "there is no CUDA device here (or CUDA_VISIBLE_DEVICES hides it); run on the simulator with target sim"},
    {CUDA_NO_BINARY_FOR_GPU, TRI_DEVICE,
     "the kernel was compiled for another architecture; leave the arch out to compile for the device's own"},
    {CUDA_UNSUPPORTED_PTX_VERSION, TRI_DEVICE, "the driver is older than the PTX; update the NVIDIA driver"},
    {CUDA_ILLEGAL_ADDRESS, TRI_FAULT,
     "the kernel accessed memory outside its buffers; target sim names the line. The device's context is "
     "lost: start the process again"},
    {CUDA_MISALIGNED_ADDRESS, TRI_FAULT,
     "the kernel accessed a misaligned address; target sim names the line. The device's context is lost: "
     "start the process again"},
    {CUDA_ILLEGAL_INSTRUCTION, TRI_FAULT,
     "the kernel hit a trap; target sim names the line. The device's context is lost: start the process "
     "again"},
    {CUDA_ASSERT, TRI_FAULT,
     "an assertion in the kernel failed. The device's context is lost: start the process again"},
    {CUDA_LAUNCH_FAILED, TRI_FAULT,
     "the kernel failed while it ran; target sim names the line. The device's context is lost: start the "
     "process again"},
    {CUDA_LAUNCH_TIMEOUT, TRI_FAULT, "the kernel ran longer than the display's watchdog allows"},
    {CUDA_LAUNCH_OUT_OF_RESOURCES, TRI_DEVICE,
     "the kernel needs more registers than a CTA of this size may have; use fewer warps or smaller blocks"},
    {CUDA_SYSTEM_DRIVER_MISMATCH, TRI_DEVICE,
     "libcuda and the kernel module are of different versions; reboot, or reload the NVIDIA module"},
};

bool cuda_ok(const Cuda *cuda, CudaEnum result, const char *call, const char *file, int line)
{
  if (result == CUDA_OK)
    return true;
  const char *name = NULL, *text = NULL, *remedy = "";
  TriStatus status = TRI_DEVICE;
  cuda->GetErrorName(result, &name);
  cuda->GetErrorString(result, &text);
  for (size_t i = 0; i < sizeof remedies / sizeof *remedies; i++)
    if (remedies[i].result == result) {
      remedy = remedies[i].remedy;
      status = remedies[i].status;
    }
  const char *base = strrchr(file, '/');
  cuda_fail(status, "%s%s%s:%d: %s gave %s (%u): %s", remedy, *remedy ? "\n  " : "", base ? base + 1 : file,
            line, call, name ? name : "an error without a name", result, text ? text : "no description");
  return false;
}

/* ---- loading ---- */

static bool load(Cuda *cuda, void *library, const char *path)
{
#define F(member, symbol, ...)                                                                               \
  *(void **)&cuda->member = dlsym(library, #symbol);                                                         \
  if (!cuda->member)                                                                                         \
    return cuda_fail(TRI_DEVICE,                                                                             \
                     "the CUDA driver %s has no function %s: it is older than CUDA 11.0; update the NVIDIA " \
                     "driver",                                                                               \
                     path, #symbol),                                                                         \
           false;
#include "Cuda/api.def"
#undef F
  return true;
}

static void *open_library(const char *path)
{
  void *library = strcmp(path, "none") ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!library)
    cuda_fail(TRI_DEVICE,
              "there is no CUDA driver here: %s\n  install the NVIDIA driver, or run on the simulator with "
              "target sim",
              strcmp(path, "none") ? dlerror() : "TRI_CUDA_DRIVER is none");
  return library;
}

static bool start(Cuda *cuda)
{
  const char *path = getenv("TRI_CUDA_DRIVER");
  path = path && *path ? path : "libcuda.so.1";
  void *library = open_library(path);
  return library && load(cuda, library, path) && CU(cuda, Init(0)) &&
         CU(cuda, DriverGetVersion(&cuda->version));
}

const Cuda *cuda_driver(void)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static Cuda cuda;
  static bool started;
  pthread_mutex_lock(&lock);
  started = started || start(&cuda);
  bool there = started;
  pthread_mutex_unlock(&lock);
  return there ? &cuda : NULL;
}

/* ---- PTX versions ---- */

/* PTX ISA, Release Notes: the CUDA version that brought a PTX version. */
static const struct {
  int cuda, ptx;
} releases[] = {{11000, 70}, {11010, 71}, {11020, 72}, {11030, 73}, {11040, 74}, {11050, 75}, {11060, 76},
                {11070, 77}, {11080, 78}, {12000, 80}, {12010, 81}, {12020, 82}, {12030, 83}, {12040, 84},
                {12050, 85}, {12070, 86}, {12080, 87}, {12090, 88}, {13000, 90}};
enum { RELEASES = sizeof releases / sizeof *releases };

int cuda_ptx_version(int cuda_version)
{
  int ptx = 0;
  for (int i = 0; i < RELEASES; i++)
    if (releases[i].cuda <= cuda_version)
      ptx = releases[i].ptx;
  return ptx;
}

int cuda_for_ptx(int ptx_version)
{
  int i = 0;
  while (i < RELEASES - 1 && releases[i].ptx < ptx_version)
    i++;
  return releases[i].cuda;
}
