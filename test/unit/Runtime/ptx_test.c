/* Modules from PTX: parameters as far as the text tells, launches by position and by metadata, errors. */
#include "module.h"

#include <stdio.h>
#include <string.h>

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"
#define BODY                                                                                                 \
  "{\n.reg .b64 %rd<3>; .reg .b32 %r<4>; .reg .f32 %f<3>; .reg .pred %p;\n"                                  \
  "mov.u32 %r1, %tid.x; ld.param.u32 %r2, [k_1]; setp.ge.u32 %p, %r1, %r2; @%p ret;\n"                       \
  "ld.param.u64 %rd1, [k_0]; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd1, %rd1, %rd2;\n"                         \
  "ld.param.f32 %f1, [k_2]; ld.global.f32 %f2, [%rd1]; mul.f32 %f2, %f2, %f1; st.global.f32 [%rd1], %f2;\n"  \
  "ret;\n}\n"
#define PARAMS "(.param .u64 k_0, .param .u32 k_1, .param .f32 k_2)\n"

static const char by_position[] = HEAD ".visible .entry k" PARAMS BODY;
static const char with_shape[] = HEAD ".visible .entry k" PARAMS ".reqntid 32, 1, 1\n" BODY;

static TriModule *parse(TriCompiler *c, const char *text)
{
  return tri_module_parse_ptx(c, text, strlen(text), "k.ptx");
}

static void test_by_position(void **state)
{
  (void)state;
  TriCompiler *c = tri_compiler_new();
  TriModule *m = parse(c, by_position);
  assert_non_null(m);
  assert_string_equal(tri_module_arch(m), "sm_90");
  TriKernel *k = tri_module_kernel(m, "k");
  const TriParameter *p;
  assert_int_equal(tri_kernel_parameters(k, &p), 3);
  assert_string_equal(p[0].name, "0");
  assert_true(p[0].type == TRI_I64 && p[0].is_untyped && p[0].is_written && p[0].bytes == 8);
  assert_true(p[1].type == TRI_I32 && p[1].is_untyped && !p[1].is_written);
  assert_true(p[2].type == TRI_F32 && !p[2].is_untyped);
  assert_null(tri_kernel_grid(k));
  int64_t block[3];
  tri_kernel_block(k, block);
  assert_true(block[0] == 0);

  float x[4] = {1, 2, 3, 4};
  TriArg args[] = {tri_buffer(x, sizeof x), tri_int(3), tri_float(2)};
  TriLaunch l = {.target = TRI_TARGET_SIM, .grid = {1, 1, 1}, .args = args, .n_args = 3, .threads = 1};
  assert_int_equal(tri_launch(k, &l, NULL), TRI_USAGE);
  expect_error(c, TRI_USAGE, "the PTX does not say how many threads a block has (.reqntid)");
  l.block[0] = 4;
  assert_int_equal(tri_launch(k, &l, NULL), TRI_OK);
  assert_true(x[0] == 2 && x[1] == 4 && x[2] == 6 && x[3] == 4);
  args[1].i = 5;
  l.block[0] = 8;
  assert_int_equal(tri_launch(k, &l, NULL), TRI_FAULT);
  expect_error(c, TRI_FAULT, "read of 4 bytes at 0 + 16, past the end of 0 (16 bytes)");
  l.block[0] = 2000;
  assert_int_equal(tri_launch(k, &l, NULL), TRI_USAGE);
  l.block[0] = 8;
  l.target = TRI_TARGET_REF;
  assert_int_equal(tri_launch(k, &l, NULL), TRI_USAGE);
  expect_error(c, TRI_USAGE, "the reference interpreter runs MLIR");
  tri_compiler_free(c);
}

static void test_the_ptx_says_the_block(void **state)
{
  (void)state;
  TriCompiler *c = tri_compiler_new();
  TriKernel *k = tri_module_kernel(parse(c, with_shape), NULL);
  int64_t block[3];
  tri_kernel_block(k, block);
  assert_true(block[0] == 32 && block[1] == 1 && block[2] == 1);
  float x[1] = {3};
  TriArg args[] = {tri_buffer(x, sizeof x), tri_int(1), tri_float(2)};
  TriLaunch l = {.target = TRI_TARGET_SIM, .grid = {1, 1, 1}, .args = args, .n_args = 3, .threads = 1};
  assert_int_equal(tri_launch(k, &l, NULL), TRI_OK);
  assert_true(x[0] == 6);
  l.block[0] = 64;
  assert_int_equal(tri_launch(k, &l, NULL), TRI_USAGE);
  expect_error(c, TRI_USAGE, "runs with 32x1x1 threads (.reqntid), got 64x1x1");
  tri_compiler_free(c);
}

/* 32 bits may be a float, if the argument says so; 64 bits are no f32. */
static void test_bits_of_unknown_type(void **state)
{
  (void)state;
  TriCompiler *c = tri_compiler_new();
  const char *text = HEAD ".visible .entry k(.param .u64 x, .param .b32 v, .param .b16 h)\n.reqntid 1, 1, 1\n"
                          "{\n.reg .b64 %rd; .reg .b32 %r; .reg .b16 %h;\n"
                          "ld.param.u64 %rd, [x]; ld.param.b32 %r, [v]; ld.param.b16 %h, [h];\n"
                          "st.global.b32 [%rd], %r; st.global.b16 [%rd+4], %h; ret;\n}\n";
  TriKernel *k = tri_module_kernel(parse(c, text), NULL);
  uint32_t out[2] = {0};
  TriArg args[] = {tri_buffer(out, sizeof out), tri_float(0.5), tri_float(1)};
  args[1].type = TRI_F32;
  args[2].type = TRI_BF16;
  TriLaunch l = {.target = TRI_TARGET_SIM, .grid = {1, 1, 1}, .args = args, .n_args = 3, .threads = 1};
  assert_int_equal(tri_launch(k, &l, NULL), TRI_OK);
  assert_true(out[0] == 0x3f000000 && out[1] == 0x3f80);
  args[1].type = TRI_F64;
  assert_int_equal(tri_launch(k, &l, NULL), TRI_USAGE);
  expect_error(c, TRI_USAGE, "argument '1' is an integer; a float was passed");
  tri_compiler_free(c);
}

static void test_bytes_by_value(void **state)
{
  (void)state;
  TriCompiler *c = tri_compiler_new();
  const char *text = HEAD ".visible .entry k(.param .u64 x, .param .align 4 .b8 s[8])\n.reqntid 1, 1, 1\n"
                          "{\n.reg .b64 %rd; .reg .b32 %r;\n"
                          "ld.param.u64 %rd, [x]; ld.param.b32 %r, [s+4]; st.global.b32 [%rd], %r; ret;\n}\n";
  TriKernel *k = tri_module_kernel(parse(c, text), NULL);
  const TriParameter *p;
  tri_kernel_parameters(k, &p);
  assert_true(p[1].type == TRI_NONE && p[1].bytes == 8);
  int32_t out = 0, in[2] = {1, 77};
  TriArg args[] = {tri_buffer(&out, sizeof out), tri_buffer(in, sizeof in)};
  TriLaunch l = {.target = TRI_TARGET_SIM, .grid = {1, 1, 1}, .args = args, .n_args = 2, .threads = 1};
  assert_int_equal(tri_launch(k, &l, NULL), TRI_OK);
  assert_int_equal(out, 77);
  args[1].bytes = 4;
  assert_int_equal(tri_launch(k, &l, NULL), TRI_USAGE);
  expect_error(c, TRI_USAGE, "argument '1' is 8 bytes by value and takes a buffer of that size");
  tri_compiler_free(c);
}

/* What this compiler emits says all that its source said. */
static void test_round_trip(void **state)
{
  (void)state;
  Module m =
      module_of("func.func @add(%x: !tri.ptr<f32> {tri.arg = \"ones(n)\", tri.divisibility = 16 : i32}, "
                "%y: !tri.ptr<f32>, %n: i32 {tri.arg = \"7\"}) attributes {tri.kernel, tri.grid = "
                "\"cdiv(n, 4)\"} {\n  %v = tri.load %x : f32\n  tri.store %v to %y : f32\n  return\n}\n");
  const char *text = tri_kernel_text(m.kernel, "sm_80", TRI_STAGE_PTX);
  assert_non_null(text);
  TriModule *again = parse(m.compiler, text);
  assert_non_null(again);
  TriKernel *k = tri_module_kernel(again, "add");
  const TriParameter *p, *q;
  assert_int_equal(tri_kernel_parameters(k, &p), 3);
  tri_kernel_parameters(m.kernel, &q);
  for (int i = 0; i < 3; i++) {
    assert_string_equal(p[i].name, q[i].name);
    assert_true(p[i].type == q[i].type && p[i].pointee == q[i].pointee);
    assert_true(p[i].divisibility == q[i].divisibility && !p[i].fill == !q[i].fill);
    assert_true(p[i].is_read == q[i].is_read && p[i].is_written == q[i].is_written);
  }
  assert_string_equal(tri_kernel_grid(k), "cdiv(n, 4)");
  assert_string_equal(tri_module_arch(again), "sm_80");
  assert_string_equal(tri_kernel_text(k, NULL, TRI_STAGE_PTX), text);
  assert_null(tri_kernel_text(k, NULL, TRI_STAGE_GPU));
  expect_error(m.compiler, TRI_USAGE, "k.ptx is PTX; it has no stage 'gpu', only ptx and meta");
  assert_null(tri_module_ir(again));
  module_free(&m);
}

static void test_errors(void **state)
{
  (void)state;
  TriCompiler *c = tri_compiler_new();
  assert_null(parse(c, HEAD ".visible .entry k() {\n  add.s32 %r1, %r2;\n}\n"));
  expect_error(c, TRI_COMPILE, "k.ptx:5:11: error: unknown register '%r1'");
  expect_error(c, TRI_COMPILE, "\n  add.s32 %r1, %r2;\n          ^");
  assert_null(parse(c, HEAD));
  expect_error(c, TRI_COMPILE, "k.ptx: no kernel here; a kernel in PTX is an .entry");
  assert_null(parse(c, "// tri.meta: {\n" HEAD));
  expect_error(c, TRI_COMPILE, "k.ptx: the tri.meta lines hold no JSON: ");
  char text[2000];
  snprintf(text, sizeof text, "// tri.meta: {\"kernels\": [{\"name\": \"k\", \"args\": []}]}\n%s",
           by_position);
  assert_null(parse(c, text));
  expect_error(c, TRI_COMPILE, "the tri.meta lines do not describe kernel 'k' as it stands there");
  assert_null(tri_module_parse_ptx(c, "a\0b", 3, "k.ptx"));
  expect_error(c, TRI_COMPILE, "NUL");
  tri_compiler_free(c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_by_position),          cmocka_unit_test(test_the_ptx_says_the_block),
      cmocka_unit_test(test_bits_of_unknown_type), cmocka_unit_test(test_bytes_by_value),
      cmocka_unit_test(test_round_trip),           cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
