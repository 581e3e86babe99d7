#include "device.h"

struct Body {
  float x, y, z, mass;
};

/* Accelerations of n bodies, tiles of 64 in shared memory. */
KERNEL kernel(const struct Body *bodies, float *ax, float *ay, float *az, int n)
{
  __shared__ struct Body tile[64];
  int t = THREAD, i = BLOCK * 64 + t;
  struct Body me = bodies[i];
  float x = 0, y = 0, z = 0;
  for (int base = 0; base < n; base += 64) {
    tile[t] = bodies[base + t]; // fault 2: data race
    barrier();
    for (int k = 0; k < 64; k++) {
      float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z; // fault 2: data race
      float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
      float s = tile[k].mass / (r2 * square_root(r2)); // fault 2: data race
      x += dx * s, y += dy * s, z += dz * s;
    }
#if FAULT != 2
    barrier();
#endif
  }
#if FAULT == 1
  if (t < 60)
    barrier(); // fault 1: divergence deadlock
#endif
  ax[i] = x, ay[i] = y, az[i] = z;
}
