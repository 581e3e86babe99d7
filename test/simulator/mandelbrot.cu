#include "device.h"

__device__ static int escape(float cx, float cy, int limit)
{
  float x = 0, y = 0;
  int i = 0;
  for (; i < limit; i++) {
    float xx = x * x, yy = y * y;
    if (xx + yy > 4)
      break;
    y = 2 * x * y + cy;
    x = xx - yy + cx;
  }
  return i;
}

KERNEL kernel(int *out, int width, int height, int limit)
{
  int i = BLOCK * THREADS + THREAD;
#if FAULT != 1
  if (i >= width * height)
    return;
#endif
  int px = i % width, py = i / width;
  out[i] = escape(-2.0f + 3.0f * (float)px / (float)width, -1.0f + 2.0f * (float)py / (float)height, limit); // fault 1: out of bounds
}
