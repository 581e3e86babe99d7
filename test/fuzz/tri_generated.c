/* libFuzzer target: the reference interpreter and the PTX simulator agree on kernels made of the input's
 * bytes (generate.h), and all of these compile. TRI_PRINT=1 prints the kernel first. */
#include "agree.h"
#include "fuzz.h"
#include "generate.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static_assert((int)GENERATED_BUFFER_BYTES == (int)AGREE_BUFFER_BYTES, "kernels are made for these buffers");

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static char text[1 << 19];
  size_t n = generate_kernel(&(GenerateOptions){.compiled = true, .may_use = compiles_op}, data, size, text,
                             sizeof text);
  if (n == 0)
    return 0;
  if (getenv("TRI_PRINT"))
    printf("%.*s", (int)n, text);
  TriCompiler *c = tri_compiler_new();
  TriModule *m = tri_module_parse(c, text, n, "generated.mlir", NULL, 0);
  if (!m || !tri_kernel_text(tri_module_kernel_at(m, 0), NULL, TRI_STAGE_PTX)) {
    fprintf(stderr, "%s\n", tri_error(c));
    abort();
  }
  expect_agreement(c, tri_module_kernel_at(m, 0));
  tri_compiler_free(c);
  return 0;
}
