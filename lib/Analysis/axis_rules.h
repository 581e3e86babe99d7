/* Between the dataflow (axis.c), the ops' rules (axis_rules.c) and the answers (axis_info.c). */
#ifndef TRI_ANALYSIS_AXIS_RULES_H
#define TRI_ANALYSIS_AXIS_RULES_H

#include "Analysis/axis.h"
#include "Analysis/facts.h"

/* Which rules an analysis uses. All but the first are unsound: AXIS_NO_WRAP assumes that no signed number
 * wraps and serves axis_order; the others are wrong on purpose, for the test that must notice. */
typedef enum {
  AXIS_SOUND,
  AXIS_NO_WRAP,
  AXIS_WRONG_EXTUI,     /* as if it were extsi */
  AXIS_WRONG_DIVSI,     /* rounds down */
  AXIS_WRONG_REMSI,     /* as if it were remui */
  AXIS_WRONG_CMPI,      /* as if 64 divided the bound */
  AXIS_WRONG_ITERATION, /* what a loop carries is as it was at first */
  AXIS_RULES_COUNT
} AxisRules;

/* axis_analyse by other rules; axis_order then follows the same. */
AxisAnalysis *axis_analyse_by(Arena *arena, MlirOperation func, AxisRules rules);

/* What the analysis found for v, and what it would find if nothing wrapped; v's type has facts. */
Facts axis_facts(const AxisAnalysis *analysis, MlirValue v);
Facts axis_hints(const AxisAnalysis *analysis, MlirValue v);

/* ---- values ---- */

/* Whether values of the type have facts: numbers, pointers, blocks of these, index. */
bool axis_has_facts(MlirType t);
/* Bits of an element: 64 for pointers, index and floats, whose facts are those of some function of the float.
 */
int axis_width(MlirType t);
/* Index bits of an axis, and the place of an axis's lowest bit among a block's steps: the last axis comes
 * first. */
int axis_bits(Shape s, int axis);
int axis_first_bit(Shape s, int axis);
/* Nothing is known but the type. */
Facts axis_unknown(MlirType t);

/* ---- ops ---- */

/* How the dataflow finds the facts of an operand; NULL where it is not reached yet. */
typedef struct {
  const Facts *(*find)(void *data, MlirValue v);
  void *data;
  AxisRules rules;
} AxisOperands;

/* Facts of the op's result i. False where an operand is not reached yet, and so neither is the result. */
bool axis_apply(MlirOperation op, intptr_t i, AxisOperands operands, Facts *facts);

#endif
