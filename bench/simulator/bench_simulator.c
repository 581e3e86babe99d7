/* Lane-instructions per second of processor time of the PTX simulator, one host thread, checks on and off.
 *
 *   bench-simulator [MILLIONS OF ELEMENTS] */
#include "Simulator/simulator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char ptx[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry vector_add(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n)\n"
    "{\n"
    "  .reg .pred %p<2>; .reg .b32 %r<6>; .reg .f32 %f<4>; .reg .b64 %rd<11>;\n"
    "  ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u64 %rd3, [c]; ld.param.u32 %r2, [n];\n"
    "  mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x; mov.u32 %r5, %tid.x; mad.lo.s32 %r1, %r3, %r4, %r5;\n"
    "  setp.ge.s32 %p1, %r1, %r2; @%p1 bra DONE;\n"
    "  cvta.to.global.u64 %rd4, %rd1; mul.wide.s32 %rd5, %r1, 4; add.s64 %rd6, %rd4, %rd5;\n"
    "  cvta.to.global.u64 %rd7, %rd2; add.s64 %rd8, %rd7, %rd5;\n"
    "  ld.global.f32 %f1, [%rd8]; ld.global.f32 %f2, [%rd6]; add.f32 %f3, %f2, %f1;\n"
    "  cvta.to.global.u64 %rd9, %rd3; add.s64 %rd10, %rd9, %rd5; st.global.f32 [%rd10], %f3;\n"
    "DONE: ret;\n"
    "}\n"
    ".visible .entry reduction(.param .u64 x, .param .u64 out)\n"
    "{\n"
    "  .reg .pred %p<4>; .reg .b32 %r<16>; .reg .f32 %f<6>; .reg .b64 %rd<8>; .shared .align 4 .b8 s[1024];\n"
    "  ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n"
    "  shl.b32 %r3, %r2, 8; add.s32 %r4, %r3, %r1; mul.wide.u32 %rd3, %r4, 4; add.s64 %rd4, %rd1, %rd3;\n"
    "  ld.global.f32 %f1, [%rd4]; mov.u32 %r5, s; shl.b32 %r6, %r1, 2; add.s32 %r7, %r5, %r6;\n"
    "  st.shared.f32 [%r7], %f1; bar.sync 0; mov.u32 %r8, 128;\n"
    "LOOP: setp.ge.u32 %p1, %r1, %r8; @%p1 bra NEXT;\n"
    "  shl.b32 %r9, %r8, 2; add.s32 %r10, %r7, %r9; ld.shared.f32 %f2, [%r10]; ld.shared.f32 %f3, [%r7];\n"
    "  add.f32 %f4, %f2, %f3; st.shared.f32 [%r7], %f4;\n"
    "NEXT: bar.sync 0; shr.u32 %r8, %r8, 1; setp.ne.s32 %p2, %r8, 0; @%p2 bra LOOP;\n"
    "  setp.ne.s32 %p3, %r1, 0; @%p3 bra DONE; ld.shared.f32 %f5, [s]; mul.wide.u32 %rd5, %r2, 4;\n"
    "  add.s64 %rd6, %rd2, %rd5; st.global.f32 [%rd6], %f5;\n"
    "DONE: ret;\n"
    "}\n";

static double seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The best of five launches on one host thread. */
static void measure(TriSimMemory *mem, const TriSimLaunch *l, const char *name, bool checks)
{
  TriSimOptions o = {.threads = 1, .no_races = !checks, .no_uninitialised = !checks};
  double best = 1e30;
  TriSimResult r;
  for (int i = 0; i < 5; i++) {
    double start = seconds();
    if (!tri_sim_launch(mem, l, &o, &r)) {
      fprintf(stderr, "%s\n", r.fault.message);
      exit(1);
    }
    double t = seconds() - start;
    best = t < best ? t : best;
  }
  printf("%-12s %-12s %8.1f M lane-instructions/s  (%.1f M in %.3f s)\n", name,
         checks ? "checks on" : "checks off", (double)r.counters.lane_instructions / best * 1e-6,
         (double)r.counters.lane_instructions * 1e-6, best);
}

int main(int argc, char **argv)
{
  uint32_t n = (uint32_t)(argc > 1 ? atoi(argv[1]) : 1) << 20;
  TriSimError e;
  TriSimModule *m = tri_sim_module_parse(ptx, strlen(ptx), &e);
  if (!m) {
    fprintf(stderr, "%d:%d: %s\n", e.line, e.column, e.message);
    return 1;
  }
  float *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b), *c = calloc(n, sizeof *c);
  TriSimMemory *mem = tri_sim_memory_new(m);
  if (!a || !b || !c || !mem || !tri_sim_memory_add(mem, "a", a, n * sizeof *a) ||
      !tri_sim_memory_add(mem, "b", b, n * sizeof *b) || !tri_sim_memory_add(mem, "c", c, n * sizeof *c))
    return 1;
  for (int checks = 1; checks >= 0; checks--) {
    struct {
      float *a, *b, *c;
      uint32_t n, pad;
    } add = {a, b, c, n, 0};
    struct {
      float *x, *out;
    } sum = {a, c};
    TriSimLaunch l = {.kernel = tri_sim_kernel_find(m, "vector_add"),
                      .grid = {n / 256, 1, 1},
                      .block = {256, 1, 1},
                      .params = &add,
                      .param_bytes = 28};
    measure(mem, &l, "vector_add", checks);
    l.kernel = tri_sim_kernel_find(m, "reduction");
    l.params = &sum;
    l.param_bytes = sizeof sum;
    measure(mem, &l, "reduction", checks);
  }
  tri_sim_memory_free(mem);
  tri_sim_module_free(m);
  free(a);
  free(b);
  free(c);
  return 0;
}
