/* What the parser refuses, with line and column, and what it tells about kernels. */
#include "harness.h"

#include <string.h>

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"
#define BODY(text)                                                                                           \
  HEAD ".entry k(.param .u64 x) {\n.reg .b32 %r<4>; .reg .b64 %rd<4>; .reg .pred %p<2>; .reg .b16 "          \
       "%h<2>;\n" text "\n}\n"

static const struct {
  const char *text;
  int line, column;
  const char *says;
} errors[] = {
    {BODY("add.s32 %r1, %r2;"), 6, 1, "'add.s32' expects 3 operands, got 2"},
    {BODY("frobnicate.b32 %r1, %r2;"), 6, 1, "unknown instruction 'frobnicate.b32'"},
    {BODY("add.s32.fancy %r1, %r2, %r3;"), 6, 8, "unknown modifier '.fancy' in 'add.s32.fancy'"},
    {BODY("  add.s32 %r1, %r2, %rd1;"), 6, 21, "expected a register of s32's width, got .b64"},
    {BODY("add.s32 %r1, %r2, %nope;"), 6, 19, "unknown register '%nope'"},
    {BODY("add.s32 %r1, %r2, %r3"), 7, 1, "expected ';', got '}'"},
    {BODY("bra NOWHERE;"), 6, 5, "label 'NOWHERE' is nowhere in this function"},
    {BODY("A: A: ret;"), 6, 4, "label 'A' stands twice"},
    {BODY("ld.global.b32 %r1, [%r2];"), 6, 20, "a global or generic address has 64 bits"},
    {BODY("ld.global.v2.b32 %r1, [%rd2];"), 6, 18, "expected 2 registers"},
    {BODY("st.global.b32 %rd1, %r1;"), 6, 15, "expected an address"},
    {BODY("ld.global.b32 %r1, [%rd2-4];"), 6, 25, "before a negative one (+-4)"},
    {BODY("@%r1 ret;"), 6, 2, "expected a predicate register, got '%r1'"},
    {BODY("mov.b32 %r1, 0f123;"), 6, 14, "0f needs 8 hexadecimal digits"},
    {BODY("mov.b32 %r1, undeclared;"), 6, 14, "'undeclared' is not declared"},
    {BODY("ld.param.b64 %rd1, [x+4];"), 6, 20, "outside of parameter 'x' of 8 bytes"},
    {BODY("setp.frob.s32 %p1, %r1, %r2;"), 6, 1, "expected a comparison"},
    {BODY("setp.ltu.s32 %p1, %r1, %r2;"), 6, 1, ".ltu compares floating-point numbers"},
    {BODY("atom.global.add.b32 %r1, [%rd1], 1;"), 6, 1, "'atom' has no operation 'add' on .b32"},
    {BODY("call (x), y;"), 6, 6, "expected .param variables"},
    {BODY(".reg .b32 %r<4>;"), 6, 11, "'%r' is declared twice in this scope"},
    {BODY("mov.b32 %r1, \"text\";"), 6, 14, "expected an operand"},
    {BODY("mov.b32 %r1, 99999999999999999999;"), 6, 14, "an integer past 64 bits"},
    {BODY("ldmatrix.sync.aligned.m8n8.x3.shared.b16 {%r1}, [%r2];"), 6, 1,
     "expected ldmatrix.sync.aligned.m8n8.x1|x2|x4"},
    {BODY("mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32 {%r1}, {%r1}, {%r1}, {%r1};"), 6, 1,
     "mma.m16n8k16 has no form"},
    {HEAD ".entry k() {\n  ret;\n", 6, 1, "expected a statement or '}', got the end of the text"},
    {HEAD ".entry k() .reqnctapercluster 2, 1, 1 { ret; }", 4, 31, "clusters of more than one CTA"},
    {HEAD ".entry k;", 4, 9, "expected '{', got ';'"},
    {HEAD "$ .entry", 4, 1, "expected a directive of the module"},
    {HEAD "/* open", 4, 1, "a comment that is never closed"},
    {HEAD ".address_size 32", 4, 15, "expected .address_size 64"},
    {HEAD ".global .b32 x[2] = {1, 2, 3};", 4, 28, "no more elements than the array has"},
    {HEAD ".entry k() { ret; }\n.entry k() { ret; }", 5, 8, "'k' is declared twice"},
    {HEAD ".extern .global .b32 far;\n.entry k() { .reg .b64 %a; mov.u64 %a, far; ret; }", 5, 51,
     "'far' is .extern and has no definition"},
};

static void every_error(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
    TriSimError e;
    TriSimModule *m = tri_sim_module_parse(errors[i].text, strlen(errors[i].text), &e);
    if (m)
      fail_msg("no error, expected '%s' for\n%s", errors[i].says, errors[i].text);
    if (e.line != errors[i].line || e.column != errors[i].column || !strstr(e.message, errors[i].says))
      fail_msg("got %d:%d: %s\nexpected %d:%d: %s", e.line, e.column, e.message, errors[i].line,
               errors[i].column, errors[i].says);
  }
}

static void kernels_and_params(void **state)
{
  (void)state;
  static const char text[] = HEAD ".visible .entry first(.param .u64 .ptr .global .align 16 p, .param .u32 "
                                  "n, .param .align 8 .b8 s[24])\n"
                                  ".maxntid 128, 2, 1\n.minnctapersm 2\n{ .reg .b32 %r<5>; .reg .pred %p; "
                                  ".shared .align 16 .b8 buf[100]; .local .align 8 .b8 loc[40]; ret; }\n"
                                  ".weak .entry second()\n.reqntid 64\n{ ret; }\n"
                                  "// tri.meta: {\"version\":1,\n// tri.meta:  \"kernels\":[]}\n";
  TriSimError e;
  TriSimModule *m = tri_sim_module_parse(text, sizeof text - 1, &e);
  if (!m)
    fail_msg("%d:%d: %s", e.line, e.column, e.message);
  assert_int_equal(tri_sim_kernel_count(m), 2);
  const TriSimKernel *k = tri_sim_kernel_find(m, "first");
  assert_int_equal(k->param_count, 3);
  assert_int_equal(k->param_bytes, 40);
  assert_int_equal(k->params[2].offset, 16);
  assert_int_equal(k->params[2].size, 24);
  assert_string_equal(k->params[1].name, "n");
  assert_string_equal(k->params[1].type, "u32");
  assert_true(k->params[0].is_pointer && !k->params[1].is_pointer);
  assert_int_equal(k->max_threads[0] * k->max_threads[1] * k->max_threads[2], 256);
  assert_int_equal(k->min_ctas_per_sm, 2);
  assert_int_equal(k->static_shared_bytes, 100);
  assert_int_equal(k->local_bytes, 40);
  assert_int_equal(tri_sim_kernel_find(m, "second")->required_threads[0], 64);
  assert_null(tri_sim_kernel_find(m, "third"));
  assert_string_equal(tri_sim_module_meta(m), " {\"version\":1,\n  \"kernels\":[]}\n");
  tri_sim_module_free(m);
}

static void module_variables(void **state)
{
  (void)state;
  static const char text[] =
      HEAD ".const .align 4 .f32 half = 0f3F000000;\n.global .align 8 .b32 table[2][2] = {{1, 2}, {3, -4}};\n"
           ".global .f32 decimal = 1.5;\n.global .u64 pointer = generic(table)+8;\n.global .b8 open[] = {1, "
           "2, 3};\n";
  TriSimError e;
  TriSimModule *m = tri_sim_module_parse(text, sizeof text - 1, &e);
  if (!m)
    fail_msg("%d:%d: %s", e.line, e.column, e.message);
  TriSimMemory *mem = tri_sim_memory_new(m);
  size_t bytes;
  uint64_t address, pointer;
  int32_t *table = tri_sim_memory_symbol(mem, "table", &bytes, &address);
  assert_int_equal(bytes, 16);
  assert_int_equal(table[3], -4);
  memcpy(&pointer, tri_sim_memory_symbol(mem, "pointer", NULL, NULL), 8);
  assert_int_equal(pointer, address + 8);
  assert_true(*(float *)tri_sim_memory_symbol(mem, "half", NULL, NULL) == 0.5f);
  assert_true(*(float *)tri_sim_memory_symbol(mem, "decimal", NULL, NULL) == 1.5f);
  tri_sim_memory_symbol(mem, "open", &bytes, NULL);
  assert_int_equal(bytes, 3);
  assert_null(tri_sim_memory_symbol(mem, "nothing", &bytes, NULL));
  tri_sim_memory_free(mem);
  tri_sim_module_free(m);
}

static void buffers_must_not_overlap(void **state)
{
  (void)state;
  TriSimError e;
  TriSimModule *m = tri_sim_module_parse(HEAD, strlen(HEAD), &e);
  assert_non_null(m);
  TriSimMemory *mem = tri_sim_memory_new(m);
  char bytes[64];
  assert_true(tri_sim_memory_add(mem, "low", bytes, 16));
  assert_true(tri_sim_memory_add(mem, "high", bytes + 32, 16));
  assert_true(tri_sim_memory_add(mem, "middle", bytes + 16, 16));
  assert_false(tri_sim_memory_add(mem, "over", bytes + 40, 16));
  tri_sim_memory_remove(mem, bytes + 32);
  assert_true(tri_sim_memory_add(mem, "over", bytes + 40, 16));
  tri_sim_memory_free(mem);
  tri_sim_module_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_error), cmocka_unit_test(kernels_and_params),
                                     cmocka_unit_test(module_variables),
                                     cmocka_unit_test(buffers_must_not_overlap)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
