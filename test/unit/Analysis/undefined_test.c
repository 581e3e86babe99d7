/* Which blocks may be undefined in part: the last op of each body gives the block that is asked about. */
#include "../dialect_context.h"
#include "Analysis/undefined.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "Bridge/bridge.h"
#include "Support/ir.h"
#include "tri-c/Dialect.h"

#include <stdio.h>
#include <string.h>

#define ROW_OF_POISON                                                                                        \
  "%p = ub.poison : !tri.ptr<i32>\n"                                                                         \
  "%d = tri.make_desc %p shape [%s, %s] strides [%s] : i32 -> !tri.desc<1x4xi32>\n"

static const struct {
  const char *body;
  bool partly;
} cases[] = {
    {"%r = arith.addi %x, %y : tensor<4xi32>", false},
    {"%r = arith.shli %x, %y : tensor<4xi32>", true},
    {"%u = arith.shli %x, %y : tensor<4xi32>\n%r = tri.transpose %u order [0] : tensor<4xi32>", true},
    {"%u = arith.shli %s, %s : i32\n%r = tri.splat %u : tensor<4xi32>", false},
    {"%u = arith.shli %s, %s : i32\n%r = tri.join %u, %s : i32", true},
    {"%r = tri.join %s, %s : i32", false},
    {"%r = tri.cat %x, %y axis 0 : tensor<4xi32>, tensor<4xi32>", false},
    {"%u = arith.shli %s, %s : i32\n%v = tri.splat %u : tensor<4xi32>\n"
     "%r = tri.cat %x, %v axis 0 : tensor<4xi32>, tensor<4xi32>",
     true},
    {"%u = arith.shli %s, %s : i32\n%v = tri.splat %u : tensor<4xi32>\n%c = arith.cmpi eq, %x, %y : "
     "tensor<4xi32>\n"
     "%r = arith.select %c, %x, %v : tensor<4xi1>, tensor<4xi32>",
     true},
    {"%u = arith.shli %s, %s : i32\n%v = tri.splat %u : tensor<4xi32>\n"
     "%r = arith.addi %x, %v : tensor<4xi32>",
     false},
    {"%r = tri.reshape %x : tensor<4xi32> -> tensor<2x2xi32>", false},
    /* what is undefined of a descriptor, an offset or a row is a fault */
    {ROW_OF_POISON "%l = tri.desc_load %d[%s, %s] : !tri.desc<1x4xi32>\n"
                   "%r = tri.cat %l, %l axis 0 : tensor<1x4xi32>, tensor<1x4xi32>",
     false},
    {ROW_OF_POISON "%u = arith.shli %x, %y : tensor<4xi32>\n"
                   "%r = tri.desc_gather %d[%u, %s] : tensor<4xi32>, !tri.desc<1x4xi32>",
     false},
    {"%r = tri.gather %x at %y axis 0 : tensor<4xi32>, tensor<4xi32>", false},
    {"%u = arith.shli %x, %y : tensor<4xi32>\n%v = arith.trunci %u : tensor<4xi32> to tensor<4xi8>\n"
     "%a = tri.reshape %v : tensor<4xi8> -> tensor<2x2xi8>\n%c = arith.constant dense<0> : tensor<2x2xi32>\n"
     "%r = tri.dot %a, %a, %c : tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi32>",
     true},
    {"%u = arith.shli %x, %y : tensor<4xi32>\n%p = ub.poison : !tri.ptr<i32>\n"
     "%q = tri.splat %p : tensor<4x!tri.ptr<i32>>\n%r = tri.atomic_rmw add %u at %q : tensor<4xi32>",
     false},
    {"%u = arith.shli %x, %y : tensor<4xi32>\n"
     "%r = tri.extern_call \"f\"(%u) from \"lib\" pure : (tensor<4xi32>) -> tensor<4xi32>",
     true},
};

static void test_cases(void **state)
{
  (void)state;
  MlirContext c = dialect_context();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[512];
    Arena a = {0};
    snprintf(text, sizeof text,
             "func.func @f(%%x: tensor<4xi32>, %%y: tensor<4xi32>, %%s: i32) {\n%s\nreturn\n}",
             cases[i].body);
    MlirModule m = bridge_parse(c, text, strlen(text), "f");
    assert_false(is_null(m));
    MlirOperation func = mlirBlockGetFirstOperation(mlirModuleGetBody(m)), last = {NULL};
    foreach_op(op, body_of(func)) last = result_count(op) ? op : last;
    if (may_be_partly_undefined(undefined_analyse(&a, func), result(last)) != cases[i].partly)
      fail_msg("%s: expected %s", cases[i].body, cases[i].partly ? "partly undefined" : "not");
    arena_free(&a);
    mlirModuleDestroy(m);
  }
  mlirContextDestroy(c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
