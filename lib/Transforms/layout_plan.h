/* The plan of tri-assign-layouts: which blocks share a layout, and which one it is.
 *
 * Values are of three kinds:
 *
 *   scalar   no layout
 *   cheap    computed from nothing but ranges, splats, constants and scalars: made anew in whatever layout a
 * use wants dear     the rest: what is loaded, carried by a loop, given by a branch, or computed from these;
 * has one home
 *
 * An op takes each operand in one of three ways (layout_roles.c):
 *
 *   same     as its other such operands, and often its results: elementwise ops, scan, map; of a reduction,
 * and of a load's pointers, the result's layout follows linked   in a layout that follows from the result's:
 * expand_dims, broadcast, transpose, reshape, join, split, cat; the value that is stored is linked to the
 * pointers free     in any layout: print, assert, the source of a gather
 *
 * Dear values that an op, a loop or a branch takes as the same form a group and share their home. Groups have
 * anchors, ops that say what a layout costs them (memory: sectors; a reduction: shuffles), and are joined by
 * links, which cost what a conversion between the one home and what the other asks for costs. The plan takes
 * for each group the layout of least cost among those that its anchors and links would like.
 *
 *   %p = tri.addptr %x, %i          cheap, made where the load wants it
 *   %a = tri.load %p                dear, linked to the load, an anchor
 *   %b = arith.addf %a, %c          dear, same group as %a and, if dear, %c
 *   %s = tri.reduce add %b axis 1   dear, linked to the group of %b
 *
 * Invariant: after layout_choose every group has a layout; groups are named by their representative. */
#ifndef TRI_TRANSFORMS_LAYOUT_PLAN_H
#define TRI_TRANSFORMS_LAYOUT_PLAN_H

#include "Analysis/axis.h"
#include "Dialect/layout_attr.h"
#include "Dialect/types.h"
#include "Support/ir.h"
#include "Support/map.h"

typedef Vec(TriLayout) Layouts;

/* An op that a group's layout costs something, and how often it runs: 8 per loop around it. */
typedef struct {
  MlirOperation op;
  MlirValue ptr; /* of a memory op; null of a fold along `axis` */
  int axis;
  double weight;
} LayoutAnchor;

/* The operand in group `from` meets the result in group `to` at op; where results follow, `operand` is the
 * result's number. */
typedef struct {
  MlirOperation op;
  intptr_t operand;
  uint32_t from, to; /* representatives after layout_group */
  double weight;
} LayoutLink;

typedef struct {
  uint32_t parent; /* itself for a representative */
  Shape shape;
  MlirOperation first; /* in program order, for diagnostics */
  Vec(LayoutAnchor) anchors;
  Vec(uint32_t) links;
  bool wished;
  Layouts wishes; /* layout_wishes, once they are found */
  bool decided;
  TriLayout layout;
  double cost;
} LayoutGroup;

typedef struct {
  Arena *arena;
  MlirOperation func;
  const AxisAnalysis *axis;
  int warps;           /* logarithm */
  Map kinds, group_of; /* by value; of the operands that an op takes as the same, by op */
  Vec(LayoutGroup) groups;
  Vec(LayoutLink) links;
} LayoutPlan;

/* ---- layout_roles.c ---- */

typedef enum { LAYOUT_FREE, LAYOUT_SAME, LAYOUT_LINKED } LayoutRole;

bool is_block(MlirValue v);
/* Of a shape whose extents are powers of two. */
TriExtent extent_of_shape(Shape s);
static inline int log2_of(int64_t n) { return 63 - __builtin_clzll((unsigned long long)n); }
/* How the op takes operand i, a block. */
LayoutRole layout_role(MlirOperation op, intptr_t i);
/* Whether the op's block results have the layout of the operands that it takes as the same. */
bool has_same_results(MlirOperation op);
/* Whether the op's block results get a layout that follows from that of these operands. */
bool has_following_results(MlirOperation op);
/* Whether the op may be repeated for each layout that its result is wanted in, as far as it alone is
 * concerned. Not a reshape in any order, which may be another one in another layout. */
bool may_repeat(MlirOperation op);
/* Whether the op makes a block of blocks that lie as the result's layout does by halves: join, cat. Their
 * results lie where the operands lead. */
bool puts_together(MlirOperation op);
/* The layout that a linked op wants of operand i when its result, or a store its pointers, has this one. */
TriLayout layout_of_operand(MlirOperation op, intptr_t i, TriLayout result);
/* The layout that the result of a linked op, or one that follows, has by itself when its operand has this
 * one. */
TriLayout layout_of_result(MlirOperation op, TriLayout operand);

/* ---- layout_groups.c ---- */

bool is_dear(LayoutPlan *p, MlirValue v);
/* Whether the op has a group for what it takes as the same. */
bool has_group(LayoutPlan *p, MlirOperation op);
/* The representative of the value's, or of the op's, group. */
LayoutGroup *group_of_value(LayoutPlan *p, MlirValue v);
LayoutGroup *group_of_op(LayoutPlan *p, MlirOperation op);
/* Finds groups, anchors and links. */
void layout_group(LayoutPlan *p);

/* ---- layout_cost.c: in sectors of memory and what takes a multiprocessor as long ---- */

/* What the layout costs the anchor. */
double anchor_cost(const LayoutPlan *p, const LayoutAnchor *a, TriLayout l);
/* What the conversion costs that a link between these homes needs. */
double link_cost(const LayoutLink *link, TriLayout from, TriLayout to);
/* What the group pays for a layout, with its neighbours as far as they are decided; leaves pay what is best
 * for them. */
double group_cost(LayoutPlan *p, uint32_t g, TriLayout l);
/* The group of a load or store at the link's other end than g, if it has no other links; else UINT32_MAX. */
uint32_t leaf_of(const LayoutPlan *p, const LayoutLink *link, uint32_t g);

/* ---- layout_choice.c ---- */

/* For a block that nobody has wishes for. */
TriLayout default_layout(const LayoutPlan *p, Shape s);
/* What the group's own memory ops would like; the same, and what its links and leaves would. Each once. */
Layouts layout_wishes(LayoutPlan *p, uint32_t g);
Layouts layout_candidates(LayoutPlan *p, uint32_t g);
/* Decides for every group; false, after a diagnostic, where one needs too many registers or has an extent
 * that is no power of two. */
bool layout_choose(LayoutPlan *p);

/* ---- layout_explain.c ---- */

/* Remarks of each group: what it has, what its anchors and links pay for it, and what others would have cost.
 * Before layout_rewrite. */
void layout_explain_groups(LayoutPlan *p);
/* Remarks of each conversion: what moves, and how. After layout_rewrite. */
void layout_explain_conversions(LayoutPlan *p);

/* ---- layout_rewrite.c ---- */

/* Puts the layouts into the types, makes cheap values where they are wanted, inserts conversions. */
void layout_rewrite(LayoutPlan *p);

#endif
