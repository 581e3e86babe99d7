/* Values of other lanes: shuffles, in words of 32 bits.
 *
 *   f32, i32       one word              i64, f64, pointers   two words
 *   f16, bf16, i16 two share a word      i8, i1, f8           four share a word
 *
 *   shfl.sync.bfly.b32 $0, $1, 16, 31, 0xffffffff; // tri:3 */
#ifndef TRI_CONVERSION_LOWER_LANES_H
#define TRI_CONVERSION_LOWER_LANES_H

#include "Conversion/lower_words.h"

typedef struct {
  int flip;       /* from lane ^ flip; */
  MlirValue lane; /* or, where it is not null, from this lane, an i32 below 32 */
} Shuffle;

/* Replaces n values of these types by what they are in another lane. All lanes of the warp must come here. */
void shuffle_values(Lowering *l, MlirOperation op, int id, Shuffle s, uint32_t n, const MlirType *types,
                    MlirValue *values);

/* i1: whether the thread's number has an odd number of these bits. */
MlirValue thread_parity(Lowering *l, MlirOperation op, uint32_t bits);

/* i1: whether of these bits it has those of `set` and no others; null where there are none. */
MlirValue thread_has(Lowering *l, MlirOperation op, uint32_t bits, uint32_t set);

#endif
