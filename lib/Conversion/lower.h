/* tri-to-gpu, inside: from a kernel on blocks with layouts to the gpu.func of one thread.
 *
 * One walk over the kernel with a map of its own: a value becomes its parts, one scalar per register that the
 * thread holds of it (a scalar value has one part, the same in every thread). Each op is lowered by a
 * function of its family:
 *
 *   lower_elementwise.c   arith, math: the op cloned per register, or per packed pair
 *   lower_shape.c         range, splat, constant, program_id
 *   lower_rearrange.c     expand_dims, broadcast, reshape, transpose, join, split, cat, convert_layout
 *   lower_convert.c       what these and others move between layouts (lower_exchange.h)
 *   lower_memory.c        addptr, load, store: predicated vector instructions
 *   lower_control.c       scf
 *   lower_cast.c          casts, clamp, mulhi
 *   lower_debug.c         print, assert
 *   lower_map.c           map: its region per register
 *   lower_reduce.c, lower_scan.c   over registers, lanes and warps (lower_fold.h)
 *
 * Invariant: part r of a block is the element in register r of the thread's slot, as its layout says. */
#ifndef TRI_CONVERSION_LOWER_H
#define TRI_CONVERSION_LOWER_H

#include "Analysis/axis.h"
#include "Analysis/undefined.h"
#include "Dialect/layout_attr.h"
#include "Dialect/types.h"
#include "Support/ir.h"
#include "Support/map.h"
#include "Target/target.h"

typedef struct {
  uint32_t n;
  MlirValue *at;
} Parts;

struct KnownSteps;

typedef struct {
  Arena *arena;
  MlirRewriterBase rw;
  MlirContext context;
  Map parts;                   /* by value: the address of its Parts */
  MlirOperation module;        /* the gpu.module */
  MlirValue thread;            /* i32: number of the thread in the CTA */
  MlirValue is_first;          /* i1: thread 0 */
  const AxisAnalysis *axis;    /* of the kernel */
  const Undefined *undefined;  /* of the kernel */
  const Target *target;        /* compiled for */
  int warps;                   /* logarithm */
  Vec(const char *) locations; /* of the op with this id; ids start at 1 */
  int n_globals;
  MlirValue debug_buffer;       /* of what the kernel prints and asserts; null where it does neither */
  Vec(MlirAttribute) debug_ops; /* descriptions of those ops, for the launch metadata */
  struct KnownSteps *steps;     /* of masks so far, newest first (lower_words.c) */
  MlirAttribute flags_none, flags_contract; /* #arith.fastmath<…> */
} Lowering;

/* Lowers one op at the insertion point; false after a diagnostic. */
typedef bool Lower(Lowering *l, MlirOperation op);
Lower lower_op, lower_elementwise, lower_uniform, lower_program_id, lower_range, lower_splat, lower_constant,
    lower_rearranged, lower_split, lower_addptr, lower_load, lower_store, lower_regions;
Lower lower_atomic, lower_gather, lower_histogram, lower_extern_call;
Lower lower_pointer_cast, lower_fp_cast, lower_mulhi, lower_clamp, lower_assume;
Lower lower_print, lower_assert;
Lower lower_reduce, lower_scan, lower_map;

/* Every op of the block but its terminator. */
bool lower_body(Lowering *l, MlirBlock block);

/* ---- parts ---- */

Parts parts_of(Lowering *l, MlirValue v);
void set_parts(Lowering *l, MlirValue v, Parts p);
Parts new_parts(Lowering *l, uint32_t n);
/* Part r of a block, or the one part of a scalar. */
MlirValue part(Lowering *l, MlirValue v, uint32_t r);
/* Registers of a value of this type: 1 for a scalar. */
uint32_t register_count(MlirType t);
/* The type of one part. */
MlirType part_type(MlirType t);

/* ---- building at the insertion point ---- */

/* A new id for what the op becomes: `// tri:ID` in assembly leads back to its place in the source. */
int op_id(Lowering *l, MlirOperation op);

Builder at(Lowering *l, MlirOperation op);
MlirType int_type(Lowering *l, int bits);
MlirValue int_const(Lowering *l, Builder b, MlirType t, int64_t v);
/* A variable of the gpu.module: in constant memory (4) with this value, or in shared memory (3) without one
 * (null). */
enum { GLOBAL_SPACE = 1, SHARED_SPACE = 3, CONSTANT_SPACE = 4 };
void make_global(Lowering *l, const char *name, MlirType t, int space, MlirAttribute value);
MlirValue global_address(Lowering *l, MlirOperation op, const char *name, int space);
/* The program's number along the axis, as i32. */
MlirValue program_part(Lowering *l, Builder b, int axis);
/* Whether this thread is the first to hold its elements of a block, or thread 0 for a scalar; null where
 * every thread is. */
MlirValue owns(Lowering *l, Builder b, MlirType t);
/* A dictionary of the attributes that are not null, 16 at most. */
MlirAttribute dictionary_attr(MlirContext c, Attrs attrs);
/* The part of a coordinate along the axis that depends on the thread, as i32; the register's part is xored
 * in. */
MlirValue thread_coordinate(Lowering *l, Builder b, TriLayout layout, int axis);
/* The coordinate of register r along the axis, as i32; base is the thread's. */
MlirValue register_coordinate(Lowering *l, Builder b, TriLayout layout, int axis, uint32_t r, MlirValue base);
/* Whether one instruction does the op for two elements of this type. */
bool packs(MlirOperation op, MlirType element);
/* Two elements as the vector of them, and element k of such a vector. */
MlirValue pair_of(Lowering *l, Builder b, MlirValue low, MlirValue high);
MlirValue half_of(Lowering *l, Builder b, MlirValue pair, int k);
/* The row-major number of the element in the thread's register 0, and in register r, as i32; base is the
 * former. */
MlirValue thread_element(Lowering *l, Builder b, TriLayout layout);
MlirValue register_element(Lowering *l, Builder b, TriLayout layout, MlirValue base, uint32_t r);
/* The parts of a block of layout `from` as one of layout `to` (lower_convert.c). What it needs of shared
 * memory is scratch_of_move of the two (Analysis/scratch.h), of which op's rule must know. */
bool moved_parts(Lowering *l, MlirOperation op, TriLayout from, TriLayout to, Parts have, Parts *want);

#endif
