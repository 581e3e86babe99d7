/* Templates: what is rewritten, what stays, and every error with its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "Template/template.h"

#include <string.h>

static Arena arena;

#define DEFINES(...) (TriDefine[]){__VA_ARGS__}, sizeof((TriDefine[]){__VA_ARGS__}) / sizeof(TriDefine)
#define NO_DEFINES NULL, 0

static Template expand(const char *text, const TriDefine *defines, size_t n)
{
  return template_expand(&arena, text, strlen(text), "k.mlir", defines, n);
}

static void gives(const char *text, const TriDefine *defines, size_t n, const char *expected)
{
  Template t = expand(text, defines, n);
  if (t.status != TRI_OK)
    fail_msg("%s", t.error);
  assert_null(t.error);
  assert_string_equal(t.text, expected);
  assert_int_equal(t.bytes, strlen(expected));
}

static void fails(const char *text, const TriDefine *defines, size_t n, TriStatus status, const char *error)
{
  Template t = expand(text, defines, n);
  if (t.status == TRI_OK)
    fail_msg("expanded to: %s", t.text);
  assert_string_equal(t.error, error);
  assert_int_equal(t.status, status);
}

static const char gemm[] = "// a kernel\n"
                           "#BM  = 128 : i32                  // tri-param {64, 128, 256}\n"
                           "#BN  = 64 : i32  // tri-param\n"
                           "#CAUSAL = true // tri-param\n"
                           "#SCALE = 0.5 : f32 // tri-param {0.5, 1.0}\r\n"
                           "!T = f32 // tri-param {f16, bf16, f32, vector<2x4xf32>}\n"
                           "!acc = tensor<128x64xf32>         // tri: tensor<${BM}x${BN}x${T}>\n"
                           "#k = 2 : i64 // tri: ${cdiv(BM, BN) * CAUSAL} : i64\n"
                           "// tri-config: BM=256   T=bf16 num_warps=8 num_stages=3\n"
                           "//   tri-config: BN=16\n"
                           "func.func @f() { return } // 128 : i32\n";

static void test_without_definitions_nothing_changes(void **state)
{
  (void)state;
  gives(gemm, NO_DEFINES, gemm);
  gives("", NO_DEFINES, "");
  gives("no newline", NO_DEFINES, "no newline");
  gives("#a = \"// tri-param\"\n", NO_DEFINES, "#a = \"// tri-param\"\n");
}

static void test_definitions_rewrite_their_lines(void **state)
{
  (void)state;
  gives(gemm, DEFINES({"BM", "256"}, {"T", "bf16"}, {"CAUSAL", "0"}, {"SCALE", "1.0"}, {"BN", " 0x20 "}),
        "// a kernel\n"
        "#BM  = 256 : i32                  // tri-param {64, 128, 256}\n"
        "#BN  = 32 : i32  // tri-param\n"
        "#CAUSAL = false // tri-param\n"
        "#SCALE = 1.0 : f32 // tri-param {0.5, 1.0}\r\n"
        "!T = bf16 // tri-param {f16, bf16, f32, vector<2x4xf32>}\n"
        "!acc = tensor<256x32xbf16>         // tri: tensor<${BM}x${BN}x${T}>\n"
        "#k = 0 : i64 // tri: ${cdiv(BM, BN) * CAUSAL} : i64\n"
        "// tri-config: BM=256   T=bf16 num_warps=8 num_stages=3\n"
        "//   tri-config: BN=16\n"
        "func.func @f() { return } // 128 : i32\n");
  gives("!T = i8 // tri-param {vector<2x4xf32>, i8, tuple<i1, i2>}\n", DEFINES({"T", "tuple<i1, i2>"}),
        "!T = tuple<i1, i2> // tri-param {vector<2x4xf32>, i8, tuple<i1, i2>}\n");
  gives("#S = 1.0 : f64 // tri-param\n", DEFINES({"S", "-3e-4"}), "#S = -3.0e-4 : f64 // tri-param\n");
}

static void test_a_later_line_comes_first(void **state)
{
  (void)state;
  gives("!t = tensor<4xf32> // tri: tensor<${N}xf32>\n#N = 4 : i32 // tri-param\n", DEFINES({"N", "8"}),
        "!t = tensor<8xf32> // tri: tensor<${N}xf32>\n#N = 8 : i32 // tri-param\n");
}

static void test_parameters_and_configurations(void **state)
{
  (void)state;
  Template t = expand(gemm, DEFINES({"BM", "256"}));
  assert_int_equal(t.status, TRI_OK);
  assert_int_equal(t.n_params, 5);
  assert_string_equal(t.params[0].name, "BM");
  assert_string_equal(t.params[0].value, "256");
  assert_string_equal(t.params[0].choices, "64, 128, 256");
  assert_int_equal(t.params[0].line, 2);
  assert_string_equal(t.params[1].choices, "");
  assert_string_equal(t.params[2].value, "true");
  assert_string_equal(t.params[4].name, "T");
  assert_string_equal(t.params[4].value, "f32");
  assert_int_equal(t.params[4].line, 6);
  assert_int_equal(t.n_configs, 2);
  assert_string_equal(t.configs[0], "BM=256 T=bf16 num_warps=8 num_stages=3");
  assert_string_equal(t.configs[1], "BN=16");
}

static void test_bad_definitions(void **state)
{
  (void)state;
  const char *two = "#BM = 128 : i32 // tri-param {64, 128}\n#BLOCK = 1 : i8 // tri-param\n";
  fails(two, DEFINES({"BLOK", "1"}), TRI_USAGE,
        "-D BLOK=1: k.mlir has no parameter 'BLOK'; did you mean 'BLOCK'? the parameters are BM, BLOCK");
  fails(two, DEFINES({"Q", "1"}), TRI_USAGE,
        "-D Q=1: k.mlir has no parameter 'Q'; the parameters are BM, BLOCK");
  fails("", DEFINES({"Q", "1"}), TRI_USAGE,
        "-D Q=1: k.mlir has no parameter 'Q'; the file has no parameters (lines such as '#BM = 128 : i32  // "
        "tri-param')");
  fails(two, DEFINES({"BM", "100"}), TRI_USAGE, "-D BM=100: expected one of {64, 128} (k.mlir:1)");
  fails(two, DEFINES({"BM", "big"}), TRI_USAGE, "-D BM=big: expected one of {64, 128} (k.mlir:1)");
  fails(two, DEFINES({"BLOCK", "256"}), TRI_USAGE,
        "-D BLOCK=256: expected an integer from -128 to 255 (i8) (k.mlir:2)");
  fails(two, DEFINES({"BLOCK", ""}), TRI_USAGE,
        "-D BLOCK=: expected an integer from -128 to 255 (i8) (k.mlir:2)");
  fails(two, DEFINES({"BLOCK", "1"}, {"BLOCK", "2"}), TRI_USAGE, "-D BLOCK=2: BLOCK is defined twice");
  fails(two, DEFINES({"num_warps", "2"}), TRI_USAGE,
        "-D num_warps=2: num_warps is an attribute of the kernel: set tri.num_warps in k.mlir");
  fails("#C = true // tri-param\n", DEFINES({"C", "yes"}), TRI_USAGE,
        "-D C=yes: expected true or false (k.mlir:1)");
  fails("#S = 1.0 : f16 // tri-param\n", DEFINES({"S", "65520"}), TRI_USAGE,
        "-D S=65520: expected a decimal number that fits f16 (k.mlir:1)");
  fails("!T = f32 // tri-param\n", DEFINES({"T", "f16\n!U = f16"}), TRI_USAGE,
        "-D T=f16\n!U = f16: expected a type on one line (k.mlir:1)");
  fails("#n = 1 : ui8 // tri-param\n", DEFINES({"n", "-1"}), TRI_USAGE,
        "-D n=-1: expected an integer from 0 to 255 (ui8) (k.mlir:1)");
  fails(
      "#n = 1 : i64 // tri-param\n", DEFINES({"n", "9223372036854775808"}), TRI_USAGE,
      "-D n=9223372036854775808: expected an integer from -9223372036854775808 to 9223372036854775807 (i64) "
      "(k.mlir:1)");
  fails("#n = 4 : i32 // tri-param\n!t = vector<1xi8> // tri: vector<${8/n - 1}xi8>\n", DEFINES({"n", "0"}),
        TRI_USAGE, "k.mlir:2:36: '8/': division by zero at column 2 (with n=0)");
}

static void test_bad_parameters(void **state)
{
  (void)state;
  fails("#BM = 1 : i32 // tri-param\n!BM = f32 // tri-param\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:2:2: parameter BM is there already, in line 1");
  fails("\n #BM = 100 : i32 // tri-param {64}\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:2:8: the default 100 of BM is not among its choices {64}");
  fails("#BM = 300 : i8 // tri-param\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:1:7: expected an integer from -128 to 255 (i8), got '300'");
  fails("#BM = 1 : i32 // tri-param {1, x}\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:1:32: expected an integer from -2147483648 to 4294967295 (i32), got 'x'");
  fails("#BM = 1 : i32 // tri-param 1, 2\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:1:28: expected the choices in braces, such as '{64, 128}', or nothing");
  fails("#BM = 1 : i32 // tri-param {}\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:1:28: no choices between the braces");
  fails(
      "#BM = \"a\" // tri-param\n", NO_DEFINES, TRI_COMPILE,
      "k.mlir:1:7: a parameter is an integer, a number with its type, or true or false: '128 : i32', '0.5 : "
      "f32', 'true'");
  fails("#min = 1 : i32 // tri-param\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:1:2: a parameter cannot be called min: that is a function of expressions");
  fails("#num_warps = 1 : i32 // tri-param\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:1:2: a parameter cannot be called num_warps: that is a kernel attribute");
  fails("#a-b = 1 : i32 // tri-param\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:1:2: a parameter's name is a letter, '_' or '$', then letters, digits, '_', '$' and '.': got "
        "'a-b'");
  fails("func.func @f() // tri-param\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:1:19: a tri-param or tri: comment belongs behind an alias, such as '#BM = 128 : i32  // "
        "tri-param "
        "{64, 128}'");
  fails("#BM = 1 : i32 // tri-parm\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:1:18: is this meant for the template? It knows tri-param, tri: and tri-config: with these "
        "spellings");
}

static void test_bad_formulas(void **state)
{
  (void)state;
  fails("return // tri: x\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:1:11: a tri-param or tri: comment belongs behind an alias, such as '#BM = 128 : i32  // "
        "tri-param "
        "{64, 128}'");
  fails("#B = 8 : i32 // tri-param\n!t = vector<9xi8> // tri: vector<${B}xi8>\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:2:6: out of step: the line holds 'vector<9xi8>', its tri: comment gives 'vector<8xi8>'");
  fails("!t = vector<9xi8> // tri: vector<${9\n", NO_DEFINES, TRI_COMPILE, "k.mlir:1:34: this ${ has no }");
  fails("#BM = 8 : i32 // tri-param\n!t = vector<9xi8> // tri: vector<${BN}xi8>\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:2:36: 'B': unknown name 'BN' at column 1; did you mean 'BM'? the parameters are BM");
  fails("!T = f32 // tri-param\n!t = vector<9xi8> // tri: vector<${T+1}xi8>\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:2:36: 'T': unknown name 'T' at column 1; T is a type and can only stand alone, as ${T}");
  fails("!t = vector<9xi8> // tri: vector<${}xi8>\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:1:36: '': expected a number, a name or '(' at column 1");
  fails("!t = vector<9xi8> // tri:\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:1:22: a tri: comment gives the text of the alias, such as 'tri: tensor<${BM}xf32>'");
}

static void test_bad_configurations(void **state)
{
  (void)state;
#define BM "#BM = 1 : i32 // tri-param {1, 2}\n"
  fails(BM "// tri-config: BN=1\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:2:16: unknown 'BN' in a configuration; did you mean 'BM'? the parameters are BM; kernel "
        "attributes "
        "are num_warps, num_stages, num_ctas, max_registers");
  fails(BM "// tri-config: BM=3\n", NO_DEFINES, TRI_COMPILE, "k.mlir:2:19: BM is one of {1, 2}, got '3'");
  fails(BM "// tri-config: BM=x\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:2:19: BM is an integer from -2147483648 to 4294967295 (i32), got 'x'");
  fails(BM "// tri-config: BM=1 num_warps=0\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:2:31: num_warps is a positive integer, got '0'");
  fails(BM "// tri-config: BM=1 BM=2\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:2:21: a configuration sets each name once: 'BM=2'");
  fails(BM "// tri-config: BM\n", NO_DEFINES, TRI_COMPILE, "k.mlir:2:16: expected NAME=VALUE, got 'BM'");
  fails(BM "// tri-config:\n", NO_DEFINES, TRI_COMPILE, "k.mlir:2:15: an empty configuration");
  fails(BM "// tri-config BM=1\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:2:4: is this meant for the template? It knows tri-param, tri: and tri-config: with these "
        "spellings");
  fails("#x = 1 : i8 // tri-config: num_warps=1\n", NO_DEFINES, TRI_COMPILE,
        "k.mlir:1:16: a tri-config: comment stands on a line of its own");
}

/* No text, however broken, is read outside its bytes or crashes the reader. */
static void test_mutations_never_crash(void **state)
{
  (void)state;
  uint32_t seed = 1;
  for (int round = 0; round < 20000; round++) {
    char text[sizeof gemm];
    memcpy(text, gemm, sizeof gemm);
    for (int k = 0; k < 3; k++) {
      seed = seed * 1664525 + 1013904223;
      text[(seed >> 8) % (sizeof gemm - 1)] = "#!={}$/\":,<>()\n\\ x0-"[(seed >> 24) % 20];
    }
    size_t bytes = seed % sizeof gemm;
    Arena a = {0};
    Template t = template_expand(&a, text, bytes, "k", DEFINES({"BM", "64"}));
    assert_true(t.status == TRI_OK || t.error != NULL);
    arena_free(&a);
  }
}

static int free_arena(void **state)
{
  (void)state;
  arena_free(&arena);
  return 0;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_without_definitions_nothing_changes),
      cmocka_unit_test(test_definitions_rewrite_their_lines),
      cmocka_unit_test(test_a_later_line_comes_first),
      cmocka_unit_test(test_parameters_and_configurations),
      cmocka_unit_test(test_bad_definitions),
      cmocka_unit_test(test_bad_parameters),
      cmocka_unit_test(test_bad_formulas),
      cmocka_unit_test(test_bad_configurations),
      cmocka_unit_test(test_mutations_never_crash),
  };
  return cmocka_run_group_tests(tests, NULL, free_arena);
}
