#include "rng.h"

#include <math.h>

Philox philox4x32(Philox c, uint32_t key0, uint32_t key1)
{
  for (int round = 0; round < 10; round++) {
    uint64_t x = UINT64_C(0xD2511F53) * c.word[0], y = UINT64_C(0xCD9E8D57) * c.word[2];
    c = (Philox){{(uint32_t)(y >> 32) ^ c.word[1] ^ key0, (uint32_t)y, (uint32_t)(x >> 32) ^ c.word[3] ^ key1,
                  (uint32_t)x}};
    key0 += 0x9E3779B9;
    key1 += 0xBB67AE85;
  }
  return c;
}

/* Finalizer of splitmix64: every bit of the result depends on every bit of x. */
static uint64_t mix(uint64_t x)
{
  x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
  return x ^ x >> 31;
}

Rng rng_of(uint64_t seed, const char *name)
{
  uint64_t hash = UINT64_C(0xCBF29CE484222325); /* FNV-1a */
  for (; *name; name++)
    hash = (hash ^ (unsigned char)*name) * UINT64_C(0x100000001B3);
  return (Rng){mix(mix(seed + UINT64_C(0x9E3779B97F4A7C15)) ^ hash)};
}

RngBits rng_at(Rng r, uint64_t index)
{
  Philox c = philox4x32((Philox){{(uint32_t)index, (uint32_t)(index >> 32), 0, 0}}, (uint32_t)r.key,
                        (uint32_t)(r.key >> 32));
  return (RngBits){c.word[0] | (uint64_t)c.word[1] << 32, c.word[2] | (uint64_t)c.word[3] << 32};
}

double rng_uniform(uint64_t bits) { return (double)(bits >> 11) * 0x1p-53; }

int64_t rng_integer(uint64_t bits, int64_t least, uint64_t count)
{
  uint64_t offset = count ? (uint64_t)((unsigned __int128)bits * count >> 64) : bits;
  return (int64_t)((uint64_t)least + offset);
}

/* Natural logarithm of x > 0 in basic operations: x = m 2^e with m near 1, and the series of artanh. */
static double logarithm(double x)
{
  int e;
  double m = frexp(x, &e);
  if (m < 0.70710678118654752)
    m *= 2, e--;
  double s = (m - 1) / (m + 1), s2 = s * s, sum = 0;
  for (int k = 23; k >= 1; k -= 2)
    sum = sum * s2 + 1.0 / k;
  return 2 * s * sum + e * 0.69314718055994530942;
}

/* numerator(x) / denominator(x), coefficients from the constant one up. */
static double ratio(const double n[8], const double d[8], double x)
{
  double above = n[7], below = d[7];
  for (int i = 6; i >= 0; i--)
    above = above * x + n[i], below = below * x + d[i];
  return above / below;
}

double normal_quantile(double p)
{
  static const double a[8] = {3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3,
                              1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                              3.3430575583588128105e+4, 2.5090809287301226727e+3};
  static const double b[8] = {1,
                              4.2313330701600911252e+1,
                              6.8718700749205790830e+2,
                              5.3941960214247511077e+3,
                              2.1213794301586595867e+4,
                              3.9307895800092710610e+4,
                              2.8729085735721942674e+4,
                              5.2264952788528545610e+3};
  static const double c[8] = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                              3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                              2.27238449892691845833e-2, 7.74545014278341407640e-4};
  static const double d[8] = {1,
                              2.05319162663775882187e0,
                              1.67638483018380384940e0,
                              6.89767334985100004550e-1,
                              1.48103976427480074590e-1,
                              1.51986665636164571966e-2,
                              5.47593808499534494600e-4,
                              1.05075007164441684324e-9};
  static const double e[8] = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                              2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                              2.71155556874348757815e-5, 2.01033439929228813265e-7};
  static const double f[8] = {1,
                              5.99832206555887937690e-1,
                              1.36929880922735805310e-1,
                              1.48753612908506148525e-2,
                              7.86869131145613259100e-4,
                              1.84631831751005468180e-5,
                              1.42151175831644588870e-7,
                              2.04426310338993978564e-15};
  double q = p - 0.5;
  if (fabs(q) <= 0.425)
    return q * ratio(a, b, 0.180625 - q * q);
  double r = sqrt(-logarithm(q < 0 ? p : 1 - p));
  double z = r <= 5 ? ratio(c, d, r - 1.6) : ratio(e, f, r - 5);
  return q < 0 ? -z : z;
}

double rng_normal(uint64_t bits) { return normal_quantile(((double)(bits >> 12) + 0.5) * 0x1p-52); }
