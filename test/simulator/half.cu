#include "device.h"

/* f16 and bf16 arithmetic, element by element: t = a * b + c, then t * a. */
KERNEL kernel(const _Float16 *a, const _Float16 *b, const _Float16 *c, _Float16 *h, const __bf16 *p, const __bf16 *q, __bf16 *r, int n)
{
  int i = BLOCK * THREADS + THREAD;
  if (i >= n)
    return;
  _Float16 t = a[i] * b[i];
  t = t + c[i];
  h[i] = t * a[i];
#if FAULT == 1
  __bf16 u = p[i * 100000] * q[i]; // fault 1: out of bounds
#else
  __bf16 u = p[i] * q[i];
#endif
  r[i] = u + p[i];
}
