/* libFuzzer target: the reference interpreter and the PTX simulator agree on kernels made of the input's
 * bytes (generate.h), and all of these compile. TRI_PRINT=1 prints the kernel first. */
#include "agree.h"
#include "fuzz.h"
#include "generate.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static char text[1 << 17];
  size_t n = generate_kernel(data, size, text, sizeof text);
  if (getenv("TRI_PRINT"))
    printf("%s", text);
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
