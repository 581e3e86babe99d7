/* Planted faults: the kind, the PTX line (of the kernel's text, whose first line is 4) and what else is
 * known. */
#include "harness.h"

#include <string.h>

#define ENTRY                                                                                                \
  ".entry k(.param .u64 x) {\n.reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<3>; .reg .f32 %f<3>; .reg "   \
  ".b16 %h<4>;\n"                                                                                            \
  "ld.param.u64 %rd1, [x]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"

static const struct {
  const char *kernel;
  uint32_t blocks, threads, shared;
  TriSimFaultKind kind;
  int line; /* 7 is the line after ENTRY */
  const char *buffer, *says;
} faults[] = {
    {ENTRY "st.global.u32 [%rd3+1000], %r1; ret; }", 1, 32, 0, TRI_SIM_FAULT_BOUNDS, 7, "words",
     "write of 4 bytes at words + 1024, past the end of words (1024 bytes)"},
    {ENTRY "ld.global.u32 %r2, [%rd1+1024]; ret; }", 1, 32, 0, TRI_SIM_FAULT_BOUNDS, 7, "words",
     "read of 4 bytes at words + 1024, past the end"},
    {ENTRY "mov.u64 %rd4, 0; ld.u32 %r2, [%rd4+16]; ret; }", 1, 1, 0, TRI_SIM_FAULT_NULL, 7, "",
     "null pointer"},
    {ENTRY "ld.global.v2.u32 {%r2, %r3}, [%rd1+4]; ret; }", 1, 1, 0, TRI_SIM_FAULT_MISALIGNED, 7, "words",
     "no multiple of 8"},
    {ENTRY ".shared .b32 s[4]; .shared .b32 t[4];\nst.shared.u32 [s+16], %r1; ret; }", 1, 1, 0,
     TRI_SIM_FAULT_BOUNDS, 8, "s", "out of bounds"},
    {".extern .shared .b32 dyn[];\n" ENTRY "mov.u64 %rd4, dyn; st.shared.u32 [%rd4+64], %r1; ret; }", 1, 1,
     64, TRI_SIM_FAULT_BOUNDS, 8, "dyn", "dyn + 64"},
    {".const .b32 c = 7;\n" ENTRY "mov.u64 %rd4, c; st.global.u32 [%rd4], %r1; ret; }", 1, 1, 0,
     TRI_SIM_FAULT_READ_ONLY, 8, "c", "constant memory"},
    {ENTRY "add.s64 %rd5, %rd4, 8;\nld.global.u32 %r2, [%rd5]; ret; }", 1, 32, 0, TRI_SIM_FAULT_UNDEFINED, 8,
     "", "address was never written"},
    {ENTRY "@%p1 bra A;\nA: ret; }", 1, 32, 0, TRI_SIM_FAULT_UNDEFINED, 7, "",
     "branch depends on a value that was never written"},
    {ENTRY "st.global.u32 [%rd3], %r5; ret; }", 1, 32, 0, TRI_SIM_FAULT_UNDEFINED, 7, "words",
     "never written is stored"},
    {ENTRY "prmt.b32 %r4, %r1, %r5, 0x4321; st.global.u32 [%rd3], %r4; ret; }", 1, 32, 0,
     TRI_SIM_FAULT_UNDEFINED, 7, "words", "never written is stored"},
    {ENTRY "prmt.b32 %r4, %r5, %r1, 0x7650; st.global.u32 [%rd3], %r4; ret; }", 1, 32, 0,
     TRI_SIM_FAULT_UNDEFINED, 7, "words", "never written is stored"},
    {ENTRY
     ".shared .b32 s[64];\nld.shared.u32 %r2, [s]; add.s32 %r2, %r2, 1;\nst.global.u32 [%rd3], %r2; ret; }",
     1, 32, 0, TRI_SIM_FAULT_UNINITIALISED, 8, "s", "(PTX line 9)"},
    {ENTRY "mov.u32 %r2, 0; div.u32 %r3, %r1, %r2; ret; }", 1, 1, 0, TRI_SIM_FAULT_INVALID, 7, "",
     "division by zero"},
    {ENTRY "trap; ret; }", 1, 1, 0, TRI_SIM_FAULT_TRAP, 7, "", "trap"},
    {ENTRY "setp.lt.u32 %p1, %r1, 16;\n@%p1 bra A;\nbar.sync 0;\nbra B;\nA: bar.sync 1;\nB: ret; }", 1, 32, 0,
     TRI_SIM_FAULT_DIVERGENT, 9, "", "never come"},
    {ENTRY "bar.sync 1, 64; ret; }", 1, 32, 0, TRI_SIM_FAULT_DEADLOCK, 7, "",
     "barrier 1 has 32 threads of 64"},
    {ENTRY "bar.sync 1, 33; ret; }", 1, 32, 0, TRI_SIM_FAULT_INVALID, 7, "", "no multiple of 32"},
    {ENTRY "A: ld.volatile.global.u32 %r2, [%rd1]; setp.eq.u32 %p1, %r2, 0;\n@%p1 bra A; ret; }", 3, 32, 0,
     TRI_SIM_FAULT_DEADLOCK, 7, "", "nobody changes"},
    {ENTRY "A: bra A; }", 1, 1, 0, TRI_SIM_FAULT_LIMIT, 0, "", "limit of 10000000"},
    {ENTRY "A: bar.sync 0; bra A; }", 1, 64, 0, TRI_SIM_FAULT_LIMIT, 0, "", "limit of 10000000"},
    {ENTRY "setp.lt.u32 %p1, %r1, 4; @%p1 shfl.sync.idx.b32 %r2, %r1, 0, 31, 0xffffffff; ret; }", 1, 32, 0,
     TRI_SIM_FAULT_DIVERGENT, 7, "", "lanes 0x0000000f stand here"},
    {ENTRY "setp.lt.u32 %p1, %r1, 4; @%p1 shfl.sync.idx.b32 %r2, %r1, 0, 31, 0x3; ret; }", 1, 32, 0,
     TRI_SIM_FAULT_DIVERGENT, 7, "", "not in its member mask"},
    {ENTRY "st.global.u32 [%rd1], %r1; ret; }", 1, 64, 0, TRI_SIM_FAULT_RACE, 7, "words", "data race"},
    {ENTRY "mov.u32 %r2, %ctaid.x;\nst.global.u32 [%rd1], %r2; ret; }", 2, 1, 0, TRI_SIM_FAULT_RACE, 8,
     "words", "data race"},
    {ENTRY ".shared .b32 s[64]; mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.s32 %r4, %r2, %r3; st.shared.u32 "
           "[%r4], %r1;\n"
           "xor.b32 %r5, %r4, 4;\nld.shared.u32 %r6, [%r5]; st.global.u32 [%rd3], %r6; ret; }",
     1, 32, 0, TRI_SIM_FAULT_RACE, 9, "s", "warp barrier"},
    {ENTRY ".shared .align 16 .b8 s[16]; mov.u32 %r2, s; cp.async.cg.shared.global [%r2], [%rd1], 16; "
           "cp.async.commit_group; cp.async.wait_group 1;\n"
           "ld.shared.u32 %r3, [%r2];\nst.global.u32 [%rd3], %r3; ret; }",
     1, 1, 0, TRI_SIM_FAULT_UNINITIALISED, 8, "s", "(PTX line 9)"},
    {".func f(.param .b32 n) { .reg .b32 %a; ld.param.b32 %a, [n]; { .param .b32 q; st.param.b32 [q], %a; "
     "call f, (q); } ret; }\n" ENTRY "{ .param .b32 q; st.param.b32 [q], %r1; call f, (q); } ret; }",
     1, 1, 0, TRI_SIM_FAULT_INVALID, 4, "", "stack overflow"},
    {"// tri.meta: "
     "{\"version\":1,\"kernels\":[{\"name\":\"other\",\"ops\":{\"17\":\"no\"}},{\"name\":\"k\",\"ops\":{"
     "\"17\":\"file.mlir:12:8\"}}]}\n" ENTRY
     "// begin inline asm\nmov.u64 %rd4, 0;\nld.u32 %r2, [%rd4]; // tri:17\n// end inline asm\nret; }",
     1, 1, 0, TRI_SIM_FAULT_NULL, 10, "", "file.mlir:12:8: null pointer"},
    {".file 1 \"kernel.cu\"\n" ENTRY ".loc 1 33 5\ntrap; ret; }", 1, 1, 0, TRI_SIM_FAULT_TRAP, 9, "",
     "kernel.cu:33:5: trap"},
};

static void every_fault(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    TriSimFault f = harness_fault(faults[i].kernel, faults[i].blocks, faults[i].threads, faults[i].shared);
    if (f.kind != faults[i].kind || f.ptx_line != faults[i].line || strcmp(f.buffer, faults[i].buffer) != 0 ||
        !strstr(f.message, faults[i].says))
      fail_msg("%s\ngot '%s' at line %d on '%s'\n%s\nexpected '%s' at line %d on '%s': %s", faults[i].kernel,
               tri_sim_fault_name(f.kind), f.ptx_line, f.buffer, f.message,
               tri_sim_fault_name(faults[i].kind), faults[i].line, faults[i].buffer, faults[i].says);
  }
}

/* Patterns that must not be reported. */
static const struct {
  const char *kernel;
  uint32_t blocks, threads, shared;
} sound[] = {
    /* every thread writes the same value */
    {ENTRY "st.global.u32 [%rd1], 5; ret; }", 3, 64, 0},
    /* lanes exit before a barrier that the others pass */
    {ENTRY "setp.lt.u32 %p1, %r1, 16; @%p1 bra A; bar.sync 0; A: ret; }", 1, 64, 0},
    /* a lane of a vector store is never written */
    {ENTRY "mul.wide.u32 %rd2, %r1, 8; add.s64 %rd3, %rd1, %rd2; st.global.v2.u32 [%rd3], {%r1, %r7}; ret; }",
     1, 32, 0},
    /* bytes of one word by different threads */
    {ENTRY "cvt.u64.u32 %rd4, %r1; add.s64 %rd5, %rd1, %rd4; st.global.u8 [%rd5], %r1; ret; }", 1, 128, 0},
    /* neighbours in a warp, ordered by a warp barrier */
    {ENTRY ".shared .b32 s[32]; mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.s32 %r4, %r2, %r3; st.shared.u32 "
           "[%r4], %r1; bar.warp.sync -1;"
           "xor.b32 %r5, %r4, 4; ld.shared.u32 %r6, [%r5]; st.global.u32 [%rd3], %r6; ret; }",
     1, 32, 0},
    /* producer warp and consumer warp, named barriers with counts */
    {ENTRY ".shared .b32 s[32]; mov.u32 %r2, s; and.b32 %r3, %r1, 31; shl.b32 %r3, %r3, 2; add.s32 %r4, %r2, "
           "%r3; setp.ge.u32 %p1, %r1, 32;"
           "@%p1 bra C; st.shared.u32 [%r4], %r1; bar.arrive 3, 64; ret; C: bar.sync 3, 64; ld.shared.u32 "
           "%r6, [%r4]; st.global.u32 [%rd3], %r6; ret; }",
     1, 64, 0},
    /* release and acquire on a flag between blocks */
    {ENTRY "mov.u32 %r2, %ctaid.x; setp.ne.u32 %p1, %r2, 0; @%p1 bra C; st.global.u32 [%rd1+128], 42; "
           "st.release.gpu.global.u32 [%rd1], 1; ret;"
           "C: ld.acquire.gpu.global.u32 %r3, [%rd1]; setp.eq.u32 %p2, %r3, 0; @%p2 bra C; ld.global.u32 "
           "%r4, [%rd1+128];"
           "st.global.u32 [%rd1+132], %r4; ret; }",
     2, 1, 0},
    /* an undefined value that nothing depends on */
    {ENTRY "add.u32 %r3, %r5, 1; setp.eq.u32 %p1, %r1, %r1; selp.u32 %r4, %r1, %r3, %p1; st.global.u32 "
           "[%rd3], %r4; ret; }",
     1, 32, 0},
    /* bytes that prmt does not take */
    {ENTRY "prmt.b32 %r4, %r1, %r5, 0x32; st.global.u32 [%rd3], %r4; prmt.b32 %r4, %r5, %r1, 0x7654; "
           "st.global.u32 [%rd3], %r4; ret; }",
     1, 32, 0},
    /* atomics by all on one word */
    {ENTRY "red.global.add.u32 [%rd1], 1; atom.global.max.u32 %r2, [%rd1+4], %r1; ret; }", 3, 64, 0},
};

static void no_false_alarm(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof sound / sizeof *sound; i++) {
    TriSimFault f = harness_fault(sound[i].kernel, sound[i].blocks, sound[i].threads, sound[i].shared);
    if (f.kind != TRI_SIM_OK)
      fail_msg("%s\n%s", sound[i].kernel, f.message);
  }
}

/* The launch itself. */
static void refused_launches(void **state)
{
  (void)state;
  TriSimFault f = harness_fault(".entry k(.param .u64 x)\n.reqntid 64 { ret; }", 1, 32, 0);
  assert_int_equal(f.kind, TRI_SIM_FAULT_LAUNCH);
  assert_non_null(strstr(f.message, "requires a block of 64x1x1"));
  f = harness_fault(".entry k(.param .u64 x)\n.maxntid 32 { ret; }", 1, 64, 0);
  assert_non_null(strstr(f.message, "allows 32 threads"));
  f = harness_fault(".entry k(.param .u64 x) { ret; }", 1, 2000, 0);
  assert_int_equal(f.kind, TRI_SIM_FAULT_LAUNCH);
  f = harness_fault(".entry k(.param .u64 x) { ret; }", 0, 32, 0);
  assert_int_equal(f.kind, TRI_SIM_FAULT_LAUNCH);
  f = harness_fault(".entry k(.param .u64 x) { .shared .b8 s[200000]; ret; }", 1, 32, 100000);
  assert_non_null(strstr(f.message, "the limit is 232448"));
}

static const char *place_of_op(void *user, const char *kernel, uint32_t op)
{
  assert_string_equal(kernel, "k");
  assert_int_equal(op, 23);
  *(int *)user += 1;
  return "kernel.mlir:7:3";
}

/* Checks that can be switched off, cancelling, and the caller's own names of ops. */
static void options(void **state)
{
  (void)state;
  static const char text[] =
      ".version 8.0\n.target sm_90\n.address_size 64\n" ENTRY
      ".shared .b32 s; mov.u32 %r2, 5; setp.gt.u32 %p1, %r1, 99; @%p1 ld.shared.u32 %r2, [s];\n"
      "st.global.u32 [%rd1], %r1; // tri:23\nret; }";
  uint32_t words[256] = {0}, *p = words;
  bool cancel = true;
  int asked = 0;
  TriSimError e;
  TriSimResult r;
  TriSimModule *m = tri_sim_module_parse(text, sizeof text - 1, &e);
  TriSimMemory *mem = tri_sim_memory_new(m);
  assert_true(tri_sim_memory_add(mem, "words", words, sizeof words));
  TriSimLaunch l = {
      .kernel = tri_sim_kernel(m, 0), .grid = {4, 1, 1}, .block = {64, 1, 1}, .params = &p, .param_bytes = 8};
  TriSimOptions o = {.threads = 1, .locate = place_of_op, .user = &asked};
  assert_false(tri_sim_launch(mem, &l, &o, &r));
  assert_int_equal(r.fault.kind, TRI_SIM_FAULT_RACE);
  assert_string_equal(r.fault.location, "kernel.mlir:7:3");
  assert_int_equal(r.fault.op_id, 23);
  assert_int_equal(asked, 1);
  o.no_races = true;
  assert_true(tri_sim_launch(mem, &l, &o, &r));
  o.cancel = &cancel;
  assert_false(tri_sim_launch(mem, &l, &o, &r));
  assert_int_equal(r.fault.kind, TRI_SIM_FAULT_CANCELLED);
  tri_sim_memory_free(mem);
  tri_sim_module_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_fault), cmocka_unit_test(no_false_alarm),
                                     cmocka_unit_test(refused_launches), cmocka_unit_test(options)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
