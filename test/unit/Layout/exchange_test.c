/* Exchanges, done as their plans say on elements that are their own numbers: every register of the result has
 * its element, no bank serves two words at once, nothing is written twice; and they are as cheap as the
 * theory says. */
#include "Layout/cost.h"
#include "Layout/exchange.h"
#include "Layout/tiles.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

enum { LANES = 32, MAX_REGISTERS = 1 << 8, MAX_WARPS = 4, NOBODY = 0x7fffffff };

/* ---- a CTA that holds numbers -------------------------------------------------------------------- */

typedef struct {
  uint32_t at[MAX_WARPS][LANES][MAX_REGISTERS];
} Block;

static uint32_t warps_of(TriLayout l) { return tri_layout_size(l, TRI_WARP); }

#define FOREACH_THREAD(w, t, warps)                                                                          \
  for (uint32_t w = 0; w < (warps); w++)                                                                     \
    for (uint32_t t = 0; t < LANES; t++)

static void fill(Block *b, TriLayout l)
{
  FOREACH_THREAD(w, t, warps_of(l))
  for (uint32_t r = 0; r < tri_layout_size(l, TRI_REGISTER); r++)
    b->at[w][t][r] = tri_layout_element(l, (TriSlot){{r, t, w, 0}});
}

static bool holds(const Block *b, TriLayout l)
{
  bool ok = true;
  FOREACH_THREAD(w, t, warps_of(l))
  for (uint32_t r = 0; r < tri_layout_size(l, TRI_REGISTER); r++)
    ok = ok && b->at[w][t][r] == tri_layout_element(l, (TriSlot){{r, t, w, 0}});
  return ok;
}

/* Register r of `b` becomes that of the name r in a. */
static void rename_registers(Block *b, const Block *a, F2 names, uint32_t warps)
{
  FOREACH_THREAD(w, t, warps)
  for (uint32_t r = 0; r < 1u << names.n; r++)
    b->at[w][t][r] = a->at[w][t][f2_apply(&names, r)];
}

static uint32_t chosen(const TriChoice *c, uint32_t thread)
{
  uint32_t by = 0;
  for (int s = 0; s < c->stages; s++)
    by ^= __builtin_parity(thread & c->when[s]) ? c->step[s] : 0;
  return by;
}

/* ---- by shuffles --------------------------------------------------------------------------------- */

/* Element `part` of the result's word i of a thread. */
static uint32_t arrived(const TriShuffle *s, const Block *a, uint32_t w, uint32_t t, uint32_t i,
                        uint32_t part)
{
  uint32_t thread = t | w << 5, round = i ^ chosen(&s->receive, thread);
  uint32_t lane = f2_apply(&s->lane, thread) ^ f2_apply(&s->step, round);
  uint32_t word = f2_apply(&s->word, round) ^ chosen(&s->send, lane | w << 5);
  return a->at[w][lane][f2_apply(&s->from, word << s->pack | part)];
}

static void shuffle(Block *b, const Block *a, const TriExchange *x)
{
  const TriShuffle *s = &x->shuffle;
  uint32_t n = tri_layout_size(x->conversion.to, TRI_REGISTER), parts = 1u << s->pack;
  FOREACH_THREAD(w, t, warps_of(x->conversion.to))
  for (uint32_t i = 0; i < n; i++)
    b->at[w][t][f2_apply(&s->to, i)] = arrived(s, a, w, t, i / parts, i % parts);
}

/* ---- through memory ------------------------------------------------------------------------------ */

enum { MEMORY = 1 << 14 };
typedef struct {
  uint32_t at[MEMORY]; /* the element at this byte */
  bool conflict, twice, misaligned;
} Memory;

static uint32_t address_of(const TriSide *s, uint32_t k, uint32_t t, uint32_t w)
{
  return tri_layout_element(s->address, (TriSlot){{k, t, w, 0}});
}

/* Notes conflicts among the addresses of lanes first … first + n - 1, of 4 << wide bytes each. */
static void count_banks(Memory *m, const uint32_t *address, uint32_t n, uint32_t words)
{
  for (uint32_t i = 0; i < n * words; i++)
    for (uint32_t j = 0; j < i; j++) {
      uint32_t x = address[i / words] / 4 + i % words, y = address[j / words] / 4 + j % words;
      m->conflict |= x != y && (x ^ y) % 32 == 0;
    }
}

static void check_banks(Memory *m, const TriSide *s, uint32_t k, uint32_t w, int element)
{
  uint32_t address[LANES], bytes = s->way ? 16 : 1u << (s->vector + element);
  uint32_t lanes = bytes <= 4 ? 32 : 128 / bytes, words = bytes <= 4 ? 1 : bytes / 4;
  for (uint32_t t = 0; t < LANES; t++) {
    address[t] = address_of(s, k, t, w);
    m->misaligned |= address[t] % bytes != 0;
  }
  for (uint32_t first = 0; first < LANES; first += lanes)
    count_banks(m, address + first, lanes, words);
}

/* The byte where place i of instruction k of the thread lies. */
static uint32_t byte_of(const TriSide *s, uint32_t k, uint32_t t, uint32_t w, uint32_t i, int element)
{
  if (s->way == TRI_BY_REGISTERS)
    return address_of(s, k, t, w) + (i << element);
  uint32_t in_word = 4u >> element, matrix = i / in_word, part = i % in_word, row = t / 4,
           column = t % 4 * in_word + part;
  if (s->way == TRI_BY_TRANSPOSED_MATRIX)
    return address_of(s, k, 8 * matrix + column, w) + (row << element);
  return address_of(s, k, 8 * matrix + row, w) + (column << element);
}

static uint32_t register_at(const TriSide *s, uint32_t k, uint32_t i, uint32_t thread)
{
  return f2_apply(&s->name, (k << s->vector | i) ^ chosen(&s->order, thread));
}

static void write(Memory *m, const Block *a, const TriExchange *x)
{
  const TriPassage *p = &x->passage;
  FOREACH_THREAD(w, t, warps_of(x->conversion.from))
  for (uint32_t k = 0; k < p->write.instructions; k++)
    for (uint32_t i = 0; i < 1u << p->write.vector; i++) {
      uint32_t byte = byte_of(&p->write, k, t, w, i, x->element);
      assert_true(byte < p->bytes && p->bytes <= MEMORY);
      if (t & p->copies.at[TRI_LANE] || w & p->copies.at[TRI_WARP])
        continue;
      m->twice |= m->at[byte] != NOBODY;
      m->at[byte] = a->at[w][t][register_at(&p->write, k, i, t | w << 5)];
    }
}

static void read(Block *b, const Memory *m, const TriExchange *x)
{
  const TriPassage *p = &x->passage;
  FOREACH_THREAD(w, t, warps_of(x->conversion.to))
  for (uint32_t k = 0; k < p->read.instructions; k++)
    for (uint32_t i = 0; i < 1u << p->read.vector; i++)
      b->at[w][t][register_at(&p->read, k, i, t | w << 5)] = m->at[byte_of(&p->read, k, t, w, i, x->element)];
}

static bool pass(Block *b, const Block *a, const TriExchange *x)
{
  static Memory m;
  m = (Memory){.conflict = false};
  for (int i = 0; i < MEMORY; i++)
    m.at[i] = NOBODY;
  for (uint32_t w = 0; w < warps_of(x->conversion.to); w++) {
    for (uint32_t k = 0; k < x->passage.write.instructions; k++)
      check_banks(&m, &x->passage.write, k, w, x->element);
    for (uint32_t k = 0; k < x->passage.read.instructions; k++)
      check_banks(&m, &x->passage.read, k, w, x->element);
  }
  write(&m, a, x);
  read(b, &m, x);
  return !m.conflict && !m.twice && !m.misaligned;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

/* The exchange does what it promises. */
static bool works(const TriExchange *x, TriLayout from, TriLayout to)
{
  static Block a, b, c;
  uint32_t warps = warps_of(from);
  fill(&c, from);
  rename_registers(&a, &c, x->before, warps);
  if (x->kind != TRI_EXCHANGE_SHARED)
    shuffle(&b, &a, x);
  else if (!pass(&b, &a, x))
    return false;
  rename_registers(&a, &b, x->after, warps);
  return holds(&a, to);
}

/* The same pair by each way that is possible, whatever it costs. */
static bool all_ways_work(TriLayout from, TriLayout to, int element, TriExchange *x)
{
  if (!tri_exchange(from, to, element, x))
    return false;
  TriExchange y = *x;
  if (x->conversion.move <= TRI_MOVE_LANES) {
    y.kind = TRI_EXCHANGE_SHUFFLES;
    y.shuffle = tri_shuffle_of(&x->conversion, element);
    assert_true(works(&y, from, to));
  }
  y.kind = TRI_EXCHANGE_SHARED;
  for (uint32_t ways = 1; ways < 1 << TRI_WAYS; ways += 2) {
    y.passage = tri_passage_of(&x->conversion, element, ways);
    assert_true(works(&y, from, to));
  }
  return works(x, from, to);
}

/* ---- random layouts ------------------------------------------------------------------------------ */

/* Any columns, as many registers as it takes. */
static TriLayout random_layout(Random *r, TriExtent e, int bits, int warps)
{
  int in[TRI_SLOT_DIMS] = {random_below(r, 3), 5, warps, 0};
  for (;; in[0] += in[0] < 8) {
    TriLayout l = tri_layout_of(random_map(r, in[0] + 5 + warps, bits), in, e);
    if (f2_is_onto(tri_layout_matrix(l)))
      return l;
  }
}

/* Columns that are units or nothing: what kernels have. */
static TriLayout random_blocked(Random *r, TriExtent e, int warps)
{
  int order[TRI_LAYOUT_RANK] = {0};
  for (int i = 1; i < e.rank; i++) {
    int j = random_below(r, i + 1);
    order[i] = order[j];
    order[j] = i;
  }
  return tri_layout_coalesced(e, random_below(r, 5), warps, order);
}

static TriLayout random_matrix(Random *r, TriExtent e, int warps)
{
  TriMma mma = {.n = 3, .warps_m = random_below(r, warps + 1)};
  mma.warps_n = warps - mma.warps_m;
  int k = random_below(r, 4);
  return k == 0
             ? tri_layout_accumulator(e, mma)
             : tri_layout_operand(e, mma, k & 1 ? TRI_OPERAND_A : TRI_OPERAND_B, random_below(r, 2) ? 8 : 16);
}

static TriLayout random_any(Random *r, TriExtent e, int bits, int warps)
{
  int k = random_below(r, 4);
  return k == 0                  ? random_layout(r, e, bits, warps)
         : k == 1 && e.rank == 2 ? random_matrix(r, e, warps)
                                 : random_blocked(r, e, warps);
}

static TriExtent random_extent(Random *r, int *bits)
{
  TriExtent e = {.rank = 1 + random_below(r, 4)};
  *bits = 0;
  for (int i = 0; i < e.rank; i++)
    *bits += e.bits[i] = random_below(r, e.rank == 1 ? 11 : e.rank == 2 ? 6 : 4);
  return e;
}

/* Now and then the second is the first with some slot bits exchanged, so that it stays near. */
static TriLayout near_by(Random *r, TriLayout l, int bits)
{
  for (int i = 0; i < 3; i++) {
    int j = random_below(r, bits), k = random_below(r, bits);
    uint32_t col = l.col[j];
    l.col[j] = l.col[k];
    l.col[k] = col;
  }
  return l;
}

static void test_random_exchanges(void **state)
{
  (void)state;
  Random r = random_seeded();
  int kinds[3] = {0}, in_warps = 0, matrices = 0, chosen_orders = 0;
  for (int i = 0; i < 3000; i++) {
    int bits, warps = random_below(&r, 3), element = random_below(&r, 4);
    TriExtent e = random_extent(&r, &bits);
    TriLayout a = random_any(&r, e, bits, warps);
    TriLayout b =
        random_below(&r, 2) ? random_any(&r, e, bits, warps) : near_by(&r, a, a.in[TRI_REGISTER] + 5);
    TriExchange x;
    if (!all_ways_work(a, b, element, &x))
      fail_msg("pair %d", i);
    kinds[x.kind]++;
    in_warps += x.kind == TRI_EXCHANGE_SHARED && x.passage.in_warp;
    matrices += x.kind == TRI_EXCHANGE_SHARED && (x.passage.read.way || x.passage.write.way);
    chosen_orders += x.kind == TRI_EXCHANGE_SHARED && x.selects;
  }
  printf("%d in registers, %d by shuffles, %d through memory: %d in warps, %d by matrices, %d with selects\n",
         kinds[0], kinds[1], kinds[2], in_warps, matrices, chosen_orders);
  assert_true(kinds[0] && kinds[1] && in_warps && matrices && chosen_orders && kinds[2] > in_warps);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_exchanges),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
