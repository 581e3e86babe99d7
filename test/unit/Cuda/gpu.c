#include "gpu.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

FakeCuda *fake_driver(void)
{
  const char *path = getenv("TRI_CUDA_DRIVER");
  assert_non_null(path);
  void *library = dlopen(path, RTLD_NOW);
  assert_non_null(library);
  FakeCuda *fake = dlsym(library, "fake_cuda");
  assert_non_null(fake);
  return fake;
}

void expect_device_error(const char *text)
{
  if (!strstr(tri_device_error(), text))
    fail_msg("expected \"%s\" in:\n%s", text, tri_device_error());
}

void expect_nothing_left(void)
{
  FakeCuda *f = fake_driver();
  assert_int_equal(f->contexts, 0);
  assert_int_equal(f->allocations, 0);
  assert_int_equal(f->streams, 0);
  assert_int_equal(f->events, 0);
  assert_int_equal(f->modules, 0);
  assert_int_equal(f->links, 0);
}

const char scale_text[] =
    "!index = tensor<32xi32>\n"
    "func.func @scale(%x: !tri.ptr<i32>, %out: !tri.ptr<i32>, %by: i32, %n: i32)\n"
    "    attributes {tri.kernel, tri.grid = \"cdiv(n, 32)\", tri.num_warps = 1 : i32} {\n"
    "  %pid   = tri.program_id x\n"
    "  %size  = arith.constant 32 : i32\n"
    "  %start = arith.muli %pid, %size : i32\n"
    "  %first = tri.splat %start : !index\n"
    "  %lane  = tri.range : !index\n"
    "  %i     = arith.addi %first, %lane : !index\n"
    "  %end   = tri.splat %n : !index\n"
    "  %in    = arith.cmpi slt, %i, %end : !index\n"
    "  %px    = tri.addptr %x, %i : !tri.ptr<i32>, !index\n"
    "  %pout  = tri.addptr %out, %i : !tri.ptr<i32>, !index\n"
    "  %xs    = tri.load %px where %in : !index\n"
    "  %bys   = tri.splat %by : !index\n"
    "  %prod  = arith.muli %xs, %bys : !index\n"
    "  %sum   = arith.addi %prod, %i : !index\n"
    "  tri.store %sum to %pout where %in : !index\n"
    "  return\n"
    "}\n";

TriKernel *kernel_of(TriCompiler *c, const char *text)
{
  TriModule *m = tri_module_parse(c, text, strlen(text), "k.mlir", NULL, 0);
  TriKernel *k = m ? tri_module_kernel(m, NULL) : NULL;
  if (!k)
    fail_msg("%s", tri_error(c));
  return k;
}

bool scaled(const int32_t *out, const int32_t *x, int32_t by, int32_t n)
{
  for (int32_t i = 0; i < n; i++)
    if (out[i] != x[i] * by + i)
      return false;
  return true;
}
