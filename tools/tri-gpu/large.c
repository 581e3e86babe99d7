/* Addresses past 4 GiB from a buffer's start: 64-bit offsets on the device. */
#include "gpu.h"

#include <string.h>

static const char kernel[] = "!index = tensor<128xi32>\n"
                             "!bytes = tensor<128xi8>\n"
                             "func.func @mark(%p: !tri.ptr<i8>, %base: i64) attributes {tri.kernel} {\n"
                             "  %here  = tri.addptr %p, %base : !tri.ptr<i8>, i64\n"
                             "  %lane  = tri.range : !index\n"
                             "  %to    = tri.addptr %here, %lane : !tri.ptr<i8>, !index\n"
                             "  %value = arith.trunci %lane : !index to !bytes\n"
                             "  tri.store %value to %to : !bytes\n"
                             "  return\n"
                             "}\n";

static const size_t bytes = (UINT64_C(5) << 30) + 4096;

/* The kernel's 128 bytes are at base, and nothing is at base modulo 2^32. */
static bool marked(TriDevice *d, const TriFunction *f, char *p, uint64_t base)
{
  unsigned char got[128], wrapped[128], zeros[128] = {0};
  TriArg args[] = {tri_buffer(p, 0), tri_int((int64_t)base)};
  if (tri_device_fill(d, p, 0, bytes, NULL) != TRI_OK ||
      tri_function_launch(f, NULL, (int64_t[]){1, 1, 1}, args, 2) != TRI_OK ||
      tri_device_copy(d, got, p + base, sizeof got, NULL) != TRI_OK ||
      tri_device_copy(d, wrapped, p + (uint32_t)base, sizeof wrapped, NULL) != TRI_OK ||
      tri_device_wait(d, NULL) != TRI_OK) {
    fprintf(stderr, "tri-gpu: %s\n", tri_device_error());
    return false;
  }
  bool ok = base < UINT32_MAX || !memcmp(wrapped, zeros, sizeof zeros);
  for (int i = 0; i < 128; i++)
    ok = ok && got[i] == i;
  return ok;
}

int large(void)
{
  static const uint64_t bases[] = {0, UINT64_C(1) << 31, (UINT64_C(1) << 32) - 64,
                                   (UINT64_C(5) << 30) + 3000};
  TriDevice *d = tri_device_open(0);
  if (!d)
    return NO_DEVICE;
  TriCompiler *c = tri_compiler_new();
  TriModule *m = tri_module_parse(c, kernel, sizeof kernel - 1, "mark", NULL, 0);
  TriKernel *k = m ? tri_module_kernel(m, NULL) : NULL;
  TriFunction *f = k ? tri_kernel_load(k, d, NULL, 0) : NULL;
  char *p = f ? tri_device_alloc(d, bytes) : NULL;
  bool all = p != NULL;
  if (!p)
    fprintf(stderr, "tri-gpu: %s\n", f ? tri_device_error() : tri_error(c));
  for (size_t i = 0; i < sizeof bases / sizeof *bases && p; i++) {
    bool ok = marked(d, f, p, bases[i]);
    printf("{\"what\": \"large\", \"buffer_bytes\": %zu, \"offset\": %llu, \"ok\": %s}\n", bytes,
           (unsigned long long)bases[i], ok ? "true" : "false");
    all = all && ok;
  }
  tri_device_free(d, p);
  tri_function_free(f);
  tri_compiler_free(c);
  tri_device_close(d);
  return all ? 0 : 1;
}
