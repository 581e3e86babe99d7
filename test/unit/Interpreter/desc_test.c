/* Descriptors: what loads, stores, gathers and scatters read and write against loops in C, and their faults.
 * The others: desc_reduce_test.c, desc_value_test.c. */
#include "harness.h"

#include <math.h>
#include <stdlib.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const struct {
  const char *name;
  int bytes;
} types[] = {{"i8", 1},     {"i16", 2}, {"i32", 4},  {"i64", 8}, {"f8E4M3FN", 1},
             {"f8E5M2", 1}, {"f16", 2}, {"bf16", 2}, {"f32", 4}, {"f64", 8}};

enum { ALIGNED = 16 };

static void random_bytes(unsigned char *p, size_t n, uint64_t *seed)
{
  for (size_t k = 0; k < n; k++)
    p[k] = (unsigned char)random_next(seed);
}

/* ---- load and store of every type ---- */

enum { ROWS = 5, BLOCK_ROWS = 3, LINE = 32 /* bytes of a block's row */ };

/* A tensor of 5 rows of `columns` elements, `ld` elements apart; a block of 3 rows of 32 bytes from (row,
 * column) on goes to y, and what is in z from there on becomes the block. */
static Kernel copy_kernel(const char *type, int bytes)
{
  static char text[2048];
  int n = LINE / bytes;
  snprintf(
      text, sizeof text,
      "func.func @f(%%x: !tri.ptr<%s>, %%y: !tri.ptr<%s>, %%z: !tri.ptr<%s>, %%columns: i32, %%ld: i32,\n"
      "    %%row: i32, %%column: i32) attributes {tri.kernel} {\n"
      "  %%rows = arith.constant 5 : i32\n  %%c0 = arith.constant 0 : i32\n"
      "  %%three = arith.constant 3 : i32\n  %%n = arith.constant %d : i32\n"
      "  %%dx = tri.make_desc %%x shape [%%rows, %%columns] strides [%%ld] : i32 -> !tri.desc<3x%dx%s>\n"
      "  %%dy = tri.make_desc %%y shape [%%three, %%n] strides [%%n] : i32 -> !tri.desc<3x%dx%s>\n"
      "  %%dz = tri.make_desc %%z shape [%%rows, %%columns] strides [%%ld] : i32 -> !tri.desc<3x%dx%s>\n"
      "  %%v = tri.desc_load %%dx[%%row, %%column] : !tri.desc<3x%dx%s>\n"
      "  tri.desc_store %%v to %%dy[%%c0, %%c0] : !tri.desc<3x%dx%s>\n"
      "  tri.desc_store %%v to %%dz[%%row, %%column] : !tri.desc<3x%dx%s>\n  return\n}\n",
      type, type, type, n, n, type, n, type, n, type, n, type, n, type, n, type);
  return kernel_of(text);
}

static void check_copy(const Kernel *k, int bytes, int columns, int64_t row, int64_t column)
{
  enum { LD = 48 };
  static _Alignas(ALIGNED) unsigned char x[ROWS * LD * 8], z[ROWS * LD * 8], want_z[ROWS * LD * 8];
  static _Alignas(ALIGNED) unsigned char y[BLOCK_ROWS * LINE], want_y[BLOCK_ROWS * LINE];
  size_t ld = LD / (size_t)bytes, b = (size_t)bytes, size = ROWS * ld * b;
  uint64_t seed = (uint64_t)(row * 100 + column);
  random_bytes(x, size, &seed);
  random_bytes(z, size, &seed);
  memcpy(want_z, z, size);
  memset(want_y, 0, sizeof want_y);
  for (int64_t r = 0; r < BLOCK_ROWS; r++)
    for (int64_t c = 0; c < LINE / bytes; c++) {
      int64_t i = row + r, j = column + c;
      if (i < 0 || i >= ROWS || j < 0 || j >= columns)
        continue;
      size_t at = ((size_t)i * ld + (size_t)j) * b;
      memcpy(want_y + (r * LINE / bytes + c) * bytes, x + at, b);
      memcpy(want_z + at, x + at, b);
    }
  run_ok(k, ARGS(buffer("x", x, size), buffer("y", y, sizeof y), buffer("z", z, size),
                 scalar((uint64_t)columns), scalar(ld), scalar((uint64_t)row), scalar((uint64_t)column)));
  assert_memory_equal(y, want_y, sizeof y);
  assert_memory_equal(z, want_z, size);
}

static void test_copy(void **state)
{
  (void)state;
  for (size_t t = 0; t < COUNT(types); t++) {
    Kernel k = copy_kernel(types[t].name, types[t].bytes);
    int n = LINE / types[t].bytes, columns = n + n / 4 + 1;
    for (int64_t row = -4; row <= 6; row++)
      for (int64_t column = -n - 1; column <= columns + 1; column += n / 4)
        check_copy(&k, types[t].bytes, columns, row, column);
    check_copy(&k, types[t].bytes, columns, INT32_MIN, 0);
    check_copy(&k, types[t].bytes, columns, 0, INT32_MAX);
    check_copy(&k, types[t].bytes, 0, 0, 0);
    kernel_free(&k);
  }
}

/* ---- padding ---- */

static double value_of(const char *type, const unsigned char *p)
{
  float f;
  double d;
  uint32_t bits;
  uint16_t h;
  if (!strcmp(type, "f64"))
    return memcpy(&d, p, 8), d;
  memcpy(&h, p, 2);
  bits = (uint32_t)h << 16;
  if (!strcmp(type, "f16"))
    return (h & 0x7c00) == 0x7c00 && (h & 0x3ff) ? (double)NAN : 0.0;
  memcpy(&f, !strcmp(type, "f32") ? (const void *)p : &bits, 4);
  return (double)f;
}

/* Eight numbers past the end of a tensor of one. */
static void test_nan_padding(void **state)
{
  (void)state;
  static const char *const floats[] = {"f16", "bf16", "f32", "f64"};
  static char text[2048];
  for (size_t t = 0; t < COUNT(floats); t++) {
    size_t bytes = t < 2 ? 2 : t == 2 ? 4 : 8;
    _Alignas(ALIGNED) unsigned char x[8] = {0}, y[64];
    snprintf(
        text, sizeof text,
        "func.func @f(%%x: !tri.ptr<%s>, %%y: !tri.ptr<%s>) attributes {tri.kernel} {\n"
        "  %%one = arith.constant 1 : i64\n  %%c8 = arith.constant 8 : i64\n  %%c0 = arith.constant 0 : i32\n"
        "  %%d = tri.make_desc %%x shape [%%one] pad nan : i64 -> !tri.desc<8x%s>\n"
        "  %%e = tri.make_desc %%y shape [%%c8] : i64 -> !tri.desc<8x%s>\n"
        "  %%v = tri.desc_load %%d[%%c0] : !tri.desc<8x%s>\n"
        "  tri.desc_store %%v to %%e[%%c0] : !tri.desc<8x%s>\n  return\n}\n",
        floats[t], floats[t], floats[t], floats[t], floats[t], floats[t]);
    text_ok(text, ARGS(buffer("x", x, bytes), buffer("y", y, 8 * bytes)));
    assert_true(value_of(floats[t], y) == 0.0);
    for (size_t k = 1; k < 8; k++)
      assert_true(isnan(value_of(floats[t], y + k * bytes)));
  }
}

/* ---- gather and scatter ---- */

/* %rows are n numbers at %r; rows of 8 i32 of a 6 x 11 tensor at x, 12 elements apart. */
#define ROWS_KERNEL(T)                                                                                       \
  "func.func @f(%x: !tri.ptr<i32>, %r: !tri.ptr<" T ">, %y: !tri.ptr<i32>, %column: i32) attributes "        \
  "{tri.kernel} {\n"                                                                                         \
  "  %i = tri.range : tensor<5xi32>\n  %pr = tri.addptr %r, %i : !tri.ptr<" T ">, tensor<5xi32>\n"           \
  "  %rows = tri.load %pr : tensor<5x" T ">\n"                                                               \
  "  %c0 = arith.constant 0 : i32\n  %c5 = arith.constant 5 : i32\n  %c6 = arith.constant 6 : i32\n"         \
  "  %c8 = arith.constant 8 : i32\n  %c11 = arith.constant 11 : i32\n  %c12 = arith.constant 12 : i32\n"     \
  "  %d = tri.make_desc %x shape [%c6, %c11] strides [%c12] : i32 -> !tri.desc<1x8xi32>\n"                   \
  "  %e = tri.make_desc %y shape [%c5, %c8] strides [%c8] : i32 -> !tri.desc<5x8xi32>\n"
#define GATHER(T)                                                                                            \
  ROWS_KERNEL(T)                                                                                             \
  "  %v = tri.desc_gather %d[%rows, %column] : tensor<5x" T ">, !tri.desc<1x8xi32>\n"                        \
  "  tri.desc_store %v to %e[%c0, %c0] : !tri.desc<5x8xi32>\n  return\n}\n"
#define SCATTER(T)                                                                                           \
  ROWS_KERNEL(T)                                                                                             \
  "  %v = tri.desc_load %e[%c0, %c0] : !tri.desc<5x8xi32>\n"                                                 \
  "  tri.desc_scatter %v to %d[%rows, %column] : tensor<5x" T ">, !tri.desc<1x8xi32>\n  return\n}\n"

static void check_rows(const Kernel *k, bool scatter, size_t row_bytes, int64_t column)
{
  static const int16_t rows[] = {4, -1, 0, 6, 5};
  _Alignas(ALIGNED) int32_t x[72], y[40];
  int32_t want_x[72], want_y[40];
  unsigned char r[20];
  for (int j = 0; j < 72; j++)
    want_x[j] = x[j] = 1000 + j;
  for (int j = 0; j < 40; j++)
    want_y[j] = y[j] = scatter ? j : 0;
  for (int j = 0; j < 5; j++) {
    int32_t row = rows[j];
    memcpy(r + (size_t)j * row_bytes, &row, row_bytes);
    for (int64_t c = 0; c < 8; c++)
      if (row >= 0 && row < 6 && column + c >= 0 && column + c < 11) {
        int32_t *at = &want_x[row * 12 + column + c];
        if (scatter)
          *at = y[j * 8 + c];
        else
          want_y[j * 8 + c] = *at;
      }
  }
  run_ok(k, ARGS(buffer("x", x, sizeof x), buffer("r", r, 5 * row_bytes), buffer("y", y, sizeof y),
                 scalar((uint64_t)column)));
  assert_memory_equal(x, want_x, sizeof x);
  assert_memory_equal(y, want_y, sizeof y);
}

static void test_rows(void **state)
{
  (void)state;
  static const char *const text[][2] = {{GATHER("i16"), GATHER("i32")}, {SCATTER("i16"), SCATTER("i32")}};
  for (int scatter = 0; scatter < 2; scatter++)
    for (int wide = 0; wide < 2; wide++) {
      Kernel k = kernel_of(text[scatter][wide]);
      for (int64_t column = -9; column <= 12; column++)
        check_rows(&k, scatter, wide ? 4 : 2, column);
      kernel_free(&k);
    }
}

/* A row may be read twice. */
static void test_gather_repeats(void **state)
{
  (void)state;
  _Alignas(ALIGNED) int32_t x[72], y[40];
  int32_t r[] = {3, 3, 1, 3, 1};
  for (int j = 0; j < 72; j++)
    x[j] = j;
  text_ok(GATHER("i32"),
          ARGS(buffer("x", x, sizeof x), buffer("r", r, sizeof r), buffer("y", y, sizeof y), scalar(0)));
  for (int j = 0; j < 40; j++)
    assert_int_equal(y[j], r[j / 8] * 12 + j % 8);
}

/* ---- strides ---- */

/* A stride of 0 repeats a row; all its elements of a reduction land. */
static void test_stride_zero(void **state)
{
  (void)state;
  _Alignas(ALIGNED) int32_t x[4] = {1, 2, 3, 4}, y[12];
  text_ok("func.func @f(%x: !tri.ptr<i32>, %y: !tri.ptr<i32>) attributes {tri.kernel} {\n"
          "  %c0 = arith.constant 0 : i32\n  %c3 = arith.constant 3 : i32\n  %c4 = arith.constant 4 : i32\n"
          "  %d = tri.make_desc %x shape [%c3, %c4] strides [%c0] : i32 -> !tri.desc<3x4xi32>\n"
          "  %e = tri.make_desc %y shape [%c3, %c4] strides [%c4] : i32 -> !tri.desc<3x4xi32>\n"
          "  %v = tri.desc_load %d[%c0, %c0] : !tri.desc<3x4xi32>\n"
          "  tri.desc_store %v to %e[%c0, %c0] : !tri.desc<3x4xi32>\n"
          "  tri.desc_reduce add %v to %d[%c0, %c0] : !tri.desc<3x4xi32>\n  return\n}\n",
          ARGS(buffer("x", x, sizeof x), buffer("y", y, sizeof y)));
  for (int j = 0; j < 12; j++)
    assert_int_equal(y[j], j % 4 + 1);
  for (int j = 0; j < 4; j++)
    assert_int_equal(x[j], 4 * (j + 1));
}

/* ---- faults ---- */

#define FAULTING(body)                                                                                       \
  "func.func @f(%x: !tri.ptr<i32>, %m: i64, %n: i64, %ld: i64, %row: i32, %column: i32) attributes "         \
  "{tri.kernel} {\n"                                                                                         \
  "  %b = arith.constant dense<7> : tensor<2x4xi32>\n"                                                       \
  "  %d = tri.make_desc %x shape [%m, %n] strides [%ld] : i64 -> !tri.desc<2x4xi32>\n"                       \
  "  " body " : !tri.desc<2x4xi32>\n  return\n}\n"
#define LOAD FAULTING("%v = tri.desc_load %d[%row, %column]")
#define STORE FAULTING("tri.desc_store %b to %d[%row, %column]")
#define REDUCE FAULTING("tri.desc_reduce add %b to %d[%row, %column]")

typedef struct {
  const char *text;
  int64_t offset, m, n, ld, row, column; /* offset of the base in bytes */
  const char *part;                      /* NULL: none */
} Fault;

static void test_faults(void **state)
{
  (void)state;
  /* The buffer holds 3 rows of 8. */
  static const Fault faults[] = {
      {LOAD, 0, 3, 8, 8, 1, 4, NULL},
      {LOAD, 0, 3, 8, 8, 2, 4, NULL},
      {LOAD, 0, 4, 8, 8, 2, 4,
       "k.mlir:4:8: tri.desc_load: element [1, 0] of program (0, 0, 0) reads 4 bytes at x + 112, past the "
       "end of "
       "x (96 bytes)"},
      {STORE, 0, 4, 8, 8, 2, 6,
       "k.mlir:4:3: tri.desc_store: element [1, 0] of program (0, 0, 0) writes 4 bytes at x + 120"},
      {REDUCE, 0, 4, 8, 8, 2, -3,
       "tri.desc_reduce: element [1, 3] of program (0, 0, 0) writes 4 bytes at x + 96"},
      {LOAD, 0, 3, 12, 8, 2, 6, "element [0, 2] of program (0, 0, 0) reads 4 bytes at x + 96"},
      {LOAD, -16, 3, 8, 8, 0, -1,
       "element [0, 1] of program (0, 0, 0) reads 4 bytes at x - 16, before the start of x"},
      {LOAD, -16, 3, 8, 8, 0, 4, NULL},
      {LOAD, 4, 3, 8, 8, 0, 0,
       "k.mlir:4:8: tri.desc_load: program (0, 0, 0) uses the descriptor made at k.mlir:3:8: its base, x + "
       "4"},
      {STORE, 8, 3, 8, 8, 0, 0,
       "is not a multiple of 16 bytes; align it, or load and store by pointers with masks"},
      {REDUCE, 12, 3, 8, 8, 100, 100, "its base, x + 12"},
      {LOAD, 0, 3, 8, 6, 0, 0,
       "its stride on axis 0 is 6 elements of 4 bytes; expected a multiple of 16 bytes from 0 to "
       "1099511627760; "
       "pad that axis"},
      {STORE, 0, 3, 8, -8, 0, 0, "its stride on axis 0 is -8 elements"},
      {LOAD, 0, 0, 8, INT64_C(1) << 38, 0, 0, "its stride on axis 0 is 274877906944 elements"},
      {LOAD, 0, 1, 8, (INT64_C(1) << 38) - 4, 0, 0, NULL},
      {LOAD, 0, -1, 8, 8, 0, 0, "its extent on axis 0 is -1; expected 0 to 2147483647"},
      {LOAD, 0, 3, INT64_C(1) << 31, 8, 0, 0, "its extent on axis 1 is 2147483648"},
      {LOAD, 0, 3, INT64_MAX, 8, 0, 0, "its extent on axis 1 is 9223372036854775807"},
      {LOAD, 0, INT32_MAX, 8, 8, INT32_MAX, 0, NULL},
      {LOAD, 0, INT32_MAX, 8, 8, INT32_MAX - 1, 0,
       "element [0, 0] of program (0, 0, 0) reads 4 bytes at x + 68719476672"},
  };
  for (size_t k = 0; k < COUNT(faults); k++) {
    const Fault *f = &faults[k];
    _Alignas(ALIGNED) int32_t x[24] = {0};
    Arg p = buffer("x", x, sizeof x);
    p.bits += (uint64_t)f->offset;
    Kernel kernel = kernel_of(f->text);
    const Arg args[] = {p,
                        scalar((uint64_t)f->m),
                        scalar((uint64_t)f->n),
                        scalar((uint64_t)f->ld),
                        scalar((uint64_t)f->row),
                        scalar((uint64_t)f->column)};
    if (f->part)
      run_faults(&kernel, PARTS(f->part), args, COUNT(args));
    else
      run_ok(&kernel, args, COUNT(args));
    kernel_free(&kernel);
  }
}

/* A line from one buffer into another is an access to both; between them it is a fault. */
static void test_two_buffers(void **state)
{
  (void)state;
  _Alignas(ALIGNED) int32_t memory[16], y[12];
  Kernel k = kernel_of("func.func @f(%x: !tri.ptr<i32>, %z: !tri.ptr<i32>, %y: !tri.ptr<i32>) attributes "
                       "{tri.kernel} {\n  %n = arith.constant 12 : i32\n  %c0 = arith.constant 0 : i32\n"
                       "  %d = tri.make_desc %x shape [%n] : i32 -> !tri.desc<12xi32>\n"
                       "  %e = tri.make_desc %y shape [%n] : i32 -> !tri.desc<12xi32>\n"
                       "  %v = tri.desc_load %d[%c0] : !tri.desc<12xi32>\n"
                       "  tri.desc_store %v to %e[%c0] : !tri.desc<12xi32>\n"
                       "  tri.desc_store %v to %d[%c0] : !tri.desc<12xi32>\n  return\n}\n");
  for (int j = 0; j < 16; j++)
    memory[j] = j;
  run_faults(
      &k, PARTS("tri.desc_load: element [4] of program (0, 0, 0) reads 4 bytes at x + 16, past the end of x"),
      ARGS(buffer("x", memory, 16), buffer("z", memory + 8, 16), buffer("y", y, sizeof y)));
  run_ok(&k, ARGS(buffer("x", memory, 16), buffer("z", memory + 4, 32), buffer("y", y, sizeof y)));
  assert_memory_equal(y, memory, sizeof y);
  kernel_free(&k);
}

/* A null base is a fault where an element is accessed, and there alone. */
static void test_null(void **state)
{
  (void)state;
  _Alignas(ALIGNED) int32_t x[24] = {0};
  Arg null = buffer("x", x, sizeof x);
  null.bits = 0;
  Kernel k = kernel_of(LOAD);
  run_faults(&k, PARTS("reads 4 bytes at address 0x0: a null pointer"),
             ARGS(null, scalar(3), scalar(8), scalar(8), scalar(0), scalar(0)));
  run_ok(&k, ARGS(null, scalar(3), scalar(8), scalar(8), scalar(3), scalar(0)));
  kernel_free(&k);
}

#define UNDEFINED(body)                                                                                      \
  "func.func @f(%x: !tri.ptr<i32>, %n: i32) attributes {tri.kernel} {\n"                                     \
  "  %p = ub.poison : i32\n  %px = ub.poison : !tri.ptr<i32>\n  %c0 = arith.constant 0 : i32\n"              \
  "  %c4 = arith.constant 4 : i32\n  %b = tri.range : tensor<4xi32>\n  %q = ub.poison : tensor<4xi32>\n"     \
  "  %last = arith.constant dense<[false, false, false, true]> : tensor<4xi1>\n"                             \
  "  %partly = arith.select %last, %q, %b : tensor<4xi1>, tensor<4xi32>\n"                                   \
  "  %d = tri.make_desc %x shape [%n] : i32 -> !tri.desc<4xi32>\n"                                           \
  "  %r = tri.make_desc %x shape [%c4, %c4] strides [%c4] : i32 -> !tri.desc<1x4xi32>\n" body                \
  "  return\n}\n"

static void test_undefined(void **state)
{
  (void)state;
  static const struct {
    const char *text, *part;
    int64_t n;
  } cases[] = {
      {UNDEFINED("  %e = tri.make_desc %px shape [%n] : i32 -> !tri.desc<4xi32>\n"
                 "  %v = tri.desc_load %e[%c0] : !tri.desc<4xi32>\n"),
       "tri.desc_load: program (0, 0, 0) uses a descriptor that is undefined", 4},
      {UNDEFINED("  %e = tri.make_desc %x shape [%p] : i32 -> !tri.desc<4xi32>\n"
                 "  tri.desc_store %b to %e[%c0] : !tri.desc<4xi32>\n"),
       "uses a descriptor that is undefined", 4},
      {UNDEFINED("  %e = tri.make_desc %x shape [%n, %n] strides [%p] : i32 -> !tri.desc<1x4xi32>\n"
                 "  %v = tri.desc_gather %e[%b, %c0] : tensor<4xi32>, !tri.desc<1x4xi32>\n"),
       "uses a descriptor that is undefined", 4},
      {UNDEFINED("  %e = ub.poison : !tri.desc<4xi32>\n  %v = tri.desc_load %e[%c0] : !tri.desc<4xi32>\n"),
       "uses a descriptor that is undefined", 4},
      {UNDEFINED("  %v = tri.desc_load %d[%p] : !tri.desc<4xi32>\n"),
       "tri.desc_load: program (0, 0, 0) has an index that is undefined", 4},
      {UNDEFINED("  %v = tri.desc_gather %r[%partly, %c0] : tensor<4xi32>, !tri.desc<1x4xi32>\n"),
       "tri.desc_gather: element [3] of program (0, 0, 0) has an index that is undefined", 4},
      {UNDEFINED("  tri.desc_store %partly to %d[%c0] : !tri.desc<4xi32>\n"),
       "tri.desc_store: element [3] of program (0, 0, 0) writes a value that is undefined", 4},
      {UNDEFINED("  tri.desc_reduce xor %partly to %d[%c0] : !tri.desc<4xi32>\n"),
       "tri.desc_reduce: element [3] of program (0, 0, 0) writes a value that is undefined", 4},
      /* an undefined element outside of the tensor is not written; what is not accessed may be anything */
      {UNDEFINED("  tri.desc_store %partly to %d[%c0] : !tri.desc<4xi32>\n"), NULL, 3},
      {UNDEFINED("  tri.desc_reduce xor %partly to %d[%c0] : !tri.desc<4xi32>\n"), NULL, 3},
      {UNDEFINED("  %e = tri.make_desc %px shape [%p] : i32 -> !tri.desc<4xi32>\n"), NULL, 4},
      {UNDEFINED("  %m = arith.constant -1 : i32\n  %o = tri.addptr %x, %m : !tri.ptr<i32>, i32\n"
                 "  %e = tri.make_desc %o shape [%m, %m] strides [%m] : i32 -> !tri.desc<1x4xi32>\n"),
       NULL, 4},
      {UNDEFINED("  %t = arith.constant true\n  %e = ub.poison : !tri.desc<4xi32>\n"
                 "  %s = arith.select %t, %d, %e : !tri.desc<4xi32>\n"
                 "  %v = tri.desc_load %s[%c0] : !tri.desc<4xi32>\n"
                 "  tri.desc_store %v to %d[%c0] : !tri.desc<4xi32>\n"),
       NULL, 4},
  };
  for (size_t k = 0; k < COUNT(cases); k++) {
    _Alignas(ALIGNED) int32_t x[16] = {0};
    const Arg args[] = {buffer("x", x, sizeof x), scalar((uint64_t)cases[k].n)};
    if (cases[k].part)
      text_faults(cases[k].text, PARTS(cases[k].part), args, COUNT(args));
    else
      text_ok(cases[k].text, args, COUNT(args));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_copy),        cmocka_unit_test(test_nan_padding),
      cmocka_unit_test(test_rows),        cmocka_unit_test(test_gather_repeats),
      cmocka_unit_test(test_stride_zero), cmocka_unit_test(test_faults),
      cmocka_unit_test(test_two_buffers), cmocka_unit_test(test_null),
      cmocka_unit_test(test_undefined),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
