/* Integer instructions against C written for the test alone. */
#include "harness.h"

#include <stdio.h>

#define S8(x) ((int64_t)(int8_t)(x))
#define S16(x) ((int64_t)(int16_t)(x))
#define S24(x) ((int64_t)((x) << 40) >> 40)
#define S32(x) ((int64_t)(int32_t)(x))
#define S64(x) ((int64_t)(x))

static uint64_t clamp32(int64_t x)
{
  return (uint64_t)(x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x);
}
static uint64_t ones(uint64_t x)
{
  uint64_t n = 0;
  for (; x; x >>= 1)
    n += x & 1;
  return n;
}
static uint64_t top_bit(uint64_t x)
{
  uint64_t n = (uint64_t)-1;
  for (; x; x >>= 1)
    n++;
  return n;
}
static uint64_t mirror(uint64_t x, int bits)
{
  uint64_t r = 0;
  for (int i = 0; i < bits; i++, x >>= 1)
    r = r << 1 | (x & 1);
  return r;
}
static uint64_t high64(uint64_t a, uint64_t b)
{
  uint64_t al = a & 0xffffffff, ah = a >> 32, bl = b & 0xffffffff, bh = b >> 32;
  uint64_t mid = ah * bl + (al * bl >> 32), mid2 = al * bh + (mid & 0xffffffff);
  return ah * bh + (mid >> 32) + (mid2 >> 32);
}
static uint64_t third_bit(uint64_t x)
{
  for (uint64_t i = 0, n = 0; i < 32; i++)
    if ((x >> i & 1) && ++n == 3)
      return i;
  return 0xffffffff;
}

static uint64_t low(uint64_t x, int bytes) { return bytes == 8 ? x : x & (((uint64_t)1 << (8 * bytes)) - 1); }

static void fill(Lanes *l, int ab, int bb, int cb)
{
  for (uint32_t i = 0; i < HARNESS_THREADS; i++) {
    l->a[i] = harness_edge(ab, i);
    l->b[i] = harness_edge(bb, i / 5 + i * 3);
    l->c[i] = harness_edge(cb, i / 11 + i * 7);
  }
}

static void every_row(void **state)
{
  (void)state;
  static Lanes lanes;
#define C(ptx, db, ab, bb, cb, e)                                                                            \
  fill(&lanes, ab, bb, cb);                                                                                  \
  harness_run(ptx, db, ab, bb, cb, &lanes);                                                                  \
  for (int i = 0; i < HARNESS_THREADS; i++) {                                                                \
    uint64_t a = lanes.a[i], b = lanes.b[i], c = lanes.c[i], want = low((uint64_t)(e), db);                  \
    (void)b, (void)c;                                                                                        \
    if (low(lanes.d[i], db) != want)                                                                         \
      fail_msg("%s\n  a %llx b %llx c %llx: got %llx, expected %llx", ptx, (unsigned long long)a,            \
               (unsigned long long)b, (unsigned long long)c, (unsigned long long)lanes.d[i],                 \
               (unsigned long long)want);                                                                    \
  }
#include "integer_cases.def"
#undef C
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_row)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
