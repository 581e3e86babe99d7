/* Decoding: from MLIR operations to the program of program.h.
 *
 * Each op has a row {name, decode} in ops.def, or a row in a table of elementwise ops. Its decode function
 * checks what the interpreter asks beyond the op's verifier, and emits instructions. A new op is one row and,
 * in the file of its family, one decode and one run function:
 *
 *   bool decode_splat(Decoder *d, MlirOperation op) { return emit_inst(d, op, run_splat, NULL); }
 *
 * Invariant: values are decoded in an order in which definitions precede uses, as dominance gives it. */
#ifndef TRI_INTERPRETER_DECODE_H
#define TRI_INTERPRETER_DECODE_H

#include "Interpreter/program.h"
#include "Support/ir.h"

typedef struct {
  uint32_t n;
  const uint32_t *slot;
} Slots;

typedef Vec(uint32_t) Labels; /* instructions whose jumps go to one place that is not decoded yet */

/* Where scf.yield goes in a region of several blocks. */
typedef struct {
  Slots results;
  Labels exits;
} YieldTarget;

/* A block that branches name: the slots of its arguments, its first instruction and the jumps to it. */
typedef struct {
  MlirBlock block;
  Slots arguments;
  uint32_t start;
  Labels jumps;
} BlockLabel;
typedef Vec(BlockLabel) Blocks;

typedef struct {
  const void *key;
  uint32_t slot;
} ValueEntry;

typedef struct Decoder Decoder;
typedef bool Decode(Decoder *d, MlirOperation op);

/* One op by name: its own decode function, or a row of an elementwise table. */
typedef struct {
  const char *name;
  Decode *decode;
  const struct ElementwiseOp *elementwise;
} OpRow;

struct Decoder {
  Interpreter *in;
  Arena *a;          /* of the program: lives as long as the Interpreter */
  Arena scratch;     /* of the decoding */
  const OpRow *rows; /* every op, by rising name */
  size_t n_rows;
  MlirSymbolTable symbols; /* of the module around the kernel; null where there is none */
  Vec(Function *) functions;
  Vec(MlirOperation) bodies; /* the func.func of each function */
  /* of the function that is being decoded */
  Vec(Inst) code;
  Vec(Slot) slots;
  ValueEntry *values; /* hash table of n_values entries in 2^value_bits places */
  int value_bits;
  uint32_t n_values;
  size_t frame_bytes;
  YieldTarget *yield;
  Blocks *blocks; /* of the region of several blocks that is being decoded */
};

/* ---- values ---- */

/* The slot of a value that has been defined. */
uint32_t use(Decoder *d, MlirValue v);
/* A new slot for v. False, with a diagnostic at op, where the interpreter has no such type. */
bool define(Decoder *d, MlirOperation op, MlirValue v, uint32_t *slot);
/* Whether the interpreter has values of this type; if not, a diagnostic at op. */
bool executes_type(Decoder *d, MlirOperation op, MlirType t);
/* Makes v another name of the slot. */
void name_slot(Decoder *d, MlirValue v, uint32_t slot);
/* A new scalar or block that belongs to no value. */
uint32_t new_slot(Decoder *d, TriType type, Shape shape);
/* The same with the type, shape and count of s. */
uint32_t new_slot_like(Decoder *d, Slot s);
/* A new slot for v whose count elements (zeroed) are given back for the caller to fill; NULL after a
 * diagnostic. Where undefined is not NULL, it gets the slot's marks, zeroed, to be filled as well. */
void *define_constant(Decoder *d, MlirOperation op, MlirValue v, uint8_t **undefined);
const Slot *slot_at(const Decoder *d, uint32_t slot);
/* Element k of a dense elements attribute of integers, sign-extended. */
int64_t dense_integer(MlirAttribute dense, intptr_t k);

#define slot_list(d, ...)                                                                                    \
  slots_copy((d), (Slots){sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), (uint32_t[]){__VA_ARGS__}})
Slots slots_copy(Decoder *d, Slots s);
/* The slots of the op's operands first … last - 1. */
Slots operand_slots(Decoder *d, MlirOperation op, intptr_t first, intptr_t last);
/* New slots for the op's results, for the block's arguments. */
bool define_results(Decoder *d, MlirOperation op, Slots *s);
bool define_arguments(Decoder *d, MlirOperation op, MlirBlock block, Slots *s);

/* ---- instructions ---- */

/* An instruction that reads the op's operands and writes new slots for its results. */
bool emit_inst(Decoder *d, MlirOperation op, RunInst *run, const void *data);
/* An instruction with these slots; gives its number. */
uint32_t emit_slots(Decoder *d, MlirOperation op, RunInst *run, const void *data, Slots in, Slots out);
/* The number of the next instruction. */
uint32_t here(const Decoder *d);
/* Makes instruction `from` jump to `to`. */
void set_jump(Decoder *d, uint32_t from, uint32_t to);

/* to[k] := from[k], all at once: a slot may be on both sides. */
void emit_moves(Decoder *d, MlirOperation op, Slots to, Slots from);

/* Whether the pointer is to global memory, which alone the interpreter has; if not, a diagnostic at op. */
bool is_global(MlirOperation op, MlirValue ptr);

/* ---- attributes ---- */

/* The fastmath attribute asks for nothing that changes results: none or contract. */
bool accepts_fastmath(Decoder *d, MlirOperation op);
/* Whether the attribute's text has the word: "nsw" of #arith.overflow<nsw, nuw>. */
bool attr_has_word(Decoder *d, MlirOperation op, const char *attr, const char *word);

/* ---- ops ---- */

/* Makes d's list of ops. */
void index_ops(Decoder *d);
bool decode_op(Decoder *d, MlirOperation op);
bool decode_elementwise(Decoder *d, MlirOperation op, const struct ElementwiseOp *row);
/* Every op of the block but the last, which is given back. */
bool decode_body(Decoder *d, MlirBlock block, MlirOperation *terminator);
/* Every block of the region that can be reached; `entry` are the arguments of the first, defined by the
 * caller. */
bool decode_blocks(Decoder *d, MlirRegion region, Slots entry);

/* The decoded function of this func.func, decoded now or later. */
Function *function_of(Decoder *d, MlirOperation func);

#define OP(name, decode) Decode decode;
#include "Interpreter/ops.def"
#undef OP

#endif
