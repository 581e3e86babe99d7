#include "device.h"

/* bins[v] += 1 for every byte, with a private histogram in shared memory. */
KERNEL kernel(const unsigned char *data, int *bins, int n)
{
  __shared__ int s[256];
#if FAULT != 2
  for (int i = THREAD; i < 256; i += THREADS)
    s[i] = 0;
#endif
  barrier();
  for (int i = BLOCK * THREADS + THREAD; i < n; i += BLOCKS * THREADS)
#if FAULT == 1
    s[data[i]]++; // fault 1: data race
#else
    atomic_add(&s[data[i]], 1); // fault 2: uninitialised memory
#endif
  barrier();
  for (int i = THREAD; i < 256; i += THREADS)
#if FAULT == 3
    bins[i] += s[i]; // fault 3: data race
#else
    atomic_add(&bins[i], s[i]);
#endif
}
