#include "device.h"

/* Sorts 512 integers in one block of 256 threads, dynamic shared memory. */
extern __shared__ int s[];

KERNEL kernel(const int *x, int *out)
{
  int t = THREAD;
  s[t] = x[t];
  s[t + 256] = x[t + 256];
  barrier();
  for (int k = 2; k <= 512; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int i = 2 * t - (t & (j - 1)), o = i + j;
      int a = s[i], b = s[o]; // fault 1: data race
      if ((a > b) == ((i & k) == 0)) {
#if FAULT == 2
        s[i + 64] = b; // fault 2: out of bounds data race
#else
        s[i] = b; // fault 1: data race
#endif
        s[o] = a; // fault 1: data race // fault 2: data race
      }
#if FAULT != 1
      barrier();
#endif
    }
  out[t] = s[t];
  out[t + 256] = s[t + 256];
}
