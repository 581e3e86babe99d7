/* libFuzzer target: any bytes are either refused with a place inside the text or become a module. */
#include "Simulator/simulator.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  TriSimError e;
  TriSimModule *m = tri_sim_module_parse((const char *)data, size, &e);
  if (!m && (e.line < 1 || e.column < 1 || !e.message[0]))
    abort();
  tri_sim_module_free(m);
  return 0;
}
