/* Loads and stores. */
#include "Simulator/access.h"

/* Element bytes at p, extended to 64 bits by the type's sign. */
static inline uint64_t fetch(const unsigned char *p, uint32_t bytes, bool is_signed)
{
  switch (bytes) {
  case 1:
    return is_signed ? (uint64_t)(int64_t)(int8_t)*p : *p;
  case 2: {
    uint16_t v;
    memcpy(&v, p, 2);
    return is_signed ? (uint64_t)(int64_t)(int16_t)v : v;
  }
  case 4: {
    uint32_t v;
    memcpy(&v, p, 4);
    return is_signed ? (uint64_t)(int64_t)(int32_t)v : v;
  }
  default: {
    uint64_t v;
    memcpy(&v, p, 8);
    return v;
  }
  }
}

/* A strong load or store is single-copy atomic. */
static inline uint64_t fetch_strong(const unsigned char *p, uint32_t bytes, bool is_signed)
{
  uint64_t v;
  switch (bytes) {
  case 4:
    v = __atomic_load_n((const uint32_t *)(const void *)p, __ATOMIC_SEQ_CST);
    return is_signed ? (uint64_t)(int64_t)(int32_t)v : v;
  case 8:
    return __atomic_load_n((const uint64_t *)(const void *)p, __ATOMIC_SEQ_CST);
  default:
    atomic_thread_fence(memory_order_seq_cst);
    return fetch(p, bytes, is_signed);
  }
}

static inline void put(unsigned char *p, uint32_t bytes, uint64_t v)
{
  switch (bytes) {
  case 1:
    *p = (unsigned char)v;
    break;
  case 2: {
    uint16_t h = (uint16_t)v;
    memcpy(p, &h, 2);
    break;
  }
  case 4: {
    uint32_t h = (uint32_t)v;
    memcpy(p, &h, 4);
    break;
  }
  default:
    memcpy(p, &v, 8);
  }
}

static inline void put_strong(unsigned char *p, uint32_t bytes, uint64_t v)
{
  if (bytes == 4)
    __atomic_store_n((uint32_t *)(void *)p, (uint32_t)v, __ATOMIC_SEQ_CST);
  else if (bytes == 8)
    __atomic_store_n((uint64_t *)(void *)p, v, __ATOMIC_SEQ_CST);
  else
    put(p, bytes, v);
}

static void load_element(const AccessGroup *g, Ref r, uint32_t at, uint32_t bytes, bool strong)
{
  const Inst *in = g->inst;
  void *d = reg(g->warp, r);
  bool is_signed = type_kind((Type)in->type) == KIND_S;
  if (bytes == 4 && in->width == 4 && !strong) {
    FOR_LANES(g->lanes, memcpy((uint32_t *)d + l, g->host[l] + at, 4););
  } else if (bytes == 8 && in->width == 8 && !strong) {
    FOR_LANES(g->lanes, memcpy((uint64_t *)d + l, g->host[l] + at, 8););
  } else if (bytes == 2 && in->width == 2 && !strong) {
    FOR_LANES(g->lanes, memcpy((uint16_t *)d + l, g->host[l] + at, 2););
  } else if (bytes == 16) {
    FOR_LANES(g->lanes, memcpy((unsigned char *)d + 16 * l, g->host[l] + at, 16););
  } else if (strong) {
    FOR_LANES(g->lanes, set_lane(d, in->width, l, fetch_strong(g->host[l] + at, bytes, is_signed)););
  } else {
    FOR_LANES(g->lanes, set_lane(d, in->width, l, fetch(g->host[l] + at, bytes, is_signed)););
  }
}

static int load_group(AccessGroup *g, uint32_t bytes)
{
  Warp *w = g->warp;
  const Inst *in = g->inst;
  const Ref *refs = in->ext;
  bool strong = in->sem != SEM_WEAK;
  if (access_race(g, ACCESS_READ, strong, NULL) != EV_NEXT)
    return EV_FAULT;
  for (uint32_t i = 0; i < in->vec; i++) {
    uint32_t known = access_known(g, i * bytes, bytes);
    if (g->lanes & ~known)
      access_note_unknown(g, g->lanes & ~known);
    load_element(g, refs[i], i * bytes, bytes, strong);
    define(w, refs[i], g->lanes, known);
  }
  if (strong && w->launch->races && (g->space == SPACE_GLOBAL || g->space == SPACE_SHARED))
    for (uint32_t m = g->lanes; m; m &= m - 1)
      race_acquire(w, g->address[__builtin_ctz(m)], g->space == SPACE_GLOBAL);
  count_access(g, true, false);
  return EV_NEXT;
}

int exec_load(Warp *w, const Inst *in, uint32_t mask)
{
  AccessGroup g;
  uint32_t bytes = type_bytes((Type)in->type);
  if (access_begin(&g, w, in, mask, bytes * in->vec, false) != EV_NEXT)
    return EV_FAULT;
  for (int more; (more = access_next(&g)) != 0;)
    if (more < 0 || load_group(&g, bytes) != EV_NEXT)
      return EV_FAULT;
  if (in->sem == SEM_WEAK)
    return EV_NEXT;
  w->spin_pc = in->index;
  return ++w->spin % 64 == 48 ? EV_YIELD : EV_NEXT;
}

/* ld.param with a constant place. in->sub: in the frame of a function, else the kernel's parameter block. */
int exec_load_param(Warp *w, const Inst *in, uint32_t mask)
{
  const Ref *refs = in->ext;
  uint32_t bytes = type_bytes((Type)in->type);
  bool is_signed = type_kind((Type)in->type) == KIND_S;
  for (uint32_t i = 0; i < in->vec; i++) {
    uint64_t at = (uint64_t)in->imm + i * bytes;
    void *d = reg(w, refs[i]);
    uint32_t known = FULL;
    if (in->sub) {
      at += w->act->local_base - LOCAL_BASE;
      for (uint32_t m = mask; m; m &= m - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(m);
        size_t place = (size_t)l * w->local_bytes + at;
        if (bytes == 16)
          memcpy((unsigned char *)d + 16 * l, w->local + place, 16);
        else
          set_lane(d, in->width, l, fetch(w->local + place, bytes, is_signed));
        known &= w->local_known[place] ? FULL : ~(1u << l);
      }
    } else if (bytes == 16) {
      FOR_LANES(mask, memcpy((unsigned char *)d + 16 * l, w->launch->params + at, 16););
    } else {
      uint64_t v = fetch(w->launch->params + at, bytes, is_signed);
      FOR_LANES(mask, set_lane(d, in->width, l, v););
    }
    define(w, refs[i], mask, known);
  }
  w->worker->counters.bytes_loaded[TRI_SIM_PARAM] += (uint64_t)count_bits(mask) * bytes * in->vec;
  return EV_NEXT;
}

static int undefined_store(const AccessGroup *g, uint32_t lane)
{
  return fault_memory(g->warp, g->inst, TRI_SIM_FAULT_UNDEFINED, lane, TRI_SIM_GLOBAL, g->address[lane],
                      g->bytes, "a value that was never written is stored");
}

static void store_element(const AccessGroup *g, Ref r, uint32_t at, uint32_t bytes, bool strong)
{
  const Inst *in = g->inst;
  const void *a = reg(g->warp, r);
  if (bytes == 4 && in->width == 4 && !strong) {
    FOR_LANES(g->lanes, memcpy(g->host[l] + at, (const uint32_t *)a + l, 4););
  } else if (bytes == 16) {
    FOR_LANES(g->lanes, memcpy(g->host[l] + at, (const unsigned char *)a + 16 * l, 16););
  } else if (strong) {
    FOR_LANES(g->lanes, put_strong(g->host[l] + at, bytes, lane_value(a, in->width, l)););
  } else {
    FOR_LANES(g->lanes, put(g->host[l] + at, bytes, lane_value(a, in->width, l)););
  }
}

/* Lanes that write the same place and value as a lane before them. */
static uint32_t repeated_lanes(const AccessGroup *g, uint32_t bytes)
{
  const Ref *refs = g->inst->ext;
  uint32_t repeated = 0, width = g->inst->width;
  for (uint32_t m = g->lanes & (g->lanes - 1); m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m), before = g->lanes & ((1u << l) - 1),
             last = 31u - (uint32_t)__builtin_clz(before);
    if (g->address[l] > g->address[last])
      continue; /* ascending, as nearly always */
    for (uint32_t b = before; b; b &= b - 1) {
      uint32_t k = (uint32_t)__builtin_ctz(b);
      bool same = g->address[k] == g->address[l];
      for (uint32_t i = 0; same && i < g->inst->vec; i++) {
        const unsigned char *a = reg(g->warp, refs[i]);
        same = memcmp(a + (size_t)k * width, a + (size_t)l * width, bytes) == 0;
      }
      if (same)
        repeated |= 1u << l;
    }
  }
  return repeated;
}

/* Lanes whose store leaves the memory as it is: equal values may be written by several threads. Lanes of one
 * instruction that write the same place must agree too. */
static uint32_t silent_lanes(const AccessGroup *g, uint32_t bytes)
{
  const Ref *refs = g->inst->ext;
  uint32_t silent = g->lanes;
  for (uint32_t i = 0; i < g->inst->vec && silent; i++) {
    const unsigned char *a = reg(g->warp, refs[i]);
    for (uint32_t m = silent; m; m &= m - 1) {
      uint32_t l = (uint32_t)__builtin_ctz(m);
      if (memcmp(g->host[l] + i * bytes, a + (size_t)l * g->inst->width, bytes) != 0)
        silent &= ~(1u << l);
    }
  }
  return silent == g->lanes ? silent : silent | repeated_lanes(g, bytes);
}

static int store_group(AccessGroup *g, uint32_t bytes)
{
  Warp *w = g->warp;
  const Inst *in = g->inst;
  const Ref *refs = in->ext;
  bool strong = in->sem != SEM_WEAK, shared_memory = g->space == SPACE_GLOBAL || g->space == SPACE_SHARED;
  uint32_t any = 0;
  for (uint32_t i = 0; i < in->vec; i++)
    any |= defined(w, refs[i]);
  if (g->space == SPACE_GLOBAL && g->lanes & ~any)
    return undefined_store(g, (uint32_t)__builtin_ctz(g->lanes & ~any));
  if (w->launch->races && shared_memory) {
    uint32_t silent = strong ? 0 : silent_lanes(g, bytes);
    for (uint32_t m = strong ? g->lanes : 0; m; m &= m - 1)
      race_release(w, g->address[__builtin_ctz(m)], g->space == SPACE_GLOBAL, in->sem == SEM_RELEASE);
    if (access_race(g, ACCESS_WRITE, strong, &silent) != EV_NEXT)
      return EV_FAULT;
  }
  for (uint32_t i = 0; i < in->vec; i++) {
    store_element(g, refs[i], i * bytes, bytes, strong);
    access_set_known(g, i * bytes, bytes, defined(w, refs[i]));
  }
  if (shared_memory) {
    w->spin = 0;
    w->worker->ticks++;
  }
  count_access(g, false, true);
  return EV_NEXT;
}

int exec_store(Warp *w, const Inst *in, uint32_t mask)
{
  AccessGroup g;
  uint32_t bytes = type_bytes((Type)in->type);
  if (access_begin(&g, w, in, mask, bytes * in->vec, true) != EV_NEXT)
    return EV_FAULT;
  for (int more; (more = access_next(&g)) != 0;)
    if (more < 0 || store_group(&g, bytes) != EV_NEXT)
      return EV_FAULT;
  return EV_NEXT;
}
