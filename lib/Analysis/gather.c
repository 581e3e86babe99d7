#include "Analysis/gather.h"

#include "Dialect/layout_attr.h"
#include "Dialect/types.h"
#include "Layout/cost.h"
#include "Support/ir.h"
#include "tri-c/Ops.h"

enum { MAX_CHOICES = 3 }; /* bits: so many registers are shuffled for one of the result */

/* The bits of an element of src that are not of the axis, in the place that src has for them. */
static uint32_t beside_axis(TriLayout src, TriLayout result, uint32_t element, int axis)
{
  uint32_t bits = 0;
  for (int i = 0; i < (int)src.rank; i++)
    if (i != axis)
      bits |= tri_layout_coordinate(result, element, i) << tri_layout_axis_shift(src, i);
  return bits;
}

/* What registers and lanes of the own warp must add up to: from the slot of the result, then from the index.
 */
static F2 wanted(const GatherPlan *p, int axis)
{
  int slots = tri_layout_in_bits(p->result), bits = p->src.out[axis];
  F2 f = f2_zero(slots + bits, tri_layout_out_bits(p->src));
  for (int i = 0; i < slots; i++)
    f.col[i] = beside_axis(p->src, p->result, p->result.col[i], axis);
  for (int i = 0; i < p->src.in[TRI_WARP]; i++)
    f.col[tri_layout_first(p->result, TRI_WARP) + i] ^= p->src.col[tri_layout_first(p->src, TRI_WARP) + i];
  for (int i = 0; i < bits; i++)
    f.col[slots + i] = 1u << (tri_layout_axis_shift(p->src, axis) + i);
  return f;
}

static int words_of(int bytes) { return bytes == 8 ? 2 : 1; }

/* Of a warp, in the unit of cost.h: an index each makes neighbours of few, so a read takes some wavefronts.
 */
static bool is_cheaper(const GatherPlan *p, int bytes)
{
  enum { WAVEFRONTS_OF_A_READ = 4 };
  uint32_t results = tri_layout_size(p->result, TRI_REGISTER), writes = tri_layout_size(p->src, TRI_REGISTER),
           choices = 1u << p->registers.n;
  uint32_t shuffled =
      results * (uint32_t)words_of(bytes) * (choices * TRI_COST_SHUFFLE + (choices - 1) * TRI_COST_SELECT);
  uint32_t shared = TRI_COST_CTA_BARRIER + writes * (TRI_COST_INSTRUCTION + TRI_COST_WAVEFRONT) +
                    results * (TRI_COST_INSTRUCTION + WAVEFRONTS_OF_A_READ * TRI_COST_WAVEFRONT);
  return p->registers.n <= MAX_CHOICES && shuffled <= shared;
}

GatherPlan gather_plan(MlirOperation op)
{
  GatherPlan p = {0};
  int axis = tri_gather_axis(op);
  layout_of_type(type_of(tri_gather_src(op)), &p.src);
  layout_of_type(type_of(tri_gather_result(op)), &p.result);
  int in_warp = p.src.in[TRI_REGISTER] + p.src.in[TRI_LANE], slots = tri_layout_in_bits(p.result),
      own = p.result.in[TRI_REGISTER];
  F2 have = f2_inputs(tri_layout_matrix(p.src), 0, in_warp), all;
  if (p.src.in[TRI_CTA] || !f2_factor(have, wanted(&p, axis), &all))
    return p;
  p.of_slot = f2_inputs(all, 0, slots);
  p.of_index = f2_inputs(all, slots, all.n - slots);
  p.registers = f2_basis(f2_outputs(f2_inputs(all, own, all.n - own), 0, p.src.in[TRI_REGISTER]));
  MlirType element = tri_type_element(type_of(tri_gather_result(op)));
  p.by_shuffle = is_cheaper(&p, tri_type_bytes(tri_type_kind(element)));
  return p;
}
