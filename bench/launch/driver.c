#include "driver.h"

#include <dlfcn.h>
#include <stdlib.h>

struct DriverKernel {
  void *library, *context, *module, *function;
  unsigned (*launch)(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                     unsigned shared, void *stream, void **params, void **extra);
};

/* The driver's functions are called through types of our own, in which its handles are plain pointers. */
#ifdef __clang__
#define FOREIGN_TYPES __attribute__((no_sanitize("function")))
#else
#define FOREIGN_TYPES
#endif

FOREIGN_TYPES static bool load(DriverKernel *k, const void *cubin, const char *name)
{
  const char *path = getenv("TRI_CUDA_DRIVER");
  k->library = dlopen(path && *path ? path : "libcuda.so.1", RTLD_NOW);
  if (!k->library)
    return false;
  unsigned (*retain)(void **, int), (*push)(void *), (*module)(void **, const void *),
      (*function)(void **, void *, const char *);
  *(void **)&retain = dlsym(k->library, "cuDevicePrimaryCtxRetain");
  *(void **)&push = dlsym(k->library, "cuCtxPushCurrent_v2");
  *(void **)&module = dlsym(k->library, "cuModuleLoadData");
  *(void **)&function = dlsym(k->library, "cuModuleGetFunction");
  *(void **)&k->launch = dlsym(k->library, "cuLaunchKernel");
  return retain && push && module && function && k->launch && retain(&k->context, 0) == 0 &&
         push(k->context) == 0 && module(&k->module, cubin) == 0 &&
         function(&k->function, k->module, name) == 0;
}

DriverKernel *driver_kernel_new(const void *cubin, const char *name)
{
  DriverKernel *k = calloc(1, sizeof *k);
  if (k && load(k, cubin, name))
    return k;
  free(k);
  return NULL;
}

FOREIGN_TYPES void driver_kernel_free(DriverKernel *k)
{
  unsigned (*unload)(void *), (*pop)(void **), (*release)(int);
  *(void **)&unload = dlsym(k->library, "cuModuleUnload");
  *(void **)&pop = dlsym(k->library, "cuCtxPopCurrent_v2");
  *(void **)&release = dlsym(k->library, "cuDevicePrimaryCtxRelease_v2");
  unload(k->module);
  pop(&k->context);
  release(0);
  free(k);
}

FOREIGN_TYPES bool driver_launch(const DriverKernel *k, void *stream, void *block, size_t bytes, void **args)
{
  void *extra[] = {(void *)1, block, (void *)2, &bytes,
                   NULL}; /* CU_LAUNCH_PARAM_BUFFER_POINTER, _SIZE, _END */
  return k->launch(k->function, 1, 1, 1, 32, 1, 1, 0, stream, block ? NULL : args, block ? extra : NULL) == 0;
}
