#include "scalar_kernels.h"

#include "Numeric/numeric.h"

#include <stdlib.h>
#include <string.h>

#define ENC(f, value) tri_float_encode(TRI_FLOAT_##f, (value), TRI_RN, false)
#define DEC(f, bits) tri_float_decode(TRI_FLOAT_##f, (bits))

/* a to the power b in 32 bits; of a negative power only 1 and -1 have one, 0 stands for the rest. */
static uint64_t power(uint64_t a, uint64_t b)
{
  uint32_t x = (uint32_t)a, n = (uint32_t)b, r = 1;
  if ((int32_t)n < 0)
    return x == 1 ? 1 : x != UINT32_MAX ? 0 : n & 1 ? UINT32_MAX : 1;
  for (; n; n >>= 1, x *= x)
    r *= n & 1 ? x : 1;
  return r;
}

#define BITS(name, op, tx, ty, tz, r, expression)                                                            \
  static uint64_t bits_##name(uint64_t a, uint64_t b, uint64_t c)                                            \
  {                                                                                                          \
    (void)a, (void)b, (void)c;                                                                               \
    return expression;                                                                                       \
  }
#define NEAR(name, op, most, expression)                                                                     \
  static double value_##name(double x) { return expression; }
#include "scalar_rows.def"
#undef BITS
#undef NEAR

const ScalarRow scalar_rows[] = {
#define BITS(name, op, tx, ty, tz, r, expression) {#name, op, {tx, ty, tz}, r, bits_##name, NULL, 0},
#define NEAR(name, op, most, expression)                                                                     \
  {"near_" #name, op, {"f32", "", ""}, "f32", NULL, value_##name, most},
#include "scalar_rows.def"
#undef BITS
#undef NEAR
};
const int scalar_row_count = sizeof scalar_rows / sizeof *scalar_rows;

/* ---- text ---- */

static TriFloat float_of(const char *type)
{
  for (int f = 0; f < TRI_FLOAT_COUNT; f++)
    if (strcmp(tri_float_format((TriFloat)f).name, type) == 0)
      return (TriFloat)f;
  return TRI_FLOAT_COUNT;
}

static int width_of(const char *type)
{
  return *type == 'i' ? atoi(type + 1) : tri_float_format(float_of(type)).bits;
}

/* %value of the type from the 64 bits in %raw. */
static const char *unpack(Arena *a, const char *type, char value, char raw)
{
  if (!*type)
    return "";
  int w = width_of(type);
  const char *narrow = w == 64
                           ? arena_printf(a, "    %%n%c = arith.ori %%%c, %%%c : i64\n", value, raw, raw)
                           : arena_printf(a, "    %%n%c = arith.trunci %%%c : i64 to i%d\n", value, raw, w);
  return arena_printf(a, "%s    %%%c = arith.bitcast %%n%c : i%d to %s\n", narrow, value, value, w, type);
}

static const char *pack(Arena *a, const char *type)
{
  int w = width_of(type);
  const char *wide =
      w == 64 ? "arith.ori %m0, %m0 : i64" : arena_printf(a, "arith.extui %%m0 : i%d to i64", w);
  return arena_printf(a, "    %%m0 = arith.bitcast %%r : %s to i%d\n    %%m1 = %s\n", type, w, wide);
}

static const char *kernel_text(Arena *a, const ScalarRow *row)
{
  const char *head = arena_printf(
      a,
      "  gpu.func @%s(%%pa: !llvm.ptr<1>, %%pb: !llvm.ptr<1>, %%pc: !llvm.ptr<1>, %%po: !llvm.ptr<1>) "
      "kernel attributes {known_block_size = array<i32: %d, 1, 1>} {\n"
      "    %%tid = gpu.thread_id x\n    %%bid = gpu.block_id x\n    %%size = gpu.block_dim x\n"
      "    %%start = arith.muli %%bid, %%size : index\n    %%at = arith.addi %%start, %%tid : index\n"
      "    %%i = arith.index_cast %%at : index to i64\n",
      row->name, BLOCK);
  const char *loads = "";
  for (const char *p = "abc"; *p; p++)
    loads = arena_printf(
        a,
        "%s    %%q%c = llvm.getelementptr %%p%c[%%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64\n"
        "    %%%c = llvm.load %%q%c : !llvm.ptr<1> -> i64\n",
        loads, *p, *p, *p, *p);
  const char *product = strstr(row->op, "%m") ? "    %m = arith.mulf %x, %y : f32\n" : "";
  return arena_printf(a,
                      "%s%s%s%s%s%s    %%r = %s\n%s"
                      "    %%qo = llvm.getelementptr %%po[%%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64\n"
                      "    llvm.store %%m1, %%qo : i64, !llvm.ptr<1>\n    gpu.return\n  }\n",
                      head, loads, unpack(a, row->types[0], 'x', 'a'), unpack(a, row->types[1], 'y', 'b'),
                      unpack(a, row->types[2], 'z', 'c'), product, row->op, pack(a, row->result));
}

const char *scalar_kernels_text(Arena *a)
{
  const char *all = "gpu.module @kernels {\n";
  for (int i = 0; i < scalar_row_count; i++)
    all = arena_printf(a, "%s%s", all, kernel_text(a, &scalar_rows[i]));
  return arena_printf(a, "%s}\n", all);
}

/* ---- operands ---- */

/* SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t mix(uint64_t z)
{
  z += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* A number near 1 in size, or with few bits: where roundings tie and functions bend. */
static uint64_t plain_float(TriFloat f, uint64_t random)
{
  double size = ldexp((double)(int64_t)(random >> 40) - 8388608, (int)(random & 31) - 36);
  double few = ldexp((double)(int)(random >> 48 & 1023) - 512, (int)(random & 15) - 8);
  return tri_float_encode(f, random & 32 ? size : few, TRI_RN, false);
}

static uint64_t special_float(TriFloat f, uint64_t random)
{
  int bits = tri_float_format(f).bits;
  uint64_t sign = (random >> 8 & 1) << (bits - 1), least = random >> 9 & 3;
  switch (random & 3) {
  case 0:
    return sign | least;
  case 1:
    return sign | (tri_float_infinity(f) - least);
  case 2:
    return sign | tri_float_nan(f);
  default:
    return sign | UINT64_C(1) << tri_float_format(f).mantissa;
  }
}

static uint64_t low_bits(uint64_t v, int width) { return width == 64 ? v : v & ((UINT64_C(1) << width) - 1); }

uint64_t scalar_operand(const ScalarRow *row, int k, uint64_t i)
{
  const char *type = row->types[k];
  if (!*type)
    return 0;
  int width = width_of(type);
  if (width == 8)
    return i & 255;
  uint64_t random = mix(i * 3 + (uint64_t)k + (uint64_t)(row - scalar_rows) * 1000003);
  unsigned kind = (unsigned)(random >> 60);
  uint64_t rest = mix(random);
  if (*type == 'i')
    return low_bits(rest >> (random & 63), width);
  return kind == 0  ? special_float(float_of(type), rest)
         : kind < 8 ? plain_float(float_of(type), rest)
                    : low_bits(rest, width);
}

/* ---- agreement ---- */

static double ulp_of(double v)
{
  int e;
  frexp(v, &e);
  return ldexp(1, (e < -125 ? -125 : e) - 24);
}

uint64_t scalar_result(const ScalarRow *row, uint64_t a, uint64_t b, uint64_t c)
{
  if (!row->bits)
    return ENC(F32, row->value(DEC(F32, a)));
  return low_bits(row->bits(a, b, c), width_of(row->result));
}

static bool near(const ScalarRow *row, uint64_t a, uint64_t got, double *ulps)
{
  double want = row->value(tri_float_decode(TRI_FLOAT_F32, a)), is = tri_float_decode(TRI_FLOAT_F32, got);
  double rounded = tri_float_decode(TRI_FLOAT_F32, tri_float_encode(TRI_FLOAT_F32, want, TRI_RN, false));
  *ulps = 0;
  if (isnan(want) || isnan(is))
    return isnan(want) && isnan(is);
  if (isinf(rounded) || isinf(is))
    return rounded == is;
  *ulps = fabs(is - want) / ulp_of(want);
  return *ulps <= row->ulps;
}

bool scalar_agrees(const ScalarRow *row, uint64_t a, uint64_t b, uint64_t c, uint64_t got, double *ulps)
{
  if (!row->bits)
    return near(row, a, got, ulps);
  *ulps = 0;
  uint64_t want = scalar_result(row, a, b, c);
  TriFloat f = float_of(row->result);
  return want == got || (f != TRI_FLOAT_COUNT && tri_float_is_nan(f, want) && tri_float_is_nan(f, got));
}
