/* Operations across the lanes of a warp: vote, match, shfl, redux, elect. */
#include "Simulator/atomics.h"
#include "Simulator/exec.h"
#include "Simulator/memops.h"

/* Brings the member lanes of a .sync operation together. The lanes to run, or 0 with *event. in->b: the mask
 * (REF_NONE: the old form, which runs with whoever is here). */
static uint32_t members_here(Warp *w, const Inst *in, Ref r, uint32_t mask, int *event)
{
  if (r == REF_NONE)
    return mask;
  const uint32_t *v = reg(w, r);
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    if (!(defined(w, r) >> l & 1)) {
      *event = fault(w, in, TRI_SIM_FAULT_UNDEFINED, l, "the member mask was never written");
      return 0;
    }
    if (!(v[l] >> l & 1)) {
      *event = fault(w, in, TRI_SIM_FAULT_DIVERGENT, l,
                     "the executing lane %u is not in its member mask 0x%08x", l, v[l]);
      return 0;
    }
  }
  *event = EV_WAIT;
  return warp_gather(w, in, mask, v[__builtin_ctz(mask)], false);
}

int exec_vote(Warp *w, const Inst *in, uint32_t mask)
{
  int event;
  mask = members_here(w, in, in->b, mask, &event);
  if (!mask)
    return event;
  uint32_t p = predicate(w, in->a) ^ (in->cmp ? FULL : 0), known = defined(w, in->a);
  uint32_t yes = p & mask;
  bool result = in->sub == VOTE_ALL ? yes == mask : in->sub == VOTE_ANY ? yes != 0 : yes == mask || yes == 0;
  uint32_t all_known = mask & ~known ? 0 : FULL;
  if (in->sub == VOTE_BALLOT) {
    uint32_t *d = reg(w, in->d);
    FOR_LANES(mask, d[l] = yes;);
    define(w, in->d, mask, all_known);
  } else {
    set_predicate(w, in->d, mask, result ? FULL : 0, all_known);
  }
  return EV_NEXT;
}

int exec_activemask(Warp *w, const Inst *in, uint32_t mask)
{
  uint32_t *d = reg(w, in->d);
  FOR_LANES(mask, d[l] = mask;);
  define(w, in->d, mask, FULL);
  return EV_NEXT;
}

/* match.any: which lanes hold my value; match.all: the whole mask if all agree (and a predicate in ext). */
int exec_match(Warp *w, const Inst *in, uint32_t mask)
{
  int event;
  mask = members_here(w, in, in->b, mask, &event);
  if (!mask)
    return event;
  const void *a = reg(w, in->a);
  uint32_t *d = reg(w, in->d), equal[LANES] = {0}, all = FULL;
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    for (uint32_t n = mask; n; n &= n - 1) {
      uint32_t k = (uint32_t)__builtin_ctz(n);
      equal[l] |= (uint32_t)(lane_value(a, in->width, l) == lane_value(a, in->width, k)) << k;
    }
    all &= equal[l] == mask ? FULL : 0;
  }
  uint32_t known = mask & ~defined(w, in->a) ? 0 : FULL;
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    d[l] = in->sub == MATCH_ANY ? equal[l] : all & mask;
  }
  define(w, in->d, mask, known);
  if (in->ext)
    set_predicate(w, *(const Ref *)in->ext, mask, all, known);
  return EV_NEXT;
}

/* The lane that lane l reads (PTX ISA, shfl: the pseudo-code); *valid: inside the segment. */
static uint32_t source_lane(uint8_t mode, uint32_t l, uint32_t b, uint32_t c, bool *valid)
{
  uint32_t segment = c >> 8 & 31, clamp = c & 31, most = (l & segment) | (clamp & ~segment),
           least = l & segment;
  int32_t j;
  b &= 31;
  switch (mode) {
  case SHFL_UP:
    j = (int32_t)l - (int32_t)b;
    *valid = j >= (int32_t)most;
    break;
  case SHFL_DOWN:
    j = (int32_t)(l + b);
    *valid = j <= (int32_t)most;
    break;
  case SHFL_BFLY:
    j = (int32_t)(l ^ b);
    *valid = j <= (int32_t)most;
    break;
  default:
    j = (int32_t)(least | (b & ~segment));
    *valid = j <= (int32_t)most;
  }
  return *valid ? (uint32_t)j & 31 : l;
}

int exec_shfl(Warp *w, const Inst *in, uint32_t mask)
{
  int event;
  const ShflRefs *refs = in->ext;
  mask = members_here(w, in, in->b, mask, &event);
  if (!mask)
    return event;
  uint32_t *d = reg(w, in->d), a[LANES], inside = 0, known = 0, ka = defined(w, in->a);
  const uint32_t *b = reg(w, refs->lane), *c = reg(w, refs->clamp);
  uint32_t controls = defined(w, refs->lane) & defined(w, refs->clamp);
  memcpy(a, reg(w, in->a), sizeof a);
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    bool valid;
    uint32_t from = source_lane(in->sub, l, b[l], c[l], &valid);
    d[l] = a[from];
    inside |= (uint32_t)valid << l;
    known |= (ka & mask) >> from & (controls >> l) & 1 ? 1u << l : 0;
  }
  define(w, in->d, mask, known);
  if (refs->predicate != REF_NONE)
    set_predicate(w, refs->predicate, mask, inside, controls);
  return EV_NEXT;
}

static uint32_t combine(const Inst *in, uint32_t a, uint32_t b)
{
  bool less = in->type == T_S32 ? (int32_t)a < (int32_t)b : a < b;
  switch (in->sub) {
  case REDUX_ADD:
    return a + b;
  case REDUX_MIN:
    return less ? a : b;
  case REDUX_MAX:
    return less ? b : a;
  case REDUX_AND:
    return a & b;
  case REDUX_OR:
    return a | b;
  default:
    return a ^ b;
  }
}

int exec_redux(Warp *w, const Inst *in, uint32_t mask)
{
  int event;
  mask = members_here(w, in, in->b, mask, &event);
  if (!mask)
    return event;
  const uint32_t *a = reg(w, in->a);
  uint32_t *d = reg(w, in->d), r = a[__builtin_ctz(mask)];
  for (uint32_t m = mask & (mask - 1); m; m &= m - 1)
    r = combine(in, r, a[__builtin_ctz(m)]);
  uint32_t known = mask & ~defined(w, in->a) ? 0 : FULL;
  FOR_LANES(mask, d[l] = r;);
  define(w, in->d, mask, known);
  return EV_NEXT;
}

/* elect.sync d|p, mask: the lowest member is the leader. */
int exec_elect(Warp *w, const Inst *in, uint32_t mask)
{
  int event;
  mask = members_here(w, in, in->b, mask, &event);
  if (!mask)
    return event;
  uint32_t *d = reg(w, in->d), leader = (uint32_t)__builtin_ctz(mask);
  FOR_LANES(mask, d[l] = leader;);
  define(w, in->d, mask, FULL);
  set_predicate(w, *(const Ref *)in->ext, mask, 1u << leader, FULL);
  return EV_NEXT;
}
