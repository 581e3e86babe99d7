#include "Conversion/lower_exchange.h"
#include "Conversion/lower_lanes.h"

enum { WORD_BYTES = 4, ALL_LANES = 0x1f };

/* ---- functions of the thread --------------------------------------------------------------------- */

/* The bits of the thread's number that step the bit `by` places higher. */
static uint32_t diagonal(F2 f, int by)
{
  uint32_t bits = 0;
  for (int i = 0; i < f.n; i++)
    if (i + by >= 0 && i + by < f.m)
      bits |= (f.col[i] >> (i + by) & 1) << i;
  return bits;
}

MlirValue linear_in_thread(Lowering *l, Builder b, F2 f) { return linear_in(l, b, l->thread, f); }

MlirValue linear_in(Lowering *l, Builder b, MlirValue x, F2 f)
{
  MlirType i32 = int_type(l, 32);
  MlirValue sum = {NULL};
  for (int by = 1 - f.n; by < f.m; by++) {
    uint32_t bits = diagonal(f, by);
    if (!bits)
      continue;
    MlirValue v = build(b, "arith.andi", i32, VALS(x, int_const(l, b, i32, bits)));
    if (by)
      v = build(b, by > 0 ? "arith.shli" : "arith.shrui", i32,
                VALS(v, int_const(l, b, i32, by > 0 ? by : -by)));
    sum = is_null(sum) ? v : build(b, "arith.xori", i32, VALS(sum, v));
  }
  return is_null(sum) ? int_const(l, b, i32, 0) : sum;
}

/* ---- choices ------------------------------------------------------------------------------------- */

static MlirValue after_stages(Chooser *h, int stages, uint32_t i)
{
  MlirValue *place = &h->at[stages][i];
  if (!is_null(*place))
    return *place;
  int s = stages - 1;
  MlirValue own = after_stages(h, s, i), other = after_stages(h, s, i ^ h->c->step[s]);
  *place = same(own, other) ? own : build(h->b, "arith.select", type_of(own), VALS(h->when[s], other, own));
  return *place;
}

MlirValue chosen(Chooser *h, uint32_t i) { return after_stages(h, h->c->stages, i); }

Chooser chooser_of(Lowering *l, MlirOperation op, const TriChoice *c, const MlirValue *in, uint32_t n)
{
  Chooser h = {.b = at(l, op), .c = c};
  for (int s = 0; s <= c->stages; s++)
    h.at[s] = arena_array(l->arena, MlirValue, n);
  for (uint32_t i = 0; i < n; i++)
    h.at[0][i] = in[i];
  for (int s = 0; s < c->stages; s++)
    h.when[s] = thread_parity(l, op, c->when[s]);
  return h;
}

/* ---- words --------------------------------------------------------------------------------------- */

/* As a word or two. */
static void split(Lowering *l, Builder b, MlirValue bits, int bytes, MlirValue *low, MlirValue *high)
{
  MlirType i32 = int_type(l, 32), pair = mlirVectorTypeGet(1, (int64_t[]){2}, i32);
  if (bytes == WORD_BYTES) {
    *low = same(type_of(bits), i32) ? bits : build(b, "arith.bitcast", i32, VALS(bits));
    return;
  }
  MlirValue v = build(b, "llvm.bitcast", pair, VALS(bits));
  *low = build(b, "llvm.extractelement", i32, VALS(v, int_const(l, b, i32, 0)));
  *high = build(b, "llvm.extractelement", i32, VALS(v, int_const(l, b, i32, 1)));
}

static MlirValue joined(Lowering *l, Builder b, MlirType t, MlirValue low, MlirValue high)
{
  MlirType i32 = int_type(l, 32), pair = mlirVectorTypeGet(1, (int64_t[]){2}, i32);
  if (is_null(high))
    return same(t, i32) ? low : build(b, "arith.bitcast", t, VALS(low));
  MlirValue v = build(b, "llvm.mlir.poison", pair, NO_VALS);
  v = build(b, "llvm.insertelement", pair, VALS(v, low, int_const(l, b, i32, 0)));
  v = build(b, "llvm.insertelement", pair, VALS(v, high, int_const(l, b, i32, 1)));
  return build(b, "llvm.bitcast", t, VALS(v));
}

static void unpacked(Lowering *l, Builder b, MlirValue word, MlirType t, uint32_t n, int bytes,
                     MlirValue *bits)
{
  MlirType i32 = int_type(l, 32), short_type = int_type(l, bytes * 8 * (int)n);
  MlirValue v = same(short_type, i32) ? word : build(b, "arith.trunci", short_type, VALS(word));
  bits[0] = v;
  if (n == 1)
    return;
  v = build(b, "llvm.bitcast", mlirVectorTypeGet(1, (int64_t[]){n}, t), VALS(v));
  for (uint32_t i = 0; i < n; i++)
    bits[i] = build(b, "llvm.extractelement", t, VALS(v, int_const(l, b, i32, i)));
}

/* ---- rounds -------------------------------------------------------------------------------------- */

static MlirValue shuffled(Lowering *l, Builder b, const TriShuffle *s, MlirValue lane, MlirValue word,
                          uint32_t step)
{
  MlirType i32 = int_type(l, 32);
  if (s->in_place && !step)
    return word;
  MlirValue from = int_const(l, b, i32, step);
  if (!s->in_place)
    from = step ? build(b, "arith.xori", i32, VALS(lane, from)) : lane;
  MlirAttribute kind =
      mlirAttributeParseGet(l->context, str(s->in_place ? "#nvvm<shfl_kind bfly>" : "#nvvm<shfl_kind idx>"));
  return build_with(b, "nvvm.shfl.sync", i32,
                    VALS(int_const(l, b, i32, -1), word, from, int_const(l, b, i32, ALL_LANES)),
                    ATTRS({"kind", kind}));
}

/* Words of the source to words of the result. */
static void shuffle_words(Lowering *l, MlirOperation op, const TriShuffle *s, MlirValue lane,
                          const MlirValue *have, MlirValue *want, uint32_t n_want)
{
  Builder b = at(l, op);
  uint32_t rounds = 1u << s->word.n;
  MlirValue *taken = arena_array(l->arena, MlirValue, rounds);
  Chooser offered = chooser_of(l, op, &s->send, have, 1u << s->word.m);
  for (uint32_t j = 0; j < rounds; j++)
    taken[j] = shuffled(l, b, s, lane, chosen(&offered, f2_apply(&s->word, j)), f2_apply(&s->step, j));
  Chooser received = chooser_of(l, op, &s->receive, taken, rounds);
  for (uint32_t i = 0; i < n_want; i++)
    want[i] = chosen(&received, i);
}

/* The words of a block, low ones and, of 64-bit elements, high ones. */
typedef struct {
  uint32_t n;
  MlirValue *low, *high;
} Words;

static Words new_words(Lowering *l, uint32_t n)
{
  return (Words){n, arena_array(l->arena, MlirValue, n), arena_array(l->arena, MlirValue, n)};
}

static Words words_of(Lowering *l, Builder b, const TriShuffle *s, MlirType t, Parts have)
{
  int bytes = element_bytes(t);
  uint32_t together = 1u << s->pack;
  MlirValue *bits = arena_array(l->arena, MlirValue, together);
  Words w = new_words(l, have.n >> s->pack);
  for (uint32_t i = 0; i < w.n; i++) {
    for (uint32_t k = 0; k < together; k++)
      bits[k] = have.at[f2_apply(&s->from, i << s->pack | k)];
    if (bytes < WORD_BYTES)
      w.low[i] = pack_word(l, b, bits, (int)together);
    else
      split(l, b, bits[0], bytes, &w.low[i], &w.high[i]);
  }
  return w;
}

static void from_words(Lowering *l, Builder b, const TriShuffle *s, MlirType t, Words w, Parts want)
{
  int bytes = element_bytes(t);
  uint32_t together = 1u << s->pack;
  MlirValue *bits = arena_array(l->arena, MlirValue, together);
  for (uint32_t i = 0; i < w.n; i++) {
    if (bytes < WORD_BYTES)
      unpacked(l, b, w.low[i], t, together, bytes, bits);
    else
      bits[0] = joined(l, b, t, w.low[i], w.high[i]);
    for (uint32_t k = 0; k < together; k++)
      want.at[f2_apply(&s->to, i << s->pack | k)] = bits[k];
  }
}

/* Where nothing leaves its thread and nothing is chosen, registers get other names. */
static bool only_renames(const TriShuffle *s)
{
  return !s->shuffles && !s->send.stages && !s->receive.stages;
}

static void rename_bits(const TriShuffle *s, Parts have, Parts want)
{
  for (uint32_t i = 0; i < want.n; i++) {
    uint32_t word = f2_apply(&s->word, i >> s->pack), part = i & ((1u << s->pack) - 1);
    want.at[f2_apply(&s->to, i)] = have.at[f2_apply(&s->from, word << s->pack | part)];
  }
}

void shuffle_bits(Lowering *l, MlirOperation op, const TriShuffle *s, MlirType t, Parts have, Parts want)
{
  Builder b = at(l, op);
  if (only_renames(s)) {
    rename_bits(s, have, want);
    return;
  }
  Words w = words_of(l, b, s, t, have), made = new_words(l, want.n >> s->pack);
  MlirValue lane = s->in_place ? (MlirValue){NULL} : linear_in_thread(l, b, s->lane);
  shuffle_words(l, op, s, lane, w.low, made.low, made.n);
  if (element_bytes(t) > WORD_BYTES)
    shuffle_words(l, op, s, lane, w.high, made.high, made.n);
  from_words(l, b, s, t, made, want);
}
