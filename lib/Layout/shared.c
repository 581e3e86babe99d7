#include "Layout/shared.h"
#include <assert.h>

enum {
  WORD = 2,
  LINE = 7,
  VECTOR = 4,
  LANES = 5
}; /* logarithms of bytes: word, all banks, widest access; of lanes */

static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }

/* ---- memory -------------------------------------------------------------------------------------- */

TriShared tri_shared_row_major(TriExtent e, int element)
{
  return (TriShared){element, f2_identity(tri_extent_bits(e))};
}

/* Element (row, column) at box · rows · line + row · line + column within the box. */
static F2 boxes(int row_bits, int column_bits, int line)
{
  F2 f = f2_zero(row_bits + column_bits, row_bits + column_bits);
  for (int i = 0; i < f.n; i++) {
    bool inside = i < min(line, column_bits), row = i >= column_bits;
    f.col[i] = 1u << (inside ? i : row ? i - column_bits + min(line, column_bits) : i + row_bits);
  }
  return f;
}

TriShared tri_shared_boxes(TriExtent e, int element, int line)
{
  assert(e.rank == 2 && line >= VECTOR && line <= LINE && element <= line);
  F2 place = boxes(e.bits[0], e.bits[1], line - element), swizzle = f2_identity(place.m);
  for (int i = 0; i < line - VECTOR; i++) {
    int from = LINE + i - element, to = VECTOR + i - element;
    if (from < place.m)
      swizzle.col[from] |= 1u << to;
  }
  return (TriShared){element, f2_compose(swizzle, place)};
}

/* ---- accesses ------------------------------------------------------------------------------------ */

TriSharedAccess tri_access_registers(TriLayout l, F2 vector)
{
  assert(l.in[TRI_LANE] == LANES);
  return (TriSharedAccess){vector, tri_layout_part(l, TRI_LANE)};
}

/* Without .trans a lane holds neighbours of a row; with it, of a column, and the rows lie across the upper
 * lanes. */
bool tri_access_matrix(TriLayout l, int element, bool transposed, TriSharedAccess *a)
{
  int packed = WORD - element;
  F2 registers = tri_layout_part(l, TRI_REGISTER), lanes = tri_layout_part(l, TRI_LANE);
  if (packed < 1 || packed > (transposed ? 1 : 2) || registers.n < packed || lanes.n != LANES)
    return false;
  F2 four = f2_beside(f2_inputs(registers, 0, packed), f2_inputs(lanes, 0, 2)),
     eight = f2_inputs(lanes, 2, 3);
  int more = min(2, registers.n - packed);
  F2 others = f2_beside(f2_inputs(registers, packed, more), f2_zero(2 - more, registers.m));
  *a = (TriSharedAccess){transposed ? eight : four, f2_beside(transposed ? four : eight, others)};
  return f2_is_injective(f2_beside(four, eight));
}

/* The bytes of a lane, as a logarithm; the lane bits that go in one phase. */
static int width(TriSharedAccess a, int element) { return a.vector.n + element; }
static int phase_bits(TriSharedAccess a, int element)
{
  int wide = max(0, width(a, element) - WORD);
  bool pairs = f2_contains(a.vector, a.lanes.col[0]) || f2_contains(a.vector, a.lanes.col[1]);
  return LANES - wide + (wide && pairs);
}

uint32_t tri_access_phases(TriSharedAccess a, int element) { return 1u << (LANES - phase_bits(a, element)); }

/* Most different words of one bank among the addresses of a phase. */
static uint32_t phase_wavefronts(const uint32_t *word, int n)
{
  uint32_t most = 0;
  for (int i = 0; i < n; i++) {
    uint32_t others = 1;
    for (int j = 0; j < i; j++) {
      bool again = false;
      for (int k = 0; k < j; k++)
        again = again || word[k] == word[j];
      others += !again && word[j] != word[i] && (word[j] ^ word[i]) % 32 == 0;
    }
    most = others > most ? others : most;
  }
  return most;
}

static bool is_consecutive(TriShared s, F2 vector)
{
  bool ok = true;
  for (int i = 0; ok && i < vector.n; i++)
    ok = f2_apply(&s.offset, vector.col[i]) == 1u << i;
  return ok;
}

uint32_t tri_shared_wavefronts(TriShared s, TriSharedAccess a)
{
  if (!is_consecutive(s, a.vector))
    return 0;
  F2 address = f2_compose(s.offset, a.lanes);
  int lanes = 1 << phase_bits(a, s.element), words = 1 << max(0, width(a, s.element) - WORD);
  uint32_t total = 0;
  for (int first = 0; first < 32; first += lanes) {
    uint32_t word[64], n = 0;
    for (int lane = first; lane < first + lanes; lane++) {
      uint32_t aligned = f2_apply(&address, (uint32_t)lane) >> a.vector.n << a.vector.n;
      for (int k = 0; k < words; k++)
        word[n++] = (uint32_t)(((uint64_t)aligned << s.element) >> WORD) + (uint32_t)k;
    }
    total += phase_wavefronts(word, (int)n);
  }
  return total;
}

/* ---- the swizzle --------------------------------------------------------------------------------- */

/* The first columns of a until the rank of the sum with `space` is `rank`, added to it. */
static F2 grow(F2 space, F2 a, int rank)
{
  for (int i = 0; i < a.n && f2_rank(space) < rank; i++)
    space = f2_sum(space, f2_inputs(a, i, 1));
  return space;
}

/* What the addresses of a phase and the bytes at them span. */
static F2 phase_space(TriSharedAccess a, F2 bytes, int element)
{
  return f2_sum(f2_sum(f2_inputs(a.lanes, 0, phase_bits(a, element)), a.vector), bytes);
}

/* The columns of `from` that are independent of `have` and of each other follow it. */
static F2 followed_by(F2 have, F2 from, int count)
{
  for (int i = 0; i < from.n && have.n < count; i++)
    if (!f2_contains(have, from.col[i]))
      have.col[have.n++] = from.col[i];
  return have;
}

/* The elements of a word, in order: the longer vector, then the lowest units. */
static F2 word_of(TriSharedAccess a, TriSharedAccess b, int element)
{
  F2 vector = a.vector.n > b.vector.n ? a.vector : b.vector;
  int bits = min(max(0, WORD - element), vector.m);
  return vector.n >= bits ? f2_inputs(vector, 0, bits) : followed_by(vector, f2_identity(vector.m), bits);
}

TriShared tri_shared_without_conflicts(int element, TriSharedAccess a, TriSharedAccess b)
{
  int bits = a.vector.m, line = min(LINE - element, bits);
  F2 vector = a.vector.n > b.vector.n ? a.vector : b.vector, word = word_of(a, b, element),
     all = f2_identity(bits);
  F2 p = phase_space(a, word, element), q = phase_space(b, word, element), inverse;
  F2 p_line = grow(grow(p, q, line), all, line), q_line = grow(grow(q, p, line), all, line);
  F2 segments = f2_common_complement(p_line, q_line);
  F2 low = vector.n > word.n ? vector : word, banks = f2_complement(f2_sum(low, segments));
  F2 order = f2_beside(f2_beside(low, banks), segments);
  bool whole = f2_right_inverse(order, &inverse);
  assert(whole && order.n == bits);
  (void)whole;
  return (TriShared){element, inverse};
}

/* Total cost of going through s by these accesses. */
static TriStaging staged(TriLayout writer, TriLayout reader, int element, F2 write, F2 read)
{
  TriStaging t = {.write = tri_access_registers(writer, write), .read = tri_access_registers(reader, read)};
  t.shared = tri_shared_without_conflicts(element, t.write, t.read);
  uint32_t writes = tri_layout_size(writer, TRI_REGISTER) >> write.n;
  uint32_t reads = tri_layout_size(reader, TRI_REGISTER) >> read.n;
  t.instructions = writes + reads;
  t.wavefronts = writes * tri_access_phases(t.write, element) + reads * tri_access_phases(t.read, element);
  return t;
}

TriStaging tri_shared_staging(TriLayout writer, TriLayout reader, int element)
{
  F2 mine = f2_basis(tri_layout_part(writer, TRI_REGISTER)),
     yours = f2_basis(tri_layout_part(reader, TRI_REGISTER));
  F2 both = f2_intersection(mine, yours);
  F2 shared = f2_inputs(both, 0, min(both.n, VECTOR - element));
  F2 write = followed_by(shared, mine, VECTOR - element), read = followed_by(shared, yours, VECTOR - element);
  TriStaging a = staged(writer, reader, element, write, shared),
             b = staged(writer, reader, element, shared, read);
  bool first = a.wavefronts != b.wavefronts ? a.wavefronts < b.wavefronts : a.instructions <= b.instructions;
  return first ? a : b;
}
