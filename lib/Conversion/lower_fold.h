/* What reduce and scan share: tuples of scalars, one of each operand, and what is done to them.
 *
 *   tuples of %v, %i in 4 registers      at = {v0, v1, v2, v3, i0, i1, i2, i3}, n = 4
 *
 * Tuples are combined by the region, inlined; where each value has a known combiner (fold_commutes), by these
 * ops, two at a time where they pack. Sums and products of f16 and bf16 are f32 on the way. */
#ifndef TRI_CONVERSION_LOWER_FOLD_H
#define TRI_CONVERSION_LOWER_FOLD_H

#include "Analysis/fold_plan.h"
#include "Conversion/lower_lanes.h"
#include "Conversion/lower_scratch.h"

typedef struct {
  uint32_t n;
  MlirValue *at; /* value k of tuple i is at[k·n + i] */
} Tuples;

typedef struct {
  Lowering *l;
  MlirOperation op;
  int id;
  intptr_t operands;
  MlirType *types; /* of the values of a tuple */
  bool any_order;
  TriLayout layout; /* of the tuples: at first that of the operands */
  bool used, moved; /* its scratch has been; and last of all by a move, where the exchanges begin, too */
} Fold;

/* False, after a diagnostic, where the operands have no layout. */
bool fold_begin(Lowering *l, MlirOperation op, Fold *f);

/* The operands, moved to this layout, a tuple per register. */
bool fold_elements(Fold *f, TriLayout layout, Tuples *t);
/* Makes the tuples the parts of the results. */
void fold_results(Fold *f, Tuples t);
/* The same for tuples of f's layout and results of this one. */
bool fold_move_results(Fold *f, Tuples t, TriLayout to);

/* ---- tuples ---- */

Tuples fold_new(Fold *f, uint32_t n);
/* Tuples which[0], which[1], … */
Tuples fold_pick(Fold *f, Tuples t, uint32_t n, const uint32_t *which);
/* into's tuples which[i] become those of t. */
void fold_put(Fold *f, Tuples into, Tuples t, const uint32_t *which);
/* cond ? yes : no, in all tuples. */
Tuples fold_select(Fold *f, MlirValue cond, Tuples yes, Tuples no);
/* n tuples that change nothing on the left of others; only where f->any_order. */
Tuples fold_neutral(Fold *f, uint32_t n);
/* As they are in another lane. */
Tuples fold_shuffle(Fold *f, Shuffle s, Tuples t);
/* The region of left and right, tuple by tuple. */
bool fold_combine(Fold *f, Tuples left, Tuples right, Tuples *t);

/* ---- lower_redux.c ---- */

/* Whether one instruction combines a value of all lanes, for each operand. */
bool fold_has_redux(const Fold *f);
Tuples fold_redux(Fold *f, Tuples t);

/* ---- lower_fold_shared.c ---- */

/* A linear function of slots, of what the thread's number adds to it: an i32. */
MlirValue fold_thread_place(Fold *f, F2 place);

/* An exchange in the op's scratch, from byte `start` on. */
typedef struct {
  TriFoldExchange exchange;
  TriFoldShare share;
  int64_t start;
} FoldPass;

/* Writes the tuples, one per register, but for copies. Of threads that differ in copies the one writes that
 * has the bits `last` of them, and no other. False, after a diagnostic, where the op has no place. */
bool fold_publish(Fold *f, const FoldPass *p, uint32_t last, Tuples t);

/* After a barrier: each thread's share of the groups of n registers, those of a register side by side. */
Tuples fold_gather(Fold *f, const FoldPass *p, uint32_t n, const uint32_t *registers);

#endif
