/* Which layout a group gets: the candidates are what its anchors would like, the cost is what memory would
 * have to move.
 *
 * An anchor likes vectors along the axis on which its addresses are contiguous, as wide as the analysis
 * proves and the threads have elements for, then lanes, then warps: tri_layout_coalesced. The cost of a
 * layout for an anchor is the sectors of 32 bytes that its instructions touch, plus a quarter for each
 * instruction, times how often it runs. */
#include "Transforms/layout_plan.h"

#include "Layout/tiles.h"
#include "tri-c/Ops.h"

enum { MAX_REGISTERS = 512 }; /* of one block in one thread; ptxas gives out beyond */

TriLayout layout_of_operand(MlirOperation op, TriLayout result_layout)
{
  if (tri_op_kind(op) == TRI_OP_EXPAND_DIMS)
    return tri_layout_drop(result_layout, tri_expand_dims_axis(op));
  Shape from = shape_of_type(type_of(tri_broadcast_src(op))),
        to = shape_of_type(type_of(tri_broadcast_result(op)));
  for (int i = 0; i < from.rank; i++)
    if (from.dim[i] != to.dim[i])
      result_layout = tri_layout_squash(result_layout, i);
  return result_layout;
}

static int log2_of(int64_t n) { return 63 - __builtin_clzll((unsigned long long)n); }

static int total_bits(TriExtent e)
{
  int n = 0;
  for (int i = 0; i < e.rank; i++)
    n += e.bits[i];
  return n;
}

static int vector_bits(const LayoutPlan *p, const LayoutAnchor *a, int axis)
{
  return log2_of(axis_vector_width(p->axis, a->ptr, (MlirValue){NULL}, axis));
}

static TriLayout candidate_of(const LayoutPlan *p, const LayoutAnchor *a, TriExtent e)
{
  int order[TRI_MAX_RANK];
  axis_order(p->axis, a->ptr, order);
  int share = total_bits(e) - 5 - p->warps, vector = vector_bits(p, a, order[0]);
  share = share < 0 ? 0 : share;
  return tri_layout_coalesced(e, vector < share ? vector : share, p->warps, order);
}

static TriLayout default_layout(const LayoutPlan *p, TriExtent e)
{
  int order[TRI_LAYOUT_RANK];
  for (int i = 0; i < e.rank; i++)
    order[i] = e.rank - 1 - i;
  return tri_layout_coalesced(e, 0, p->warps, order);
}

static double cost_for(const LayoutPlan *p, const LayoutAnchor *a, TriLayout l)
{
  int order[TRI_MAX_RANK];
  axis_order(p->axis, a->ptr, order);
  MlirType element = tri_ptr_pointee(tri_type_element(type_of(a->ptr)));
  uint32_t vector = tri_layout_contiguous(l, order[0]), widest = 1u << vector_bits(p, a, order[0]);
  vector = vector < widest ? vector : widest;
  double instructions = (double)tri_layout_size(l, TRI_REGISTER) / vector;
  double sectors = tri_layout_sectors(l, order[0], log2_of(tri_type_bytes(tri_type_kind(element))), vector);
  return a->weight * instructions * (sectors + 0.25);
}

static double cost_of(const LayoutPlan *p, const LayoutGroup *g, TriLayout l)
{
  double cost = 0;
  for (size_t i = 0; i < g->anchors.n; i++)
    cost += cost_for(p, &g->anchors.at[i], l);
  return cost;
}

/* The first of the cheapest candidates, by program order of the anchors. */
static TriLayout cheapest(const LayoutPlan *p, const LayoutGroup *g, TriExtent e)
{
  TriLayout best = default_layout(p, e);
  double best_cost = -1;
  for (size_t i = 0; i < g->anchors.n; i++) {
    TriLayout l = candidate_of(p, &g->anchors.at[i], e);
    double cost = cost_of(p, g, l);
    if (best_cost < 0 || cost < best_cost) {
      best = l;
      best_cost = cost;
    }
  }
  return best;
}

static bool fits_registers(LayoutPlan *p, const LayoutGroup *g)
{
  uint32_t registers = tri_layout_size(g->layout, TRI_REGISTER);
  uint64_t warps = ((uint64_t)registers << p->warps) / MAX_REGISTERS;
  const char *remedy = warps <= 32 ? arena_printf(p->arena, "tri.num_warps = %u or ", (unsigned)warps) : "";
  return require(
      g->first, registers <= MAX_REGISTERS,
      "has a block that takes %u registers of each thread with %d warps, of which %d fit; use %sa smaller "
      "block",
      registers, 1 << p->warps, MAX_REGISTERS, remedy);
}

static bool decide(LayoutPlan *p, uint32_t index)
{
  LayoutGroup *g = &p->groups.at[index];
  TriExtent e;
  if (!require(g->first, tri_extent_of(g->shape.rank, g->shape.dim, &e),
               "has a block with an extent that is no power of two; use the next power of two and a mask"))
    return false;
  const LayoutEdge *from = NULL;
  for (size_t i = 0; i < p->edges.n && !from; i++)
    if (group_of_value(p, operand(p->edges.at[i].op, 0)) == g &&
        group_of_value(p, result(p->edges.at[i].op))->decided)
      from = &p->edges.at[i];
  g->layout =
      from ? layout_of_operand(from->op, group_of_value(p, result(from->op))->layout) : cheapest(p, g, e);
  g->decided = true;
  return fits_registers(p, g);
}

/* Whether some undecided group must come first: the result of an edge out of g. */
static bool waits(LayoutPlan *p, const LayoutGroup *g)
{
  for (size_t i = 0; i < p->edges.n; i++) {
    LayoutGroup *to = group_of_value(p, result(p->edges.at[i].op));
    if (group_of_value(p, operand(p->edges.at[i].op, 0)) == g && to != g && !to->decided)
      return true;
  }
  return false;
}

/* The next to decide: one that waits for none, the largest of these; the first of the undecided where all
 * wait. */
static uint32_t next_group(LayoutPlan *p)
{
  uint32_t best = UINT32_MAX, any = UINT32_MAX;
  for (uint32_t i = 0; i < p->groups.n; i++) {
    LayoutGroup *g = &p->groups.at[i];
    if (g->parent != i || g->decided)
      continue;
    any = any == UINT32_MAX ? i : any;
    if (!waits(p, g) && (best == UINT32_MAX || shape_count(g->shape) > shape_count(p->groups.at[best].shape)))
      best = i;
  }
  return best == UINT32_MAX ? any : best;
}

bool layout_choose(LayoutPlan *p)
{
  for (uint32_t g; (g = next_group(p)) != UINT32_MAX;)
    if (!decide(p, g))
      return false;
  return true;
}
