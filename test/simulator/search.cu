#include "device.h"

__constant__ char pattern[16] = "needle";
__device__ int found_count = 0;

__device__ __attribute__((noinline)) static int matches(const char *text, const char *p)
{
  for (; *p; p++, text++)
    if (*text != *p) // fault 1: out of bounds
      return 0;
  return 1;
}

/* Positions of the pattern in a text; the count also goes to a module variable. */
KERNEL kernel(const char *text, int length, int *positions)
{
  int i = BLOCK * THREADS + THREAD;
#if FAULT == 1
  if (i < length && matches(text + i + 1, pattern)) {
#else
  if (i < length - 5 && matches(text + i, pattern)) {
#endif
    int at = atomic_add(&found_count, 1);
    positions[at] = i;
  }
}
