#include "device.h"

/* All lanes of all warps fight for one lock: the winner of a warp must get on while its neighbours spin. */
KERNEL kernel(int *lock, int *counter)
{
  while (atomic_cas(lock, 0, 1) != 0)
    ;
  fence();
  *(volatile int *)counter = *(volatile int *)counter + 1;
  fence();
  atomic_swap(lock, 0);
}
