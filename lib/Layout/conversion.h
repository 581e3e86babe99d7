/* Conversion: what moves when a block changes its layout.
 *
 * Every slot x of the result must get the element to(x), and from(s) says what slot s of the source has. So
 * the move is a map c from slots of the result to slots of the source with from(c(x)) = to(x): from^-1 ∘ to.
 * It is read in the direction of pulling because each register of the result is written once, while the
 * source may hold many copies to choose from. Where both layouts are one to one its inverse, to^-1 ∘ from,
 * says where each register goes.
 *
 * Among all such maps c is the one that moves least: c(x) = x ^ m(x), where the registers of x do not count,
 * and m(x) is the smallest slot that has what is missing. Registers weigh less than lanes, lanes less than
 * warps, warps less than CTAs. What m touches is then the kind of move:
 *
 *   nothing or registers   renaming: no instruction
 *   lanes                  shuffles within a warp
 *   warps                  through shared memory
 *   ctas                   through distributed shared memory
 *
 * So a copy in the own lane is found whenever there is one: from a row held by all lanes to a row spread over
 * lanes moves registers only. */
#ifndef TRI_LAYOUT_CONVERSION_H
#define TRI_LAYOUT_CONVERSION_H

#include "Layout/layout.h"

typedef enum { TRI_MOVE_NONE, TRI_MOVE_REGISTERS, TRI_MOVE_LANES, TRI_MOVE_WARPS, TRI_MOVE_CTAS } TriMove;

typedef struct {
  TriMove move;
  TriLayout from, to;
  F2 source; /* slot of `to` -> slot of `from`, both packed */
} TriConversion;

/* post: true iff both layouts are of one extent, have the same lanes, warps and CTAs, and `from` holds every
 * element that `to` asks for; then element(from, source(x)) == element(to, x) for every slot x, and no other
 * choice of sources has a smaller `move` */
bool tri_layout_conversion(TriLayout from, TriLayout to, TriConversion *c);

/* Where a slot of the result comes from.
 * post: element(c.from, it) == element(c.to, s) */
TriSlot tri_conversion_source(const TriConversion *c, TriSlot s);

/* Shuffles of one register each that a move among lanes takes when the sources are chosen as above: for each
 * register of the result, as many as a lane must give different registers to other lanes. 0 for moves of
 * registers. */
uint32_t tri_conversion_shuffles(const TriConversion *c);

#endif
