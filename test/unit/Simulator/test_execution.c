/* Whole kernels: control flow, calls, warp operations, atomics, matrices. The only buffer is 256 words. */
#include "harness.h"

#include "Numeric/numeric.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENTRY                                                                                                \
  ".entry k(.param .u64 x) {\n.reg .b32 %r<20>; .reg .b64 %rd<9>; .reg .pred %p<4>; .reg .f32 %f<9>; .reg "  \
  ".b16 %h<4>;\n"                                                                                            \
  "ld.param.u64 %rd1, [x]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"
#define STORE "st.global.u32 [%rd3], %r2; ret; }"

static uint32_t words[256];

/* Runs the kernel with 64 threads and compares words[0..63] with an expression in i. */
#define EXPECT(kernel, e)                                                                                    \
  do {                                                                                                       \
    harness_words(kernel, 1, 64, 0, words);                                                                  \
    for (uint32_t i = 0; i < 64; i++)                                                                        \
      if (words[i] != (uint32_t)(e))                                                                         \
        fail_msg("%s\nthread %u: got %u (0x%x), expected %u", kernel, i, words[i], words[i], (uint32_t)(e)); \
  } while (0)

static uint32_t collatz(uint32_t n)
{
  uint32_t steps = 0;
  for (; n > 1; steps++)
    n = n % 2 ? 3 * n + 1 : n / 2;
  return steps;
}

static uint32_t fibonacci(uint32_t n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static void divergence(void **state)
{
  (void)state;
  EXPECT(ENTRY "add.u32 %r3, %r1, 1; mov.u32 %r2, 0; L: setp.le.u32 %p1, %r3, 1; @%p1 bra D; and.b32 %r4, "
               "%r3, 1; setp.eq.u32 %p2, %r4, 0;"
               "@%p2 bra E; mad.lo.u32 %r3, %r3, 3, 1; bra N; E: shr.u32 %r3, %r3, 1; N: add.u32 %r2, %r2, "
               "1; bra L; D: " STORE,
         collatz(i + 1));
  EXPECT(ENTRY "mov.u32 %r2, 9; setp.ge.u32 %p1, %r1, 40; @%p1 bra B; setp.lt.u32 %p1, %r1, 5; @%p1 exit; "
               "mov.u32 %r2, 1; B: " STORE,
         i < 5    ? 0
         : i < 40 ? 1
                  : 9);
  EXPECT(ENTRY "T: .branchtargets A, B, C; rem.u32 %r3, %r1, 3; brx.idx %r3, T; A: mov.u32 %r2, 10; bra D; "
               "B: mov.u32 %r2, 20; bra D;"
               "C: mov.u32 %r2, 30; D: " STORE,
         10 + i % 3 * 10);
  /* all lanes are together again after the loop: the ballot sees the whole warp */
  EXPECT(ENTRY "mov.u32 %r3, 0; L: add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, %r1; @%p1 bra L; "
               "activemask.b32 %r2;" STORE,
         0xffffffff);
}

static void calls(void **state)
{
  (void)state;
  static const char fib[] = ".func (.param .b32 r) fib(.param .b32 n)\n{ .reg .b32 %a, %b; .reg .pred %p; "
                            "ld.param.b32 %a, [n]; setp.ge.u32 %p, %a, 2; @%p bra R;"
                            "st.param.b32 [r], %a; ret; R: sub.u32 %a, %a, 1; { .param .b32 q; .param .b32 "
                            "s; st.param.b32 [q], %a; call (s), fib, (q); ld.param.b32 %b, [s]; }"
                            "sub.u32 %a, %a, 1; { .param .b32 q; .param .b32 s; st.param.b32 [q], %a; call "
                            "(s), fib, (q); ld.param.b32 %a, [s]; }"
                            "add.u32 %a, %a, %b; st.param.b32 [r], %a; ret; }\n";
  char text[3000];
  strcpy(text, fib);
  strcat(text, ENTRY "rem.u32 %r3, %r1, 9; { .param .b32 q; .param .b32 s; st.param.b32 [q], %r3; call.uni "
                     "(s), fib, (q); ld.param.b32 %r2, [s]; }" STORE);
  EXPECT(text, fibonacci(i % 9));
  EXPECT(".func (.param .b32 r) inc(.param .b32 n) { .reg .b32 %a; ld.param.b32 %a, [n]; add.u32 %a, %a, 1; "
         "st.param.b32 [r], %a; ret; }\n"
         ".func (.param .b32 r) dbl(.param .b32 n) { .reg .b32 %a; ld.param.b32 %a, [n]; shl.b32 %a, %a, 1; "
         "st.param.b32 [r], %a; ret; }\n" ENTRY "and.b32 %r3, %r1, 1; setp.eq.u32 %p1, %r3, 0; mov.u64 %rd4, "
         "inc; mov.u64 %rd5, dbl; selp.b64 %rd6, %rd4, %rd5, %p1;"
         "proto: .callprototype (.param .b32 _) _ (.param .b32 _); { .param .b32 q; .param .b32 s; "
         "st.param.b32 [q], %r1; call (s), %rd6, (q), proto;"
         "ld.param.b32 %r2, [s]; }" STORE,
         i & 1 ? 2 * i : i + 1);
  EXPECT(".func nop() { ret; }\n" ENTRY "setp.lt.u32 %p1, %r1, 7; @%p1 call nop; mov.u32 %r2, 3;" STORE, 3);
  /* local memory: lane by lane */
  EXPECT(ENTRY ".local .align 8 .b8 buf[64]; .reg .b64 %l, %g; mov.u64 %l, buf; cvta.local.u64 %g, %l; "
               "and.b32 %r3, %r1, 7; mul.wide.u32 %rd4, %r3, 4;"
               "add.s64 %g, %g, %rd4; st.u32 [%g], %r1; ld.local.u32 %r2, [buf+12]; setp.ne.u32 %p1, %r3, 3; "
               "@%p1 mov.u32 %r2, 0;" STORE,
         i % 8 == 3 ? i : 0);
}

static void warp_operations(void **state)
{
  (void)state;
  EXPECT(ENTRY "shfl.sync.up.b32 %r2|%p1, %r1, 3, 0, -1; @!%p1 mov.u32 %r2, 99;" STORE,
         i % 32 < 3 ? 99 : i - 3);
  EXPECT(ENTRY "shfl.sync.down.b32 %r2, %r1, 5, 31, -1;" STORE, i % 32 + 5 > 31 ? i : i + 5);
  EXPECT(ENTRY "shfl.sync.bfly.b32 %r2, %r1, 9, 31, -1;" STORE, i ^ 9);
  EXPECT(ENTRY "shfl.sync.idx.b32 %r2, %r1, 3, 0x181f, -1;" STORE, i / 8 * 8 + 3);
  EXPECT(ENTRY "shfl.down.b32 %r2, %r1, 1, 0x1e1f;" STORE, i | 1);
  EXPECT(ENTRY "and.b32 %r3, %r1, 3; setp.eq.u32 %p1, %r3, 1; vote.sync.ballot.b32 %r2, %p1, -1;" STORE,
         0x22222222);
  EXPECT(ENTRY "setp.lt.u32 %p1, %r1, 40; vote.sync.all.pred %p2, %p1, -1; vote.sync.any.pred %p3, %p1, -1; "
               "selp.u32 %r2, 1, 0, %p2; selp.u32 %r3, 2, 0, %p3;"
               "add.u32 %r2, %r2, %r3;" STORE,
         i < 32 ? 3 : 2);
  EXPECT(ENTRY "shr.u32 %r3, %r1, 3; match.any.sync.b32 %r2, %r3, -1;" STORE, 0xffu << (i % 32 / 8 * 8));
  EXPECT(ENTRY "shr.u32 %r3, %r1, 5; match.all.sync.b32 %r2|%p1, %r3, -1;" STORE, 0xffffffff);
  EXPECT(ENTRY "redux.sync.add.u32 %r2, %r1, -1;" STORE, i < 32 ? 496 : 496 + 1024);
  EXPECT(ENTRY "neg.s32 %r3, %r1; redux.sync.min.s32 %r2, %r3, -1;" STORE, i < 32 ? -31 : -63);
  EXPECT(ENTRY "elect.sync %r3|%p1, -1; selp.u32 %r2, 1, 0, %p1;" STORE, i % 32 == 0);
  EXPECT(ENTRY "setp.lt.u32 %p1, %r1, 10; bar.red.popc.u32 %r2, 0, %p1;" STORE, 10);
  EXPECT(ENTRY "setp.lt.u32 %p1, %r1, 10; barrier.cta.red.or.aligned.pred %p2, 0, !%p1; selp.u32 %r2, 1, 0, "
               "%p2;" STORE,
         1);
  EXPECT(ENTRY "mov.u32 %r2, %lanemask_lt; mov.u32 %r3, %laneid; add.u32 %r2, %r2, %r3; add.u32 %r2, %r2, "
               "%ntid.x;" STORE,
         ((1u << i % 32) - 1) + i % 32 + 64);
}

static void atomics(void **state)
{
  (void)state;
  static const struct {
    const char *op;
    uint32_t start, result;
  } rows[] = {
      {"atom.global.add.u32 %r2, [%rd1], %r1;", 5, 5 + 2016},
      {"atom.global.min.s32 %r2, [%rd1], %r1;", 5, 0},
      {"red.global.max.u32 [%rd1], %r1;", 5, 63},
      {"atom.global.xor.b32 %r2, [%rd1], %r1;", 5, 5},
      {"red.global.or.b32 [%rd1], %r1;", 64, 127},
      {"atom.global.and.b32 %r2, [%rd1], 6;", 5, 4},
      {"atom.global.inc.u32 %r2, [%rd1], 9;", 0, 4},
      {"atom.global.dec.u32 %r2, [%rd1], 9;", 0, 6},
      {"atom.global.cas.b32 %r2, [%rd1], 5, 77;", 5, 77},
      {"red.global.add.f32 [%rd1], 0f3F800000;", 0x40000000, 0x42840000},
      {"red.global.add.noftz.f16x2 [%rd1], %r9;", 0, 0x54005400},
      {"red.global.add.f32 [%rd1], 0f00000001;", 0, 0},
      {"red.global.add.noftz.bf16x2 [%rd1], %r10;", 0, 0x42804280},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[1500];
    strcpy(text, ENTRY "mov.u32 %r9, 0x3c003c00; mov.u32 %r10, 0x3f803f80; setp.eq.u32 %p1, %r1, 0; @%p1 "
                       "st.global.u32 [%rd1], ");
    sprintf(text + strlen(text), "%u; bar.sync 0; %s ret; }", rows[i].start, rows[i].op);
    harness_words(text, 1, 64, 0, words);
    if (words[0] != rows[i].result)
      fail_msg("%s: got 0x%x, expected 0x%x", rows[i].op, words[0], rows[i].result);
  }
  /* shared memory keeps subnormals */
  EXPECT(ENTRY ".shared .f32 s; setp.eq.u32 %p1, %r1, 0; @%p1 st.shared.u32 [s], 0; bar.sync 0; "
               "red.shared.add.f32 [s], 0f00000001; bar.sync 0;"
               "ld.shared.u32 %r2, [s];" STORE,
         64);
}

/* C = A B + C on m16n8k16 with A[i][k] = i - k / 2, B[k][j] = k + j, through ldmatrix; C as f32 bits in 128
 * words. */
static void matrices(void **state)
{
  (void)state;
  static const char text[] = ENTRY
      ".shared .align 16 .b8 sa[512]; .shared .align 16 .b8 sb[256];\n"
      /* lane l fills row l / 2, half l % 2 of A and row l / 2 of B (8 columns: 4 of them) */
      "shr.u32 %r3, %r1, 1; and.b32 %r4, %r1, 1; shl.b32 %r5, %r4, 3; mov.u32 %r6, 0;\n"
      "L: add.u32 %r7, %r5, %r6; cvt.rn.f32.u32 %f1, %r7; mul.f32 %f1, %f1, 0f3F000000; cvt.rn.f32.u32 %f2, "
      "%r3; sub.f32 %f3, %f2, %f1;\n"
      "cvt.rn.f16.f32 %h1, %f3; mad.lo.u32 %r8, %r3, 16, %r7; shl.b32 %r8, %r8, 1; mov.u32 %r9, sa; add.u32 "
      "%r9, %r9, %r8; st.shared.b16 [%r9], %h1;\n"
      "add.u32 %r6, %r6, 1; setp.lt.u32 %p1, %r6, 8; @%p1 bra L;\n"
      "mov.u32 %r6, 0; shl.b32 %r5, %r4, 2;\n"
      "M: add.u32 %r7, %r5, %r6; add.u32 %r8, %r7, %r3; cvt.rn.f16.u32 %h1, %r8; mad.lo.u32 %r8, %r3, 8, "
      "%r7; shl.b32 %r8, %r8, 1; mov.u32 %r9, sb;\n"
      "add.u32 %r9, %r9, %r8; st.shared.b16 [%r9], %h1; add.u32 %r6, %r6, 1; setp.lt.u32 %p1, %r6, 4; @%p1 "
      "bra M;\n"
      "bar.warp.sync -1;\n"
      /* A: matrices (rows 0-7, k 0-7), (8-15, 0-7), (0-7, 8-15), (8-15, 8-15); row l & 15, k half l / 16 */
      "and.b32 %r3, %r1, 15; shr.u32 %r4, %r1, 4; shl.b32 %r3, %r3, 5; shl.b32 %r4, %r4, 4; mov.u32 %r9, sa; "
      "add.u32 %r9, %r9, %r3; add.u32 %r9, %r9, %r4;\n"
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r9];\n"
      "and.b32 %r3, %r1, 15; shl.b32 %r3, %r3, 4; mov.u32 %r9, sb; add.u32 %r9, %r9, %r3;\n"
      "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r14, %r15}, [%r9];\n"
      "mov.f32 %f1, 0f3F800000; mov.f32 %f2, %f1; mov.f32 %f3, %f1; mov.f32 %f4, %f1;\n"
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r10, %r11, %r12, %r13}, "
      "{%r14, %r15}, {%f1, %f2, %f3, %f4};\n"
      "shr.u32 %r3, %r1, 2; and.b32 %r4, %r1, 3; shl.b32 %r3, %r3, 5; shl.b32 %r4, %r4, 3; add.u32 %r3, %r3, "
      "%r4; cvt.u64.u32 %rd4, %r3; add.s64 %rd5, %rd1, %rd4;\n"
      "st.global.v2.f32 [%rd5], {%f1, %f2}; st.global.v2.f32 [%rd5+256], {%f3, %f4}; ret; }";
  harness_words(text, 1, 32, 0, words);
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 8; j++) {
      float want = 1;
      for (int k = 0; k < 16; k++)
        want += ((float)i - 0.5f * (float)k) * (float)(k + j);
      if (words[i * 8 + j] != tri_f32_bits(want))
        fail_msg("C[%d][%d] is %g, expected %g", i, j, (double)tri_f32_of_bits(words[i * 8 + j]),
                 (double)want);
    }
}

/* stmatrix.trans after ldmatrix is a transposition; movmatrix is one in registers. */
static void transposition(void **state)
{
  (void)state;
  static const char text[] =
      ENTRY ".shared .align 16 .b8 s[128]; .shared .align 16 .b8 t[128];\n"
            "shl.b32 %r3, %r1, 1; add.u32 %r4, %r3, 1; shl.b32 %r4, %r4, 16; or.b32 %r5, %r3, %r4; mov.u32 "
            "%r6, s; shl.b32 %r7, %r1, 2; add.u32 %r7, %r6, %r7;\n"
            "st.shared.b32 [%r7], %r5; bar.warp.sync -1; and.b32 %r8, %r1, 7; shl.b32 %r8, %r8, 4; add.u32 "
            "%r9, %r6, %r8;\n"
            "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r10}, [%r9]; movmatrix.sync.aligned.m8n8.trans.b16 "
            "%r11, %r10; mov.u32 %r6, t; add.u32 %r9, %r6, %r8;\n"
            "stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%r9], {%r10}; bar.warp.sync -1; shl.b32 %r7, "
            "%r1, 2; add.u32 %r7, %r6, %r7;\n"
            "ld.shared.b32 %r2, [%r7]; st.global.u32 [%rd3], %r2; st.global.u32 [%rd3+128], %r11; ret; }";
  harness_words(text, 1, 32, 0, words);
  for (uint32_t i = 0; i < 32; i++) {
    uint32_t r = i / 4, c = i % 4 * 2, want = (c * 8 + r) | ((c + 1) * 8 + r) << 16;
    assert_int_equal(words[i], want);
    assert_int_equal(words[32 + i], want);
  }
}

static void counters(void **state)
{
  (void)state;
  TriSimError e;
  static const char text[] =
      ".version 8.0\n.target sm_90\n.address_size 64\n" ENTRY
      ".shared .b32 s[1024]; mov.u32 %r2, s; shl.b32 %r3, %r1, 7; add.u32 %r3, %r2, %r3; st.shared.u32 "
      "[%r3], %r1; ld.global.u32 %r4, [%rd3];\n"
      "mul.wide.u32 %rd4, %r1, 32; add.s64 %rd4, %rd1, %rd4; ld.global.u32 %r5, [%rd4]; bar.sync 0; ret; }";
  TriSimModule *m = tri_sim_module_parse(text, sizeof text - 1, &e);
  TriSimMemory *mem = tri_sim_memory_new(m);
  uint32_t *x = aligned_alloc(128, 1024);
  memset(x, 0, 1024);
  tri_sim_memory_add(mem, "x", x, 1024);
  TriSimLaunch l = {
      .kernel = tri_sim_kernel(m, 0), .grid = {2, 1, 1}, .block = {32, 1, 1}, .params = &x, .param_bytes = 8};
  TriSimResult r;
  assert_true(tri_sim_launch(mem, &l, NULL, &r));
  assert_int_equal(r.counters.ctas, 2);
  assert_int_equal(r.counters.barriers, 2);
  assert_int_equal(r.counters.global_requests, 4);
  assert_int_equal(r.counters.global_sectors, 2 * (4 + 32));
  assert_int_equal(r.counters.shared_requests, 2);
  assert_int_equal(r.counters.shared_wavefronts, 64); /* all lanes in bank 0 */
  assert_int_equal(r.counters.shared_excess, 62);
  assert_int_equal(r.counters.bytes_loaded[TRI_SIM_GLOBAL], 2 * 256);
  assert_int_equal(r.counters.bytes_stored[TRI_SIM_SHARED], 2 * 128);
  assert_int_equal(r.counters.instructions[TRI_SIM_SYNC], 2);
  tri_sim_memory_free(mem);
  tri_sim_module_free(m);
  free(x);
}

static void asynchronous_copies(void **state)
{
  (void)state;
  EXPECT(ENTRY ".shared .align 16 .b8 s[1024]; add.u32 %r3, %r1, 7; st.global.u32 [%rd3], %r3; bar.sync 0; "
               "xor.b32 %r4, %r1, 1; mul.wide.u32 %rd4, %r4, 4;"
               "add.s64 %rd4, %rd1, %rd4; mov.u32 %r5, s; shl.b32 %r6, %r1, 2; add.u32 %r5, %r5, %r6; "
               "setp.lt.u32 %p1, %r1, 8; selp.u32 %r7, 0, 4, %p1;"
               "cp.async.ca.shared.global [%r5], [%rd4], 4, %r7; cp.async.commit_group; cp.async.wait_group "
               "0; ld.shared.u32 %r2, [%r5]; bar.sync 0;" STORE,
         i < 8 ? 0 : (i ^ 1) + 7);
}

/* A ring of one stage: warp 0 produces 32 words four times, warp 1 consumes; full and empty barriers,
 * parities. */
static void barriers_in_memory(void **state)
{
  (void)state;
  static const char ring[] = ENTRY
      ".shared .align 8 .b64 full; .shared .align 8 .b64 empty; .shared .b32 s[32];\n"
      "setp.eq.u32 %p1, %r1, 0; @%p1 mbarrier.init.shared.b64 [full], 32; @%p1 mbarrier.init.shared.b64 "
      "[empty], 32; bar.sync 0;\n"
      "and.b32 %r3, %r1, 31; shl.b32 %r4, %r3, 2; mov.u32 %r5, s; add.u32 %r5, %r5, %r4; mov.u32 %r6, 0; "
      "mov.u32 %r2, 0;\n"
      "setp.ge.u32 %p1, %r1, 32; @%p1 bra C;\n"
      "P: xor.b32 %r7, %r6, 1; and.b32 %r7, %r7, 1; W: mbarrier.try_wait.parity.shared::cta.b64 %p2, "
      "[empty], %r7; @!%p2 bra W;\n"
      "mad.lo.u32 %r8, %r6, 100, %r3; st.shared.u32 [%r5], %r8; mbarrier.arrive.shared::cta.b64 _, [full];\n"
      "add.u32 %r6, %r6, 1; setp.lt.u32 %p3, %r6, 4; @%p3 bra P; bra D;\n"
      "C: and.b32 %r7, %r6, 1; V: mbarrier.try_wait.parity.shared::cta.b64 %p2, [full], %r7; @!%p2 bra V;\n"
      "xor.b32 %r9, %r4, 4; mov.u32 %r10, s; add.u32 %r10, %r10, %r9; ld.shared.u32 %r8, [%r10]; add.u32 "
      "%r2, %r2, %r8; mbarrier.arrive.shared::cta.b64 %rd5, [empty];\n"
      "add.u32 %r6, %r6, 1; setp.lt.u32 %p3, %r6, 4; @%p3 bra C; D: " STORE;
  EXPECT(ring, i < 32 ? 0 : 600 + 4 * ((i ^ 1) - 32));
  /* without the wait on `empty` the producer runs ahead and the consumer misses its phases */
  char broken[3000];
  strcpy(broken, ring);
  char *wait = strstr(broken, "W: mbarrier");
  memset(wait, ' ', (size_t)(strstr(wait, "mad.lo") - wait));
  assert_int_equal(harness_fault(broken, 1, 64, 0).kind, TRI_SIM_FAULT_DEADLOCK);
  /* without the wait on `full` the consumer, which runs first, reads what nobody wrote */
  strcpy(broken, ring);
  wait = strstr(broken, "V: mbarrier");
  memset(wait, ' ', (size_t)(strstr(wait, "xor.b32") - wait));
  assert_int_equal(harness_fault(broken, 1, 64, 0).kind, TRI_SIM_FAULT_UNINITIALISED);
  EXPECT(ENTRY ".shared .align 8 .b64 m; .shared .align 16 .b32 s[64]; mov.u32 %r2, %r1; add.u32 %r3, %r1, "
               "5; st.global.u32 [%rd3], %r3; setp.eq.u32 %p1, %r1, 0;"
               "@%p1 mbarrier.init.shared.b64 [m], 1; bar.sync 0; @!%p1 bra W; "
               "mbarrier.arrive.expect_tx.shared.b64 _, [m], 256;"
               "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%rd1], 256, [m];"
               "W: mbarrier.try_wait.parity.shared.b64 %p2, [m], 0; @!%p2 bra W; shl.b32 %r4, %r1, 2; "
               "mov.u32 %r5, s; add.u32 %r5, %r5, %r4; ld.shared.u32 %r2, [%r5];"
               "bar.sync 0; add.u32 %r2, %r2, 1;" STORE,
         i + 6);
  assert_int_equal(
      harness_fault(ENTRY ".shared .align 8 .b64 m; mbarrier.arrive.shared.b64 _, [m]; ret; }", 1, 1, 0).kind,
      TRI_SIM_FAULT_UNINITIALISED);
  assert_int_equal(harness_fault(ENTRY ".shared .align 8 .b64 m; mbarrier.init.shared.b64 [m], 2; W: "
                                       "mbarrier.try_wait.parity.shared.b64 %p2, [m], 0; @!%p2 bra W; ret; }",
                                 1, 1, 0)
                       .kind,
                   TRI_SIM_FAULT_DEADLOCK);
}

/* 64 x 8 results of A[r][k] = (r + k) % 5 - 2 times B[n][k] = (3 n + k) % 4, as f16 pairs in the words. */
static void check_product(void)
{
  for (int r = 0; r < 64; r++)
    for (int n = 0; n < 8; n++) {
      int want = 0;
      for (int k = 0; k < 16; k++)
        want += ((r + k) % 5 - 2) * ((3 * n + k) % 4);
      double got = tri_float_decode(TRI_FLOAT_F16, words[r * 4 + n / 2] >> (16 * (n & 1)) & 0xffff);
      if (got != want)
        fail_msg("D[%d][%d] is %g, expected %d", r, n, got, want);
    }
}

/* A, K-major and swizzled to 128 bytes: thread t writes half a row, the descriptor goes to %rd4. */
#define WRITE_A                                                                                              \
  ".shared .align 1024 .b8 sa[8192]; mov.u32 %r12, sa; shr.u32 %r3, %r1, 1; and.b32 %r4, %r1, 1; shl.b32 "   \
  "%r4, %r4, 3; mov.u32 %r5, 0;\n"                                                                           \
  "L: add.u32 %r6, %r4, %r5; add.u32 %r7, %r3, %r6; rem.u32 %r7, %r7, 5; cvt.rn.f32.u32 %f1, %r7; sub.f32 "  \
  "%f1, %f1, 0f40000000;\n"                                                                                  \
  "cvt.rn.f16.f32 %h1, %f1; shl.b32 %r8, %r3, 7; shl.b32 %r9, %r6, 1; add.u32 %r8, %r8, %r9; add.u32 %r8, "  \
  "%r8, %r12;\n"                                                                                             \
  "shr.u32 %r9, %r8, 3; and.b32 %r9, %r9, 0x70; xor.b32 %r8, %r8, %r9; st.shared.b16 [%r8], %h1;\n"          \
  "add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 8; @%p1 bra L;\n"                                              \
  "shr.u32 %r12, %r12, 4; cvt.u64.u32 %rd4, %r12; or.b64 %rd4, %rd4, 0x4000004000000000;\n"
/* The first two result registers, rows lane / 4 and 8 more of the warp's 16, to the buffer. */
#define STORE_D                                                                                              \
  "shr.u32 %r3, %r1, 5; shl.b32 %r3, %r3, 4; and.b32 %r4, %r1, 31; shr.u32 %r5, %r4, 2; add.u32 %r3, %r3, "  \
  "%r5; shl.b32 %r3, %r3, 2;\n"                                                                              \
  "and.b32 %r4, %r4, 3; add.u32 %r3, %r3, %r4; mul.wide.u32 %rd6, %r3, 4; add.s64 %rd6, %rd1, %rd6;\n"       \
  "st.global.u32 [%rd6], %d0; st.global.u32 [%rd6+128], %d1; ret; }"

static void warpgroup_matrices(void **state)
{
  (void)state;
  /* B K-major, unswizzled: 8 rows of 16 bytes, the second half of k 128 bytes further */
  harness_words(ENTRY WRITE_A
                ".shared .align 128 .b8 sb[256]; .reg .b32 %d<2>; mov.u32 %r13, sb;\n"
                "shr.u32 %r3, %r1, 4; and.b32 %r4, %r1, 15; mad.lo.u32 %r5, %r3, 3, %r4; and.b32 %r5, %r5, "
                "3; cvt.rn.f16.u32 %h1, %r5;\n"
                "shr.u32 %r6, %r4, 3; shl.b32 %r6, %r6, 7; shl.b32 %r7, %r3, 4; add.u32 %r6, %r6, %r7; "
                "and.b32 %r7, %r4, 7; shl.b32 %r7, %r7, 1;\n"
                "add.u32 %r6, %r6, %r7; add.u32 %r6, %r6, %r13; st.shared.b16 [%r6], %h1; bar.sync 0;\n"
                "shr.u32 %r13, %r13, 4; cvt.u64.u32 %rd5, %r13; or.b64 %rd5, %rd5, 0x80000; mov.pred %p2, 0; "
                "wgmma.fence.sync.aligned;\n"
                "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%d0, %d1}, %rd4, %rd5, %p2, 1, 1, 0, 0;\n"
                "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;\n" STORE_D,
                1, 128, 0, words);
  check_product();
  /* B n-major (transposed), swizzled to 128 bytes: 64 n in a row, 8 k in an atom of 1024 bytes */
  harness_words(
      ENTRY WRITE_A
      ".shared .align 1024 .b8 sb[2048]; .reg .b32 %d<16>; mov.u32 %r13, sb;\n"
      "shr.u32 %r3, %r1, 3; and.b32 %r4, %r1, 7; shl.b32 %r4, %r4, 3; mov.u32 %r5, 0;\n"
      "M: add.u32 %r6, %r4, %r5; mad.lo.u32 %r7, %r6, 3, %r3; and.b32 %r7, %r7, 3; cvt.rn.f16.u32 %h1, %r7;\n"
      "shl.b32 %r8, %r3, 7; shl.b32 %r9, %r6, 1; add.u32 %r8, %r8, %r9; add.u32 %r8, %r8, %r13; shr.u32 %r9, "
      "%r8, 3; and.b32 %r9, %r9, 0x70;\n"
      "xor.b32 %r8, %r8, %r9; st.shared.b16 [%r8], %h1; add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 8; @%p1 "
      "bra M; bar.sync 0;\n"
      "shr.u32 %r13, %r13, 4; cvt.u64.u32 %rd5, %r13; or.b64 %rd5, %rd5, 0x4000004002000000; mov.pred %p2, "
      "0;\n"
      "wgmma.mma_async.sync.aligned.m64n64k16.f16.f16.f16 {%d0, %d1, %d2, %d3, %d4, %d5, %d6, %d7, %d8, %d9, "
      "%d10, %d11, %d12, %d13, %d14, %d15},\n"
      "  %rd4, %rd5, %p2, 1, 1, 0, 1; wgmma.wait_group.sync.aligned 0;\n" STORE_D,
      1, 128, 0, words);
  check_product();
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(divergence),         cmocka_unit_test(calls),
      cmocka_unit_test(warp_operations),    cmocka_unit_test(atomics),
      cmocka_unit_test(matrices),           cmocka_unit_test(transposition),
      cmocka_unit_test(counters),           cmocka_unit_test(asynchronous_copies),
      cmocka_unit_test(barriers_in_memory), cmocka_unit_test(warpgroup_matrices)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
