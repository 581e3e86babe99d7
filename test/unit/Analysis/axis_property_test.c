/* Every claim of the axis analysis, on random functions, element by element.
 *
 * A function is generated as text, parsed, analysed, and evaluated on random arguments; whenever a value
 * comes to be, in every round of a loop, its elements are held against what the analysis says of it. The same
 * with rules that are wrong on purpose must find a false claim: the test can see.
 *
 *   TRI_SEED=N TRI_FUNCTIONS=M   start from seed N, M functions */
#include "../dialect_context.h"
#include "Analysis/axis_rules.h"
#include "Bridge/bridge.h"
#include "Support/ir.h"
#include "claims.h"
#include "generate.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FUNCTIONS = 800, RUNS = 3, MAX_STEPS = 400 };

typedef struct {
  Arena arena; /* of one function */
  const AxisAnalysis *analysis;
  Random random;
  int64_t values, accesses, contiguous, equal, divisible; /* seen; of blocks, what was claimed */
  const char *wrong;
} Check;

static void tally(Check *c, AxisInfo info)
{
  for (int axis = 0; axis < info.rank; axis++) {
    c->contiguous += info.contiguity[axis] > 1;
    c->equal += info.constancy[axis] > 1;
    c->divisible += info.divisibility[axis] > 1;
  }
}

static void see_value(void *data, MlirValue v, const Elements *e)
{
  Check *c = data;
  c->values++;
  tally(c, axis_info(c->analysis, v));
  const char *claim = c->wrong ? NULL : false_claim(&c->arena, c->analysis, v, e);
  if (claim)
    c->wrong = arena_printf(&c->arena, "%s: %s", loc_text(&c->arena, mlirValueGetLocation(v)), claim);
}

static void see_access(void *data, MlirOperation op, const Elements *ptr, const Elements *mask)
{
  Check *c = data;
  c->accesses++;
  const char *claim = c->wrong ? NULL : false_vector(&c->arena, c->analysis, op, ptr, mask);
  if (claim)
    c->wrong = arena_printf(&c->arena, "%s: %s", loc_text(&c->arena, loc_of(op)), claim);
}

static void run_once(Check *c, MlirOperation func)
{
  Elements args[32];
  MlirBlock entry = body_of(func);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(entry); i++)
    args[i] = generate_argument(&c->arena, &c->random, type_of(block_arg(entry, i)),
                                int_of(arg_attr(func, i, "tri.divisibility"), 1));
  const Watcher w = {c, see_value, see_access, &c->random, MAX_STEPS};
  assert_int_not_equal(evaluate(&c->arena, func, args, &w), NOT_UNDERSTOOD);
}

/* Runs the function often; false, and the reason on stdout if it is to be told, where a claim is false. */
static bool check_text(Check *c, MlirContext context, const char *text, AxisRules rules, int runs, bool tell)
{
  MlirModule module = bridge_parse(context, text, strlen(text), "f");
  if (is_null(module))
    print_message("%s", text);
  assert_false(is_null(module));
  c->analysis = axis_analyse_by(&c->arena, mlirBlockGetFirstOperation(mlirModuleGetBody(module)), rules);
  for (int run = 0; run < runs && !c->wrong; run++)
    run_once(c, mlirBlockGetFirstOperation(mlirModuleGetBody(module)));
  bool right = !c->wrong;
  if (!right && tell)
    print_message("%s%s\n", text, c->wrong);
  c->wrong = NULL;
  mlirModuleDestroy(module);
  return right;
}

static bool check_function(Check *c, MlirContext context, uint64_t seed, AxisRules rules, bool tell)
{
  c->random = (Random){seed};
  bool right = check_text(c, context, generate_function(&c->arena, &c->random), rules, RUNS, tell);
  if (!right && tell)
    print_message("TRI_SEED=%" PRIu64 " TRI_FUNCTIONS=1\n", seed);
  arena_free(&c->arena);
  return right;
}

static uint64_t number_from(const char *variable, uint64_t otherwise)
{
  const char *text = getenv(variable);
  return text ? strtoull(text, NULL, 0) : otherwise;
}

static void every_claim_holds(void **state)
{
  uint64_t seed = number_from("TRI_SEED", 1), n = number_from("TRI_FUNCTIONS", FUNCTIONS);
  Check c = {0};
  bool right = true;
  print_message("TRI_SEED=%" PRIu64 "\n", seed);
  for (uint64_t i = 0; i < n && right; i++)
    right = check_function(&c, *(MlirContext *)*state, seed + i, AXIS_SOUND, true);
  print_message("%" PRId64 " values, %" PRId64 " accesses; axes claimed contiguous %" PRId64
                ", equal %" PRId64 ", divisible %" PRId64 "\n",
                c.values, c.accesses, c.contiguous, c.equal, c.divisible);
  assert_true(right);
  if (n >= FUNCTIONS) {
    assert_true(c.values >= 5000 && c.accesses >= 500);
    assert_true(c.contiguous >= 1000 && c.equal >= 1000 && c.divisible >= 1000);
  }
}

/* What random functions seldom make. Where elements between two others are undefined, steps must not be
 * concluded from the range: 170 + 170 + 172 is 0 modulo 512, and both ends fit i8. The same modulo 2^64. And
 * -u of an unsigned u has a window whose ends are not aligned: ceil(0 / 4) is 0, ceil((2^64 - 1) / 4) is
 * 2^62. */
static const char *const rare[] = {
    "func.func @f(%x: tensor<8xi32>) {\n"
    "  %one = arith.constant dense<1> : tensor<8xi32>\n"
    "  %c512 = arith.constant dense<512> : tensor<8xi32>\n"
    "  %d = arith.constant dense<[0, 170, 170, 340, 172, 342, 342, 512]> : tensor<8xi32>\n"
    "  %bit = arith.andi %x, %one : tensor<8xi32>\n"
    "  %some = arith.subi %bit, %one : tensor<8xi32>\n"
    "  %far = arith.muli %some, %c512 : tensor<8xi32>\n"
    "  %y = arith.addi %far, %d : tensor<8xi32>\n"
    "  %t = arith.trunci %y overflow<nsw> : tensor<8xi32> to tensor<8xi8>\n"
    "  %e = arith.extsi %t : tensor<8xi8> to tensor<8xi32>\n"
    "  %z = arith.subi %e, %d : tensor<8xi32>\n"
    "  return\n}\n",
    "func.func @f(%n: i64) {\n"
    "  %d = arith.constant dense<[0, 0x8000000000000000, 0x8000000000000000, 0]> : tensor<4xi64>\n"
    "  %q = arith.constant dense<[0, 0x2000000000000000, 0x2000000000000000, 0x4000000000000000]> : "
    "tensor<4xi64>\n"
    "  %c4 = arith.constant dense<4> : tensor<4xi32>\n"
    "  %c15 = arith.constant 15 : i64\n"
    "  %low = arith.andi %n, %c15 : i64\n"
    "  %s = tri.splat %low : tensor<4xi64>\n"
    "  %y = arith.addi %s, %d : tensor<4xi64>\n"
    "  %t = arith.trunci %y overflow<nsw> : tensor<4xi64> to tensor<4xi32>\n"
    "  %f = arith.shrsi %t, %c4 : tensor<4xi32>\n"
    "  %g = arith.floordivsi %t, %c4 : tensor<4xi32>\n"
    "  %e = arith.extsi %g : tensor<4xi32> to tensor<4xi64>\n"
    "  %z = arith.addi %e, %q : tensor<4xi64>\n"
    "  return\n}\n",
    "func.func @f() {\n"
    "  %r = tri.range : tensor<8xi64>\n"
    "  %zero = arith.constant dense<0> : tensor<8xi64>\n"
    "  %four = arith.constant dense<4> : tensor<8xi64>\n"
    "  %n = arith.subi %zero, %r : tensor<8xi64>\n"
    "  %q = arith.ceildivui %n, %four : tensor<8xi64>\n"
    "  return\n}\n",
    "func.func @f() {\n"
    "  %x = tri.range from 6 : tensor<8xi32>\n"
    "  %r = tri.range from 16 : tensor<8xi32>\n"
    "  %one = arith.constant dense<1> : tensor<8xi32>\n"
    "  %y = arith.shrui %r, %one : tensor<8xi32>\n"
    "  %q = arith.divui %x, %y : tensor<8xi32>\n"
    "  return\n}\n",
};

static void rare_claims_hold(void **state)
{
  Check c = {.random = {1}};
  for (size_t i = 0; i < sizeof rare / sizeof *rare; i++)
    assert_true(check_text(&c, *(MlirContext *)*state, rare[i], AXIS_SOUND, 100, true));
  arena_free(&c.arena);
}

static void wrong_rules_are_noticed(void **state)
{
  for (AxisRules rules = AXIS_SOUND + 1; rules < AXIS_RULES_COUNT; rules++) {
    Check c = {0};
    bool right = true;
    uint64_t seed = 1;
    while (right && seed < 4 * FUNCTIONS)
      right = check_function(&c, *(MlirContext *)*state, seed++, rules, false);
    print_message("rules %d: noticed by function %" PRIu64 "\n", (int)rules, seed - 1);
    assert_false(right);
  }
}

static int set_up(void **state)
{
  static MlirContext context;
  context = dialect_context();
  *state = &context;
  return 0;
}

static int tear_down(void **state)
{
  mlirContextDestroy(*(MlirContext *)*state);
  return 0;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_claim_holds),
      cmocka_unit_test(rare_claims_hold),
      cmocka_unit_test(wrong_rules_are_noticed),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
