/* Undefined elements: where they come from, how they spread, and where they are a fault. */
#include "harness.h"

#include <math.h>

/* A kernel of one program on blocks of 4: %a = [0, 1, 40, 3], %u = 1 << %a, undefined in element 2. */
#define KERNEL(body)                                                                                         \
  "func.func @f(%z: !tri.ptr<i32>) attributes {tri.kernel} {\n"                                              \
  "  %i = tri.range : tensor<4xi32>\n"                                                                       \
  "  %a = arith.constant dense<[0, 1, 40, 3]> : tensor<4xi32>\n"                                             \
  "  %one = arith.constant dense<1> : tensor<4xi32>\n"                                                       \
  "  %u = arith.shli %one, %a : tensor<4xi32>\n"                                                             \
  "  %p = tri.addptr %z, %i : !tri.ptr<i32>, tensor<4xi32>\n"                                                \
  "  %is2 = arith.constant dense<[false, false, true, false]> : tensor<4xi1>\n"                              \
  "  %not2 = arith.constant dense<[true, true, false, true]> : tensor<4xi1>\n" body "  return\n"             \
  "}\n"

static int32_t z[64];

static void defined(const char *text)
{
  memset(z, 0x11, sizeof z);
  text_ok(text, ARGS(buffer("z", z, sizeof z)));
}
static void faults(const char *text, const char *words)
{
  text_faults(text, PARTS(words), ARGS(buffer("z", z, sizeof z)));
}

static void storing_is_a_fault_and_names_the_source(void **state)
{
  (void)state;
  text_faults(KERNEL("  tri.store %u to %p : tensor<4xi32>\n"),
              PARTS("k.mlir:9:3: tri.store: element [2] of program (0, 0, 0) writes a value that is "
                    "undefined; the last op "
                    "to give an undefined element was arith.shli at k.mlir:5:8"),
              ARGS(buffer("z", z, sizeof z)));
}

static void masked_off_elements_may_be_undefined(void **state)
{
  (void)state;
  defined(KERNEL("  tri.store %u to %p where %not2 : tensor<4xi32>\n"));
  assert_int_equal(z[0], 1);
  assert_int_equal(z[1], 2);
  assert_int_equal(z[2], 0x11111111);
  assert_int_equal(z[3], 8);
}

static void elementwise_ops_spread_it(void **state)
{
  (void)state;
  faults(KERNEL("  %r = arith.addi %u, %one : tensor<4xi32>\n"
                "  tri.store %r to %p : tensor<4xi32>\n"),
         "element [2]");
  faults(KERNEL("  %zero = arith.constant dense<0> : tensor<4xi32>\n"
                "  %r = arith.andi %u, %zero : tensor<4xi32>\n"
                "  tri.store %r to %p : tensor<4xi32>\n"),
         "element [2]");
  faults(KERNEL("  %f = arith.sitofp %u : tensor<4xi32> to tensor<4xf32>\n"
                "  %g = math.absf %f : tensor<4xf32>\n"
                "  %r = arith.bitcast %g : tensor<4xf32> to tensor<4xi32>\n"
                "  tri.store %r to %p : tensor<4xi32>\n"),
         "element [2]");
  faults(KERNEL("  %lo, %hi = arith.mului_extended %u, %one : tensor<4xi32>\n"
                "  tri.store %hi to %p : tensor<4xi32>\n"),
         "element [2]");
}

/* The sum wraps to the smallest integer, and is undefined: dividing it by -1 is no overflow. */
static void an_undefined_dividend_does_not_overflow(void **state)
{
  (void)state;
  defined(KERNEL("  %most = arith.constant dense<2147483647> : tensor<4xi32>\n"
                 "  %minus = arith.constant dense<-1> : tensor<4xi32>\n"
                 "  %x = arith.addi %most, %one overflow<nsw> : tensor<4xi32>\n"
                 "  %q = arith.divsi %x, %minus : tensor<4xi32>\n"));
  faults(KERNEL("  %most = arith.constant dense<2147483647> : tensor<4xi32>\n"
                "  %minus = arith.constant dense<-1> : tensor<4xi32>\n"
                "  %x = arith.addi %most, %one : tensor<4xi32>\n"
                "  %q = arith.divsi %x, %minus : tensor<4xi32>\n"),
         "element [0] of program (0, 0, 0) divides the smallest integer by -1");
}

static void select_takes_the_chosen_side_alone(void **state)
{
  (void)state;
  defined(KERNEL("  %r = arith.select %is2, %a, %u : tensor<4xi1>, tensor<4xi32>\n"
                 "  tri.store %r to %p : tensor<4xi32>\n"));
  assert_int_equal(z[2], 40);
  assert_int_equal(z[3], 8);
  faults(KERNEL("  %r = arith.select %not2, %a, %u : tensor<4xi1>, tensor<4xi32>\n"
                "  tri.store %r to %p : tensor<4xi32>\n"),
         "element [2]");
  faults(KERNEL("  %c = arith.cmpi eq, %u, %one : tensor<4xi32>\n"
                "  %r = arith.select %c, %a, %a : tensor<4xi1>, tensor<4xi32>\n"
                "  tri.store %r to %p : tensor<4xi32>\n"),
         "element [2]");
  defined(KERNEL("  %true = arith.constant true\n"
                 "  %r = arith.select %true, %a, %u : i1, tensor<4xi32>\n"
                 "  tri.store %r to %p : tensor<4xi32>\n"));
}

static void undefined_scalar_condition_spoils_a_whole_select(void **state)
{
  (void)state;
  faults(KERNEL("  %p1 = ub.poison : i1\n"
                "  %r = arith.select %p1, %a, %a : i1, tensor<4xi32>\n"
                "  tri.store %r to %p : tensor<4xi32>\n"),
         "element [0]");
}

static void shapes_carry_it(void **state)
{
  (void)state;
  faults(KERNEL("  %column = tri.expand_dims %u axis 1 : tensor<4xi32>\n"
                "  %tile = tri.broadcast %column : tensor<4x1xi32> -> tensor<4x2xi32>\n"
                "  %pc = tri.expand_dims %p axis 1 : tensor<4x!tri.ptr<i32>>\n"
                "  %pt = tri.broadcast %pc : tensor<4x1x!tri.ptr<i32>> -> tensor<4x2x!tri.ptr<i32>>\n"
                "  tri.store %tile to %pt : tensor<4x2xi32>\n"),
         "element [2, 0]");
  faults(KERNEL("  %poison = ub.poison : i32\n"
                "  %s = tri.splat %poison : tensor<4xi32>\n"
                "  tri.store %s to %p : tensor<4xi32>\n"),
         "element [0]");
}

static void addresses_and_masks_must_be_defined(void **state)
{
  (void)state;
  faults(KERNEL("  %q = tri.addptr %z, %u : !tri.ptr<i32>, tensor<4xi32>\n"
                "  %r = tri.load %q : tensor<4xi32>\n"),
         "k.mlir:10:8: tri.load: element [2] of program (0, 0, 0) has an address that is undefined");
  defined(KERNEL("  %q = tri.addptr %z, %u : !tri.ptr<i32>, tensor<4xi32>\n"
                 "  %r = tri.load %q where %not2 : tensor<4xi32>\n"
                 "  tri.store %r to %p : tensor<4xi32>\n"));
  assert_int_equal(z[2], 0);
  faults(KERNEL("  %m = arith.cmpi eq, %u, %one : tensor<4xi32>\n"
                "  %r = tri.load %p where %m : tensor<4xi32>\n"),
         "k.mlir:10:8: tri.load: element [2] of program (0, 0, 0) has a mask that is undefined");
  faults(KERNEL("  %m = arith.cmpi eq, %u, %one : tensor<4xi32>\n"
                "  tri.store %a to %p where %m : tensor<4xi32>\n"),
         "element [2] of program (0, 0, 0) has a mask that is undefined");
  faults(KERNEL("  %poison = ub.poison : i32\n"
                "  %q = tri.addptr %p, %poison : tensor<4x!tri.ptr<i32>>, i32\n"
                "  tri.store %a to %q : tensor<4xi32>\n"),
         "element [0] of program (0, 0, 0) has an address that is undefined");
  faults(KERNEL("  %poison = ub.poison : i32\n"
                "  %q = tri.addptr %p, %poison : tensor<4x!tri.ptr<i32>>, i32\n"
                "  tri.store %a to %q where %is2 : tensor<4xi32>\n"),
         "element [2] of program (0, 0, 0) has an address that is undefined");
}

static void other_may_be_undefined_where_it_is_not_taken(void **state)
{
  (void)state;
  defined(KERNEL("  %r = tri.load %p where %is2 else %u : tensor<4xi32>\n"
                 "  tri.store %r to %p where %is2 : tensor<4xi32>\n"));
  defined(KERNEL("  %r = tri.load %p where %is2 else %u : tensor<4xi32>\n"
                 "  tri.store %r to %p : tensor<4xi32>\n"));
  faults(KERNEL("  %r = tri.load %p where %not2 else %u : tensor<4xi32>\n"
                "  tri.store %r to %p : tensor<4xi32>\n"),
         "element [2]");
}

static void conditions_and_bounds_must_be_defined(void **state)
{
  (void)state;
  faults(KERNEL("  %c = ub.poison : i1\n"
                "  scf.if %c {\n"
                "    tri.store %a to %p : tensor<4xi32>\n"
                "  }\n"),
         "k.mlir:10:3: scf.if: program (0, 0, 0) branches on a condition that is undefined");
  faults(KERNEL("  %n = ub.poison : i32\n"
                "  %c1 = arith.constant 1 : i32\n"
                "  scf.for %k = %c1 to %n step %c1 : i32 {\n"
                "  }\n"),
         "k.mlir:11:3: scf.for: program (0, 0, 0) has an upper bound that is undefined");
  faults(KERNEL("  %n = ub.poison : i32\n"
                "  %c1 = arith.constant 1 : i32\n"
                "  scf.for %k = %n to %c1 step %c1 : i32 {\n"
                "  }\n"),
         "has a lower bound that is undefined");
  faults(KERNEL("  %n = ub.poison : i32\n"
                "  %c1 = arith.constant 1 : i32\n"
                "  scf.for %k = %c1 to %c1 step %n : i32 {\n"
                "  }\n"),
         "has a step that is undefined");
}

static void it_passes_through_loops_calls_and_branches(void **state)
{
  (void)state;
  faults(KERNEL("  %c0 = arith.constant 0 : i32\n"
                "  %c1 = arith.constant 1 : i32\n"
                "  %c3 = arith.constant 3 : i32\n"
                "  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%x = %a) -> tensor<4xi32> : i32 {\n"
                "    scf.yield %u : tensor<4xi32>\n"
                "  }\n"
                "  tri.store %r to %p : tensor<4xi32>\n"),
         "element [2]");
  defined(KERNEL("  %c0 = arith.constant 0 : i32\n"
                 "  %c1 = arith.constant 1 : i32\n"
                 "  %c3 = arith.constant 3 : i32\n"
                 "  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%x = %u) -> tensor<4xi32> : i32 {\n"
                 "    scf.yield %a : tensor<4xi32>\n"
                 "  }\n"
                 "  tri.store %r to %p : tensor<4xi32>\n"));
  faults("func.func @f(%z: !tri.ptr<i32>) attributes {tri.kernel} {\n"
         "  %x = ub.poison : i32\n"
         "  %y = func.call @id(%x) : (i32) -> i32\n"
         "  tri.store %y to %z : i32\n"
         "  return\n"
         "}\n"
         "func.func private @id(%x: i32) -> i32 {\n"
         "  return %x : i32\n"
         "}\n",
         "k.mlir:4:3: tri.store: program (0, 0, 0) writes a value that is undefined");
}

/* The second program computes the same values from its own id: a mark that was left by the first would fault.
 */
static void marks_do_not_outlive_their_program(void **state)
{
  InterpreterFault fault;
  (void)state;
  Kernel k = kernel_of("func.func @f(%z: !tri.ptr<i32>) attributes {tri.kernel} {\n"
                       "  %pid = tri.program_id x\n"
                       "  %c0 = arith.constant 0 : i32\n"
                       "  %c31 = arith.constant 31 : i32\n"
                       "  %c1 = arith.constant 1 : i32\n"
                       "  %n = arith.subi %c31, %pid : i32\n"
                       "  %far = arith.addi %n, %c1 : i32\n"
                       "  %s = arith.shli %c1, %far : i32\n"
                       "  %first = arith.cmpi eq, %pid, %c0 : i32\n"
                       "  %p = tri.addptr %z, %pid : !tri.ptr<i32>, i32\n"
                       "  %not = arith.cmpi ne, %pid, %c0 : i32\n"
                       "  tri.store %s to %p where %not : i32\n"
                       "  return\n"
                       "}\n");
  memset(z, 0, sizeof z);
  assert_true(run(&k, 4, 1, 1, 1, &fault, ARGS(buffer("z", z, sizeof z))));
  assert_int_equal(z[0], 0);
  assert_int_equal((uint32_t)z[1], UINT32_C(1) << 31);
  assert_int_equal(z[3], 1 << 29);
  kernel_free(&k);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(storing_is_a_fault_and_names_the_source),
      cmocka_unit_test(masked_off_elements_may_be_undefined),
      cmocka_unit_test(elementwise_ops_spread_it),
      cmocka_unit_test(an_undefined_dividend_does_not_overflow),
      cmocka_unit_test(select_takes_the_chosen_side_alone),
      cmocka_unit_test(undefined_scalar_condition_spoils_a_whole_select),
      cmocka_unit_test(shapes_carry_it),
      cmocka_unit_test(addresses_and_masks_must_be_defined),
      cmocka_unit_test(other_may_be_undefined_where_it_is_not_taken),
      cmocka_unit_test(conditions_and_bounds_must_be_defined),
      cmocka_unit_test(it_passes_through_loops_calls_and_branches),
      cmocka_unit_test(marks_do_not_outlive_their_program),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
