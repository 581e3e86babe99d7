/* Which layout a group gets: the candidates are what its anchors and links would like, the cost is
 * layout_cost.c's.
 *
 * A memory op likes vectors along the axis on which its addresses are contiguous, as wide as the analysis
 * proves and the threads have elements for, then lanes, then warps: tri_layout_coalesced. Where the group is
 * also reduced or scanned the warps may rather go along the other axes first, so that each has whole rows. A
 * link likes the layout that needs no conversion.
 *
 * Groups are decided one after the other, each for the least cost with the neighbours that have been; then
 * all are looked at again, at most ROUNDS times, as long as one gets better. Of equal costs the first
 * candidate stays, and candidates come in program order. */
#include "Transforms/layout_plan.h"

#include "Layout/tiles.h"
#include "tri-c/Ops.h"

enum {
  MAX_REGISTERS = 512, /* of one block in one thread; ptxas gives out beyond */
  FEW_REGISTERS = 128, /* leave room for other values */
  MAX_WARPS = 32,
  MAX_CANDIDATES = 16,
  ROUNDS = 4
};

/* ---- candidates ---- */

/* Whether the group is folded along the axis. */
static bool is_folded(const LayoutGroup *g, int axis)
{
  for (size_t i = 0; i < g->anchors.n; i++)
    if (g->anchors.at[i].axis == axis)
      return true;
  return false;
}

/* The order with the axes first along which the group is not folded. */
static void unfolded_first(const LayoutGroup *g, int rank, const int *order, int *made)
{
  int n = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < rank; i++)
      if (is_folded(g, order[i]) == (pass == 1))
        made[n++] = order[i];
}

static void add(LayoutPlan *p, Layouts *all, TriLayout l)
{
  for (size_t i = 0; i < all->n; i++)
    if (tri_layout_equal(all->at[i], l))
      return;
  if (all->n < MAX_CANDIDATES)
    vec_push(p->arena, all) = l;
}

static void add_wish(LayoutPlan *p, Layouts *all, const LayoutGroup *g, const LayoutAnchor *a, TriExtent e)
{
  int order[TRI_MAX_RANK], warp_order[TRI_MAX_RANK];
  if (is_null(a->ptr))
    return;
  axis_order(p->axis, a->ptr, order);
  int share = tri_extent_bits(e) - 5 - p->warps,
      vector = log2_of(axis_vector_width(p->axis, a->ptr, (MlirValue){NULL}, order[0]));
  share = share < 0 ? 0 : share;
  vector = vector < share ? vector : share;
  unfolded_first(g, e.rank, order, warp_order);
  add(p, all, tri_layout_coalesced_by(e, vector, p->warps, order, order));
  add(p, all, tri_layout_coalesced_by(e, vector, p->warps, order, warp_order));
}

static void add_from_link(LayoutPlan *p, Layouts *all, uint32_t index, const LayoutLink *link)
{
  const LayoutGroup *from = &p->groups.at[link->from], *to = &p->groups.at[link->to];
  if (link->to == index && from->decided)
    add(p, all, layout_of_result(link->op, from->layout));
  bool follows = has_following_results(link->op);
  if (link->from == index && to->decided && tri_op_kind(link->op) != TRI_OP_REDUCE)
    add(p, all, follows ? to->layout : layout_of_operand(link->op, link->operand, to->layout));
}

TriLayout default_layout(const LayoutPlan *p, Shape s)
{
  TriExtent e = extent_of_shape(s);
  int order[TRI_LAYOUT_RANK] = {0};
  for (int i = 0; i < e.rank; i++)
    order[i] = e.rank - 1 - i;
  return tri_layout_coalesced(e, 0, p->warps, order);
}

Layouts layout_wishes(LayoutPlan *p, uint32_t index)
{
  LayoutGroup *g = &p->groups.at[index];
  for (size_t i = 0; !g->wished && i < g->anchors.n; i++)
    add_wish(p, &g->wishes, g, &g->anchors.at[i], extent_of_shape(g->shape));
  g->wished = true;
  return g->wishes;
}

/* A leaf has the group's extents, and wishes in view of how the group is folded. */
static void add_from_leaf(LayoutPlan *p, Layouts *all, uint32_t index, uint32_t leaf)
{
  const LayoutGroup *g = &p->groups.at[index];
  for (size_t i = 0; i < p->groups.at[leaf].anchors.n; i++)
    add_wish(p, all, g, &p->groups.at[leaf].anchors.at[i], extent_of_shape(g->shape));
}

Layouts layout_candidates(LayoutPlan *p, uint32_t index)
{
  LayoutGroup *g = &p->groups.at[index];
  TriExtent e = extent_of_shape(g->shape);
  Layouts all = {0}, wishes = layout_wishes(p, index);
  int order[TRI_LAYOUT_RANK] = {0}, warp_order[TRI_LAYOUT_RANK] = {0};
  for (size_t i = 0; i < wishes.n; i++)
    add(p, &all, wishes.at[i]);
  for (size_t i = 0; i < g->links.n; i++) {
    const LayoutLink *link = &p->links.at[g->links.at[i]];
    uint32_t leaf = leaf_of(p, link, index);
    if (leaf != UINT32_MAX)
      add_from_leaf(p, &all, index, leaf);
    else
      add_from_link(p, &all, index, link);
  }
  for (int i = 0; i < e.rank; i++)
    order[i] = e.rank - 1 - i;
  unfolded_first(g, e.rank, order, warp_order);
  add(p, &all, default_layout(p, g->shape));
  add(p, &all, tri_layout_coalesced_by(e, 0, p->warps, order, warp_order));
  return all;
}

/* ---- deciding ---- */

/* The warps of which each thread holds few enough registers of such a block, or the most there can be; 0
 * where even those are too few. */
static unsigned warps_for(uint64_t registers_of_all_warps)
{
  unsigned warps = 1;
  while (warps < MAX_WARPS && registers_of_all_warps / warps > FEW_REGISTERS)
    warps *= 2;
  return registers_of_all_warps / warps <= MAX_REGISTERS ? warps : 0;
}

static bool fits_registers(LayoutPlan *p, const LayoutGroup *g)
{
  uint32_t registers = tri_layout_size(g->layout, TRI_REGISTER);
  unsigned warps = warps_for((uint64_t)registers << p->warps);
  const char *remedy = warps ? arena_printf(p->arena, "tri.num_warps = %u or ", warps) : "";
  return require(
      g->first, registers <= MAX_REGISTERS,
      "has a block that takes %u registers of each thread with %d warps; a thread has 255, and past %d "
      "of one block nothing is compiled; use %sa smaller block",
      registers, 1 << p->warps, MAX_REGISTERS, remedy);
}

/* Takes the first of the cheapest; true where that is cheaper than what the group has. */
static bool improve(LayoutPlan *p, uint32_t index)
{
  LayoutGroup *g = &p->groups.at[index];
  double best = g->decided ? group_cost(p, index, g->layout) : -1;
  bool better = false;
  Layouts all = layout_candidates(p, index);
  for (size_t i = 0; i < all.n; i++) {
    double cost = group_cost(p, index, all.at[i]);
    if (best >= 0 && cost >= best)
      continue;
    best = cost;
    g->layout = all.at[i];
    better = true;
  }
  g->cost = best;
  g->decided = true;
  return better;
}

static bool has_extents(const LayoutGroup *g)
{
  TriExtent e;
  return require(g->first, tri_extent_of(g->shape.rank, g->shape.dim, &e),
                 "has a block with an extent that is no power of two; use the next power of two and a mask");
}

/* Whether some undecided group must come first: of a link out of g the result, whose operands can follow it;
 * what g's values follow from; and of a leaf its neighbour. */
static bool waits(LayoutPlan *p, uint32_t g)
{
  const LayoutGroup *group = &p->groups.at[g];
  for (size_t i = 0; i < group->links.n; i++) {
    const LayoutLink *link = &p->links.at[group->links.at[i]];
    uint32_t other = link->from == g ? link->to : link->from;
    bool leads = tri_op_kind(link->op) == TRI_OP_REDUCE ? link->from == g : link->to == g;
    bool first = leaf_of(p, link, g) == other || (leads && leaf_of(p, link, other) != g);
    if (other != g && !first && !p->groups.at[other].decided)
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
    if (!waits(p, i) && (best == UINT32_MAX || shape_count(g->shape) > shape_count(p->groups.at[best].shape)))
      best = i;
  }
  return best == UINT32_MAX ? any : best;
}

static bool improve_all(LayoutPlan *p)
{
  bool better = false;
  for (uint32_t i = 0; i < p->groups.n; i++)
    if (p->groups.at[i].parent == i)
      better |= improve(p, i);
  return better;
}

bool layout_choose(LayoutPlan *p)
{
  for (uint32_t i = 0; i < p->groups.n; i++)
    if (!has_extents(&p->groups.at[i]))
      return false;
  for (uint32_t g; (g = next_group(p)) != UINT32_MAX;)
    improve(p, g);
  for (int round = 0; round < ROUNDS && improve_all(p); round++)
    ;
  for (uint32_t i = 0; i < p->groups.n; i++)
    if (p->groups.at[i].parent == i && !fits_registers(p, &p->groups.at[i]))
      return false;
  return true;
}
