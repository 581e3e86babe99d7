/* atom and red: real atomics on the host, so that CTAs on several host threads agree.
 *
 * Every operation is a compare-and-swap loop around a pure function of the old value; lanes go in order. */
#include "Numeric/numeric.h"
#include "Simulator/access.h"
#include "Simulator/atomics.h"
#include "Simulator/memops.h"

static uint64_t add_float(Type t, uint64_t a, uint64_t b, bool flush)
{
  switch (t) {
  case T_F32: {
    float x = tri_f32_of_bits((uint32_t)a), y = tri_f32_of_bits((uint32_t)b);
    if (flush) { /* PTX ISA, atom: global .f32 additions flush subnormal inputs and results */
      x = fabsf(x) < 0x1p-126f ? copysignf(0, x) : x;
      y = fabsf(y) < 0x1p-126f ? copysignf(0, y) : y;
    }
    float r = x + y;
    r = flush && fabsf(r) < 0x1p-126f ? copysignf(0, r) : r;
    return r != r ? 0x7fffffff : tri_f32_bits(r);
  }
  case T_F64:
    return tri_f64_bits(tri_f64_of_bits(a) + tri_f64_of_bits(b));
  case T_F16:
    return tri_f16_add((uint16_t)a, (uint16_t)b);
  case T_BF16:
    return tri_bf16_add((uint16_t)a, (uint16_t)b);
  case T_F16X2:
    return (uint64_t)tri_f16_add((uint16_t)a, (uint16_t)b) |
           (uint64_t)tri_f16_add((uint16_t)(a >> 16), (uint16_t)(b >> 16)) << 16;
  default:
    return (uint64_t)tri_bf16_add((uint16_t)a, (uint16_t)b) |
           (uint64_t)tri_bf16_add((uint16_t)(a >> 16), (uint16_t)(b >> 16)) << 16;
  }
}

static uint64_t pick_half(Type t, bool max, uint16_t a, uint16_t b)
{
  if (t == T_F16 || t == T_F16X2)
    return max ? tri_f16_maxnum(a, b) : tri_f16_minnum(a, b);
  return max ? tri_bf16_maxnum(a, b) : tri_bf16_minnum(a, b);
}

static uint64_t pick(Type t, bool max, uint64_t a, uint64_t b)
{
  bool a_less;
  switch (t) {
  case T_F16:
  case T_BF16:
    return pick_half(t, max, (uint16_t)a, (uint16_t)b);
  case T_F16X2:
  case T_BF16X2:
    return pick_half(t, max, (uint16_t)a, (uint16_t)b) |
           pick_half(t, max, (uint16_t)(a >> 16), (uint16_t)(b >> 16)) << 16;
  case T_S32:
    a_less = (int32_t)a < (int32_t)b;
    break;
  case T_S64:
    a_less = (int64_t)a < (int64_t)b;
    break;
  default:
    a_less = a < b;
  }
  return a_less != max ? a : b;
}

static uint64_t apply(const Inst *in, uint64_t old, uint64_t b, uint64_t c, bool flush)
{
  Type t = (Type)in->type;
  switch (in->sub) {
  case ATOM_ADD:
    return type_kind(t) == KIND_F ? add_float(t, old, b, flush) : old + b;
  case ATOM_MIN:
    return pick(t, false, old, b);
  case ATOM_MAX:
    return pick(t, true, old, b);
  case ATOM_INC:
    return (uint32_t)old >= (uint32_t)b ? 0 : old + 1;
  case ATOM_DEC:
    return (uint32_t)old == 0 || (uint32_t)old > (uint32_t)b ? b : old - 1;
  case ATOM_AND:
    return old & b;
  case ATOM_OR:
    return old | b;
  case ATOM_XOR:
    return old ^ b;
  case ATOM_EXCH:
    return b;
  default:
    return old == b ? c : old;
  }
}

#define UPDATE(C)                                                                                            \
  do {                                                                                                       \
    C *p = (C *)(void *)place, old = __atomic_load_n(p, __ATOMIC_SEQ_CST), next;                             \
    do                                                                                                       \
      next = (C)apply(in, old, b, c, flush);                                                                 \
    while (!__atomic_compare_exchange_n(p, &old, next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));          \
    *changed = old != next;                                                                                  \
    return old;                                                                                              \
  } while (0)

static uint64_t update(const Inst *in, unsigned char *place, uint32_t bytes, uint64_t b, uint64_t c,
                       bool flush, bool *changed)
{
  if (bytes == 2)
    UPDATE(uint16_t);
  if (bytes == 4)
    UPDATE(uint32_t);
  UPDATE(uint64_t);
}

/* exch and cas of 16 bytes, under a lock of the host: x86-64 and AArch64 have no portable builtin that is
 * lock-free. */
static pthread_mutex_t wide_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned __int128 update_wide(const Inst *in, unsigned char *place, unsigned __int128 b,
                                     unsigned __int128 c, bool *changed)
{
  unsigned __int128 old, next;
  pthread_mutex_lock(&wide_lock);
  memcpy(&old, place, 16);
  next = in->sub == ATOM_EXCH ? b : old == b ? c : old;
  memcpy(place, &next, 16);
  pthread_mutex_unlock(&wide_lock);
  *changed = old != next;
  return old;
}

static bool atomic_lane(AccessGroup *g, uint32_t l, uint32_t bytes)
{
  Warp *w = g->warp;
  const Inst *in = g->inst;
  const AtomRefs *refs = in->ext;
  bool flush = in->type == T_F32 && g->space == SPACE_GLOBAL, any = false, changed;
  uint32_t rb = bytes < 2 ? 2 : bytes;
  for (uint32_t i = 0; i < in->vec; i++) {
    if (bytes == 16) {
      const unsigned __int128 *b = reg(w, refs->b[i]), *c = refs->c == REF_NONE ? b : reg(w, refs->c);
      unsigned __int128 old = update_wide(in, g->host[l], b[l], c[l], &changed);
      if (refs->d)
        ((unsigned __int128 *)reg(w, refs->d[i]))[l] = old;
    } else {
      uint64_t b = lane_value(reg(w, refs->b[i]), rb, l),
               c = refs->c == REF_NONE ? 0 : lane_value(reg(w, refs->c), rb, l);
      uint64_t old = update(in, g->host[l] + i * bytes, bytes, b, c, flush, &changed);
      if (refs->d)
        set_lane(reg(w, refs->d[i]), rb, l, old);
    }
    any |= changed;
  }
  return any;
}

static int atomic_group(AccessGroup *g, uint32_t bytes, bool *changed)
{
  Warp *w = g->warp;
  const Inst *in = g->inst;
  const AtomRefs *refs = in->ext;
  uint32_t operands = refs->c == REF_NONE ? FULL : defined(w, refs->c), known = access_known(g, 0, g->bytes);
  bool acquires = refs->d != NULL, visible = g->space == SPACE_GLOBAL || g->space == SPACE_SHARED;
  for (uint32_t i = 0; i < in->vec; i++)
    operands &= defined(w, refs->b[i]);
  if (g->lanes & ~operands)
    return fault_memory(w, in, TRI_SIM_FAULT_UNDEFINED, (uint32_t)__builtin_ctz(g->lanes & ~operands),
                        counter_space(g->space), space_address(g->space, g->address[__builtin_ctz(g->lanes)]),
                        g->bytes, "an operand of the atomic operation was never written");
  if (g->lanes & ~known && in->sub != ATOM_EXCH)
    return fault_memory(w, in, TRI_SIM_FAULT_UNINITIALISED, (uint32_t)__builtin_ctz(g->lanes & ~known),
                        counter_space(g->space),
                        space_address(g->space, g->address[__builtin_ctz(g->lanes & ~known)]), g->bytes,
                        "atomic operation on memory that was never written");
  if (w->launch->races && access_race(g, ACCESS_ATOMIC, true, NULL) != EV_NEXT)
    return EV_FAULT;
  for (uint32_t m = g->lanes; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    if (visible && w->launch->races)
      race_release(w, g->address[l], g->space == SPACE_GLOBAL,
                   in->sem == SEM_RELEASE || in->sem == SEM_ACQ_REL);
    *changed |= atomic_lane(g, l, bytes);
    if (visible && w->launch->races && acquires)
      race_acquire(w, g->address[l], g->space == SPACE_GLOBAL);
  }
  access_set_known(g, 0, g->bytes, FULL);
  for (uint32_t i = 0; refs->d && i < in->vec; i++)
    define(w, refs->d[i], g->lanes, known);
  count_access(g, true, true);
  return EV_NEXT;
}

int exec_atomic(Warp *w, const Inst *in, uint32_t mask)
{
  AccessGroup g;
  uint32_t bytes = type_bytes((Type)in->type);
  bool changed = false;
  if (access_begin(&g, w, in, mask, bytes * in->vec, true) != EV_NEXT)
    return EV_FAULT;
  for (int more; (more = access_next(&g)) != 0;)
    if (more < 0 || atomic_group(&g, bytes, &changed) != EV_NEXT)
      return EV_FAULT;
  if (changed) {
    w->spin = 0;
    w->worker->ticks++;
    return EV_NEXT;
  }
  w->spin_pc = in->index;
  return ++w->spin % 64 == 48 ? EV_YIELD : EV_NEXT;
}
