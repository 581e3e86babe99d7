/* Why a block has its layout, and what conversions cost: see layout_plan.h. Costs are in sectors, as
 * layout_cost.c counts them.
 *
 *   kernel.mlir:12:8: remark: blocks of 16x256 from here on have #tri.layout<…>, cost 528
 *     note: kernel.mlir:12:8: tri.load pays 512
 *     note: kernel.mlir:14:8: tri.reduce pays 6.7
 *     note: another layout, #tri.layout<…>, would cost 561
 *   kernel.mlir:20:8: remark: 16 f32 go from #tri.layout<…> to #tri.layout<…>: 2 shuffles */
#include "Transforms/layout_plan.h"

#include "Layout/exchange.h"
#include "Layout/text.h"
#include "Transforms/passes.h"
#include "tri-c/Ops.h"

enum { MAX_NOTES = 12 };

typedef struct {
  LayoutPlan *plan;
  BridgeNote notes[MAX_NOTES];
  int n;
} Explanation;

static void note(Explanation *e, MlirLocation at, const char *text)
{
  if (e->n < MAX_NOTES)
    e->notes[e->n++] = (BridgeNote){at, text};
}

static const char *layout_text(Arena *a, TriLayout l)
{
  return arena_printf(a, "#tri.layout<%s>", tri_layout_print(a, l));
}

static const char *shape_text(Arena *a, Shape s)
{
  const char *text = "";
  for (int i = 0; i < s.rank; i++)
    text = arena_printf(a, "%s%s%lld", text, i ? "x" : "", (long long)s.dim[i]);
  return text;
}

static void note_payment(Explanation *e, MlirOperation op, double cost)
{
  MlirStringRef name = name_of(op);
  note(e, loc_of(op), arena_printf(e->plan->arena, "%.*s pays %.3g", (int)name.length, name.data, cost));
}

static void note_anchors(Explanation *e, const LayoutGroup *g)
{
  for (size_t i = 0; i < g->anchors.n; i++)
    note_payment(e, g->anchors.at[i].op, anchor_cost(e->plan, &g->anchors.at[i], g->layout));
}

/* The group's own anchors, those of loads and stores that go along with it, and conversions. */
static void note_payments(Explanation *e, uint32_t index)
{
  const LayoutPlan *p = e->plan;
  const LayoutGroup *g = &p->groups.at[index];
  note_anchors(e, g);
  for (size_t i = 0; i < g->links.n; i++) {
    const LayoutLink *link = &p->links.at[g->links.at[i]];
    double cost = link_cost(link, p->groups.at[link->from].layout, p->groups.at[link->to].layout);
    uint32_t leaf = leaf_of(p, link, index);
    if (cost > 0 && link->to == index)
      note(e, loc_of(link->op), arena_printf(p->arena, "a conversion costs %.3g", cost));
    if (cost == 0 && leaf != UINT32_MAX)
      note_anchors(e, &p->groups.at[leaf]);
  }
}

/* Whether the group is a load's or a store's that goes along with what it moves, which is explained there. */
static bool goes_along(const LayoutPlan *p, uint32_t index)
{
  const LayoutGroup *g = &p->groups.at[index];
  if (g->links.n != 1)
    return false;
  const LayoutLink *link = &p->links.at[g->links.at[0]];
  uint32_t other = link->from == index ? link->to : link->from;
  return leaf_of(p, link, other) == index && tri_layout_equal(p->groups.at[other].layout, g->layout);
}

static void note_others(Explanation *e, uint32_t index)
{
  LayoutPlan *p = e->plan;
  const LayoutGroup *g = &p->groups.at[index];
  Layouts all = layout_candidates(p, index);
  for (size_t i = 0; i < all.n; i++)
    if (!tri_layout_equal(all.at[i], g->layout))
      note(e, loc_of(g->first),
           arena_printf(p->arena, "another layout, %s, would cost %.3g", layout_text(p->arena, all.at[i]),
                        group_cost(p, index, all.at[i])));
}

static void explain_group(LayoutPlan *p, uint32_t index)
{
  const LayoutGroup *g = &p->groups.at[index];
  Explanation e = {.plan = p};
  note_payments(&e, index);
  note_others(&e, index);
  bridge_report(loc_of(g->first), MlirDiagnosticRemark,
                arena_printf(p->arena, "blocks of %s from here on have %s, cost %.3g",
                             shape_text(p->arena, g->shape), layout_text(p->arena, g->layout),
                             group_cost(p, index, g->layout)),
                e.notes, (size_t)e.n);
}

static void explain_conversion(MlirOperation op, void *data)
{
  LayoutPlan *p = data;
  TriLayout from, to;
  TriExchange x;
  if (tri_op_kind(op) != TRI_OP_CONVERT_LAYOUT)
    return;
  MlirType t = type_of(tri_convert_layout_src(op));
  int element = __builtin_ctz((unsigned)tri_type_bytes(tri_type_kind(tri_type_element(t))));
  if (layout_of_type(t, &from) && layout_of_type(type_of(result(op)), &to) &&
      tri_exchange(from, to, element, &x))
    bridge_report(loc_of(op), MlirDiagnosticRemark,
                  arena_printf(p->arena, "%s %s go from %s to %s: %s", shape_text(p->arena, shape_of_type(t)),
                               type_text(p->arena, tri_type_element(t)), layout_text(p->arena, from),
                               layout_text(p->arena, to), tri_exchange_text(p->arena, &x)),
                  NULL, 0);
}

void layout_explain_groups(LayoutPlan *p)
{
  for (uint32_t i = 0; i < p->groups.n; i++)
    if (p->groups.at[i].parent == i && !goes_along(p, i))
      explain_group(p, i);
}

void layout_explain_conversions(LayoutPlan *p) { walk(p->func, explain_conversion, p); }
