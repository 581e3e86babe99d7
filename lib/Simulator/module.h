/* The decoded program: what the parser makes and the executor runs.
 *
 * A register is 32 lanes side by side in its natural width (b8 and b16: 2 bytes a lane, b32: 4, b64: 8, b128:
 * 16; a predicate is one 32-bit mask), placed in granules of 64 bytes. Immediates are broadcast into a
 * constant pool of the same shape, so that an operand is always one Ref: granule index, top bit set for the
 * pool. Every granule's first index has a mask of the lanes that were ever written ("defined").
 *
 * Addresses: the top byte of a 64-bit address is its window. 0 is global memory at host addresses; shared,
 * local and param offsets live in windows of their own, module variables in another. A state-space address of
 * shared and local memory is the low 32 bits.
 *
 * Invariant: after tri_sim_module_parse nothing here changes. */
#ifndef TRI_SIMULATOR_MODULE_H
#define TRI_SIMULATOR_MODULE_H

#include "Simulator/simulator.h"
#include "Support/arena.h"

typedef enum {
  T_NONE,
#define X(id, name, bytes, kind) T_##id,
#include "Simulator/types.def"
#undef X
  T_COUNT
} Type;
typedef enum { KIND_B, KIND_U, KIND_S, KIND_F, KIND_P } TypeKind;
const char *type_name(Type t);
uint32_t type_bytes(Type t);
TypeKind type_kind(Type t);
/* T_NONE where the name (without its dot) is no type. */
Type type_find(const char *name, size_t n);

typedef uint32_t Ref;
#define REF_CONST 0x80000000u
#define REF_NONE 0xffffffffu
#define NO_PC 0xffffffffu
enum { GRANULE = 64, LANES = 32 };

typedef enum {
  SPACE_GENERIC,
  SPACE_GLOBAL,
  SPACE_SHARED,
  SPACE_LOCAL,
  SPACE_CONST,
  SPACE_PARAM,
  SPACE_REG
} Space;

#define WINDOW_SHIFT 56
#define WINDOW(n) ((uint64_t)(n) << WINDOW_SHIFT)
#define WINDOW_SHARED WINDOW(1)
#define WINDOW_LOCAL WINDOW(2)
#define WINDOW_PARAM WINDOW(3)
#define WINDOW_CODE WINDOW(4)
#define WINDOW_MODULE WINDOW(5)
/* Shared and local offsets start here, so that offset zero is a null pointer. */
enum { SHARED_BASE = 1024, LOCAL_BASE = 1024 };

typedef struct Warp Warp;
typedef struct Inst Inst;
typedef struct Func Func;

/* What an instruction asks of the warp's loop. */
typedef enum { EV_NEXT, EV_FLOW, EV_YIELD, EV_WAIT, EV_FAULT } Event;
/* Runs an instruction for the lanes of mask (never empty). EV_NEXT: go on; EV_FLOW: the fragment's pc was
 * set. */
typedef int (*Exec)(Warp *w, const Inst *in, uint32_t mask);

enum { F_GUARD = 1, F_GUARD_NOT = 2, F_JOIN = 4, F_FLOW = 8, F_ALWAYS = 16 };
typedef enum { RND_NONE, RND_RN, RND_RZ, RND_RM, RND_RP, RND_RNA, RND_RNI, RND_RZI, RND_RMI, RND_RPI } Round;
enum {
  M_FTZ = 1,
  M_SAT = 2,
  M_RELU = 4,
  M_NAN = 8,
  M_XORSIGN = 16,
  M_SATFINITE = 32,
  M_CARRY_OUT = 64,
  M_ABS = 128
};
typedef enum { SEM_WEAK, SEM_RELAXED, SEM_ACQUIRE, SEM_RELEASE, SEM_ACQ_REL, SEM_VOLATILE } Semantics;

struct Inst {
  Exec exec;
  Ref d, a, b, c;
  Ref guard;
  uint32_t target; /* of a branch */
  uint32_t reconv; /* where a divergent branch's lanes meet again, or NO_PC */
  uint8_t flags, cls, type, type2;
  uint8_t round, mods, space, vec; /* vec: elements of a memory operation */
  uint8_t sub, sem, width,
      cmp;        /* sub: variant of the family; width: bytes of a register in a memory operation */
  uint32_t index; /* of this instruction in its function */
  int64_t imm;
  const void *ext; /* Ref[] of a vector, CallSite, branch table, … by family */
};

/* Where an instruction stands in a source (.loc), and where what it stands in was inlined: 1 + index of a
 * site of the module, 0 where it was not. */
typedef struct {
  uint32_t file, line, column, inlined_at;
} Source;

/* Where an instruction stands: in the PTX, in the source, and its op id. */
typedef struct {
  uint32_t line, column, op_id;
  Source source;
} Place;

typedef struct {
  const char *name;
  Space space;
  Type type;
  uint32_t align;
  uint64_t bytes, offset; /* offset in its space; module variables: in the image */
  bool is_extern, dynamic;
  bool entry_level; /* shared, of one entry: placed after the module's */
} Var;

/* Parameters and results of a .func, as offsets in the local frame of an activation. */
typedef struct {
  const char *name;
  Type type;
  uint32_t bytes, align, offset;
  bool is_ptr;
} Param;

struct Func {
  const char *name;
  uint32_t index;
  bool is_entry, defined;
  Inst *code;
  Place *places;
  uint32_t count;
  Param *params, *results;
  uint32_t param_count, result_count;
  unsigned char *pool; /* constants, in granules */
  uint32_t *pool_defined;
  uint32_t pool_granules, granules; /* register file */
  uint32_t local_bytes;             /* own frame: .local variables, call parameters, own parameters */
  uint32_t stack_bytes;             /* with callees; recursive functions: what one activation needs */
  bool recursive;
  uint32_t shared_bytes; /* static shared, entry only */
  Var *vars;             /* function-scope shared and local, for names in faults */
  uint32_t var_count;
  Func **callees;
  uint32_t callee_count;
  TriSimKernel info;
};

/* One call: what to copy where. Argument i: caller frame offset -> callee frame offset. */
typedef struct {
  Func *callee; /* NULL: indirect */
  uint32_t arg_count, result_count;
  const uint32_t *args, *results;
  const char *external; /* name of a function without a body */
} CallSite;

typedef struct {
  uint64_t at; /* offset in the image */
  uint64_t value;
} Reloc;

struct TriSimModule {
  Arena arena;
  Func **funcs;
  uint32_t func_count;
  Func **kernels;
  uint32_t kernel_count;
  Var *vars; /* module scope, every space */
  uint32_t var_count;
  unsigned char *image;                    /* initial bytes of module variables */
  uint64_t image_bytes, image_initialised; /* all of them; how many image holds */
  uint32_t shared_bytes;                   /* module-scope static shared */
  uint32_t dynamic_offset;                 /* where dynamic shared memory starts, the same for every kernel */
  const char **files;
  const Source *sites; /* calls that were inlined; the one in which another stands comes before it */
  uint32_t file_count;
  const char *meta;
};

#endif
