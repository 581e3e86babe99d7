/* libtri: compile and run block kernels from C. Self-contained: no MLIR type, no CUDA header.
 *
 *   TriCompiler *c = tri_compiler_new();
 *   TriModule *m = tri_module_parse(c, text, strlen(text), "kernel.mlir", NULL, 0);
 *   TriKernel *k = m ? tri_module_kernel(m, NULL) : NULL;
 *   if (!k) { fprintf(stderr, "%s", tri_error(c)); return 1; }
 *   TriArg args[] = {tri_buffer(x, sizeof x), tri_buffer(y, sizeof y), tri_int(n)};
 *   TriStatus s = tri_launch(k, &(TriLaunch){.grid = {97, 1, 1}, .args = args, .n_args = 3}, NULL);
 *
 * A compiler owns one context, its modules and their kernels, and is used by one thread at a time; several
 * compilers run in parallel. Strings that are given back belong to the object they were asked of and live as
 * long as it does. Errors are a status and a text, tri_error(compiler): one or more lines that name the
 * place, what was expected and what to do. Nothing here ends the process on bad input. */
#ifndef TRI_TRI_H
#define TRI_TRI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TRI_API __attribute__((visibility("default")))

/* ---- status: also tri-run's exit codes ---- */

typedef enum {
  TRI_OK = 0,
  TRI_CHECK_FAILED = 1, /* a comparison found a difference (tri-run --check) */
  TRI_USAGE = 2,        /* what the caller passed is wrong: names, sizes, grid, files */
  TRI_COMPILE = 3,      /* the kernel's text does not parse, verify or compile */
  TRI_DEVICE = 4,       /* the environment: no device, out of memory */
  TRI_FAULT = 5,        /* the kernel did something it must not: out of bounds, division by zero, … */
} TriStatus;

/* ---- element types ---- */

/* X(name in C, name in the IR, bytes in memory) */
#define TRI_TYPES(X)                                                                                         \
  X(I1, "i1", 1)                                                                                             \
  X(I8, "i8", 1)                                                                                             \
  X(I16, "i16", 2)                                                                                           \
  X(I32, "i32", 4)                                                                                           \
  X(I64, "i64", 8)                                                                                           \
  X(F8E4M3FN, "f8E4M3FN", 1)                                                                                 \
  X(F8E5M2, "f8E5M2", 1)                                                                                     \
  X(F16, "f16", 2)                                                                                           \
  X(BF16, "bf16", 2)                                                                                         \
  X(F32, "f32", 4)                                                                                           \
  X(F64, "f64", 8)                                                                                           \
  X(PTR, "ptr", 8)

typedef enum {
  TRI_NONE = 0, /* no type, or one that has no place in memory */
#define X(name, text, bytes) TRI_##name,
  TRI_TYPES(X)
#undef X
      TRI_TYPE_COUNT
} TriType;

TRI_API const char *tri_type_name(TriType t);     /* "f32"; "?" for TRI_NONE */
TRI_API int tri_type_bytes(TriType t);            /* bytes of an element in memory; 0 for TRI_NONE */
TRI_API TriType tri_type_named(const char *name); /* TRI_NONE where there is no such type */

/* ---- compiler and modules ---- */

typedef struct TriCompiler TriCompiler;
typedef struct TriModule TriModule;
typedef struct TriKernel TriKernel;

TRI_API TriCompiler *tri_compiler_new(void);
TRI_API void tri_compiler_free(TriCompiler *c);
/* What went wrong in the last call that failed; "" where none has. */
TRI_API const char *tri_error(const TriCompiler *c);

/* A template parameter, -D name=value, or an attribute of all kernels: num_warps, num_stages, num_ctas,
 * max_registers. */
typedef struct {
  const char *name, *value;
} TriDefine;

/* Expands the text's template lines with the definitions, parses and verifies it. The text may hold NULs
 * nowhere; name is used in errors. NULL on failure (TRI_USAGE for a bad definition, TRI_COMPILE else: see
 * tri_status). */
TRI_API TriModule *tri_module_parse(TriCompiler *c, const char *text, size_t bytes, const char *name,
                                    const TriDefine *defines, size_t n_defines);
/* A module of the kernels (.entry) in a PTX text, from whatever compiler; what they are launched with is what
 * the text's `// tri.meta:` lines say, or what the PTX declares: parameters then have no names but their
 * positions, "0", "1", … NULL on failure, with the place in the text. Such a module has no IR: it runs on the
 * simulator and on CUDA, not on the interpreter. */
TRI_API TriModule *tri_module_parse_ptx(TriCompiler *c, const char *text, size_t bytes, const char *name);
/* What a module from PTX was compiled for, its .target ("sm_90"); NULL for a module from MLIR. */
TRI_API const char *tri_module_arch(const TriModule *m);
/* The status of the last call that failed on this compiler; TRI_OK where none has. */
TRI_API TriStatus tri_status(const TriCompiler *c);

/* The expanded text: valid MLIR with the same line numbers as what was parsed. */
TRI_API const char *tri_module_text(const TriModule *m);
/* The module as MLIR prints it, after the parse. */
TRI_API const char *tri_module_ir(TriModule *m);

/* The template's parameters with the values in force, in the order of the file. */
typedef struct {
  const char *name, *value;
  const char *choices; /* "64, 128, 256", or "" */
  int line;            /* from 1 */
} TriParam;
TRI_API size_t tri_module_params(const TriModule *m, const TriParam **params);
/* The template's configurations ("BM=128 BN=256 num_warps=8"), in the order of the file. */
TRI_API size_t tri_module_configs(const TriModule *m, const char *const **configs);

/* ---- kernels ---- */

TRI_API size_t tri_module_kernel_count(const TriModule *m);
TRI_API TriKernel *tri_module_kernel_at(TriModule *m, size_t i);
/* The kernel of this name, or the first for NULL. NULL, with an error that lists the kernels, where there is
 * none. */
TRI_API TriKernel *tri_module_kernel(TriModule *m, const char *name);

TRI_API const char *tri_kernel_name(const TriKernel *k);
TRI_API const char *tri_kernel_grid(const TriKernel *k); /* tri.grid, or NULL */
/* tri.bytes and tri.flops: expressions for what a launch moves and computes; NULL where the kernel does not
 * say. */
TRI_API const char *tri_kernel_bytes(const TriKernel *k);
TRI_API const char *tri_kernel_flops(const TriKernel *k);
TRI_API int tri_kernel_line(const TriKernel *k); /* line of the kernel in the text, from 1; 0 unknown */

typedef struct {
  const char *name;     /* without the % */
  TriType type;         /* TRI_PTR for a pointer */
  TriType pointee;      /* of a pointer */
  int64_t divisibility; /* tri.divisibility, or 1 */
  const char *fill;     /* tri.arg, or NULL */
  size_t bytes;         /* from PTX: in the parameter block; else 0 */
  bool is_untyped;      /* from PTX, which tells an integer's size alone: a buffer (8 bytes), or a float whose
                           TriArg.type is of that size, may be passed as well. A pointer's pointee is then
                           TRI_NONE, and type TRI_NONE means bytes passed by value: a buffer that holds them */
  bool is_read,
      is_written; /* of a pointer: memory behind it may be; both are false only where it certainly is not */
} TriParameter;
TRI_API size_t tri_kernel_parameters(const TriKernel *k, const TriParameter **parameters);

/* The threads of a block along x, y, z that a kernel from PTX requires (.reqntid); zeros where it does not
 * say, or is from MLIR. */
TRI_API void tri_kernel_block(const TriKernel *k, int64_t block[3]);

/* The classes of docs/semantics.md. */
typedef enum {
  TRI_EXACT,       /* every target gives the same bits */
  TRI_ORDERED,     /* within a bound of ref; the same bits wherever the same PTX runs */
  TRI_APPROXIMATE, /* within a bound */
} TriExactness;

/* How far what a kernel gives on ref and what compiled code gives may lie apart: got agrees with want where
 * |got - want| <= relative·max(|want|, N) + absolute·M, N being the least normal number of the type and M the
 * largest finite |want| of the buffer. */
typedef struct {
  TriExactness exactness;
  double relative, absolute; /* 0 of an exact kernel */
  int count;                 /* ops that are not exact */
  const char *op, *place;    /* the least exact of them: "math.exp", "kernel.mlir:12:8"; NULL where none */
  double ulp;                /* its bound, */
  TriType type;              /* in units of this type's last place */
} TriBound;
/* False for a kernel from PTX. */
TRI_API bool tri_kernel_bound(TriKernel *k, TriBound *bound);

/* ---- compiling ---- */

/* What a kernel is on its way to PTX. */
typedef enum {
  TRI_STAGE_LAYOUT, /* blocks with layouts and barriers (MLIR) */
  TRI_STAGE_GPU,    /* one thread: gpu, arith, scf, llvm dialects (MLIR) */
  TRI_STAGE_LLVM,   /* the llvm and nvvm dialects (MLIR) */
  TRI_STAGE_LLVMIR, /* LLVM IR, optimised */
  TRI_STAGE_PTX,
  TRI_STAGE_META, /* the launch metadata, JSON */
  TRI_STAGE_COUNT
} TriStage;

/* The kernel's text at this stage for this target ("sm_90a"; NULL for that), compiled when first asked for,
 * and no further than to this stage. NULL on failure. */
TRI_API const char *tri_kernel_text(TriKernel *k, const char *arch, TriStage stage);
/* Whether compiled code has every op of the kernel: TRI_TARGET_SIM and TRI_TARGET_CUDA, not TRI_TARGET_REF
 * alone. Where not, *why (which may be NULL) says what is missing: "tri.dot at kernel.mlir:31:10 is not
 * compiled yet"; else it is NULL. What else keeps a kernel from compiling, its shapes say, is not looked at.
 * True of a kernel from PTX. */
TRI_API bool tri_kernel_compiles(TriKernel *k, const char **why);
/* The names of the targets, NULL after the last. */
TRI_API const char *const *tri_arch_names(void);

/* The phases of compiling, in order. X(name in C, name, what is done) */
#define TRI_PHASES(X)                                                                                        \
  X(PARSE, "parse", "template, parse, verify; of the whole module")                                          \
  X(BLOCK, "block", "inline, simplify, fuse on blocks")                                                      \
  X(LAYOUT, "layout", "layouts, barriers")                                                                   \
  X(GPU, "gpu", "the code of one thread")                                                                    \
  X(LLVM, "llvm", "the llvm and nvvm dialects")                                                              \
  X(OPTIMISE, "optimise", "LLVM IR, translated and optimised")                                               \
  X(EMIT, "emit", "PTX and its metadata")

typedef enum {
#define X(name, text, what) TRI_PHASE_##name,
  TRI_PHASES(X)
#undef X
      TRI_PHASE_COUNT
} TriPhase;

TRI_API const char *tri_phase_name(TriPhase p); /* "optimise" */
/* Seconds of processor time that each phase took, TRI_PHASE_COUNT of them, when this target's PTX was made;
 * that is now, where it was not made before. NULL on failure. */
TRI_API const double *tri_kernel_seconds(TriKernel *k, const char *arch);

/* Where machine code for CUDA devices is kept between runs: a folder; "off"; NULL for what the environment's
 * TRI_CACHE says (the same two), else $XDG_CACHE_HOME/tri, else ~/.cache/tri. A new compiler has NULL. */
TRI_API void tri_compiler_cache(TriCompiler *c, const char *folder);
/* Why the cache could not be used, "" where it could: a full disk, say. Never an error of a launch. */
TRI_API const char *tri_cache_problem(const TriCompiler *c);

/* Accesses to global memory that stand in the code: one op's of one width. */
typedef struct {
  const char *place; /* "kernel.mlir:31:14" */
  const char *what;  /* "load", "store", "atomic" */
  int bits;          /* of a thread and instruction */
  int count;         /* instructions */
} TriAccess;

/* What the PTX for a target (NULL: sm_90a) takes, before a launch. Registers are those that the PTX declares;
 * an assembler needs fewer. */
typedef struct {
  int registers;
  int64_t static_shared, dynamic_shared; /* bytes of a block */
  int64_t local_bytes;                   /* of a thread */
  int64_t threads[3];                    /* of a block; zeros where PTX does not say */
  const TriAccess *accesses;
  size_t n_accesses;
} TriCost;
TRI_API const TriCost *tri_kernel_cost(TriKernel *k, const char *arch);

/* ---- launching ---- */

/* Which machine executes. Results agree as docs/semantics.md says. */
typedef enum {
  TRI_TARGET_REF,  /* the reference interpreter, on the IR as parsed */
  TRI_TARGET_SIM,  /* the PTX simulator, on the code that a GPU would run */
  TRI_TARGET_CUDA, /* a CUDA device; buffers are copied there and back, and addresses of buffers in arguments
                      that are pointers to pointers follow. tri/device.h launches without copies */
  TRI_TARGET_AUTO, /* the interpreter for what is not compiled yet (tri_kernel_compiles); else a CUDA device
                      where one can be used, else the simulator */
} TriTarget;

/* One argument's value. Buffers are host memory; the kernel's accesses are checked against [data, data +
 * bytes). */
typedef struct {
  TriType type; /* TRI_PTR: data and bytes; an integer: i; a float: f */
  void *data;
  size_t bytes;
  int64_t i; /* truncated to the parameter's width */
  double f;  /* rounded to the parameter's type */
} TriArg;
static inline TriArg tri_buffer(void *data, size_t bytes)
{
  TriArg a = {TRI_PTR, data, bytes, 0, 0};
  return a;
}
static inline TriArg tri_int(int64_t i)
{
  TriArg a = {TRI_I64, NULL, 0, i, 0};
  return a;
}
static inline TriArg tri_float(double f)
{
  TriArg a = {TRI_F64, NULL, 0, 0, f};
  return a;
}

typedef struct {
  TriTarget target;
  int64_t grid[3]; /* programs along x, y, z; a zero extent runs nothing */
  const TriArg *args;
  size_t n_args;
  int threads;      /* host threads to use; 0 for as many as there are cores */
  const char *arch; /* what to compile for, "sm_90a"; NULL for that, and for the device's own on CUDA */
  int device;       /* of TRI_TARGET_CUDA, from 0 */
  int block[3];     /* threads of a block of a kernel from PTX that does not say; zeros: as the kernel says */
  int64_t shared;   /* dynamic shared bytes of a kernel from PTX; 0: as the kernel says */
} TriLaunch;

/* Classes of instructions. X(name in C, name) */
#define TRI_INSTRUCTION_CLASSES(X)                                                                           \
  X(INTEGER, "integer")                                                                                      \
  X(FLOAT, "float")                                                                                          \
  X(CONVERT, "convert")                                                                                      \
  X(MOVE, "move")                                                                                            \
  X(LOAD, "load")                                                                                            \
  X(STORE, "store")                                                                                          \
  X(ATOMIC, "atomic")                                                                                        \
  X(CONTROL, "control")                                                                                      \
  X(SYNC, "sync")                                                                                            \
  X(WARP, "warp")                                                                                            \
  X(MATRIX, "matrix")

typedef enum {
#define X(name, text) TRI_INSTRUCTIONS_##name,
  TRI_INSTRUCTION_CLASSES(X)
#undef X
      TRI_INSTRUCTIONS_COUNT
} TriInstructionClass;
TRI_API const char *tri_instruction_class_name(TriInstructionClass c);

/* What the simulator counts. A request is one memory instruction of one warp, a sector 32 bytes, a wavefront
 * one pass over the 32 banks of shared memory. */
typedef struct {
  uint64_t instructions, lane_instructions;  /* of warps; of lanes */
  uint64_t by_class[TRI_INSTRUCTIONS_COUNT]; /* of warps */
  uint64_t global_requests, global_sectors, global_bytes;
  uint64_t shared_bytes;
  uint64_t shared_requests, shared_wavefronts, shared_excess; /* excess: bank conflicts */
  uint64_t barriers;
} TriCounters;

typedef struct {
  TriTarget target;       /* that ran it: never TRI_TARGET_AUTO */
  double seconds;         /* of the run alone: wall clock; on a CUDA device its own, without copies */
  int64_t programs;       /* that ran */
  int threads;            /* that ran them */
  double compile_seconds; /* before it, with assembling and loading; 0 where the kernel was loaded */
  TriCounters counters;   /* of the simulator; zeros elsewhere */
} TriStats;

/* Largest grid extent per axis: 2^31 - 1 for x, 65535 for y and z (CUDA Programming Guide, Technical
 * Specifications). */
TRI_API int64_t tri_grid_limit(int axis);

/* The grid that the kernel's tri.grid gives for these arguments: an expression over scalar arguments and
 * integer template parameters. TRI_USAGE where there is no tri.grid or it has no value. */
TRI_API TriStatus tri_kernel_default_grid(TriKernel *k, const TriArg *args, size_t n_args, int64_t grid[3]);

/* Runs every program of the grid; returns when all are done or one has failed. Checks before it starts:
 * number and kinds of the arguments, grid extents, tri.divisibility. stats may be NULL. */
TRI_API TriStatus tri_launch(TriKernel *k, const TriLaunch *launch, TriStats *stats);

/* The value of an integer expression (+ - * / % min max cdiv log2, parentheses) over names; see
 * docs/tri-run.md. value_of gives false for an unknown name. On failure false, and a sentence in
 * error[0..error_bytes). */
typedef bool (*TriNames)(const char *name, int64_t *value, void *data);
TRI_API bool tri_evaluate(const char *expression, TriNames value_of, void *data, int64_t *value, char *error,
                          size_t error_bytes);
/* The grid's default extents from its expression text "a[, b[, c]]"; missing ones are 1. */
TRI_API bool tri_evaluate_grid(const char *expressions, TriNames value_of, void *data, int64_t grid[3],
                               char *error, size_t error_bytes);

#ifdef __cplusplus
}
#endif
#endif
