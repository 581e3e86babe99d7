/* libFuzzer target: what parses and verifies, verifies when it has been simplified (simplify.h) as well; and
 * before and after, what is printed parses again and is printed the same (but for names of resources, which a
 * context gives away once). */
#include "Bridge/bridge.h"
#include "Runtime/runtime.h"
#include "Support/ir.h"
#include "fuzz.h"
#include "simplify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect_round_trip(TriCompiler *c, MlirOperation module, const char *when)
{
  Arena a = {0};
  const char *text = operation_text(&a, module);
  if (strstr(text, "dense_resource")) {
    arena_free(&a);
    return;
  }
  MlirModule again = bridge_parse(c->context, text, strlen(text), "printed.mlir");
  const char *second = is_null(again) ? "" : operation_text(&a, mlirModuleGetOperation(again));
  if (strcmp(text, second) != 0) {
    fprintf(stderr, "%s:\n%s\nis printed, once parsed:\n%s\n", when, text, second);
    abort();
  }
  mlirModuleDestroy(again);
  arena_free(&a);
}

static void expect_simple(TriCompiler *c, MlirOperation module)
{
  MlirOperation simple = mlirOperationClone(module);
  if (!simplify(simple)) {
    fprintf(stderr, "cannot be simplified\n");
    abort();
  }
  expect_round_trip(c, simple, "simplified");
  mlirOperationDestroy(simple);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  TriCompiler *c = tri_compiler_new();
  TriModule *m = tri_module_parse(c, (const char *)data, size, "fuzz.mlir", NULL, 0);
  if (m) {
    expect_round_trip(c, mlirModuleGetOperation(m->ir), "parsed");
    expect_simple(c, mlirModuleGetOperation(m->ir));
  }
  tri_compiler_free(c);
  return 0;
}
