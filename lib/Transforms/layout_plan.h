/* The plan of tri-assign-layouts: which blocks share a layout, and which one it is.
 *
 * Values are of three kinds:
 *
 *   scalar   no layout
 *   cheap    computed from nothing but ranges, splats, constants and scalars: made anew in whatever layout a
 * use wants dear     the rest: what is loaded, carried by a loop, given by a branch, or computed from these;
 * has one home
 *
 * Dear values that an elementwise op, a loop or a branch ties together form a group and share their home. A
 * load or store belongs to the group of what it moves and says what it would like: that is an anchor. A group
 * decides for the layout that costs its anchors least. Where values of different shapes meet (expand_dims,
 * broadcast) the operand's home follows from the result's; what wants another layout than a value's home gets
 * a convert_layout.
 *
 *   %p = tri.addptr %x, %i      cheap, made in the home of %a
 *   %a = tri.load %p            dear, anchor
 *   %b = arith.addf %a, %c      dear, same group as %a and, if dear, %c
 *
 * Invariant: after layout_choose every group has a layout; groups are named by their representative. */
#ifndef TRI_TRANSFORMS_LAYOUT_PLAN_H
#define TRI_TRANSFORMS_LAYOUT_PLAN_H

#include "Analysis/axis.h"
#include "Dialect/layout_attr.h"
#include "Dialect/types.h"
#include "Support/ir.h"
#include "Support/map.h"

/* A memory op and how often it runs: 8 per loop around it. */
typedef struct {
  MlirOperation op;
  MlirValue ptr;
  double weight;
} LayoutAnchor;

typedef struct {
  uint32_t parent; /* itself for a representative */
  Shape shape;
  MlirOperation first; /* in program order, for diagnostics */
  Vec(LayoutAnchor) anchors;
  bool decided;
  TriLayout layout;
} LayoutGroup;

/* The operand of an expand_dims or broadcast lives in a group that follows from the result's. */
typedef struct {
  MlirOperation op;
  uint32_t operand, result;
} LayoutEdge;

typedef struct {
  Arena *arena;
  MlirOperation func;
  const AxisAnalysis *axis;
  int warps;           /* logarithm */
  Map kinds, group_of; /* by value; of an anchor without a dear value, by op */
  Vec(LayoutGroup) groups;
  Vec(LayoutEdge) edges;
} LayoutPlan;

/* ---- layout_groups.c ---- */

bool is_block(MlirValue v);
bool is_dear(LayoutPlan *p, MlirValue v);
/* Arithmetic of arith and math, and addptr, on blocks: result and operands correspond element by element. */
bool is_elementwise(MlirOperation op);
/* Whether the op reads or writes memory through a block of pointers or stores a block. */
bool is_memory_access(MlirOperation op);
/* The representative of the value's, or of the memory op's, group. */
LayoutGroup *group_of_value(LayoutPlan *p, MlirValue v);
LayoutGroup *group_of_access(LayoutPlan *p, MlirOperation op);
/* Finds groups, anchors and edges. */
void layout_group(LayoutPlan *p);

/* ---- layout_choice.c ---- */

/* The layout that expand_dims or broadcast wants of its operand when its result has this one. */
TriLayout layout_of_operand(MlirOperation op, TriLayout result);
/* Decides for every group; false, after a diagnostic, where one needs too many registers or has an extent
 * that is no power of two. */
bool layout_choose(LayoutPlan *p);

/* ---- layout_rewrite.c ---- */

/* Puts the layouts into the types, makes cheap values where they are wanted, inserts conversions. */
void layout_rewrite(LayoutPlan *p);

#endif
