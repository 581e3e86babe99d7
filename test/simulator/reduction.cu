#include "device.h"

/* out[block] = sum of 256 elements. */
KERNEL kernel(const float *x, float *out, int n)
{
  __shared__ float s[256];
  int t = THREAD, i = BLOCK * 256 + t;
#if FAULT == 3
  if (t < 250)
    s[t] = x[i];
#elif FAULT == 4
  s[t] = x[i + 4096]; // fault 4: out of bounds
#else
  s[t] = i < n ? x[i] : 0.0f; // fault 1: data race
#endif
#if FAULT != 1
  barrier();
#endif
  for (int stride = 128; stride > 0; stride /= 2) {
#if FAULT == 2
    if (t < stride) {
      s[t] += s[t + stride];
      barrier(); // fault 2: divergence deadlock
    }
#else
    if (t < stride)
      s[t] += s[t + stride]; // fault 1: data race // fault 3: uninitialised memory
    barrier();
#endif
  }
#if FAULT == 5
  if (t == 0)
    out[BLOCK * 64] = s[0]; // fault 5: out of bounds
#else
  if (t == 0)
    out[BLOCK] = s[0];
#endif
}
