#include "device.h"

/* Two phases with a barrier of the whole grid between them: all blocks must be in flight at once. */
KERNEL kernel(int *arrived, int *x, int *out)
{
  int i = BLOCK * THREADS + THREAD, n = BLOCKS * THREADS;
  x[i] = i * 3;
#if FAULT != 1
  fence();
#endif
  barrier();
  if (THREAD == 0) {
    atomic_add(arrived, 1);
#if FAULT == 2
    while (*(volatile int *)arrived <= BLOCKS) // fault 2: deadlock
      ;
#else
    while (*(volatile int *)arrived < BLOCKS)
      ;
#endif
    fence();
  }
  barrier();
  out[i] = x[n - 1 - i]; // fault 1: data race
}
