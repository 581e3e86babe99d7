/* libFuzzer target: the reference interpreter and the PTX simulator agree on any kernel that compiles
 * (agree.h).
 *
 * Left out is what need not agree (docs/semantics.md), approximate functions and fast-math flags, and loops
 * that may never end. */
#include "agree.h"
#include "fuzz.h"

#include <stdbool.h>
#include <string.h>

/* ---- which kernels ---- */

static const char *const left_out[] = {
    "scf.while",  "math.exp",  "math.log",   "math.sin",          "math.cos",      "math.tan",
    "math.erf",   "math.pow",  "math.rsqrt", "math.atan",         "math.asin",     "math.acos",
    "math.cbrt",  "math.sinh", "math.cosh",  "math.fpowi",        "math.asinh",    "math.acosh",
    "math.atanh", "fastmath",  "arith.remf", "!tri.ptr<!tri.ptr", "tri.program_id"};

/* A number so long that a loop to it may take seconds. */
static bool has_large_number(const char *text)
{
  size_t digits = 0;
  for (const char *c = text; *c; c++) {
    digits = *c >= '0' && *c <= '9' ? digits + 1 : 0;
    if (digits > 4)
      return true;
  }
  return false;
}

static bool is_comparable(const char *text)
{
  for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
    if (strstr(text, left_out[i]))
      return false;
  return !strstr(text, "scf.for") || !has_large_number(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  TriCompiler *c = tri_compiler_new();
  TriModule *m = tri_module_parse(c, (const char *)data, size, "fuzz.mlir", NULL, 0);
  if (m && tri_module_kernel_count(m) == 1 && is_comparable(tri_module_text(m)))
    expect_agreement(c, tri_module_kernel_at(m, 0));
  tri_compiler_free(c);
  return 0;
}
