#include "Simulator/access.h"

#include <stdlib.h>

enum { REDZONE = 0x80, NULL_PAGE = 4096 };

TriSimSpace counter_space(Space s)
{
  switch (s) {
  case SPACE_SHARED:
    return TRI_SIM_SHARED;
  case SPACE_LOCAL:
    return TRI_SIM_LOCAL;
  case SPACE_CONST:
    return TRI_SIM_CONST;
  case SPACE_PARAM:
    return TRI_SIM_PARAM;
  default:
    return TRI_SIM_GLOBAL;
  }
}

int access_begin(AccessGroup *g, Warp *w, const Inst *in, uint32_t mask, uint32_t bytes, bool writes)
{
  g->warp = w;
  g->inst = in;
  g->left = mask;
  g->bytes = bytes;
  g->writes = writes;
  uint32_t unknown = mask & ~defined(w, in->a);
  if (unknown)
    return fault(w, in, TRI_SIM_FAULT_UNDEFINED, (uint32_t)__builtin_ctz(unknown),
                 "the address was never written");
  uint64_t window = in->space == SPACE_SHARED ? WINDOW_SHARED : in->space == SPACE_LOCAL ? WINDOW_LOCAL : 0;
  if (in->type2) { /* a 32-bit base */
    const uint32_t *a = reg(w, in->a);
    FOR_LANES(mask, g->address[l] = window + (uint32_t)(a[l] + (uint32_t)in->imm););
  } else if (window) {
    const uint64_t *a = reg(w, in->a);
    FOR_LANES(mask, g->address[l] = window + ((a[l] + (uint64_t)in->imm) & 0xffffffff););
  } else {
    const uint64_t *a = reg(w, in->a);
    FOR_LANES(mask, g->address[l] = a[l] + (uint64_t)in->imm;);
  }
  return EV_NEXT;
}

static int bad_access(const AccessGroup *g, uint32_t l, Space s)
{
  uint64_t a = g->address[l], low = space_address(s, a);
  bool null = low < (s == SPACE_SHARED || s == SPACE_LOCAL ? (uint64_t)SHARED_BASE : (uint64_t)NULL_PAGE);
  fault_memory(g->warp, g->inst, null ? TRI_SIM_FAULT_NULL : TRI_SIM_FAULT_BOUNDS, l, counter_space(s), low,
               g->bytes, null ? "%s of %u bytes through a null pointer" : "%s of %u bytes",
               g->writes ? "write" : "read", g->bytes);
  return -1;
}

static int misaligned(const AccessGroup *g, uint32_t l, Space s)
{
  fault_memory(g->warp, g->inst, TRI_SIM_FAULT_MISALIGNED, l, counter_space(s),
               space_address(s, g->address[l]), g->bytes, "%s of %u bytes", g->writes ? "write" : "read",
               g->bytes);
  return -1;
}

unsigned char *shared_place(const Cta *c, uint64_t offset, uint32_t bytes)
{
  const Launch *l = c->launch;
  uint64_t at = offset - SHARED_BASE, statics = (uint64_t)l->module->shared_bytes + l->kernel->shared_bytes;
  uint64_t dynamic = l->module->dynamic_offset;
  bool in_static = at < statics && statics - at >= bytes;
  bool in_dynamic =
      at >= dynamic && at - dynamic < l->dynamic_shared && l->dynamic_shared - (at - dynamic) >= bytes;
  if (!in_dynamic &&
      (!in_static || c->shared_known[at / 4] & REDZONE || c->shared_known[(at + bytes - 1) / 4] & REDZONE))
    return NULL;
  return c->shared + at;
}

static uint32_t same_window(const AccessGroup *g, uint64_t window)
{
  uint32_t lanes = 0;
  if (g->left == FULL) {
    uint64_t differ = 0;
    for (uint32_t l = 0; l < LANES; l++)
      differ |= (g->address[l] >> WINDOW_SHIFT) ^ window;
    if (!differ)
      return FULL;
  }
  for (uint32_t m = g->left; m; m &= m - 1)
    if (g->address[__builtin_ctz(m)] >> WINDOW_SHIFT == window)
      lanes |= m & -m;
  return lanes;
}

static int global_group(AccessGroup *g, uint32_t first)
{
  Launch *launch = g->warp->launch;
  uint32_t *hint = &g->warp->worker->hints[g->inst->index & 1023];
  const Buffer *b = buffer_find(launch, g->address[first], g->bytes, hint);
  if (!b)
    return bad_access(g, first, SPACE_GLOBAL);
  if (g->writes && b->read_only) {
    fault_memory(g->warp, g->inst, TRI_SIM_FAULT_READ_ONLY, first, TRI_SIM_CONST, g->address[first], g->bytes,
                 "write to constant memory");
    return -1;
  }
  uint64_t most = b->bytes - g->bytes;
  uintptr_t host = (uintptr_t)b->host;
  uint32_t lanes = 0;
  if (g->left == FULL) {
    for (uint32_t l = 0; l < LANES; l++) {
      lanes |= (uint32_t)(g->address[l] - b->base <= most) << l;
      g->host[l] = (unsigned char *)(host + (g->address[l] - b->base));
    }
  } else {
    for (uint32_t m = g->left; m; m &= m - 1) {
      uint32_t l = (uint32_t)__builtin_ctz(m);
      lanes |= (uint32_t)(g->address[l] - b->base <= most) << l;
      g->host[l] = (unsigned char *)(host + (g->address[l] - b->base));
    }
  }
  g->lanes = lanes;
  g->buffer = b;
  g->space = SPACE_GLOBAL;
  return 1;
}

static int shared_group(AccessGroup *g)
{
  for (uint32_t m = g->lanes; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    g->host[l] = shared_place(g->warp->cta, g->address[l] & 0xffffffff, g->bytes);
    if (!g->host[l])
      return bad_access(g, l, SPACE_SHARED);
  }
  g->space = SPACE_SHARED;
  return 1;
}

static int local_group(AccessGroup *g)
{
  const Warp *w = g->warp;
  for (uint32_t m = g->lanes; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    uint64_t at = (g->address[l] & 0xffffffff) - LOCAL_BASE;
    if (at >= w->local_bytes || w->local_bytes - at < g->bytes)
      return bad_access(g, l, SPACE_LOCAL);
    g->host[l] = w->local + (size_t)l * w->local_bytes + at;
  }
  g->space = SPACE_LOCAL;
  return 1;
}

static int param_group(AccessGroup *g)
{
  const Launch *launch = g->warp->launch;
  uint32_t have = launch->kernel->info.param_bytes;
  for (uint32_t m = g->lanes; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    uint64_t at = g->address[l] - WINDOW_PARAM;
    if (at >= have || have - at < g->bytes)
      return bad_access(g, l, SPACE_PARAM);
    g->host[l] = launch->params + at;
  }
  g->space = SPACE_PARAM;
  if (g->writes) {
    uint32_t l = (uint32_t)__builtin_ctz(g->lanes);
    fault_memory(g->warp, g->inst, TRI_SIM_FAULT_READ_ONLY, l, TRI_SIM_PARAM, g->address[l], g->bytes,
                 "write to a kernel parameter");
    return -1;
  }
  return 1;
}

int access_next(AccessGroup *g)
{
  if (!g->left)
    return 0;
  uint32_t first = (uint32_t)__builtin_ctz(g->left);
  uint64_t window = g->address[first] >> WINDOW_SHIFT;
  int ok;
  g->buffer = NULL;
  if (window >= 1 && window <= 3) {
    g->lanes = same_window(g, window);
    ok = window == 1 ? shared_group(g) : window == 2 ? local_group(g) : param_group(g);
  } else {
    ok = global_group(g, first);
  }
  if (ok < 0)
    return ok;
  uint64_t low = 0;
  for (uint32_t m = g->lanes; m; m &= m - 1)
    low |= g->address[__builtin_ctz(m)];
  if (low & (g->bytes - 1))
    for (uint32_t m = g->lanes; m; m &= m - 1)
      if (g->address[__builtin_ctz(m)] & (g->bytes - 1))
        return misaligned(g, (uint32_t)__builtin_ctz(m), g->space);
  g->left &= ~g->lanes;
  return 1;
}

/* ---- initialised bytes ------------------------------------------------------------------------------------
 */

static uint32_t byte_mask(uint64_t at, uint32_t n) { return ((1u << (n < 4 ? n : 4)) - 1) << (at & 3); }

static bool shared_known(const Cta *c, uint64_t at, uint32_t n)
{
  for (uint64_t word = at / 4; word * 4 < at + n; word++) {
    uint32_t need = n < 4 ? byte_mask(at, n) : 15;
    if ((c->shared_known[word] & need) != need)
      return false;
  }
  return true;
}

uint32_t access_known(const AccessGroup *g, uint32_t at, uint32_t n)
{
  const Warp *w = g->warp;
  if (!w->launch->uninitialised || (g->space != SPACE_SHARED && g->space != SPACE_LOCAL))
    return FULL;
  uint32_t known = 0;
  for (uint32_t m = g->lanes; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    bool yes = true;
    if (g->space == SPACE_SHARED) {
      yes = shared_known(w->cta, (uint64_t)(g->host[l] - w->cta->shared) + at, n);
    } else {
      const unsigned char *k = w->local_known + (g->host[l] - w->local) + at;
      for (uint32_t i = 0; i < n; i++)
        yes &= k[i];
    }
    known |= (uint32_t)yes << l;
  }
  return known;
}

void access_set_known(const AccessGroup *g, uint32_t at, uint32_t n, uint32_t known)
{
  Warp *w = g->warp;
  if (!w->launch->uninitialised || (g->space != SPACE_SHARED && g->space != SPACE_LOCAL))
    return;
  for (uint32_t m = g->lanes; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    bool yes = known >> l & 1;
    if (g->space == SPACE_LOCAL) {
      memset(w->local_known + (g->host[l] - w->local) + at, yes, n);
      continue;
    }
    uint64_t place = (uint64_t)(g->host[l] - w->cta->shared) + at;
    for (uint64_t word = place / 4; word * 4 < place + n; word++) {
      unsigned char *k = &w->cta->shared_known[word],
                    bits = (unsigned char)(n < 4 ? byte_mask(place, n) : 15);
      *k = (unsigned char)(yes ? *k | bits : *k & ~bits);
    }
  }
}

void access_note_unknown(const AccessGroup *g, uint32_t lanes)
{
  Warp *w = g->warp;
  if (w->unknown_func || g->space == SPACE_LOCAL)
    return;
  uint32_t l = (uint32_t)__builtin_ctz(lanes);
  w->unknown_func = w->act->func;
  w->unknown_pc = g->inst->index;
  w->unknown_lane = l;
  w->unknown_address = space_address(g->space, g->address[l]);
  w->unknown_bytes = g->bytes;
}

/* ---- counters ---------------------------------------------------------------------------------------------
 */

static int by_value(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static uint32_t distinct(uint64_t *v, uint32_t n)
{
  uint32_t kinds = 0;
  for (uint32_t i = 1; i < n; i++)
    if (v[i] < v[i - 1]) {
      qsort(v, n, sizeof *v, by_value);
      break;
    }
  for (uint32_t i = 0; i < n; i++)
    kinds += !i || v[i] != v[i - 1];
  return kinds;
}

/* 32-byte sectors that the lanes touch; an access of up to 32 bytes is aligned and lies in one. */
static uint32_t sectors(const AccessGroup *g)
{
  uint64_t v[LANES];
  uint32_t n = 0;
  for (uint32_t m = g->lanes; m; m &= m - 1)
    v[n++] = g->address[__builtin_ctz(m)] >> 5;
  return distinct(v, n);
}

/* Wavefronts of one phase: the most distinct words that one of the 32 banks must serve. */
static uint32_t phase_wavefronts(const AccessGroup *g, uint32_t lanes)
{
  uint64_t words[LANES * 4];
  uint32_t per_bank[LANES] = {0}, n = 0, most = 0, per_lane = g->bytes < 4 ? 1 : g->bytes / 4;
  for (uint32_t m = lanes; m; m &= m - 1)
    for (uint32_t i = 0; i < per_lane && n < LANES * 4; i++)
      words[n++] = (g->address[__builtin_ctz(m)] & 0xffffffff) / 4 + i;
  for (uint32_t i = 1; i < n; i++)
    if (words[i] < words[i - 1]) {
      qsort(words, n, sizeof *words, by_value);
      break;
    }
  for (uint32_t i = 0; i < n; i++)
    if (!i || words[i] != words[i - 1]) {
      uint32_t k = ++per_bank[words[i] % LANES];
      most = k > most ? k : most;
    }
  return most;
}

/* 8-byte accesses are served by half-warps, 16-byte ones by quarters. */
static void count_shared(TriSimCounters *c, const AccessGroup *g)
{
  uint32_t phases = g->bytes <= 4 ? 1 : g->bytes == 8 ? 2 : 4, width = LANES / phases;
  c->shared_requests++;
  for (uint32_t i = 0; i < phases; i++) {
    uint32_t lanes = g->lanes & (width == LANES ? FULL : ((1u << width) - 1) << (i * width));
    if (!lanes)
      continue;
    uint32_t n = phase_wavefronts(g, lanes);
    c->shared_wavefronts += n;
    c->shared_excess += n - 1;
  }
}

void count_access(const AccessGroup *g, bool loads, bool stores)
{
  TriSimCounters *c = &g->warp->worker->counters;
  TriSimSpace s = g->buffer && g->buffer->read_only ? TRI_SIM_CONST : counter_space(g->space);
  uint64_t bytes = (uint64_t)count_bits(g->lanes) * g->bytes;
  if (loads)
    c->bytes_loaded[s] += bytes;
  if (stores)
    c->bytes_stored[s] += bytes;
  if (s == TRI_SIM_GLOBAL) {
    c->global_requests++;
    c->global_sectors += sectors(g);
  } else if (s == TRI_SIM_SHARED) {
    count_shared(c, g);
  }
}
