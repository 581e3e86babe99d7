/* The CUDA driver, found at run time: nothing of tri is linked against it.
 *
 *   const Cuda *cuda = cuda_driver();
 *   if (!cuda) return TRI_DEVICE;                       the reason is in tri_device_error()
 *   if (!CU(cuda, MemAlloc(&p, bytes))) return …        false after an error that quotes the call
 *
 * The library is libcuda.so.1, or what TRI_CUDA_DRIVER names: a path for a driver in an unusual place, or a
 * stand-in for tests; "none" for a machine without. Errors are sentences of the calling thread: what was
 * called and where, what the driver said, and what to do about it. */
#ifndef TRI_CUDA_DRIVER_H
#define TRI_CUDA_DRIVER_H

#include "Cuda/api.h"
#include "tri/device.h"

#include <stdbool.h>

/* The driver, loaded and initialised once for the process; asked again after a failure. NULL after an
 * error. */
const Cuda *cuda_driver(void);

/* True for CUDA_OK. Else false, after an error of the calling thread. */
bool cuda_ok(const Cuda *cuda, CudaEnum result, const char *call, const char *file, int line);
#define CU(cuda, call) cuda_ok((cuda), (cuda)->call, "cu" #call, __FILE__, __LINE__)

/* The thread's error and its status. cuda_fail gives the status back. */
TriStatus cuda_fail(TriStatus status, const char *format, ...) __attribute__((format(printf, 2, 3)));
TriStatus cuda_status(void);

/* The newest PTX version that a driver of this CUDA version takes, as 10·major + minor: 87 for CUDA 12.8
 * (PTX ISA, Release Notes). */
int cuda_ptx_version(int cuda_version);
/* The oldest CUDA version that takes it: 12080 for 87. */
int cuda_for_ptx(int ptx_version);

#endif
