/* The race detector.
 *
 * Every 4-byte word of global and shared memory has a cell: its last write and two last reads, each packed
 * with the thread, the bytes of the word, and the event of its CTA. A CTA's event counter ticks at barriers,
 * warp barriers and fences. Two accesses of one word, one of them a write, by different threads and not both
 * atomic (or volatile or otherwise strong), race unless ordered.
 *
 * Ordered inside a CTA: every warp keeps, for each warp of its CTA, the event up to which it has seen that
 * warp (a vector clock). Barriers exchange these clocks among those who take part, so named barriers and
 * producer/consumer pairs are exact. bar.warp.sync orders the lanes of its warp. A fence followed by a strong
 * write or an atomic on A releases the clock into A; a strong read or an atomic on A acquires it.
 *
 * Ordered between CTAs: a wide fence ends an epoch of its CTA at a point on one time line of the launch. A
 * strong write or atomic after it puts the time into its address; a strong read or atomic there takes it. An
 * access of CTA b is before me when b closed its epoch at a time that I have taken (or an earlier one).
 *
 * What it cannot see: races hidden by unrelated synchronisation that happened to come later on the time line;
 * a missing fence on the acquiring side; accesses to different bytes of one word by more threads than a cell
 * remembers; a third reader of a word; writes that leave the memory as it was (equal values are allowed); a
 * CTA's accesses after 4 million events. It gives no report on code that orders its accesses by barriers, or
 * by fences with atomics or volatile flags. */
#include "Simulator/access.h"

#include <stdlib.h>
#include <sys/mman.h>

/* ---- packed accesses: event 22, atomic 1, bytes 4, thread 10, CTA 27 bits
 * ----------------------------------- */

enum { CTA_BITS = 27, THREAD_BITS = 10, EVENT_LIMIT = (1 << 22) - 2 };

static inline uint64_t pack(uint64_t event, bool atomic, uint32_t bytes, uint32_t thread, uint64_t cta)
{
  return event << 42 | (uint64_t)atomic << 41 | (uint64_t)bytes << 37 | (uint64_t)thread << CTA_BITS | cta;
}
static inline uint32_t event_of(uint64_t a) { return (uint32_t)(a >> 42); }
static inline bool atomic_of(uint64_t a) { return a >> 41 & 1; }
static inline uint32_t bytes_of(uint64_t a) { return a >> 37 & 15; }
static inline uint32_t thread_of(uint64_t a) { return (uint32_t)(a >> CTA_BITS) & 1023; }
static inline uint32_t cta_of(uint64_t a) { return (uint32_t)a & ((1u << CTA_BITS) - 1); }
#define WHO (((uint64_t)1 << (CTA_BITS + THREAD_BITS)) - 1)

/* ---- releases of a CTA: (event, time), both ascending; one writer, many readers
 * ----------------------------- */

typedef struct {
  uint32_t event;
  uint64_t time;
} Release;
typedef struct ReleaseList {
  _Atomic(Release *) blocks[26]; /* block k holds 64 << k */
  _Atomic uint32_t count;
} ReleaseList;

static Release *release_at(ReleaseList *l, uint32_t i)
{
  uint32_t k = 25u - (uint32_t)__builtin_clz(i + 64); /* 64 -> 0, 128 -> 1 … */
  Release *block = atomic_load_explicit(&l->blocks[k], memory_order_acquire);
  return block + (i + 64 - (64u << k));
}

static void release_push(ReleaseList *l, Release r)
{
  uint32_t i = atomic_load_explicit(&l->count, memory_order_relaxed),
           k = 25u - (uint32_t)__builtin_clz(i + 64);
  if (!atomic_load_explicit(&l->blocks[k], memory_order_relaxed)) {
    Release *block = calloc((size_t)64 << k, sizeof *block);
    if (!block)
      return;
    atomic_store_explicit(&l->blocks[k], block, memory_order_release);
  }
  *release_at(l, i) = r;
  atomic_store_explicit(&l->count, i + 1, memory_order_release);
}

/* Whether an access of that event was closed by a release at a time up to seen. */
static bool released_before(ReleaseList *l, uint32_t event, uint64_t seen)
{
  uint32_t n = l ? atomic_load_explicit(&l->count, memory_order_acquire) : 0, low = 0, high = n;
  while (low < high) {
    uint32_t mid = low + (high - low) / 2;
    if (release_at(l, mid)->event >= event)
      high = mid;
    else
      low = mid + 1;
  }
  return low < n && release_at(l, low)->time <= seen;
}

/* ---- order
 * -------------------------------------------------------------------------------------------------- */

static bool ordered(const Warp *w, uint64_t a, uint64_t me, bool shared)
{
  if ((a & WHO) == (me & WHO))
    return true;
  const Cta *c = w->cta;
  if (cta_of(a) == cta_of(me))
    return event_of(a) <= w->known[thread_of(a) / LANES];
  return shared || released_before(w->launch->releases[cta_of(a)], event_of(a), c->seen);
}

static int report(Warp *w, const Inst *in, uint32_t lane, Access kind, bool strong, uint64_t other,
                  const char *what, bool shared, uint64_t address, uint32_t bytes)
{
  const char *mine = kind == ACCESS_READ ? "read" : kind == ACCESS_WRITE ? "write" : "atomic operation";
  uint32_t t = thread_of(other);
  bool same_cta = cta_of(other) == w->cta->number;
  return fault_memory(
      w, in, TRI_SIM_FAULT_RACE, lane, shared ? TRI_SIM_SHARED : TRI_SIM_GLOBAL, address, bytes,
      "this %s%s and the %s%s by thread %u (warp %u) of %s %u have no %s between them",
      strong && kind != ACCESS_ATOMIC ? "strong " : "", mine, atomic_of(other) ? "strong or atomic " : "",
      what, t, t / LANES, same_cta ? "the same CTA" : "CTA", cta_of(other),
      same_cta ? (t / LANES == w->index ? "warp barrier" : "barrier") : "release and acquire");
}

/* A read goes to the slot of its own thread, an empty or an outdated one. */
static void remember_read(const Warp *w, Cell *cell, uint64_t me, bool shared)
{
  for (int i = 0; i < 2; i++) {
    uint64_t r = atomic_load_explicit(&cell->reads[i], memory_order_relaxed);
    if (r && (r & WHO) == (me & WHO) && event_of(r) == event_of(me))
      me |= (uint64_t)bytes_of(r) << 37;
    else if (r && !ordered(w, r, me, shared) && i == 0)
      continue;
    atomic_store_explicit(&cell->reads[i], me, memory_order_relaxed);
    return;
  }
}

static int check_word(Warp *w, const Inst *in, uint32_t lane, Cell *cell, uint64_t me, Access kind, bool same,
                      bool shared, uint64_t address, uint32_t bytes)
{
  uint64_t write = atomic_load_explicit(&cell->write, memory_order_relaxed);
  if (shared && write && cta_of(write) != cta_of(me))
    write = 0;
  bool strong = atomic_of(me);
  bool clash = write && (bytes_of(write) & bytes_of(me)) && !(strong && atomic_of(write)) &&
               !ordered(w, write, me, shared);
  if (clash && !(same && kind == ACCESS_WRITE && !atomic_of(write)))
    return report(w, in, lane, kind, strong, write, atomic_of(write) ? "access" : "write", shared, address,
                  bytes);
  if (kind == ACCESS_READ) {
    remember_read(w, cell, me, shared);
    return EV_NEXT;
  }
  for (int i = 0; i < 2; i++) {
    uint64_t r = atomic_load_explicit(&cell->reads[i], memory_order_relaxed);
    if (!r)
      continue;
    if (!(shared && cta_of(r) != cta_of(me)) && (bytes_of(r) & bytes_of(me)) && !(strong && atomic_of(r)) &&
        !ordered(w, r, me, shared))
      return report(w, in, lane, kind, strong, r, "read", shared, address, bytes);
    if (!(bytes_of(r) & ~bytes_of(me)))
      atomic_store_explicit(&cell->reads[i], 0, memory_order_relaxed);
  }
  if (write && (write & WHO) == (me & WHO) && event_of(write) == event_of(me) && atomic_of(write) == strong)
    me |= (uint64_t)bytes_of(write) << 37;
  atomic_store_explicit(&cell->write, me, memory_order_relaxed);
  return EV_NEXT;
}

/* The usual case without a call: nobody, or only this thread, has touched the word. True when it was that. */
static inline bool untouched(Cell *cell, uint64_t me, Access kind, bool shared)
{
  uint64_t write = atomic_load_explicit(&cell->write, memory_order_relaxed);
  uint64_t read = atomic_load_explicit(&cell->reads[0], memory_order_relaxed);
  uint64_t other = shared ? me & ((1u << CTA_BITS) - 1) : 0, cta = ((uint64_t)1 << CTA_BITS) - 1;
  bool no_write = !write || (write & WHO) == (me & WHO) || (shared && (write & cta) != other);
  bool no_read = !read || (read & WHO) == (me & WHO) || (shared && (read & cta) != other);
  if (!no_write || !no_read)
    return false;
  if (kind == ACCESS_READ) {
    atomic_store_explicit(&cell->reads[0], me, memory_order_relaxed);
    return true;
  }
  uint64_t second = atomic_load_explicit(&cell->reads[1], memory_order_relaxed);
  if (second && !(shared && (second & cta) != other))
    return false;
  atomic_store_explicit(&cell->write, me, memory_order_relaxed);
  atomic_store_explicit(&cell->reads[0], 0, memory_order_relaxed);
  return true;
}

static int race_lane(const AccessGroup *g, uint32_t lane, uint64_t me, Cell *cells, uint64_t offset,
                     Access kind, bool same)
{
  bool shared = g->space == SPACE_SHARED;
  for (uint64_t word = offset / 4; word * 4 < offset + g->bytes; word++)
    if (!(g->bytes >= 4 && untouched(&cells[word], me, kind, shared)) &&
        check_word(g->warp, g->inst, lane, &cells[word], me, kind, same, shared,
                   space_address(g->space, g->address[lane]), g->bytes) != EV_NEXT)
      return EV_FAULT;
  return EV_NEXT;
}

int access_race(const AccessGroup *g, Access kind, bool strong, const uint32_t *silent)
{
  Warp *w = g->warp;
  Cta *c = w->cta;
  if (!w->launch->races || (g->space != SPACE_SHARED && g->space != SPACE_GLOBAL) || c->event >= EVENT_LIMIT)
    return EV_NEXT;
  bool shared = g->space == SPACE_SHARED;
  Cell *cells = shared ? c->shared_cells : g->buffer->cells;
  const unsigned char *base = shared ? c->shared : g->buffer->host;
  if (!cells)
    return EV_NEXT;
  c->dirty |= !shared;
  for (uint32_t m = g->lanes; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    uint64_t offset = (uint64_t)(g->host[l] - base);
    uint32_t bytes = g->bytes >= 4 ? 15 : ((1u << g->bytes) - 1) << (offset & 3);
    uint64_t me = pack(c->event, strong || kind == ACCESS_ATOMIC, bytes, w->index * LANES + l, c->number);
    if (race_lane(g, l, me, cells, offset, kind, silent && *silent >> l & 1) != EV_NEXT)
      return EV_FAULT;
  }
  return EV_NEXT;
}

/* ---- synchronisation
 * ----------------------------------------------------------------------------------------- */

static void join_clock(uint32_t *into, const uint32_t *from)
{
  for (int i = 0; i < MAX_WARPS; i++)
    into[i] = into[i] > from[i] ? into[i] : from[i];
}

static void tick(Warp *w)
{
  w->known[w->index] = w->cta->event;
  w->cta->event++;
}

void race_warp_sync(Warp *w)
{
  if (w->launch->races)
    tick(w);
}

void race_barrier_arrive(Warp *w, Barrier *b)
{
  if (!w->launch->races)
    return;
  tick(w);
  join_clock(b->known, w->known);
  b->release_time = w->release_time > b->release_time ? w->release_time : b->release_time;
}

void race_barrier_leave(Warp *w, const Barrier *b)
{
  if (!w->launch->races)
    return;
  join_clock(w->known, b->known);
  w->release_time = w->release_time > b->release_time ? w->release_time : b->release_time;
}

struct SyncVar {
  uint64_t address;
  SyncVar *next;
  uint32_t known[MAX_WARPS];
};

static SyncVar *sync_var(Cta *c, uint64_t address, bool make)
{
  SyncVar **at = &c->sync_vars[(address >> 2) % 64];
  for (SyncVar *v = *at; v; v = v->next)
    if (v->address == address)
      return v;
  SyncVar *v = make ? calloc(1, sizeof *v) : NULL;
  if (v) {
    v->address = address;
    v->next = *at;
    *at = v;
  }
  return v;
}

/* Addresses that carry a time between CTAs: shards, each a chained hash table under its own lock. */
typedef struct TimeVar {
  uint64_t address, time;
  struct TimeVar *next;
} TimeVar;
enum { SHARDS = 64, CHAINS = 256 };
typedef struct GlobalSync {
  struct {
    pthread_mutex_t lock;
    TimeVar *chains[CHAINS];
  } shards[SHARDS];
} GlobalSync;

static uint64_t time_var(Launch *l, uint64_t address, uint64_t time)
{
  uint64_t h = (address >> 2) * 0x9e3779b97f4a7c15u;
  GlobalSync *g = l->global_sync;
  TimeVar **at = &g->shards[h >> 58].chains[h >> 50 & (CHAINS - 1)], *v;
  pthread_mutex_lock(&g->shards[h >> 58].lock);
  for (v = *at; v && v->address != address; v = v->next)
    ;
  if (!v && time && (v = calloc(1, sizeof *v))) {
    v->address = address;
    v->next = *at;
    *at = v;
  }
  uint64_t old = v ? v->time : 0;
  if (v && time > v->time)
    v->time = time;
  pthread_mutex_unlock(&g->shards[h >> 58].lock);
  return old;
}

void race_fence(Warp *w, bool wide)
{
  Launch *l = w->launch;
  Cta *c = w->cta;
  if (!l->races)
    return;
  w->known[w->index] = c->event;
  memcpy(w->fenced, w->known, sizeof w->fenced);
  w->has_fence = true;
  if (wide && l->releases) {
    if (c->dirty) {
      ReleaseList *list = l->releases[c->number];
      if (!list)
        l->releases[c->number] = list = calloc(1, sizeof *list);
      c->last_release = atomic_fetch_add(&l->release_count, 1) + 1;
      if (list)
        release_push(list, (Release){c->event, c->last_release});
      c->dirty = false;
    }
    w->release_time = c->last_release > w->release_time ? c->last_release : w->release_time;
  }
  c->event++;
}

void race_release(Warp *w, uint64_t address, bool global, bool fence)
{
  if (fence)
    race_fence(w, true);
  if (w->has_fence) {
    SyncVar *v = sync_var(w->cta, address, true);
    if (v)
      join_clock(v->known, w->fenced);
  }
  uint64_t time = w->release_time > w->cta->seen ? w->release_time : w->cta->seen;
  if (global && time)
    time_var(w->launch, address, time);
}

void race_publish(Warp *w, uint64_t address)
{
  SyncVar *v = w->launch->races ? sync_var(w->cta, address, true) : NULL;
  if (!v)
    return;
  tick(w);
  join_clock(v->known, w->known);
}

void race_acquire(Warp *w, uint64_t address, bool global)
{
  SyncVar *v = sync_var(w->cta, address, false);
  if (v)
    join_clock(w->known, v->known);
  if (!global || !atomic_load_explicit(&w->launch->release_count, memory_order_acquire))
    return;
  uint64_t time = time_var(w->launch, address, 0);
  if (time > w->cta->seen) {
    w->cta->seen = time;
    w->cta->dirty = true;
  }
}

/* ---- life
 * ---------------------------------------------------------------------------------------------------- */

void race_begin(Cta *c)
{
  c->event = 1;
  c->seen = c->last_release = 0;
  c->dirty = false;
  for (uint32_t i = 0; i < c->warp_count; i++) {
    Warp *w = &c->warps[i];
    memset(w->known, 0, sizeof w->known);
    memset(w->fenced, 0, sizeof w->fenced);
    w->has_fence = false;
    w->release_time = 0;
  }
}

void race_end(Cta *c)
{
  for (int i = 0; i < 64; i++)
    for (SyncVar *v = c->sync_vars[i], *next; v; v = next) {
      next = v->next;
      free(v);
    }
  memset(c->sync_vars, 0, sizeof c->sync_vars);
}

static size_t cell_bytes(const Buffer *b) { return (b->bytes + 3) / 4 * sizeof(Cell); }

void race_launch_begin(Launch *l)
{
  if (!l->races)
    return;
  l->global_sync = calloc(1, sizeof *l->global_sync);
  l->releases = l->cta_total < (uint64_t)1 << CTA_BITS ? calloc(l->cta_total, sizeof *l->releases) : NULL;
  if (!l->global_sync || !l->releases) {
    l->races = false;
    return;
  }
  for (int i = 0; i < SHARDS; i++)
    pthread_mutex_init(&l->global_sync->shards[i].lock, NULL);
  for (uint32_t i = 0; i < l->buffer_count; i++) {
    Buffer *b = &l->buffers[i];
    void *p = b->bytes && !b->read_only ? mmap(NULL, cell_bytes(b), PROT_READ | PROT_WRITE,
                                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                                        : MAP_FAILED;
    b->cells = p == MAP_FAILED ? NULL : p;
  }
}

void race_launch_end(Launch *l)
{
  for (uint32_t i = 0; i < l->buffer_count; i++)
    if (l->buffers[i].cells)
      munmap(l->buffers[i].cells, cell_bytes(&l->buffers[i]));
  for (uint64_t i = 0; l->releases && i < l->cta_total; i++)
    if (l->releases[i]) {
      ReleaseList *list = l->releases[i];
      for (int k = 0; k < 26; k++)
        free(list->blocks[k]);
      free(list);
    }
  free((void *)l->releases);
  for (int i = 0; l->global_sync && i < SHARDS; i++) {
    pthread_mutex_destroy(&l->global_sync->shards[i].lock);
    for (int k = 0; k < CHAINS; k++)
      for (TimeVar *v = l->global_sync->shards[i].chains[k], *next; v; v = next) {
        next = v->next;
        free(v);
      }
  }
  free(l->global_sync);
}
