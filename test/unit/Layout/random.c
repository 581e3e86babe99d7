#include "random.h"

#include <stdio.h>
#include <stdlib.h>

Random random_seeded(void)
{
  const char *text = getenv("TRI_SEED");
  uint64_t seed = text ? strtoull(text, NULL, 0) : 0x7121;
  printf("TRI_SEED=%#llx\n", (unsigned long long)seed);
  return (Random){seed ? seed : 1};
}

/* xorshift64*. */
uint32_t random_bits(Random *r)
{
  uint64_t x = r->state;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  r->state = x;
  return (uint32_t)(x * 0x2545f4914f6cdd1dull >> 32);
}

int random_below(Random *r, int n) { return (int)(random_bits(r) % (uint32_t)n); }

F2 random_map(Random *r, int n, int m)
{
  F2 f = f2_zero(n, m);
  uint32_t mask = m < 32 ? (1u << m) - 1 : ~0u;
  for (int i = 0; i < n; i++) {
    f.col[i] = random_bits(r) & mask;
    if (i > 1 && random_below(r, 4) == 0)
      f.col[i] = f.col[random_below(r, i)] ^ (random_below(r, 2) ? f.col[random_below(r, i)] : 0);
  }
  return f;
}
