/* The shared memory of an op while it runs (Analysis/scratch.h): its address, and instructions on it.
 *
 *   MlirValue at = scratch_address(l, op);
 *   store_scratch(l, op, id, at, 0, a, words, mine);      @$2 st.shared.v2.b32 [$0], {…}; // tri:ID
 *   cta_barrier(l, op);
 *   load_scratch(l, op, id, at, 0, a, words);             ld.shared.v2.b32 {…}, [$0+0]; // tri:ID
 *
 * All of it is the kernel's dynamic shared memory, one symbol aligned to 1024 bytes (docs/semantics.md). */
#ifndef TRI_CONVERSION_LOWER_SCRATCH_H
#define TRI_CONVERSION_LOWER_SCRATCH_H

#include "Conversion/lower_words.h"

/* The first byte of the op's scratch, as i32 in the shared window; null, after an error, where
 * tri-allocate-shared has not run. */
MlirValue scratch_address(Lowering *l, MlirOperation op);

/* address + bytes, an i32. */
MlirValue moved_address(Lowering *l, MlirOperation op, MlirValue address, int64_t bytes);

/* One instruction for a.words words at address + offset bytes; where the predicate is true (null: in every
 * thread). */
void store_scratch(Lowering *l, MlirOperation op, int id, MlirValue address, int64_t offset, Access a,
                   const MlirValue *words, MlirValue predicate);
void load_scratch(Lowering *l, MlirOperation op, int id, MlirValue address, int64_t offset, Access a,
                  MlirValue *words);

/* Thread 0's word, of which a holds one, in all threads, by way of the op's scratch. False after an error. */
bool tell_word(Lowering *l, MlirOperation op, int id, Access a, MlirValue *word);

/* All threads of the CTA; the lanes of a warp. */
void cta_barrier(Lowering *l, MlirOperation op);
void warp_barrier(Lowering *l, MlirOperation op);

#endif
