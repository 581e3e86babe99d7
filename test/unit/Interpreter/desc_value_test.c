/* Descriptors as values: the ways that one takes through a program, and where it may not go. */
#include "harness.h"

enum { ALIGNED = 16 };

#define VALUES(body)                                                                                         \
  "func.func @f(%x: !tri.ptr<i32>, %y: !tri.ptr<i32>, %c: i1) attributes {tri.kernel} {\n"                   \
  "  %c0 = arith.constant 0 : i32\n  %c1 = arith.constant 1 : i32\n  %c4 = arith.constant 4 : i32\n"         \
  "  %dx = tri.make_desc %x shape [%c4] : i32 -> !tri.desc<4xi32>\n"                                         \
  "  %dy = tri.make_desc %y shape [%c1] : i32 -> !tri.desc<4xi32>\n"                                         \
  "  %b = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>\n" body "  return\n}\n"

/* %c is true: x becomes 5, 6, 7, 8; else the first of y, whose extent is 1, becomes 5. */
static void check_choice(const char *text)
{
  Kernel k = kernel_of(text);
  for (int c = 0; c < 2; c++) {
    _Alignas(ALIGNED) int32_t x[4] = {1, 2, 3, 4}, y[4] = {1, 2, 3, 4};
    const int32_t whole[] = {5, 6, 7, 8}, first[] = {5, 2, 3, 4}, before[] = {1, 2, 3, 4};
    run_ok(&k, ARGS(buffer("x", x, sizeof x), buffer("y", y, sizeof y), scalar((uint64_t)c)));
    assert_memory_equal(x, c ? whole : before, sizeof x);
    assert_memory_equal(y, c ? before : first, sizeof y);
  }
  kernel_free(&k);
}

static void test_values(void **state)
{
  (void)state;
  check_choice(VALUES("  %d = arith.select %c, %dx, %dy : !tri.desc<4xi32>\n"
                      "  tri.desc_store %b to %d[%c0] : !tri.desc<4xi32>\n"));
  check_choice(VALUES("  %d = scf.if %c -> !tri.desc<4xi32> {\n    scf.yield %dx : !tri.desc<4xi32>\n"
                      "  } else {\n    scf.yield %dy : !tri.desc<4xi32>\n  }\n"
                      "  tri.desc_store %b to %d[%c0] : !tri.desc<4xi32>\n"));
  check_choice(VALUES("  %n = arith.extui %c : i1 to i32\n"
                      "  %m = arith.addi %n, %c1 : i32\n"
                      "  %d:2 = scf.for %i = %c0 to %m step %c1 iter_args(%p = %dx, %q = %dy)\n"
                      "      -> (!tri.desc<4xi32>, !tri.desc<4xi32>) : i32 {\n"
                      "    scf.yield %q, %p : !tri.desc<4xi32>, !tri.desc<4xi32>\n  }\n"
                      "  tri.desc_store %b to %d#0[%c0] : !tri.desc<4xi32>\n"));
  check_choice(
      VALUES("  %d:2 = scf.while (%p = %dx, %again = %c) : (!tri.desc<4xi32>, i1) -> (!tri.desc<4xi32>, i1)"
             " {\n    %t = arith.constant true\n    %not = arith.xori %again, %t : i1\n"
             "    scf.condition(%not) %p, %not : !tri.desc<4xi32>, i1\n  } do {\n"
             "  ^bb0(%p: !tri.desc<4xi32>, %once: i1):\n"
             "    scf.yield %dy, %once : !tri.desc<4xi32>, i1\n  }\n"
             "  tri.desc_store %b to %d#0[%c0] : !tri.desc<4xi32>\n"));
  check_choice(VALUES("  cf.cond_br %c, ^bb1(%dx : !tri.desc<4xi32>), ^bb1(%dy : !tri.desc<4xi32>)\n"
                      "^bb1(%d: !tri.desc<4xi32>):\n"
                      "  tri.desc_store %b to %d[%c0] : !tri.desc<4xi32>\n"));
}

static void test_helpers(void **state)
{
  (void)state;
  check_choice(VALUES(
      "  %d = func.call @choose(%c, %dx, %y) : (i1, !tri.desc<4xi32>, !tri.ptr<i32>) -> "
      "!tri.desc<4xi32>\n"
      "  func.call @put(%b, %d) : (tensor<4xi32>, !tri.desc<4xi32>) -> ()\n") "func.func @choose(%c: i1, %d: "
                                                                              "!tri.desc<4xi32>, %y: "
                                                                              "!tri.ptr<i32>) -> "
                                                                              "!tri.desc<4xi32> {\n"
                                                                              "  %c1 = arith.constant 1 : "
                                                                              "i64\n"
                                                                              "  %e = tri.make_desc %y shape "
                                                                              "[%c1] : i64 -> "
                                                                              "!tri.desc<4xi32>\n"
                                                                              "  %r = arith.select %c, %d, "
                                                                              "%e : !tri.desc<4xi32>\n  "
                                                                              "return %r : "
                                                                              "!tri.desc<4xi32>\n}\n"
                                                                              "func.func @put(%v: "
                                                                              "tensor<4xi32>, %d: "
                                                                              "!tri.desc<4xi32>) {\n  %c0 = "
                                                                              "arith.constant 0 : i32\n"
                                                                              "  tri.desc_store %v to "
                                                                              "%d[%c0] : !tri.desc<4xi32>\n  "
                                                                              "return\n}\n");
}

static void test_refused(void **state)
{
  (void)state;
  text_refused("func.func @f(%d: !tri.desc<4xi32>) {\n  return\n}\n",
               PARTS("has parameter 0 of type !tri.desc<4xi32>; a kernel takes numbers and pointers"));
  text_refused("func.func @f() {\n  %p = ub.poison : tensor<2x!tri.desc<4xi32>>\n  return\n}\n",
               PARTS("which the interpreter does not execute"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_helpers),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
