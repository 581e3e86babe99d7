/* Clocks, for what is measured and printed; nothing that is computed depends on them. */
#ifndef TRI_SUPPORT_CLOCK_H
#define TRI_SUPPORT_CLOCK_H

#include <time.h>

/* Seconds since some moment of the past; never goes back. */
static inline double wall_seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds of processor time that this thread has taken: what a phase costs, whoever else runs beside it. */
static inline double thread_seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
