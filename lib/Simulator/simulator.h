/* The PTX simulator: runs PTX on the host, strictly.
 *
 * Text goes in, an immutable module comes out; buffers of the host are registered under names, their host
 * addresses are the device addresses; a launch runs a grid and says how it ended. A launch that breaks a rule
 * of the PTX ISA (out of bounds, misaligned, undefined values that matter, races, divergent barriers,
 * deadlock) ends with a fault that names the kernel, the source line, the CTA, the lane, the address and the
 * buffer.
 *
 *   TriSimError e;
 *   TriSimModule *m = tri_sim_module_parse(text, strlen(text), &e);      // or e.line, e.column, e.message
 *   TriSimMemory *mem = tri_sim_memory_new(m);
 *   tri_sim_memory_add(mem, "x", x, sizeof x);
 *   struct { float *x; int n; } params = {x, 100};
 *   TriSimLaunch l = {.kernel = tri_sim_kernel_find(m, "scale"), .grid = {4, 1, 1}, .block = {128, 1, 1},
 *                     .params = &params, .param_bytes = sizeof params};
 *   TriSimResult r;
 *   if (!tri_sim_launch(mem, &l, NULL, &r)) puts(r.fault.message);
 *
 * What runs: PTX of any version and target as nvcc, clang and LLVM emit it for kernels and functions: all
 * integer and floating-point arithmetic and conversions, every state space and generic addresses, calls (also
 * indirect and recursive), divergence with fair turns for all lanes, named barriers, votes, shuffles,
 * atomics, cp.async, mbarrier, bulk copies, ldmatrix, stmatrix, mma.sync, wgmma. What does not, and is a
 * parse error that names it: clusters of more than one CTA, tensor maps, wmma.*, textures and surfaces, video
 * instructions, register parameters. vprintf prints nothing. What the race detector can and cannot see stands
 * in race.c.
 *
 * Ownership: a memory borrows its module and the registered buffers; both must outlive it. Launches of
 * different memories of one module may run on several host threads at once, and so may launches on one memory
 * while nobody adds buffers to it. The library prints nothing, exits never on bad input, and keeps
 * nothing between launches. */
#ifndef TRI_SIMULATOR_H
#define TRI_SIMULATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct TriSimModule TriSimModule;
typedef struct TriSimMemory TriSimMemory;

/* Why a text is not a module: 1-based line and column in the text, and what was expected there. */
typedef struct {
  int line, column;
  char message[400];
} TriSimError;

/* A kernel parameter: PTX type name without the dot ("u64", "b8" for aggregates), bytes, alignment, and the
 * offset in the parameter block. */
typedef struct {
  const char *name, *type;
  uint32_t size, align, offset;
  bool is_pointer; /* the PTX says .ptr */
} TriSimParam;

/* A kernel as its PTX declares it. Zero in a launch attribute means that the PTX does not say. */
typedef struct {
  const char *name;
  const TriSimParam *params;
  uint32_t param_count, param_bytes;
  uint32_t required_threads[3], max_threads[3], min_ctas_per_sm;
  uint32_t static_shared_bytes, local_bytes; /* local: per thread, with the frames of called functions */
  uint32_t register_count;                   /* virtual registers that the PTX declares */
} TriSimKernel;

/* The module of a PTX text of length bytes (a NUL is not needed), or NULL and *error. */
TriSimModule *tri_sim_module_parse(const char *text, size_t length, TriSimError *error);
void tri_sim_module_free(TriSimModule *m);

int tri_sim_kernel_count(const TriSimModule *m);
const TriSimKernel *tri_sim_kernel(const TriSimModule *m, int index);
/* NULL where there is none of that name. */
const TriSimKernel *tri_sim_kernel_find(const TriSimModule *m, const char *name);
/* The text of the `// tri.meta:` lines, joined by newlines; "" where there are none. */
const char *tri_sim_module_meta(const TriSimModule *m);

/* The device memory of one module: its .global and .const variables, initialised, and the registered buffers.
 */
TriSimMemory *tri_sim_memory_new(const TriSimModule *m);
void tri_sim_memory_free(TriSimMemory *mem);
/* Registers bytes at host address p (device address = host address). False where it overlaps another buffer.
 * The name is copied. */
bool tri_sim_memory_add(TriSimMemory *mem, const char *name, void *p, size_t bytes);
/* Forgets the buffer that starts at p. */
void tri_sim_memory_remove(TriSimMemory *mem, const void *p);
/* The host place of a module-scope variable, its bytes, and its device address (either out-parameter may be
 * NULL); NULL where there is none. */
void *tri_sim_memory_symbol(TriSimMemory *mem, const char *name, size_t *bytes, uint64_t *address);

/* Instruction classes of the counters. */
typedef enum {
  TRI_SIM_INTEGER,
  TRI_SIM_FLOAT,
  TRI_SIM_CONVERT,
  TRI_SIM_MOVE,
  TRI_SIM_LOAD,
  TRI_SIM_STORE,
  TRI_SIM_ATOMIC,
  TRI_SIM_CONTROL,
  TRI_SIM_SYNC,
  TRI_SIM_WARP,
  TRI_SIM_MATRIX,
  TRI_SIM_CLASSES
} TriSimClass;
typedef enum {
  TRI_SIM_GLOBAL,
  TRI_SIM_SHARED,
  TRI_SIM_LOCAL,
  TRI_SIM_CONST,
  TRI_SIM_PARAM,
  TRI_SIM_SPACES
} TriSimSpace;
const char *tri_sim_class_name(TriSimClass c);
const char *tri_sim_space_name(TriSimSpace s);

/* One access to global (or generic) memory in a kernel's code. */
typedef struct {
  TriSimClass cls; /* load, store or atomic */
  uint32_t bytes;  /* of a lane */
  uint32_t op_id, ptx_line;
  char location[400]; /* by .loc, "file:line:col", else "PTX line N" */
} TriSimAccess;
/* Writes the first room of them, in order; gives how many there are. */
uint32_t tri_sim_kernel_accesses(const TriSimModule *m, const TriSimKernel *k, TriSimAccess *out,
                                 uint32_t room);

/* What a launch did. A request is one memory instruction of one warp. */
typedef struct {
  uint64_t instructions[TRI_SIM_CLASSES]; /* warp instructions with at least one active lane */
  uint64_t lane_instructions;             /* the same, times the active lanes */
  uint64_t bytes_loaded[TRI_SIM_SPACES], bytes_stored[TRI_SIM_SPACES]; /* atomics count in both */
  uint64_t global_requests, global_sectors; /* 32-byte sectors touched, counted per request */
  uint64_t shared_requests, shared_wavefronts,
      shared_excess; /* excess: past the least that the width needs */
  uint64_t barriers, ctas;
} TriSimCounters;

typedef enum {
  TRI_SIM_OK,
  TRI_SIM_FAULT_LAUNCH, /* the launch itself: sizes, limits, attributes */
  TRI_SIM_FAULT_BOUNDS, /* no buffer or variable holds the bytes */
  TRI_SIM_FAULT_NULL,   /* the same, below address 4096 */
  TRI_SIM_FAULT_MISALIGNED,
  TRI_SIM_FAULT_READ_ONLY,     /* a write to const or param space */
  TRI_SIM_FAULT_UNDEFINED,     /* a value never written reached an address, a branch, a guard or memory */
  TRI_SIM_FAULT_UNINITIALISED, /* shared memory was read before anybody wrote it */
  TRI_SIM_FAULT_RACE,
  TRI_SIM_FAULT_DIVERGENT, /* an aligned barrier or a .sync operation that its lanes do not reach together */
  TRI_SIM_FAULT_DEADLOCK,
  TRI_SIM_FAULT_TRAP,    /* trap, a failed device assert */
  TRI_SIM_FAULT_INVALID, /* operands outside what the ISA allows, e.g. division by zero */
  TRI_SIM_FAULT_LIMIT,   /* the instruction limit */
  TRI_SIM_FAULT_CANCELLED
} TriSimFaultKind;
const char *tri_sim_fault_name(TriSimFaultKind k);

typedef struct {
  TriSimFaultKind kind;
  const char *kernel; /* borrowed from the module */
  char location[400]; /* "file:line:col" from the op id or .loc, else "PTX line N" */
  int ptx_line, ptx_column;
  uint32_t op_id; /* of the `// tri:N` comment; 0: none */
  uint32_t cta[3], thread[3], warp, lane;
  bool has_thread, has_address;
  TriSimSpace space;
  uint64_t address; /* state-space address: an offset in shared and local memory */
  uint32_t bytes;   /* of the access */
  char buffer[80];  /* the buffer or variable hit or nearest; "" where there is none */
  uint64_t buffer_address, buffer_bytes;
  char message[1200]; /* all of it, for people */
} TriSimFault;

typedef struct {
  const TriSimKernel *kernel;
  uint32_t grid[3], block[3]; /* all at least 1 */
  uint32_t dynamic_shared_bytes;
  const void *params; /* the parameter block, as the kernel's params lay it out */
  size_t param_bytes; /* must be the kernel's param_bytes */
} TriSimLaunch;

typedef struct {
  int threads;                 /* host threads; 0: one per processor, at most 16 */
  bool no_races;               /* switch the race detector off */
  bool no_uninitialised;       /* switch the tracking of uninitialised shared and local bytes off */
  uint64_t instruction_limit;  /* warp instructions of the launch; 0: none */
  uint32_t resident_ctas;      /* most CTAs in flight; 0: 4096 */
  uint32_t shared_limit;       /* most shared bytes of a CTA; 0: 232448 (227 KB) */
  const volatile bool *cancel; /* polled; the launch ends with TRI_SIM_FAULT_CANCELLED when it becomes true */
  /* The source location of an op id of a kernel, or NULL; called at most once, when a fault is rendered. */
  const char *(*locate)(void *user, const char *kernel, uint32_t op_id);
  void *user;
} TriSimOptions;

typedef struct {
  TriSimFault fault;       /* kind TRI_SIM_OK: none */
  TriSimCounters counters; /* up to the fault */
} TriSimResult;

/* Runs a grid to its end or to its first fault; true when it ended well. options may be NULL. Memory effects
 * before a fault stay. */
bool tri_sim_launch(TriSimMemory *mem, const TriSimLaunch *launch, const TriSimOptions *options,
                    TriSimResult *result);

#endif
