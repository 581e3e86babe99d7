#include "Layout/conversion.h"
#include <string.h>

/* The bits of d among the packed slots of l. */
static uint32_t mask_of(TriLayout l, TriSlotDim d)
{
  return l.in[d] ? (l.in[d] < 32 ? (1u << l.in[d]) - 1 : ~0u) << tri_layout_first(l, d) : 0;
}

static TriMove kind_of(TriLayout from, F2 moved, F2 source)
{
  uint32_t touched = 0;
  for (int i = 0; i < moved.n; i++)
    touched |= moved.col[i];
  if (touched & mask_of(from, TRI_CTA))
    return TRI_MOVE_CTAS;
  if (touched & mask_of(from, TRI_WARP))
    return TRI_MOVE_WARPS;
  if (touched & mask_of(from, TRI_LANE))
    return TRI_MOVE_LANES;
  return f2_equal(source, f2_identity(source.n)) ? TRI_MOVE_NONE : TRI_MOVE_REGISTERS;
}

/* The thread's own bits of x, in from's packing; registers do not count. */
static F2 same_thread(TriLayout from, TriLayout to)
{
  F2 same = f2_zero(tri_layout_in_bits(to), tri_layout_in_bits(from));
  for (int i = to.in[TRI_REGISTER]; i < same.n; i++)
    same.col[i] = 1u << (i - to.in[TRI_REGISTER] + from.in[TRI_REGISTER]);
  return same;
}

bool tri_layout_conversion(TriLayout from, TriLayout to, TriConversion *c)
{
  *c = (TriConversion){.from = from, .to = to};
  if (from.rank != to.rank || memcmp(from.out, to.out, sizeof from.out) != 0 ||
      memcmp(from.in + TRI_LANE, to.in + TRI_LANE, TRI_SLOT_DIMS - TRI_LANE) != 0)
    return false;
  F2 have = tri_layout_matrix(from), want = tri_layout_matrix(to), stay = same_thread(from, to), moved;
  if (!f2_factor(have, f2_xor(want, f2_compose(have, stay)), &moved))
    return false;
  c->source = f2_xor(stay, moved);
  c->move = kind_of(from, moved, c->source);
  return true;
}

TriSlot tri_conversion_source(const TriConversion *c, TriSlot s)
{
  return tri_layout_unpack(c->from, f2_apply(&c->source, tri_layout_pack(c->to, s)));
}

uint32_t tri_conversion_shuffles(const TriConversion *c)
{
  if (c->move != TRI_MOVE_LANES)
    return 0;
  F2 lanes = f2_inputs(c->source, c->to.in[TRI_REGISTER], c->to.in[TRI_LANE]);
  F2 slots = f2_outputs(lanes, 0, c->from.in[TRI_REGISTER] + c->from.in[TRI_LANE]);
  F2 senders = f2_outputs(slots, c->from.in[TRI_REGISTER], c->from.in[TRI_LANE]);
  return tri_layout_size(c->to, TRI_REGISTER) << (f2_rank(slots) - f2_rank(senders));
}
