#include "Layout/passage.h"
#include "Layout/cost.h"
#include <assert.h>

enum {
  LANES = 5,
  WORD = 2,
  ROW = 4,
  LINE = 7
}; /* logarithms: of lanes; of bytes of words, matrix rows, all banks */

static int min(int a, int b) { return a < b ? a : b; }

/* ---- what a passage sees of two layouts ---------------------------------------------------------- */

/* Elements as numbers of one axis; where nothing leaves its warp, only what the warp holds. */
typedef struct {
  TriLayout writer, reader;
  int bits, element;
  bool in_warp;
  int areas; /* logarithm: of warps that have an area each */
} View;

static TriLayout flat(F2 f, TriLayout like)
{
  int in[TRI_SLOT_DIMS] = {like.in[TRI_REGISTER], LANES, like.in[TRI_WARP], 0};
  return tri_layout_of(f, in, (TriExtent){1, {f.m}});
}

/* In coordinates of the space `held`. */
static F2 coordinates(F2 held, F2 f)
{
  F2 c;
  bool ok = f2_factor(held, f, &c);
  assert(ok);
  (void)ok;
  return c;
}

static F2 slots_of_warp(TriLayout l)
{
  return f2_beside(tri_layout_part(l, TRI_REGISTER), tri_layout_part(l, TRI_LANE));
}

/* The reader's warps see what lies between the two layouts' elements of a warp. */
static View view_of(const TriConversion *c, int element)
{
  View v = {.element = element, .in_warp = c->move <= TRI_MOVE_LANES};
  F2 write = tri_layout_matrix(c->from), read = tri_layout_matrix(c->to);
  if (v.in_warp) {
    F2 here = tri_layout_part(c->from, TRI_WARP), there = tri_layout_part(c->to, TRI_WARP);
    F2 held = f2_basis(slots_of_warp(c->from));
    write = coordinates(held, f2_beside(slots_of_warp(c->from), f2_zero(here.n, here.m)));
    read = coordinates(held, f2_beside(slots_of_warp(c->to), f2_xor(there, here)));
    v.areas = here.n;
  }
  v.writer = flat(write, c->from);
  v.reader = flat(read, c->to);
  v.bits = write.m;
  return v;
}

/* ---- accesses ------------------------------------------------------------------------------------ */

/* A pair of accesses that may go together: one vector is the beginning of the other. */
typedef struct {
  TriWay write_way, read_way;
  TriSharedAccess write, read;
  TriShared shared;
} Pair;

static bool matrix_access(TriLayout l, int element, TriWay way, TriSharedAccess *a)
{
  return tri_access_matrix(l, element, way == TRI_BY_TRANSPOSED_MATRIX, a);
}

/* By registers, vectors that begin as those of the other side. */
static TriSharedAccess beginning(TriLayout l, F2 vector)
{
  F2 mine = tri_layout_part(l, TRI_REGISTER);
  int n = 0;
  while (n < vector.n && f2_contains(mine, vector.col[n]))
    n++;
  return tri_access_registers(l, f2_inputs(vector, 0, n));
}

/* By registers, in vectors that both sides have: narrower, but their order is the same in all threads. */
static Pair narrow_pair(const View *v)
{
  F2 both =
      f2_intersection(tri_layout_part(v->writer, TRI_REGISTER), tri_layout_part(v->reader, TRI_REGISTER));
  F2 vector = f2_inputs(both, 0, min(both.n, ROW - v->element));
  Pair p = {.write = tri_access_registers(v->writer, vector),
            .read = tri_access_registers(v->reader, vector)};
  p.shared = tri_shared_without_conflicts(v->element, p.write, p.read);
  return p;
}

static bool pair_of(const View *v, TriWay write, TriWay read, Pair *p)
{
  *p = (Pair){.write_way = write, .read_way = read};
  if (write == TRI_BY_REGISTERS && read == TRI_BY_REGISTERS) {
    TriStaging t = tri_shared_staging(v->writer, v->reader, v->element);
    p->write = t.write;
    p->read = t.read;
    p->shared = t.shared;
    return true;
  }
  if ((write && !matrix_access(v->writer, v->element, write, &p->write)) ||
      (read && !matrix_access(v->reader, v->element, read, &p->read)))
    return false;
  if (!write)
    p->write = beginning(v->writer, p->read.vector);
  if (!read)
    p->read = beginning(v->reader, p->write.vector);
  if (write && read && !f2_equal(p->write.vector, p->read.vector))
    return false;
  p->shared = tri_shared_without_conflicts(v->element, p->write, p->read);
  return true;
}

/* ---- places within vectors ----------------------------------------------------------------------- */

static F2 append(F2 space, F2 more)
{
  for (int i = 0; i < more.n; i++)
    if (!f2_contains(space, more.col[i]))
      space.col[space.n++] = more.col[i];
  return space;
}

/* The columns whose addresses a side reckons from. */
static F2 named_by(TriLayout l, TriWay way, TriSharedAccess a)
{
  F2 warps = tri_layout_part(l, TRI_WARP);
  return way ? f2_beside(a.lanes, warps) : f2_beside(tri_layout_part(l, TRI_LANE), warps);
}

/* Chooses the place within the vector of what is not in it, so that threads begin vectors with their first
 * register: 0 for what threads step, those who cannot change the order first. Segments stay, and with them
 * the absence of conflicts. */
static void straighten(const View *v, Pair *p)
{
  F2 inverse, offset = p->shared.offset;
  int n = p->write.vector.n > p->read.vector.n ? p->write.vector.n : p->read.vector.n;
  int line = min(LINE - v->element, offset.m);
  bool ok = f2_right_inverse(offset, &inverse);
  F2 order = f2_beside(f2_inputs(inverse, 0, n), f2_inputs(inverse, line, inverse.n - line));
  F2 write = named_by(v->writer, p->write_way, p->write), read = named_by(v->reader, p->read_way, p->read);
  order = append(order, p->read_way ? read : write);
  order = append(order, p->read_way ? write : read);
  order = append(order, f2_identity(offset.m));
  ok = ok && f2_right_inverse(order, &inverse);
  assert(ok);
  (void)ok;
  for (int i = 0; i < offset.n; i++)
    p->shared.offset.col[i] = offset.col[i] >> n << n | (inverse.col[i] & ((1u << n) - 1));
}

/* ---- sides --------------------------------------------------------------------------------------- */

static F2 low_bits(F2 f, int n)
{
  for (int i = 0; i < f.n; i++)
    f.col[i] &= (1u << n) - 1;
  return f;
}

/* The addresses, in bytes, of the elements that instructions, lanes and warps step, in vectors of 2^n. */
static TriLayout addresses(const View *v, TriShared s, int n, F2 instructions, F2 threads)
{
  F2 f = f2_compose(s.offset, f2_beside(instructions, threads));
  int in[TRI_SLOT_DIMS] = {instructions.n, LANES, threads.n - LANES, 0};
  F2 bytes = f2_zero(f.n, f.m + s.element + v->areas);
  for (int i = 0; i < f.n; i++)
    bytes.col[i] = f.col[i] >> n << n << s.element;
  for (int i = 0; i < v->areas; i++)
    bytes.col[f.n - v->areas + i] |= 1u << (f.m + s.element + i);
  return tri_layout_of(bytes, in, (TriExtent){1, {bytes.m}});
}

static TriSide side_by_registers(const View *v, TriLayout l, TriSharedAccess a, TriShared s)
{
  F2 registers = tri_layout_part(l, TRI_REGISTER), vector;
  bool ok = f2_factor(registers, a.vector, &vector);
  assert(ok);
  (void)ok;
  int n = vector.n;
  TriSide side = {.vector = n, .name = f2_beside(vector, f2_complement(vector))};
  F2 places = low_bits(f2_compose(s.offset, f2_compose(registers, side.name)), n);
  for (int i = n; i < side.name.n; i++)
    side.name.col[i] ^= f2_apply(&vector, places.col[i]);
  F2 instructions = f2_compose(registers, f2_inputs(side.name, n, side.name.n - n));
  F2 threads = named_by(l, TRI_BY_REGISTERS, a);
  F2 order = f2_outputs(f2_compose(s.offset, threads), 0, n);
  order.m = side.name.n;
  side.order = tri_choice(order);
  side.address = addresses(v, s, n, instructions, threads);
  side.instructions = 1u << (side.name.n - n);
  side.wavefronts = side.instructions * tri_access_phases(a, v->element);
  side.selects = tri_choice_selects(&side.order, f2_identity(side.name.n)) << (v->element > WORD);
  return side;
}

/* False where a row would not begin at its address. */
static bool side_by_matrix(const View *v, TriLayout l, TriWay way, TriSharedAccess a, TriShared s,
                           TriSide *side)
{
  F2 registers = tri_layout_part(l, TRI_REGISTER);
  int packed = way == TRI_BY_MATRIX ? WORD - v->element : 1, more = min(2, registers.n - packed),
      n = packed + more;
  F2 instructions = f2_inputs(registers, n, registers.n - n), threads = named_by(l, way, a);
  F2 begins = low_bits(f2_compose(s.offset, f2_beside(instructions, threads)), ROW - v->element);
  *side = (TriSide){.way = way, .vector = n, .matrices = more, .name = f2_identity(registers.n)};
  side->address = addresses(v, s, 0, instructions, threads);
  side->instructions = 1u << instructions.n;
  side->wavefronts = side->instructions << more;
  return f2_rank(begins) == 0;
}

static bool side_of(const View *v, TriLayout l, TriWay way, TriSharedAccess a, TriShared s, TriSide *side)
{
  if (way)
    return side_by_matrix(v, l, way, a, s, side);
  *side = side_by_registers(v, l, a, s);
  return true;
}

static uint32_t side_cost(const TriSide *s)
{
  return TRI_COST_WAVEFRONT * s->wavefronts + TRI_COST_INSTRUCTION * s->instructions +
         TRI_COST_SELECT * s->selects;
}

uint32_t tri_passage_cost(const TriPassage *p)
{
  return side_cost(&p->write) + side_cost(&p->read) +
         (p->in_warp ? TRI_COST_WARP_BARRIER : TRI_COST_CTA_BARRIER);
}

/* False where the pair does not fit. */
static bool passage_by(const View *v, Pair pair, TriPassage *p)
{
  *p = (TriPassage){.in_warp = v->in_warp, .bytes = 1u << (v->bits + v->element + v->areas)};
  p->copies = tri_layout_copies(v->writer);
  p->copies.at[TRI_WARP] &= v->in_warp ? 0 : ~0u;
  straighten(v, &pair);
  return !(pair.write_way && p->copies.at[TRI_LANE]) &&
         side_of(v, v->writer, pair.write_way, pair.write, pair.shared, &p->write) &&
         side_of(v, v->reader, pair.read_way, pair.read, pair.shared, &p->read);
}

/* By matrices, where they fit and cost less. */
static void try_matrices(const View *v, uint32_t ways, TriPassage *best)
{
  TriPassage p;
  Pair pair;
  for (TriWay write = TRI_BY_REGISTERS; write < TRI_WAYS; write++)
    for (TriWay read = TRI_BY_REGISTERS; read < TRI_WAYS; read++)
      if ((write || read) && ways >> write & 1 && pair_of(v, write, read, &pair) && passage_by(v, pair, &p) &&
          tri_passage_cost(&p) < tri_passage_cost(best))
        *best = p;
}

TriPassage tri_passage_of(const TriConversion *c, int element, uint32_t ways)
{
  View v = view_of(c, element);
  TriPassage best, narrow;
  Pair pair;
  bool ok = pair_of(&v, TRI_BY_REGISTERS, TRI_BY_REGISTERS, &pair) && passage_by(&v, pair, &best);
  assert(ok);
  (void)ok;
  if (best.write.selects + best.read.selects && passage_by(&v, narrow_pair(&v), &narrow) &&
      tri_passage_cost(&narrow) < tri_passage_cost(&best))
    best = narrow;
  try_matrices(&v, ways, &best);
  return best;
}
