/* Kernels from files, and what goes into their buffers. */
#include "gpu.h"

#include <stdlib.h>
#include <string.h>

TriKernel *example_kernel(TriCompiler *c, const char *examples, const char *file, const char *kernel,
                          const TriDefine *defines, size_t n)
{
  static char text[1 << 16];
  char path[1000];
  snprintf(path, sizeof path, "%s/%s", examples, file);
  FILE *f = fopen(path, "rb");
  if (!f) {
    fprintf(stderr, "tri-gpu: cannot read %s\n", path);
    return NULL;
  }
  size_t bytes = fread(text, 1, sizeof text, f);
  fclose(f);
  TriModule *m = tri_module_parse(c, text, bytes, file, defines, n);
  TriKernel *k = m ? tri_module_kernel(m, kernel) : NULL;
  if (!k)
    fprintf(stderr, "tri-gpu: %s\n", tri_error(c));
  return k;
}

uint64_t next_random(uint64_t *state)
{
  uint64_t z = *state += 0x9E3779B97F4A7C15u; /* splitmix64, Steele, Lea and Flood 2014 */
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/* Of each width: zeros, smallest and largest subnormals, ones, largest, infinities, NaNs, ends of integers.
 */
static const uint64_t specials[4][12] = {
    {0, 1, 0x7f, 0x80, 0x81, 0xff, 2, 3, 64, 100, 0x7e, 0xfe},
    {0, 0x8000, 1, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0x7bff, 0x3f80, 0x7f80, 0x7fc0},
    {0, 0x80000000, 1, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff, 0x807fffff,
     0x00800000, 0x7fffffff},
    {0, UINT64_C(1) << 63, 1, UINT64_C(0x3ff0000000000000), UINT64_C(0x7ff0000000000000),
     UINT64_C(0xfff0000000000000), UINT64_C(0x7ff8000000000000), UINT64_C(0x7fefffffffffffff),
     UINT64_C(0x800fffffffffffff), UINT64_C(0x0010000000000000), INT64_MAX, UINT64_MAX},
};

void fill_random(TriType t, void *data, size_t n, uint64_t seed)
{
  size_t bytes = (size_t)tri_type_bytes(t);
  const uint64_t *special = specials[__builtin_ctz((unsigned)bytes)];
  for (size_t i = 0; i < n; i++) {
    uint64_t r = next_random(&seed),
             bits = i < 12 || r % 8 == 0 ? special[(r >> 8) % 12] : next_random(&seed);
    memcpy((char *)data + i * bytes, &bits, bytes);
  }
}
