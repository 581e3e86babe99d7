/* What a layout costs: one unit for all, the time in which a multiprocessor moves a sector of 32 bytes to or
 * from memory.
 *
 *   memory op     the sectors that its instructions touch, and a quarter for each instruction
 *   fold          shuffles: what is left in a thread, for each lane bit of the axis; with warps on the axis
 * what is left goes through shared memory, and threads meet conversion    Layout/exchange.h
 *
 * A warp's shuffle, or wavefront of shared memory, takes a multiprocessor a cycle; a sector of DRAM takes it
 * about one and a half (4.8 TB/s among 132 multiprocessors of an H200 are 21 bytes a cycle). */
#include "Transforms/layout_plan.h"

#include "Layout/cost.h"
#include "Layout/exchange.h"
#include "Layout/tiles.h"
#include "tri-c/Ops.h"

static const double issue_slot = 0.67 / TRI_COST_WAVEFRONT; /* the unit of Layout/cost.h, in sectors */

static int log2_of(int64_t n) { return 63 - __builtin_clzll((unsigned long long)n); }

static int element_log2(MlirType element) { return log2_of(tri_type_bytes(tri_type_kind(element))); }

/* ---- memory ---- */

static double access_cost(const LayoutPlan *p, const LayoutAnchor *a, TriLayout l)
{
  int order[TRI_MAX_RANK];
  axis_order(p->axis, a->ptr, order);
  int element = element_log2(tri_ptr_pointee(tri_type_element(type_of(a->ptr))));
  uint32_t vector = tri_layout_contiguous(l, order[0]),
           widest = (uint32_t)axis_vector_width(p->axis, a->ptr, (MlirValue){NULL}, order[0]);
  vector = vector < widest ? vector : widest;
  double instructions = (double)tri_layout_size(l, TRI_REGISTER) / vector;
  return instructions * (tri_layout_sectors(l, order[0], element, vector) + 0.25);
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
  bool folds = tri_op_kind(link->op) == TRI_OP_REDUCE;
  int element = element_log2(tri_type_element(type_of(operand(link->op, link->operand))));
  TriLayout have = folds ? layout_of_result(link->op, from) : from;
  TriLayout want = folds ? to : layout_of_operand(link->op, link->operand, to);
  return tri_exchange(have, want, element, &x) ? link->weight * issue_slot * x.cost : 0;
}

double group_cost(const LayoutPlan *p, uint32_t index, TriLayout l)
{
  const LayoutGroup *g = &p->groups.at[index];
  double cost = 0;
  for (size_t i = 0; i < g->anchors.n; i++)
    cost += anchor_cost(p, &g->anchors.at[i], l);
  for (size_t i = 0; i < g->links.n; i++) {
    const LayoutLink *link = &p->links.at[g->links.at[i]];
    const LayoutGroup *from = &p->groups.at[link->from], *to = &p->groups.at[link->to];
    if (link->from == index && (link->to == index || to->decided))
      cost += link_cost(link, l, link->to == index ? l : to->layout);
    else if (link->to == index && from->decided)
      cost += link_cost(link, from->layout, l);
  }
  return cost;
}
