/* libFuzzer target: any text either becomes PTX or is refused with a status and a sentence.
 *
 * Template, parse, verify and, for each of at most MAX_KERNELS kernels, every phase to PTX. A refusal without
 * words, or with a status that is none of the text's, is a finding, as is what the sanitizers see. */
#include "fuzz.h"
#include "tri/tri.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_KERNELS = 4 };

static void expect_error(const TriCompiler *c)
{
  TriStatus s = tri_status(c);
  if ((s != TRI_USAGE && s != TRI_COMPILE) || !*tri_error(c))
    abort();
}

static void compile(TriCompiler *c, TriKernel *k, const char *arch)
{
  const char *ptx = tri_kernel_text(k, arch, TRI_STAGE_PTX);
  if (!ptx)
    expect_error(c);
  else if (!strstr(ptx, ".entry") || !tri_kernel_text(k, arch, TRI_STAGE_META))
    abort();
}

/* Each math op becomes tens of instructions for each element: seconds of LLVM, of which nothing is learnt. */
static bool is_large(const char *text)
{
  enum { MOST = 1 << 17 };
  long extent = 1, ops = 0;
  for (const char *at = text; (at = strstr(at, "tensor<")); at++)
    extent =
        strtol(at + strlen("tensor<"), NULL, 10) > extent ? strtol(at + strlen("tensor<"), NULL, 10) : extent;
  for (const char *at = text; (at = strstr(at, "math.")); at++)
    ops++;
  return extent > MOST / (ops + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char *const archs[] = {"sm_80", "sm_90a", "sm_100a"};
  TriCompiler *c = tri_compiler_new();
  TriModule *m = tri_module_parse(c, (const char *)data, size, "fuzz.mlir", NULL, 0);
  if (!m)
    expect_error(c);
  bool compiles = m && !is_large(tri_module_text(m));
  for (size_t i = 0; compiles && i < tri_module_kernel_count(m) && i < MAX_KERNELS; i++)
    compile(c, tri_module_kernel_at(m, i), archs[size % 3]);
  tri_compiler_free(c);
  return 0;
}
