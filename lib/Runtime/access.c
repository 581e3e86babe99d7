/* Which buffers a kernel reads and which it writes (Analysis/access.h), for those who launch it. */
#include "Analysis/access.h"
#include "Runtime/runtime.h"

void find_accesses(TriKernel *k)
{
  Accesses a = accesses_of(k->func);
  for (size_t i = 0; i < k->n_parameters; i++) {
    bool pointer = k->parameters[i].type == TRI_PTR;
    k->parameters[i].is_read = pointer && (a.read & reach_bit(i));
    k->parameters[i].is_written = pointer && (a.written & reach_bit(i));
  }
}
