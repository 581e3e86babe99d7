#include "device.h"

/* A spin lock between blocks guards a counter and a record of who held it. */
KERNEL kernel(int *lock, int *counter, int *order)
{
  if (THREAD == 0) {
#if FAULT != 2
    while (atomic_cas(lock, 0, 1) != 0) // fault 3: deadlock
      ;
    fence();
#endif
    int n = *counter;     // fault 1: data race // fault 2: data race
    order[n] = BLOCK + 1; // fault 2: data race
    *counter = n + 1;     // fault 1: data race // fault 2: data race
#if FAULT == 0
    fence();
#endif
#if FAULT < 2
    atomic_swap(lock, 0);
#endif
  }
}
