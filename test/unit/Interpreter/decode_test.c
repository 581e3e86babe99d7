/* Decoding: what cannot be executed is a diagnostic at its op that names the feature; constants, arguments
 * and shapes. */
#include "harness.h"

#include <math.h>

#define KERNEL(body)                                                                                         \
  "func.func @f(%z: !tri.ptr<f32>, %x: f32, %n: i32) attributes {tri.kernel} {\n" body "  return\n}\n"

static void fastmath_other_than_contract(void **state)
{
  (void)state;
  text_refused(KERNEL("  %r = arith.addf %x, %x fastmath<nnan> : f32\n"),
               PARTS("k.mlir:2:8: ", "arith.addf", "fastmath flag 'nnan'", "only 'contract'"));
  text_refused(KERNEL("  %r = arith.mulf %x, %x fastmath<reassoc,contract> : f32\n"), PARTS("'reassoc'"));
  text_refused(KERNEL("  %r = math.exp %x fastmath<afn> : f32\n"), PARTS("math.exp", "'afn'"));
  text_refused(KERNEL("  %r = arith.cmpf oeq, %x, %x fastmath<ninf> : f32\n"), PARTS("arith.cmpf", "'ninf'"));
  text_refused(KERNEL("  %r = arith.divf %x, %x fastmath<fast> : f32\n"),
               PARTS("arith.divf", "fastmath flag"));
  Kernel k = kernel_of(KERNEL("  %r = arith.mulf %x, %x fastmath<contract> : f32\n"));
  kernel_free(&k);
}

static void types_without_a_meaning(void **state)
{
  (void)state;
  text_refused(KERNEL("  %r = arith.extsi %n : i32 to i128\n"),
               PARTS("k.mlir:2:8", "arith.extsi", "type i128"));
  text_refused(KERNEL("  %r = arith.constant 3 : i7\n"), PARTS("arith.constant", "type i7"));
  text_refused(KERNEL("  %r = arith.constant dense<1.0> : vector<4xf32>\n"), PARTS("type vector<4xf32>"));
  text_refused(KERNEL("  %r = arith.constant dense<1> : tensor<4xindex>\n"), PARTS("type tensor<4xindex>"));
  text_refused(KERNEL("  %r = arith.constant dense<1.0> : tensor<f32>\n"), PARTS("type tensor<f32>"));
  text_refused(KERNEL("  %r = ub.poison : tensor<?xf32>\n"), PARTS("ub.poison", "type tensor<?xf32>"));
  text_refused(KERNEL("  %r = arith.extf %x : f32 to f128\n"), PARTS("type f128"));
}

static void arithmetic_on_storage_types(void **state)
{
  (void)state;
  text_refused(KERNEL("  %h = arith.truncf %x : f32 to f8E5M2\n"
                      "  %r = arith.addf %h, %h : f8E5M2\n"),
               PARTS("k.mlir:3:8", "arith.addf", "is not executed on f8E5M2; convert to f16 or wider first"));
}

static void ops_of_other_dialects(void **state)
{
  (void)state;
  text_refused(KERNEL("  %r = math.clampf %x to [%x, %x] : f32\n"),
               PARTS("k.mlir:2:8", "math.clampf", "is not executed by the interpreter"));
}

static void calls_without_a_body(void **state)
{
  (void)state;
  text_refused("func.func @f(%n: i32) attributes {tri.kernel} {\n"
               "  func.call @g(%n) : (i32) -> ()\n"
               "  return\n"
               "}\n"
               "func.func private @g(i32)\n",
               PARTS("k.mlir:2:3", "calls @g, which has no body to execute"));
}

static void refusals_in_a_callee(void **state)
{
  (void)state;
  text_refused("func.func @f(%n: i32) attributes {tri.kernel} {\n"
               "  func.call @g(%n) : (i32) -> ()\n"
               "  return\n"
               "}\n"
               "func.func private @g(%n: i32) {\n"
               "  %r = arith.extsi %n : i32 to i128\n"
               "  return\n"
               "}\n",
               PARTS("k.mlir:6:8", "type i128"));
}

static void functions_that_are_no_kernels(void **state)
{
  (void)state;
  text_refused("func.func @f(%n: i32) -> i32 {\n  return %n : i32\n}\n",
               PARTS("k.mlir:1:1", "gives results"));
  text_refused("func.func @f(%n: tensor<4xi32>) {\n  return\n}\n",
               PARTS("parameter 0 of type tensor<4xi32>"));
  text_refused("func.func private @f(i32)\n", PARTS("has no body to execute"));
}

/* ---- constants ---- */

static void constants_of_every_form(void **state)
{
  uint8_t bools[4];
  int16_t ints[4];
  uint16_t halves[4];
  double reals[4];
  uint8_t bytes[4];
  (void)state;
  text_ok("func.func @f(%b: !tri.ptr<i1>, %s: !tri.ptr<i16>, %h: !tri.ptr<bf16>, %d: !tri.ptr<f64>, %e: "
          "!tri.ptr<f8E4M3FN>) "
          "attributes {tri.kernel} {\n"
          "  %i = tri.range : tensor<4xi32>\n"
          "  %cb = arith.constant dense<[true, false, false, true]> : tensor<4xi1>\n"
          "  %cs = arith.constant dense<-2> : tensor<4xi16>\n"
          "  %ch = arith.constant dense<[1.0, -2.0, 0.5, 3.0]> : tensor<4xbf16>\n"
          "  %cd = arith.constant dense<[0.1, -0.0, 1.0e300, 0x7FF0000000000000]> : tensor<4xf64>\n"
          "  %ce = arith.constant dense<1.5> : tensor<4xf8E4M3FN>\n"
          "  %pb = tri.addptr %b, %i : !tri.ptr<i1>, tensor<4xi32>\n"
          "  %ps = tri.addptr %s, %i : !tri.ptr<i16>, tensor<4xi32>\n"
          "  %ph = tri.addptr %h, %i : !tri.ptr<bf16>, tensor<4xi32>\n"
          "  %pd = tri.addptr %d, %i : !tri.ptr<f64>, tensor<4xi32>\n"
          "  %pe = tri.addptr %e, %i : !tri.ptr<f8E4M3FN>, tensor<4xi32>\n"
          "  tri.store %cb to %pb : tensor<4xi1>\n"
          "  tri.store %cs to %ps : tensor<4xi16>\n"
          "  tri.store %ch to %ph : tensor<4xbf16>\n"
          "  tri.store %cd to %pd : tensor<4xf64>\n"
          "  tri.store %ce to %pe : tensor<4xf8E4M3FN>\n"
          "  return\n"
          "}\n",
          ARGS(buffer("b", bools, sizeof bools), buffer("s", ints, sizeof ints),
               buffer("h", halves, sizeof halves), buffer("d", reals, sizeof reals),
               buffer("e", bytes, sizeof bytes)));
  const uint8_t want_bools[4] = {1, 0, 0, 1};
  const uint16_t want_halves[4] = {0x3f80, 0xc000, 0x3f00, 0x4040};
  const double want_reals[4] = {0.1, -0.0, 1.0e300, (double)INFINITY};
  assert_memory_equal(bools, want_bools, sizeof bools);
  assert_memory_equal(halves, want_halves, sizeof halves);
  assert_memory_equal(reals, want_reals, sizeof reals);
  for (int i = 0; i < 4; i++) {
    assert_int_equal(ints[i], -2);
    assert_int_equal(bytes[i], 0x3c);
  }
}

static void ranges_and_scalars(void **state)
{
  int8_t r[4];
  uint64_t s[3];
  (void)state;
  text_ok("func.func @f(%r: !tri.ptr<i8>, %s: !tri.ptr<i64>) attributes {tri.kernel} {\n"
          "  %i = tri.range from -2 : tensor<4xi8>\n"
          "  %j = tri.range from 0 : tensor<4xi64>\n"
          "  %p = tri.addptr %r, %j : !tri.ptr<i8>, tensor<4xi64>\n"
          "  tri.store %i to %p : tensor<4xi8>\n"
          "  %c1 = arith.constant 1 : i64\n"
          "  %true = arith.constant true\n"
          "  %big = arith.constant -9223372036854775808 : i64\n"
          "  %f = arith.constant -1.5 : f64\n"
          "  %b = arith.bitcast %f : f64 to i64\n"
          "  %t = arith.extui %true : i1 to i64\n"
          "  %s1 = tri.addptr %s, %c1 : !tri.ptr<i64>, i64\n"
          "  %s2 = tri.addptr %s1, %c1 : !tri.ptr<i64>, i64\n"
          "  tri.store %t to %s : i64\n"
          "  tri.store %big to %s1 : i64\n"
          "  tri.store %b to %s2 : i64\n"
          "  return\n"
          "}\n",
          ARGS(buffer("r", r, sizeof r), buffer("s", s, sizeof s)));
  for (int i = 0; i < 4; i++)
    assert_int_equal(r[i], i - 2);
  assert_int_equal(s[0], 1);
  assert_int_equal(s[1], UINT64_C(1) << 63);
  assert_int_equal(s[2], UINT64_C(0xbff8000000000000));
}

static void scalar_arguments_of_every_type(void **state)
{
  static const char *const types[] = {"i1",     "i8",  "i16",  "i32", "i64", "f8E4M3FN",
                                      "f8E5M2", "f16", "bf16", "f32", "f64"};
  static const int bytes[] = {1, 1, 2, 4, 8, 1, 1, 2, 2, 4, 8};
  (void)state;
  for (int t = 0; t < 11; t++) {
    char text[256];
    uint64_t z = UINT64_C(0xeeeeeeeeeeeeeeee), arg = UINT64_C(0x8877665544332211), want = z;
    snprintf(text, sizeof text,
             "func.func @f(%%z: !tri.ptr<%s>, %%a: %s) attributes {tri.kernel} {\n  tri.store %%a to %%z : "
             "%s\n  return\n}\n",
             types[t], types[t], types[t]);
    text_ok(text, ARGS(buffer("z", &z, (size_t)bytes[t]), scalar(arg)));
    memcpy(&want, &arg, (size_t)bytes[t]);
    if (t == 0)
      want = (want & ~UINT64_C(0xff)) | 1;
    assert_int_equal(z, want);
  }
}

/* tri.expand_dims and tri.broadcast in three dimensions, on elements of each size. */
static void broadcasts_repeat_the_axes_of_extent_one(void **state)
{
  static const char *const types[] = {"i8", "i16", "i32", "i64"};
  (void)state;
  for (int t = 0; t < 4; t++) {
    char text[2048];
    int64_t z[2 * 3 * 4], value;
    snprintf(text, sizeof text,
             "!t = %s\n"
             "func.func @f(%%z: !tri.ptr<!t>) attributes {tri.kernel} {\n"
             "  %%a = arith.constant dense<[[[1, 2, 3, 4]], [[5, 6, 7, 8]]]> : tensor<2x1x4x!t>\n"
             "  %%b = arith.constant dense<[10, 20, 30]> : tensor<3x!t>\n"
             "  %%b1 = tri.expand_dims %%b axis 1 : tensor<3x!t>\n"
             "  %%b2 = tri.expand_dims %%b1 axis 0 : tensor<3x1x!t>\n"
             "  %%wa = tri.broadcast %%a : tensor<2x1x4x!t> -> tensor<2x3x4x!t>\n"
             "  %%wb = tri.broadcast %%b2 : tensor<1x3x1x!t> -> tensor<2x3x4x!t>\n"
             "  %%s = arith.addi %%wa, %%wb : tensor<2x3x4x!t>\n"
             "  %%o = arith.constant dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], "
             "[16, 17, 18, "
             "19], [20, 21, 22, 23]]]> : tensor<2x3x4xi32>\n"
             "  %%p = tri.addptr %%z, %%o : !tri.ptr<!t>, tensor<2x3x4xi32>\n"
             "  tri.store %%s to %%p : tensor<2x3x4x!t>\n"
             "  return\n"
             "}\n",
             types[t]);
    text_ok(text, ARGS(buffer("z", z, sizeof z)));
    for (int i = 0; i < 24; i++) {
      value = 0;
      memcpy(&value, (char *)z + (i << t), (size_t)1 << t);
      assert_int_equal(value, i / 12 * 4 + i % 4 + 1 + 10 * (i / 4 % 3 + 1));
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fastmath_other_than_contract),
      cmocka_unit_test(types_without_a_meaning),
      cmocka_unit_test(arithmetic_on_storage_types),
      cmocka_unit_test(ops_of_other_dialects),
      cmocka_unit_test(calls_without_a_body),
      cmocka_unit_test(refusals_in_a_callee),
      cmocka_unit_test(functions_that_are_no_kernels),
      cmocka_unit_test(constants_of_every_form),
      cmocka_unit_test(ranges_and_scalars),
      cmocka_unit_test(scalar_arguments_of_every_type),
      cmocka_unit_test(broadcasts_repeat_the_axes_of_extent_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
