/* Shuffles: how a block changes its layout within warps, without memory.
 *
 * A round is one shuffle: every lane offers one register and takes that of another lane. What must move is a
 * map from slots (register, lane) of the result to slots of the source (conversion.h). With
 *
 *   A   the registers of a lane of the result       one of them arrives in a round
 *   B   the slots whose sources lie in one lane     one of these leaves in a round
 *   K   the slots with one and the same source      these arrive together
 *
 * a round is a coset of a space T that meets A in 0 and B in K only: it has one slot of each lane, and
 * senders need not know who asks. The larger T, the fewer rounds; where lanes hold no copies it is a common
 * complement of A and B and there are as many rounds as registers. If all slots of T have sources in their
 * own lane, then so have whole rounds, and these cost nothing: to swap i bits of the register with bits of
 * the lane takes 1 - 2^-i shuffles a register.
 *
 *   register bit 0 <-> lane bit 0, registers x, y:    T = {(0, lane 0), (1, lane 1)}
 *     round 0 stays:    lane 0 keeps x, lane 1 keeps y
 *     round 1 moves:    lane 0 offers y, lane 1 offers x, both take their neighbour's
 *     lane 0 now has (own x, neighbour's x), lane 1 (neighbour's y, own y)
 *
 * Which register a lane offers in a round, and which of its registers what it took is, depends on the lane:
 * by exclusive or with a linear function of the thread, the same in all rounds. So both are a choice: stages
 * of selects between x[i] and x[i ^ step], as a butterfly.
 *
 * Where the source has copies in several lanes, lanes that would have to offer more registers than others
 * take share the work.
 *
 * Elements shorter than 32 bits that stay together travel together, as parts of one word. */
#ifndef TRI_LAYOUT_SHUFFLE_H
#define TRI_LAYOUT_SHUFFLE_H

#include "Layout/conversion.h"

/* y[i] = x[i ^ by(thread)] for a linear function of the thread's number (lane in the low bits): one stage
 * after the other y[i] = x[i ^ step], where the thread has an odd number of the bits `when`. */
typedef struct {
  int stages;
  uint32_t step[F2_MAX], when[F2_MAX];
} TriChoice;

/* post: the xor of the steps of the stages that apply is f2_apply(&by, thread) */
TriChoice tri_choice(F2 by);

/* Selects of a thread for the results i in the image of `wanted`; what is not asked for is not computed. */
uint32_t tri_choice_selects(const TriChoice *c, F2 wanted);

typedef struct {
  int pack;    /* 2^pack elements travel in a word; 64-bit elements in two */
  F2 from, to; /* word << pack | place in the word -> register of the source; of the result */
  TriChoice send, receive;
  F2 lane;                    /* of the thread: the lane from which it takes in the rounds with step 0 */
  bool in_place;              /* its own */
  F2 word, step;              /* of the round: which word (after `send`) is offered; xored to the lane */
  uint32_t shuffles, selects; /* of 32 bits, of a thread */
} TriShuffle;

/* How elements of 2^element bytes get there.
 * pre: c->move <= TRI_MOVE_LANES, c->to is canonical, 32 lanes, one CTA.
 * post: with x[w] the words of the source, y = send(x) and z[j] = y[word(j)] of lane (lane(thread) ^
 * step(j)), the result's word i is receive(z)[i] */
TriShuffle tri_shuffle_of(const TriConversion *c, int element);

#endif
