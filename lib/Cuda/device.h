/* A device is shared by all who open it: one per ordinal and process, counted. Its context is made current
 * for a call and taken away after it, unless it is current already:
 *
 *   Current current;
 *   if (!device_enter(d, &current)) return cuda_status();
 *   … CU(d->cuda, MemAlloc(&p, bytes)) …
 *   device_leave(d, current); */
#ifndef TRI_CUDA_DEVICE_H
#define TRI_CUDA_DEVICE_H

#include "Cuda/driver.h"
#include "Target/target.h"

struct TriDevice {
  const Cuda *cuda;
  CUdevice handle;
  CUcontext context;
  const Target *target;
  int users;
  char name[256];
  TriDeviceInfo info;
  struct CudaDebug *debug; /* of loaded functions that print or assert; newest first: Cuda/debug.h */
};

typedef struct {
  bool pushed;
} Current;

bool device_enter(const TriDevice *d, Current *current);
void device_leave(const TriDevice *d, Current current);

/* One more user of an open device. */
TriDevice *device_retain(TriDevice *d);

/* The row that fits the compute capability best: the one of that very GPU, else the newest older one whose
 * code newer GPUs can run; NULL where every row is too new. */
const Target *device_target(int major, int minor);
/* Whether code for the target runs on the device. */
bool device_runs(const TriDevice *d, const Target *t);

#endif
