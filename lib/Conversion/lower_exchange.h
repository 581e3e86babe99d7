/* Exchanges in code: what Layout/exchange.h plans, done on the parts of a block.
 *
 *   lower_convert.c   moved_parts: names of registers, and which of the two below
 *   lower_shuffle.c   words through shuffles
 *   lower_passage.c   vectors and matrices through shared memory
 *
 * Both work on the registers of the canonical layouts as bits: i8 … i64, f32, f64 (lower_words.h). Elements
 * that share a word are frozen, so that one that is undefined leaves its neighbours alone. */
#ifndef TRI_CONVERSION_LOWER_EXCHANGE_H
#define TRI_CONVERSION_LOWER_EXCHANGE_H

#include "Conversion/lower_words.h"
#include "Layout/exchange.h"

/* From bits of elements of type t (of the source's registers) to those of the result's; both arrays have as
 * many values as the layouts have registers. */
void shuffle_bits(Lowering *l, MlirOperation op, const TriShuffle *s, MlirType t, Parts have, Parts want);
/* False after an error. */
bool pass_bits(Lowering *l, MlirOperation op, const TriPassage *p, MlirType t, Parts have, Parts want);

/* A linear function of the thread's number, as i32: the number's bits that go equally far, mask and shift,
 * for each distance that there is. A swizzle has two or three. */
MlirValue linear_in_thread(Lowering *l, Builder b, F2 f);
/* The same of another i32. */
MlirValue linear_in(Lowering *l, Builder b, MlirValue x, F2 f);

/* A choice (Layout/shuffle.h) of n values, made where they are asked for. */
typedef struct {
  Builder b;
  const TriChoice *c;
  MlirValue when[F2_MAX], *at[F2_MAX + 1]; /* of the stage: whether it applies; values after so many stages */
} Chooser;
Chooser chooser_of(Lowering *l, MlirOperation op, const TriChoice *c, const MlirValue *in, uint32_t n);
/* in[i ^ by(thread)] */
MlirValue chosen(Chooser *h, uint32_t i);

#endif
