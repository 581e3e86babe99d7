#include "device.h"

/* Inclusive prefix sum of each block's 256 elements, by shuffles inside warps. */
KERNEL kernel(const int *x, int *out)
{
  __shared__ int sums[8];
  int t = THREAD, lane = t % 32, warp = t / 32, v = x[BLOCK * 256 + t];
  for (int by = 1; by < 32; by *= 2) {
#if FAULT == 2
    if (lane >= by)
      v += shuffle_up(v, by); // fault 2: divergence
#else
    int u = shuffle_up(v, by);
    v += lane >= by ? u : 0;
#endif
  }
  if (lane == 31)
    sums[warp] = v;
#if FAULT != 1
  barrier();
#endif
  int before = 0;
  for (int i = 0; i < warp; i++)
    before += sums[i]; // fault 1: data race uninitialised memory
#if FAULT == 3
  out[BLOCK * 256 + t + 1] = v + before; // fault 3: out of bounds data race
#else
  out[BLOCK * 256 + t] = v + before;
#endif
}
