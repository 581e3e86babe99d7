/* cp.async and its groups.
 *
 * The bytes are copied at once, but they count as never written until a wait of the issuing warp covers their
 * group: a read before it is reported as a read of uninitialised memory. Groups are kept per warp; the lanes
 * of a warp commit and wait together in all code that compilers emit. */
#include "Simulator/access.h"
#include "Simulator/memops.h"

#include <stdlib.h>

struct AsyncCopy {
  uint32_t place, bytes; /* in the CTA's shared image */
  uint32_t group;
};

static bool remember(Warp *w, uint32_t place, uint32_t bytes)
{
  if (w->async_count == w->async_capacity) {
    uint32_t n = w->async_capacity ? 2 * w->async_capacity : 64;
    AsyncCopy *p = realloc(w->async, n * sizeof *p);
    if (!p)
      return false;
    w->async = p;
    w->async_capacity = n;
  }
  w->async[w->async_count++] = (AsyncCopy){place, bytes, w->async_group};
  return true;
}

static void arrived(Warp *w, const AsyncCopy *a)
{
  for (uint32_t word = a->place / 4; word * 4 < a->place + a->bytes; word++)
    w->cta->shared_known[word] |= 15;
}

/* Groups are numbered from 0; those below end are complete from here on. */
static void complete_below(Warp *w, uint32_t end)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < w->async_count; i++)
    if (w->async[i].group < end)
      arrived(w, &w->async[i]);
    else
      w->async[kept++] = w->async[i];
  w->async_count = kept;
}

void async_complete_all(Warp *w) { complete_below(w, UINT32_MAX); }

int exec_cp_async_commit(Warp *w, const Inst *in, uint32_t mask)
{
  (void)in;
  (void)mask;
  w->async_group++;
  return EV_NEXT;
}

/* in->imm: how many of the newest groups may still be on their way; -1: none, committed or not. */
int exec_cp_async_wait(Warp *w, const Inst *in, uint32_t mask)
{
  (void)mask;
  if (in->imm < 0)
    complete_below(w, UINT32_MAX);
  else
    complete_below(w, w->async_group > (uint64_t)in->imm ? w->async_group - (uint32_t)in->imm : 0);
  return EV_NEXT;
}

/* in->vec: bytes of a lane. */
int exec_cp_async(Warp *w, const Inst *in, uint32_t mask)
{
  const CopyPair *pair = in->ext;
  AccessGroup to, from;
  uint32_t bytes = in->vec, reading = mask;
  const uint32_t *size = pair->size == REF_NONE ? NULL : reg(w, pair->size);
  Inst destination = pair->to, source = pair->from;
  destination.index = source.index = in->index;
  for (uint32_t m = size ? mask : 0; m; m &= m - 1)
    if (size[__builtin_ctz(m)] == 0)
      reading &= ~(m & -m);
  if (access_begin(&to, w, &destination, mask, bytes, true) != EV_NEXT ||
      (reading && access_begin(&from, w, &source, reading, bytes, false) != EV_NEXT))
    return EV_FAULT;
  int more;
  unsigned char data[LANES][16];
  memset(data, 0, sizeof data);
  for (from.left = reading; reading && (more = access_next(&from)) != 0;) {
    if (more < 0 || access_race(&from, ACCESS_READ, false, NULL) != EV_NEXT)
      return EV_FAULT;
    for (uint32_t m = from.lanes; m; m &= m - 1) {
      uint32_t l = (uint32_t)__builtin_ctz(m);
      memcpy(data[l], from.host[l], size && size[l] < bytes ? size[l] : bytes);
    }
    count_access(&from, true, false);
  }
  while ((more = access_next(&to)) != 0) {
    if (more < 0 || access_race(&to, ACCESS_WRITE, false, NULL) != EV_NEXT)
      return EV_FAULT;
    for (uint32_t m = to.lanes; m; m &= m - 1)
      memcpy(to.host[__builtin_ctz(m)], data[__builtin_ctz(m)], bytes);
    access_set_known(&to, 0, bytes, 0);
    for (uint32_t m = to.lanes; m; m &= m - 1)
      if (!remember(w, (uint32_t)(to.host[__builtin_ctz(m)] - w->cta->shared), bytes))
        return fault(w, in, TRI_SIM_FAULT_INVALID, (uint32_t)__builtin_ctz(m), "out of host memory");
    count_access(&to, false, true);
  }
  w->spin = 0;
  w->worker->ticks++;
  return EV_NEXT;
}
