/* The running machine: launch, worker, CTA, warp, fragment.
 *
 * A warp runs one instruction for many lanes. Its lanes are split into fragments, each with a pc; a fragment
 * that branches both ways becomes two, tied by a join: the lanes meet again at the branch's immediate
 * post-dominator. The fragments of a warp, the warps of a CTA and the CTAs of a host thread take turns, so
 * that a lane that spins never starves the lane it waits for. Lanes that wait at a join are let go when the
 * others only spin.
 *
 * Invariant: every live lane is in exactly one fragment's mask or one join's arrived set; the current
 * fragment's state is in the warp's own fields, those of the others in frags[]. */
#ifndef TRI_SIMULATOR_EXEC_H
#define TRI_SIMULATOR_EXEC_H

#include "Simulator/module.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

typedef struct Launch Launch;
typedef struct Worker Worker;
typedef struct Cta Cta;
typedef struct Act Act;
typedef struct AsyncCopy AsyncCopy;

enum { MAX_WARPS = 32, MAX_JOINS = 64, MAX_BARRIERS = 16 };
#define FULL 0xffffffffu

/* An activation of a function in a warp: register file and local frame. */
struct Act {
  const Func *func;
  Act *parent;
  const CallSite *site;
  uint32_t return_pc, local_base, refs;
  unsigned char *regs;
  uint32_t *defined;
};

typedef struct {
  uint32_t pc, expected, arrived;
  Act *act;
  int parent;
  uint32_t refs; /* fragments and joins under it */
} Join;

typedef enum { FRAG_RUN, FRAG_GATHER, FRAG_BARRIER } FragState;

typedef struct {
  uint32_t pc, mask;
  Act *act;
  int join;
  FragState state;
  uint32_t lanes, want; /* FRAG_GATHER: who is here, who must come */
  uint32_t barrier;     /* FRAG_BARRIER */
} Frag;

struct Warp {
  unsigned char *base[2]; /* register file, constant pool */
  uint32_t *defined[2];
  const Inst *code;
  uint32_t pc, mask;
  Act *act;
  int join;
  Act *entry; /* the activation of the kernel itself, kept between CTAs */
  uint32_t carry;

  Cta *cta;
  Worker *worker;
  Launch *launch;
  uint32_t index, present, live;
  uint32_t tid[3][LANES]; /* thread indices */
  uint32_t current, frag_count;
  Frag frags[LANES];
  Join joins[MAX_JOINS];
  uint32_t gathered; /* fragments that the last gather joined, a bit each */
  uint32_t spin;     /* strong reads in a row that changed nothing */
  uint32_t spin_pc;  /* where the newest of them stands */

  unsigned char *local; /* LANES pieces of local_bytes */
  unsigned char *local_known;
  uint32_t local_bytes;
  AsyncCopy *async; /* cp.async on its way */
  uint32_t async_count, async_capacity, async_group;
  const Func *unknown_func; /* the first read of bytes that nobody wrote, for the fault that it leads to */
  uint32_t unknown_pc, unknown_lane, unknown_bytes;
  uint64_t unknown_address;
  /* Race detector: the event up to which this warp has seen each warp of its CTA; the same at its last fence;
   * the time of the last release that it knows of. */
  uint32_t known[MAX_WARPS], fenced[MAX_WARPS];
  bool has_fence;
  uint64_t release_time;
};

typedef struct {
  uint32_t arrived[MAX_WARPS]; /* lanes */
  uint32_t count;              /* threads expected; 0: all */
  bool in_use, has_count;
  uint32_t op, votes; /* bar.red: how many said yes */
  uint32_t voters;
  uint32_t known[MAX_WARPS];
  uint64_t release_time;
} Barrier;

typedef struct SyncVar SyncVar;

struct Cta {
  uint32_t id[3], number;
  Launch *launch;
  Worker *worker;
  Warp *warps;
  uint32_t warp_count, live_warps, next_warp, threads;
  unsigned char *shared;
  unsigned char *shared_known; /* a bit mask of initialised bytes per word */
  struct Cell *shared_cells;
  Barrier barriers[MAX_BARRIERS];
  uint32_t event;              /* race detector's clock of this CTA */
  uint64_t seen, last_release; /* releases of the launch up to here are visible; time of the own last one */
  bool dirty;                  /* a plain global access since the last release */
  struct ReleaseList *releases;
  SyncVar *sync_vars[64]; /* addresses that carry a release inside the CTA */
  bool active;
  Cta *next; /* the worker's ring */
};

typedef struct {
  uint64_t base, bytes;
  unsigned char *host;
  const char *name;
  bool read_only;
  struct Cell *cells; /* race shadow, one per word */
} Buffer;

struct Worker {
  Launch *launch;
  pthread_t thread;
  Cta *ctas;
  uint32_t cta_count;
  TriSimCounters counters;
  uint32_t hints[1024]; /* by instruction: the buffer last hit */
  Cta *free_ctas;
  uint64_t ticks, published, steps; /* ticks: memory changed, a barrier opened, lanes left */
};

struct Launch {
  const TriSimModule *module;
  const Func *kernel;
  TriSimMemory *memory;
  TriSimOptions options;
  uint32_t grid[3], block[3];
  uint64_t cta_total;
  uint32_t threads_per_cta, warps_per_cta, dynamic_shared, shared_end, local_bytes;
  unsigned char *params;
  unsigned char *shared_template; /* shared_known at the start of a CTA */
  uint32_t shared_extent;         /* bytes of a CTA's shared image */
  Buffer *buffers;
  uint32_t buffer_count;
  bool races, uninitialised;
  atomic_ullong next_cta, instructions, progress;
  atomic_uint running_workers, spinning_workers, resident;
  atomic_bool stop;
  struct ReleaseList *_Atomic *releases; /* by CTA number */
  struct GlobalSync *global_sync;
  _Atomic uint64_t release_count;
  pthread_mutex_t mutex;
  TriSimResult *result;
  Worker *workers;
  uint32_t worker_count;
};

/* ---- registers ------------------------------------------------------------------------------------------
 */

#define INDEX(r) ((r) & ~REF_CONST)
static inline void *reg(const Warp *w, Ref r) { return w->base[r >> 31] + (size_t)INDEX(r) * GRANULE; }
static inline uint32_t defined(const Warp *w, Ref r) { return w->defined[r >> 31][INDEX(r)]; }
static inline void define(Warp *w, Ref d, uint32_t mask, uint32_t known)
{
  uint32_t *p = &w->defined[0][d];
  *p = (*p & ~mask) | (mask & known);
}
static inline uint32_t predicate(const Warp *w, Ref r)
{
  uint32_t v;
  memcpy(&v, reg(w, r), sizeof v);
  return v;
}
static inline void set_predicate(Warp *w, Ref d, uint32_t mask, uint32_t value, uint32_t known)
{
  uint32_t v = (predicate(w, d) & ~mask) | (value & mask);
  memcpy(reg(w, d), &v, sizeof v);
  define(w, d, mask, known);
}
/* A lane of a register of 2, 4 or 8 bytes a lane, zero-extended. */
static inline uint64_t lane_value(const void *r, uint32_t bytes, uint32_t lane)
{
  switch (bytes) {
  case 2:
    return ((const uint16_t *)r)[lane];
  case 4:
    return ((const uint32_t *)r)[lane];
  default:
    return ((const uint64_t *)r)[lane];
  }
}
static inline void set_lane(void *r, uint32_t bytes, uint32_t lane, uint64_t v)
{
  switch (bytes) {
  case 2:
    ((uint16_t *)r)[lane] = (uint16_t)v;
    break;
  case 4:
    ((uint32_t *)r)[lane] = (uint32_t)v;
    break;
  default:
    ((uint64_t *)r)[lane] = v;
  }
}

#if defined(__clang__)
/* A loop that cannot be vectorised is no error: most of these bodies are one expression, some are calls. */
#pragma clang diagnostic ignored "-Wpass-failed"
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define INDEPENDENT _Pragma("GCC ivdep")
#else
#define INDEPENDENT
#endif

/* Runs the statement for every lane l of mask; when all are there the loop has no branches and vectorises. */
#define FOR_LANES(mask, ...)                                                                                 \
  do {                                                                                                       \
    if ((mask) == FULL) {                                                                                    \
      INDEPENDENT                                                                                            \
      for (uint32_t l = 0; l < LANES; l++) {                                                                 \
        __VA_ARGS__                                                                                          \
      }                                                                                                      \
    } else {                                                                                                 \
      for (uint32_t m_ = (mask); m_; m_ &= m_ - 1) {                                                         \
        uint32_t l = (uint32_t)__builtin_ctz(m_);                                                            \
        __VA_ARGS__                                                                                          \
      }                                                                                                      \
    }                                                                                                        \
  } while (0)

static inline uint32_t count_bits(uint32_t m) { return (uint32_t)__builtin_popcount(m); }

/* ---- faults (fault.c): fill the launch's result once and give EV_FAULT ------------------------------------
 */

typedef struct {
  TriSimFaultKind kind;
  const Warp *warp;
  uint32_t pc, lane;
  bool has_address;
  TriSimSpace space;
  uint64_t address;
  uint32_t bytes;
  const char *text; /* what happened, without place */
} FaultInfo;
int fault_raise(const FaultInfo *f);
int fault(Warp *w, const Inst *in, TriSimFaultKind kind, uint32_t lane, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
int fault_memory(Warp *w, const Inst *in, TriSimFaultKind kind, uint32_t lane, TriSimSpace space,
                 uint64_t address, uint32_t bytes, const char *format, ...)
    __attribute__((format(printf, 8, 9)));
void fault_launch(Launch *l, TriSimFaultKind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- warps (warp.c) ---------------------------------------------------------------------------------------
 */

typedef enum { RUN_BUDGET, RUN_BLOCKED, RUN_DONE, RUN_SPIN, RUN_STOP } RunState;
/* Runs the warp until it waits, ends, faults or *budget instructions are used up; takes those that ran off
 * *budget. */
RunState warp_run(Warp *w, uint32_t *budget);
void warp_start(Warp *w);
/* Joins the lanes that wait at this instruction to mask once all of want are here: the union, or 0 (then
 * return EV_WAIT). w->gathered has the fragments. any_pc: they may wait at other instructions with the same
 * exec. */
uint32_t warp_gather(Warp *w, const Inst *in, uint32_t mask, uint32_t want, bool any_pc);
/* Splits the current fragment: the lanes of taken go to taken_pc, the others on; they meet at reconv. */
void warp_diverge(Warp *w, uint32_t taken, uint32_t taken_pc, uint32_t other_pc, uint32_t reconv);
void warp_exit_lanes(Warp *w, uint32_t lanes);
void warp_use_act(Warp *w, Act *a);
Act *act_new(Warp *w, const Func *f, Act *parent, const CallSite *site, uint32_t return_pc,
             uint32_t local_base);
void act_release(Act *a);
static inline void warp_progress(Warp *w) { w->spin = 0; }

/* ---- matrices (exec_matrix.c) */

/* All 32 lanes must be here: EV_NEXT, else the event. */
int whole_warp(Warp *w, const Inst *in, uint32_t mask);
/* Element i, of that many bits, of a register. */
double matrix_element(Type t, uint32_t v, uint32_t bits, uint32_t i);

/* ---- CTAs (cta.c) and barriers (exec_barrier.c) -----------------------------------------------------------
 */

bool cta_start(Worker *worker, uint64_t number);
void cta_finish(Worker *worker, Cta *c);
void cta_free_all(Worker *worker);
RunState cta_run(Cta *c, uint32_t budget);
/* Lanes of a warp have left for good: barriers that waited for them may be complete. */
void barriers_recheck(Cta *c);
/* A special register of a lane; whether it differs between lanes. */
bool sreg_varies(uint32_t id);
bool sreg_is_clock(uint32_t id);
uint64_t sreg_value(const Warp *w, uint32_t id, uint32_t dim, uint32_t lane);

/* ---- memory -----------------------------------------------------------------------------------------------
 */

Buffer *buffer_find(Launch *l, uint64_t address, uint32_t bytes, uint32_t *hint);
TriSimSpace counter_space(Space s);

/* All cp.async of the warp have arrived (exec_async.c). */
void async_complete_all(Warp *w);

/* ---- race detector (race.c) -------------------------------------------------------------------------------
 */

typedef enum { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC } Access;
/* The last accesses of a word: who and when, packed (see race.c). */
typedef struct Cell {
  _Atomic uint64_t write, reads[2];
} Cell;
void race_fence(Warp *w, bool wide);
void race_release(Warp *w, uint64_t address, bool global, bool fence);
/* An arrival on an mbarrier: all that the warp has seen goes into the address. */
void race_publish(Warp *w, uint64_t address);
void race_acquire(Warp *w, uint64_t address, bool global);
void race_barrier_arrive(Warp *w, Barrier *b);
void race_barrier_leave(Warp *w, const Barrier *b);
void race_warp_sync(Warp *w);
void race_begin(Cta *c);
void race_end(Cta *c);
void race_launch_begin(Launch *l);
void race_launch_end(Launch *l);

/* ---- instructions: every Exec that the decoders name ------------------------------------------------------
 */

#define X(name) int name(Warp *w, const Inst *in, uint32_t mask);
#include "Simulator/execs.def"
#undef X

/* Rows of the elementwise instructions (alu.h). */
typedef struct {
  const char *name;
  Type type;
  Exec exec;
  uint8_t sources;
  Type d, a, b, c;
} AluRow;
extern const AluRow alu_rows_int[], alu_rows_float[];
/* The executor of a row of float.def, or a faster one that this host has. */
Exec float_exec(Exec e);

#endif
