/* Pseudo-random numbers for the tests; TRI_SEED in the environment repeats a run. */
#ifndef TRI_TEST_LAYOUT_RANDOM_H
#define TRI_TEST_LAYOUT_RANDOM_H

#include "Layout/f2.h"

#include <stdint.h>

typedef struct {
  uint64_t state;
} Random;

/* Seeded from TRI_SEED or a fixed number; prints it. */
Random random_seeded(void);

uint32_t random_bits(Random *r);

/* 0 … n - 1. */
int random_below(Random *r, int n);

/* A map with random columns, about every fourth of them a sum of others or zero. */
F2 random_map(Random *r, int n, int m);

#endif
