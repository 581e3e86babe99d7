/* Exchanges, done as their plans say on elements that are their own numbers: every register of the result has
 * its element, no bank serves two words at once, nothing is written twice; and they are as cheap as the
 * theory says. */
#include "Layout/cost.h"
#include "Layout/exchange.h"
#include "Layout/text.h"
#include "random_layouts.h"

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

enum { MEMORY = 1 << 16 };
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

/* ---- tests --------------------------------------------------------------------------------------- */

static void test_random_exchanges(void **state)
{
  (void)state;
  Random r = random_seeded();
  int kinds[3] = {0}, in_warps = 0, matrices = 0, chosen_orders = 0;
  for (int i = 0; i < 1500; i++) {
    int warps = random_below(&r, 3), element = random_below(&r, 4);
    TriExtent e = random_extent(&r);
    TriLayout a = random_layout_over(&r, e, warps);
    TriLayout b = random_below(&r, 2) ? random_layout_over(&r, e, warps) : random_neighbour(&r, a);
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

/* 2^registers registers, one warp; slot bit i steps element bit at[i]. */
static TriLayout of_bits(int registers, const int *at)
{
  int in[TRI_SLOT_DIMS] = {registers, 5, 0, 0};
  F2 f = f2_zero(registers + 5, registers + 5);
  for (int i = 0; i < f.n; i++)
    f.col[i] = 1u << at[i];
  return tri_layout_of(f, in, (TriExtent){1, {f.m}});
}

static void swap(int *at, int i, int j)
{
  int was = at[i];
  at[i] = at[j];
  at[j] = was;
}

static void permute(Random *r, int *at, int first, int n)
{
  for (int i = 1; i < n; i++)
    swap(at, first + i, first + random_below(r, i + 1));
}

/* i bits of the register change places with bits of the lane: R (1 - 2^-i) shuffles, and a stage of selects
 * for each on both sides. Renaming registers first costs nothing. */
static void test_swapped_bits(void **state)
{
  (void)state;
  Random r = random_seeded();
  for (int k = 0; k < 500; k++) {
    int registers = random_below(&r, 6), at[10],
        swaps = random_below(&r, (registers < 5 ? registers : 5) + 1);
    for (int i = 0; i < registers + 5; i++)
      at[i] = i;
    permute(&r, at, 0, registers + 5);
    TriLayout a = of_bits(registers, at);
    for (int i = 0; i < swaps; i++)
      swap(at, i, registers + i);
    permute(&r, at, 0, registers);
    TriConversion c;
    assert_true(tri_layout_conversion(a, of_bits(registers, at), &c));
    TriShuffle s = tri_shuffle_of(&c, 2), wide = tri_shuffle_of(&c, 3);
    uint32_t n = 1u << registers;
    assert_int_equal(s.shuffles, n - (n >> swaps));
    assert_int_equal(s.selects, 2 * n * (uint32_t)swaps);
    assert_true(wide.shuffles == 2 * s.shuffles && wide.selects == 2 * s.selects);
  }
}

/* Lanes change places: a shuffle for each register, or for as many as fill a word, and no selects. */
static void test_permuted_lanes(void **state)
{
  (void)state;
  Random r = random_seeded();
  for (int k = 0; k < 500; k++) {
    int registers = random_below(&r, 6), at[10];
    for (int i = 0; i < registers + 5; i++)
      at[i] = i;
    permute(&r, at, 0, registers + 5);
    TriLayout a = of_bits(registers, at);
    swap(at, registers, registers + 1 + random_below(&r, 4));
    permute(&r, at, 0, registers);
    TriConversion c;
    assert_true(tri_layout_conversion(a, of_bits(registers, at), &c));
    for (int element = 0; element <= 3; element++) {
      TriShuffle s = tri_shuffle_of(&c, element);
      int pack = element < 2 ? 2 - element : 0;
      assert_int_equal(s.pack, pack < registers ? pack : registers);
      assert_int_equal(s.shuffles, (1u << (registers - s.pack)) << (element == 3));
      assert_int_equal(s.selects, 0);
    }
  }
}

static TriLayout parsed(Arena *a, const char *text)
{
  TriLayout l;
  TriTextError error;
  assert_true(tri_layout_parse(a, text, strlen(text), &l, &error));
  return l;
}

static const struct {
  const char *from, *to;
  int element;
  const char *text;
} examples[] = {
    {"register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [], cta = []",
     "register = [[2], [1]], lane = [[4], [8], [16], [32], [64]], warp = [], cta = []", 2, "registers"},
    /* A row that all lanes hold is spread over them. */
    {"register = [[1], [2]], lane = [[0], [0], [0], [0], [0]], warp = [], cta = []",
     "register = [], lane = [[1], [2], [0], [0], [0]], warp = [], cta = []", 2, "registers, 3 selects"},
    {"register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [], cta = []",
     "register = [[4], [2]], lane = [[1], [8], [16], [32], [64]], warp = [], cta = []", 2,
     "2 shuffles, 8 selects"},
    {"register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [], cta = []",
     "register = [[4], [2]], lane = [[1], [8], [16], [32], [64]], warp = [], cta = []", 1,
     "1 shuffle, 4 selects"},
    {"register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]], cta = []",
     "register = [[1], [2]], lane = [[4], [8], [16], [32], [128]], warp = [[64]], cta = []", 2,
     "shared 1024 bytes, 8 wavefronts"},
    {"register = [[1], [2], [4], [8], [16]], lane = [[32], [64], [128], [256], [512]], warp = [], cta = []",
     "register = [[32], [64], [128], [256], [512]], lane = [[1], [2], [4], [8], [16]], warp = [], cta = []",
     2, "shared 4096 bytes in warps, 64 wavefronts"},
    /* Rows of memory to operand A of mma.m16n8k16. */
    {"register = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [1, 0], [2, 0], [4, 0], [16, 0]], warp = [[8, "
     "0]], cta = []",
     "register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, "
     "0]], cta = []",
     1, "shared 1024 bytes, 8 wavefronts, ldmatrix"},
};

static void test_texts(void **state)
{
  (void)state;
  Arena a = {0};
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
    TriExchange x;
    assert_true(
        tri_exchange(parsed(&a, examples[i].from), parsed(&a, examples[i].to), examples[i].element, &x));
    assert_string_equal(tri_exchange_text(&a, &x), examples[i].text);
  }
  arena_free(&a);
}

/* The cheaper way is taken, and the cost is what the instructions add up to. */
static void test_costs(void **state)
{
  (void)state;
  Random r = random_seeded();
  for (int i = 0; i < 500; i++) {
    int warps = random_below(&r, 3), element = random_below(&r, 4);
    TriExtent e = random_extent(&r);
    TriLayout a = random_layout_over(&r, e, warps), b = random_layout_over(&r, e, warps);
    TriExchange x;
    assert_true(tri_exchange(a, b, element, &x));
    TriPassage p = tri_passage_of(&x.conversion, element, (1 << TRI_WAYS) - 1);
    assert_true(x.cost <= tri_passage_cost(&p));
    assert_int_equal(x.shared_bytes, x.kind == TRI_EXCHANGE_SHARED ? p.bytes : 0);
    if (x.kind != TRI_EXCHANGE_SHARED)
      assert_int_equal(x.cost, TRI_COST_SHUFFLE * x.shuffles + TRI_COST_SELECT * x.selects);
    uint32_t with = x.cost;
    tri_exchange_without_stmatrix(&x);
    assert_true(x.cost >= with && (x.kind != TRI_EXCHANGE_SHARED || x.passage.write.way == TRI_BY_REGISTERS));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_swapped_bits),
      cmocka_unit_test(test_permuted_lanes),
      cmocka_unit_test(test_texts),
      cmocka_unit_test(test_costs),
      cmocka_unit_test(test_random_exchanges),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
