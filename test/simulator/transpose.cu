#include "device.h"

enum { TILE = 32, ROWS = 8 };

/* out = transposed in, n x n, through a padded tile. */
KERNEL kernel(const float *in, float *out, int n)
{
  __shared__ float tile[TILE][TILE + 1];
  int x = BLOCK * TILE + THREAD, y = BLOCK_Y * TILE + THREAD_Y;
  for (int j = 0; j < TILE; j += ROWS)
#if FAULT == 2
    tile[THREAD_Y + j][THREAD + 2] = in[(y + j) * n + x]; // fault 2: out of bounds data race
#else
    tile[THREAD_Y + j][THREAD] = in[(y + j) * n + x];
#endif
#if FAULT != 1
  barrier();
#endif
  x = BLOCK_Y * TILE + THREAD, y = BLOCK * TILE + THREAD_Y;
  for (int j = 0; j < TILE; j += ROWS)
#if FAULT == 3
    out[(y + j) * n + x + (n - 31)] = tile[THREAD][THREAD_Y + j]; // fault 3: out of bounds data race
#else
    out[(y + j) * n + x] = tile[THREAD][THREAD_Y + j]; // fault 1: data race uninitialised memory
#endif
}
