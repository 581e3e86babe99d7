/* Moves: registers, packing, special registers, selection, address conversion. */
#include "Simulator/exec.h"

#define MOVE(name, C)                                                                                        \
  int name(Warp *w, const Inst *in, uint32_t mask)                                                           \
  {                                                                                                          \
    C *d = reg(w, in->d);                                                                                    \
    const C *a = reg(w, in->a);                                                                              \
    FOR_LANES(mask, d[l] = a[l];);                                                                           \
    define(w, in->d, mask, defined(w, in->a));                                                               \
    return EV_NEXT;                                                                                          \
  }
MOVE(exec_mov2, uint16_t)
MOVE(exec_mov4, uint32_t)
MOVE(exec_mov8, uint64_t)
MOVE(exec_mov16, unsigned __int128)

static unsigned __int128 lane_value128(const void *r, uint32_t bytes, uint32_t l)
{
  return bytes == 16 ? ((const unsigned __int128 *)r)[l] : lane_value(r, bytes, l);
}

/* d = {ext[0], ext[1], …}, the first lowest. LLVM may leave elements unset: the whole is defined when any is.
 */
int exec_pack(Warp *w, const Inst *in, uint32_t mask)
{
  const Ref *refs = in->ext;
  uint32_t bytes = in->width / in->vec, known = 0, er = bytes < 2 ? 2 : bytes;
  for (uint32_t i = 0; i < in->vec; i++)
    known |= defined(w, refs[i]);
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    unsigned __int128 v = 0, keep = bytes == 1 ? 0xff : ~(uint64_t)0;
    for (uint32_t i = 0; i < in->vec; i++)
      v |= (unsigned __int128)(lane_value(reg(w, refs[i]), er, l) & (uint64_t)keep) << (8 * bytes * i);
    if (in->width == 16)
      ((unsigned __int128 *)reg(w, in->d))[l] = v;
    else
      set_lane(reg(w, in->d), in->width, l, (uint64_t)v);
  }
  define(w, in->d, mask, known);
  return EV_NEXT;
}

int exec_unpack(Warp *w, const Inst *in, uint32_t mask)
{
  const Ref *refs = in->ext;
  uint32_t bytes = in->width / in->vec, er = bytes < 2 ? 2 : bytes, known = defined(w, in->a);
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    unsigned __int128 v = lane_value128(reg(w, in->a), in->width, l);
    for (uint32_t i = 0; i < in->vec; i++)
      if (refs[i] != REF_NONE)
        set_lane(reg(w, refs[i]), er, l,
                 (uint64_t)(v >> (8 * bytes * i)) & (bytes == 1 ? 0xff : ~(uint64_t)0));
  }
  for (uint32_t i = 0; i < in->vec; i++)
    if (refs[i] != REF_NONE)
      define(w, refs[i], mask, known);
  return EV_NEXT;
}

int exec_sreg(Warp *w, const Inst *in, uint32_t mask)
{
  void *d = reg(w, in->d);
  if (in->width == 4 && !sreg_varies(in->sub)) {
    uint32_t v = (uint32_t)sreg_value(w, in->sub, in->cmp, 0);
    FOR_LANES(mask, ((uint32_t *)d)[l] = v;);
  } else {
    FOR_LANES(mask, set_lane(d, in->width, l, sreg_value(w, in->sub, in->cmp, l)););
  }
  define(w, in->d, mask, FULL);
  if (sreg_is_clock(in->sub)) { /* a loop that waits for time to pass is no deadlock */
    w->spin = 0;
    w->worker->ticks++;
  }
  return EV_NEXT;
}

/* The address of a local variable of this activation; in->sub: of a parameter, as a generic address. */
int exec_frame_address(Warp *w, const Inst *in, uint32_t mask)
{
  uint64_t v = w->act->local_base + (uint64_t)in->imm + (in->sub ? WINDOW_LOCAL : 0);
  FOR_LANES(mask, set_lane(reg(w, in->d), in->width, l, v););
  define(w, in->d, mask, FULL);
  return EV_NEXT;
}

int exec_selp(Warp *w, const Inst *in, uint32_t mask)
{
  uint32_t p = predicate(w, in->c) ^ (in->cmp ? FULL : 0);
  switch (in->width) {
  case 2: {
    uint16_t *d = reg(w, in->d);
    const uint16_t *a = reg(w, in->a), *b = reg(w, in->b);
    FOR_LANES(mask, d[l] = p >> l & 1 ? a[l] : b[l];);
    break;
  }
  case 4: {
    uint32_t *d = reg(w, in->d);
    const uint32_t *a = reg(w, in->a), *b = reg(w, in->b);
    FOR_LANES(mask, d[l] = p >> l & 1 ? a[l] : b[l];);
    break;
  }
  default: {
    uint64_t *d = reg(w, in->d);
    const uint64_t *a = reg(w, in->a), *b = reg(w, in->b);
    FOR_LANES(mask, d[l] = p >> l & 1 ? a[l] : b[l];);
  }
  }
  define(w, in->d, mask, defined(w, in->c) & ((p & defined(w, in->a)) | (~p & defined(w, in->b))));
  return EV_NEXT;
}

static uint64_t window_of(Space s)
{
  return s == SPACE_SHARED ? WINDOW_SHARED : s == SPACE_LOCAL ? WINDOW_LOCAL : 0;
}

/* To and from generic: shared and local add their window; global, const and param addresses are generic
 * already. */
int exec_cvta(Warp *w, const Inst *in, uint32_t mask)
{
  uint64_t *d = reg(w, in->d), window = window_of((Space)in->space), low = 0xffffffff;
  const uint64_t *a = reg(w, in->a);
  if (!window)
    FOR_LANES(mask, d[l] = a[l];);
  else if (in->sub)
    FOR_LANES(mask, d[l] = a[l] & low;);
  else
    FOR_LANES(mask, d[l] = window | (a[l] & low););
  define(w, in->d, mask, defined(w, in->a));
  return EV_NEXT;
}

int exec_isspacep(Warp *w, const Inst *in, uint32_t mask)
{
  const uint64_t *a = reg(w, in->a);
  static const uint8_t windows[] = {
      [SPACE_SHARED] = 1, [SPACE_LOCAL] = 2, [SPACE_PARAM] = 3, [SPACE_CONST] = 0xff, [SPACE_GLOBAL] = 0};
  uint32_t r = 0;
  for (uint32_t l = 0; l < LANES; l++) {
    uint64_t top = a[l] >> WINDOW_SHIFT;
    bool yes = in->space == SPACE_GLOBAL ? top == 0 || top == WINDOW_MODULE >> WINDOW_SHIFT
                                         : top == windows[in->space];
    r |= (uint32_t)yes << l;
  }
  set_predicate(w, in->d, mask, r, defined(w, in->a));
  return EV_NEXT;
}
