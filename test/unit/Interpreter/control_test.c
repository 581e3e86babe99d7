/* Control flow: scf, cf, func. Each kernel computes integers that are told apart by any wrong turn. */
#include "harness.h"

static int64_t z[16];

/* Runs a body that has %z, an !tri.ptr<i64>, and i64 arguments %a, %b, %c. */
static void run_body(const char *body, int64_t a, int64_t b, int64_t c)
{
  char text[4096];
  snprintf(text, sizeof text,
           "func.func @f(%%z: !tri.ptr<i64>, %%a: i64, %%b: i64, %%c: i64) attributes {tri.kernel} {\n%s}\n",
           body);
  memset(z, 0, sizeof z);
  text_ok(text,
          ARGS(buffer("z", z, sizeof z), scalar((uint64_t)a), scalar((uint64_t)b), scalar((uint64_t)c)));
}

/* ---- scf.for ---- */

/* Each type, and how its values come from an i64 and go back. */
static const struct {
  const char *type, *from, *to;
} kinds[] = {
    {"i8", "arith.trunci %s : i64 to i8", "arith.extsi %k : i8 to i64"},
    {"i32", "arith.trunci %s : i64 to i32", "arith.extsi %k : i32 to i64"},
    {"i64", "arith.addi %s, %c0 : i64", "arith.addi %k, %c0 : i64"},
    {"index", "arith.index_cast %s : i64 to index", "arith.index_cast %k : index to i64"},
};
enum { I8, I32, I64, INDEX };

static const char *converted(int kind, const char *name)
{
  static char text[3][96];
  static int next;
  const char *from = kinds[kind].from, *at = strchr(from, '%');
  char *to = text[next++ % 3];
  snprintf(to, sizeof text[0], "%.*s%s%s", (int)(at - from), from, name, at + 2);
  return to;
}

/* Sums k and counts the iterations of for k = lower to upper step. */
static void loop(int kind, const char *keyword, int64_t lower, int64_t upper, int64_t step,
                 int64_t want_count, int64_t want_sum)
{
  char body[2048];
  snprintf(
      body, sizeof body,
      "  %%c0 = arith.constant 0 : i64\n"
      "  %%c1 = arith.constant 1 : i64\n"
      "  %%l = %s\n"
      "  %%u = %s\n"
      "  %%s = %s\n"
      "  %%r:2 = scf.for %s %%k = %%l to %%u step %%s iter_args(%%n = %%c0, %%t = %%c0) -> (i64, i64)%s%s {\n"
      "    %%n1 = arith.addi %%n, %%c1 : i64\n"
      "    %%w = %s\n"
      "    %%t1 = arith.addi %%t, %%w : i64\n"
      "    scf.yield %%n1, %%t1 : i64, i64\n"
      "  }\n"
      "  %%p = tri.addptr %%z, %%c1 : !tri.ptr<i64>, i64\n"
      "  tri.store %%r#0 to %%z : i64\n"
      "  tri.store %%r#1 to %%p : i64\n"
      "  return\n",
      converted(kind, "%a"), converted(kind, "%b"), converted(kind, "%c"), keyword,
      kind == INDEX ? "" : " : ", kind == INDEX ? "" : kinds[kind].type, kinds[kind].to);
  run_body(body, lower, upper, step);
  assert_int_equal(z[0], want_count);
  assert_int_equal(z[1], want_sum);
}

static void for_visits_each_step_below_the_upper_bound(void **state)
{
  (void)state;
  for (int t = I8; t <= INDEX; t++) {
    loop(t, "", 0, 5, 1, 5, 10);
    loop(t, "", 0, 5, 2, 3, 6);
    loop(t, "", 0, 6, 2, 3, 6);
    loop(t, "", 2, 3, 100, 1, 2);
    loop(t, "", -5, 5, 3, 4, -5 - 2 + 1 + 4);
    loop(t, "", -5, -2, 1, 3, -12);
    loop(t, "", 5, 5, 1, 0, 0);
    loop(t, "", 5, 0, 1, 0, 0);
    loop(t, "", 0, -1, 1, 0, 0);
  }
}

static void for_does_not_wrap(void **state)
{
  (void)state;
  loop(I8, "", 120, 127, 5, 2, 120 + 125);
  loop(I8, "", -128, 127, 127, 3, -128 - 1 + 126);
  loop(I32, "", INT32_MAX - 3, INT32_MAX, 2, 2, 2 * (int64_t)INT32_MAX - 4);
  loop(I64, "", INT64_MIN, INT64_MAX, INT64_MAX, 3, -3);
}

static void unsigned_for_compares_without_sign(void **state)
{
  (void)state;
  loop(I32, "unsigned", 0, 3, 1, 3, 3);
  loop(I32, "unsigned", -3, -1, 1, 2, -5);
  loop(I32, "unsigned", -1, 3, 1, 0, 0);
  loop(I8, "unsigned", 100, 255, 100, 2, 100 - 56);
  loop(I8, "unsigned", 0, 255, -56, 2, -56);
}

static void for_without_a_positive_step_is_a_fault(void **state)
{
  const char *text = "func.func @f(%s: i32) attributes {tri.kernel} {\n"
                     "  %c0 = arith.constant 0 : i32\n"
                     "  scf.for %k = %c0 to %c0 step %s : i32 {\n"
                     "  }\n"
                     "  return\n"
                     "}\n";
  (void)state;
  text_faults(text, PARTS("k.mlir:3:3: scf.for: program (0, 0, 0) has a step of 0; it must be positive"),
              ARGS(scalar(0)));
  text_faults(text, PARTS("has a step of -2; it must be positive"), ARGS(scalar((uint32_t)-2)));
}

static void for_exchanges_its_carried_values(void **state)
{
  (void)state;
  run_body("  %c0 = arith.constant 0 : i64\n"
           "  %c1 = arith.constant 1 : i64\n"
           "  %r:3 = scf.for %k = %c0 to %c step %c1 iter_args(%x = %a, %y = %b, %w = %c0) -> (i64, i64, "
           "i64) : i64 {\n"
           "    scf.yield %y, %x, %x : i64, i64, i64\n"
           "  }\n"
           "  %p = tri.addptr %z, %c1 : !tri.ptr<i64>, i64\n"
           "  %q = tri.addptr %p, %c1 : !tri.ptr<i64>, i64\n"
           "  tri.store %r#0 to %z : i64\n"
           "  tri.store %r#1 to %p : i64\n"
           "  tri.store %r#2 to %q : i64\n"
           "  return\n",
           10, 20, 3);
  assert_int_equal(z[0], 20);
  assert_int_equal(z[1], 10);
  assert_int_equal(z[2], 10);
}

static void loops_nest(void **state)
{
  (void)state;
  run_body("  %c0 = arith.constant 0 : i64\n"
           "  %c1 = arith.constant 1 : i64\n"
           "  %r = scf.for %i = %c0 to %a step %c1 iter_args(%t = %c0) -> i64 : i64 {\n"
           "    %s = scf.for %j = %i to %b step %c1 iter_args(%u = %t) -> i64 : i64 {\n"
           "      %m = arith.muli %i, %b : i64\n"
           "      %n = arith.addi %m, %j : i64\n"
           "      %v = arith.addi %u, %n : i64\n"
           "      scf.yield %v : i64\n"
           "    }\n"
           "    scf.yield %s : i64\n"
           "  }\n"
           "  tri.store %r to %z : i64\n"
           "  return\n",
           7, 5, 0);
  int64_t want = 0;
  for (int64_t i = 0; i < 7; i++)
    for (int64_t j = i; j < 5; j++)
      want += i * 5 + j;
  assert_int_equal(z[0], want);
}

static void blocks_are_carried_whole(void **state)
{
  int32_t out[4];
  (void)state;
  text_ok("func.func @f(%z: !tri.ptr<i32>, %n: i32) attributes {tri.kernel} {\n"
          "  %c0 = arith.constant 0 : i32\n"
          "  %c1 = arith.constant 1 : i32\n"
          "  %i = tri.range : tensor<4xi32>\n"
          "  %init = tri.splat %c0 : tensor<4xi32>\n"
          "  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %init) -> tensor<4xi32> : i32 {\n"
          "    %kk = tri.splat %k : tensor<4xi32>\n"
          "    %m = arith.muli %kk, %i : tensor<4xi32>\n"
          "    %s = arith.addi %t, %m : tensor<4xi32>\n"
          "    scf.yield %s : tensor<4xi32>\n"
          "  }\n"
          "  %p = tri.addptr %z, %i : !tri.ptr<i32>, tensor<4xi32>\n"
          "  tri.store %r to %p : tensor<4xi32>\n"
          "  return\n"
          "}\n",
          ARGS(buffer("z", out, sizeof out), scalar(10)));
  for (int i = 0; i < 4; i++)
    assert_int_equal(out[i], 45 * i);
}

/* ---- scf.if, while, switch, execute_region ---- */

static void if_takes_one_side(void **state)
{
  const char *body = "  %c5 = arith.constant 5 : i64\n"
                     "  %less = arith.cmpi slt, %a, %b : i64\n"
                     "  %r = scf.if %less -> i64 {\n"
                     "    %x = arith.addi %a, %c5 : i64\n"
                     "    scf.yield %x : i64\n"
                     "  } else {\n"
                     "    tri.store %c5 to %z : i64\n"
                     "    scf.yield %b : i64\n"
                     "  }\n"
                     "  %p = tri.addptr %z, %c5 : !tri.ptr<i64>, i64\n"
                     "  tri.store %r to %p : i64\n"
                     "  scf.if %less {\n"
                     "    tri.store %c to %z : i64\n"
                     "  }\n"
                     "  return\n";
  (void)state;
  run_body(body, 1, 2, 9);
  assert_int_equal(z[5], 6);
  assert_int_equal(z[0], 9);
  run_body(body, 2, 1, 9);
  assert_int_equal(z[5], 1);
  assert_int_equal(z[0], 5);
}

/* Collatz steps of %a: the condition passes other values to the body than it was given. */
static void while_runs_until_its_condition_fails(void **state)
{
  const char *body = "  %c0 = arith.constant 0 : i64\n"
                     "  %c1 = arith.constant 1 : i64\n"
                     "  %c2 = arith.constant 2 : i64\n"
                     "  %c3 = arith.constant 3 : i64\n"
                     "  %r:2 = scf.while (%n = %a, %k = %c0) : (i64, i64) -> (i64, i64) {\n"
                     "    %more = arith.cmpi ne, %n, %c1 : i64\n"
                     "    scf.condition(%more) %k, %n : i64, i64\n"
                     "  } do {\n"
                     "  ^bb0(%k: i64, %n: i64):\n"
                     "    %k1 = arith.addi %k, %c1 : i64\n"
                     "    %odd = arith.remui %n, %c2 : i64\n"
                     "    %is = arith.cmpi eq, %odd, %c1 : i64\n"
                     "    %m = scf.if %is -> i64 {\n"
                     "      %t = arith.muli %n, %c3 : i64\n"
                     "      %u = arith.addi %t, %c1 : i64\n"
                     "      scf.yield %u : i64\n"
                     "    } else {\n"
                     "      %h = arith.divui %n, %c2 : i64\n"
                     "      scf.yield %h : i64\n"
                     "    }\n"
                     "    scf.yield %m, %k1 : i64, i64\n"
                     "  }\n"
                     "  %p = tri.addptr %z, %c1 : !tri.ptr<i64>, i64\n"
                     "  tri.store %r#0 to %z : i64\n"
                     "  tri.store %r#1 to %p : i64\n"
                     "  return\n";
  (void)state;
  run_body(body, 27, 0, 0);
  assert_int_equal(z[0], 111);
  assert_int_equal(z[1], 1);
  run_body(body, 1, 0, 0);
  assert_int_equal(z[0], 0);
}

static void index_switch_takes_the_case_or_the_default(void **state)
{
  const int64_t want[] = {100, 7, 100, -3, 100};
  (void)state;
  for (int64_t a = 0; a < 5; a++) {
    run_body("  %i = arith.index_cast %a : i64 to index\n"
             "  %r = scf.index_switch %i -> i64\n"
             "  case 1 {\n"
             "    %x = arith.constant 7 : i64\n"
             "    scf.yield %x : i64\n"
             "  }\n"
             "  case 3 {\n"
             "    %x = arith.constant -3 : i64\n"
             "    scf.yield %x : i64\n"
             "  }\n"
             "  default {\n"
             "    %x = arith.constant 100 : i64\n"
             "    scf.yield %x : i64\n"
             "  }\n"
             "  tri.store %r to %z : i64\n"
             "  return\n",
             a, 0, 0);
    assert_int_equal(z[0], want[a]);
  }
}

static void execute_region_has_blocks_of_its_own(void **state)
{
  const char *body = "  %r = scf.execute_region -> i64 {\n"
                     "    %less = arith.cmpi slt, %a, %b : i64\n"
                     "    cf.cond_br %less, ^one, ^two(%c : i64)\n"
                     "  ^one:\n"
                     "    %s = arith.addi %a, %b : i64\n"
                     "    cf.br ^two(%s : i64)\n"
                     "  ^two(%v: i64):\n"
                     "    scf.yield %v : i64\n"
                     "  }\n"
                     "  tri.store %r to %z : i64\n"
                     "  return\n";
  (void)state;
  run_body(body, 3, 4, 50);
  assert_int_equal(z[0], 7);
  run_body(body, 4, 3, 50);
  assert_int_equal(z[0], 50);
}

/* ---- cf ---- */

/* The blocks are written in an order in which ^sum stands before ^loop, which dominates it; the back edge
 * exchanges. */
static void branches_move_all_arguments_at_once(void **state)
{
  (void)state;
  run_body("  %c0 = arith.constant 0 : i64\n"
           "  %c1 = arith.constant 1 : i64\n"
           "  cf.br ^loop(%a, %b, %c0 : i64, i64, i64)\n"
           "^sum:\n"
           "  %s = arith.subi %x, %y : i64\n"
           "  tri.store %s to %z : i64\n"
           "  return\n"
           "^loop(%x: i64, %y: i64, %k: i64):\n"
           "  %k1 = arith.addi %k, %c1 : i64\n"
           "  %done = arith.cmpi eq, %k, %c : i64\n"
           "  cf.cond_br %done, ^sum, ^loop(%y, %x, %k1 : i64, i64, i64)\n",
           100, 1, 3);
  assert_int_equal(z[0], -99);
}

static void switch_takes_the_case_or_the_default(void **state)
{
  const int64_t want[] = {1000, 10, 1000, 15, 1001};
  const int64_t flags[] = {0, -1, 2, 5, 9};
  (void)state;
  for (int k = 0; k < 5; k++) {
    run_body("  %flag = arith.trunci %a : i64 to i32\n"
             "  cf.switch %flag : i32, [\n"
             "    default: ^join(%b : i64),\n"
             "    -1: ^join(%c : i64),\n"
             "    9: ^nine,\n"
             "    5: ^five(%c, %a : i64, i64)\n"
             "  ]\n"
             "^five(%x: i64, %y: i64):\n"
             "  %s = arith.addi %x, %y : i64\n"
             "  cf.br ^join(%s : i64)\n"
             "^nine:\n"
             "  %c1 = arith.constant 1 : i64\n"
             "  %t = arith.addi %b, %c1 : i64\n"
             "  cf.br ^join(%t : i64)\n"
             "^join(%r: i64):\n"
             "  tri.store %r to %z : i64\n"
             "  return\n",
             flags[k], 1000, 10);
    assert_int_equal(z[0], want[k]);
  }
}

static void assertions(void **state)
{
  const char *text = "func.func @f(%ok: i1) attributes {tri.kernel} {\n"
                     "  cf.assert %ok, \"n is even, 100%\"\n"
                     "  return\n"
                     "}\n";
  (void)state;
  text_ok(text, ARGS(scalar(1)));
  text_faults(text, PARTS("k.mlir:2:3: cf.assert: program (0, 0, 0) fails: n is even, 100%"),
              ARGS(scalar(0)));
}

/* ---- func ---- */

static void calls_pass_and_give_values(void **state)
{
  (void)state;
  memset(z, 0, sizeof z);
  text_ok("func.func @f(%z: !tri.ptr<i64>, %a: i64, %b: i64) attributes {tri.kernel} {\n"
          "  %c1 = arith.constant 1 : i64\n"
          "  %d:2 = func.call @divide(%a, %b) : (i64, i64) -> (i64, i64)\n"
          "  %e:2 = func.call @divide(%b, %c1) : (i64, i64) -> (i64, i64)\n"
          "  %p = tri.addptr %z, %c1 : !tri.ptr<i64>, i64\n"
          "  %q = tri.addptr %p, %c1 : !tri.ptr<i64>, i64\n"
          "  tri.store %d#0 to %z : i64\n"
          "  tri.store %d#1 to %p : i64\n"
          "  func.call @put(%q, %e#0) : (!tri.ptr<i64>, i64) -> ()\n"
          "  return\n"
          "}\n"
          "func.func private @put(%p: !tri.ptr<i64>, %v: i64) {\n"
          "  tri.store %v to %p : i64\n"
          "  return\n"
          "}\n"
          "func.func private @divide(%x: i64, %y: i64) -> (i64, i64) {\n"
          "  %q = arith.divsi %x, %y : i64\n"
          "  %r = arith.remsi %x, %y : i64\n"
          "  return %q, %r : i64, i64\n"
          "}\n",
          ARGS(buffer("z", z, sizeof z), scalar(17), scalar(5)));
  assert_int_equal(z[0], 3);
  assert_int_equal(z[1], 2);
  assert_int_equal(z[2], 5);
}

static const char fibonacci[] = "func.func @f(%z: !tri.ptr<i64>, %n: i64) attributes {tri.kernel} {\n"
                                "  %r = func.call @fib(%n) : (i64) -> i64\n"
                                "  tri.store %r to %z : i64\n"
                                "  return\n"
                                "}\n"
                                "func.func private @fib(%n: i64) -> i64 {\n"
                                "  %c1 = arith.constant 1 : i64\n"
                                "  %c2 = arith.constant 2 : i64\n"
                                "  %small = arith.cmpi slt, %n, %c2 : i64\n"
                                "  %r = scf.if %small -> i64 {\n"
                                "    scf.yield %n : i64\n"
                                "  } else {\n"
                                "    %a = arith.subi %n, %c1 : i64\n"
                                "    %b = arith.subi %n, %c2 : i64\n"
                                "    %x = func.call @fib(%a) : (i64) -> i64\n"
                                "    %y = func.call @fib(%b) : (i64) -> i64\n"
                                "    %s = arith.addi %x, %y : i64\n"
                                "    scf.yield %s : i64\n"
                                "  }\n"
                                "  return %r : i64\n"
                                "}\n";

static void functions_recurse(void **state)
{
  (void)state;
  text_ok(fibonacci, ARGS(buffer("z", z, sizeof z), scalar(15)));
  assert_int_equal(z[0], 610);
}

static void endless_recursion_is_a_fault(void **state)
{
  (void)state;
  text_faults("func.func @f(%n: i64) attributes {tri.kernel} {\n"
              "  func.call @down(%n) : (i64) -> ()\n"
              "  return\n"
              "}\n"
              "func.func private @down(%n: i64) {\n"
              "  func.call @down(%n) : (i64) -> ()\n"
              "  return\n"
              "}\n",
              PARTS("k.mlir:6:3: func.call: program (0, 0, 0) calls @down deeper than 1000 levels"),
              ARGS(scalar(0)));
}

static void faults_in_a_callee_name_its_line(void **state)
{
  (void)state;
  text_faults("func.func @f(%z: !tri.ptr<i64>) attributes {tri.kernel} {\n"
              "  %c0 = arith.constant 0 : i64\n"
              "  %q = func.call @half(%c0) : (i64) -> i64\n"
              "  return\n"
              "}\n"
              "func.func private @half(%x: i64) -> i64 {\n"
              "  %q = arith.divui %x, %x : i64\n"
              "  return %q : i64\n"
              "}\n",
              PARTS("k.mlir:7:8: arith.divui: program (0, 0, 0) divides by zero"),
              ARGS(buffer("z", z, sizeof z)));
}

static void endless_loops_meet_the_limit(void **state)
{
  (void)state;
  text_faults("func.func @f() attributes {tri.kernel} {\n"
              "  cf.br ^loop\n"
              "^loop:\n"
              "  cf.br ^loop\n"
              "}\n",
              PARTS("k.mlir:4:3: cf.br: program (0, 0, 0) runs longer than the limit of 1000000 steps"), NULL,
              0);
}

static void unreachable_is_a_fault_when_reached(void **state)
{
  (void)state;
  text_faults(
      "func.func @f() attributes {tri.kernel} {\n"
      "  ub.unreachable\n"
      "}\n",
      PARTS("k.mlir:2:3: ub.unreachable: program (0, 0, 0) reaches code that is declared unreachable"), NULL,
      0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(for_visits_each_step_below_the_upper_bound),
      cmocka_unit_test(for_does_not_wrap),
      cmocka_unit_test(unsigned_for_compares_without_sign),
      cmocka_unit_test(for_without_a_positive_step_is_a_fault),
      cmocka_unit_test(for_exchanges_its_carried_values),
      cmocka_unit_test(loops_nest),
      cmocka_unit_test(blocks_are_carried_whole),
      cmocka_unit_test(if_takes_one_side),
      cmocka_unit_test(while_runs_until_its_condition_fails),
      cmocka_unit_test(index_switch_takes_the_case_or_the_default),
      cmocka_unit_test(execute_region_has_blocks_of_its_own),
      cmocka_unit_test(branches_move_all_arguments_at_once),
      cmocka_unit_test(switch_takes_the_case_or_the_default),
      cmocka_unit_test(assertions),
      cmocka_unit_test(calls_pass_and_give_values),
      cmocka_unit_test(functions_recurse),
      cmocka_unit_test(endless_recursion_is_a_fault),
      cmocka_unit_test(faults_in_a_callee_name_its_line),
      cmocka_unit_test(endless_loops_meet_the_limit),
      cmocka_unit_test(unreachable_is_a_fault_when_reached),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
