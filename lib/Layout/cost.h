/* What instructions cost: of one warp, in issue slots of a processor of four schedulers, a quarter of a cycle
 * each.
 *
 * Shared memory moves a wavefront a cycle, and shuffles are done by the same unit, one a cycle. Selects go
 * two a cycle. A barrier costs what a warp waits for memory and for others, as far as others do not fill the
 * time. */
#ifndef TRI_LAYOUT_COST_H
#define TRI_LAYOUT_COST_H

enum {
  TRI_COST_WAVEFRONT = 4,
  TRI_COST_SHUFFLE = 4,
  TRI_COST_SELECT = 2,
  TRI_COST_INSTRUCTION = 1, /* the issue of a memory instruction, beside its wavefronts */
  TRI_COST_WARP_BARRIER = 40,
  TRI_COST_CTA_BARRIER = 120,
};

#endif
