/* libtri's objects. A compiler owns its context, its modules and the text of its last error; a module owns
 * its text, its IR and its kernels. Everything of a module lives in the module's arena. */
#ifndef TRI_RUNTIME_H
#define TRI_RUNTIME_H

#include "Cuda/cache.h"
#include "Interpreter/interpreter.h"
#include "Simulator/simulator.h"
#include "Support/arena.h"
#include "Target/ptx.h"
#include "mlir-c/IR.h"
#include "tri/device.h"

/* A kernel compiled for one target. */
typedef struct Code {
  struct Code *next;
  const Target *target;
  uint64_t promised;                 /* bit i: compiled for an argument i that is a multiple of 16 */
  const char *text[TRI_STAGE_COUNT]; /* in the module's arena; NULL until asked for, see code_for */
  double seconds[TRI_PHASE_COUNT];   /* of the compile that made the PTX */
  TriSimModule *sim;                 /* parsed at the first launch on sim */
} Code;

/* A target at an older PTX version than its row says. */
typedef struct OlderTarget {
  struct OlderTarget *next;
  Target target;
  char ptx[16];
} OlderTarget;

/* An emitter for one target. */
typedef struct Emitter {
  struct Emitter *next;
  const Target *target;
  PtxCompiler *ptx;
} Emitter;

/* A kernel on a device, for tri_launch. */
typedef struct Loaded {
  struct Loaded *next;
  int device;
  const Target *target;
  uint64_t promised;
  TriFunction *function;
} Loaded;

struct TriCompiler {
  MlirContext context;
  Arena errors; /* holds error */
  const char *error;
  TriStatus status;
  TriModule *modules; /* newest first */
  Emitter *emitters;  /* made when first needed */
  OlderTarget *older;
  Cache cache;
};

struct TriModule {
  TriModule *next;
  TriCompiler *compiler;
  Arena arena;
  const char *name, *text; /* expanded */
  MlirModule ir;
  double seconds;      /* that the parse took */
  const char *ir_text; /* printed when first asked for */
  TriKernel *kernels;
  size_t n_kernels;
  const TriParam *params;
  size_t n_params;
  const char *const *configs;
  size_t n_configs;
  const char *arch; /* the .target of a module from PTX, which has no IR; else NULL */
};

struct TriKernel {
  TriModule *module;
  MlirOperation func;
  const char *name, *grid, *bytes, *flops;
  int line;
  uint32_t block[3]; /* of a kernel from PTX that requires a shape, else zeros */
  TriParameter *parameters;
  size_t n_parameters;
  bool searched;            /* for ops that compiled code does not have: tri_kernel_compiles */
  const char *missing;      /* the first: "tri.dot at k.mlir:31:10 is not compiled yet"; or NULL */
  Interpreter *interpreter; /* decoded at the first launch on ref */
  Code *codes;              /* compiled so far, newest first */
  Loaded *loaded;           /* on devices so far, newest first */
};

/* Makes the sentence the compiler's error and gives the status back. */
TriStatus fail(TriCompiler *c, TriStatus status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- diagnostics.c: what MLIR says while something runs becomes the compiler's error ---- */

typedef struct Diagnostics Diagnostics;
/* Starts to collect; text is the source whose lines are shown (may be NULL). */
Diagnostics *diagnostics_begin(TriCompiler *c, const char *text);
/* Stops; where failed, what was said (or otherwise, if nothing was) becomes the compiler's error with this
 * status. */
void diagnostics_end(Diagnostics *d, bool failed, TriStatus status, const char *otherwise);

/* The source's line and a caret below the column, both from 1, each after a newline; "" where there is no
 * such place. */
const char *line_and_caret(Arena *a, const char *source, int line, int column);

/* ---- module.c ---- */

/* An empty module of the compiler. */
TriModule *module_new(TriCompiler *c, const char *name);

/* ---- launch_sim.c ---- */

/* Parses the code's PTX for the simulator, once; false after an error. */
bool parse_code(TriKernel *k, Code *code);

/* ---- ptx_module.c ---- */

/* The text of this stage of a kernel from PTX; NULL after an error. */
const char *ptx_text(TriKernel *k, TriStage stage);

/* ---- attributes.c ---- */

/* Whether the definition is a kernel attribute's: num_warps, num_stages, num_ctas, max_registers. */
bool is_attribute_definition(const char *name);
/* Sets those among the definitions on the module's kernels; false after an error. */
bool apply_attributes(TriModule *m, const TriDefine *defines, size_t n);

/* ---- kernel.c ---- */

/* The function of the module that a func.call calls; null where there is none. */
MlirOperation called_function(const TriModule *m, MlirOperation call);
/* Finds the module's kernels and describes them. */
void find_kernels(TriModule *m);

/* ---- resolve.c ---- */

/* Replaces the template's names in the IR's tri.grid and tri.arg; what the kernel's description says stays.
 */
void resolve_names(TriKernel *k);

/* ---- compile.c ---- */

/* The target of this name (NULL: sm_90a); NULL after an error that lists them. */
const Target *find_target(TriCompiler *c, const char *arch);
/* The target at a PTX version that is not newer than its own. */
const Target *target_at_ptx(TriCompiler *c, const Target *t, int ptx);
/* The kernel compiled for the target and under the promises, now or before, with the text of this stage; PTX
 * and metadata come together. NULL after an error. */
Code *code_for(TriKernel *k, const Target *t, uint64_t promised, TriStage stage);

/* ---- load.c ---- */

/* The kernel on the device, compiled for the target; where promised is not 0, with code under those promises
 * as well. NULL after an error of the compiler. */
TriFunction *load_function(TriKernel *k, TriDevice *d, const Target *t, uint64_t promised);

/* Bit i: argument i of this launch is a multiple of 16, and the kernel does not say so itself. */
uint64_t new_promises(const TriKernel *k, const TriArg *args, size_t n);

/* ---- launch_ref.c, launch_sim.c, launch_cuda.c: arguments are checked ---- */

TriStatus launch_ref(TriKernel *k, const TriLaunch *l, TriStats *stats);
TriStatus launch_sim(TriKernel *k, const TriLaunch *l, TriStats *stats);
TriStatus launch_cuda(TriKernel *k, const TriLaunch *l, TriStats *stats);
/* The bits of an argument as the kernel takes it, in the low bytes. */
uint64_t arg_bits(const TriParameter *p, const TriArg *a);
/* The launch's buffers by address, those that overlap joined; in the arena. */
typedef struct {
  const char *name;
  void *start;
  size_t bytes;
} Buffer;
size_t launch_buffers(Arena *a, const TriKernel *k, const TriLaunch *l, Buffer **buffers);

/* ---- grid.c ---- */

/* TRI_OK, or TRI_USAGE with an error that names the axis. */
TriStatus check_grid(TriCompiler *c, const int64_t grid[3]);

/* ---- access.c ---- */

/* Which of the kernel's pointers its memory operations may reach, for reading and for writing: sets is_read
 * and is_written of its parameters. */
void find_accesses(TriKernel *k);

#endif
