#include "harness.h"

#include "Support/arena.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const TriTarget targets[] = {TRI_TARGET_REF, TRI_TARGET_SIM};
const size_t n_targets = sizeof targets / sizeof *targets;

/* ---- running ---- */

static char *read_example(Arena *a, const char *name)
{
  FILE *f = fopen(arena_printf(a, "%s/%s", TRI_EXAMPLES, name), "rb");
  assert_non_null(f);
  static char text[1 << 16];
  size_t n = fread(text, 1, sizeof text, f);
  fclose(f);
  return arena_strndup(a, text, n);
}

Run run_begin(const char *example, const char *kernel, TriTarget target, const TriDefine *defines,
              size_t n_defines)
{
  Arena a = {0};
  Run r = {.compiler = tri_compiler_new(), .target = target};
  char *text = read_example(&a, example);
  TriModule *m = tri_module_parse(r.compiler, text, strlen(text), example, defines, n_defines);
  if (!m)
    fail_msg("%s", tri_error(r.compiler));
  r.kernel = tri_module_kernel(m, kernel);
  assert_non_null(r.kernel);
  arena_free(&a);
  return r;
}

bool run_is_left_out(Run *r)
{
  if (r->target == TRI_TARGET_REF || tri_kernel_compiles(r->kernel, NULL))
    return false;
  tri_compiler_free(r->compiler);
  return true;
}

void arg_buffer(Run *r, void *data, size_t bytes) { r->args[r->n_args++] = tri_buffer(data, bytes); }
void arg_int(Run *r, int64_t value) { r->args[r->n_args++] = tri_int(value); }
void arg_float(Run *r, double value) { r->args[r->n_args++] = tri_float(value); }

void run_finish(Run *r, const int64_t grid[3], TriStatus expected, char *error)
{
  TriLaunch l = {.target = r->target, .args = r->args, .n_args = r->n_args, .threads = 2};
  if (grid[0] != -1)
    memcpy(l.grid, grid, sizeof l.grid);
  else if (tri_kernel_default_grid(r->kernel, r->args, r->n_args, l.grid) != TRI_OK)
    fail_msg("%s", tri_error(r->compiler));
  TriStatus got = tri_launch(r->kernel, &l, NULL);
  if (got != expected)
    fail_msg("status %d, expected %d: %s", got, expected, tri_error(r->compiler));
  if (error)
    snprintf(error, 512, "%s", tri_error(r->compiler));
  tri_compiler_free(r->compiler);
}

/* ---- elements ---- */

uint64_t next_random(uint64_t *state)
{
  uint64_t z = *state += 0x9E3779B97F4A7C15u; /* splitmix64, Steele, Lea and Flood 2014 */
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

bool is_float_type(TriType t) { return t >= TRI_F8E4M3FN && t <= TRI_F64; }

static uint64_t read_bits(TriType t, const void *data, size_t i)
{
  uint64_t bits = 0;
  size_t bytes = (size_t)tri_type_bytes(t);
  memcpy(&bits, (const char *)data + i * bytes, bytes);
  return bits;
}

static void write_bits(TriType t, void *data, size_t i, uint64_t bits)
{
  size_t bytes = (size_t)tri_type_bytes(t);
  memcpy((char *)data + i * bytes, &bits, bytes);
}

/* The formats of at most 16 bits with few exponent bits: bits of the fraction, bias, largest finite number,
 * and the bits of what is too large and of NaN. */
static const struct {
  int fraction, bias;
  double largest;
  uint64_t overflow, nan;
} small[TRI_TYPE_COUNT] = {
    [TRI_F8E4M3FN] = {3, 7, 448, 0x7f, 0x7f},
    [TRI_F8E5M2] = {2, 15, 57344, 0x7c, 0x7e},
    [TRI_F16] = {10, 15, 65504, 0x7c00, 0x7e00},
};

static double read_small(TriType t, uint64_t bits)
{
  int m = small[t].fraction, bias = small[t].bias, width = 8 * tri_type_bytes(t);
  uint64_t magnitude = bits & ((UINT64_C(1) << (width - 1)) - 1);
  int exponent = (int)(magnitude >> m), fraction = (int)(magnitude & ((UINT64_C(1) << m) - 1));
  double v = magnitude == small[t].overflow && t != TRI_F8E4M3FN ? INFINITY
             : magnitude >= small[t].overflow                    ? NAN
             : exponent == 0 ? ldexp(fraction, 1 - bias - m)
                             : ldexp((1 << m) + fraction, exponent - bias - m);
  return bits >> (width - 1) ? -v : v;
}

double read_float(TriType t, const void *data, size_t i)
{
  uint64_t bits = read_bits(t, data, i);
  if (small[t].fraction)
    return read_small(t, bits);
  if (t == TRI_F64) {
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
  }
  uint32_t wide = (uint32_t)(t == TRI_BF16 ? bits << 16 : bits);
  float f;
  memcpy(&f, &wide, sizeof f);
  return (double)f;
}

/* v rounded to a multiple of 2^(exponent - digits + 1) with that exponent at least the smallest, ties to
 * even. */
static double round_to(double v, int digits, int smallest)
{
  if (v == 0 || !isfinite(v))
    return v;
  int e = ilogb(v), quantum = (e < smallest ? smallest : e) - digits + 1;
  return ldexp(nearbyint(ldexp(v, -quantum)), quantum);
}

static uint64_t small_bits(TriType t, double v)
{
  int m = small[t].fraction, bias = small[t].bias;
  double r = fabs(round_to(v, m + 1, 1 - bias));
  uint64_t bits = isnan(r)               ? small[t].nan
                  : r > small[t].largest ? small[t].overflow
                  : r < ldexp(1, 1 - bias)
                      ? (uint64_t)ldexp(r, m + bias - 1)
                      : ((uint64_t)(ilogb(r) + bias - 1) << m) + (uint64_t)ldexp(r, m - ilogb(r));
  return bits | (uint64_t)(signbit(v) ? 1 : 0) << (8 * tri_type_bytes(t) - 1);
}

void write_float(TriType t, void *data, size_t i, double v)
{
  uint64_t bits = 0;
  if (small[t].fraction)
    bits = small_bits(t, v);
  else if (t == TRI_F64)
    memcpy(&bits, &v, sizeof v);
  else {
    float f = (float)(t == TRI_BF16 ? round_to(v, 8, -126) : v);
    memcpy(&bits, &f, sizeof f);
    bits = t == TRI_F32 ? bits : isnan(v) ? 0x7fc0 : bits >> 16;
  }
  write_bits(t, data, i, bits);
}

int64_t read_int(TriType t, const void *data, size_t i)
{
  int shift = 64 - 8 * tri_type_bytes(t);
  return (int64_t)(read_bits(t, data, i) << shift) >> shift;
}

void write_int(TriType t, void *data, size_t i, int64_t v) { write_bits(t, data, i, (uint64_t)v); }

static bool is_nan_bits(TriType t, const void *data, size_t i)
{
  return is_float_type(t) && isnan(read_float(t, data, i));
}

size_t first_difference(TriType t, const void *a, const void *b, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (read_bits(t, a, i) != read_bits(t, b, i) && !(is_nan_bits(t, a, i) && is_nan_bits(t, b, i)))
      return i;
  return n;
}

void expect_same(TriType t, void *got, const void *want, size_t n)
{
  size_t at = first_difference(t, got, want, n);
  if (at < n)
    fail_msg("%s element %zu of %zu: got bits %#llx, want %#llx", tri_type_name(t), at, n,
             (unsigned long long)read_bits(t, got, at), (unsigned long long)read_bits(t, want, at));
  if (n == 0)
    return;
  size_t victim = n / 2;
  while (victim > 0 && is_nan_bits(t, got, victim))
    victim--;
  uint64_t bits = read_bits(t, got, victim);
  write_bits(t, got, victim, bits ^ 1);
  bool nan_either_way = is_nan_bits(t, got, victim) && is_nan_bits(t, want, victim);
  assert_true(nan_either_way || first_difference(t, got, want, n) == victim);
  write_bits(t, got, victim, bits);
}

static size_t first_beyond(TriType t, const void *got, const double *want, const double *bound, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    double g = read_float(t, got, i);
    if (!(fabs(g - want[i]) <= bound[i]))
      return i;
  }
  return n;
}

void expect_within(TriType t, void *got, const double *want, const double *bound, size_t n)
{
  size_t at = first_beyond(t, got, want, bound, n), victim = n / 2;
  if (at < n)
    fail_msg("%s element %zu of %zu: got %.9g, want %.9g within %.3g", tri_type_name(t), at, n,
             read_float(t, got, at), want[at], bound[at]);
  if (n == 0)
    return;
  uint64_t bits = read_bits(t, got, victim);
  write_float(t, got, victim, want[victim] + 4 * bound[victim] + 0.125 * fabs(want[victim]));
  assert_true(bound[victim] == 0 || first_beyond(t, got, want, bound, n) == victim);
  write_bits(t, got, victim, bits);
}

double rounding_of(TriType t, double v)
{
  int digits = t == TRI_BF16 ? 8 : t == TRI_F32 ? 24 : t == TRI_F64 ? 53 : small[t].fraction + 1;
  int least = t == TRI_BF16 || t == TRI_F32 ? -126 : t == TRI_F64 ? -1022 : 1 - small[t].bias;
  int exponent = v == 0 || ilogb(v) < least ? least : ilogb(v);
  return ldexp(1, exponent - digits);
}

/* ---- inputs ---- */

static const double special_floats[] = {
    0.0,       -0.0,         1.0,       -1.0,      INFINITY,   -INFINITY,       NAN,
    0.5,       1.0009765625, 2049.0,    65504.0,   -65504.0,   0x1p-24,         -0x1p-24,
    0x1.8p-15, 0x1p-133,     0x1p-149,  0x1p-1074, 0x1.fep127, -0x1.fffffep127, 0x1.fffffffffffffp1023,
    3.0,       0x1p11,       0x1.004p0, 0x1.01p0};
static const int64_t special_ints[] = {
    0, 1, -1, INT8_MIN, INT8_MAX, INT16_MIN, INT16_MAX, INT32_MIN, INT32_MAX, INT64_MIN, INT64_MAX, 255, 2};
enum {
  N_FLOATS = sizeof special_floats / sizeof *special_floats,
  N_INTS = sizeof special_ints / sizeof *special_ints
};

void *special_array(TriType t, size_t n, uint64_t seed)
{
  void *data = aligned_alloc(256, (n * (size_t)tri_type_bytes(t) + 511) & ~(size_t)255);
  assert_non_null(data);
  for (size_t i = 0; i < n; i++) {
    uint64_t r = next_random(&seed);
    bool special = i < 64 || r % 8 == 0;
    if (!special)
      write_bits(t, data, i, next_random(&seed));
    else if (is_float_type(t))
      write_float(t, data, i, special_floats[(r >> 8) % N_FLOATS]);
    else
      write_int(t, data, i, special_ints[(r >> 8) % N_INTS]);
  }
  return data;
}

void *uniform_array(TriType t, size_t n, uint64_t seed)
{
  void *data = aligned_alloc(256, (n * (size_t)tri_type_bytes(t) + 511) & ~(size_t)255);
  assert_non_null(data);
  for (size_t i = 0; i < n; i++) {
    uint64_t r = next_random(&seed);
    if (is_float_type(t))
      write_float(t, data, i, ldexp((double)(int64_t)r, -63));
    else
      write_bits(t, data, i, r);
  }
  return data;
}
