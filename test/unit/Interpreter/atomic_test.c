/* tri.atomic_rmw and tri.atomic_cas against plain C: every kind and type, duplicate addresses, masks, faults,
 * and many programs at once. */
#include "Numeric/numeric.h"
#include "harness.h"

#include <math.h>
#include <stdlib.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* ---- kernels ---- */

/* Over N elements: `op` uses %v (values), %e (expected), %p (pointers x + index), %m (a mask); its result is
 * %r. */
enum { N = 300, CELLS = 64 };

static Kernel atomic_kernel(const char *type, const char *op)
{
  static char text[4096];
  snprintf(
      text, sizeof text,
      "!t = %s\n!p = !tri.ptr<%s>\n!b = tensor<%dx%s>\n"
      "func.func @f(%%x: !p, %%v0: !p, %%e0: !p, %%i0: !tri.ptr<i32>, %%m0: !tri.ptr<i1>, %%r0: !p) "
      "attributes {tri.kernel} {\n"
      "  %%k = tri.range : tensor<%dxi32>\n"
      "  %%pv = tri.addptr %%v0, %%k : !p, tensor<%dxi32>\n  %%v = tri.load %%pv : !b\n"
      "  %%pe = tri.addptr %%e0, %%k : !p, tensor<%dxi32>\n  %%e = tri.load %%pe : !b\n"
      "  %%pi = tri.addptr %%i0, %%k : !tri.ptr<i32>, tensor<%dxi32>\n"
      "  %%i = tri.load %%pi : tensor<%dxi32>\n"
      "  %%pm = tri.addptr %%m0, %%k : !tri.ptr<i1>, tensor<%dxi32>\n  %%m = tri.load %%pm : tensor<%dxi1>\n"
      "  %%p = tri.addptr %%x, %%i : !p, tensor<%dxi32>\n"
      "  %%r = %s : !b\n"
      "  %%pr = tri.addptr %%r0, %%k : !p, tensor<%dxi32>\n  tri.store %%r to %%pr : !b\n  return\n}\n",
      type, type, N, type, N, N, N, N, N, N, N, N, op, N);
  return kernel_of(text);
}

/* Bits of elements, narrow ones in the low bytes. */
typedef struct {
  uint64_t x[CELLS], v[N], e[N], r[N];
  int32_t index[N];
  uint8_t mask[N];
} Data;

static void narrow(unsigned char *to, const uint64_t *from, int n, size_t bytes)
{
  for (int k = 0; k < n; k++)
    memcpy(to + (size_t)k * bytes, from + k, bytes);
}

static void widen(uint64_t *to, const unsigned char *from, int n, size_t bytes)
{
  memset(to, 0, (size_t)n * sizeof *to);
  for (int k = 0; k < n; k++)
    memcpy(to + k, from + (size_t)k * bytes, bytes);
}

static void run_atomic(const Kernel *k, size_t bytes, Data *d)
{
  unsigned char x[CELLS * 8], v[N * 8], e[N * 8], r[N * 8];
  narrow(x, d->x, CELLS, bytes), narrow(v, d->v, N, bytes), narrow(e, d->e, N, bytes);
  memset(r, 0xee, sizeof r);
  run_ok(k, ARGS(buffer("x", x, CELLS * bytes), buffer("v", v, N * bytes), buffer("e", e, N * bytes),
                 buffer("i", d->index, sizeof d->index), buffer("m", d->mask, sizeof d->mask),
                 buffer("r", r, N * bytes)));
  widen(d->x, x, CELLS, bytes), widen(d->r, r, N, bytes);
}

/* ---- what each kind is, of two elements' bits ---- */

typedef uint64_t Combine(uint64_t was, uint64_t with);

#define COMBINE(name, value)                                                                                 \
  static uint64_t name(uint64_t a, uint64_t b) { return value; }
COMBINE(add32, (uint32_t)(a + b))
COMBINE(add64, a + b)
COMBINE(min32, (int32_t)a < (int32_t)b ? a : b)
COMBINE(max32, (int32_t)a > (int32_t)b ? a : b)
COMBINE(min64, (int64_t)a < (int64_t)b ? a : b)
COMBINE(max64, (int64_t)a > (int64_t)b ? a : b)
COMBINE(umin, a < b ? a : b)
COMBINE(umax, a > b ? a : b)
COMBINE(and, a &b)
COMBINE(or, a | b)
COMBINE(xor, a ^ b)
COMBINE(exch, ((void)a, b))
COMBINE(fadd16, tri_float_add(TRI_FLOAT_F16, a, b, TRI_RN))
COMBINE(faddb16, tri_float_add(TRI_FLOAT_BF16, a, b, TRI_RN))
COMBINE(fadd64, tri_float_add(TRI_FLOAT_F64, a, b, TRI_RN))

static uint64_t flush(uint64_t bits) { return bits & 0x7f800000 ? bits : bits & 0x80000000; }
COMBINE(fadd32, flush(tri_float_add(TRI_FLOAT_F32, flush(a), flush(b), TRI_RN)))

/* The smaller float; of zeros the negative one. No NaN comes here. */
static bool less(TriFloat f, uint64_t a, uint64_t b)
{
  double x = tri_float_decode(f, a), y = tri_float_decode(f, b);
  return x < y || (x == y && signbit(x) && !signbit(y));
}
COMBINE(fmin32, less(TRI_FLOAT_F32, a, b) ? a : b)
COMBINE(fmax32, less(TRI_FLOAT_F32, a, b) ? b : a)
COMBINE(fmin64, less(TRI_FLOAT_F64, a, b) ? a : b)
COMBINE(fmax64, less(TRI_FLOAT_F64, a, b) ? b : a)

static const struct {
  const char *kind, *type;
  size_t bytes;
  Combine *combine;
  TriFloat format; /* of floats */
} rows[] = {{"add", "i32", 4, add32, TRI_FLOAT_COUNT}, {"add", "i64", 8, add64, TRI_FLOAT_COUNT},
            {"min", "i32", 4, min32, TRI_FLOAT_COUNT}, {"min", "i64", 8, min64, TRI_FLOAT_COUNT},
            {"max", "i32", 4, max32, TRI_FLOAT_COUNT}, {"max", "i64", 8, max64, TRI_FLOAT_COUNT},
            {"umin", "i32", 4, umin, TRI_FLOAT_COUNT}, {"umin", "i64", 8, umin, TRI_FLOAT_COUNT},
            {"umax", "i32", 4, umax, TRI_FLOAT_COUNT}, {"umax", "i64", 8, umax, TRI_FLOAT_COUNT},
            {"and", "i32", 4, and, TRI_FLOAT_COUNT},   {"and", "i64", 8, and, TRI_FLOAT_COUNT},
            {"or", "i32", 4, or, TRI_FLOAT_COUNT},     {"or", "i64", 8, or, TRI_FLOAT_COUNT},
            {"xor", "i32", 4, xor, TRI_FLOAT_COUNT},   {"xor", "i64", 8, xor, TRI_FLOAT_COUNT},
            {"exch", "i32", 4, exch, TRI_FLOAT_COUNT}, {"exch", "i64", 8, exch, TRI_FLOAT_COUNT},
            {"exch", "f32", 4, exch, TRI_FLOAT_F32},   {"exch", "f64", 8, exch, TRI_FLOAT_F64},
            {"fadd", "f16", 2, fadd16, TRI_FLOAT_F16}, {"fadd", "bf16", 2, faddb16, TRI_FLOAT_BF16},
            {"fadd", "f32", 4, fadd32, TRI_FLOAT_F32}, {"fadd", "f64", 8, fadd64, TRI_FLOAT_F64},
            {"min", "f32", 4, fmin32, TRI_FLOAT_F32},  {"min", "f64", 8, fmin64, TRI_FLOAT_F64},
            {"max", "f32", 4, fmax32, TRI_FLOAT_F32},  {"max", "f64", 8, fmax64, TRI_FLOAT_F64}};

/* Any bits of the type, zeros and small numbers among them; no NaN. */
static uint64_t any_bits(TriFloat format, size_t bytes, uint64_t *seed)
{
  uint64_t all = bytes == 8 ? ~UINT64_C(0) : (UINT64_C(1) << bytes * 8) - 1, r = random_next(seed),
           bits = r % 5 == 0   ? (r >> 8) % 3
                  : r % 5 == 1 ? ~((r >> 8) % 3) << (bytes * 8 - 1)
                               : random_next(seed);
  bits &= all;
  return format != TRI_FLOAT_COUNT && tri_float_is_nan(format, bits) ? 0 : bits;
}

static void fill(Data *d, TriFloat format, size_t bytes, uint64_t seed)
{
  for (int k = 0; k < CELLS; k++)
    d->x[k] = any_bits(format, bytes, &seed);
  for (int k = 0; k < N; k++) {
    d->v[k] = any_bits(format, bytes, &seed);
    d->e[k] = any_bits(format, bytes, &seed);
    d->index[k] = (int32_t)(random_next(&seed) % CELLS);
    d->mask[k] = random_next(&seed) % 4 != 0;
  }
}

static bool same_element(TriFloat format, uint64_t a, uint64_t b)
{
  return a == b || (format != TRI_FLOAT_COUNT && tri_float_is_nan(format, a) && tri_float_is_nan(format, b));
}

/* Some five elements of a block go to each place. */
static void check(size_t row, bool masked)
{
  Data d, want;
  char op[100];
  TriFloat format = rows[row].format;
  fill(&d, format, rows[row].bytes, row + 1);
  want = d;
  for (int k = 0; k < N; k++) {
    uint64_t *cell = &want.x[d.index[k]];
    bool on = !masked || d.mask[k];
    want.r[k] = on ? *cell : 0;
    *cell = on ? rows[row].combine(*cell, d.v[k]) : *cell;
  }
  snprintf(op, sizeof op, "tri.atomic_rmw %s %%v at %%p%s", rows[row].kind, masked ? " where %m" : "");
  Kernel kernel = atomic_kernel(rows[row].type, op);
  run_atomic(&kernel, rows[row].bytes, &d);
  kernel_free(&kernel);
  for (int k = 0; k < N; k++)
    if (!same_element(format, d.r[k], want.r[k]))
      fail_msg("%s of %s: element %d gives %llx, expected %llx", rows[row].kind, rows[row].type, k,
               (unsigned long long)d.r[k], (unsigned long long)want.r[k]);
  for (int k = 0; k < CELLS; k++)
    if (!same_element(format, d.x[k], want.x[k]))
      fail_msg("%s of %s: x[%d] is %llx, expected %llx", rows[row].kind, rows[row].type, k,
               (unsigned long long)d.x[k], (unsigned long long)want.x[k]);
}

static void test_kinds(void **state)
{
  (void)state;
  for (size_t row = 0; row < COUNT(rows); row++) {
    check(row, false);
    check(row, true);
  }
}

static void test_compare_and_swap(void **state)
{
  (void)state;
  static const struct {
    const char *type;
    size_t bytes;
  } types[] = {{"i16", 2}, {"i32", 4}, {"i64", 8}, {"f16", 2}, {"bf16", 2}, {"f32", 4}, {"f64", 8}};
  for (size_t t = 0; t < COUNT(types); t++)
    for (int masked = 0; masked < 2; masked++) {
      Data d, want;
      fill(&d, TRI_FLOAT_COUNT, types[t].bytes, t + 50);
      for (int k = 0; k < CELLS; k++)
        d.x[k] &= 3;
      for (int k = 0; k < N; k++)
        d.e[k] &= 3, d.v[k] &= 3;
      d.x[5] = UINT64_C(1) << (types[t].bytes * 8 - 1); /* -0, which is not 0 */
      d.index[0] = 5, d.e[0] = 0, d.mask[0] = 1;
      want = d;
      int swaps = 0;
      for (int k = 0; k < N; k++) {
        uint64_t *cell = &want.x[d.index[k]];
        bool on = !masked || d.mask[k];
        want.r[k] = on ? *cell : 0;
        swaps += on && *cell == d.e[k];
        *cell = on && *cell == d.e[k] ? d.v[k] : *cell;
      }
      assert_true(swaps > 10 && swaps < N - 10);
      Kernel kernel = atomic_kernel(types[t].type, masked ? "tri.atomic_cas %e, %v at %p where %m"
                                                          : "tri.atomic_cas %e, %v at %p");
      run_atomic(&kernel, types[t].bytes, &d);
      kernel_free(&kernel);
      assert_memory_equal(d.r, want.r, sizeof d.r);
      assert_memory_equal(d.x, want.x, sizeof d.x);
    }
}

/* ---- cases worth their own lines ---- */

#define SCALAR(type, op)                                                                                     \
  "func.func @f(%x: !tri.ptr<" type ">, %v: " type ", %r: !tri.ptr<" type ">) attributes {tri.kernel} {\n"   \
  "  %o = tri.atomic_rmw " op " %v at %x : " type "\n  tri.store %o to %r : " type "\n  return\n}\n"

static uint32_t one_step(const char *text, uint32_t was, uint32_t with)
{
  uint32_t x = was, r = 0;
  text_ok(text, ARGS(buffer("x", &x, sizeof x), scalar(with), buffer("r", &r, sizeof r)));
  assert_int_equal(r, was);
  return x;
}

static uint32_t bits(float x) { return tri_f32_bits(x); }

static void test_floats(void **state)
{
  (void)state;
  assert_int_equal(one_step(SCALAR("f32", "max"), bits(-1), bits(-2)), bits(-1));
  assert_int_equal(one_step(SCALAR("f32", "max"), bits(-2), bits(3)), bits(3));
  assert_int_equal(one_step(SCALAR("f32", "max"), bits(-0.0f), bits(0)), bits(0));
  assert_int_equal(one_step(SCALAR("f32", "max"), bits(0), bits(-0.0f)), bits(0));
  assert_int_equal(one_step(SCALAR("f32", "min"), bits(0), bits(-0.0f)), bits(-0.0f));
  assert_int_equal(one_step(SCALAR("f32", "min"), bits(-INFINITY), bits(-5)), bits(-INFINITY));
  assert_int_equal(one_step(SCALAR("f32", "max"), bits(INFINITY), 0x7fc00000), 0x7fc00000);
  assert_int_equal(one_step(SCALAR("f32", "max"), bits(-INFINITY), 0xffc00000), bits(-INFINITY));
  assert_int_equal(one_step(SCALAR("f32", "min"), bits(-INFINITY), 0xffc00000), 0xffc00000);
  assert_int_equal(one_step(SCALAR("i32", "max"), 0xffffffff, 0x80000000), 0xffffffff);
  assert_int_equal(one_step(SCALAR("i32", "umax"), 1, 0x80000000), 0x80000000);
  assert_int_equal(one_step(SCALAR("i32", "min"), 1, 0x80000000), 0x80000000);
  assert_int_equal(one_step(SCALAR("i32", "add"), 0x7fffffff, 1), 0x80000000);
  assert_int_equal(one_step(SCALAR("f32", "fadd"), 0x00000001, 0x00000001), 0);
  assert_int_equal(one_step(SCALAR("f32", "fadd"), 0x80000001, 0x80000001), 0x80000000);
  assert_int_equal(one_step(SCALAR("f32", "fadd"), 0x00ffffff, 0x80800000), 0);
}

/* ---- faults ---- */

#define FAULTY                                                                                               \
  "func.func @f(%x: !tri.ptr<i32>, %i0: !tri.ptr<i64>) attributes {tri.kernel} {\n"                          \
  "  %k = tri.range : tensor<4xi32>\n  %v = tri.range : tensor<4xi32>\n"                                     \
  "  %pi = tri.addptr %i0, %k : !tri.ptr<i64>, tensor<4xi32>\n  %i = tri.load %pi : tensor<4xi64>\n"         \
  "  %pb = tri.bitcast %x : !tri.ptr<i32> -> !tri.ptr<i8>\n"                                                 \
  "  %pc = tri.addptr %pb, %i : !tri.ptr<i8>, tensor<4xi64>\n"                                               \
  "  %p = tri.bitcast %pc : tensor<4x!tri.ptr<i8>> -> tensor<4x!tri.ptr<i32>>\n"                             \
  "  %m = arith.constant dense<[true, true, false, true]> : tensor<4xi1>\n"                                  \
  "  %u = ub.poison : tensor<4xi32>\n  %n = ub.poison : tensor<4xi1>\n"                                      \
  "  %w = arith.select %m, %v, %u : tensor<4xi1>, tensor<4xi32>\n"                                           \
  "  %up = ub.poison : tensor<4x!tri.ptr<i32>>\n"                                                            \
  "  %q = arith.select %m, %p, %up : tensor<4xi1>, tensor<4x!tri.ptr<i32>>\n"

static void expect_fault(const char *op, int64_t second, const char *message)
{
  static char text[4096];
  int32_t x[4] = {0};
  int64_t index[4] = {0, second, 8, 12};
  snprintf(text, sizeof text, "%s  %%r = %s : tensor<4xi32>\n  return\n}\n", FAULTY, op);
  if (message)
    text_faults(text, PARTS(message), ARGS(buffer("x", x, sizeof x), buffer("i", index, sizeof index)));
  else
    text_ok(text, ARGS(buffer("x", x, sizeof x), buffer("i", index, sizeof index)));
}

static void test_faults(void **state)
{
  (void)state;
  const char *const add = "tri.atomic_rmw add %v at %p";
  expect_fault(add, 4, NULL);
  expect_fault(
      add, 16,
      "tri.atomic_rmw: element [1] of program (0, 0, 0) updates 4 bytes at x + 16, past the end of x (16 "
      "bytes)");
  expect_fault(add, 5, "element [1] of program (0, 0, 0) updates 4 bytes at x + 5");
  expect_fault(add, 5, "which is not a multiple of 4");
  expect_fault("tri.atomic_cas %v, %v at %p", -4, "before the start of x");
  expect_fault("tri.atomic_rmw add %w at %p", 4,
               "element [2] of program (0, 0, 0) writes a value that is undefined");
  expect_fault("tri.atomic_rmw add %w at %q where %m", 4, NULL);
  expect_fault("tri.atomic_rmw add %v at %q", 4,
               "element [2] of program (0, 0, 0) has an address that is undefined");
  expect_fault("tri.atomic_rmw add %v at %p where %n", 4,
               "element [0] of program (0, 0, 0) has a mask that is undefined");
  expect_fault("tri.atomic_cas %w, %v at %p", 4,
               "element [2] of program (0, 0, 0) compares with a value that is undefined");
  expect_fault("tri.atomic_cas %v, %w at %p", 4,
               "element [2] of program (0, 0, 0) writes a value that is undefined");
  expect_fault("tri.atomic_cas %w, %w at %q where %m", 4, NULL);
}

static void test_null_and_space(void **state)
{
  (void)state;
  int32_t x = 0;
  text_faults(
      "func.func @f(%x: !tri.ptr<i32>, %v: i32) attributes {tri.kernel} {\n  %z = arith.constant 0 : i64\n"
      "  %p = tri.int_to_ptr %z : !tri.ptr<i32>\n  %o = tri.atomic_rmw or %v at %p : i32\n  return\n}\n",
      PARTS("k.mlir:4:8: tri.atomic_rmw: program (0, 0, 0) updates 4 bytes at address 0x0: a null pointer"),
      ARGS(buffer("x", &x, sizeof x), scalar(1)));
  text_refused("func.func @f(%x: !tri.ptr<i32>, %v: i32) attributes {tri.kernel} {\n"
               "  %p = ub.poison : !tri.ptr<i32, 3>\n"
               "  %o = tri.atomic_rmw or %v at %p : i32 in !tri.ptr<i32, 3>\n  return\n}\n",
               PARTS("reaches address space 3"));
}

/* What masked-off elements give is zero, not undefined: it may be stored. */
static void test_masked_off_is_zero(void **state)
{
  (void)state;
  int32_t x = 7, r = -1;
  text_ok("func.func @f(%x: !tri.ptr<i32>, %r: !tri.ptr<i32>) attributes {tri.kernel} {\n"
          "  %off = arith.constant false\n  %u = ub.poison : i32\n"
          "  %o = tri.atomic_rmw add %u at %x where %off : i32\n  tri.store %o to %r : i32\n  return\n}\n",
          ARGS(buffer("x", &x, sizeof x), buffer("r", &r, sizeof r)));
  assert_true(x == 7 && r == 0);
}

/* ---- several threads ---- */

/* 5000 programs add to the same places; a lock of compare and swap guards a plain counter. */
static void test_threads(void **state)
{
  (void)state;
  enum { PROGRAMS = 5000 };
  int32_t sum[4] = {0}, lock[1] = {0}, counter[1] = {0};
  float fsum[1] = {0};
  InterpreterFault fault;
  Kernel k = kernel_of(
      "func.func @f(%s: !tri.ptr<i32>, %f: !tri.ptr<f32>, %l: !tri.ptr<i32>, %c: !tri.ptr<i32>) "
      "attributes {tri.kernel} {\n"
      "  %pid = tri.program_id x\n  %zero = arith.constant 0 : i32\n  %one = arith.constant 1 : i32\n"
      "  %onef = arith.constant 1.0 : f32\n  %ones = arith.constant dense<1> : tensor<8xi32>\n"
      "  %i = arith.constant dense<[0, 1, 2, 3, 3, 3, 3, 3]> : tensor<8xi32>\n"
      "  %p = tri.addptr %s, %i : !tri.ptr<i32>, tensor<8xi32>\n"
      "  %0 = tri.atomic_rmw add %ones at %p semantics relaxed : tensor<8xi32>\n"
      "  %1 = tri.atomic_rmw fadd %onef at %f : f32\n"
      "  scf.while : () -> () {\n"
      "    %was = tri.atomic_cas %zero, %one at %l semantics acquire : i32\n"
      "    %busy = arith.cmpi ne, %was, %zero : i32\n    scf.condition(%busy)\n"
      "  } do {\n    scf.yield\n  }\n"
      "  %n = tri.load %c : i32\n  %m = arith.addi %n, %one : i32\n  tri.store %m to %c : i32\n"
      "  %2 = tri.atomic_rmw exch %zero at %l semantics release : i32\n  return\n}\n");
  if (!run(&k, PROGRAMS, 1, 1, 4, &fault,
           ARGS(buffer("s", sum, sizeof sum), buffer("f", fsum, sizeof fsum), buffer("l", lock, sizeof lock),
                buffer("c", counter, sizeof counter))))
    fail_msg("%s", fault.message);
  kernel_free(&k);
  assert_true(sum[0] == PROGRAMS && sum[1] == PROGRAMS && sum[2] == PROGRAMS && sum[3] == 5 * PROGRAMS);
  assert_true(fsum[0] == (float)PROGRAMS && lock[0] == 0 && counter[0] == PROGRAMS);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kinds),          cmocka_unit_test(test_compare_and_swap),
      cmocka_unit_test(test_floats),         cmocka_unit_test(test_faults),
      cmocka_unit_test(test_null_and_space), cmocka_unit_test(test_masked_off_is_zero),
      cmocka_unit_test(test_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
