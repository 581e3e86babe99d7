/* What a layout costs: one unit for all, the time in which a multiprocessor moves a sector of 32 bytes to or
 * from memory.
 *
 *   memory op     the sectors that its instructions touch, and a quarter for each instruction; of a load
 * those beyond what it needs for less fold          shuffles: what is left in a thread, for each lane bit of
 * the axis; with warps on the axis what is left goes through shared memory, and threads meet conversion
 * Layout/exchange.h
 *
 * A warp's shuffle, or wavefront of shared memory, takes a multiprocessor a cycle; a sector of DRAM takes it
 * about one and a half (4.8 TB/s among 132 multiprocessors of an H200 are 21 bytes a cycle). */
#include "Transforms/layout_plan.h"

#include "Layout/cost.h"
#include "Layout/exchange.h"
#include "Layout/tiles.h"
#include "tri-c/Ops.h"

static const double issue_slot =
    0.67 / (double)TRI_COST_WAVEFRONT; /* the unit of Layout/cost.h, in sectors */

static int element_log2(MlirType element) { return log2_of(tri_type_bytes(tri_type_kind(element))); }

/* ---- memory ---- */

/* What a load touches more than it needs lies in the first-level cache for the instructions that follow; what
 * a store writes in parts of sectors goes to the second level each time. */
static const double load_excess = 0.25;

/* The sectors that hold what a warp has of a block, copies once. */
static double sectors_needed(TriLayout l, int element)
{
  int elements = f2_rank(f2_beside(tri_layout_part(l, TRI_REGISTER), tri_layout_part(l, TRI_LANE)));
  int bits = elements + element - 5;
  return bits > 0 ? (double)(UINT64_C(1) << bits) : 1;
}

static double access_cost(const LayoutPlan *p, const LayoutAnchor *a, TriLayout l)
{
  int order[TRI_MAX_RANK];
  axis_order(p->axis, a->ptr, order);
  int element = element_log2(tri_ptr_pointee(tri_type_element(type_of(a->ptr))));
  uint32_t vector = tri_layout_contiguous(l, order[0]),
           widest = (uint32_t)axis_vector_width(p->axis, a->ptr, (MlirValue){NULL}, order[0]);
  vector = vector < widest ? vector : widest;
  double instructions = (double)tri_layout_size(l, TRI_REGISTER) / vector;
  double least = sectors_needed(l, element);
  double excess = instructions * tri_layout_sectors(l, order[0], element, vector) - least;
  excess = excess > 0 ? excess : 0;
  return 0.25 * instructions + least + (tri_op_kind(a->op) == TRI_OP_LOAD ? load_excess : 1) * excess;
}

/* ---- folds ---- */

/* How many bits of this part of the slot move along the axis. */
static int bits_on_axis(TriLayout l, TriSlotDim d, int axis)
{
  F2 part = tri_layout_part(l, d);
  int n = 0;
  for (int i = 0; i < part.n; i++)
    n += tri_layout_coordinate(l, part.col[i], axis) != 0;
  return n;
}

static double fold_cost(const LayoutAnchor *a, TriLayout l)
{
  int lanes = bits_on_axis(l, TRI_LANE, a->axis), warps = bits_on_axis(l, TRI_WARP, a->axis);
  bool scan = tri_op_kind(a->op) == TRI_OP_SCAN;
  double left = tri_layout_size(l, TRI_REGISTER) >> (scan ? 0 : bits_on_axis(l, TRI_REGISTER, a->axis)),
         words = 0;
  for (intptr_t i = 0; i < operand_count(a->op); i++)
    words += element_log2(tri_type_element(type_of(operand(a->op, i)))) == 3 ? 2 : 1;
  double each = TRI_COST_SHUFFLE * lanes + (warps ? 2 * TRI_COST_WAVEFRONT : 0);
  return issue_slot * (words * left * each + (warps ? TRI_COST_CTA_BARRIER : 0));
}

double anchor_cost(const LayoutPlan *p, const LayoutAnchor *a, TriLayout l)
{
  return a->weight * (is_null(a->ptr) ? fold_cost(a, l) : access_cost(p, a, l));
}

/* ---- links ---- */

double link_cost(const LayoutLink *link, TriLayout from, TriLayout to)
{
  TriExchange x;
  bool follows = has_following_results(link->op);
  MlirValue moved = follows ? result_at(link->op, link->operand) : operand(link->op, link->operand);
  TriLayout have = follows ? layout_of_result(link->op, from) : from;
  TriLayout want = follows ? to : layout_of_operand(link->op, link->operand, to);
  if (tri_layout_equal(have, want))
    return 0;
  return tri_exchange(have, want, element_log2(tri_type_element(type_of(moved))), &x)
             ? link->weight * issue_slot * x.cost
             : 0;
}

/* The memory op's group at the link's other end, if that is all it is linked to: it goes along where that is
 * cheaper than a conversion. */
uint32_t leaf_of(const LayoutPlan *p, const LayoutLink *link, uint32_t index)
{
  uint32_t other = link->from == index ? link->to : link->from;
  TriOpKind kind = tri_op_kind(link->op);
  bool memory = kind == TRI_OP_LOAD ? other == link->from : kind == TRI_OP_STORE && other == link->to;
  return memory && other != index && p->groups.at[other].links.n == 1 ? other : UINT32_MAX;
}

static double anchors_cost(const LayoutPlan *p, uint32_t index, TriLayout l)
{
  double cost = 0;
  for (size_t i = 0; i < p->groups.at[index].anchors.n; i++)
    cost += anchor_cost(p, &p->groups.at[index].anchors.at[i], l);
  return cost;
}

static double between(const LayoutLink *link, uint32_t index, TriLayout mine, TriLayout other)
{
  return link->from == index ? link_cost(link, mine, other) : link_cost(link, other, mine);
}

/* What a leaf pays if its neighbour has this layout: its own wish and a conversion, or the same. */
static double leaf_cost(LayoutPlan *p, const LayoutLink *link, uint32_t index, uint32_t leaf, TriLayout l)
{
  double best = anchors_cost(p, leaf, l);
  Layouts own = layout_wishes(p, leaf);
  for (size_t i = 0; i < own.n; i++) {
    double cost = anchors_cost(p, leaf, own.at[i]) + between(link, index, l, own.at[i]);
    best = cost < best ? cost : best;
  }
  return best;
}

double group_cost(LayoutPlan *p, uint32_t index, TriLayout l)
{
  const LayoutGroup *g = &p->groups.at[index];
  double cost = anchors_cost(p, index, l);
  for (size_t i = 0; i < g->links.n; i++) {
    const LayoutLink *link = &p->links.at[g->links.at[i]];
    uint32_t leaf = leaf_of(p, link, index), other = link->from == index ? link->to : link->from;
    if (leaf != UINT32_MAX)
      cost += leaf_cost(p, link, index, leaf, l);
    else if (other == index)
      cost += link_cost(link, l, l);
    else if (p->groups.at[other].decided)
      cost += between(link, index, l, p->groups.at[other].layout);
  }
  return cost;
}
