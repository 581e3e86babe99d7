/* Memory: every element type, masks, shapes of address blocks, and every kind of fault with its words. */
#include "harness.h"

#include <stdlib.h>

static const struct {
  const char *name;
  int bytes;
} types[] = {{"i8", 1},  {"i16", 2},  {"i32", 4}, {"i64", 8}, {"f8E4M3FN", 1},    {"f8E5M2", 1},
             {"f16", 2}, {"bf16", 2}, {"f32", 4}, {"f64", 8}, {"!tri.ptr<i8>", 8}};
enum { TYPES = sizeof types / sizeof *types };

/* A kernel on blocks of 8 of type T; body uses %x, %z (pointers), %i (0 … 7), %even (a mask). */
static Kernel copy_kernel(const char *type, const char *body)
{
  char text[4096];
  size_t n = 0;
  n += (size_t)snprintf(
      text, sizeof text,
      "!t = %s\n!p = !tri.ptr<%s>\n!b = tensor<8x%s>\n"
      "func.func @f(%%x: !p, %%z: !p) attributes {tri.kernel} {\n"
      "  %%i = tri.range : tensor<8xi32>\n"
      "  %%even = arith.constant dense<[true, false, true, false, true, false, true, false]> : "
      "tensor<8xi1>\n"
      "  %%seven = arith.constant dense<7> : tensor<8xi32>\n"
      "  %%back = arith.subi %%seven, %%i : tensor<8xi32>\n"
      "  %%px = tri.addptr %%x, %%i : !p, tensor<8xi32>\n"
      "  %%pz = tri.addptr %%z, %%i : !p, tensor<8xi32>\n"
      "  %%rx = tri.addptr %%x, %%back : !p, tensor<8xi32>\n"
      "  %%rz = tri.addptr %%z, %%back : !p, tensor<8xi32>\n",
      type, type, type);
  snprintf(text + n, sizeof text - n, "%s  return\n}\n", body);
  return kernel_of(text);
}

static uint64_t x[8], z[9];

static void fill(void)
{
  uint64_t seed = 41;
  for (int i = 0; i < 8; i++)
    x[i] = random_next(&seed);
  memset(z, 0xee, sizeof z);
}

static void run_copy(const char *type, int bytes, const char *body)
{
  fill();
  Kernel k = copy_kernel(type, body);
  run_ok(&k, ARGS(buffer("x", x, (size_t)bytes * 8), buffer("z", z, (size_t)bytes * 8)));
  kernel_free(&k);
}

static bool same_element(int bytes, int to, int from)
{
  return memcmp((char *)z + to * bytes, (char *)x + from * bytes, (size_t)bytes) == 0;
}
static bool is_byte(int bytes, int k, int byte)
{
  for (int j = 0; j < bytes; j++)
    if (((unsigned char *)z)[k * bytes + j] != byte)
      return false;
  return true;
}

static void every_type_is_copied_whole(void **state)
{
  (void)state;
  for (int t = 0; t < TYPES; t++) {
    int bytes = types[t].bytes;
    run_copy(types[t].name, bytes, "  %v = tri.load %px : !b\n  tri.store %v to %pz : !b\n");
    for (int i = 0; i < 8; i++)
      assert_true(same_element(bytes, i, i));
    assert_true(is_byte(bytes, 8, 0xee));
    run_copy(types[t].name, bytes, "  %v = tri.load %rx : !b\n  tri.store %v to %pz : !b\n");
    for (int i = 0; i < 8; i++)
      assert_true(same_element(bytes, i, 7 - i));
    run_copy(types[t].name, bytes,
             "  %v = tri.load %px volatile : !b\n  tri.store %v to %rz volatile : !b\n");
    for (int i = 0; i < 8; i++)
      assert_true(same_element(bytes, i, 7 - i));
    run_copy(types[t].name, bytes, "  %v = tri.load %x : !t\n  tri.store %v to %z : !t\n");
    assert_true(same_element(bytes, 0, 0));
    assert_true(is_byte(bytes, 1, 0xee));
  }
}

static void masked_off_elements_touch_nothing(void **state)
{
  (void)state;
  for (int t = 0; t < TYPES; t++) {
    int bytes = types[t].bytes;
    run_copy(types[t].name, bytes, "  %v = tri.load %px where %even : !b\n  tri.store %v to %pz : !b\n");
    for (int i = 0; i < 8; i++)
      assert_true(i % 2 ? is_byte(bytes, i, 0) : same_element(bytes, i, i));
    run_copy(types[t].name, bytes,
             "  %o = tri.load %rx : !b\n  %v = tri.load %px where %even else %o : !b\n  tri.store %v to %pz "
             ": !b\n");
    for (int i = 0; i < 8; i++)
      assert_true(same_element(bytes, i, i % 2 ? 7 - i : i));
    run_copy(types[t].name, bytes, "  %v = tri.load %px : !b\n  tri.store %v to %pz where %even : !b\n");
    for (int i = 0; i < 8; i++)
      assert_true(i % 2 ? is_byte(bytes, i, 0xee) : same_element(bytes, i, i));
  }
}

static void i1_is_a_byte(void **state)
{
  uint8_t in[8] = {0, 1, 2, 0x80, 0xff, 0, 7, 1}, out[8];
  (void)state;
  Kernel k = copy_kernel("i1", "  %v = tri.load %px : !b\n  tri.store %v to %pz : !b\n");
  memset(out, 0xee, sizeof out);
  run_ok(&k, ARGS(buffer("x", in, 8), buffer("z", out, 8)));
  for (int i = 0; i < 8; i++)
    assert_int_equal(out[i], in[i] != 0);
  kernel_free(&k);
}

static void addptr_moves_by_elements_with_sign(void **state)
{
  int32_t in[300], out[8];
  (void)state;
  for (int i = 0; i < 300; i++)
    in[i] = i;
  Kernel k = kernel_of(
      "func.func @f(%x: !tri.ptr<i32>, %z: !tri.ptr<i32>, %c: i64) attributes {tri.kernel} {\n"
      "  %i = tri.range : tensor<8xi32>\n"
      "  %o8 = arith.constant dense<[0, -1, 1, -128, 127, 0, 0, 0]> : tensor<8xi8>\n"
      "  %x150 = tri.addptr %x, %c : !tri.ptr<i32>, i64\n"
      "  %p = tri.addptr %x150, %o8 : !tri.ptr<i32>, tensor<8xi8>\n"
      "  %m = arith.constant -3 : i16\n"
      "  %q = tri.addptr %p, %m : tensor<8x!tri.ptr<i32>>, i16\n"
      "  %t = arith.constant dense<[true, false, false, false, false, false, false, true]> : tensor<8xi1>\n"
      "  %r = tri.addptr %q, %t : tensor<8x!tri.ptr<i32>>, tensor<8xi1>\n"
      "  %v = tri.load %r : tensor<8xi32>\n"
      "  %pz = tri.addptr %z, %i : !tri.ptr<i32>, tensor<8xi32>\n"
      "  tri.store %v to %pz : tensor<8xi32>\n"
      "  return\n"
      "}\n");
  run_ok(&k, ARGS(buffer("x", in, sizeof in), buffer("z", out, sizeof out), scalar(150)));
  const int want[8] = {146, 146, 148, 19, 274, 147, 147, 146};
  for (int i = 0; i < 8; i++)
    assert_int_equal(out[i], want[i]);
  kernel_free(&k);
}

static void later_loads_see_earlier_stores(void **state)
{
  int32_t a[4] = {1, 2, 3, 4};
  (void)state;
  text_ok("func.func @f(%x: !tri.ptr<i32>) attributes {tri.kernel} {\n"
          "  %i = tri.range : tensor<4xi32>\n"
          "  %three = arith.constant dense<3> : tensor<4xi32>\n"
          "  %back = arith.subi %three, %i : tensor<4xi32>\n"
          "  %p = tri.addptr %x, %i : !tri.ptr<i32>, tensor<4xi32>\n"
          "  %q = tri.addptr %x, %back : !tri.ptr<i32>, tensor<4xi32>\n"
          "  %v = tri.load %p : tensor<4xi32>\n"
          "  tri.store %v to %q : tensor<4xi32>\n"
          "  %w = tri.load %p : tensor<4xi32>\n"
          "  %s = arith.muli %w, %w : tensor<4xi32>\n"
          "  tri.store %s to %p : tensor<4xi32>\n"
          "  return\n"
          "}\n",
          ARGS(buffer("x", a, sizeof a)));
  for (int i = 0; i < 4; i++)
    assert_int_equal(a[i], (4 - i) * (4 - i));
}

static void pointers_to_pointers(void **state)
{
  int32_t a = 5, b = 7, out[2];
  void *table[2] = {&b, &a};
  (void)state;
  Kernel k = kernel_of("func.func @f(%t: !tri.ptr<!tri.ptr<i32>>, %z: !tri.ptr<i32>, %a: !tri.ptr<i32>, %b: "
                       "!tri.ptr<i32>) attributes {tri.kernel} {\n"
                       "  %i = tri.range : tensor<2xi32>\n"
                       "  %pt = tri.addptr %t, %i : !tri.ptr<!tri.ptr<i32>>, tensor<2xi32>\n"
                       "  %p = tri.load %pt : tensor<2x!tri.ptr<i32>>\n"
                       "  %v = tri.load %p : tensor<2xi32>\n"
                       "  %pz = tri.addptr %z, %i : !tri.ptr<i32>, tensor<2xi32>\n"
                       "  tri.store %v to %pz : tensor<2xi32>\n"
                       "  return\n"
                       "}\n");
  run_ok(&k, ARGS(buffer("t", table, sizeof table), buffer("z", out, sizeof out), buffer("a", &a, 4),
                  buffer("b", &b, 4)));
  assert_int_equal(out[0], 7);
  assert_int_equal(out[1], 5);
  kernel_free(&k);
}

/* ---- faults ---- */

/* x is memory[16 … 16 + 32), with room on both sides, so that a neighbour's bytes are never what is missing.
 */
static _Alignas(64) char memory[128];
static char *const inside = memory + 16;

static void out_of_bounds(void **state)
{
  (void)state;
  Kernel k = kernel_of("func.func @f(%x: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {\n"
                       "  %i = tri.range : tensor<8xi32>\n"
                       "  %p = tri.addptr %x, %n : !tri.ptr<f32>, i32\n"
                       "  %q = tri.addptr %p, %i : !tri.ptr<f32>, tensor<8xi32>\n"
                       "  %v = tri.load %q : tensor<8xf32>\n"
                       "  tri.store %v to %q : tensor<8xf32>\n"
                       "  return\n"
                       "}\n");
  run_ok(&k, ARGS(buffer("x", inside, 32), scalar(0)));
  run_faults(&k,
             PARTS("k.mlir:5:8: tri.load: element [5] of program (0, 0, 0) reads 4 bytes at x + 32, past the "
                   "end of x (32 "
                   "bytes)"),
             ARGS(buffer("x", inside, 32), scalar(3)));
  run_faults(&k,
             PARTS("k.mlir:5:8: tri.load: element [0] of program (0, 0, 0) reads 4 bytes at x - 4, before "
                   "the start of x "
                   "(32 bytes)"),
             ARGS(buffer("x", inside, 32), scalar((uint32_t)-1)));
  run_faults(&k, PARTS("element [7]", "at x + 28, past the end of x (30 bytes)"),
             ARGS(buffer("x", inside, 30), scalar(0)));
  run_faults(&k, PARTS("element [0]", "past the end of x (0 bytes)"),
             ARGS(buffer("x", inside, 0), scalar(0)));
  kernel_free(&k);
}

static void stores_are_checked_as_loads(void **state)
{
  (void)state;
  memset(memory, 0x33, sizeof memory);
  text_faults("func.func @f(%x: !tri.ptr<i64>) attributes {tri.kernel} {\n"
              "  %i = tri.range from 1 : tensor<4xi64>\n"
              "  %p = tri.addptr %x, %i : !tri.ptr<i64>, tensor<4xi64>\n"
              "  tri.store %i to %p : tensor<4xi64>\n"
              "  return\n"
              "}\n",
              PARTS("k.mlir:4:3: tri.store: element [3] of program (0, 0, 0) writes 8 bytes at x + 32, past "
                    "the end of x (32 "
                    "bytes)"),
              ARGS(buffer("x", inside, 32)));
  assert_int_equal(memory[16 + 32], 0x33);
  text_faults(
      "func.func @f(%x: !tri.ptr<i8>, %y: !tri.ptr<i8>) attributes {tri.kernel} {\n"
      "  %c = arith.constant 1 : i8\n"
      "  tri.store %c to %y : i8\n"
      "  return\n"
      "}\n",
      PARTS("k.mlir:3:3: tri.store: program (0, 0, 0) writes 1 byte at x + 40, past the end of x (32 bytes)"),
      ARGS(buffer("x", inside, 32), scalar((uintptr_t)inside + 40)));
}

static void the_nearest_buffer_is_named(void **state)
{
  const char *text =
      "func.func @f(%x: !tri.ptr<i8>, %y: !tri.ptr<i8>, %p: !tri.ptr<i8>) attributes {tri.kernel} {\n"
      "  %v = tri.load %p : i8\n"
      "  return\n"
      "}\n";
  (void)state;
  text_faults(text, PARTS("at x + 18, past"),
              ARGS(buffer("y", memory + 64, 16), buffer("x", memory, 16), scalar((uintptr_t)memory + 18)));
  text_faults(text, PARTS("at y - 4, before"),
              ARGS(buffer("y", memory + 64, 16), buffer("x", memory, 16), scalar((uintptr_t)memory + 60)));
  text_faults(text, PARTS("at y + 16, past the end of y (16 bytes)"),
              ARGS(buffer("y", memory + 64, 16), buffer("x", memory, 16), scalar((uintptr_t)memory + 80)));
  text_faults(text, PARTS("0x", "but no argument is a buffer"),
              ARGS(scalar(0), scalar(0), scalar((uintptr_t)memory + 80)));
}

static void null_and_misaligned(void **state)
{
  const char *text = "func.func @f(%x: !tri.ptr<i32>, %p: !tri.ptr<i32>) attributes {tri.kernel} {\n"
                     "  %v = tri.load %p : i32\n"
                     "  return\n"
                     "}\n";
  (void)state;
  text_faults(text,
              PARTS("k.mlir:2:8: tri.load: program (0, 0, 0) reads 4 bytes at address 0x0: a null pointer"),
              ARGS(buffer("x", inside, 32), scalar(0)));
  text_faults(text, PARTS("at address 0x10: a null pointer"), ARGS(buffer("x", inside, 32), scalar(16)));
  text_faults(text, PARTS("at address 0x40: a null pointer"), ARGS(buffer("x", (void *)64, 32), scalar(64)));
  text_faults(text, PARTS("reads 4 bytes at x + 6 (0x", "which is not a multiple of 4"),
              ARGS(buffer("x", inside, 32), scalar((uintptr_t)inside + 6)));
}

static void masked_off_addresses_may_be_anything(void **state)
{
  int32_t a[4] = {1, 2, 3, 4};
  (void)state;
  text_ok("func.func @f(%x: !tri.ptr<i32>) attributes {tri.kernel} {\n"
          "  %o = arith.constant dense<[0, 2000000000, -77, 3]> : tensor<4xi32>\n"
          "  %m = arith.constant dense<[true, false, false, true]> : tensor<4xi1>\n"
          "  %p = tri.addptr %x, %o : !tri.ptr<i32>, tensor<4xi32>\n"
          "  %v = tri.load %p where %m : tensor<4xi32>\n"
          "  %w = arith.addi %v, %v : tensor<4xi32>\n"
          "  tri.store %w to %p where %m : tensor<4xi32>\n"
          "  return\n"
          "}\n",
          ARGS(buffer("x", a, sizeof a)));
  assert_int_equal(a[0], 2);
  assert_int_equal(a[1], 2);
  assert_int_equal(a[3], 8);
}

/* A block across the end of one buffer is allowed where the next begins right there, and nowhere else. */
static void a_block_may_span_neighbours_but_no_gap(void **state)
{
  (void)state;
  Kernel k = kernel_of("func.func @f(%x: !tri.ptr<i32>, %y: !tri.ptr<i32>) attributes {tri.kernel} {\n"
                       "  %i = tri.range : tensor<8xi32>\n"
                       "  %p = tri.addptr %x, %i : !tri.ptr<i32>, tensor<8xi32>\n"
                       "  %v = tri.load %p : tensor<8xi32>\n"
                       "  return\n"
                       "}\n");
  run_ok(&k, ARGS(buffer("x", memory, 16), buffer("y", memory + 16, 16)));
  run_faults(&k, PARTS("element [4]"), ARGS(buffer("x", memory, 16), buffer("y", memory + 20, 16)));
  run_faults(&k, PARTS("element [2]"), ARGS(buffer("x", memory, 8), buffer("y", memory + 16, 16)));
  kernel_free(&k);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_type_is_copied_whole),
      cmocka_unit_test(masked_off_elements_touch_nothing),
      cmocka_unit_test(i1_is_a_byte),
      cmocka_unit_test(addptr_moves_by_elements_with_sign),
      cmocka_unit_test(later_loads_see_earlier_stores),
      cmocka_unit_test(pointers_to_pointers),
      cmocka_unit_test(out_of_bounds),
      cmocka_unit_test(stores_are_checked_as_loads),
      cmocka_unit_test(the_nearest_buffer_is_named),
      cmocka_unit_test(null_and_misaligned),
      cmocka_unit_test(masked_off_addresses_may_be_anything),
      cmocka_unit_test(a_block_may_span_neighbours_but_no_gap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
