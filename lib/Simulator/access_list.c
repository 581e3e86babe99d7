/* The accesses to global memory that a kernel's code holds, for reports: how wide each is, and where it
 * stands. */
#include "Simulator/module.h"
#include "Simulator/place.h"

static const Func *func_of(const TriSimModule *m, const TriSimKernel *k)
{
  for (uint32_t i = 0; i < m->kernel_count; i++)
    if (&m->kernels[i]->info == k)
      return m->kernels[i];
  return NULL;
}

static bool is_global_access(const Inst *in)
{
  return (in->cls == TRI_SIM_LOAD || in->cls == TRI_SIM_STORE || in->cls == TRI_SIM_ATOMIC) &&
         (in->space == SPACE_GLOBAL || in->space == SPACE_GENERIC);
}

static TriSimAccess describe(const TriSimModule *m, const Inst *in, const Place *p)
{
  TriSimAccess a = {.cls = (TriSimClass)in->cls,
                    .bytes = type_bytes((Type)in->type) * (in->vec ? in->vec : 1u),
                    .op_id = p->op_id,
                    .ptx_line = p->line};
  place_text(a.location, sizeof a.location, m, p);
  return a;
}

uint32_t tri_sim_kernel_accesses(const TriSimModule *m, const TriSimKernel *k, TriSimAccess *out,
                                 uint32_t room)
{
  const Func *f = func_of(m, k);
  uint32_t n = 0;
  for (uint32_t i = 0; f && i < f->count; i++)
    if (is_global_access(&f->code[i])) {
      if (n < room)
        out[n] = describe(m, &f->code[i], &f->places[i]);
      n++;
    }
  return n;
}
