#include "Layout/shuffle.h"
#include <assert.h>

enum { LANES = 5, WORD = 2 /* logarithm of the bytes that a shuffle moves */ };

/* ---- choices ------------------------------------------------------------------------------------- */

TriChoice tri_choice(F2 by)
{
  F2 image = f2_basis(by), parts;
  bool ok = f2_factor(image, by, &parts);
  assert(ok);
  (void)ok;
  F2 rows = f2_transpose(parts);
  TriChoice c = {.stages = image.n};
  for (int s = 0; s < image.n; s++) {
    c.step[s] = image.col[s];
    c.when[s] = rows.col[s];
  }
  return c;
}

uint32_t tri_choice_selects(const TriChoice *c, F2 wanted)
{
  uint32_t selects = 0;
  for (int s = c->stages; s-- > 0;) {
    selects += 1u << f2_rank(wanted);
    wanted = f2_sum(wanted, f2_of_columns(1, wanted.m, &c->step[s]));
  }
  return selects;
}

/* ---- what is pulled from where ------------------------------------------------------------------- */

/* Of the slots of the result, registers first: the register and the lane of the source. */
typedef struct {
  int registers; /* of the result */
  F2 reg, lane, warp_reg, warp_lane;
  F2 copy_reg, copy_lane; /* steps of the source's slot to others with the same element */
} Pull;

static Pull pull_of(const TriConversion *c)
{
  int r = c->to.in[TRI_REGISTER], s = c->from.in[TRI_REGISTER], warps = c->to.in[TRI_WARP];
  F2 here = f2_inputs(c->source, 0, r + LANES), warp = f2_inputs(c->source, r + LANES, warps);
  F2 copies = f2_kernel(f2_inputs(tri_layout_matrix(c->from), 0, s + LANES));
  return (Pull){r,
                f2_outputs(here, 0, s),
                f2_outputs(here, s, LANES),
                f2_outputs(warp, 0, s),
                f2_outputs(warp, s, LANES),
                f2_outputs(copies, 0, s),
                f2_outputs(copies, s, LANES)};
}

/* ---- words --------------------------------------------------------------------------------------- */

/* Where the source's register depends on the thread, and not only on the result's register. */
static F2 by_thread(const Pull *p) { return f2_sum(f2_inputs(p->reg, p->registers, LANES), p->warp_reg); }

/* Steps of the result's register, at most so many, that step the source's register in all lanes alike. */
static F2 in_word(const Pull *p, int most)
{
  F2 together = f2_basis(f2_kernel(f2_inputs(p->lane, 0, p->registers)));
  F2 sources = f2_compose(f2_inputs(p->reg, 0, p->registers), together), taken = by_thread(p);
  F2 in = f2_zero(0, p->registers);
  for (int i = 0; i < together.n && in.n < most; i++) {
    if (f2_contains(taken, sources.col[i]))
      continue;
    in.col[in.n++] = together.col[i];
    taken = f2_sum(taken, f2_inputs(sources, i, 1));
  }
  return in;
}

/* Names for registers such that words go to words: the pull of words. */
static Pull words_of(const Pull *p, TriShuffle *s, F2 in)
{
  F2 registers = f2_inputs(p->reg, 0, p->registers), inverse;
  F2 some = f2_beside(f2_compose(registers, in), by_thread(p));
  s->pack = in.n;
  s->from = f2_beside(some, f2_complement(some));
  s->to = f2_beside(in, f2_complement(in));
  bool ok = f2_right_inverse(s->from, &inverse);
  assert(ok && s->from.n == s->from.m);
  (void)ok;
  F2 places = f2_outputs(f2_compose(inverse, f2_compose(registers, s->to)), 0, in.n);
  for (int i = in.n; i < s->to.n; i++)
    s->to.col[i] ^= f2_apply(&in, places.col[i]);
  F2 words = f2_inputs(f2_direct_sum(s->to, f2_identity(LANES)), in.n, s->to.n - in.n + LANES);
  F2 word = f2_outputs(inverse, in.n, inverse.m - in.n);
  return (Pull){s->to.n - in.n,
                f2_compose(word, f2_compose(p->reg, words)),
                f2_compose(p->lane, words),
                f2_compose(word, p->warp_reg),
                p->warp_lane,
                f2_compose(word, p->copy_reg),
                p->copy_lane};
}

/* ---- the rounds ---------------------------------------------------------------------------------- */

static F2 units(int first, int count, int m) { return f2_inputs(f2_identity(m), first, count); }

/* A slot of each lane whose source is in that lane; false where some lane keeps nothing, or other warps need
 * something else. */
static bool staying(const Pull *p, F2 *t)
{
  int m = p->registers + LANES;
  F2 lane = f2_outputs(f2_identity(m), p->registers, LANES), g;
  F2 stay = f2_kernel(f2_xor(p->lane, lane));
  F2 all = f2_beside(f2_intersection(stay, units(p->registers, LANES, m)), stay);
  if (f2_rank(p->warp_lane) || !f2_right_inverse(f2_compose(lane, all), &g))
    return false;
  *t = f2_compose(all, g);
  return true;
}

/* Columns of a until the rank is `rank`. */
static F2 grown(F2 space, F2 a, int rank)
{
  for (int i = 0; i < a.n && f2_rank(space) < rank; i++)
    space = f2_sum(space, f2_inputs(a, i, 1));
  return space;
}

/* Asks copy k for the slots with a part along v, that is, outside `same` and the lowest units. */
static void ask_copy(Pull *p, F2 same, uint32_t v, int k)
{
  F2 known = f2_beside(same, f2_of_columns(1, same.m, &v)), inverse;
  bool ok = f2_right_inverse(f2_beside(known, f2_complement(known)), &inverse);
  assert(ok);
  (void)ok;
  for (int i = 0; i < inverse.n; i++)
    if (inverse.col[i] >> same.n & 1) {
      p->reg.col[i] ^= p->copy_reg.col[k];
      p->lane.col[i] ^= p->copy_lane.col[k];
    }
}

/* While a lane must offer more registers than another takes, lanes that hold copies take a share. */
static void share(Pull *p)
{
  for (int k = 0; k < p->copy_lane.n; k++) {
    F2 b = f2_kernel(p->lane), same = f2_intersection(b, f2_kernel(p->reg));
    if (b.n - same.n <= p->registers || f2_contains(p->lane, p->copy_lane.col[k]))
      continue;
    int i = 0;
    while (f2_contains(same, b.col[i]))
      i++;
    ask_copy(p, same, b.col[i], k);
  }
}

/* The largest T. */
static F2 spread(const Pull *p)
{
  int m = p->registers + LANES;
  F2 b = f2_kernel(p->lane), same = f2_intersection(b, f2_kernel(p->reg));
  F2 a = f2_sum(units(0, p->registers, m), same);
  F2 wide_a = grown(a, b, f2_rank(b)), wide_b = grown(b, a, f2_rank(a));
  return f2_beside(same, f2_common_complement(wide_a, wide_b));
}

/* g with g(f(x)) == h(x), and 0 on units that complete the image of f;
 * pre: h is 0 where f is. */
static F2 through(F2 f, F2 h)
{
  F2 from = f2_zero(0, f.m), to = f2_zero(0, h.m), inverse;
  uint32_t pivots = f2_pivots(f);
  for (int i = 0; i < f.n; i++)
    if (pivots >> i & 1) {
      from.col[from.n++] = f.col[i];
      to.col[to.n++] = h.col[i];
    }
  F2 rest = f2_complement(from);
  bool ok = f2_right_inverse(f2_beside(from, rest), &inverse);
  assert(ok);
  (void)ok;
  return f2_compose(f2_beside(to, f2_zero(rest.n, to.m)), inverse);
}

/* Fills in who sends what in which round, where rounds are the cosets of t. */
static void plan(const Pull *p, F2 t, TriShuffle *s)
{
  F2 rounds = f2_complement(t), inverse;
  bool ok = f2_right_inverse(f2_beside(t, rounds), &inverse);
  assert(ok);
  (void)ok;
  F2 round = f2_outputs(inverse, t.n, rounds.n);
  F2 slot = through(f2_outputs(t, p->registers, LANES), t);
  F2 offer = through(f2_compose(p->lane, t), f2_compose(p->reg, t));
  s->lane = f2_beside(f2_compose(p->lane, slot), p->warp_lane);
  s->in_place = f2_equal(s->lane, f2_beside(f2_identity(LANES), f2_zero(p->warp_lane.n, LANES)));
  s->step = f2_compose(p->lane, rounds);
  s->word = f2_xor(f2_compose(offer, s->step), f2_compose(p->reg, rounds));
  s->send = tri_choice(f2_beside(offer, f2_xor(f2_compose(offer, p->warp_lane), p->warp_reg)));
  s->receive = tri_choice(f2_beside(f2_inputs(round, p->registers, LANES), f2_zero(p->warp_lane.n, round.m)));
}

TriShuffle tri_shuffle_of(const TriConversion *c, int element)
{
  assert(c->move <= TRI_MOVE_LANES && c->to.in[TRI_LANE] == LANES && c->to.in[TRI_CTA] == 0);
  TriShuffle s = {0};
  Pull all = pull_of(c), p = words_of(&all, &s, in_word(&all, element < WORD ? WORD - element : 0));
  F2 t;
  if (!staying(&p, &t)) {
    share(&p);
    t = spread(&p);
  }
  plan(&p, t, &s);
  uint32_t words = element > WORD ? 2 : 1, free = s.in_place ? 1u << (s.step.n - f2_rank(s.step)) : 0;
  s.shuffles = words * ((1u << s.step.n) - free);
  s.selects = words * (tri_choice_selects(&s.send, s.word) +
                       tri_choice_selects(&s.receive, units(0, p.registers, s.word.n)));
  return s;
}
