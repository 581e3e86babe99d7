/* What decoders hand to executors in Inst.ext for memory operations. */
#ifndef TRI_SIMULATOR_MEMOPS_H
#define TRI_SIMULATOR_MEMOPS_H

#include "Simulator/module.h"

typedef struct {
  const Ref *d, *b; /* Inst.vec each; d NULL: no result */
  Ref c;            /* the new value of cas, else REF_NONE */
} AtomRefs;

typedef struct {
  Inst to, from; /* address fields only */
  Ref size;      /* bytes to read, the rest is zero; REF_NONE: all */
} CopyPair;

typedef struct {
  Ref lane, clamp, predicate;
} ShflRefs;

/* mma.m16n8kK: registers and element types; bits of an element of A and B. */
typedef struct {
  const Ref *d, *a, *b, *c;
  uint32_t a_count, b_count, c_count, k, bits;
  Type d_type, a_type, b_type, c_type;
  bool saturate;
} Mma;

typedef struct {
  Inst to, from, barrier; /* address fields only */
  Ref size;
  bool has_barrier;
} BulkCopy;

/* wgmma.m64nNkK: accumulators d (N / 2 of f32, N / 4 of f16 pairs), A in registers or by descriptor, B by
 * descriptor. */
typedef struct {
  const Ref *d, *a; /* a NULL: a_desc */
  Ref a_desc, b_desc, scale_d;
  uint32_t n, k, bits, d_count;
  Type d_type, a_type, b_type;
  bool negate_a, negate_b, trans_a, trans_b;
} Wgmma;

#endif
