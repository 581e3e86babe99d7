/* Modules: what is wrong with a text is said with its place; what is right is described. */
#include "module.h"

#include <string.h>

/* ---- texts that are refused ---- */

#define KERNEL(body)                                                                                         \
  "func.func @k(%p: !tri.ptr<f32>, %n: i32) attributes {tri.kernel} {\n" body "  return\n}\n"

static const struct {
  const char *text, *error;
} refused[] = {
    /* place, sentence, source line, caret */
    {KERNEL("  %x = tri.load %q : f32\n"), "k.mlir:2:17: error: use of undeclared SSA value name\n"
                                           "  %x = tri.load %q : f32\n"
                                           "                ^"},
    {KERNEL("\t%x = tri.load %p cache wb : f32\n"),
     "k.mlir:2:7: error: 'tri.load' op has a cache operator that does "
     "not go with it; expected one of ca, cg, cs, cv\n"
     "\t%x = tri.load %p cache wb : f32\n"
     "\t     ^"},
    {"func.func @k(%x: tensor<4xf32>) attributes {tri.kernel} {\n  return\n}",
     "k.mlir:1:1: error: 'func.func' op is a kernel and takes argument 0 of type 'tensor<4xf32>'; a kernel "
     "takes "
     "numbers and pointers\n"
     "func.func @k(%x: tensor<4xf32>) attributes {tri.kernel} {\n"
     "^"},
    {"func.func @k() attributes {tri.kernel, tri.num_warps = 3 : i32} { return }", "tri.num_warps"},
    {"func.func @k(", "k.mlir:1:"},
    {"unheard.of", "k.mlir:1:"},
};

static void test_refused(void **state)
{
  (void)state;
  for (size_t i = 0; i < COUNT(refused); i++) {
    Module m = module_try(refused[i].text, strlen(refused[i].text), NULL, 0);
    assert_null(m.module);
    expect_error(m.compiler, TRI_COMPILE, refused[i].error);
    module_free(&m);
  }
}

static void test_nul_byte(void **state)
{
  (void)state;
  const char text[] = KERNEL("") "\0 // more";
  Module m = module_try(text, sizeof text - 1, NULL, 0);
  assert_null(m.module);
  expect_error(m.compiler, TRI_COMPILE, "k.mlir: holds a NUL byte; a kernel is text");
  module_free(&m);
}

/* An error is of the last failure: a later one replaces it, a success leaves it. */
static void test_last_error(void **state)
{
  (void)state;
  Module m = module_of(KERNEL(""));
  const char *broken = "func.func @k(";
  assert_null(tri_module_parse(m.compiler, broken, strlen(broken), "b.mlir", NULL, 0));
  expect_error(m.compiler, TRI_COMPILE, "b.mlir:1:");
  assert_null(tri_module_kernel(m.module, "other"));
  expect_error(m.compiler, TRI_USAGE, "k.mlir: no kernel 'other'; here are: k");
  assert_non_null(tri_module_kernel(m.module, "k"));
  expect_error(m.compiler, TRI_USAGE, "no kernel 'other'");
  module_free(&m);
}

/* ---- kernels ---- */

static void test_kernels(void **state)
{
  (void)state;
  Module m =
      module_of("// three kernels and a helper\n"
                "func.func private @helper() { return }\n"
                "func.func @a() attributes {tri.kernel} { return }\n"
                "func.func @b(%0: f16, %pp: !tri.ptr<!tri.ptr<i8>>)\n"
                "    attributes {tri.kernel, tri.grid = \"1\"} { return }\n"
                "func.func @c(%x: !tri.ptr<bf16> {tri.divisibility = 32 : i32, tri.arg = \"randn(n)\"},\n"
                "             %n: i64 {tri.name = \"length\"}) attributes {tri.kernel} { return }\n");
  assert_int_equal(tri_module_kernel_count(m.module), 3);
  assert_null(tri_module_kernel_at(m.module, 3));
  assert_ptr_equal(tri_module_kernel(m.module, NULL), tri_module_kernel_at(m.module, 0));
  TriKernel *b = tri_module_kernel(m.module, "b"), *c = tri_module_kernel_at(m.module, 2);
  assert_string_equal(tri_kernel_name(b), "b");
  assert_string_equal(tri_kernel_grid(b), "1");
  assert_null(tri_kernel_grid(c));
  assert_int_equal(tri_kernel_line(b), 4);
  assert_null(tri_module_kernel(m.module, "helper"));
  expect_error(m.compiler, TRI_USAGE, "no kernel 'helper'; here are: a, b, c");
  assert_true(parameter(b, "0")->type == TRI_F16 && parameter(b, "0")->pointee == TRI_NONE);
  assert_true(parameter(b, "pp")->type == TRI_PTR && parameter(b, "pp")->pointee == TRI_PTR);
  const TriParameter *x = parameter(c, "x"), *n = parameter(c, "length");
  assert_true(x->type == TRI_PTR && x->pointee == TRI_BF16 && x->divisibility == 32);
  assert_string_equal(x->fill, "randn(n)");
  assert_true(n->type == TRI_I64 && n->divisibility == 1 && !n->fill && !n->is_read && !n->is_written);
  module_free(&m);
}

static void test_no_kernel(void **state)
{
  (void)state;
  const char *text = "func.func @f() { return }";
  Module m = module_try(text, strlen(text), NULL, 0);
  assert_non_null(m.module);
  assert_int_equal(tri_module_kernel_count(m.module), 0);
  assert_null(tri_module_kernel(m.module, NULL));
  expect_error(m.compiler, TRI_COMPILE,
               "no kernel here; a kernel is a func.func with the attribute tri.kernel");
  assert_null(tri_module_kernel(m.module, "f"));
  module_free(&m);
}

/* ---- templates ---- */

static const char template[] = "#N = 4 : i32         // tri-param {4, 8}\n"
                               "!T = f32             // tri-param {f32, f16}\n"
                               "!ts = tensor<4x!T>   // tri: tensor<${N}x!T>\n"
                               "// tri-config: N=8 num_warps=2\n"
                               "func.func @k(%x: !ts) { return }\n"
                               "func.func @e() attributes {tri.kernel, tri.grid = \"N, 2\"} { return }\n";

static void test_template(void **state)
{
  (void)state;
  const TriDefine defines[] = {{"N", "8"}, {"T", "f16"}};
  Module m = module_try(template, sizeof template - 1, defines, 2);
  assert_non_null(m.module);
  const TriParam *params;
  assert_int_equal(tri_module_params(m.module, &params), 2);
  assert_string_equal(params[0].name, "N");
  assert_string_equal(params[0].value, "8");
  assert_string_equal(params[0].choices, "4, 8");
  assert_int_equal(params[1].line, 2);
  const char *const *configs;
  assert_int_equal(tri_module_configs(m.module, &configs), 1);
  assert_string_equal(configs[0], "N=8 num_warps=2");
  assert_non_null(strstr(tri_module_text(m.module), "!ts = tensor<8x!T>"));
  assert_non_null(strstr(tri_module_ir(m.module), "tensor<8xf16>"));
  assert_ptr_equal(tri_module_ir(m.module), tri_module_ir(m.module));
  int64_t grid[3];
  assert_int_equal(tri_kernel_default_grid(m.kernel, NULL, 0, grid), TRI_OK);
  assert_true(grid[0] == 8 && grid[1] == 2 && grid[2] == 1);
  module_free(&m);
}

static void test_bad_definitions(void **state)
{
  (void)state;
  static const struct {
    TriDefine define;
    const char *error;
  } bad[] = {{{"M", "8"}, "M"}, {{"N", "5"}, "4, 8"}, {{"T", "f64"}, "f32, f16"}};
  for (size_t i = 0; i < COUNT(bad); i++) {
    Module m = module_try(template, sizeof template - 1, &bad[i].define, 1);
    assert_null(m.module);
    expect_error(m.compiler, TRI_USAGE, bad[i].error);
    module_free(&m);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_refused),         cmocka_unit_test(test_nul_byte),
      cmocka_unit_test(test_last_error),      cmocka_unit_test(test_kernels),
      cmocka_unit_test(test_no_kernel),       cmocka_unit_test(test_template),
      cmocka_unit_test(test_bad_definitions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
