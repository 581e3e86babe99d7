#include "fill_random.h"
#include "element.h"

static uint64_t below(uint64_t bits, uint64_t n) { return (uint64_t)rng_integer(bits, 0, n); }
static uint64_t mask_of(int bits) { return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1; }

/* The fields of a float format. */
typedef struct {
  TriFloat format;
  int bits, mantissa, bias;
  uint64_t sign;
} Layout;

static Layout layout_of(TriType type)
{
  TriFloat f = type_format(type);
  TriFloatFormat format = tri_float_format(f);
  return (Layout){f, format.bits, format.mantissa, format.bias, UINT64_C(1) << (format.bits - 1)};
}

/* Exponents are cut below the topmost; a format without infinities keeps all but its NaN. */
static uint64_t finite_float(Layout l, uint64_t bits)
{
  uint64_t magnitude = bits & (l.sign - 1), finite = tri_float_max_finite(l.format) + 1;
  return (bits & l.sign) | magnitude % finite;
}

static uint64_t special_value(Layout l, uint64_t bits)
{
  const uint64_t table[] = {0,
                            (uint64_t)l.bias << l.mantissa,
                            1,
                            mask_of(l.mantissa),
                            UINT64_C(1) << l.mantissa,
                            tri_float_max_finite(l.format),
                            tri_float_infinity(l.format),
                            tri_float_nan(l.format)};
  return table[below(bits, sizeof table / sizeof *table)] | (bits & 1 ? l.sign : 0);
}

static uint64_t tie(Layout l, RngBits r)
{
  if (r.b >> 63) {
    uint64_t half = tri_float_encode(l.format, (double)rng_integer(r.a << 2, 0, 8) + 0.5, TRI_RN, true);
    return half | (r.b & 1 ? l.sign : 0);
  }
  int dropped = 1 + (int)below(r.a << 8, (uint64_t)l.mantissa);
  uint64_t half = UINT64_C(1) << (dropped - 1);
  return (finite_float(l, r.b) & ~mask_of(dropped)) | half;
}

static uint64_t special_float(Layout l, RngBits r)
{
  uint64_t value[] = {special_value(l, r.b), r.b & (mask_of(l.mantissa) | l.sign), tie(l, r),
                      finite_float(l, r.b)};
  return value[r.a >> 62];
}

static uint64_t special_integer(int bits, RngBits r)
{
  uint64_t top = UINT64_C(1) << (bits - 1);
  const uint64_t table[] = {0, 1, UINT64_MAX, top, top - 1, top + 1, top - 2, UINT64_MAX - 1};
  uint64_t power = UINT64_C(1) << below(r.b, (uint64_t)bits);
  uint64_t value[] = {table[below(r.b, sizeof table / sizeof *table)], power + (r.b & 3) - 1, (r.b & 31) - 16,
                      r.b};
  return value[r.a >> 62] & mask_of(bits);
}

uint64_t random_finite(TriType type, RngBits r)
{
  return type_is_float(type) ? finite_float(layout_of(type), r.a) : r.a & mask_of(type_bits(type));
}

uint64_t random_special(TriType type, RngBits r)
{
  return type_is_float(type) ? special_float(layout_of(type), r) : special_integer(type_bits(type), r);
}
