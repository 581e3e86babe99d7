/* libFuzzer target: whatever parses also runs, on small memory and with an instruction limit, to an end or a
 * fault, without a step outside of the host memory that it was given. */
#include "Simulator/simulator.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BUFFER = 4096, ALIGNMENT = 256, MAX_PARAMS = 256, BIG = 1 << 22 };

static void run(TriSimMemory *mem, const TriSimKernel *k, unsigned char *buffer)
{
  uint64_t params[MAX_PARAMS / 8];
  if (k->param_bytes > sizeof params || k->local_bytes > BIG / 32 || k->register_count > 10000)
    return;
  for (size_t i = 0; i < MAX_PARAMS / 8; i++)
    params[i] = (uint64_t)(uintptr_t)buffer;
  TriSimLaunch l = {.kernel = k,
                    .grid = {2, 1, 1},
                    .block = {48, 1, 1},
                    .dynamic_shared_bytes = 512,
                    .params = params,
                    .param_bytes = k->param_bytes};
  TriSimOptions o = {.threads = 1, .instruction_limit = 3000};
  TriSimResult r;
  if (tri_sim_launch(mem, &l, &o, &r) != (r.fault.kind == TRI_SIM_OK))
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  TriSimError e;
  TriSimModule *m = tri_sim_module_parse((const char *)data, size, &e);
  if (!m)
    return 0;
  TriSimMemory *mem = tri_sim_memory_new(m);
  unsigned char *buffer = aligned_alloc(ALIGNMENT, BUFFER);
  if (buffer)
    memset(buffer, 0, BUFFER);
  if (mem && buffer && tri_sim_memory_add(mem, "buffer", buffer, BUFFER))
    for (int i = 0; i < tri_sim_kernel_count(m) && i < 4; i++)
      run(mem, tri_sim_kernel(m, i), buffer);
  tri_sim_memory_free(mem);
  tri_sim_module_free(m);
  free(buffer);
  return 0;
}
