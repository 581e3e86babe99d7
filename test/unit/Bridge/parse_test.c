/* bridge_parse: arguments get their names from the text, and what does not parse is a null module and a
 * diagnostic with its place. */
#include "context.h"

/* The tri.name of argument i of the function; "" where it has none. */
static const char *name_at(MlirModule m, const char *function, intptr_t i)
{
  static char text[64];
  MlirBlock body = mlirModuleGetBody(m);
  memset(text, 0, sizeof text);
  foreach_op(f, body)
  {
    if (!str_is(text_of(attr_of(f, "sym_name")), function))
      continue;
    MlirStringRef name = text_of(arg_attr(f, i, "tri.name"));
    memcpy(text, name.data ? name.data : "", name.length);
    return text;
  }
  fail_msg("no function %s", function);
  return text;
}

static void test_names(void **state)
{
  (void)state;
  MlirContext c = context_new();
  MlirModule m =
      parse(c, "func.func @first(%x: !tri.ptr<f32>, %n_2: i32, %a.b$c: i1) {\n  return\n}\n"
               "func.func private @declared(!tri.ptr<f32>, i32)\n"
               "func.func @second(%0: i32, %1: f32 {tri.name = \"scale\"}, %z: f32) {\n  return\n}\n"
               "func.func @none() {\n  return\n}\n");
  assert_false(is_null(m));
  assert_string_equal(said, "");
  assert_string_equal(name_at(m, "first", 0), "x");
  assert_string_equal(name_at(m, "first", 1), "n_2");
  assert_string_equal(name_at(m, "first", 2), "a.b$c");
  assert_string_equal(name_at(m, "declared", 0), "");
  assert_string_equal(name_at(m, "second", 0), "0");
  assert_string_equal(name_at(m, "second", 1), "scale");
  assert_string_equal(name_at(m, "second", 2), "z");
  mlirModuleDestroy(m);
  context_free(c);
}

/* Arguments keep their other attributes; a function in a nested module and one in generic form are named as
 * well. */
static void test_names_everywhere(void **state)
{
  (void)state;
  MlirContext c = context_new();
  MlirModule m = parse(c, "func.func @kept(%x: !tri.ptr<f32> {tri.divisibility = 16 : i32}) {\n  return\n}\n"
                          "\"func.func\"() ({\n^bb0(%p: i32, %q: i64):\n  \"func.return\"() : () -> ()\n}) "
                          "{function_type = (i32, i64) -> (), sym_name = \"generic\"} : () -> ()\n");
  assert_false(is_null(m));
  assert_string_equal(name_at(m, "kept", 0), "x");
  MlirOperation kept = mlirBlockGetFirstOperation(mlirModuleGetBody(m));
  assert_int_equal(int_of(arg_attr(kept, 0, "tri.divisibility"), 0), 16);
  assert_string_equal(name_at(m, "generic", 0), "p");
  assert_string_equal(name_at(m, "generic", 1), "q");
  mlirModuleDestroy(m);
  context_free(c);
}

/* The text needs no NUL at its end, and an explicit module is not wrapped in another. */
static void test_text_without_end(void **state)
{
  (void)state;
  MlirContext c = context_new();
  const char text[] = "module @m { func.func @f(%x: i32) { return } } garbage";
  MlirModule m = bridge_parse(c, text, sizeof text - sizeof " garbage", "k.mlir");
  assert_false(is_null(m));
  assert_true(str_is(text_of(attr_of(mlirModuleGetOperation(m), "sym_name")), "m"));
  assert_string_equal(name_at(m, "f", 0), "x");
  mlirModuleDestroy(m);
  m = bridge_parse(c, "", 0, "k.mlir");
  assert_false(is_null(m));
  mlirModuleDestroy(m);
  context_free(c);
}

static const struct {
  const char *text, *said;
} broken[] = {
    {"func.func @f(%x: i32) {\n  %y = arith.addi %x, : i32\n  return\n}",
     "k.mlir:2:22: error: expected SSA operand"},
    {"func.func @f() {\n\n  %y = tri.nothing : i32\n  return\n}", "k.mlir:3:8: error:"},
    {"func.func @f(%x: f32) {\n  tri.store %x to %p : f32\n  return\n}",
     "k.mlir:2:19: error: use of undeclared SSA value name"},
    {"func.func @f() {\n  return\n", "k.mlir:2:9: error: expected operation name"},
    {"!t = tensor<4x\n", "k.mlir:1:"},
    /* parses, and does not verify */
    {"func.func @f(%p: !tri.ptr<f32>) attributes {tri.kernel} {\n  %x = tri.load %p cache wb : f32\n  "
     "return\n}",
     "k.mlir:2:8: error: 'tri.load' op has a cache operator that does not go with it"},
    {"func.func @f() -> i32 {\n  return\n}", "k.mlir:2:3: error:"},
};

static void test_broken(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    MlirContext c = context_new();
    assert_true(is_null(parse(c, broken[i].text)));
    expect_said(broken[i].said);
    context_free(c);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_names_everywhere),
                                     cmocka_unit_test(test_text_without_end), cmocka_unit_test(test_broken)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
