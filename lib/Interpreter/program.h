/* The decoded program: what an Interpreter is made of, and the state of a thread that executes it.
 *
 * A function is a table of slots (one per value: element type, shape, place in the frame) and an array of
 * instructions. An instruction is a function pointer, the slots it reads and writes, and data of its family;
 * it returns the next one. Structured control flow is decoded into relative jumps.
 *
 *   %s = arith.addf %x, %y : tensor<4xf32>   ->   {run_elementwise, reads {0, 1}, writes {2}, data: addf_F32}
 *
 * A frame has a cell per slot: data points into the frame's memory, or into the program for a constant.
 *
 * Invariants: an instruction writes data and `undefined` of each result before it returns the next one;
 * `undefined` is NULL or points to count bytes, 0 or 1; i1 elements are bytes 0 or 1; the data of two slots
 * never overlap. Undefined elements hold any bits of their type. */
#ifndef TRI_INTERPRETER_PROGRAM_H
#define TRI_INTERPRETER_PROGRAM_H

#include "Dialect/types.h"
#include "Interpreter/interpreter.h"
#include "Support/arena.h"

typedef struct Inst Inst;
typedef struct Exec Exec;

/* Executes i and gives the next instruction; NULL ends the function or, after raise_fault(), the program. */
typedef const Inst *RunInst(Exec *x, const Inst *i);

struct Inst {
  RunInst *run;
  const uint32_t *in, *out; /* slots */
  uint16_t n_in, n_out;
  int32_t jump;      /* of a branch: the target relative to this instruction */
  int64_t count;     /* elements of the first result, or of the first operand where there is none */
  const void *data;  /* of the op's family */
  const char *name;  /* "tri.load" */
  const char *where; /* "kernel.mlir:12:8" */
};

typedef struct {
  TriType type; /* of an element; index is TRI_I64 */
  Shape shape;
  int64_t count; /* of the shape; of a descriptor, which has no shape, the words of it (descriptor.h) */
  size_t offset, marks; /* of the elements and the undefined marks in the frame's memory */
  void *constant;       /* the elements of a constant, else NULL */
  uint8_t *constant_undefined;
} Slot;

typedef struct {
  const char *name;
  uint32_t index; /* in Interpreter.function */
  Slot *slot;
  const Inst *code;
  const uint32_t *param;
  uint32_t n_slots, n_code, n_params;
  size_t frame_bytes;
} Function;

struct Interpreter {
  Arena arena;
  Function **function; /* [0] is the kernel */
  uint32_t n_functions;
};

typedef struct {
  void *data;
  uint8_t *undefined; /* NULL: all elements are defined */
  uint8_t *marks;     /* room for count marks */
} Cell;

typedef struct Frame Frame;
struct Frame {
  Frame *next; /* the next free frame of the same function */
  void *memory;
  Cell cell[];
};

typedef struct {
  uintptr_t start, bytes;
  const char *name;
} Range;

/* Deepest nesting of func.call. */
enum { MAX_CALL_DEPTH = 1000 };

/* A thread that runs programs. */
struct Exec {
  const Interpreter *in;
  const InterpreterRun *run;
  const Function *function; /* being executed, with its cells */
  Cell *cell;
  const Inst *returned; /* the func.return that ended the last call, whose operands are its results */
  const Inst *origin;   /* the last instruction that made an undefined element, or NULL */
  Frame **free_frame;   /* per function */
  const Range *range;   /* the buffers by rising start */
  size_t n_ranges, last_range;
  const Slot *element_of; /* while a region runs for one element of a block: that block's slot */
  int64_t element;        /* and which element it is */
  int64_t program[3];
  int64_t steps_left;
  int call_depth;
  bool faulted;
  char message[sizeof((InterpreterFault *)0)->message];
};

static inline Cell *in_cell(const Exec *x, const Inst *i, int k) { return &x->cell[i->in[k]]; }
static inline Cell *out_cell(const Exec *x, const Inst *i, int k) { return &x->cell[i->out[k]]; }
static inline const Slot *in_slot(const Exec *x, const Inst *i, int k)
{
  return &x->function->slot[i->in[k]];
}
static inline const Slot *out_slot(const Exec *x, const Inst *i, int k)
{
  return &x->function->slot[i->out[k]];
}

/* Executes from i until an instruction ends it. False after a fault. */
bool interpret(Exec *x, const Inst *i);

/* A frame for f, from the free ones or new. */
Frame *frame_take(Exec *x, const Function *f);
void frame_give(Exec *x, const Function *f, Frame *frame);

/* Marks of result 0 := the union of the operands' marks, where an operand of one element counts for all;
 * undefined stays NULL where no operand has any. */
void propagate_undefined(Exec *x, const Inst *i);

/* Index of the first 1 in n marks; -1 where marks is NULL or has none. */
int64_t first_mark(const uint8_t *marks, int64_t n);

/* The element of type t at data[k], extended to 64 bits with zeros or with the sign; i1 true is 1 or -1. */
uint64_t element_unsigned(TriType t, const void *data, int64_t k);
int64_t element_signed(TriType t, const void *data, int64_t k);

/* Ends the program with "WHERE: NAME: element [INDEX] of program (X, Y, Z) SENTENCE"; the index is that of
 * element k in a block like `like`; for scalars that of the element for which the region around the op runs,
 * or left out. Gives NULL. */
const Inst *raise_fault(Exec *x, const Inst *i, const Slot *like, int64_t k, const char *sentence, ...)
    __attribute__((format(printf, 5, 6)));

/* The same where the operand of that index has an undefined element k: "WHAT is undefined", and where
 * undefined elements last came from. */
const Inst *fault_undefined(Exec *x, const Inst *i, int operand, int64_t k, const char *what);

#endif
