#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char header[] = ".version 8.7\n.target sm_90a\n.address_size 64\n";

uint64_t harness_edge(int bytes, uint32_t i)
{
  static const uint16_t e16[] = {0,      1,      2,      0x7f,   0x80,   0xff,   0x3c00, 0xbc00, 0x7bff,
                                 0x7c00, 0xfc00, 0x7e00, 0x0001, 0x8001, 0x03ff, 0x8000, 0x7fff, 0xffff,
                                 0x3555, 0x4248, 0xc100, 0x3f80, 0xbf80, 0x5a5a, 0x1234, 0x4049, 0x0080};
  static const uint32_t e32[] = {
      0,          1,          2,          31,         32,         33,         0x7fffffff, 0x80000000,
      0xffffffff, 0xfffffffe, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x00000001,
      0x007fffff, 0x80000001, 0x00800000, 0x7f7fffff, 0x40490fdb, 0x3eaaaaab, 0xc2280000, 0x12345678,
      0xdeadbeef, 0x4b000001, 0x3c003c00, 0x7bff8001, 0x477fe000, 0x477ff000, 0x33000000};
  static const uint64_t e64[] = {0,
                                 1,
                                 2,
                                 63,
                                 64,
                                 0x7fffffffffffffff,
                                 0x8000000000000000,
                                 0xffffffffffffffff,
                                 0x3ff0000000000000,
                                 0xbff0000000000000,
                                 0x7ff0000000000000,
                                 0xfff0000000000000,
                                 0x7ff8000000000000,
                                 0x0000000000000001,
                                 0x000fffffffffffff,
                                 0x7fefffffffffffff,
                                 0x400921fb54442d18,
                                 0x123456789abcdef0,
                                 0x00000000ffffffff,
                                 0xffffffff00000000,
                                 0x0000000080000000,
                                 0x3fd5555555555555,
                                 0x41dfffffffc00000};
  if (bytes == 2)
    return e16[i % (sizeof e16 / sizeof *e16)];
  if (bytes == 4)
    return e32[i % (sizeof e32 / sizeof *e32)];
  return e64[i % (sizeof e64 / sizeof *e64)];
}

static TriSimModule *parse(const char *text)
{
  TriSimError e;
  TriSimModule *m = tri_sim_module_parse(text, strlen(text), &e);
  if (!m)
    fail_msg("%d:%d: %s\n%s", e.line, e.column, e.message, text);
  return m;
}

void harness_run(const char *instruction, int db, int ab, int bb, int cb, Lanes *lanes)
{
  char text[3000];
  int bytes[4] = {ab, bb, cb, db}, bits[4];
  for (int i = 0; i < 4; i++)
    bits[i] = bytes[i] * 8;
  snprintf(
      text, sizeof text,
      "%s.visible .entry k(.param .u64 x)\n{\n"
      ".reg .b%d %%a; .reg .b%d %%b; .reg .b%d %%c; .reg .b%d %%d; .reg .pred %%p, %%q; .reg .b32 %%t, %%u; "
      ".reg .b64 %%r<8>;\n"
      "ld.param.u64 %%r1, [x]; mov.u32 %%t, %%tid.x; mul.wide.u32 %%r2, %%t, 8; add.s64 %%r3, %%r1, %%r2;\n"
      "ld.global.b%d %%a, [%%r3]; ld.global.b%d %%b, [%%r3+2048]; ld.global.b%d %%c, [%%r3+4096];\n"
      "%s\nst.global.b%d [%%r3+6144], %%d;\nret;\n}\n",
      header, bits[0], bits[1], bits[2], bits[3], bits[0], bits[1], bits[2], instruction, bits[3]);
  TriSimModule *m = parse(text);
  TriSimMemory *mem = tri_sim_memory_new(m);
  memset(lanes->d, 0, sizeof lanes->d);
  assert_true(tri_sim_memory_add(mem, "lanes", lanes, sizeof *lanes));
  TriSimLaunch l = {.kernel = tri_sim_kernel(m, 0),
                    .grid = {1, 1, 1},
                    .block = {HARNESS_THREADS, 1, 1},
                    .params = &lanes,
                    .param_bytes = 8};
  TriSimResult r;
  if (!tri_sim_launch(mem, &l, NULL, &r))
    fail_msg("%s\n%s", instruction, r.fault.message);
  tri_sim_memory_free(mem);
  tri_sim_module_free(m);
}

static TriSimResult run_kernel(const char *kernel, uint32_t blocks, uint32_t threads, uint32_t dynamic_shared,
                               uint32_t *words)
{
  char *text = malloc(strlen(kernel) + sizeof header);
  assert_non_null(text);
  strcpy(text, header);
  strcat(text, kernel);
  TriSimModule *m = parse(text);
  TriSimMemory *mem = tri_sim_memory_new(m);
  assert_true(tri_sim_memory_add(mem, "words", words, 1024));
  const TriSimKernel *k = tri_sim_kernel_find(m, "k");
  assert_non_null(k);
  TriSimLaunch l = {.kernel = k,
                    .grid = {blocks, 1, 1},
                    .block = {threads, 1, 1},
                    .params = &words,
                    .param_bytes = k->param_bytes,
                    .dynamic_shared_bytes = dynamic_shared};
  TriSimOptions o = {.threads = 1, .instruction_limit = 10000000};
  static TriSimResult r;
  tri_sim_launch(mem, &l, &o, &r);
  r.fault.kernel = "k"; /* the module goes */
  tri_sim_memory_free(mem);
  tri_sim_module_free(m);
  free(text);
  return r;
}

TriSimFault harness_fault(const char *kernel, uint32_t blocks, uint32_t threads, uint32_t dynamic_shared)
{
  uint32_t *words = calloc(1, 1024);
  TriSimResult r = run_kernel(kernel, blocks, threads, dynamic_shared, words);
  free(words);
  return r.fault;
}

void harness_words(const char *kernel, uint32_t blocks, uint32_t threads, uint32_t dynamic_shared,
                   uint32_t out[256])
{
  memset(out, 0, 1024);
  TriSimResult r = run_kernel(kernel, blocks, threads, dynamic_shared, out);
  if (r.fault.kind != TRI_SIM_OK)
    fail_msg("%s", r.fault.message);
}
