/* Exchange: the cheapest way from one layout to another, what it costs, and how it is done.
 *
 *   registers    nothing leaves its thread: registers get other names, or selects decide where it depends on
 * the lane which register is meant shuffles     nothing leaves its warp (shuffle.h) shared       through
 * shared memory (passage.h)
 *
 * A pure function of layouts and the size of elements, so that the layout assignment, which minimises the
 * cost, the analysis, which asks for bytes, and the lowering, which does it, find the same.
 *
 * The cost is in the unit of cost.h. */
#ifndef TRI_LAYOUT_EXCHANGE_H
#define TRI_LAYOUT_EXCHANGE_H

#include "Layout/passage.h"
#include "Support/arena.h"

typedef enum { TRI_EXCHANGE_REGISTERS, TRI_EXCHANGE_SHUFFLES, TRI_EXCHANGE_SHARED } TriExchangeKind;

typedef struct {
  TriExchangeKind kind;
  int element;                /* logarithm of bytes */
  TriConversion conversion;   /* between the canonical forms of the two layouts */
  F2 before, after;           /* register there -> register of `from`; register of `to` -> register there */
  TriShuffle shuffle;         /* REGISTERS, SHUFFLES */
  TriPassage passage;         /* SHARED */
  uint32_t shuffles, selects; /* of a thread */
  uint32_t instructions, wavefronts; /* of a warp, on shared memory */
  uint32_t shared_bytes;             /* of the CTA; 0 where it needs none */
  uint32_t cost;
} TriExchange;

/* From `from` to `to`, for elements of 2^element bytes (i1: a byte).
 * post: true iff `from` holds what `to` asks for and no CTA needs what another has; the cheapest is taken,
 * shuffles where both cost the same. It is reckoned with stmatrix; a GPU without it does the same by
 * registers (tri_exchange_without_stmatrix). */
bool tri_exchange(TriLayout from, TriLayout to, int element, TriExchange *x);

/* The same kind and as many bytes, written by registers. */
void tri_exchange_without_stmatrix(TriExchange *x);

/* "registers"; "6 shuffles, 8 selects"; "shared 2048 bytes, 16 wavefronts, ldmatrix"; in the arena. */
char *tri_exchange_text(Arena *a, const TriExchange *x);

#endif
